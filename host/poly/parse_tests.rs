//! Tests of the parser: values, positions of errors, limits, speed.

use super::*;
use crate::error::ErrorKind;
use crate::poly::parser::MAX_DEPTH;

fn shown(text: &str) -> String {
    RationalPolynomial::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

fn failure(text: &str) -> (usize, usize, String) {
    match RationalPolynomial::parse(text).expect_err(text).kind().clone() {
        ErrorKind::Parse { line, column, message, .. } => (line, column, message),
        other => panic!("{text}: {other:?}"),
    }
}

fn is_limit(text: &str) -> bool {
    matches!(RationalPolynomial::parse(text).map_err(|e| e.kind().clone()), Err(ErrorKind::Limit { .. }))
}

#[test]
fn values() {
    for (text, expected) in [
        ("3*x^2*y - 5*y + 7", "3*x^2*y - 5*y + 7"),
        ("-x**2", "-x^2"),
        ("- - x", "x"),
        ("+x - +-y", "x + y"),
        ("2*-3*-x^2", "6*x^2"),
        ("-(x - 1)^2", "-x^2 + 2*x - 1"),
        ("(-x)^2", "x^2"),
        ("(x+y)*(x-y)*(x^2+y^2)", "x^4 - y^4"),
        ("x*(x+1)*y*(y-1)/2", "1/2*x^2*y^2 - 1/2*x^2*y + 1/2*x*y^2 - 1/2*x*y"),
        ("2^10", "1024"),
        ("0^0", "1"),
        ("(x-x)^0", "1"),
        ("(x+y)^0*5", "5"),
        ("x^0", "1"),
        ("x^(12)", "x^12"),
        ("\u{feff}\n x\r\n+\t1\n", "x + 1"),
        ("1/2 + 1/3*x + 1/6*x", "1/2*x + 1/2"),
        ("6/4/3*x", "1/2*x"),
        ("x/2^3", "1/8*x"),
        ("x/-2", "-1/2*x"),
        ("x/(1/2)/(3-5)", "-x"),
        ("(x/2+1/3)^2*36", "9*x^2 + 12*x + 4"),
        ("x/y^0", "x"),
        ("(x+1)*0 + (x-x)*y", "0"),
        ("(2*x*y/3)^2*(3/2)", "2/3*x^2*y^2"),
        ("007*x_1*_b2", "7*_b2*x_1"),
        ("((((x))))", "x"),
        ("123456789012345678901234567890*x", "123456789012345678901234567890*x"),
        // As other systems, and people, write.
        ("x^2 + 3x", "x^2 + 3*x"),
        ("x\n+ 3(x+1)", "4*x + 3"),
        ("(x+1)(x-1)", "x^2 - 1"),
        ("(x+1)y - 2(x)(y)", "-x*y + y"),
        ("3x_2", "3*x_2"),
        ("2^3(x+1)", "8*x + 8"),
        ("(x+1)^2(y-1)", "x^2*y - x^2 + 2*x*y - 2*x + y - 1"),
        ("x^{2}y^{10}", "x^2*y^10"),
        ("2 x^(3) y", "2*x^3*y"),
        ("3 \\cdot \\left(x + 1\\right)^{2} \\times y", "3*x^2*y + 6*x*y + 3*y"),
        ("x\u{b2} \u{2212} 3\u{b7}y\u{b9}\u{2070} + x \u{d7} y \u{f7} 2", "x^2 + 1/2*x*y - 3*y^10"),
        ("(x + 1)\u{b2}y", "x^2*y + 2*x*y + y"),
        ("x\u{b2}y", "x^2*y"),
        ("0.5*y^2 + 1.25y - .75", "1/2*y^2 + 5/4*y - 3/4"),
        ("x/0.5 + 2.^2 + 0.10^2", "2*x + 401/100"),
        ("x^2 + y^2 = 1", "x^2 + y^2 - 1"),
        ("y == -x + 2 - (x - 1)", "2*x + y - 3"),
        ("0 = x", "-x"),
        ("1/2 = x/3 - 1", "-1/3*x + 3/2"),
        ("x^2 + 1;", "x^2 + 1"),
        ("x^2 + 1 :\n", "x^2 + 1"),
        ("# a circle\nx^2 + y^2 # and\n - 1 # its radius", "x^2 + y^2 - 1"),
        ("// a circle\nx^2; // and no more", "x^2"),
        ("x (* a *) + /* b */ 1", "x + 1"),
        ("f := x^2 + 1;", "x^2 + 1"),
        ("poly f = x^2 - y;", "x^2 - y"),
        // Indices in four spellings, and letters.
        ("x[1] + x(1) + x_{1} + x_1 + x\u{2081}", "5*x_1"),
        ("x[1,2]*x( 10 )*x1", "x1*x_10*x_1_2"),
        ("\u{3b1}*y^2 + \u{e9}\u{b2}", "y^2*\u{3b1} + \u{e9}^2"),
        ("\\alpha_{1}^{2} + \\mathrm{foo}_{a,1} + 2\\beta", "alpha_1^2 + 2*beta + foo_a_1"),
        ("\\frac{1}{2} x + \\frac{\\frac{x}{2}}{3} \\cdot \\left(y\\right)", "1/6*x*y + 1/2*x"),
        ("Eq(x^2, y) + Rational(1, 2)*Integer(3)", "x^2 - y + 3/2"),
        ("Poly(x**2 + 1, x, domain='ZZ')", "x^2 + 1"),
        ("Eq(Rational(1, 2), x)", "-x + 1/2"),
        // Numbers.
        ("1e3*y^2 + 2.5e-1 + 1E+2", "1000*y^2 + 401/4"),
        ("2e3_1 + 2*e3", "2*e3 + 2*e3_1"),
        // Exponents.
        ("x^(1+1) + x^(2*3-4/2) + x^{2^2}", "2*x^4 + x^2"),
        ("2^(3) + 2^-1 + 2^(-(1))*x", "1/2*x + 17/2"),
        ("x^(3-3)", "1"),
        ("(2/3)^-2", "9/4"),
        // Divisors that cancel.
        ("(x^2-1)/(x-1)", "x + 1"),
        ("x^3*y/x^2", "x*y"),
        ("x^2*x^-1 + (x^2 - y^2)^2*(x + y)^-2", "x^2 - 2*x*y + x + y^2"),
        ("1/(1/x)", "x"),
        ("1/x - 1/x + y", "y"),
        ("1/(2*x + 2) * (4*x + 4)", "2"),
        ("(x*y + x)/(x*y + x)^2*(y + 1)*x", "1"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    let f = Polynomial::parse("z*a - a + B*0").unwrap();
    assert_eq!(f.vars(), ["B", "a", "z"]);
    assert_eq!(shown("x^2147483647"), "x^2147483647");
}

#[test]
fn every_error_has_its_place() {
    for (text, line, column, part) in [
        ("", 1, 1, "empty"),
        (" \n ", 1, 1, "empty"),
        ("x +", 1, 4, "the text ends where"),
        ("x +\n\n", 1, 4, "the text ends where"),
        ("x(y+1)", 1, 2, "this has two readings; write `x*(..)` for a product. Functions are not known"),
        ("f(x) = x^2 - 2", 1, 2, "leave out `f(..) =`"),
        ("(x+1)2", 1, 6, "insert `*`"),
        ("2 3", 1, 3, "insert `*`"),
        ("1/2x", 1, 4, "two readings; write `(1/2)*x` or `1/(2*x)`"),
        ("x/2(y+1)", 1, 4, "two readings"),
        ("1/(2)x", 1, 6, "two readings"),
        ("x^2y", 1, 4, "two readings; write `x^2*y`"),
        ("sqrt(2)*x", 1, 5, "`sqrt` would be a variable: roots and functions are not known"),
        ("x + sin (y)", 1, 9, "`sin` would be a variable"),
        ("x^2 + y^2 - 1\n(x - 1)^2 + y", 2, 1, "a second polynomial begins here, or a `*` is missing"),
        ("(x + 1)\n\n y - 1", 3, 2, "a second polynomial begins here"),
        ("f := x; g := y", 1, 14, "a second polynomial begins here"),
        ("x := := y", 1, 6, "unexpected `:`"),
        ("Sqrt[2]", 1, 1, "`Sqrt` would be a variable: roots and functions"),
        ("sin x", 1, 5, "roots and functions are not known"),
        ("x[i]", 1, 2, "an index is an integer"),
        ("x(1) + x", 1, 1, "this has two readings; write `x*(1)` for a product, `x[1]` for"),
        ("e + 2e-1", 1, 5, "two readings where `e` is a variable"),
        ("x + y^2, x", 1, 8, "a second polynomial follows this comma"),
        ("[x, y]", 1, 1, "a list begins here, and one polynomial is wanted"),
        ("Mod(1,5)*x", 1, 1, "`Mod` is not read"),
        ("Eq(x)", 1, 5, "two operands are wanted"),
        ("Eq(x, y, z)", 1, 8, "two operands are wanted"),
        ("Poly(x, y", 1, 7, "never closed"),
        ("x // 2", 1, 3, "this has two readings; write `#` for a comment, `/` for a division"),
        ("x (* y", 1, 3, "this comment is never closed"),
        ("x^(1/2)", 1, 5, "an exponent must be an integer: roots are not known"),
        ("x^(2*y)", 1, 6, "an exponent must be an integer"),
        ("x^(2^99)", 1, 5, "this exponent is too large"),
        ("x^-2147483648", 1, 3, "too large"),
        ("0^-1", 1, 1, "division by 0"),
        ("(x-x)^-1", 1, 1, "division by 0"),
        ("x/(y - y)", 1, 3, "division by 0"),
        ("\\frac12", 1, 1, "two parts in braces"),
        ("\\frac{1}2", 1, 9, "two parts in braces"),
        ("\\frac{1}{2", 1, 11, "a fraction of LaTeX is not whole"),
        ("\\frac{1)", 1, 8, "close the `{` of this fraction"),
        ("\\foo", 1, 1, "of LaTeX \\frac"),
        ("'x'", 1, 1, "without quotation marks"),
        ("x^2 = 1 = y", 1, 9, "an equation has one `=`"),
        ("(x = 1)", 1, 4, "not in parentheses"),
        ("x =", 1, 4, "the text ends where"),
        ("= x", 1, 1, "unexpected `=`"),
        ("x; y", 1, 4, "a second polynomial begins here"),
        ("(x; y)", 1, 3, "unexpected character `;`"),
        (";", 1, 1, "unexpected `;`"),
        ("x\u{b2}\u{207b}", 1, 3, "a digit above the line must follow"),
        ("x^2\u{b3}", 1, 4, "a power of a power"),
        ("x^{2", 1, 5, "close it with `}`"),
        ("x{2}", 1, 2, "write exponents as x^12"),
        ("{x}", 1, 1, "write exponents as x^12"),
        ("1..5", 1, 3, "insert `*`"),
        ("1e999999*x", 1, 1, "the power of ten of this number is beyond 100000"),
        ("\\sqrt{2}", 1, 1, "`\\sqrt`: roots and functions are not known"),
        ("x y", 1, 3, "insert `*`"),
        ("x 2", 1, 3, "insert `*`"),
        ("3x2y", 1, 2, "insert `*` here; then `x2y` is one variable: for a product write `x^2*y`"),
        ("x [1]", 1, 3, "write variables with an index as x[1] or x_1, parentheses as ( and )"),
        ("x * * y", 1, 5, "unexpected `*`"),
        ("x * ^ y", 1, 5, "unexpected `^`"),
        ("/2", 1, 1, "unexpected `/`"),
        ("()", 1, 2, "unexpected `)`"),
        ("x)", 1, 2, "no open `(`"),
        (")", 1, 1, "no open `(`"),
        ("2*(x + (y + 1)", 1, 3, "never closed"),
        ("(x", 1, 1, "never closed"),
        ("(x +", 1, 5, "the text ends where"),
        ("x^", 1, 3, "an exponent must follow"),
        ("x^-1", 1, 1, "a divisor must be a constant here"),
        ("x^-y", 1, 4, "an exponent must be an integer"),
        ("x^y", 1, 3, "an exponent must be an integer"),
        ("x^2147483648", 1, 3, "too large"),
        ("x^99999999999999999999", 1, 3, "too large"),
        ("x^(2 1)", 1, 6, "close it with `)`"),
        ("x^2^3", 1, 4, "a power of a power"),
        ("(x+1)^2**3", 1, 8, "a power of a power"),
        ("x^2147483647*x", 1, 14, "reaches 2147483648"),
        ("(x^2)^1073741824", 1, 1, "reaches 2147483648"),
        ("(x^2147483647+1)*(x+1)", 1, 18, "reaches 2147483648"),
        ("y + (x^2147483647+1)*x", 1, 22, "reaches 2147483648"),
        ("y + (x^2147483647+1)*x - 1", 1, 22, "reaches 2147483648"),
        ("1/0", 1, 3, "division by 0"),
        ("x/(1-1)", 1, 3, "division by 0"),
        ("1/x", 1, 3, "a divisor must be"),
        ("1/(x+1)", 1, 3, "a divisor must be"),
        ("1/(2*x)", 1, 3, "a divisor must be"),
        ("x + 1,5", 1, 6, "this has two readings; write 1.5 for a decimal number"),
        ("x\n  + \u{221a}2", 2, 5, "use integers, names"),
        ("x \u{2013} y", 1, 3, "write `-`"),
    ] {
        let (l, c, message) = failure(text);
        assert_eq!((l, c), (line, column), "{text}: {message}");
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn given_variables_fix_order_and_names() {
    assert_eq!(Polynomial::parse_in("y + x", &["y", "x", "t"]).unwrap().vars(), ["y", "x", "t"]);
    let error = Polynomial::parse_in("x +\n y*z", &["x", "y"]).unwrap_err();
    assert!(
        error.to_string().starts_with("line 2, column 4: unknown variable `z`; the variables are: x, y"),
        "{error}"
    );
    assert!(Polynomial::parse_in("1", &["1"]).is_err());
}

#[test]
fn integer_polynomials_refuse_fractions_at_the_division() {
    assert_eq!(Polynomial::parse("x/2 + x/2").unwrap().to_string(), "x");
    let error = Polynomial::parse("# 1/2.\nx + 0.5").unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 5: coefficients must be integers here"), "{error}");
    let error = Polynomial::parse("x + 1 -\n x/6 + y/4").unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 3: coefficients must be integers here"), "{error}");
    assert!(error.contains("common denominator 12"), "{error}");
}

#[test]
fn expansions_without_end_stop_at_once() {
    for text in [
        "(x+y)^1000000",
        "(x+y)^1000000000",
        "(x+y+z+t)^(5000)",
        "3^2000000000",
        "(2/3)^2000000000",
        "((((x+1)^100)^100)^100)^100",
        "(x+1)^2147483647",
        "(3*x)^2000000000",
        "(x^2+x+1)^40000*(x+1)^40000",
    ] {
        assert!(is_limit(text), "{text}");
    }
    // 2^26 bits are allowed once; the tower above them is not.
    assert!(is_limit("((2^60000)^1000)^1000"));
    assert_eq!(shown("0^2000000000 + 1^2000000000 + (-1)^2000000001"), "0");
}

#[test]
fn many_variables_are_a_limit_of_memory() {
    let names: Vec<String> = (0..20_000).map(|i| format!("x{i}")).collect();
    assert!(is_limit(&names.join("+")));
    assert_eq!(RationalPolynomial::parse(&names[..200].join("+")).unwrap().numerator().terms().len(), 200);
}

#[test]
fn many_denominators_are_a_limit_of_memory() {
    let terms: Vec<String> = (0..60_000).map(|i| format!("x^{i}/{}", 1_000_003 + 2 * i)).collect();
    assert!(is_limit(&terms.join("+")));
}

#[test]
fn nesting_has_a_limit_and_no_stack() {
    let nested = |depth: usize| format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(shown(&nested(MAX_DEPTH)), "x");
    let (line, column, message) = failure(&nested(MAX_DEPTH + 1));
    assert_eq!((line, column), (1, MAX_DEPTH + 1));
    assert!(message.contains("open parentheses"), "{message}");
    assert_eq!(failure(&"(".repeat(1_000_000)).1, MAX_DEPTH + 1);
    assert_eq!(shown(&format!("{}x", "-".repeat(1_000_001))), "-x");
    // Horner's form of 1 + x + ... + x^300.
    let horner = format!("{}1{}", "(".repeat(300), "*x+1)".repeat(300));
    assert_eq!(RationalPolynomial::parse(&horner).unwrap().numerator().terms().len(), 301);
}

#[test]
fn long_sums() {
    let digits = "7".repeat(301); // 1000 bits
    let terms: Vec<String> = (0..100_000).map(|i| format!("{digits}*x^{}*y^{}", i % 317, i / 317)).collect();
    let text = terms.join(" - ");
    // Quadratic behaviour would take minutes.
    let f = Polynomial::parse(&text).unwrap();
    assert_eq!((f.terms().len(), f.max_bits()), (100_000, 1000));
    let printed = f.to_string();
    assert_eq!(Polynomial::parse(&printed).unwrap(), f);
    assert_eq!(Polynomial::from_json(&f.to_json()).unwrap(), f);
}

#[test]
fn long_products_take_linear_time() {
    assert_eq!(shown(&vec!["x"; 300_000].join("*")), "x^300000");
    assert_eq!(shown(&format!("{}*y", vec!["1"; 100_000].join("*"))), "y");
    let alternating = "x*y - y*x + ".repeat(100_000) + "1";
    assert_eq!(shown(&alternating), "1");
}
