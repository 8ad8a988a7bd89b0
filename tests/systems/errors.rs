//! Wrong text: the place, and what is said.

use eliminant::ErrorKind;
use eliminant::system::{System, Term};

fn place(result: eliminant::Result<System>) -> (usize, usize, String) {
    match result.unwrap_err().kind() {
        ErrorKind::Parse { line, column, message, .. } => (*line, *column, message.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn text() {
    for (text, line, column, part) in [
        ("", 1, 1, "there is no polynomial"),
        ("  # nothing\n", 2, 1, "there is no polynomial"),
        ("x + 3y", 1, 6, "written with `*`"),
        ("x;\n (x+1)(x-1);", 2, 7, "written with `*`"),
        ("x + ;", 1, 5, "missing before `;`"),
        ("x;; y", 1, 3, "missing before `;`"),
        ("x +", 1, 4, "the text ends"),
        ("x + 1\ny *\n", 2, 4, "the text ends"),
        ("(x + 1; y", 1, 1, "not closed"),
        ("x + (y - (z)\n", 1, 5, "not closed"),
        ("x)", 1, 2, "there is no `(`"),
        ("x^-1", 1, 3, "from 0 to 2^32 - 1"),
        ("x^4294967296", 1, 3, "from 0 to 2^32 - 1"),
        ("x^y", 1, 3, "from 0 to 2^32 - 1"),
        ("x^2^3", 1, 4, "`^` cannot stand here"),
        ("x/y", 1, 3, "a divisor is a number"),
        ("x/(2 - 2)", 1, 3, "division by 0"),
        ("x^4294967295*x", 1, 13, "at most 2^32 - 1"),
        ("(x^65536)^65536", 1, 11, "at most 2^32 - 1"),
        ("(x + y)^100000000", 1, 9, "takes more than"),
        ("3^100000000", 1, 3, "takes more than"),
        ("x = 1 = y", 1, 7, "left side minus the right"),
        ("(x = 1)", 1, 4, "left side minus the right"),
        ("x + 1,5", 1, 6, "with a point"),
        ("1.5.2*x", 1, 4, "`.` cannot stand here"),
        ("x + .", 1, 5, "a number has digits"),
        ("1e100001*x", 1, 1, "beyond 100000"),
        ("x \u{2212} 1", 1, 3, "write `-`"),
        ("é + x", 1, 1, "letters A-Z"),
    ] {
        let (l, c, message) = place(text.parse());
        assert!((l, c) == (line, column) && message.contains(part), "{text:?}: {l}:{c} {message}");
    }
    assert!(place(format!("{}x{}", "(".repeat(201), ")".repeat(201)).parse()).2.contains("200 parentheses"));
    assert!(format!("{}x{}", "(".repeat(200), ")".repeat(200)).parse::<System>().is_ok());
}

#[test]
fn a_caret_stands_under_the_place() {
    let error = "x^2 - 1;\nx + 3y;".parse::<System>().unwrap_err().to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines[1..], ["  x + 3y;", "       ^"]);
}

#[test]
fn phcpack() {
    for (text, line, column, part) in [
        ("", 1, 1, "the first line is the number"),
        ("x + y;\n", 1, 1, "the first line is the number"),
        ("2 x\nx;y;\n", 1, 1, "the first line is the number"),
        ("1 2 3\nx;\n", 1, 1, "the first line is the number"),
        ("3\nx*y;\nx + y;\n", 1, 1, "the count is 3, and there are 2 polynomials"),
        (" 1\nx;\nx + 1;\n", 1, 2, "the count is 1, and there are 2 polynomials"),
        ("2\nx*y - z;\nx;\n", 1, 1, "there are 3 (x, y, z); the first line is `2 3`"),
        ("2 4\nx*y - z;\nx;\n", 1, 3, "there are 3 (x, y, z)"),
        ("2\nx*y - 1;\nx + y\n", 4, 1, "ends with `;`"),
        ("2\nx*y - 1\nx + y;\n", 3, 1, "written with `*`"),
        ("1\nx^2 - ;\n", 2, 7, "missing before `;`"),
    ] {
        let (l, c, message) = place(System::from_phc(text));
        assert!((l, c) == (line, column) && message.contains(part), "{text:?}: {l}:{c} {message}");
    }
}

#[test]
fn json() {
    let (line, column, message) = place(System::from_json("{\"vars\":[\"x\"],\n\"polynomials\":[[[1,[2]]]]}"));
    assert!(line == 2 && column > 10, "{line}:{column} {message}");
    place(System::from_json("{"));
    place(System::from_json(r#"{"vars":[],"polynomials":[],"more":1}"#));
    for (text, part) in [
        (r#"{"vars":["x"],"polynomials":[[["1",[2,3]]]]}"#, "2 exponents for 1 variable"),
        (r#"{"vars":["x","x"],"polynomials":[]}"#, "twice"),
        (r#"{"vars":["i"],"polynomials":[]}"#, "not a variable name"),
        (r#"{"vars":["x"],"polynomials":[[["1/0",[2]]]]}"#, "not a number"),
        (r#"{"vars":["x"],"polynomials":[[["one",[2]]]]}"#, "not a number"),
    ] {
        let error = System::from_json(text).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn arguments() {
    let term = |exponents: &[(usize, u32)]| vec![vec![Term { coefficient: 1.into(), exponents: exponents.to_vec() }]];
    assert!(System::new(&["x"], term(&[(1, 1)])).unwrap_err().to_string().contains("beyond 1 variable"));
    assert!(System::new(&["x"], term(&[(0, u32::MAX), (0, 1)])).unwrap_err().to_string().contains("2^32 - 1"));
    for name in ["", "1x", "x y", "é", "I"] {
        assert!(System::new(&[name], vec![]).is_err(), "{name}");
    }
    let system: System = "x + y".parse().unwrap();
    assert!(system.evaluate(&[1.into()]).is_err() && system.derivative(2).is_err());
}
