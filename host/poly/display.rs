//! Printing: expanded, terms in descending lexicographic order. Sage, Singular, PARI, Maple and Magma read it.

use std::fmt;

use rug::Integer;

use super::notation::{self, Notation};
use super::polynomial::{Polynomial, Term};
use super::rational::RationalPolynomial;

/// A term over a denominator, with its sign as the first term has it or as the others do.
pub(super) struct TermText<'a> {
    pub(super) vars: &'a [String],
    pub(super) coefficient: &'a Integer,
    pub(super) exponents: &'a [u32],
    pub(super) denominator: &'a Integer,
    pub(super) first: bool,
    pub(super) notation: Notation,
}

impl fmt::Display for TermText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vars, coefficient, exponents, denominator, .. } = *self;
        if self.notation != Notation::Plain {
            return notation::term(f, self, self.notation);
        }
        f.write_str(self.sign())?;
        // The coefficient 1 only where nothing follows.
        let mut separator = "";
        let constant = exponents.iter().all(|&e| e == 0);
        if denominator != &1 {
            let (above, below) = self.reduced();
            if below != 1 {
                write!(f, "{above}/{below}")?;
                separator = "*";
            } else if constant || above != 1 {
                write!(f, "{above}")?;
                separator = "*";
            }
        } else if constant || (*coefficient != 1 && *coefficient != -1) {
            write!(f, "{}", *coefficient.as_abs())?;
            separator = "*";
        }
        for (name, &e) in vars.iter().zip(exponents).filter(|(_, e)| **e > 0) {
            f.write_str(separator)?;
            f.write_str(name)?;
            if e > 1 {
                write!(f, "^{e}")?;
            }
            separator = "*";
        }
        Ok(())
    }
}

/// The text of the polynomial without terms.
pub(super) const ZERO: &str = "0";

fn write_terms(f: &mut fmt::Formatter<'_>, poly: &Polynomial, denominator: &Integer) -> fmt::Result {
    for (index, Term { coefficient, exponents }) in poly.terms.iter().enumerate() {
        let (vars, first, notation) = (&poly.vars, index == 0, Notation::Plain);
        let text = TermText { vars, coefficient, exponents, denominator, first, notation };
        fmt::Display::fmt(&text, f)?;
    }
    match poly.is_zero() {
        true => f.write_str(ZERO),
        false => Ok(()),
    }
}

/// `3*x^2 - 5*x + 7`; `0` for the polynomial 0.
///
/// ```
/// use eliminant::poly::Polynomial;
/// assert_eq!("7-x*5+ x**2*y*3".parse::<Polynomial>()?.to_string(), "3*x^2*y - 5*x + 7");
/// # Ok::<(), eliminant::Error>(())
/// ```
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_terms(f, self, Integer::ONE)
    }
}

/// `1/2*x^2 - 3/4*x + 1`: each coefficient reduced by itself.
impl fmt::Display for RationalPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_terms(f, self.numerator(), self.denominator())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_ones() {
        for text in ["0", "1", "-1", "x", "-x", "-x + 1", "x^2 - x - 1", "-10*x^2*y + 100", "-x*y^12 - y"] {
            assert_eq!(text.parse::<Polynomial>().unwrap().to_string(), text);
            assert_eq!(text.parse::<RationalPolynomial>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn fractions() {
        for text in ["1/2", "-1/2", "-1/2*x + y - 3", "x + 1/3", "2/3*x - 4/3", "-x - 7*y - 1/7"] {
            assert_eq!(text.parse::<RationalPolynomial>().unwrap().to_string(), text);
        }
    }
}
