//! Real roots, from outside.

use crate::runs::{answer, failure, run, run_with};
use serde_json::{Value, json};

#[test]
fn roots_in_text() {
    assert_eq!(answer(&["roots", "x^3 - 6000*x^2 + 11000000*x = 6000000000"]), "x = 1000\nx = 2000\nx = 3000\n");
    assert_eq!(answer(&["roots", "(2*t + 3)^2*(t^3 - 1/8)*t"]), "t = -3/2  # multiplicity 2\nt = 0\nt = 1/2\n");
    assert_eq!(answer(&["roots", "x^2 - 2", "--digits", "5"]), "x = -1.4142\nx = 1.4142\n");
    assert_eq!(answer(&["roots", "3*x - 2", "--digits", "5"]), "x = 0.66667\n");
    assert_eq!(answer(&["roots", "10^30*x^2 - 2", "--digits", "3"]), "x = -1.41e-15\nx = 1.41e-15\n");
    assert_eq!(answer(&["roots", "x^1000000000 - 7", "--digits", "12"]), "x = -1.00000000195\nx = 1.00000000195\n");
    let all = run(&["roots", "x^2 + 1"]);
    assert_eq!((all.out.as_str(), all.status), ("", 0));
    assert!(all.err.contains("no real roots: the degree is 2"), "{}", all.err);
    let quotient = run(&["roots", "(x^2 - 1)/(x^2 - 2*x + 1)"]);
    assert_eq!(quotient.out, "x = -1\n");
    assert!(quotient.err.contains("numerator in lowest terms"), "{}", quotient.err);
    let report = run(&["roots", "x^3*(x^2 - 2)", "--report"]);
    assert!(report.err.contains("3 real roots, 5 with multiplicities; degree 5"), "{}", report.err);
}

#[test]
fn roots_in_json() {
    let value: Value = serde_json::from_str(&answer(&["roots", "(u^2 - 2)*(4*u + 1)^2", "--format", "json"])).unwrap();
    assert_eq!((&value["degree"], &value["variable"]), (&json!(4), &json!("u")));
    let roots = value["roots"].as_array().unwrap();
    assert_eq!(
        (roots.len(), &roots[0]["value"], &roots[0]["multiplicity"]),
        (3, &json!("-1.4142135623730950488"), &json!(1))
    );
    assert_eq!(
        (&roots[1]["rational"], &roots[1]["multiplicity"], &roots[2]["rational"]),
        (&json!("-1/4"), &json!(2), &Value::Null)
    );
    let ends: Vec<eliminant::Rational> =
        (0..2).map(|k| roots[2]["interval"][k].as_str().unwrap().parse().unwrap()).collect();
    assert!(ends[0].clone() * &ends[0] < 2 && ends[1].clone() * &ends[1] > 2);
    let none: Value = serde_json::from_str(&run(&["roots", "7", "--format", "json"]).out).unwrap();
    assert_eq!(none["roots"], json!([]));
}

#[test]
fn roots_between() {
    let f = "(x^2 - 2)*(x - 1)^2*x";
    assert_eq!(answer(&["roots", f, "--between=0,1"]), "x = 0\nx = 1  # multiplicity 2\n");
    assert_eq!(answer(&["roots", f, "--between", "-inf,-1/3", "--digits", "3"]), "x = -1.41\n");
    assert_eq!(answer(&["roots", f, "--between", "1.0e0,inf", "--count"]), "2\n");
    assert_eq!(answer(&["roots", f, "--count", "--format", "json"]), "{\"count\":4,\"degree\":5,\"variable\":\"x\"}\n");
    let none = run(&["roots", f, "--between", "2,3"]);
    assert!(none.out.is_empty() && none.err.contains("no real roots from 2 to 3: the degree is 5"), "{}", none.err);
}

#[test]
fn complex_roots() {
    assert_eq!(
        answer(&["roots", "(z^2 - 2*z + 5)^2*(z - 1/3)*z", "--complex", "--digits", "3"]),
        "z = 0\nz = 0.333\nz = 1.00 + 2.00*i  # multiplicity 2\nz = 1.00 - 2.00*i  # multiplicity 2\n"
    );
    let text = answer(&["roots", "x^2 + 2", "--complex", "--format", "json"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    let root = &value["roots"][1];
    assert_eq!((&root["real"], &root["multiplicity"], &root["value"][0]), (&json!(false), &json!(1), &json!("0")));
    assert_eq!(root["value"][1], json!("-1.4142135623730950488"));
    let ends = [0, 1].map(|k| root["rectangle"][1][k].as_str().unwrap().parse::<eliminant::Rational>().unwrap());
    assert!(ends[0].clone() * &ends[0] > 2 && ends[1].clone() * &ends[1] < 2);
    let lines = answer(&["roots", "x^3 - 2", "--complex", "--intervals"]);
    assert!(lines.lines().nth(3).unwrap().starts_with("  # x in [-"), "{lines}");
    let report = run(&["roots", "x^3 - 2", "--complex", "--report"]);
    assert!(report.err.contains("3 roots, 1 of them real; degree 3"), "{}", report.err);
}

/// A line for each polynomial, in order; one that is refused does not spoil the others.
#[test]
fn batches() {
    let input = "{\"f\":\"x^2 - 4\"}\n\n{\"f\":\"x*y\"}\n{\"f\":\"(x^2 - 1)/(x - 1)\"}\n{\"f\":\"7\"}\n";
    let ran = run_with(input, &["roots", "--batch", "-", "--threads", "2"]);
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), ran.status), (4, 2), "{}", ran.err);
    assert_eq!(lines[0]["roots"].as_array().unwrap().len(), 2);
    assert!(lines[1]["error"].as_str().unwrap().starts_with("line 3") && ran.err.contains("line 3"), "{}", ran.err);
    assert_eq!((&lines[2]["roots"][0]["rational"], &lines[3]["roots"]), (&json!("-1"), &json!([])));
    let one = answer(&["roots", "x^2 - 4", "--format", "json"]);
    assert_eq!(lines[0], serde_json::from_str::<Value>(&one).unwrap());
    let counted = run_with("{\"f\":\"x^3 - x\"}\n", &["roots", "--batch", "-", "--count", "--between", "0,inf"]);
    assert_eq!(counted.out, "{\"count\":2,\"degree\":3,\"variable\":\"x\"}\n");
    let complex = run_with("{\"f\":\"x^3 - 2\"}\n", &["roots", "--batch", "-", "--complex"]);
    let one = answer(&["roots", "x^3 - 2", "--complex", "--format", "json"]);
    assert_eq!(complex.out, one, "{}", complex.err);
}

/// Each fault names what is wrong, and large ones are refused before there is work.
#[test]
fn faults_are_said() {
    for (arguments, status, text) in [
        (&["roots", "0"][..], 2, "every number"),
        (&["roots", "x*y - 1"], 2, "x, y"),
        (&["roots", "x^99999999 - x - 1"], 4, "100,000,000 needed"),
        (&["roots", "x^3000 - x - 1", "--memory-limit", "500K"], 4, "needs"),
        (&["roots", "x^2 - 2", "--digits", "0"], 2, "--digits"),
        (&["roots", "x^2 - 2", "--complex", "--count"], 2, "--count"),
        (&["roots", "x^70000 - x - 1", "--complex"], 4, "70,000 needed"),
        (&["roots", "x^2 - 2", "--between", "1"], 2, "an interval is A,B"),
        (&["roots", "x^2 - 2", "--between", "a,1"], 2, "`a` is not"),
        (&["roots", "x^2 - 2", "--between", "1,0"], 2, "from 1 to 0"),
        (&["roots", "x^2 - 2", "--count", "--digits", "3"], 2, "--digits"),
    ] {
        let message = failure(arguments, status);
        assert!(message.contains(text), "{arguments:?}: {message}");
    }
}
