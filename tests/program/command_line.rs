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
    // What the program writes, it reads.
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
fn order_of_variables() {
    let f = "y^2 + b + a";
    assert_eq!(
        answer(&["discriminant", "y^2 + b", "--var", "y", "--vars", "b,a,y", "--format", "json"]),
        "{\"vars\":[\"b\",\"a\"],\"terms\":[[\"-4\",[1,0]]]}\n"
    );
    assert_eq!(
        answer(&["resultant", "y^2 + b", "y - 1", "--var", "y", "--vars", "y,b,a", "--format", "json"]),
        "{\"vars\":[\"b\",\"a\"],\"terms\":[[\"1\",[1,0]],[\"1\",[0,0]]]}\n"
    );
    // Only a and b: the other variable is unknown.
    let message = failure(&["resultant", "y^2", f, "--var", "y", "--vars", "y,a"], 2);
    assert!(
        message.starts_with("error: G: line 1, column 7: ") && message.ends_with("\n  y^2 + b + a\n        ^\n"),
        "{message}"
    );
    assert!(failure(&["resultant", "y", f, "--var", "y", "--vars", "y,a,a"], 2).contains("occurs twice"));
    // The eliminated variable occurs, or is named.
    let message = failure(&["resultant", "x", "x + 1", "--var", "y"], 2);
    assert!(message.contains("--var y") && message.contains("--vars"), "{message}");
    assert_eq!(answer(&["resultant", "x", "x + 1", "--var", "y", "--vars", "x,y"]), "1\n");
    // Constants have no other variable that it may have been meant to be.
    assert_eq!(answer(&["resultant", "3", "5/2", "--var", "y"]), "1\n");
    assert_eq!(answer(&["resultant", "3", "0", "--var", "y"]), "0\n");
    assert_eq!(answer(&["discriminant", "2/3", "--var", "y"]), "0\n");
    assert_eq!(answer(&["content", "-4/3", "--var", "y"]), "4/3\n-1\n");
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

/// `-h` is a polynomial where one may stand; as the only argument of a command it asks for help.
#[test]
fn a_polynomial_may_be_called_as_the_flag_of_help() {
    assert_eq!(answer(&["discriminant", "-h", "--var", "h"]), "1\n");
    assert_eq!(answer(&["gcd", "-h", "h^2"]), "h\n");
    assert_eq!(answer(&["gcd", "h^2", "-h^3", "-2*h"]), "h\n");
}

/// Where there is one variable it need not be named; where there are more the message shows the command.
#[test]
fn the_variable_is_chosen_where_there_is_one() {
    assert_eq!(answer(&["discriminant", "y^3 + 3*y - 1"]), "-135\n");
    assert_eq!(answer(&["resultant", "x^2 - 2", "x + 1"]), "-1\n");
    assert_eq!(answer(&["res", "x^2 - 2", "5"]), "25\n");
    assert_eq!(answer(&["content", "6*x - 4"]), "2\n3*x - 2\n");
    let message = failure(&["resultant", "x^2 + y", "y - x"], 2);
    let shown = "choose one of the variables x, y with --var:\n  eliminant resultant 'x^2 + y' 'y - x' --var y\n";
    assert_eq!(message, format!("error: {shown}"));
    assert!(failure(&["disc", "x*y*z"], 2).contains("x, y, z with --var"));
    assert!(failure(&["content", "x*y"], 2).contains("eliminant content 'x*y' --var y"));
    assert!(failure(&["resultant", "3", "4"], 2).contains("no variable to choose"));
    assert!(
        failure(&["resultant", "x + y", "x*y", "--var", "x,y"], 2).contains("one variable at a time; take x first")
    );
    assert!(answer(&["plan", "disc", "y^2 - 2"]).starts_with("operation      discriminant\n"));
}

/// Each style is text that its system reads as the same polynomial.
#[test]
fn styles_of_other_systems() {
    let line = ["discriminant", "3/2*y^2 + x_1*y - x_1^3/7 + 1/3", "--var", "y", "--style"];
    let plain = "6/7*x_1^3 + x_1^2 - 2\n";
    for style in ["sage", "singular", "maple", "magma", "pari"] {
        assert_eq!(answer(&[&line[..], &[style]].concat()), plain);
    }
    assert_eq!(answer(&[&line[..], &["sympy"]].concat()), "6*x_1**3/7 + x_1**2 - 2\n");
    assert_eq!(answer(&[&line[..], &["mathematica"]].concat()), "6/7*x$1^3 + x$1^2 - 2\n");
    assert_eq!(answer(&[&line[..], &["latex"]].concat()), "\\frac{6}{7} x_{1}^{3} + x_{1}^{2} - 2\n");
    assert_eq!(answer(&["gcd", "x^2/2", "x^3/3", "--cofactors", "--style", "sympy"]), "x**2/6\n3\n2*x\n");
    let latex = answer(&["squarefree", "-x^3*(y - 1)/2", "--style", "latex"]);
    assert_eq!(latex, "-\\frac{1}{2} \\left(y - 1\\right) x^{3}\n");
    // An answer that goes to a file term by term.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("r.txt");
    let file = path.to_str().expect("UTF-8");
    assert_eq!(answer(&["resultant", "y^2 - x", "y - x", "--var", "y", "--style", "sympy", "--output", file]), "");
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "x**2 - x\n");
    assert!(failure(&["disc", "y^2", "--style", "sage", "--format", "json"], 2).contains("--style is of text"));
    let warned = run(&["discriminant", "y^2 - I*x", "--var", "y", "--style", "sympy"]);
    assert_eq!((warned.out.as_str(), warned.status), ("4*I*x\n", 0));
    assert!(
        warned.err.ends_with("warning: SymPy does not read I as a variable; give it another name\n"),
        "{}",
        warned.err
    );
}

#[test]
fn explanations() {
    let ran = run(&["discriminant", "y^3 + x*y + 1", "--var", "y", "--explain"]);
    assert_eq!((ran.out.as_str(), ran.status), ("-4*x^3 - 27\n", 0));
    let text = ran.err.replace('\n', " ");
    assert!(text.starts_with("The discriminant has one variable, and a degree of at most 3: "), "{text}");
    assert!(text.contains("the answer is certified"), "{text}");
    assert!(run(&["gcd", "x^5 - x", "x^4 - 2*x^2 + 1", "--explain"]).err.contains("exact division"));
    assert!(run(&["lcm", "x", "y", "--explain"]).err.starts_with("The lcm follows from the form"));
    assert!(run(&["squarefree", "(x^2 - 1)^2", "--explain"]).err.contains("greatest common divisor"));
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
        "line 6: column 1: this is no object of JSON",
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

/// Names that other systems read as products get a warning, unless their numbers begin with 0 or 1.
#[test]
fn doubtful_names_are_warned_of() {
    let warnings = |line: &[&str]| {
        let ran = run(line);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.err.lines().filter(|line| line.starts_with("warning: ")).count()
    };
    let warning = run(&["gcd", "x2 + x", "x"]).err;
    assert!(warning.starts_with("warning: `x2` is one variable; write `x^2` for a product of powers"), "{warning}");
    assert_eq!(warnings(&["gcd", "x2*y + x", "y - xy"]), 2);
    assert_eq!(warnings(&["squarefree", "x1^2"]), 0);
    assert_eq!(warnings(&["gcd", "x2 + x", "x", "--vars", "x,x2"]), 0);
    assert_eq!(warnings(&["discriminant", "y^2 - x2 + x1", "--var", "y"]), 0);
    assert_eq!(warnings(&["discriminant", "y^2 - x2", "--var", "y"]), 1);
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
            assert!(message.contains("needs") && message.contains("allowed"), "{message}");
            // Memory has units.
            assert!(!message.contains("bytes of") && !message.contains("words of"), "{message}");
        }
    }
    let [f, g] = dense_pair(20, 5);
    let small = failure(&["resultant", &f, &g, "--var", "y", "--memory-limit", "20K"], 4);
    assert!(small.contains("of memory; 20.4 kB are allowed; try numbers in place of some variables"), "{small}");
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

/// Names that do not occur cost what reading them costs: it takes a second at most for 100,000, where a search for each of them among all others took
/// a minute.
#[test]
fn names_that_do_not_occur_take_linear_time() {
    let _turn = turn();
    let others = 100_000;
    let names = |first: &str| format!("{first}{}", (0..others).map(|k| format!(",\"v{k}\"")).collect::<String>());
    let zeros = ",0".repeat(others);
    // x^2 + y^2 - 1.
    let circle = format!(
        "{{\"vars\":[{}],\"terms\":[[1,[2,0{zeros}]],[1,[0,2{zeros}]],[-1,[0,0{zeros}]]]}}",
        names("\"x\",\"y\"")
    );
    let matrix = format!("{{\"vars\":[{}],\"rows\":[[\"x\",\"y\"],[\"y\",\"x*y + 1\"]]}}", names("\"x\",\"y\""));
    for (arguments, input, expected) in [
        (&["resultant", "-", "y - x^2", "--var", "y"][..], &circle, "x^4 + x^2 - 1\n"),
        (&["resultant", "y - x^2", "-", "--var", "y"], &circle, "x^4 + x^2 - 1\n"),
        (&["discriminant", "-", "--var", "y"], &circle, "-4*x^2 + 4\n"),
        (&["det", "-"], &matrix, "x^2*y + x - y^2\n"),
        (&["gcd", "-", "x^2 + 2*x + 1"], &circle, "1\n"),
        (&["gcd", "-", "6*x^3 + 6*x*y^2 - 6*x"], &circle, "x^2 + y^2 - 1\n"),
        (&["content", "-", "--var", "y"], &circle, "1\n"),
        (&["squarefree", "-"], &circle, "x^2 + y^2 - 1\n"),
        (&["plan", "resultant", "-", "y - x^2", "--var", "y"], &circle, ""),
        (&["plan", "discriminant", "-", "--var", "y"], &circle, ""),
        (&["plan", "det", "-"], &matrix, ""),
        (&["plan", "gcd", "-", "6*x^3 + 6*x*y^2 - 6*x"], &circle, ""),
    ] {
        let begin = std::time::Instant::now();
        let ran = run_with(input, &[arguments, &["--backend", "cpu"]].concat());
        println!("{arguments:?}: {:?}", begin.elapsed());
        assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{arguments:?}");
        assert!(ran.out.starts_with(expected), "{arguments:?}: {}", ran.out);
        assert!(begin.elapsed().as_secs() < 20, "{arguments:?}: {:?}", begin.elapsed());
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

/// Pairs beyond the limits are told with their lines, and the others have answers.
/// A term beside a polynomial in any number of variables.
/// Many names and many threads take no time of their own.
#[test]
fn names_and_threads_that_are_many() {
    let names: Vec<String> =
        ["x", "y"].into_iter().map(str::to_owned).chain((0..20_000).map(|i| format!("v{i}"))).collect();
    let names = names.join(",");
    let start = std::time::Instant::now();
    assert_eq!(answer(&["gcd", "x^2 - 1", "x - 1", "--vars", &names]), "x - 1\n");
    assert_eq!(
        answer(&["resultant", "x^2 - y + v7", "y - 1 + x", "--var", "x", "--vars", &names]),
        "y^2 - 3*y + v7 + 1\n"
    );
    assert_eq!(answer(&["squarefree", "x^2 - 1", "--vars", &names]), "x^2 - 1\n");
    assert_eq!(answer(&["gcd", "x^2 - 1", "x - 1", "--threads", "3000"]), "x - 1\n");
    // They took a minute together.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
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

/// Ctrl-C in the middle of minutes of work, and while waiting for input.
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
    for [f, g] in [[f.as_str(), &g], ["-", "y"]] {
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
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
        assert!(sent.success());
        let output = child.wait_with_output().expect("it ends");
        assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
        assert_eq!((output.stdout.len(), output.status.code()), (0, Some(130)));
        drop(input);
    }
}

/// Answers that are too long are refused before a power of a denominator, or anything else of that size, is made.
#[test]
fn powers_are_refused_at_once() {
    for [f, g] in [["y^2000000000/3 + x", "y^2000000000/3 - 1"], ["y^2000000000 + 3*x", "y^2000000000 - 3"]] {
        let message = failure(&["resultant", f, g, "--var", "y"], 4);
        assert!(message.contains("needs"), "{message}");
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
