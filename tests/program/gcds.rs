//! The program's GCDs, contents and squarefree decompositions, from outside.

use crate::runs::{answer, failure, run, run_with};
use serde_json::Value;

#[test]
fn gcds_of_text_and_json() {
    assert_eq!(answer(&["gcd", "4*x^3 - 4*x", "-6*x^2 - 12*x - 6"]), "2*x + 2\n");
    assert_eq!(answer(&["gcd", "12", "-18"]), "6\n");
    assert_eq!(answer(&["gcd", "0", "-3*x + 6"]), "3*x - 6\n");
    assert_eq!(answer(&["gcd", "0", "0"]), "0\n");
    for choices in [&["--backend", "cpu", "--threads", "1"][..], &["--method", "schur", "--seed", "5"]] {
        assert_eq!(answer(&[&["gcd", "x^5 - x", "x^4 - 2*x^2 + 1"], choices].concat()), "x^2 - 1\n");
    }
    // Cofactors behind the answer, also where one polynomial is 0, and where both are.
    assert_eq!(answer(&["gcd", "x^2 - 1", "x^3 - 1", "--cofactors"]), "x - 1\nx + 1\nx^2 + x + 1\n");
    assert_eq!(answer(&["gcd", "-3*x + 6", "0", "--cofactors"]), "3*x - 6\n-1\n0\n");
    assert_eq!(answer(&["gcd", "0", "0", "--cofactors"]), "0\n0\n0\n");
    let json = ["gcd", "x^2 - 1", "-", "--format", "json"];
    let gcd = r#"{"vars":["x"],"terms":[["1",[1]],["-1",[0]]]}"#;
    assert_eq!(run_with("x^3 - 1", &json).out, format!("{gcd}\n"));
    let with = run_with("x^3 - 1", &[&json[..], &["--cofactors"]].concat());
    let f = r#"{"vars":["x"],"terms":[["1",[1]],["1",[0]]]}"#;
    let g = r#"{"vars":["x"],"terms":[["1",[2]],["1",[1]],["1",[0]]]}"#;
    assert_eq!(with.out, format!("{{\"gcd\":{gcd},\"cofactors\":[{f},{g}]}}\n"));
    assert_eq!((with.err.as_str(), with.status), ("", 0));
    // The least that both are integral multiples of.
    assert_eq!(answer(&["gcd", "x/2", "x/3", "--cofactors"]), "1/6*x\n3\n2\n");
    assert_eq!(answer(&["gcd", "x^2/4 - 1/4", "x/6 + 1/6"]), "1/12*x + 1/12\n");
    let huge = failure(&["gcd", "x^2000000000 - x - 1", "x^2 - 1"], 4);
    assert!(huge.contains("2,000,000,001 needed, at most 33,554,432 possible"), "{huge}");
    assert!(failure(&["gcd", "x"], 2).contains("gcd takes two polynomials or more"));
}

#[test]
fn gcds_and_multiples_of_lists() {
    assert_eq!(answer(&["gcd", "x^12 - 1", "x^8 - 1", "x^6 - 1"]), "x^2 - 1\n");
    assert_eq!(answer(&["gcd", "0", "0", "-3*x"]), "3*x\n");
    assert_eq!(answer(&["gcd", "x*y", "y*z", "-2*y", "--vars", "z,y,x"]), "y\n");
    assert_eq!(answer(&["gcd", "x^2 - 1", "x^3 - 1", "x^2 + 6*x", "--modulus", "7"]), "x + 6\n");
    assert_eq!(answer(&["lcm", "x^2 - 1", "x^2 + 2*x + 1"]), "x^3 + x^2 - x - 1\n");
    assert_eq!(answer(&["lcm", "2*x", "3*x*y", "4*y^2"]), "12*x*y^2\n");
    assert_eq!((answer(&["lcm", "-x/2", "-x/3"]), answer(&["lcm", "-4", "6"])), ("x\n".to_owned(), "12\n".to_owned()));
    assert_eq!((answer(&["lcm", "-x", "0"]), answer(&["lcm", "0", "0"])), ("0\n".to_owned(), "0\n".to_owned()));
    let ran = run(&["gcd", "x^12 - 1", "x^8 - 1", "x^6 - 1", "--report", "--backend", "cpu"]);
    assert!(ran.err.contains("\npairs          2, none by themselves\n"), "{}", ran.err);
    let json: Value = serde_json::from_str(&answer(&["lcm", "x", "y", "--format", "json", "--report"])).expect("JSON");
    assert_eq!((&json["terms"][0], json["report"].is_object()), (&serde_json::json!(["1", [1, 1]]), true));
    assert!(failure(&["gcd", "x", "y", "z", "--cofactors"], 2).contains("for two polynomials"));
    assert!(failure(&["gcd", "x", "y", "z", "--checkpoint", "c"], 2).contains("for two polynomials"));
    assert!(failure(&["gcd", "x", "-", "-"], 2).contains("F2 and F3 are all `-`"));
    assert!(failure(&["gcd", "x", "y", "3$"], 2).starts_with("error: F3: line 1, column 2"));
    assert!(failure(&["lcm", "x"], 2).contains("lcm takes two polynomials or more"));
    assert!(failure(&["gcd", "x", "y", "--cofactor"], 2).contains("'--cofactors'"));
}

#[test]
fn reports_of_gcds() {
    let line = ["gcd", "x^5 - x", "x^4 - 2*x^2 + 1", "--report", "--backend", "cpu"];
    let ran = run(&line);
    assert_eq!((ran.out.as_str(), ran.status), ("x^2 - 1\n", 0));
    let rows: Vec<(&str, &str)> = ran.err.lines().map(|line| line.split_once("  ").expect("two columns")).collect();
    let row = |name: &str| rows.iter().find(|row| row.0 == name).map(|row| row.1.trim()).expect(name);
    assert_eq!((row("operation"), row("method")), ("gcd", "remainder"));
    assert_eq!(row("answer"), "degree 2 in x, 2 terms, 1 bit");
    assert!(row("engine").starts_with("cpu") && row("verified").starts_with("modulo ") && row("time").ends_with(" ms"));
    let value: Value = serde_json::from_str(&answer(&[&line[..], &["--format", "json"]].concat())).expect("JSON");
    let report = &value["report"];
    assert_eq!((&report["backend"], &report["pairs"], &report["candidates"]), (&"cpu".into(), &1.into(), &1.into()));
    assert!(report["primes"].as_u64() >= Some(2) && report["verified_modulo"].as_u64() > Some(1 << 60));
    let stages: Vec<&str> =
        report["stages"].as_array().expect("stages").iter().filter_map(|s| s["stage"].as_str()).collect();
    assert!(["reduce", "images", "lift", "divide", "verify"].iter().all(|name| stages.contains(name)), "{stages:?}");
}

#[test]
fn batches_of_gcds() {
    // Answers are in the order of the lines, empty ones left out, however the pairs are grouped.
    let mut input = String::new();
    let mut expected = String::new();
    for n in (1..40).chain([700, 3, 650]) {
        input += &format!("{{\"f\":\"x^{n} - 1\",\"g\":\"{n}*x^{} - {n}\"}}\n\n", 3 * n);
        let gcd = if n == 1 { "x - 1".to_owned() } else { format!("x^{n} - 1") };
        expected += &format!("{{\"gcd\":\"{gcd}\"}}\n");
    }
    input += "{\"g\":\"x/3\",\"f\":\"x/2\"}\n{\"f\":\"0\",\"g\":\"0\"}";
    expected += "{\"gcd\":\"1/6*x\"}\n{\"gcd\":\"0\"}\n";
    let ran = run_with(&input, &["gcd", "--batch", "-"]);
    assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.status), (expected.as_str(), "", 0));
    assert_eq!(answer(&["gcd", "--batch", "/dev/null"]), "");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pairs.jsonl");
    let file = path.to_str().expect("UTF-8");
    let wrong = |text: &str| {
        std::fs::write(&path, text).expect("written");
        let ran = run(&["gcd", "--batch", file]);
        assert_eq!(ran.status, 2);
        let last: Value = serde_json::from_str(ran.out.lines().last().expect("a line")).expect("JSON");
        assert!(last["error"].is_string(), "{last}");
        // The line before has its answer.
        assert_eq!(ran.out.starts_with("{\"gcd\":\"x - 1\"}\n"), text.starts_with('{'), "{}", ran.out);
        ran.err
    };
    let first = "{\"f\":\"x^2 - 1\",\"g\":\"x - 1\"}\n\n";
    let message = wrong(&format!("{first}{{\"f\":\"x\",\"h\":\"x\"}}\n"));
    assert!(
        message.starts_with(&format!("error: --batch ({file}), line 3: the key `h` has no meaning here; a line is ")),
        "{message}"
    );
    let message = wrong(&format!("{first}{{\"f\":\"x\",\"g\":\"3$\"}}\n"));
    assert!(message.starts_with(&format!("error: --batch ({file}), line 3, g: line 1, column 2: ")), "{message}");
    assert!(wrong("x^2 - 1").starts_with(&format!("error: --batch ({file}), line 1: ")));
    assert!(failure(&["gcd", "--batch", "/no/such/file"], 2).contains("(/no/such/file): cannot be read"));
    assert!(failure(&["gcd", "x", "x", "--batch", file], 2).contains("cannot be used with"));
}

/// Pairs modulo a prime, each by itself.
#[test]
fn batches_modulo_primes() {
    let lines = "{\"f\":\"x^2 + 1\",\"g\":\"3*x - 6\"}\n{\"f\":\"x/5\",\"g\":\"x\"}\n{\"f\":\"x^2 + y^2\",\"g\":\"x*z + y*z\"}\n";
    let ran = run_with(lines, &["gcd", "--batch", "-", "--modulus", "5"]);
    let answers: Vec<&str> = ran.out.lines().collect();
    assert_eq!((answers[0], answers[2]), ("{\"gcd\":\"x + 3\"}", "{\"gcd\":\"1\"}"));
    assert!(answers[1].contains("\"error\"") && answers[1].contains("divisible by 5"), "{}", answers[1]);
    let ran = run_with(lines, &["gcd", "--batch", "-", "--modulus", "2"]);
    assert_eq!(ran.out, "{\"gcd\":\"1\"}\n{\"gcd\":\"x\"}\n{\"gcd\":\"x + y\"}\n");
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn contents() {
    assert_eq!(answer(&["content", "2*x*y^2/3 - 2*x^2*y", "--var", "y"]), "2/3*x\n-3*x*y + y^2\n");
    let json: Value =
        serde_json::from_str(&answer(&["content", "6*x - 4", "--var", "x", "--format", "json"])).expect("JSON");
    assert!(json["content"]["terms"][0][0] == "2" && json["report"].is_null(), "{json}");
    let message = failure(&["content", "x + 1", "--var", "y"], 2);
    assert!(message.contains("`y` is not a variable") && message.contains('x'), "{message}");
}

#[test]
fn a_pair_that_is_refused_spoils_no_batch() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pairs.jsonl");
    let file = path.to_str().expect("UTF-8");
    let pair = |f: &str, g: &str| format!("{{\"f\":\"{f}\",\"g\":\"{g}\"}}\n");
    let five = pair("(a^5000000*b + a^4999999*c + d + e)*(a - 1)", "(a^5000000*b + a^4999999*c - d + e)*(a - 1)");
    let text = pair("x^2 - 1", "x - 1")
        + "\n"
        + &five
        + &pair("a*b - b^2", "a - b")
        + &five
        + &pair("x^34000000 + x + 1", "x + 1");
    std::fs::write(&path, text).expect("written");
    let ran = run(&["gcd", "--batch", file]);
    let answers: Vec<&str> = ran.out.lines().collect();
    let refused =
        |line: usize| format!("{{\"error\":\"line {line}: coefficients of an image in one variable: 5,000,002 needed");
    assert_eq!((answers[0], answers[2]), ("{\"gcd\":\"x - 1\"}", "{\"gcd\":\"a - b\"}"));
    assert!(answers[1].starts_with(&refused(3)) && answers[3].starts_with(&refused(5)), "{answers:?}");
    assert!(answers[4].starts_with("{\"error\":\"line 6: coefficients of a dense polynomial"), "{}", answers[4]);
    let place = format!("error: --batch ({file}), line 3: coefficients of an image in one variable: 5,000,002 needed");
    assert!(ran.err.starts_with(&place), "{}", ran.err);
    assert!(ran.err.contains("3 of 5 lines have no answer, also lines 5, 6"), "{}", ran.err);
    assert_eq!((answers.len(), ran.status), (5, 4));
}

#[test]
fn the_gcd_with_a_term() {
    assert_eq!(answer(&["gcd", "a*b*c*d*e", "1"]), "1\n");
    assert_eq!(answer(&["gcd", "6*a^3*b*c*d*e*f - 4*a^2*b^2*c*d*e", "-10*a^2*b^9*d*e^2"]), "2*a^2*b*d*e\n");
    let with_cofactors = ["gcd", "-6*a*b*c*d*e", "4*a*b*c*d*e^2 - 2*b*e", "--cofactors"];
    assert_eq!(answer(&with_cofactors), "2*b*e\n-3*a*c*d\n2*a*c*d*e - 1\n");
    assert_eq!(answer(&["gcd", "-3", "6*a*b - 9*c*d*e*f"]), "3\n");
    // Coprime ones too.
    assert_eq!(answer(&["gcd", "a*b + c*d + e", "a + b + c + d + e"]), "1\n");
    let product = ["gcd", "(a*b + c*d + e)*(a - 1)", "(a + b + c + d + e)*(a - 1)"];
    assert_eq!(answer(&product), "a - 1\n");
    let symbols = ["gcd", "(a*x + b*y + c*z)^2", "(a*x + b*y + c*z)*(x - 1)", "--cofactors"];
    assert_eq!(answer(&symbols), "a*x + b*y + c*z\na*x + b*y + c*z\nx - 1\n");
    assert_eq!(answer(&["squarefree", "(a*x + b*y + c*z)^2*(x - 1)"]), "(x - 1)*(a*x + b*y + c*z)^2\n");
}

#[test]
fn squarefree_decompositions() {
    assert_eq!(answer(&["squarefree", "-12*(x - 1)^3*(x + 2)*x^3"]), "-12*(x + 2)*(x^2 - x)^3\n");
    assert_eq!(answer(&["squarefree", "x^2 - 1"]), "x^2 - 1\n");
    assert_eq!(answer(&["squarefree", "-32*x^2 + 9"]), "-(32*x^2 - 9)\n");
    assert_eq!((answer(&["squarefree", "4*x"]), answer(&["squarefree", "-x^3"])), ("4*x\n".into(), "-x^3\n".into()));
    assert_eq!(answer(&["squarefree", "x^2/2 - x + 1/2"]), "1/2*(x - 1)^2\n");
    assert_eq!((answer(&["squarefree", "-7"]), answer(&["squarefree", "0"])), ("-7\n".to_owned(), "0\n".to_owned()));
    let json = answer(&["squarefree", "-4*(x - 1)^2*x", "--format", "json"]);
    let expected = r#"{"content":"-4","factors":[{"factor":{"vars":["x"],"terms":[["1",[1]]]},"multiplicity":1},{"factor":{"vars":["x"],"terms":[["1",[1]],["-1",[0]]]},"multiplicity":2}]}"#;
    assert_eq!(json, format!("{expected}\n"));
    let ran = run(&["squarefree", "(x^2 + 1)^5", "--report"]);
    assert_eq!((ran.out.as_str(), ran.status), ("(x^2 + 1)^5\n", 0));
    assert!(ran.err.contains("candidates"), "{}", ran.err);
}
