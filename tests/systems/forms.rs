//! Text, PHCpack's format and JSON: what is allowed.

use eliminant::system::{Coefficient, Compiled, System, Term};
use rug::Rational;

fn text(input: &str) -> String {
    input.parse::<System>().unwrap_or_else(|error| panic!("{error}")).to_string()
}

#[test]
fn text_has_polynomials_by_line_or_by_semicolon() {
    assert_eq!(text("x + 1\ny - 1\n"), "x + 1;\ny - 1;\n");
    assert_eq!(text("# a comment; with one\r\n x\r\n\r\n+1"), "x;\n1;\n");
    assert_eq!(text("x +\n 1;\n y # half\n - 1"), "x + 1;\ny - 1;\n");
    assert_eq!(text("x - x; 0*y; 0"), "0;\n0;\n0;\n");
    assert_eq!(text("x - x; 0*y; 0").parse::<System>().unwrap().variables().len(), 0);
    assert_eq!("x - x; 0*y".parse::<System>().unwrap().variables(), ["x", "y"]);
}

#[test]
fn numbers_are_exact_and_complex() {
    assert_eq!(text("0.1*x + 1e-2 - .5E1*y"), "1/10*x - 5*y + 1/100;\n");
    assert_eq!(text("(1+2*i)*(1-2*I)*x"), "5*x;\n");
    assert_eq!(text("i^2; i**3; -i; (2*i)/(1 + i)"), "-1;\n-i;\n-i;\n(1 + i);\n");
    assert_eq!(text("-(1/2 - i)*x - (1 + i)*y"), "(-1/2 + i)*x + (-1 - i)*y;\n");
    assert_eq!(text("x - 2.5*i*x*y"), "-5/2*i*x*y + x;\n");
    // An `e` without digits behind it begins a name.
    assert_eq!(text("2*e3 - e"), "2*e3 - e;\n");
    assert_eq!(text("x/3/(1/2)"), "2/3*x;\n");
}

#[test]
fn powers_bind_closer_than_signs_and_expand() {
    assert_eq!(text("-x^2; (-x)^2; 2^10; (x - y)^2; x^0; 0^0"), "-x^2;\nx^2;\n1024;\nx^2 - 2*x*y + y^2;\n1;\n1;\n");
    assert_eq!(text("x^4294967295"), "x^4294967295;\n");
    assert_eq!(text("((((x))))^3*x**2"), "x^5;\n");
}

/// The grammar is that of polynomials.
#[test]
fn other_spellings() {
    for line in [
        "x^2 + 2*x*y - 1/2; y - 3",
        "x\u{b2} + 2x\u{b7}y = 1/2, y == 3",
        "[x^{2} + 2 \\cdot x*y - \\frac{1}{2}, y - 3]",
        "{x**2 + 2x*y - 0.5, y - 3};",
        "f := x^2 + 2*(x)(y) - 5e-1; g := y - 3;",
        "// two polynomials\nx^2 + 2*x*y - 1/2 (* one *)\ny - 3 # and another",
        "[Eq(x^2 + 2*x*y, Rational(1, 2)), Poly(y - 3, y, x)]",
        "ideal i = x^2 + 2*x*y - 1/2, y - 3;",
        "x^2 + 2*x*y - 1/2,\ny - 3",
    ] {
        assert_eq!(text(line), "x^2 + 2*x*y - 1/2;\ny - 3;\n", "{line}");
    }
    assert_eq!(text("x[1] - x(2); x_{1} + \u{3b1}"), "x_1 - x_2;\nx_1 + \u{3b1};\n");
    assert_eq!(text("(x^2 - 1)/(x - 1)"), "x + 1;\n");
    assert_eq!(text("x/(1 + 2*i)^2; 1/i; 3/I^3 + (1 + i)^-1"), "(-3/25 - 4/25*i)*x;\n-i;\n(1/2 + 5/2*i);\n");
    assert_eq!(text("(1 + i)^8*x + (x + i)^3; i^4294967"), "x^3 + 3*i*x^2 + 13*x - i;\n-i;\n");
}

/// A polynomial in many variables is read product by product, and is the same.
#[test]
fn many_variables() {
    let term = |k: usize| {
        format!(
            "{}(x{k} - i)*x{} {}2^-1*x{k}^2",
            if k.is_multiple_of(2) { "-" } else { "+ -" },
            k + 1,
            ["+", "-"][k % 2]
        )
    };
    let long = (0..40_000).map(term).collect::<Vec<_>>().join(" ");
    let system: System = long.parse().unwrap();
    assert_eq!((system.variables().len(), system.polynomials()[0].len()), (40_001, 120_000));
    // The first and the last ten lines by themselves.
    let few: System = (0..100).map(term).collect::<Vec<_>>().join(" ").parse().unwrap();
    assert_eq!(few.polynomials()[0][..50], system.polynomials()[0][..50]);
    assert!("1/x0 + ".repeat(300).parse::<System>().is_err());
}

#[test]
fn numerators_of_rational_functions() {
    let (system, divided) = System::numerators("x = (1 - t^2)/(1 + t^2); y - 1; z = 1/(i*z - 1)^2").unwrap();
    assert_eq!(system.to_string(), "x*t^2 + x + t^2 - 1;\ny - 1;\n-z^3 - 2*i*z^2 + z - 1;\n");
    let divided: Vec<(usize, &str)> = divided.iter().map(|d| (d.place, d.divisor.as_str())).collect();
    assert_eq!(divided, [(0, "(t^2 + 1)"), (2, "(i*z - 1)^2")]);
    let plain = System::numerators("2\nx - 1;\ny;\n").unwrap();
    assert_eq!((plain.0.len(), plain.1.len()), (2, 0));
}

#[test]
fn phcpack() {
    let system = System::from_phc("2 3\nx*y - 1.5E+00*z;\n x**2\n -y;  \n\n\nTHE SOLUTIONS :\n\n1 2\n==\n").unwrap();
    assert_eq!(system.variables(), ["x", "y", "z"]);
    assert_eq!(system.to_phc(), "2 3\nx*y - 3/2*z;\nx^2 - y;\n");
    // The order of variables by terms that cancel.
    let system = System::from_phc("2\nz - z + y - y + y^2*z - i;\ny;\n").unwrap();
    assert_eq!(system.variables(), ["z", "y"]);
    assert_eq!(System::from_phc(&system.to_phc()).unwrap(), system);
    // A variable that occurs nowhere.
    let system = System::from_json(r#"{"vars":["a","b"],"polynomials":[[["-1",[0,1]]]]}"#).unwrap();
    assert_eq!(system.to_phc(), "1 2\na - a + b - b -b;\n");
    assert_eq!(System::from_phc(&system.to_phc()).unwrap(), system);
    // A count alone on a line is one only where something follows.
    assert_eq!(text("2"), "2;\n");
}

#[test]
fn json() {
    let system = System::from_json(
        r#" {"polynomials": [[["2.5e-1", [3]], ["0", "-2/4", [0]], ["1", [3]]], []], "vars": ["x"]}"#,
    );
    let system = system.unwrap();
    assert_eq!(system.to_string(), "5/4*x^3 - 1/2*i;\n0;\n");
    assert_eq!(system.to_json(), r#"{"vars":["x"],"polynomials":[[["5/4",[3]],["0","-1/2",[0]]],[]]}"#);
}

#[test]
fn terms_are_put_together() {
    let term = |c: i32, exponents: &[(usize, u32)]| Term { coefficient: c.into(), exponents: exponents.to_vec() };
    let terms = vec![term(1, &[(1, 1), (0, 2)]), term(2, &[(0, 1), (1, 1), (0, 1)]), term(5, &[(1, 0)]), term(-5, &[])];
    let system = System::new(&["x", "y"], vec![terms]).unwrap();
    assert_eq!(system.to_string(), "3*x^2*y;\n");
    assert_eq!(system.polynomials()[0][0].degree(), 3);
}

#[test]
fn coefficients_as_doubles() {
    let tenth = Coefficient::new(Rational::from((1, 10)), Rational::from(-2));
    assert_eq!(tenth.nearest::<2>().unwrap(), [[0.1, -5.551115123125783e-18], [-2.0, 0.0]]);
    let huge = Coefficient::from(Rational::from(rug::Integer::from(1) << 2000u32));
    assert!(huge.nearest::<1>().unwrap_err().to_string().contains("beyond the range"));
    assert_eq!(Coefficient::default().inverse(), None);
}

/// A file that `scripts/reference/make_binary.py` has written by `docs/format.md`, and the example there.
#[test]
fn binary_files_of_others() {
    let system: System = include_str!("../data/binary/system1.txt").parse().unwrap();
    let bytes = include_bytes!("../data/binary/system1.bin");
    assert_eq!(System::read_binary(&bytes[..]).unwrap(), system);
    assert_eq!(Compiled::read_binary(&bytes[..]).unwrap(), system.compile().unwrap());
    let mut example = Vec::new();
    "z - i/2".parse::<System>().unwrap().write_binary(&mut example).unwrap();
    let example: Vec<String> = example.iter().map(|byte| format!("{byte:02x}")).collect();
    let page: Vec<&str> = include_str!("../../docs/format.md").split_whitespace().collect();
    assert!(page.join(" ").contains(&example.join(" ")), "{example:?}");
}
