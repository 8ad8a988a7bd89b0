//! Division of lists of coefficients.

use super::UnivariatePolynomial;
use crate::error::Result;
use crate::poly::division::{inexact, is_zero_error, not_integral};

impl UnivariatePolynomial {
    /// q and r with f = g q + r and deg r < deg g. They are unique where they exist over Z: always when the leading coefficient of g is 1 or -1.
    ///
    /// # Errors
    /// `Argument` when g is 0, or when its leading coefficient does not divide that of a rest, so that q is not a polynomial with integer
    /// coefficients.
    ///
    /// # Complexity
    /// One product of coefficients for each coefficient of q and each of g.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// let (f, g) = (UnivariatePolynomial::new([1, 2, 0, 3]), UnivariatePolynomial::new([-1, 0, 1]));
    /// let (q, r) = f.div_rem(&g)?;
    /// assert_eq!((q.to_string(), r.to_string()), ("3*x".to_owned(), "5*x + 1".to_owned()));
    /// assert!(f.div_rem(&UnivariatePolynomial::new([1, 2])).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn div_rem(&self, divisor: &Self) -> Result<(Self, Self)> {
        let Some((lead, lower)) = divisor.coefficients.split_last() else { return Err(is_zero_error()) };
        let mut rest = self.coefficients.clone();
        let mut found = Vec::with_capacity((rest.len() + 1).saturating_sub(divisor.coefficients.len()));
        while rest.len() > lower.len() {
            let Some(first) = rest.pop() else { break };
            let (coefficient, remainder) = first.clone().div_rem(lead.clone());
            if !remainder.is_zero() {
                return Err(not_integral(lead, &first));
            }
            let shift = rest.len() - lower.len();
            if !coefficient.is_zero() {
                rest[shift..].iter_mut().zip(lower).for_each(|(c, b)| *c -= &coefficient * b);
            }
            found.push(coefficient);
        }
        found.reverse();
        Ok((Self::new(found), Self::new(rest)))
    }

    /// The quotient h of f = g h, where g divides f over Z.
    ///
    /// # Errors
    /// `Argument` when g is 0 or does not divide f.
    ///
    /// ```
    /// use eliminant::UnivariatePolynomial;
    /// let f = UnivariatePolynomial::from_roots([2, 3]);
    /// assert_eq!(f.exact_div(&UnivariatePolynomial::new([-2, 1]))?.to_string(), "x - 3");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn exact_div(&self, divisor: &Self) -> Result<Self> {
        match self.div_rem(divisor) {
            Ok((quotient, rest)) if rest.is_zero() => Ok(quotient),
            Err(error) if divisor.is_zero() => Err(error),
            _ => Err(inexact()),
        }
    }
}
