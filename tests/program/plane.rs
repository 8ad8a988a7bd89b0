//! Solutions of two polynomials, from outside.

use crate::runs::{answer, failure, run, run_with};
use serde_json::{Value, json};

#[test]
fn solutions_in_text() {
    assert_eq!(answer(&["solve", "y^2 = x^3", "y = x"]), "x = 0, y = 0  # multiplicity 2\nx = 1, y = 1\n");
    assert_eq!(
        answer(&["solve", "[s*t = 1, s = 4*t]", "--digits", "3"]),
        "s = -2.00, t = -0.500\ns = 2.00, t = 0.500\n"
    );
    assert_eq!(answer(&["solve", "x - 3", "x*y - 1", "--vars", "y,x"]), "y = 1/3, x = 3\n");
    let boxes = answer(&["solve", "x^2 - 2", "y - x", "--intervals", "--digits", "2"]);
    let lines: Vec<&str> = boxes.lines().collect();
    assert_eq!((lines.len(), lines[0]), (4, "x = -1.4, y = -1.4"));
    assert!(lines[1].starts_with("  # x in [-") && lines[1].contains(", y in [-"), "{boxes}");
    let none = run(&["solve", "x^2 + y^2 + 1", "x - y"]);
    assert!(none.out.is_empty() && none.err.contains("no real solutions"), "{}", none.err);
    let quotient = run(&["solve", "(x - 1)/y", "x - y"]);
    assert!(quotient.out == "x = 1, y = 1\n" && quotient.err.contains("numerator"), "{}", quotient.err);
    let report = run(&["solve", "x^2 + y^2 - 2", "x^2 - y", "--report"]);
    assert!(
        report.err.contains("2 real solutions, 2 with multiplicities; of 4 complex ones, 4 with"),
        "{}",
        report.err
    );
    let curve = run(&["solve", "x*y", "x*(y - 1)"]);
    assert!(curve.out.is_empty() && curve.err.contains("wherever x = 0"), "{}", curve.err);
}

#[test]
fn solutions_in_json() {
    let arguments = ["solve", "(u - v)^2*(u + v)", "2*u - 1", "--format", "json", "--report"];
    let value: Value = serde_json::from_str(&answer(&arguments)).unwrap();
    assert_eq!(
        (&value["variables"], &value["complex"], &value["different"]),
        (&json!(["u", "v"]), &json!(3), &json!(2))
    );
    let solutions = value["solutions"].as_array().unwrap();
    assert_eq!((solutions.len(), &solutions[1]["multiplicity"]), (2, &json!(2)));
    assert_eq!(solutions[0]["point"][1]["rational"], json!("-1/2"));
    assert!(value["report"]["milliseconds"].as_f64().unwrap() > 0.0 && value["common"].is_null());
}

/// The real solutions as without `--complex`, then the others.
#[test]
fn complex_solutions() {
    let pair = ["solve", "(x^2 + y^2 - 1)*(x - 5)", "(x - y^2 - 1)*(x - 5)"];
    let run_with_complex = run(&[&pair[..], &["--complex", "--digits", "3"]].concat());
    assert_eq!(
        run_with_complex.out,
        "x = 1.00, y = 0  # multiplicity 2\nx = -2.00, y = 0 + 1.73*i\nx = -2.00, y = 0 - 1.73*i\n"
    );
    assert!(run_with_complex.err.contains("wherever x - 5 = 0"), "{}", run_with_complex.err);
    let text = run(&[&pair[..], &["--complex", "--format", "json"]].concat()).out;
    let value: Value = serde_json::from_str(&text).unwrap();
    let others = value["others"].as_array().unwrap();
    assert_eq!((value["solutions"].as_array().unwrap().len(), others.len()), (1, 2));
    assert_eq!(others[0]["point"][0]["rational"], json!("-2"));
    assert_eq!(others[1]["point"][1]["value"], json!(["0", "-1.7320508075688772935"]));
    let real: Value = serde_json::from_str(&run(&[&pair[..], &["--format", "json"]].concat()).out).unwrap();
    assert!(real["others"].is_null() && real["solutions"] == value["solutions"]);
    // No real solution, and no remark that there is none.
    let lines = answer(&["solve", "x^2 + 1", "y - x", "--complex", "--intervals"]);
    assert!(lines.starts_with("x = 0 + 1.0000") && lines.lines().nth(3).unwrap().contains("]*i, y in ["), "{lines}");
    let batch = run_with("{\"f\":\"x^2 + 1\",\"g\":\"y\"}\n", &["solve", "--batch", "-", "--complex", "--vars", "x,y"]);
    let value: Value = serde_json::from_str(&batch.out).unwrap();
    assert_eq!(value["others"].as_array().unwrap().len(), 2, "{}", batch.err);
}

/// Each fault names what is wrong.
#[test]
fn faults_are_said() {
    for (arguments, status, text) in [
        (&["solve", "0", "0", "--vars", "x,y"][..], 2, "every point is a solution"),
        (&["solve", "x*y", "z"], 2, "x, y, z; two are wanted"),
        (&["solve", "x - 1", "x^2"], 2, "name both"),
        (&["solve", "x"], 2, "solve takes two polynomials, and 1 given"),
        (&["solve", "[x, y, x - y]"], 2, "and 3 given"),
        (&["solve", "x*y", "x", "--vars", "x"], 2, "--vars has 1 name"),
        (&["solve", "x*y", "x", "--vars", "x,z"], 2, "y"),
        (&["solve", "x*y)", "x"], 2, "F"),
        (&["solve", "x^30000 + y^30000 - 1", "x^30000*y - y^30000 - x"], 4, ""),
    ] {
        let message = failure(arguments, status);
        assert!(message.contains(text), "{arguments:?}: {message}");
    }
}

/// Answers of a batch are those of the pairs one by one.
#[test]
fn batches() {
    let pairs = [["x^2 + y^2 - 5", "x*y - 2"], ["x*y", "x*(y - 1)"], ["y^2 - x^3", "y - x"]];
    let input: String = pairs.iter().map(|[f, g]| json!({ "f": f, "g": g }).to_string() + "\n").collect();
    let ran = run_with(&input, &["solve", "--batch", "-"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((lines.len(), ran.status), (3, 0), "{}", ran.err);
    for ([f, g], line) in pairs.iter().zip(lines) {
        assert_eq!(run(&["solve", f, g, "--format", "json"]).out, format!("{line}\n"));
    }
    let wrong = run_with("{\"f\":\"x\"}\n", &["solve", "--batch", "-"]);
    assert!(wrong.status == 2 && wrong.err.contains("the key `g` is missing"), "{}", wrong.err);
}
