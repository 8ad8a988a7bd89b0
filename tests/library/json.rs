//! Values of the library inside of values of a user, through `serde`.

use eliminant::{Matrix, Polynomial, RationalMatrix, RationalPolynomial, System};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Problem {
    name: String,
    f: Polynomial,
    g: RationalPolynomial,
    m: Matrix,
    r: RationalMatrix,
    system: Option<System>,
}

#[test]
fn round_trip() {
    let problem = Problem {
        name: "all types".to_owned(),
        f: "3*x^2*y - 5*y + 123456789012345678901234567890".parse().unwrap(),
        g: "x/2 - 1/3".parse().unwrap(),
        m: "[[x, y], [1, x*y]]".parse().unwrap(),
        r: RationalMatrix::parse("[[x/2, 1/3], [0, y]]").unwrap(),
        system: Some("x^2 + y^2 - 1.25; (1 + 2*i)*x*y - 1".parse().unwrap()),
    };
    let text = serde_json::to_string(&problem).unwrap();
    assert_eq!(serde_json::from_str::<Problem>(&text).unwrap(), problem);
    // Inside it is the JSON that the types have by themselves.
    for part in [problem.f.to_json(), problem.g.to_json(), problem.m.to_json(), problem.r.to_json()] {
        assert!(text.contains(&part), "{part} in {text}");
    }
    let system = problem.system.unwrap();
    assert!(text.contains(&system.to_json()));
    assert_eq!(System::from_json(&system.to_json()).unwrap(), system);
}

#[test]
fn what_is_no_value_is_refused() {
    let message = |text: &str| serde_json::from_str::<Vec<System>>(text).unwrap_err().to_string();
    let text = r#"[{"vars":["x"],"polynomials":[[["1",[1,2]]]]}]"#;
    assert!(message(text).contains("a term has 2 exponents for 1 variable"), "{}", message(text));
    assert!(message(r#"[{"vars":["x"],"polynomials":[[["one",[1]]]]}]"#).contains("\"one\""));
    assert!(serde_json::from_str::<Polynomial>(r#"{"vars":["x"],"terms":[["1/2",[1]]]}"#).is_err());
}
