//! Commands whose answers are several polynomials: batches, plans, and what is refused.

use crate::runs::{answer, failure, run_with};
use serde_json::{Value, json};

/// The lines of a batch.
fn lines(input: &str, arguments: &[&str]) -> Vec<Value> {
    let ran = run_with(input, &[arguments, &["--batch", "-"]].concat());
    assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{arguments:?}");
    ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn batches_of_lists() {
    let pairs = "{\"f\":\"y^2 - x\",\"g\":\"x*y - 1\",\"var\":\"y\"}\n{\"f\":\"x^2 - 2\",\"g\":\"x - 3\"}\n";
    assert_eq!(
        lines(pairs, &["subresultants"]),
        [json!({"subresultants": ["-x^3 + 1", "x*y - 1"]}), json!({"subresultants": ["7", "x - 3"]})]
    );
    assert_eq!(
        lines(pairs, &["subresultants", "--principal"]),
        [json!({"principal": ["-x^3 + 1", "x"]}), json!({"principal": ["7", "1"]})]
    );
    assert_eq!(lines(pairs, &["cofactors"])[0], json!({"subresultant": "-x^3 + 1", "cofactors": ["x^2", "-x*y - 1"]}));
    assert_eq!(lines("{\"f\":\"x^2 - 2\"}\n", &["sturm-habicht"]), [json!({"sequence": ["8", "2*x", "x^2 - 2"]})]);
    assert_eq!(
        lines("{\"f\":\"x\",\"g\":\"x - 1\"}\n\n{\"f\":\"x^2 - 1\",\"g\":\"0\"}\n", &["xgcd"]),
        [json!({"gcd": "1", "combination": ["1", "-1"]}), json!({"gcd": "x^2 - 1", "combination": ["1", "0"]})]
    );
    let matrices = "{\"matrix\":\"[[x, 1], [2, y]]\"}\n{\"matrix\":\"[[x/2]]\"}\n";
    assert_eq!(
        lines(matrices, &["adjugate"]),
        [
            json!({"adjugate": "[[y, -1], [-2, x]]", "determinant": "x*y - 2"}),
            json!({"adjugate": "[[1]]", "determinant": "1/2*x"})
        ]
    );
    assert_eq!(
        lines("{\"matrix\":\"[[x, y, 1], [x^2, x*y, x]]\"}\n", &["rank"]),
        [json!({"rank": 1, "rows": [0], "columns": [0], "certified": true})]
    );
    let systems = "{\"matrix\":\"[[x, 1], [1, y]]\",\"right\":\"[1, 0]\"}\n{\"matrix\":\"[[x, x^2], [1, x]]\",\"right\":\"[1, 1]\"}\n";
    assert_eq!(
        lines(systems, &["solve-linear"]),
        [
            json!({"solutions": "unique", "free": [], "numerators": "[[y], [-1]]", "denominator": "x*y - 1"}),
            json!({"solutions": "none", "free": []})
        ]
    );
    // One that is refused does not spoil the others.
    let ran = run_with("{\"f\":\"x\"}\n{\"f\":\"x*y\"}\n", &["sturm-habicht", "--batch", "-"]);
    assert!(ran.out.starts_with("{\"sequence\":[\"1\",\"x\"]}\n{\"error\":\"line 2: choose one of the variables"));
    assert_eq!(ran.status, 2);
    assert!(failure(&["cofactors", "--batch", "/dev/null", "--explain"], 2).contains("leave it out for a batch"));
}

#[test]
fn plans_of_lists() {
    let plan = |arguments: &[&str]| -> Value {
        let all = [&["plan"], arguments, &["--format", "json", "--backend", "cpu"]].concat();
        serde_json::from_str(&answer(&all)).expect("JSON")
    };
    let sequence = plan(&["sturm-habicht", "x^9 - 3*x + 1"]);
    assert_eq!((&sequence["operation"], &sequence["outputs"]), (&json!("Sturm-Habicht sequence"), &json!(45)));
    assert_eq!(plan(&["adjugate", "[[x, 1], [2, y]]"])["outputs"], 5);
    assert_eq!(plan(&["rank", "[[x, y], [2*x, 2*y]]"])["operation"], "rank");
    assert_eq!(plan(&["rank", "[[x, y], [2*x, 2*y]]", "--certify", "false"])["outputs"], 0);
    let system = plan(&["solve-linear", "[[x, 1], [1, y]]", "[1, 0]"]);
    assert_eq!((&system["operation"], &system["outputs"]), (&json!("linear system"), &json!(3)));
    assert_eq!(plan(&["solve-linear", "[[x, x^2], [1, x]]", "[1, 1]"])["outputs"], 0);
    let lines = "{\"matrix\":\"[[x, 1], [2, y]]\"}\n{\"matrix\":\"[[x, y]]\"}\n";
    let ran = run_with(lines, &["plan", "adjugate", "--batch", "-", "--backend", "cpu"]);
    assert!(
        ran.out.starts_with("operation      adjugates of a batch\nlines          2\nerrors         1\n"),
        "{}",
        ran.out
    );
    assert!(ran.err.contains("line 2: matrix: has 1 row and 2 columns"), "{}", ran.err);
}

#[test]
fn what_lists_refuse() {
    assert!(failure(&["subresultants", "x"], 2).contains("subresultants take two polynomials, and 1 is given"));
    assert!(failure(&["sturm-habicht", "x", "y"], 2).contains("sturm-habicht takes one polynomial, and 2 are given"));
    assert!(failure(&["sturm-habicht", "x^2", "--index", "3"], 2).contains("ends with number"));
    assert!(failure(&["rank", "[[x]]", "--modulus", "7"], 2).contains("--modulus"));
    assert!(failure(&["cofactors", "1/x", "x", "--var", "x"], 2).contains("is a rational function"));
    // Degrees that no grid has are none that minors refuse.
    let large = ["subresultants", "y^2 + x^1000000000*y + x", "y - 1", "--var", "y", "--backend", "cpu"];
    assert_eq!(answer(&large), "x^1000000000 + x + 1\ny - 1\n");
}
