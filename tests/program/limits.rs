//! Requests and input beyond limits: what is refused at once, and messages that stay short.

use crate::runs::{answer, dense_pair, failure, run};
use crate::turns::turn;

#[test]
fn limits_are_4_and_come_at_once() {
    let _turn = turn();
    let begin = std::time::Instant::now();
    for command in [&["resultant"][..], &["plan", "resultant"]] {
        for (f, g) in [
            ("x^2000000000 + y", "y^2 - 1"),
            ("x^1000000000 + x + y", "y - 1"),
            ("x^200000000 + x + y", "y^2 - 1"),
            ("y^3 + x^300*t^300 + z^300 + x + z + t", "y^2 - x^300*z + t"),
            ("y^2 + x^9999*t^9999*z + x + z + t", "y^2 - x^9999*t^9999*z + 1"),
            ("y^2000000000 + x", "y^2 - 1"),
            ("(x + y)^1000000", "y"),
            ("y/(10^1000000) + x", "y^90000 + x"),
        ] {
            // A lift that is asked for takes a grid, where minors might do.
            let line = [f, g, "--var", "y", "--memory-limit", "1G", "--lift", "crt"];
            let message = failure(&[command, &line].concat(), 4);
            assert!(message.contains("are allowed") || message.contains("possible"), "{message}");
            // Memory has units.
            assert!(!message.contains("bytes of") && !message.contains("words of"), "{message}");
        }
    }
    let [f, g] = dense_pair(20, 5);
    let small = failure(&["resultant", &f, &g, "--var", "y", "--memory-limit", "20K"], 4);
    assert!(small.contains("of memory; 20.4 kB are allowed; try numbers in place of some variables"), "{small}");
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

/// Answers that are too long are refused before a power of a denominator, or anything else of that size, is made.
#[test]
fn powers_are_refused_at_once() {
    for [f, g] in [["y^2000000000/3 + x", "y^2000000000/3 - 1"], ["y^2000000000 + 3*x", "y^2000000000 - 3"]] {
        let message = failure(&["resultant", f, g, "--var", "y"], 4);
        assert!(message.contains("needed, at most") || message.contains("are allowed"), "{message}");
    }
    failure(&["resultant", "x^2000000000 + y", "y^2 - 1", "--var", "y"], 4);
    failure(&["discriminant", "y^2000000000/7 + x", "--var", "y"], 4);
    assert_eq!(answer(&["resultant", "x^1000000000 + y", "y^2 - 1", "--var", "y"]), "x^2000000000 - 1\n");
}

/// Messages repeat the beginning of a long argument, name, file or value, and its length.
#[test]
fn long_input_is_shortened_in_messages() {
    let long = "a".repeat(50_000);
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let at = format!("@{long}");
    let product = format!("{long}*x - 1");
    let [twice, wrong_vars] = [format!("{long},{long}"), format!("x,{long}%")];
    let wrong = [format!("3{long}"), format!("x + {long} 1"), format!("[[x, y], [1, {long}]]"), format!("--{long}")];
    let field = format!("@{}", file("field", format!(r#"{{"{long}":[]}}"#)));
    let coefficient = format!("@{}", file("coefficient", format!(r#"{{"vars":["x"],"terms":[["{long}",[1]]]}}"#)));
    let entry = format!("@{}", file("entry", format!(r#"{{"rows":[[{{"{long}":1}}]]}}"#)));
    let batch = file("batch", format!(r#"{{"f":"x","{long}":"x"}}"#));
    let phc = format!("1 3\n{long};\n");
    let object = format!(r#"[[{{"{long}":1}}]]"#);
    let text = format!(r#"[["{long}"]]"#);
    let complex = format!(r#"[[["1{}i", 1]]]"#, "0".repeat(50_000));
    let number = format!("{}*x", "1".repeat(50_000));
    for line in [
        &["resultant", "x", "y", "--var", &long][..],
        &["resultant", "x + y", "y", "--var", "x", "--vars", &twice],
        &["resultant", "x + y", "y", "--var", "x", "--vars", &wrong_vars],
        &["resultant", &long, &long, "--var", "x"],
        &["resultant", &wrong[0], "x", "--var", "x"],
        &["resultant", &wrong[1], "x", "--var", "x"],
        &["resultant", &long, "x", "--var", "x", "--vars", "x,y"],
        &["resultant", &at, "x", "--var", "x"],
        &["resultant", &field, "x", "--var", "x"],
        &["resultant", &coefficient, "x", "--var", "x"],
        &["resultant", "x", "x", "--var", "x", "--method", &long],
        &["resultant", "x", "x", "--var", "x", "--threads", &long],
        &["resultant", "x", "x", "--var", "x", "--memory-limit", &long],
        &["resultant", "x", "x", "--var", "x", "--seed", &long],
        &["resultant", "x", "x", "--var", "x", &wrong[3]],
        &["resultant", "x", "x", "--var", "x", "--output", &long],
        &["resultant", "x", "x", "--var", "x", "--scratch", &long],
        &["resultant", "x", "x", "--var", "x", "--timings-svg", &long],
        &["resultant", "x", "x", "--var", "x", "--checkpoint", &long, "--repeat", "2"],
        &["discriminant", "x^2", "--var", "x", "--devices", &twice],
        &["det", &long],
        &["det", &wrong[2], "--vars", "x,y"],
        &["det", &entry],
        &["det", "[[1]]", "--vars", &twice],
        &["eval", "x", "--points", &long],
        &["eval", "x", "--points", &at],
        &["eval", "x", "--points", &object],
        &["eval", "x", "--points", &text],
        &["eval", "x", "--points", &complex],
        &["eval", &long, "--points", "1, 2, 3"],
        &["eval", &number, "--points", "1"],
        &["eval", &phc, "--points", "1"],
        &["eval", &field, "--points", "1"],
        &["newton", "x", "--points", "1", "--tolerance", &long],
        &["track", &product, "--parameters", "y", "--points", "1", "--from", "1", "--to", "2"],
        &["track", &product, "--parameters", &twice, "--points", "1", "--from", "1", "--to", "2"],
        &[&long],
    ] {
        let message = failure(line, 2);
        let begin: Vec<String> = line.iter().map(|word| word.chars().take(20).collect()).collect();
        assert!(message.chars().count() < 1000, "{begin:?}: {} characters", message.chars().count());
        assert!(message.starts_with("error: "), "{begin:?}: {message}");
    }
    // A line of a batch is refused in its answer, too.
    let ran = run(&["gcd", "--batch", &batch]);
    assert!(ran.status == 2 && ran.err.starts_with("error: ") && ran.err.chars().count() < 1000, "{}", ran.err);
    assert!(ran.out.starts_with("{\"error\":\"line 1: ") && ran.out.chars().count() < 1000, "{}", ran.out);
    let message = failure(&["resultant", "x", "y", "--var", &long], 2);
    assert!(message.contains(&format!("--var {}.. (50000 characters): ", "a".repeat(40))), "{message}");
}

/// Messages name the first few of many variables.
#[test]
fn long_lists_are_shortened_in_messages() {
    let names: Vec<String> = (0..20_000).map(|i| format!("x_{i}")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f");
    std::fs::write(&path, names.join(" + ")).expect("written");
    let file = format!("@{}", path.display());
    for line in [
        &["track", &file, "--parameters", "y", "--points", "1", "--from", "1", "--to", "2"][..],
        &["eval", &file, "--points", "1, 2, 3"],
    ] {
        let message = failure(line, 2);
        assert!(message.contains(": x_0, x_1, x_2, ") || message.contains(" are x_0, x_1, x_2, "), "{message}");
        assert!(message.contains(" and 19992 more"), "{message}");
    }
    // Warnings of names that other programs read as products are not one for each of thousands.
    std::fs::write(&path, (0..1000).map(|i| format!("x{}", i + 2)).collect::<Vec<_>>().join(" + ") + " + x")
        .expect("written");
    let ran = run(&["gcd", &file, "0", "--backend", "cpu"]);
    let warnings = ran.err.lines().filter(|line| line.starts_with("warning: ")).count();
    assert_eq!((warnings, ran.err.contains("warning: 992 more names")), (9, true), "{}", ran.err);
}
