//! Which field with so many elements is computed in.
//!
//! A GCD over an extension of the field of a prime is that over the prime's, times a number: Euclid's algorithm and contents never leave the
//! field of the coefficients. So a small prime is no limit on the number of points.

use super::extension::{Extension, degree_of};
use super::prime::Field;
use super::prime_fields::lack;
use super::tables::{MOST, Tables};
use crate::control::Control;
use crate::error::Result;
use std::sync::Arc;

/// Below this random points are too often unlucky: a field with more elements costs no more.
const FEW: u64 = 1 << 12;

/// Primes from here on are enough by themselves unless degrees are high: an extension of them is slow.
const ALONE: u64 = 1 << 10;

/// A field that contains that of the prime.
#[derive(Debug, Clone)]
pub(crate) enum Chosen {
    Prime(Field),
    Tables(Arc<Tables>),
    Extension(Arc<Extension>),
}

/// The fields of one characteristic, each of which is made once.
pub(crate) struct Fields {
    pub prime: Field,
    made: Vec<(u32, Chosen)>,
}

impl Fields {
    pub fn new(prime: Field) -> Self {
        Fields { prime, made: Vec::new() }
    }

    /// A field for polynomials that need `least` points, some of which may be unlucky.
    ///
    /// # Errors
    /// `Limit` where there is none below 2^62 and the prime is smaller; `Cancelled`.
    pub fn with(&mut self, least: u64, control: &Control) -> Result<Chosen> {
        let p = self.prime.modulus();
        if p >= least && p >= ALONE {
            return Ok(Chosen::Prime(self.prime));
        }
        let Some(e) = degree_of(p, least.max(FEW)) else {
            return Err(lack(least, u128::from(p).max(1 << 62)));
        };
        if let Some((_, made)) = self.made.iter().find(|made| made.0 == e) {
            return Ok(made.clone());
        }
        let chosen = match p.checked_pow(e) {
            Some(q) if q <= MOST => Chosen::Tables(Arc::new(Tables::new(p, e))),
            _ => Chosen::Extension(Arc::new(Extension::new(p, e, control)?)),
        };
        self.made.push((e, chosen.clone()));
        Ok(chosen)
    }
}
