//! Rational functions from outside: answers that are divided by divisors, and where numerators are taken.

use crate::runs::{Ran, answer, failure, run, run_with};

/// A discriminant that is a rational function.
const LINE: [&str; 4] = ["discriminant", "y^2 + y/x_1 - 1", "--var", "y"];

fn with(more: &[&str]) -> Ran {
    run(&[&LINE[..], more].concat())
}

#[test]
fn answers_in_every_form_are_read_again() {
    for (style, expected) in [
        ("sage", "(4*x_1^2 + 1)/x_1^2\n"),
        ("sympy", "(4*x_1**2 + 1)/x_1**2\n"),
        ("mathematica", "(4*x[1]^2 + 1)/x[1]^2\n"),
        ("latex", "\\frac{4 x_{1}^{2} + 1}{x_{1}^{2}}\n"),
    ] {
        let ran = with(&["--style", style]);
        assert_eq!((ran.out.as_str(), ran.status), (expected, 0), "{style}: {}", ran.err);
    }
    let json = with(&["--format", "json"]).out;
    let expected = r#"{"numerator":{"vars":["x_1"],"terms":[["4",[2]],["1",[0]]]},"denominator":[{"factor":{"vars":["x_1"],"terms":[["1",[1]]]},"multiplicity":2}]}"#;
    assert_eq!(json.trim_end(), expected);
    let reported: serde_json::Value =
        serde_json::from_str(&with(&["--format", "json", "--report"]).out).expect("an object");
    assert!(reported["report"]["operation"].is_string() && reported["denominator"].is_array(), "{reported}");
    let plain = "(4*x_1^2 + 1)/x_1^2\n";
    for text in [plain.trim_end(), json.trim_end(), &reported.to_string()] {
        let again = run(&["resultant", text, "y - x_1", "--var", "y"]);
        assert_eq!((again.out.as_str(), again.status), (plain, 0), "{text}: {}", again.err);
        let again = run_with(text, &["resultant", "-", "y - x_1", "--var", "y", "--vars", "x_1,y"]);
        assert_eq!((again.out.as_str(), again.status), (plain, 0), "{text}: {}", again.err);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("answer");
    let path = path.to_str().expect("UTF-8");
    assert_eq!(with(&["--output", path]).status, 0);
    assert_eq!(std::fs::read_to_string(path).expect("the answer"), plain);
    let refused = with(&["--format", "bin", "--output", path]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("--format bin holds one polynomial, and the answer is a rational function"));
}

/// Where nothing can be divided, the numerators are taken or the problem is refused, and a line says so.
#[test]
fn what_is_not_divided() {
    let modular = with(&["--modulus", "7"]);
    assert_eq!((modular.out.as_str(), modular.status), ("4*x_1^2 + 1\n", 0));
    assert!(
        modular.err.contains("F is a rational function, and the numerator is taken: modulo a prime"),
        "{}",
        modular.err
    );
    let eliminated = run(&["discriminant", "y + 1/y - x", "--var", "y"]);
    assert_eq!(eliminated.out, "x^2 - 4\n");
    assert!(eliminated.err.contains("a zero of a divisor may be an extra zero of the answer"), "{}", eliminated.err);
    let message = failure(&["det", "[[1/x, 1], [1, 1]]", "--modulus", "7"], 2);
    assert!(
        message.contains("modulus: is for polynomials, and an entry of the matrix is a rational function"),
        "{message}"
    );
    // A common factor of the numerator and the divisor is no zero of either.
    let reduced = run(&["discriminant", "(x - 1)*(y^2 - x)/(x - 1)^2 + 0*y", "--var", "y"]);
    assert_eq!(reduced.out, "4*x/(x - 1)^2\n");
}

#[test]
fn plans_batches_and_characteristic_polynomials() {
    assert_eq!(run(&["plan", "discriminant", "y^2 + y/x - 1", "--var", "y"]).status, 0);
    assert_eq!(run(&["plan", "det", "[[1/x, 1], [1, x^2]]"]).status, 0);
    let ran = run(&["charpoly", "[1/x, 1; 0, 1]"]);
    assert_eq!(ran.out, "(t^2*x - t*x - t + 1)/x\n", "{}", ran.err);
    let lines = "{\"f\":\"y^2 + y/x - 1\"}\n{\"f\":\"y + 1/y - x\"}\n{\"f\":\"y^2 - x\"}\n";
    let ran = run_with(lines, &["discriminant", "--batch", "-", "--var", "y"]);
    let found: Vec<&str> = ran.out.lines().collect();
    assert_eq!((found[0], found[2]), (r#"{"discriminant":"(4*x^2 + 1)/x^2"}"#, r#"{"discriminant":"4*x"}"#));
    assert!(
        found[1].starts_with(r#"{"error":"line 2: f: its divisor y has the eliminated variable `y`"#),
        "{}",
        found[1]
    );
    assert_eq!(ran.status, 2);
    let ran = run_with("{\"matrix\":\"[[1/x]]\"}\n", &["det", "--batch", "-"]);
    assert_eq!(ran.out, "{\"determinant\":\"1/x\"}\n");
    assert_eq!(answer(&["lcm", "x/2 - 1/2", "1/3 - x^2/3", "x"]), "x^3 - x\n");
}

#[test]
fn gcds_and_what_follows_from_them() {
    let told = |line: &[&str], out: &str, note: &str| {
        let ran = run(line);
        assert_eq!((ran.out.as_str(), ran.status), (out, 0), "{line:?}: {}", ran.err);
        assert!(ran.err.starts_with("note: ") && ran.err.contains(note), "{line:?}: {}", ran.err);
    };
    let least = "the GCD of the numerators is divided by the least common multiple of the divisors";
    told(&["gcd", "1/x + 1", "(x + 1)^2/y"], "(x + 1)/(x*y)\n", &format!("F and G are rational functions: {least}"));
    told(&["gcd", "[x, 1/x]", "1/x^2"], "1/x^2\n", "F and G are");
    told(&["gcd", "x", "y", "1/(x*y)"], "1/(x*y)\n", "F3 is a rational function");
    told(&["gcd", "(x^2 - 1)/y", "x + 1", "--cofactors"], "(x + 1)/y\nx - 1\ny\n", "F is a rational function");
    told(&["gcd", "1/x", "0", "--style", "sympy"], "1/x\n", least);
    told(&["lcm", "1/x", "1/x^2"], "1/x\n", "least common multiple of the numerators is divided by the GCD");
    told(&["content", "y^2/x + 1/x^2", "--var", "y"], "1/x^2\nx*y^2 + 1\n", "numerator is divided by x^2");
    told(&["squarefree", "(x - 1)^2/x^3", "--style", "latex"], "\\left(x - 1\\right)^{2} x^{-3}\n", "divisor x^3");
    // A divisor that divides is cancelled, and nothing is said.
    assert_eq!(answer(&["gcd", "(x^2 - 1)/(x + 1)", "x^2 - 1"]), "x - 1\n");
    assert_eq!(answer(&["squarefree", "(x^3 - x)/x"]), "x^2 - 1\n");
    for (line, expected) in [
        (&["gcd", "1/x", "x", "--modulus", "7"][..], "--modulus is for polynomials, and F is divided by x"),
        (&["squarefree", "1/x", "--modulus", "7"], "--modulus is for polynomials, and F is divided by x"),
        (&["xgcd", "x", "1/x"], "xgcd is for polynomials, and G is divided by x"),
        (&["content", "1/y + x", "--var", "y"], "its divisor y has the variable `y`"),
    ] {
        assert!(failure(line, 2).contains(expected), "{line:?}");
    }
    assert!(run(&["gcd", "1/x", "x", "--format", "bin"]).err.contains("--format bin holds one polynomial"));
    assert_eq!(run(&["plan", "gcd", "1/x", "x"]).status, 0);
    let ran = run_with("{\"f\":\"1/x\",\"g\":\"1/y\"}\n{\"f\":\"x\",\"g\":\"x^2\"}\n", &["gcd", "--batch", "-"]);
    assert_eq!(ran.out, "{\"gcd\":\"1/(x*y)\"}\n{\"gcd\":\"x\"}\n", "{}", ran.err);
}

/// Answers in text and JSON are functions again.
#[test]
fn gcds_are_read_again() {
    let f = "(x - 1)^2*(y + 1)/(3*(x + y)^3)";
    for line in [&["squarefree", f][..], &["gcd", f, "0"], &["lcm", f, f], &["gcd", f, "0", "--cofactors"]] {
        for format in ["text", "json"] {
            let ran = run(&[line, &["--format", format]].concat());
            let text = ran.out.lines().next().expect("an answer");
            let again = run_with(text, &["gcd", "-", "0"]);
            assert_eq!(again.status, 0, "{line:?} {format}: {text}: {}", again.err);
            let difference = format!("({}) - {f}", again.out.trim());
            assert_eq!(answer(&["gcd", &difference, "0"]), "0\n", "{line:?} {format}: {text}: {}", again.out);
        }
    }
}
