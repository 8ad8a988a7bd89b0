//! Sums and products of lists of coefficients.

use std::ops::{Add, Mul, Neg, Sub};

use rug::Integer;

use super::UnivariatePolynomial;
use crate::error::{ErrorKind, Result};
use crate::poly::kronecker;

/// The coefficients of both, one beside the other, as long as the longer list.
fn pairs<'a>(
    f: &'a UnivariatePolynomial,
    g: &'a UnivariatePolynomial,
) -> impl Iterator<Item = (Option<&'a Integer>, Option<&'a Integer>)> {
    let (f, g) = (&f.coefficients, &g.coefficients);
    (0..f.len().max(g.len())).map(|k| (f.get(k), g.get(k)))
}

/// The sum.
impl Add for &UnivariatePolynomial {
    type Output = UnivariatePolynomial;

    fn add(self, other: &UnivariatePolynomial) -> UnivariatePolynomial {
        UnivariatePolynomial::new(pairs(self, other).map(|pair| match pair {
            (Some(a), Some(b)) => Integer::from(a + b),
            (a, b) => a.or(b).cloned().unwrap_or_default(),
        }))
    }
}

/// The difference.
impl Sub for &UnivariatePolynomial {
    type Output = UnivariatePolynomial;

    fn sub(self, other: &UnivariatePolynomial) -> UnivariatePolynomial {
        UnivariatePolynomial::new(pairs(self, other).map(|pair| match pair {
            (Some(a), Some(b)) => Integer::from(a - b),
            (Some(a), None) => a.clone(),
            (None, b) => -b.cloned().unwrap_or_default(),
        }))
    }
}

/// The product.
///
/// # Complexity
/// That of two integers that have all coefficients side by side, each with room for those of the product; or a product for each pair of coefficients
/// other than 0, where that is predicted to be faster.
impl Mul for &UnivariatePolynomial {
    type Output = UnivariatePolynomial;

    fn mul(self, other: &UnivariatePolynomial) -> UnivariatePolynomial {
        let (f, g) = (&self.coefficients, &other.coefficients);
        if f.is_empty() || g.is_empty() {
            return UnivariatePolynomial::default();
        }
        let [of_f, of_g] = [f, g].map(|list| list.iter().enumerate().filter(|(_, c)| !c.is_zero()).collect::<Vec<_>>());
        // Z has no zero divisors, so the last coefficient is not 0.
        UnivariatePolynomial { coefficients: kronecker::product(&of_f, &of_g, f.len() + g.len() - 1) }
    }
}

/// All signs changed.
impl Neg for &UnivariatePolynomial {
    type Output = UnivariatePolynomial;

    fn neg(self) -> UnivariatePolynomial {
        UnivariatePolynomial { coefficients: self.coefficients.iter().map(|c| Integer::from(-c)).collect() }
    }
}

/// The most bits of a power: 4 GiB.
const MAX_BITS: u128 = 1 << 35;

impl UnivariatePolynomial {
    /// The n-th power, by squaring; 1 for n = 0, also for 0.
    ///
    /// # Errors
    /// `Limit`, before anything is computed, when the coefficients could take more than 4 GiB.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// assert_eq!(UnivariatePolynomial::new([1, 1]).pow(4)?.coefficients(), [1, 4, 6, 4, 1]);
    /// assert!(UnivariatePolynomial::new([1, 1]).pow(100_000_000).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn pow(&self, n: u32) -> Result<Self> {
        let degree = self.degree().unwrap_or(0) as u128 * u128::from(n);
        // Each coefficient is at most the n-th power of the sum of the magnitudes.
        let bits = u128::from(self.norm1().significant_bits()).saturating_mul(n.into()).max(64);
        let needed = (degree + 1).saturating_mul(bits);
        if needed > MAX_BITS {
            return Err(ErrorKind::Limit { what: "bits of a power", needed, allowed: MAX_BITS }.into());
        }
        let mut power = Self::from(1);
        for bit in (0..u32::BITS - n.leading_zeros()).rev() {
            power = &power * &power;
            if n >> bit & 1 == 1 {
                power = &power * self;
            }
        }
        Ok(power)
    }
}
