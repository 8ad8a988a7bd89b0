//! Terms over Z: modulo primes with roots of order 2^b, of which logarithms are quick.

use super::exponents::Group;
use super::progression::{Points, Progression, Target};
use super::projection::Projection;
use super::shifts;
use super::support::{Recurrences, Support};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::plan::prime61::Prime61;
use crate::poly::Polynomial;
use crate::sparse::prony;
use rand::Rng;

/// Primes with roots of order 2^46 are plenty.
const BITS: u32 = 46;

/// A prime with an element w of order 2^bits, whose powers the ratios of points are.
pub(super) struct Ladder {
    pub field: Prime61,
    w: u64,
    bits: u32,
    groups: Vec<Group>,
}

impl Ladder {
    /// For polynomials of degrees up to these limits.
    pub fn random(limits: &[u32], random: &mut impl Rng) -> Self {
        let groups = Group::all(limits, BITS);
        // Random exponents of several groups need room.
        let bits = match &groups[..] {
            [group] => group.bits,
            _ => BITS,
        };
        let (field, w) = Prime61::random_with_root(bits, random);
        Ladder { field, w, bits, groups }
    }

    /// Points from which the exponents of terms are read: those of one group by the logarithms of the roots of recurrences. Of several groups these logarithms are
    /// random numbers, which only part the terms.
    pub fn points(&self, random: &mut impl Rng) -> Points {
        let exponents: Vec<u64> = match &self.groups[..] {
            [group] => group.strides.clone(),
            groups => {
                groups.iter().flat_map(|group| &group.strides).map(|_| random.random_range(0..1 << self.bits)).collect()
            }
        };
        let shifts = exponents.iter().map(|_| self.field.element(random)).collect();
        Points { shifts, ratios: exponents.iter().map(|&e| self.field.pow(self.w, e)).collect() }
    }

    /// The terms of a target. `None` where they are not those of a polynomial: the prime or the points are unlucky.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn support(
        &self,
        progression: &Progression<Prime61>,
        (target, recurrences): (Target, Recurrences),
        (projection, pair): (&Projection, (&Polynomial, &Polynomial)),
        control: &Control,
    ) -> Result<Option<Support>> {
        let (field, root) = (self.field, (self.w, self.bits));
        let logarithms = |recurrence| {
            control.check()?;
            prony::logarithms(field, recurrence, root, control)
        };
        let logarithms: Vec<Option<Vec<u64>>> =
            recurrences.into_par_iter().map(logarithms).collect::<Result<Vec<_>>>()?;
        let Some(logarithms): Option<Vec<Vec<u64>>> = logarithms.into_iter().collect() else { return Ok(None) };
        let differences = match &self.groups[..] {
            [group] => logarithms.iter().flatten().map(|&e| group.exponents(self.balanced(e))).collect(),
            groups => {
                let powers = |all: &Vec<u64>| all.iter().map(|&e| field.pow(self.w, e)).collect();
                let roots: Vec<Vec<u64>> = logarithms.iter().map(powers).collect();
                let number = |power: u64| prony::logarithm(field, power, root).map(|e| self.balanced(e));
                let given = (self.w, groups, number);
                shifts::differences(progression, (target, &roots), given, (projection, pair), control)?
            }
        };
        let lengths = logarithms.iter().map(Vec::len);
        Ok(differences.and_then(|differences| Support::new(target, lengths, &differences, projection)))
    }

    /// The absolutely least number that is e modulo 2^bits.
    fn balanced(&self, e: u64) -> i64 {
        // Below 2^46.
        if e >> (self.bits - 1) == 0 { e as i64 } else { e as i64 - (1 << self.bits) }
    }
}
