//! Answers as other systems read them, and reports in words.

use crate::runs::{answer, failure, run};

/// Each style is text that its system reads as the same polynomial.
#[test]
fn styles_of_other_systems() {
    let line = ["discriminant", "3/2*y^2 + x_1*y - x_1^3/7 + 1/3", "--var", "y", "--style"];
    let plain = "6/7*x_1^3 + x_1^2 - 2\n";
    for style in ["sage", "singular", "maple", "magma", "pari"] {
        assert_eq!(answer(&[&line[..], &[style]].concat()), plain);
    }
    assert_eq!(answer(&[&line[..], &["sympy"]].concat()), "6*x_1**3/7 + x_1**2 - 2\n");
    assert_eq!(answer(&[&line[..], &["mathematica"]].concat()), "6/7*x[1]^3 + x[1]^2 - 2\n");
    assert_eq!(answer(&[&line[..], &["latex"]].concat()), "\\frac{6}{7} x_{1}^{3} + x_{1}^{2} - 2\n");
    assert_eq!(answer(&["gcd", "x^2/2", "x^3/3", "--cofactors", "--style", "sympy"]), "x**2/6\n3\n2*x\n");
    let latex = answer(&["squarefree", "-x^3*(y - 1)/2", "--style", "latex"]);
    assert_eq!(latex, "-\\frac{1}{2} \\left(y - 1\\right) x^{3}\n");
    // Answers in both are input.
    let squares = ["discriminant", "y^2 + 2*w*x_1*y + w*z_a", "--var", "y", "--style"];
    for style in ["latex", "mathematica"] {
        let text = answer(&[&squares[..], &[style]].concat());
        assert_eq!(answer(&["gcd", &text, "0"]), "4*w^2*x_1^2 - 4*w*z_a\n", "{text}");
    }
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
    assert!(run(&["lcm", "x", "y", "--explain"]).err.starts_with("The least common multiple follows from"));
    assert!(run(&["squarefree", "(x^2 - 1)^2", "--explain"]).err.contains("greatest common divisor"));
}
