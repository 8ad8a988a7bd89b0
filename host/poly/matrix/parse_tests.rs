//! Tests of reading texts: what other systems print, positions of errors, limits.

use super::*;
use crate::poly::{Matrix, RationalMatrix};

fn shown(text: &str) -> String {
    RationalMatrix::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

fn failure(text: &str) -> (usize, usize, String) {
    match RationalMatrix::parse(text).expect_err(text).kind().clone() {
        ErrorKind::Parse { line, column, message, .. } => (line, column, message),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn what_other_systems_print() {
    for text in [
        "[[x, y], [1, x*y]]",
        "\u{feff}[\n  [x, y],\n  [1, x*y]\n]\n",
        "[[x,y],[1,x**1*y]]",
        "Matrix([[x, y], [1, x*y]])",
        "Matrix([\n[x,   y],\n[1, x*y]])",
        "matrix([x,y],[1,x*y])",
        "matrix ( [x,y] , [1,x*y] )",
        "Matrix(2, 2, [[x, y], [1, x*y]])",
        "matrix(2,2,[x, y; 1, x*y])",
        "[x, y; 1, x*y]",
        "Mat([x, y; 1, x*y])",
        "Matrix(2, 2, [x, y, 1, x*y])",
        "matrix(QQ, 2, 2, [x, y, 1, x*y])",
        "matrix(ZZ, [[x, y], [1, x*y]])",
        "[[x, y /* , z */], [1, # one\n \\frac{x}{1}y]] // end",
        "{{x, y}, {1, x*y}}",
        "[{x, y}, {1, x*y}]",
        "{[(x), (y)], [(1), (((x)*y))]}",
        "[[2x/2, y], [1.0, (x)(y)]]",
        "[x y; 1 x*y]",
        "[ x  y ; 1 (x * y) ]",
        "[[x y], [1 x*y]]",
        "[  x   y]\n[  1 x*y]",
        "\n[x y]\n\n[1 x*y]\n",
        "Mat([x y; 1 /* one */ x*y])",
        "[[x, y], [1, x*y]];",
        "[[x, y], [1, x*y],]:",
        "[x, y; 1, x*y;]",
        "# two rows\nM = [x, y; 1, x*y];",
        "(* M *) M := Matrix([[x, y], [1, x*y]]):",
        "ImmutableDenseMatrix([[x, y], [1, x*y]])",
        "ImmutableMatrix([[x, y], [1, x*y]])",
        "matrix m[2][2] = x, y, 1, x*y;",
        "matrix M_1 [2] [2]=\n x, y,\n 1, x*y",
        "\\begin{pmatrix} x & y \\\\ 1 & x y \\end{pmatrix}",
        "$M = \\begin{bmatrix}x&y\\\\1&\\frac{2}{2}x y\\\\ \\end{bmatrix}$",
        "\\left(\\begin{array}{rr}\nx & y \\\\\n1 & x \\left(y\\right)\n\\end{array}\\right)",
        "\\left[\\begin{matrix}x & y\\\\1 & x y\\end{matrix}\\right]",
    ] {
        assert_eq!(shown(text), "[[x, y], [1, x*y]]", "{text}");
    }
    for (text, expected) in [
        ("[]", "[]"),
        ("{ }", "[]"),
        ("matrix([])", "[]"),
        ("Matrix(0, 0, [])", "[]"),
        ("[[]]", "[[]]"),
        ("[[], []]", "[[], []]"),
        ("Matrix(2, 0, [[], []])", "[[], []]"),
        ("[x, y]", "[[x, y]]"),
        ("{x, y}", "[[x, y]]"),
        ("[x; y]", "[[x], [y]]"),
        ("Mat([x, y])", "[[x, y]]"),
        ("Mat(x + (y))", "[[x + y]]"),
        ("Mat(5)", "[[5]]"),
        ("matrix([x], [y], [1])", "[[x], [y], [1]]"),
        ("[[(x+y)^2 - 1/2*x/3]]", "[[x^2 + 2*x*y - 1/6*x + y^2]]"),
        ("[[matrix*Mat]]", "[[Mat*matrix]]"),
        ("[x -1, 2]", "[[x - 1, 2]]"),
        ("[x - 1; 2 * x]", "[[x - 1], [2*x]]"),
        ("[\\alpha x]", "[[alpha*x]]"),
        ("\\begin{matrix}\\end{matrix}", "[]"),
        ("[x;]", "[[x]]"),
        ("[x[1] x(2); y_{1, 2} z]", "[[x_1, x_2], [y_1_2, z]]"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    assert_eq!(RationalMatrix::parse("[[z], [a - a]]").unwrap().vars(), ["a", "z"]);
}

#[test]
fn every_error_has_its_place() {
    for (text, line, column, part) in [
        ("", 1, 1, "write [] for the 0 x 0 matrix"),
        (" \n", 2, 1, "write [] for the 0 x 0 matrix"),
        ("x + y", 1, 1, "a matrix must begin here, with `[`"),
        ("vector([x])", 1, 1, "a matrix must begin here"),
        ("Matrix[x]", 1, 1, "a matrix must begin here"),
        ("[[x, y], [1]]", 1, 10, "row 2 has 1 entry and row 1 has 2"),
        ("[x, y;\n1]", 2, 1, "row 2 has 1 entry and row 1 has 2"),
        ("[[x], [1, 2], [3]]", 1, 7, "row 2 has 2 entries and row 1 has 1"),
        ("[[x], []]", 1, 7, "row 2 has 0 entries"),
        ("[[x, y", 1, 2, "this `[` is never closed"),
        ("[[x, y]", 1, 1, "this `[` is never closed; add a `]`"),
        ("{{x, y]}", 1, 7, "unexpected `]`; write `,` or `}` here"),
        ("[[x] [y]]", 1, 6, "unexpected `[`; write `,` or `]`"),
        ("[[x; y]]", 1, 4, "unexpected `;`"),
        ("{x; y}", 1, 3, "unexpected `;`"),
        ("[[x], y]", 1, 7, "a row must begin here"),
        ("[x, [y]]", 1, 5, "row 1, column 2: a polynomial must stand here"),
        ("[[[x]]]", 1, 3, "a polynomial must stand here, not a list"),
        ("[[x, a[y]]]", 1, 7, "row 1, column 2: an index is an integer"),
        ("[[x, 2 [1]]]", 1, 8, "row 1, column 2: unexpected character `[`; write variables with an index as x[1]"),
        ("[[x]]]", 1, 6, "unexpected `]` after the matrix"),
        ("[[x]] + 1", 1, 7, "unexpected `+` after the matrix"),
        ("[x, y] [1, 2]", 1, 8, "a second `[` after the matrix; write [[x, y], [1, x*y]]"),
        ("[[x], [y]]\n[1, 2]", 2, 1, "a second `[` after the matrix"),
        ("[1 2]\n[3]", 2, 1, "row 2 has 1 entry and row 1 has 2"),
        ("[x y, 1]", 1, 4, "row 1, column 1: products are written with `*`, and entries separated by `,`: insert one"),
        ("{x y}", 1, 4, "insert one of them here"),
        ("[x + y z; 1 z]", 1, 8, "insert one of them here"),
        ("\\begin{cases} x \\end{cases}", 1, 1, "no matrix begins here; write a matrix of LaTeX as \\begin{pmatrix}"),
        ("\\begin{pmatrix} x", 1, 1, "is never closed; add `\\end{pmatrix}`"),
        ("\\begin{pmatrix} x & y \\\\ 1 \\end{pmatrix}", 1, 25, "row 2 has 1 entry and row 1 has 2"),
        ("\\begin{pmatrix} x & \\end{pmatrix}", 1, 20, "row 1, column 2: the entry is empty"),
        ("matrix m[2][2] = x, y, 1;", 1, 1, "1 x 3 entries follow, and 2 x 2 are announced"),
        ("M = x + 1", 1, 5, "a matrix must begin here"),
        ("M == [[x]]", 1, 1, "a matrix must begin here"),
        ("[1 -2; 3 4]", 1, 4, "this has two readings; write `1, -2` for two entries, and `1-2` for one"),
        ("[3 4;\n 1 \u{2212}(x + 2)]", 2, 4, "write `1, \u{2212}(x + 2)` for two entries"),
        ("[1 2\n3 4]", 2, 1, "a line begins inside of a row; write `;` before it for a new row, or `,`"),
        ("[(x, y), (1, 2)]", 1, 4, "a comma inside of parentheses"),
        ("Matrix(2, 2, [x, y, 1])", 1, 14, "1 x 3 entries follow, and 2 x 2 are announced"),
        ("Matrix(2, 2, x)", 1, 14, "the rows must stand here, in brackets"),
        ("Matrix([[x]], symbolic)", 1, 13, "unexpected `,`; write `)` here"),
        ("Mat(x", 1, 4, "this `(` is never closed; add a `)`"),
        ("Mat([x]", 1, 4, "this `(` is never closed; add a `)`"),
        ("Mat(x, y)", 1, 6, "unexpected `,`; write `)` here"),
        ("Mat()", 1, 5, "row 1, column 1: the entry is empty"),
        ("[[x, ], [1, 2]]", 1, 6, "row 1, column 2: the entry is empty; write 0"),
        ("[x;;]", 1, 4, "row 2, column 1: the entry is empty"),
        ("[[x, y],\n [1, (x + 1]]", 2, 6, "row 2, column 2: this `(` is never closed"),
        ("[[x, y],\n [1, x + 1)]]", 2, 11, "row 2, column 2: there is no open `(`"),
        ("[[x, y],\n [1, x +]]", 2, 9, "row 2, column 2: the entry ends where an integer"),
        ("[[x, y],\n [x^, 2]]", 2, 5, "row 2, column 1: the entry ends where an exponent"),
        ("[[x, y],\n [1, \u{221a}]]", 2, 6, "row 2, column 2: unexpected character"),
        ("[[x], [1/0]]", 1, 10, "row 2, column 1: division by 0"),
        ("[[x = 1]]", 1, 5, "row 1, column 1: an entry is a polynomial and no equation"),
        ("[[x^2147483647*x]]", 1, 16, "row 1, column 1: with this factor an exponent"),
    ] {
        let (l, c, message) = failure(text);
        assert_eq!((l, c), (line, column), "{text}: {message}");
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn the_caret_stands_in_the_whole_text() {
    let error = RationalMatrix::parse("[[x, y],\n [1, 3 x]]").unwrap_err().to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert!(lines[0].starts_with("line 2, column 8: row 2, column 2: products"), "{error}");
    assert_eq!(lines[1..], ["   [1, 3 x]]", "         ^"]);
}

#[test]
fn given_variables_fix_order_and_names() {
    assert_eq!(Matrix::parse_in("[[y + x], [1]]", &["y", "x", "t"]).unwrap().vars(), ["y", "x", "t"]);
    let error = Matrix::parse_in("[[x],\n [y*z]]", &["x", "y"]).unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 5: row 2, column 1: unknown variable `z`; the variables are: x, y"));
    assert!(Matrix::parse_in("[]", &["1"]).is_err());
    assert_eq!(Matrix::parse_in("[]", &["x"]).unwrap().vars(), ["x"]);
}

#[test]
fn integer_matrices_refuse_fractions_at_the_division() {
    assert_eq!(Matrix::parse("[[x/2 + x/2]]").unwrap().to_string(), "[[x]]");
    let error = Matrix::parse("[[6/3, x],\n [1, x/6]]").unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 7: row 2, column 2: coefficients must be integers here"), "{error}");
    assert!(error.contains("common denominator 6"), "{error}");
}

#[test]
fn memory_is_limited_for_all_entries_together() {
    let limit = |text: &str, bytes: u64| {
        let none: Option<&[String]> = None;
        let error = RationalMatrix::parse_within(text, none, bytes).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    };
    limit("[[(x + y)^1000000]]", u64::MAX);
    let entry = "(x + 1)^40";
    let text = format!("[{}]", vec![entry; 50].join(", "));
    assert!(RationalMatrix::parse_within(&format!("[{entry}]"), Some(&["x"]), 20_000).is_ok());
    limit(&text, 20_000);
    limit(&format!("[{}0]", "0,".repeat(1000)), 20_000);
}

#[test]
fn nesting_has_a_limit_and_no_stack() {
    let nested = |depth: usize| format!("[[{}x{}]]", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(shown(&nested(5000)), "[[x]]");
    assert!(failure(&nested(1_000_000)).2.contains("open parentheses"));
    assert_eq!(failure(&"[".repeat(1_000_000)).1, 3);
    assert_eq!(failure(&"{".repeat(1_000_000)).1, 3);
    assert!(failure(&"[[(".repeat(300_000)).2.contains("unexpected character `[`"));
}

#[test]
fn large_matrices() {
    // Quadratic behaviour would take minutes.
    let row = vec!["12*x^2*y - 7"; 400].join(", ");
    let text = vec![row; 300].join("; ");
    let m = Matrix::parse(&format!("[{text}]")).unwrap();
    assert_eq!((m.rows(), m.columns()), (300, 400));
    assert_eq!(Matrix::parse(&m.to_string()).unwrap(), m);
}
