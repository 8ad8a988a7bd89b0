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
