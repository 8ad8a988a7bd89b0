//! Sum, difference, product and sign over Q: those of the numerators over a common denominator.

use std::ops::{Add, Mul, Neg, Sub};

use rug::Integer;

use super::polynomial::Polynomial;
use super::rational::RationalPolynomial;
use crate::error::Result;

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
