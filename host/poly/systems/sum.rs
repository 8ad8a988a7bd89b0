//! Sums of terms while they are put together: products, powers, like terms.

use super::coefficient::Coefficient;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The variables of a monomial that have a positive exponent, in order, with it. The order of these lists is that of monomials:
/// lexicographic, powers of the first variable above all others.
pub(crate) type Exponents = SmallVec<[(Reverse<u32>, u32); 4]>;

/// Most products of terms that are carried out for one product of sums, and most bits of a power of a coefficient.
pub(crate) const MOST: u64 = 1 << 22;

/// A sum of terms, like ones together, none of them 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Sum(pub BTreeMap<Exponents, Coefficient>);

/// Why a product or a power is not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooLarge {
    /// An exponent of 2^32 or more.
    Exponent,
    /// More than [`MOST`] products of terms, or bits.
    Work,
}

impl TooLarge {
    pub(crate) fn message(self) -> String {
        match self {
            TooLarge::Exponent => "an exponent is at most 2^32 - 1".to_owned(),
            TooLarge::Work => {
                format!("expanding this takes more than {MOST} products of terms, or bits of a coefficient")
            }
        }
    }
}

impl Sum {
    /// A number.
    pub(crate) fn constant(value: Coefficient) -> Self {
        let mut sum = Sum::default();
        sum.add_term(Exponents::new(), value);
        sum
    }

    /// A variable.
    pub(crate) fn variable(place: u32) -> Self {
        Sum(BTreeMap::from([([(Reverse(place), 1)].into_iter().collect(), Coefficient::from(1))]))
    }

    pub(crate) fn add_term(&mut self, exponents: Exponents, value: Coefficient) {
        let sum = self.0.remove(&exponents).unwrap_or_default() + value;
        if !sum.is_zero() {
            self.0.insert(exponents, sum);
        }
    }

    pub(crate) fn add(&mut self, other: Sum) {
        for (exponents, value) in other.0 {
            self.add_term(exponents, value);
        }
    }

    pub(crate) fn times(&self, other: &Sum) -> Result<Sum, TooLarge> {
        if self.0.len() as u64 * other.0.len() as u64 > MOST {
            return Err(TooLarge::Work);
        }
        let mut product = Sum::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                product.add_term(together(a, b)?, x.clone() * y.clone());
            }
        }
        Ok(product)
    }

    /// The n-th power; 1 for n = 0.
    pub(crate) fn power(&self, n: u32) -> Result<Sum, TooLarge> {
        if n == 0 {
            return Ok(Sum::constant(Coefficient::from(1)));
        }
        if let (1, Some((exponents, value))) = (self.0.len(), self.0.first_key_value()) {
            // One term: no limit on the exponent, but for what is in it.
            if value.bits().saturating_mul(u64::from(n)) > MOST && *value != Coefficient::from(1) {
                return Err(TooLarge::Work);
            }
            let raised: Option<Exponents> =
                exponents.iter().map(|&(place, e)| Some((place, e.checked_mul(n)?))).collect();
            return Ok(Sum(BTreeMap::from([(raised.ok_or(TooLarge::Exponent)?, value.power(n))])));
        }
        let (mut result, mut square, mut rest) = (Sum::constant(Coefficient::from(1)), self.clone(), n);
        while rest > 0 {
            if rest & 1 == 1 {
                result = result.times(&square)?;
            }
            rest >>= 1;
            if rest > 0 {
                square = square.times(&square)?;
            }
        }
        Ok(result)
    }
}

/// The product of two monomials.
fn together(a: &Exponents, b: &Exponents) -> Result<Exponents, TooLarge> {
    let mut product = Exponents::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if x.0 == y.0 => {
                let exponent = x.1.checked_add(y.1).ok_or(TooLarge::Exponent)?;
                let place = x.0;
                b.next();
                a.next();
                (place, exponent)
            }
            (Some(x), Some(y)) if x.0 < y.0 => {
                // The larger `Reverse` is the earlier variable.
                let next = *y;
                b.next();
                next
            }
            (Some(_), _) => match a.next() {
                Some(next) => next,
                None => return Ok(product),
            },
            (None, _) => match b.next() {
                Some(next) => next,
                None => return Ok(product),
            },
        };
        product.push(next);
    }
}
