//! Exact values at integers and at rational numbers, by Horner's rule in all variables.

use std::ops::{AddAssign, MulAssign};

use rug::ops::Pow;
use rug::{Integer, Rational};

use super::polynomial::Polynomial;
use super::rational::RationalPolynomial;
use crate::error::{Error, ErrorKind, Result};
use crate::plural::count;

/// The most bits that a value may need by its bound: 1 GiB.
const MAX_BITS: u128 = 1 << 33;

/// Bits that a factor adds to a product: none for -1, 0 and 1.
pub(super) fn growth(n: &Integer) -> u128 {
    if *n.as_abs() <= 1 { 0 } else { u128::from(n.significant_bits()) }
}

/// Refuses a value that may pass [`MAX_BITS`], where the power e of coordinate i has at most e `bits[i]` bits.
///
/// A value over a common denominator has at most the bits that all degrees together give, those of the coefficients and those of the number of
/// terms; so have the intermediate values, which are values of quotients of the polynomial by monomials.
fn check_size(f: &Polynomial, bits: &[u128]) -> Result<()> {
    let degrees = bits.iter().enumerate().map(|(i, bits)| u128::from(f.degree_in(i).unwrap_or(0)) * bits);
    check_bits(&f.norm1(), degrees.fold(0, u128::saturating_add))
}

/// The same for a polynomial with this 1-norm, all of whose powers of coordinates together have so many bits.
pub(super) fn check_bits(norm1: &Integer, bits: u128) -> Result<()> {
    let needed = bits.saturating_add(norm1.significant_bits().into());
    match needed > MAX_BITS {
        true => Err(ErrorKind::Limit { what: "bits of a value", needed, allowed: MAX_BITS }.into()),
        false => Ok(()),
    }
}

/// The value at a point with a coordinate for each variable.
///
/// `sums[i]` is the part in the variables from i on that belongs to the exponents at hand of the variables before i, divided by the power of
/// variable i that the last term had. Between two terms the exponents differ first at some place k: the levels behind k are finished,
/// level k takes their value and is multiplied by the difference of the powers.
fn horner<V>(f: &Polynomial, point: &[V]) -> V
where
    V: Clone + Default + From<Integer> + AddAssign + MulAssign + Pow<u32, Output = V>,
{
    let mut sums = vec![V::default(); point.len()];
    let mut value = V::default();
    for (at, term) in f.terms.iter().enumerate() {
        value = V::from(term.coefficient.clone());
        let next = f.terms.get(at + 1);
        let differing = next.and_then(|next| term.exponents.iter().zip(&next.exponents).position(|(a, b)| a != b));
        for level in (0..point.len()).rev() {
            let mut sum = std::mem::take(&mut sums[level]);
            sum += value;
            let lower = match (differing, next) {
                (Some(k), Some(next)) if k == level => next.exponents[level],
                _ => 0,
            };
            let power = term.exponents[level] - lower;
            if power > 0 {
                sum *= point[level].clone().pow(power);
            }
            if differing == Some(level) {
                sums[level] = sum;
                value = V::default();
                break;
            }
            value = sum;
        }
    }
    value
}

fn check_point(f: &Polynomial, coordinates: usize) -> Result<()> {
    match coordinates == f.vars.len() {
        true => Ok(()),
        false => {
            let message = format!(
                "has {}; give one for each of {}",
                count(coordinates, "coordinate"),
                count(f.vars.len(), "variable")
            );
            Err(Error::argument("point", message))
        }
    }
}

/// Bits by which numerators and denominators of powers grow.
fn growths(point: &[Rational]) -> Vec<u128> {
    point.iter().map(|x| growth(x.numer()) + growth(x.denom())).collect()
}

impl Polynomial {
    /// The value at a point with an integer for each variable of the list. 0^0 is 1.
    ///
    /// # Errors
    /// `Argument` when the point has not one coordinate per variable; `Limit`, before anything is computed, when the value could take more
    /// than 1 GiB.
    ///
    /// # Complexity
    /// A product and a power for each term and each variable in which it differs from the next term, by Horner's rule.
    ///
    /// ```
    /// use eliminant::{Integer, Polynomial};
    /// let f: Polynomial = "x^2*y - 5".parse()?;
    /// assert_eq!(f.evaluate(&[3, -2])?, -23);
    /// assert_eq!(f.evaluate(&[Integer::from(10), Integer::from(1)])?, 95);
    /// assert!(f.evaluate(&[3]).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn evaluate<T: Clone + Into<Integer>>(&self, point: &[T]) -> Result<Integer> {
        check_point(self, point.len())?;
        let point: Vec<Integer> = point.iter().cloned().map(Into::into).collect();
        check_size(self, &point.iter().map(growth).collect::<Vec<_>>())?;
        Ok(horner(self, &point))
    }

    /// The value at a point with a rational number for each variable of the list. 0^0 is 1.
    ///
    /// # Errors
    /// As [`Polynomial::evaluate`].
    ///
    /// # Complexity
    /// As there; each sum and product is reduced.
    ///
    /// ```
    /// use eliminant::{Polynomial, Rational};
    /// let f: Polynomial = "x^2 - x".parse()?;
    /// assert_eq!(f.evaluate_rational(&[Rational::from((1, 2))])?, Rational::from((-1, 4)));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn evaluate_rational<T: Clone + Into<Rational>>(&self, point: &[T]) -> Result<Rational> {
        check_point(self, point.len())?;
        let point: Vec<Rational> = point.iter().cloned().map(Into::into).collect();
        check_size(self, &growths(&point))?;
        Ok(horner(self, &point))
    }
}

impl RationalPolynomial {
    /// The value at a point with a number for each variable of the list.
    ///
    /// # Errors
    /// As [`Polynomial::evaluate`].
    ///
    /// ```
    /// use eliminant::{Rational, RationalPolynomial};
    /// let f: RationalPolynomial = "x^2/3 + 1".parse()?;
    /// assert_eq!(f.evaluate(&[Rational::from((1, 2))])?, Rational::from((13, 12)));
    /// assert_eq!(f.evaluate(&[3])?, 4);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn evaluate<T: Clone + Into<Rational>>(&self, point: &[T]) -> Result<Rational> {
        Ok(self.numerator().evaluate_rational(point)? / self.denominator())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(text: &str) -> Polynomial {
        text.parse().unwrap()
    }

    #[test]
    fn degenerate_points() {
        let none: [i64; 0] = [];
        assert_eq!((poly("0").evaluate(&none).unwrap(), poly("-7").evaluate(&none).unwrap()), (0.into(), (-7).into()));
        assert_eq!(poly("0*x").evaluate(&[3]).unwrap(), 0);
        assert_eq!(poly("x^3*y + x*y^2 + 4").evaluate(&[0, 0]).unwrap(), 4);
        assert_eq!(poly("x^2147483647*y").evaluate(&[-1, 5]).unwrap(), -5);
        assert!(poly("x").evaluate(&none).is_err() && poly("1").evaluate(&[1]).is_err());
        let large = poly("x^2147483647*y^2147483647").evaluate(&[9, 9]).unwrap_err();
        assert!(matches!(large.kind(), ErrorKind::Limit { .. }));
    }
}
