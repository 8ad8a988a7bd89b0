//! Rational functions as text, which is read again.

use std::fmt;

use super::RationalFunction;
use crate::poly::{Notation, Polynomial};

/// A power of a polynomial as a factor of a product.
fn factor(divisor: &Polynomial, exponent: u32, notation: Notation) -> String {
    let text = divisor.to_text(notation);
    let text = if divisor.terms().len() > 1 { notation.in_parentheses(&text) } else { text };
    if exponent == 1 { text } else { text + &notation.power(exponent) }
}

/// A product of powers of divisors, as people write it.
pub(in crate::poly) fn product_to_text<'a>(factors: impl Iterator<Item = (&'a Polynomial, u32)>) -> String {
    factors.map(|(divisor, exponent)| factor(divisor, exponent, Notation::Plain)).collect::<Vec<_>>().join("*")
}

impl RationalFunction {
    /// The function in a [`Notation`]: an integer numerator over the product of an integer and of the divisors, or a polynomial as
    /// [`RationalPolynomial::to_text`](crate::RationalPolynomial::to_text) has it.
    ///
    /// ```
    /// use eliminant::poly::{Notation, RationalFunction};
    /// let f = RationalFunction::parse("x/2 + 1/(x - 1)^2")?;
    /// assert_eq!(f.to_text(Notation::Plain), "(x^3 - 2*x^2 + x + 2)/(2*(x - 1)^2)");
    /// assert_eq!(f.to_text(Notation::Latex), r"\frac{x^{3} - 2 x^{2} + x + 2}{2 \left(x - 1\right)^{2}}");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_text(&self, notation: Notation) -> String {
        if self.as_polynomial().is_some() {
            return self.numerator.to_text(notation);
        }
        let (numerator, denominator) = (self.numerator.numerator(), self.numerator.denominator());
        let above = numerator.to_text(notation);
        let powers = self.divisors.iter().map(|(divisor, exponent)| factor(divisor, *exponent, notation));
        let factors: Vec<String> =
            (*denominator != 1).then(|| denominator.to_string()).into_iter().chain(powers).collect();
        let below = factors.join(notation.product());
        if notation == Notation::Latex {
            return match &self.divisors[..] {
                [(divisor, 1)] if factors.len() == 1 => format!("\\frac{{{above}}}{{{}}}", divisor.to_text(notation)),
                _ => format!("\\frac{{{above}}}{{{below}}}"),
            };
        }
        let above = if numerator.terms().len() > 1 { notation.in_parentheses(&above) } else { above };
        let below = if factors.len() > 1 { notation.in_parentheses(&below) } else { below };
        format!("{above}/{below}")
    }

    /// LaTeX for math mode.
    pub fn to_latex(&self) -> String {
        self.to_text(Notation::Latex)
    }
}

/// `(x + y)/(x*y)`, as [`RationalFunction::to_text`].
impl fmt::Display for RationalFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(Notation::Plain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every notation of a text that this library reads is the same function again; divisors that stand in parentheses together become one.
    #[test]
    fn texts_are_read_again() {
        for text in ["1/x", "-3/(2*x^2)", "(x + 1)/(3*x*(x - 2)^2)", "-x/(x + 1)^2", "(x_1 - y)/(2*x_1)", "x/2 - 1/3"] {
            let f: RationalFunction = text.parse().unwrap();
            for notation in [Notation::Plain, Notation::Python] {
                let again = f.to_text(notation);
                let difference = RationalFunction::parse(&again).unwrap() - &f;
                assert!(difference.numerator().numerator().is_zero(), "{again}");
            }
        }
        for text in ["1/x", "-x/(x + 1)^2", "(y - 1)/(2*y - 4)", "x/2 - 1/3"] {
            let f: RationalFunction = text.parse().unwrap();
            let difference = RationalFunction::parse(&f.to_latex()).unwrap() - &f;
            assert!(difference.numerator().numerator().is_zero(), "{}", f.to_latex());
        }
        let text = |text: &str, notation| text.parse::<RationalFunction>().unwrap().to_text(notation);
        assert_eq!(text("2/x^3", Notation::Python), "2/x**3");
        assert_eq!(text("(x_1 + 1)/(4*y - 2)", Notation::Mathematica), "(x[1] + 1)/(2*(2*y - 1))");
        assert_eq!(text("x/(y + 1)", Notation::Latex), r"\frac{x}{y + 1}");
    }
}
