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
        ("x + 3x2y", 1, 6, "written with `*`"),
        ("x;\n x y;", 2, 4, "written with `*`"),
        ("x + 1/2y", 1, 8, "this has two readings"),
        ("x + ;", 1, 4, "the text ends"),
        ("x;; y", 1, 3, "the polynomial is empty"),
        ("x, y; sin(x)", 1, 10, "roots and functions are not known"),
        ("[x, y", 1, 1, "this list is never closed"),
        ("[x, y] + 1", 1, 8, "the list has ended"),
        ("x = 1/y; y", 1, 7, "a divisor must be a constant here"),
        ("x(1); x", 1, 1, "this has two readings"),
        ("x +", 1, 4, "the text ends"),
        ("x + 1\ny *\n", 2, 4, "the text ends"),
        ("(x + 1; y", 1, 7, "unexpected character `;`"),
        ("x + (y - (z)\n", 1, 5, "never closed"),
        ("x)", 1, 2, "there is no open `(`"),
        ("x^-1", 1, 1, "a divisor must be a constant here"),
        ("x^4294967296", 1, 3, "below 4294967296"),
        ("x^y", 1, 3, "an exponent must be an integer"),
        ("x^2^3", 1, 4, "a power of a power"),
        ("x/y", 1, 3, "a divisor must be a constant here"),
        ("x/(2 - 2)", 1, 3, "division by 0"),
        ("x^4294967295*x", 1, 14, "reaches 4294967296"),
        ("(x^65536)^65536", 1, 1, "reaches 4294967296"),
        ("x = 1 = y", 1, 7, "an equation has one `=`"),
        ("(x = 1)", 1, 4, "not in parentheses"),
        ("x + 1,5", 1, 6, "write 1.5 for a decimal number"),
        ("1.5.2*x", 1, 4, "insert `*`"),
        ("x + .", 1, 5, "a number has digits"),
        ("1e100001*x", 1, 1, "beyond 100000"),
        ("x \u{2013} 1", 1, 3, "write `-`"),
        ("\u{221a}2 + x", 1, 1, "unexpected character"),
    ] {
        let (l, c, message) = place(text.parse());
        assert!((l, c) == (line, column) && message.contains(part), "{text:?}: {l}:{c} {message}");
    }
    for text in ["(x + y)^100000000", "3^100000000"] {
        let error = text.parse::<System>().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    }
    assert!(
        place(format!("{}x{}", "(".repeat(10_001), ")".repeat(10_001)).parse()).2.contains("10000 open parentheses")
    );
    assert!(format!("{}x{}", "(".repeat(10_000), ")".repeat(10_000)).parse::<System>().is_ok());
}

#[test]
fn a_caret_stands_under_the_place() {
    let error = "x^2 - 1;\nx + y z;".parse::<System>().unwrap_err().to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines[1..], ["  x + y z;", "        ^"]);
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
        ("2\nx*y - 1\nx + y;\n", 3, 1, "a `*` is missing before it"),
        ("1\nx^2 - ;\n", 2, 6, "the text ends"),
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
    for name in ["", "1x", "x y", "\u{b2}", "I"] {
        assert!(System::new(&[name], vec![]).is_err(), "{name}");
    }
    let system: System = "x + y".parse().unwrap();
    assert!(system.evaluate(&[1.into()]).is_err() && system.derivative(2).is_err());
}
