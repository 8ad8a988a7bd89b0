//! The program, from outside: input, output, exit statuses.

use crate::runs::{answer, binary, dense_pair, failure, run, run_with};
use crate::turns::turn;
use serde_json::Value;

#[test]
fn resultants_and_discriminants_of_text() {
    assert_eq!(answer(&["resultant", "y^2 - x", "y - x + 1", "--var", "y"]), "x^2 - 3*x + 1\n");
    assert_eq!(answer(&["resultant", "-y + 1", "-x", "--var", "y"]), "-x\n");
    assert_eq!(answer(&["resultant", "--var", "x", "y^2 - x", "y - x + 1"]), "y^2 - y - 1\n");
    assert_eq!(answer(&["discriminant", "y**3 + x*y + 1", "--var", "y"]), "-4*x^3 - 27\n");
    // Constants in the eliminated variable, zero, common factors, degrees 1 and 0 of a discriminant.
    assert_eq!(answer(&["resultant", "x", "y^3 + 1", "--var", "y"]), "x^3\n");
    assert_eq!(answer(&["resultant", "0", "y", "--var", "y"]), "0\n");
    assert_eq!(answer(&["resultant", "(x-y)*(x+2)", "(x-y)*y", "--var", "y"]), "0\n");
    assert_eq!(answer(&["discriminant", "5*x*y + 1", "--var", "y"]), "1\n");
    assert_eq!(answer(&["discriminant", "x", "--var", "y", "--vars", "x,y"]), "0\n");
}

#[test]
fn json_in_and_out() {
    let f = r#" {"vars":["y","x"],"terms":[["-1",[0,1]],["1",[2,0]]]}"#;
    let line = ["resultant", "-", "y - x + 1", "--var", "y", "--format", "json"];
    let ran = run_with(f, &line);
    assert_eq!(ran.out, "{\"vars\":[\"x\"],\"terms\":[[\"1\",[2]],[\"-3\",[1]],[\"1\",[0]]]}\n");
    assert_eq!((ran.err.as_str(), ran.status), ("", 0));
    // The same polynomial as text.
    assert_eq!(run_with("y^2 - x\n", &line).out, ran.out);
    // The program reads what it writes.
    let again = run_with(&ran.out, &["discriminant", "-", "--var", "x"]);
    assert_eq!(again.out, "5\n");
    // Kept variables, present or not; the zero polynomial.
    let zero = ["resultant", "0", "y", "--var", "y", "--vars", "z,y,x", "--format", "json"];
    assert_eq!(answer(&zero), "{\"vars\":[\"z\",\"x\"],\"terms\":[]}\n");
}

#[test]
fn the_report_is_a_key_of_the_object() {
    let line = ["resultant", "y^2 - x", "y - x + 1", "--var", "y", "--format", "json", "--report", "--backend", "cpu"];
    let out = answer(&line);
    assert!(out.starts_with("{\"vars\":[\"x\"],\"terms\":[[") && out.ends_with("}}\n") && out.lines().count() == 1);
    let value: Value = serde_json::from_str(&out).expect("JSON");
    let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["report", "terms", "vars"]);
    let report = &value["report"];
    assert_eq!((&report["backend"], &report["method"]), (&"cpu".into(), &"remainder".into()));
    assert!(report["primes"].as_u64() >= Some(1) && report["points"].as_u64() >= Some(3));
    assert!(report["stages"].as_array().is_some_and(|stages| stages.len() > 3));
    // The report is skipped when it is read again.
    assert_eq!(run_with(&out, &["discriminant", "-", "--var", "x"]).out, "5\n");
    // With text, it goes to standard error.
    let ran = run(&["discriminant", "y^2 - x^3", "--var", "y", "--report"]);
    assert_eq!(ran.out, "4*x^3\n");
    assert!(ran.err.contains("answer         degree 3 in x, 1 term, 3 bits\n"), "{}", ran.err);
}

#[test]
fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        format!("@{}", path.display())
    };
    let f = path("f.poly", b"\xef\xbb\xbfy^2\n  - x\n");
    let g = path("g.json", br#"{"vars":["x","y"],"terms":[["1",[0,1]],["-1",[1,0]],["1",[0,0]]]}"#);
    assert_eq!(answer(&["resultant", &f, &g, "--var", "y"]), "x^2 - 3*x + 1\n");
    let bad = path("bad.poly", b"y^2 +\n  3$\n");
    let message = failure(&["resultant", &f, &bad, "--var", "y"], 2);
    assert!(message.starts_with(&format!("error: G ({}): line 2, column 4: ", &bad[1..])), "{message}");
    assert!(message.ends_with("\n    3$\n     ^\n"), "{message}");
    let binary = path("binary", b"y^2\n\xff\xfe");
    assert!(failure(&["discriminant", &binary, "--var", "y"], 2).contains("line 2 is not UTF-8"));
    let wrong = path("wrong.json", br#"{"vars":["x"],"terms":[["1",[0,1]]]}"#);
    assert!(failure(&["discriminant", &wrong, "--var", "x"], 2).contains("wrong.json): line 1, column 1: "));
    assert!(
        failure(&["discriminant", "@/no/such/file", "--var", "x"], 2).contains("F (/no/such/file): cannot be read")
    );
    let twice = failure(&["resultant", "-", "-", "--var", "y"], 2);
    assert!(twice.contains("only one polynomial comes from standard input"), "{twice}");
}

#[test]
fn rational_input() {
    // res(f, g) = res(F, G) / (d_f^q d_g^p): degrees 2 and 1.
    assert_eq!(answer(&["resultant", "y^2/2 - x", "y/3 - 1", "--var", "y"]), "-1/9*x + 1/2\n");
    assert_eq!(answer(&["resultant", "y^2/2 - x", "7/5*x", "--var", "y"]), "49/25*x^2\n");
    let json = answer(&["resultant", "y^2/2 - x", "y - 1/3", "--var", "y", "--format", "json"]);
    assert_eq!(json, "{\"vars\":[\"x\"],\"terms\":[[\"-1\",[1]],[\"1/18\",[0]]]}\n");
    // disc(f) = disc(F) / d^(2n-2).
    assert_eq!(answer(&["discriminant", "y^2/2 + x*y + 1/3", "--var", "y"]), "x^2 - 2/3\n");
    assert_eq!(answer(&["discriminant", "y/7 + x", "--var", "y"]), "1\n");
    let ran = run_with(r#"{"vars":["y"],"terms":[["1/2",[2]],["-2/3",[0]]]}"#, &["discriminant", "-", "--var", "y"]);
    assert_eq!(ran.out, "4/3\n");
}

#[test]
fn usage_and_input_errors_are_2() {
    for line in [
        &["resultant", "x"][..],
        &["resultant", "x", "y"],
        &["discriminant", "x", "--var", "x", "--backend", "tpu"],
        &["discriminant", "x", "--var", "x", "--memory-limit", "lots"],
        &["discriminant", "x", "--var", "x", "--repeat", "0"],
        &["discriminant", "x", "--var", "x", "--error-exponent", "9"],
        &["discriminant", "x", "--var", "x", "--no-such-option"],
        &["nonsense"],
        &[],
    ] {
        assert!(!failure(line, 2).is_empty());
    }
    let message = failure(&["resultant", "x + y", "2*x + 3$", "--var", "y"], 2);
    assert!(
        message.starts_with("error: G: line 1, column 8: ") && message.ends_with("\n  2*x + 3$\n         ^\n"),
        "{message}"
    );
    let message = failure(&["resultant", "y^2147483648", "y", "--var", "y"], 2);
    assert!(message.starts_with("error: F: line 1, column 3: "), "{message}");
    let schur = ["--interpolation", "vandermonde"];
    let message = failure(&[&["resultant", "x*y - z - 1", "y^2 - x + z", "--var", "y"], &schur[..]].concat(), 2);
    assert!(message.contains("for one kept variable, and x, z would be kept"), "{message}");
    let message = failure(
        &[&["resultant", "x*y - 1", "y^2 - x", "--var", "y", "--evaluation", "stockham"], &schur[..]].concat(),
        2,
    );
    assert!(message.contains("choose one of the two"), "{message}");
}

/// A report says why an answer is certified where less was asked for.
#[test]
fn more_certainty_than_was_asked_for() {
    // The answer is 1, and its bound has 4038 bits.
    let long = ["resultant", "y^3 - 10^300*x*y + x^3", "y^3 - 10^300*x*y + x^3 + 1", "--var", "y"];
    let asked = ["--certainty", "probabilistic", "--backend", "cpu"];
    let said = |line: &[&str]| {
        let ran = run(&[line, &asked[..], &["--report"]].concat());
        let found = ran.err.lines().find_map(|line| line.strip_prefix("certainty      ")).map(str::to_owned);
        found.unwrap_or_else(|| panic!("{line:?}: {}", ran.err))
    };
    let proved = |reason: &str| format!("certified (probabilistic was asked for; {reason})");
    let short = ["resultant", "x^2 + y^2 - 1", "y - x^2", "--var", "y"];
    assert_eq!(said(&short), proved("the proof took no more primes"));
    assert_eq!(said(&["det", "[[x*y, 1], [x, y]]"]), proved("the proof took no more primes"));
    assert_eq!(said(&["discriminant", "a*x^5 + b*x + c", "--var", "x"]), proved("it was computed without primes"));
    let modular = [&short[..], &["--modulus", "101"]].concat();
    assert_eq!(said(&modular), proved("modulo one prime there is nothing to confirm"));
    assert!(said(&long).starts_with("probabilistic, wrong with probability at most 2^-"), "{}", said(&long));
    let json = |line: &[&str], more: &[&str]| -> Value {
        let text = answer(&[line, &["--format", "json", "--report"], more].concat());
        serde_json::from_str::<Value>(&text).expect("JSON")["report"].clone()
    };
    for (line, more, certainty, of) in [
        (&short[..], &asked[..], "certified", "probabilistic"),
        (&long, &asked, "probabilistic", "probabilistic"),
        (&long, &[], "certified", "certified"),
    ] {
        let report = json(line, more);
        assert_eq!((&report["certainty"], &report["certainty_asked"]), (&certainty.into(), &of.into()), "{report}");
    }
}

/// Lines that are refused have an error of their own, and the others have answers.
#[test]
fn batches_of_resultants() {
    let lines = [
        r#"{"f":"y^2 - x","g":"y - x + 1","var":"y"}"#,
        "",
        r#"{"f":"x^2 - 2","g":"x + 1"}"#,
        r#"{"f":"x*y","g":"x - 1"}"#,
        r#"{"f":"x*$","g":"x - 1"}"#,
        "oops",
        r#"{"f":"x","h":"3"}"#,
    ];
    let ran = run_with(&lines.join("\n"), &["resultant", "--batch", "-"]);
    let answers: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((answers.len(), ran.status), (6, 2));
    assert_eq!((&answers[0]["resultant"], &answers[1]["resultant"]), (&"x^2 - 3*x + 1".into(), &"-1".into()));
    for (answer, start) in answers[2..].iter().zip([
        "line 4: choose one of the variables x, y with --var",
        "line 5, f: line 1, column 3: unexpected character `$`",
        "line 6: column 1: this is not a JSON object",
        "line 7: the key `h` has no meaning here",
    ]) {
        let message = answer["error"].as_str().expect("a message");
        assert!(message.starts_with(start), "{message}");
    }
    assert!(ran.err.starts_with("error: --batch (standard input), line 4: choose one"), "{}", ran.err);
    assert!(ran.err.contains("4 of 6 lines have no answer, also lines 5, 6, 7"), "{}", ran.err);
    // Without wrong lines, and with the variable on the command line.
    let line = ["discriminant", "--batch", "-", "--var", "y", "--style", "sympy", "--report"];
    let ran = run_with("{\"f\":\"y^2 - x^3\"}\n{\"f\":\"y^2 + x*y\"}\n", &line);
    assert_eq!((ran.out.as_str(), ran.status), ("{\"discriminant\":\"4*x**3\"}\n{\"discriminant\":\"x**2\"}\n", 0));
    assert!(
        ran.err.starts_with("operation      discriminants of a batch\nlines          2\nerrors         0\n"),
        "{}",
        ran.err
    );
    // `f = ..` is an equation, of which one warning tells for all lines.
    let lines =
        "{\"f\":\"y + 1\",\"g\":\"p = y - x\"}\n{\"f\":\"f = y^2\",\"g\":\"g = y\"}\n{\"f\":\"y\",\"g\":\"q = y\"}\n";
    let ran = run_with(lines, &["resultant", "--batch", "-", "--var", "y"]);
    assert_eq!(ran.out, "{\"resultant\":\"p + x + 1\"}\n{\"resultant\":\"f - g^2\"}\n{\"resultant\":\"q\"}\n");
    let warning = "warning: --batch (standard input), line 1, g: `p = ..` is read as the equation p - (..) = 0; for the polynomial leave out `p =`, or write `p := ..`; the same in lines 2, 3\n";
    assert_eq!((ran.err.as_str(), ran.status), (warning, 0));
    let listed = run_with(lines, &["resultant", "--batch", "-", "--var", "y", "--vars", "y,p,x,f,g,q"]);
    assert_eq!((listed.err.as_str(), listed.status), ("", 0));
    // A line that is beyond a limit does not end the batch.
    let large = "{\"f\":\"x^2000000000 + y\",\"g\":\"y^2 - 1\"}\n{\"f\":\"y - 1\",\"g\":\"y + x\"}\n";
    let ran = run_with(large, &["res", "--batch", "-", "--var", "y"]);
    assert_eq!((ran.out.lines().last(), ran.status), (Some("{\"resultant\":\"x + 1\"}"), 4), "{}", ran.err);
    for refused in [&["--checkpoint", "c"][..], &["--explain"], &["--scratch", "s"]] {
        let line = [&["resultant", "--batch", "/dev/null"], refused].concat();
        assert!(failure(&line, 2).contains("leave it out for a batch"), "{refused:?}");
    }
    assert!(failure(&["resultant", "x", "--batch", "/dev/null"], 2).contains("cannot be used with"));
}

#[test]
fn missing_devices_are_3() {
    for devices in ["", "0,", "-1", "0;1", "none"] {
        let line = format!("--devices={devices}");
        let message = failure(&["discriminant", "y^3 + x*y + 1", "--var", "y", &line], 2);
        assert!(message.contains("numbers from 0"), "{message}");
    }
    // Where the CPU is the choice, devices need not be there.
    for devices in ["0,1", "all"] {
        assert_eq!(answer(&["discriminant", "y^3 + x*y + 1", "--var", "y", "--devices", devices]), "-4*x^3 - 27\n");
    }
    let ran = run(&["discriminant", "y^3 + x*y + 1", "--var", "y", "--backend", "cuda"]);
    let listing: Value = serde_json::from_str(&answer(&["devices", "--format", "json"])).expect("JSON");
    if listing["devices"].as_array().expect("a list").is_empty() {
        assert_eq!((ran.out.as_str(), ran.status), ("", 3));
        assert!(
            ran.err.starts_with("error: ")
                && (ran.err.contains("CUDA") || ran.err.contains("`cuda`"))
                && ran.err.lines().count() == 1,
            "{}",
            ran.err
        );
        // An answer that needs no engine insists on a device too.
        for line in [
            &["resultant", "2", "3", "--var", "x"][..],
            &["discriminant", "y^2", "--var", "y"],
            &["det", "[[7]]"],
            &["charpoly", "[]"],
            &["gcd", "4", "6"],
            &["gcd", "--batch", "/dev/null"],
            &["lcm", "x", "x"],
            &["xgcd", "x", "x", "--modulus", "7"],
            &["content", "6", "--var", "x"],
            &["squarefree", "5"],
        ] {
            let trivial = run(&[line, &["--backend", "cuda"]].concat());
            assert_eq!((trivial.out.as_str(), trivial.err, trivial.status), ("", ran.err.clone(), 3), "{line:?}");
            assert_eq!(run(line).status, 0, "{line:?}");
        }
        assert!(std::env::var("REQUIRE_GPU").as_deref() != Ok("1"), "REQUIRE_GPU=1, but {}", ran.err);
        println!("skipped: no CUDA device");
    } else {
        assert_eq!((ran.out.as_str(), ran.status), ("-4*x^3 - 27\n", 0), "{}", ran.err);
        let cuda = ["discriminant", "y^3 + x*y + 1", "--var", "y", "--backend", "cuda", "--devices"];
        for devices in ["999", "0,999"] {
            let beyond = failure(&[&cuda[..], &[devices]].concat(), 3);
            assert!(beyond.contains("999"), "{beyond}");
        }
        for devices in ["0,0", "all"] {
            assert_eq!(answer(&[&cuda[..], &[devices]].concat()), "-4*x^3 - 27\n");
        }
    }
}

#[test]
fn devices_and_versions() {
    assert!(answer(&["devices"]).starts_with("CPU: "));
    let found: Value = serde_json::from_str(&run(&["doctor", "--format", "json"]).out).expect("JSON");
    let ran = run(&["doctor"]);
    assert!(found["cache"]["folder"].as_str().is_some_and(|folder| folder.ends_with("eliminant")), "{found}");
    let why = found["without_gpu"].as_str();
    assert_eq!(why.is_some(), ran.out.contains("\nresult         all computations use the CPU: "), "{}", ran.out);
    // A machine without a GPU is in order; one that cannot be used is a fault.
    assert_eq!(ran.status, if why.is_some() && found["driver_of_system"] == true { 3 } else { 0 }, "{}", ran.err);
    let version = answer(&["--version"]);
    assert!(version.starts_with("eliminant 0.") && version.contains("\nCUDA engine: "), "{version}");
}

#[test]
fn answers_modulo_a_prime() {
    let _turn = turn();
    let line = |f: &str, g: &str, p: &str| answer(&["resultant", f, g, "--var", "y", "--modulus", p]);
    assert_eq!(line("y^2 - x", "y - x + 1", "5"), "x^2 + 2*x + 1\n");
    assert_eq!(line("y^2 - x", "y - x + 1", "2"), "x^2 + x + 1\n");
    // res = (x^2 - 3 x + 1) / 4 over Q, and 1 / 4 = 2 modulo 7.
    assert_eq!(line("y^2/4 - x/4", "y - x + 1", "7"), "2*x^2 + x + 2\n");
    assert_eq!(answer(&["discriminant", "y^3 + x*y + 1", "--var", "y", "--modulus", "31"]), "27*x^3 + 4\n");
    assert!(failure(&["resultant", "y/7", "y - x", "--var", "y", "--modulus", "7"], 2).contains("not prime to it"));
    let plan = ["plan", "resultant", "y/7", "y - x", "--var", "y", "--modulus", "7"];
    assert!(failure(&plan, 2).contains("not prime to it"));
    // Refused before the computation, which is a long one.
    let [f, g] = dense_pair(60, 40);
    let f = f.replacen("*x", "/7*x", 1);
    let begin = std::time::Instant::now();
    assert!(failure(&["resultant", &f, &g, "--var", "y", "--modulus", "7"], 2).contains("not prime to it"));
    assert!(begin.elapsed().as_secs() < 3, "{:?}", begin.elapsed());
    assert!(failure(&["resultant", "y", "y - x", "--var", "y", "--modulus", "9"], 2).contains("9 is not a prime"));
    assert!(failure(&["resultant", "y/9", "y - x", "--var", "y", "--modulus", "9"], 2).contains("9 is not a prime"));
    assert!(failure(&["resultant", "y/9", "y - x", "--var", "y", "--modulus", "0"], 2).contains("0 is not a prime"));
    let plan = answer(&["plan", "resultant", "y^2 - x", "y - x", "--var", "y", "--modulus", "998244353"]);
    assert!(plan.contains("998244353, computed modulo it alone"), "{plan}");
    let report = run(&["resultant", "y^2 - x", "y - x", "--var", "y", "--modulus", "3", "--report"]);
    assert!(report.err.contains("3, computed over Z and reduced"), "{}", report.err);
    let mersenne = ["resultant", "y^2 - x", "y - x", "--var", "y", "--modulus", "2^31-1"];
    assert_eq!(answer(&mersenne), "x^2 + 2147483646*x\n");
    // Long primes, and small ones that have fewer elements than there are points.
    let long = ["resultant", "y^2 - x", "y - x - 1", "--var", "y", "--modulus", "2^255-19"];
    let answers = answer(&long);
    assert_eq!(answers, "x^2 + x + 1\n");
    assert_eq!(answer(&["gcd", "x^2 - 1", "x^2 - 2*x + 1", "--modulus", "2^255-19"]), {
        let p = (eliminant::Integer::from(1) << 255u32) - 19u32;
        format!("x + {}\n", p - 1u32)
    });
    assert_eq!(answer(&["det", "[[x, 1], [1, x]]", "--modulus", "2^64-59"]), "x^2 + 18446744073709551556\n");
    for command in [&long[..5], &["det", "[[x]]"], &["gcd", "x", "x"], &["squarefree", "x"], &["xgcd", "x", "x"]] {
        // Of 257 bits: at once.
        let command = [command, &["--modulus", "2^256+297"]].concat();
        assert!(failure(&command, 4).contains("bits of a modulus"), "{command:?}");
    }
    assert!(failure(&["resultant", "y", "y", "--modulus", "x"], 2).contains("such as 998244353 or 2^31-1"));
}

#[test]
fn the_same_bytes_whatever_is_chosen() {
    let [f, g] = dense_pair(9, 40);
    let line = ["resultant", &f, &g, "--var", "y"];
    let expected = answer(&line);
    assert!(expected.len() > 10_000);
    for more in [
        &["--threads", "1"][..],
        &["--threads", "2"],
        &["--seed", "1"],
        &["--seed", "2", "--threads", "1"],
        &["--backend", "cpu", "--memory-limit", "1M"],
        &["--certainty", "probabilistic"],
        &["--certainty", "probabilistic", "--error-exponent", "20", "--seed", "5"],
        &["--method", "schur"],
        &["--method", "schur-2010"],
        &["--method", "sylvester"],
        &["--interpolation", "vandermonde"],
        &["--evaluation", "stockham"],
        &["--lift", "auto"],
        &["--lift", "crt"],
        &["--lift", "mixed-radix"],
    ] {
        assert!(answer(&[&line, more].concat()) == expected, "{more:?}");
    }
}

#[test]
fn the_lift_asked_for_is_the_one_that_runs() {
    let [f, g] = dense_pair(8, 9);
    for (lift, stages) in
        [("crt", &["crt"][..]), ("mixed-radix", &["digits", "recover"]), ("mixed-radix-thread", &["digits", "recover"])]
    {
        let ran = run(&["resultant", &f, &g, "--var", "y", "--backend", "cpu", "--lift", lift, "--timings", "--quiet"]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let names: Vec<&str> = ran.err.lines().filter_map(|line| line.split_whitespace().next()).collect();
        for stage in ["crt", "digits", "recover"] {
            assert_eq!(names.contains(&stage), stages.contains(&stage), "--lift {lift}: {}", ran.err);
        }
    }
}

#[test]
fn timings_as_a_table_and_as_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("times.svg");
    let path = picture.to_str().expect("UTF-8");
    let [f, g] = dense_pair(8, 9);
    let ran = run(&["resultant", &f, &g, "--var", "y", "--timings", "--timings-svg", path, "--quiet"]);
    assert_eq!(ran.status, 0);
    let lines: Vec<Vec<&str>> = ran.err.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["stage", "ms", "%"]);
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let (total, stages) = (lines[lines.len() - 1].clone(), &lines[1..lines.len() - 1]);
    assert_eq!((total[0], total[2]), ("total", "100.0"));
    assert!(stages.iter().any(|row| row[0] == "scalars") && stages.len() > 5);
    let (times, shares) = stages.iter().fold((0.0, 0.0), |sum, row| (sum.0 + number(row[1]), sum.1 + number(row[2])));
    assert!((times - number(total[1])).abs() < 0.1 && (shares - 100.0).abs() < 2.0, "{}", ran.err);
    let svg = std::fs::read_to_string(&picture).expect("the picture");
    assert!(svg.starts_with("<svg") && svg.contains("scalars"));
    let nowhere = failure(&["discriminant", "y^2 - x", "--var", "y", "--timings-svg", "/no/such/folder/a.svg"], 2);
    assert!(nowhere.contains("/no/such/folder/a.svg"), "{nowhere}");
}

#[test]
fn repeated_runs_are_timed() {
    let ran = run(&["discriminant", "y^3 + x*y + 1", "--var", "y", "--repeat", "3", "--quiet"]);
    assert_eq!((ran.out.as_str(), ran.status), ("-4*x^3 - 27\n", 0));
    let lines: Vec<Value> = ran.err.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.iter().map(|line| line["run"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
    assert!(lines.iter().all(|line| line["milliseconds"].as_f64() > Some(0.0)));
}

/// A reader that leaves is no error and no panic.
#[test]
#[cfg(target_os = "linux")]
fn closed_standard_output() {
    let [f, g] = dense_pair(12, 60);
    let mut child = std::process::Command::new(binary())
        .args(["resultant", &f, &g, "--var", "y"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((String::from_utf8_lossy(&output.stderr).as_ref(), output.status.code()), ("", Some(0)));
    let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    let output = std::process::Command::new(binary())
        .args(["discriminant", "y^2 - x", "--var", "y"])
        .stdout(full)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: standard output: "));
}

/// Ctrl-C and the signal of schedulers in the middle of minutes of work, and while waiting for input.
#[test]
#[cfg(target_os = "linux")]
fn interrupts_are_130_within_a_second() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let _turn = turn();
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["f", "g"].map(|name| folder.path().join(name));
    for (path, text) in paths.iter().zip(dense_pair(90, 2000)) {
        std::fs::write(path, text).expect("written");
    }
    let [f, g] = paths.map(|path| format!("@{}", path.display()));
    let work = [f.as_str(), &g];
    for ([f, g], signal) in [(work, "-INT"), (work, "-TERM"), (["-", "y"], "-INT")] {
        let mut child = Command::new(binary())
            .args(["resultant", f, g, "--var", "y", "--backend", "cpu"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        std::thread::sleep(Duration::from_millis(1500));
        assert!(child.try_wait().expect("a status").is_none(), "the work ended too soon for this test");
        let begin = Instant::now();
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
        assert!(sent.success());
        let output = child.wait_with_output().expect("it ends");
        assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
        assert_eq!((output.stdout.len(), output.status.code()), (0, Some(130)));
        drop(input);
    }
}
