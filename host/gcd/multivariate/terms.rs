//! From sparse polynomials to dense primitive ones.

use super::dense::{Dense, PARALLEL};
use crate::alone::prelude::*;
use crate::error::{ErrorKind, Result};
use crate::gcd::pair;
use crate::plan::exponents::gcd as integer_gcd;
use crate::poly::{Polynomial, Term, places};
use crate::tasks::Tasks;
use rug::Integer;

/// Most variables that occur.
pub(super) const MAX_VARIABLES: usize = 4;

/// Most coefficients of a dense polynomial.
pub(super) const MAX_LENGTH: u128 = 1 << 25;

/// c f with a primitive f, lc(f) > 0.
pub(super) struct WithContent {
    /// c: the content with the sign of the leading coefficient.
    pub content: Integer,
    pub f: Dense,
}

/// Terms of a polynomial that is not 0, in some variables.
pub(super) struct Terms<'a> {
    pub terms: &'a [Term],
    /// The place of each variable among those of the polynomial, unless it does not occur.
    pub index: Vec<Option<usize>>,
    /// Lowest and highest exponents.
    pub low: Vec<u32>,
    pub high: Vec<u32>,
}

impl<'a> Terms<'a> {
    pub fn new(f: &'a Polynomial, vars: &[&String]) -> Self {
        let index = places(f, vars);
        let mut terms = Terms { terms: f.terms(), index, low: vec![u32::MAX; vars.len()], high: vec![0; vars.len()] };
        for term in terms.terms {
            for ((place, low), high) in terms.index.iter().zip(&mut terms.low).zip(&mut terms.high) {
                let e = place.map_or(0, |k| term.exponents[k]);
                (*low, *high) = (e.min(*low), e.max(*high));
            }
        }
        terms
    }

    /// Exponents of a term above the lowest ones.
    pub fn above<'t>(&'t self, term: &'t Term) -> impl Iterator<Item = u32> + 't {
        self.index.iter().zip(&self.low).map(|(place, low)| place.map_or(0, |k| term.exponents[k]) - low)
    }

    /// The greatest common divisors of all exponents above the lowest ones; 0 for a variable that does not occur.
    pub fn strides(&self) -> Vec<u32> {
        let mut strides = vec![0; self.low.len()];
        for term in self.terms {
            if strides.iter().all(|&stride| stride == 1) {
                break;
            }
            strides.iter_mut().zip(self.above(term)).for_each(|(stride, e)| *stride = integer_gcd(*stride, e));
        }
        strides
    }

    /// The degree in variable number `k`, without the lowest power and with x for x^stride.
    pub fn degree(&self, k: usize, strides: &[u32]) -> u32 {
        (self.high[k] - self.low[k]) / strides[k]
    }

    /// Numbers of coefficients per variable, x for x^stride.
    ///
    /// # Errors
    /// `Limit`.
    pub fn dims(&self, strides: &[u32]) -> Result<Vec<usize>> {
        let lengths: Vec<u128> = (0..strides.len()).map(|k| u128::from(self.degree(k, strides)) + 1).collect();
        let needed = lengths.iter().fold(1u128, |all, n| all.saturating_mul(*n));
        if needed > MAX_LENGTH {
            let what = "coefficients of a dense polynomial";
            return Err(ErrorKind::Limit { what, needed, allowed: MAX_LENGTH }.into());
        }
        Ok(lengths.iter().map(|&n| n as usize).collect())
    }

    /// The polynomial without its content and the lowest powers, x for x^stride, with so many coefficients per variable.
    /// Tasks are one for each term, and one for each coefficient; what is made when they are stopped is of no use.
    pub fn primitive(&self, dims: Vec<usize>, strides: &[u32], tasks: &Tasks<'_>) -> WithContent {
        let mut slots = vec![None; dims.iter().product()];
        for (k, term) in self.terms.iter().enumerate() {
            if k % PARALLEL == 0 {
                tasks.done(PARALLEL);
                if tasks.is_stopped() {
                    break;
                }
            }
            let places = self.above(term).zip(strides).map(|(e, stride)| (e / stride) as usize);
            slots[places.zip(&dims).fold(0, |place, (e, n)| place * n + e)] = Some(&term.coefficient);
        }
        let mut content = pair::content(slots.iter().copied().flatten());
        // The first of the terms need not be the first one in the order of these variables.
        if slots.iter().rev().copied().flatten().next().is_some_and(Integer::is_negative) {
            content = -content;
        }
        let unit = content == 1;
        let coefficient = |(k, c): (usize, Option<&Integer>)| {
            if k % PARALLEL == 0 {
                tasks.done(PARALLEL);
            }
            match c {
                None => Integer::new(),
                Some(_) if tasks.is_stopped() => Integer::new(),
                Some(c) if unit => c.clone(),
                Some(c) => Integer::from(c.div_exact_ref(&content)),
            }
        };
        let coefficients = slots.into_par_iter().enumerate().with_min_len(PARALLEL).map(coefficient).collect();
        // The box is tight: highest exponents occur.
        WithContent { content, f: Dense { dims, coefficients } }
    }
}

/// Common divisors of all exponents of both above the lowest ones; 1 for a variable that does not occur.
pub(super) fn common_strides(f: &Terms<'_>, g: &Terms<'_>) -> Vec<u32> {
    let both = f.strides().into_iter().zip(g.strides());
    both.map(|(a, b)| integer_gcd(a, b).max(1)).collect()
}
