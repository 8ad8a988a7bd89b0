//! Texts that computer algebra systems and LaTeX read.

use super::display::{TermText, ZERO};
use super::{Polynomial, RationalPolynomial, Term, latex};
use rug::Integer;
use std::fmt;

/// How a [`TextWriter`](super::TextWriter) writes polynomials.
///
/// ```
/// use eliminant::poly::{Notation, RationalPolynomial};
///
/// let f: RationalPolynomial = "3/2*x_1^2*y - y/3 + 1/5".parse()?;
/// assert_eq!(f.to_text(Notation::Plain), "3/2*x_1^2*y - 1/3*y + 1/5");
/// assert_eq!(f.to_text(Notation::Python), "3*x_1**2*y/2 - y/3 + Rational(1, 5)");
/// assert_eq!(f.to_text(Notation::Mathematica), "3/2*x[1]^2*y - 1/3*y + 1/5");
/// assert_eq!(f.to_text(Notation::Latex), r"\frac{3}{2} x_{1}^{2} y - \frac{1}{3} y + \frac{1}{5}");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Notation {
    /// The text of `Display`, which Sage, Singular, Maple, Magma and PARI read.
    #[default]
    Plain,
    /// Python with SymPy: `**` for powers, and divisions that are exact there.
    Python,
    /// `x_1` is a pattern in Mathematica: an index is written as in `x[1]`, and another `_` in a name as `$`.
    Mathematica,
    /// LaTeX for math mode, as [`Polynomial::to_latex`](super::Polynomial::to_latex).
    Latex,
}

impl Notation {
    /// The sign of a power, with its exponent. A negative one is in parentheses, which Maple wants.
    pub fn power(self, exponent: impl Into<i64>) -> String {
        let exponent: i64 = exponent.into();
        let sign = match self {
            Notation::Latex => return format!("^{{{exponent}}}"),
            Notation::Plain | Notation::Mathematica => "^",
            Notation::Python => "**",
        };
        if exponent < 0 { format!("{sign}({exponent})") } else { format!("{sign}{exponent}") }
    }

    /// A polynomial in parentheses.
    pub fn in_parentheses(self, text: &str) -> String {
        match self {
            Notation::Latex => format!("\\left({text}\\right)"),
            _ => format!("({text})"),
        }
    }

    /// The sign of a product.
    pub fn product(self) -> &'static str {
        match self {
            Notation::Latex => " ",
            _ => "*",
        }
    }
}

impl Polynomial {
    /// The polynomial in a [`Notation`], which has examples; `0` for the polynomial 0.
    pub fn to_text(&self, notation: Notation) -> String {
        text(self, Integer::ONE, notation)
    }
}

impl RationalPolynomial {
    /// The polynomial in a [`Notation`], which has examples, each coefficient reduced by itself.
    pub fn to_text(&self, notation: Notation) -> String {
        text(self.numerator(), self.denominator(), notation)
    }
}

fn text(f: &Polynomial, denominator: &Integer, notation: Notation) -> String {
    let term = |(index, term): (usize, &Term)| {
        let Term { coefficient, exponents } = term;
        TermText { vars: f.vars(), coefficient, exponents, denominator, first: index == 0, notation }.to_string()
    };
    if f.is_zero() { ZERO.to_owned() } else { f.terms().iter().enumerate().map(term).collect() }
}

/// A term in one of the notations besides the plain one.
pub(super) fn term(f: &mut fmt::Formatter<'_>, term: &TermText<'_>, notation: Notation) -> fmt::Result {
    match notation {
        Notation::Python => python(f, term),
        Notation::Mathematica => mathematica(f, term),
        Notation::Latex => latex::term_to(f, term),
        Notation::Plain => fmt::Display::fmt(term, f),
    }
}

/// `3*x**2/2`: the number in front is an integer, so that the division is one of SymPy's and no division of Python's integers, which would be a
/// float. A constant is `Rational(3, 2)`.
fn python(f: &mut fmt::Formatter<'_>, term: &TermText<'_>) -> fmt::Result {
    let (above, below) = term.reduced();
    f.write_str(term.sign())?;
    let is_constant = term.exponents.iter().all(|&e| e == 0);
    if is_constant {
        return if below == 1 { write!(f, "{above}") } else { write!(f, "Rational({above}, {below})") };
    }
    let mut separator = "";
    if above != 1 {
        write!(f, "{above}")?;
        separator = "*";
    }
    for (name, &e) in term.vars.iter().zip(term.exponents).filter(|(_, e)| **e > 0) {
        write!(f, "{separator}{name}")?;
        if e > 1 {
            write!(f, "**{e}")?;
        }
        separator = "*";
    }
    if below == 1 { Ok(()) } else { write!(f, "/{below}") }
}

/// The plain text with other names.
fn mathematica(f: &mut fmt::Formatter<'_>, term: &TermText<'_>) -> fmt::Result {
    let plain = TermText { notation: Notation::Plain, ..*term };
    let plain = plain.to_string();
    let mut rest = &*plain;
    while let Some(start) = rest.find(is_name_part) {
        let (before, from) = rest.split_at(start);
        let (name, behind) = from.split_at(from.find(|c| !is_name_part(c)).unwrap_or(from.len()));
        write!(f, "{before}{}", mathematica_name(name))?;
        rest = behind;
    }
    f.write_str(rest)
}

/// Whether a character may stand in a name, or in a number.
fn is_name_part(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// `x[1,2]` for `x_1_2`; a number is left as it is.
fn mathematica_name(name: &str) -> String {
    let (stem, index) = name.split_once('_').unwrap_or((name, ""));
    let is_number =
        |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()) && (part == "0" || !part.starts_with('0'));
    match !stem.is_empty() && index.split('_').all(|part| !part.is_empty() && is_number(part)) {
        true => format!("{stem}[{}]", index.replace('_', ",")),
        false => name.replace('_', "$"),
    }
}

impl TermText<'_> {
    /// Between this term and the one before it; in front of the first one only a minus sign.
    pub(super) fn sign(&self) -> &'static str {
        match (self.first, self.coefficient.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        }
    }

    /// The absolute value of the coefficient over the denominator, in lowest terms.
    pub(super) fn reduced(&self) -> (Integer, Integer) {
        let common = Integer::from(self.coefficient.gcd_ref(self.denominator));
        (self.coefficient.clone().abs() / &common, Integer::from(self.denominator / &common))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_ones_and_fractions() {
        let f = |text: &str, notation| text.parse::<RationalPolynomial>().unwrap().to_text(notation);
        for (text, python) in [
            ("0", "0"),
            ("-1", "-1"),
            ("-1/2", "-Rational(1, 2)"),
            ("x", "x"),
            ("-x^2/3 + 7/3", "-x**2/3 + Rational(7, 3)"),
            ("2/3*x*y^12 - x - 3*y + 4", "2*x*y**12/3 - x - 3*y + 4"),
        ] {
            assert_eq!(f(text, Notation::Python), python);
        }
        assert_eq!(f("-a_1_2^2 + x*y/7", Notation::Mathematica), "-a[1,2]^2 + 1/7*x*y");
        assert_eq!(f("2*a_b^12 - x_01*_1 + 10", Notation::Mathematica), "-$1*x$01 + 2*a$b^12 + 10");
        for text in ["0", "-1", "-x^2/3 + 7/3", "-a_1*y"] {
            let polynomial: RationalPolynomial = text.parse().unwrap();
            assert_eq!(polynomial.to_text(Notation::Plain), polynomial.to_string());
            assert_eq!(polynomial.to_text(Notation::Latex), polynomial.to_latex());
        }
    }

    #[test]
    fn powers_and_parentheses() {
        let all = [Notation::Plain, Notation::Python, Notation::Mathematica, Notation::Latex];
        assert_eq!(all.map(|notation| notation.power(12)), ["^12", "**12", "^12", "^{12}"]);
        assert_eq!(all.map(|notation| notation.power(-3)), ["^(-3)", "**(-3)", "^(-3)", "^{-3}"]);
        assert_eq!(
            all.map(|notation| notation.in_parentheses("x + 1")),
            ["(x + 1)", "(x + 1)", "(x + 1)", r"\left(x + 1\right)"]
        );
        assert_eq!(all.map(Notation::product), ["*", "*", "*", " "]);
    }
}
