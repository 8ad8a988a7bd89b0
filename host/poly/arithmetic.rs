//! Ring operations. Operators, also those of owned operands (`operators`), work on any two lists of variables: when the lists differ, the result
//! has the union of both, in alphabetical order.

use std::borrow::Cow;
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;

use rug::Integer;
use rug::ops::NegAssign;

use super::limits::Budget;
use super::polynomial::{Polynomial, Term};
use super::product::{exponent_overflow, merge, mul_terms_watched, pow_terms};
use super::variables::{embed, merged_vars};
use crate::control::Control;
use crate::error::{Error, Result};
use crate::shorten::shortened;

/// Both polynomials over one list of variables.
pub(super) fn over_same_vars<'a>(f: &'a Polynomial, g: &'a Polynomial) -> (Cow<'a, Polynomial>, Cow<'a, Polynomial>) {
    if f.vars == g.vars {
        return (Cow::Borrowed(f), Cow::Borrowed(g));
    }
    let vars = merged_vars(f, g);
    (Cow::Owned(embed(f, &vars)), Cow::Owned(embed(g, &vars)))
}

fn change_signs(terms: &mut [Term]) {
    for term in terms {
        term.coefficient.neg_assign();
    }
}

impl Polynomial {
    /// The polynomial with all signs changed.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// assert_eq!("x - 3".parse::<Polynomial>()?.negate().to_string(), "-x + 3");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn negate(&self) -> Polynomial {
        let mut result = self.clone();
        change_signs(&mut result.terms);
        result
    }

    /// The product.
    ///
    /// # Errors
    /// `Argument` when an exponent would pass [`Polynomial::MAX_EXPONENT`].
    ///
    /// # Complexity
    /// m n products of coefficients for m and n terms, O(m n log min(m, n)) comparisons at most.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let (f, g): (Polynomial, Polynomial) = ("x + y".parse()?, "x - y".parse()?);
    /// assert_eq!(f.checked_mul(&g)?.to_string(), "x^2 - y^2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn checked_mul(&self, other: &Polynomial) -> Result<Polynomial> {
        self.multiplied(other, &Control::default())
    }

    /// [`Self::checked_mul`], which looks at `control` every few milliseconds where there are many products of sparse factors.
    ///
    /// # Errors
    /// As there; `Cancelled`.
    pub(crate) fn multiplied(&self, other: &Polynomial, control: &Control) -> Result<Polynomial> {
        let (f, g) = over_same_vars(self, other);
        if let Some(index) = exponent_overflow(&f.terms, &g.terms, Polynomial::MAX_EXPONENT) {
            return Err(Error::argument(
                "product",
                format!(
                    "an exponent of `{}` would reach 2147483648; exponents must be below it",
                    shortened(&f.vars[index])
                ),
            ));
        }
        Ok(Polynomial { vars: Arc::clone(&f.vars), terms: mul_terms_watched(&f.terms, &g.terms, &|| control.check())? })
    }

    /// The n-th power; 1 for n = 0, also for the polynomial 0.
    ///
    /// # Errors
    /// `Argument` when an exponent would pass [`Polynomial::MAX_EXPONENT`]; `Limit`, before anything is computed, when the
    /// result could take more than 1 GiB or the expansion more than 2^34 steps (minutes).
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "x + 1".parse()?;
    /// assert_eq!(f.pow(3)?.to_string(), "x^3 + 3*x^2 + 3*x + 1");
    /// assert!(f.pow(1_000_000).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn pow(&self, n: u32) -> Result<Polynomial> {
        if n == 0 {
            return Ok(Polynomial::constant_in(&self.vars, Integer::from(1)));
        }
        for (index, name) in self.vars.iter().enumerate() {
            let needed = u64::from(self.degree_in(index).unwrap_or(0)) * u64::from(n);
            if needed > u64::from(Polynomial::MAX_EXPONENT) {
                return Err(Error::argument(
                    "exponent",
                    format!(
                        "the power has exponent {needed} of `{}`; exponents must be below 2147483648",
                        shortened(name)
                    ),
                ));
            }
        }
        Budget::new(self.vars.len(), u64::MAX).power(&self.terms, n)?;
        Ok(Polynomial { vars: Arc::clone(&self.vars), terms: pow_terms(&self.terms, n) })
    }

    /// The polynomial divided by an integer that divides every coefficient.
    ///
    /// # Errors
    /// `Argument` when the divisor is 0 or leaves a remainder.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "6*x - 9".parse()?;
    /// assert_eq!(f.exact_div_integer(&(-3).into())?.to_string(), "-2*x + 3");
    /// assert!(f.exact_div_integer(&2.into()).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn exact_div_integer(&self, divisor: &Integer) -> Result<Polynomial> {
        if divisor.is_zero() {
            return Err(Error::argument("divisor", "is 0; divide by an integer other than 0"));
        }
        let mut result = self.clone();
        for term in &mut result.terms {
            if !term.coefficient.is_divisible(divisor) {
                let (divisor, coefficient) = (divisor.to_string(), term.coefficient.to_string());
                let message =
                    format!("{} does not divide the coefficient {}", shortened(&divisor), shortened(&coefficient));
                return Err(Error::argument("divisor", message));
            }
            term.coefficient.div_exact_mut(divisor);
        }
        Ok(result)
    }

    /// The polynomial times an integer other than 0, in its place.
    pub(crate) fn times_integer(mut self, factor: &Integer) -> Polynomial {
        debug_assert!(!factor.is_zero());
        if *factor != 1 {
            self.terms.iter_mut().for_each(|term| term.coefficient *= factor);
        }
        self
    }
}

/// The sum, over the union of the variables when they differ. O(m + n) comparisons.
///
/// ```
/// use eliminant::poly::Polynomial;
/// let (f, g): (Polynomial, Polynomial) = ("x + 1".parse()?, "y - 1".parse()?);
/// assert_eq!((&f + &g).to_string(), "x + y");
/// # Ok::<(), eliminant::Error>(())
/// ```
impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: &Polynomial) -> Polynomial {
        let (f, g) = over_same_vars(self, other);
        let (f, g) = (f.into_owned(), g.into_owned());
        Polynomial { vars: f.vars, terms: merge(f.terms, g.terms) }
    }
}

/// The difference, over the union of the variables when they differ.
impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: &Polynomial) -> Polynomial {
        let (f, g) = over_same_vars(self, other);
        let (f, mut g) = (f.into_owned(), g.into_owned());
        change_signs(&mut g.terms);
        Polynomial { vars: f.vars, terms: merge(f.terms, g.terms) }
    }
}

/// The product, over the union of the variables when they differ.
///
/// # Panics
/// When an exponent would pass [`Polynomial::MAX_EXPONENT`], as integer operators do on overflow;
/// [`Polynomial::checked_mul`] returns an error instead.
impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: &Polynomial) -> Polynomial {
        match self.checked_mul(other) {
            Ok(product) => product,
            // An operator has no error to return; the library itself multiplies by `checked_mul`.
            Err(error) => panic!("{error}"),
        }
    }
}

/// All signs changed.
impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        self.negate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    fn poly(text: &str) -> Polynomial {
        text.parse().unwrap()
    }

    #[test]
    fn different_variables_are_united() {
        let f = Polynomial::parse_in("z + x", &["z", "x"]).unwrap();
        let product = &f * &poly("y");
        assert_eq!(product.vars(), ["x", "y", "z"]);
        assert_eq!(product.to_string(), "x*y + y*z");
        assert_eq!((&f - &f).vars(), ["z", "x"]);
    }

    #[test]
    fn powers() {
        assert_eq!(poly("0").pow(0).unwrap(), poly("1"));
        assert_eq!(poly("0").pow(7).unwrap(), poly("0"));
        assert_eq!(poly("-2*x*y^3").pow(5).unwrap(), poly("-32*x^5*y^15"));
        let f = poly("x - 2*y + 3");
        assert_eq!(f.pow(4).unwrap(), &(&f * &f) * &(&f * &f));
        assert!(matches!(poly("x^2").pow(1 << 30).unwrap_err().kind(), ErrorKind::Argument { .. }));
        assert!(matches!(f.pow(1 << 30).unwrap_err().kind(), ErrorKind::Limit { .. }));
        assert!(matches!(poly("3").pow(u32::MAX).unwrap_err().kind(), ErrorKind::Limit { .. }));
        assert_eq!(poly("-x").pow(Polynomial::MAX_EXPONENT).unwrap(), poly("-x^2147483647"));
        assert_eq!(Polynomial::parse_in("-1", &["x"]).unwrap().pow(u32::MAX).unwrap().to_string(), "-1");
    }

    #[test]
    fn exponents_stay_below_the_limit() {
        let f = poly("x^2000000000 + 1");
        assert!(matches!(f.checked_mul(&f).unwrap_err().kind(), ErrorKind::Argument { .. }));
        assert_eq!(f.checked_mul(&poly("0*x")).unwrap(), poly("0*x"));
    }

    #[test]
    #[should_panic(expected = "2147483648")]
    fn the_operator_panics_on_overflow() {
        let f = poly("x^2000000000");
        let _ = &f * &f;
    }

    #[test]
    fn exact_division() {
        assert!(poly("x").exact_div_integer(&Integer::new()).is_err());
        assert!(poly("4*x + 2").exact_div_integer(&Integer::from(4)).is_err());
        assert_eq!(poly("0").exact_div_integer(&Integer::from(4)).unwrap(), poly("0"));
    }
}
