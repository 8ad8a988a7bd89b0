//! Sum, difference, product and sign over Q: those of the numerators over a common denominator. Division by numbers.

use std::ops::{Add, Div, DivAssign, Mul, Neg, Sub};

use rug::{Integer, Rational};

use super::polynomial::Polynomial;
use super::rational::RationalPolynomial;
use crate::error::{Error, Result};

/// Both numerators over the least common multiple of the denominators, and that.
fn over_same_denominator(f: &RationalPolynomial, g: &RationalPolynomial) -> (Polynomial, Polynomial, Integer) {
    let common = Integer::from(f.denominator().lcm_ref(g.denominator()));
    let scaled = |h: &RationalPolynomial| {
        h.numerator().clone().times_integer(&Integer::from(common.div_exact_ref(h.denominator())))
    };
    (scaled(f), scaled(g), common)
}

impl RationalPolynomial {
    /// The product.
    ///
    /// # Errors
    /// As [`Polynomial::checked_mul`].
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// let (f, g): (RationalPolynomial, RationalPolynomial) = ("x/2 + 1".parse()?, "2*x/3".parse()?);
    /// assert_eq!(f.checked_mul(&g)?.to_string(), "1/3*x^2 + 2/3*x");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn checked_mul(&self, other: &RationalPolynomial) -> Result<RationalPolynomial> {
        let numerator = self.numerator().checked_mul(other.numerator())?;
        Ok(Self::reduced(numerator, Integer::from(self.denominator() * other.denominator())))
    }

    /// The quotient by a number.
    ///
    /// # Errors
    /// `Argument` when it is 0.
    ///
    /// ```
    /// use eliminant::{Rational, RationalPolynomial};
    /// let f: RationalPolynomial = "x + 2".parse()?;
    /// assert_eq!(f.checked_div(Rational::from((2, 3)))?.to_string(), "3/2*x + 3");
    /// assert!(f.checked_div(0).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn checked_div(&self, number: impl Into<Rational>) -> Result<RationalPolynomial> {
        let (above, below) = number.into().into_numer_denom();
        if above.is_zero() {
            return Err(Error::argument("divisor", "is 0; divide by a number other than 0"));
        }
        Ok(Self::reduced(self.numerator().clone().times_integer(&below), above * self.denominator()))
    }

    /// The n-th power; 1 for n = 0, also for the polynomial 0.
    ///
    /// # Errors
    /// As [`Polynomial::pow`], which also bounds the power of the denominator.
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// let f: RationalPolynomial = "x/2 + 1".parse()?;
    /// assert_eq!(f.pow(2)?.to_string(), "1/4*x^2 + x + 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn pow(&self, n: u32) -> Result<RationalPolynomial> {
        let denominator = Polynomial::from(self.denominator().clone()).pow(n)?;
        let denominator = denominator.as_constant().unwrap_or_default();
        // Gauss: the content of a power is the power of the content, so the quotient stays reduced.
        RationalPolynomial::new(self.numerator().pow(n)?, denominator)
    }
}

/// The sum, over the union of the variables when they differ.
///
/// ```
/// use eliminant::RationalPolynomial;
/// let (f, g): (RationalPolynomial, RationalPolynomial) = ("x/2 + 1/3".parse()?, "x/2 - y".parse()?);
/// assert_eq!((&f + &g).to_string(), "x - y + 1/3");
/// # Ok::<(), eliminant::Error>(())
/// ```
impl Add for &RationalPolynomial {
    type Output = RationalPolynomial;

    fn add(self, other: &RationalPolynomial) -> RationalPolynomial {
        let (f, g, denominator) = over_same_denominator(self, other);
        RationalPolynomial::reduced(&f + &g, denominator)
    }
}

/// The difference, over the union of the variables when they differ.
impl Sub for &RationalPolynomial {
    type Output = RationalPolynomial;

    fn sub(self, other: &RationalPolynomial) -> RationalPolynomial {
        let (f, g, denominator) = over_same_denominator(self, other);
        RationalPolynomial::reduced(&f - &g, denominator)
    }
}

/// The product, over the union of the variables when they differ.
///
/// # Panics
/// When an exponent would pass [`Polynomial::MAX_EXPONENT`]; [`RationalPolynomial::checked_mul`] returns an error instead.
impl Mul for &RationalPolynomial {
    type Output = RationalPolynomial;

    fn mul(self, other: &RationalPolynomial) -> RationalPolynomial {
        let numerator = self.numerator() * other.numerator();
        RationalPolynomial::reduced(numerator, Integer::from(self.denominator() * other.denominator()))
    }
}

/// All signs changed.
impl Neg for &RationalPolynomial {
    type Output = RationalPolynomial;

    fn neg(self) -> RationalPolynomial {
        self.clone().rewritten(|numerator| numerator.negate())
    }
}

/// Quotients by numbers of one type.
macro_rules! quotients {
    ($($number:ty),*) => { $(
        /// The quotient by a number.
        ///
        /// # Panics
        /// When it is 0; [`RationalPolynomial::checked_div`] returns an error instead.
        impl Div<$number> for &RationalPolynomial {
            type Output = RationalPolynomial;

            fn div(self, number: $number) -> RationalPolynomial {
                self.checked_div(number).expect("a polynomial is divided by 0")
            }
        }

        /// As that of a reference.
        impl Div<$number> for RationalPolynomial {
            type Output = RationalPolynomial;

            fn div(self, number: $number) -> RationalPolynomial {
                &self / number
            }
        }

        /// As the operator `/`, in place.
        impl DivAssign<$number> for RationalPolynomial {
            fn div_assign(&mut self, number: $number) {
                *self = &*self / number;
            }
        }
    )* };
}

quotients!(i64, Integer, &Integer, Rational, &Rational);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_by_numbers() {
        let f: RationalPolynomial = "4*x/3 - 6".parse().unwrap();
        let expected = "-2/3*x + 3".parse::<RationalPolynomial>().unwrap();
        let two = Rational::from(-2);
        assert_eq!(
            [&f / -2, f.clone() / Integer::from(-2), &f / two.numer(), &f / &two],
            [(); 4].map(|()| expected.clone())
        );
        let mut g = f.clone();
        g /= two;
        assert_eq!(g, expected);
        assert_eq!((&f - &f) / 5, RationalPolynomial::default().with_vars(&["x"]).unwrap());
    }

    #[test]
    #[should_panic(expected = "divided by 0")]
    fn by_zero() {
        let _ = RationalPolynomial::from(1) / 0;
    }
}
