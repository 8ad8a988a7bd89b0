//! The orders in which the terms of a division are met, and the monomials that they are packed into.

use super::exponent_words::{Monomial, Packing};
use super::grading::Grading;
use super::heap_division::{self, Outcome, Ring, Terms};
use super::level_division::{self, Levels};
use super::polynomial::{Exponents, Term};
use super::range_sums::Quotients;
use crate::alone::prelude::*;
use crate::error::Result;
use std::borrow::Borrow;

/// Terms that one thread packs, at least.
const PACKED: usize = 1 << 12;

/// What watches a division.
pub(super) trait Watch: Sync {
    /// The quotient has, or is about to have, so many terms. Called for each of them, or for many together.
    ///
    /// # Errors
    /// `Limit` where these are too many.
    fn terms(&self, count: u64) -> Result<()>;

    /// Called every few milliseconds.
    ///
    /// # Errors
    /// `Cancelled`.
    fn look(&self) -> Result<()>;
}

/// Words of products between two looks: some milliseconds.
const LOOK: u64 = 1 << 16;

/// An order of monomials.
pub(super) trait Order: Sync {
    type Key: Ord + Send;

    /// A term of the divisor.
    fn divisor(&self, exponents: &Exponents) -> Self::Key;

    /// The exponents of a term of the quotient.
    fn exponents(&self, key: Self::Key) -> Exponents;

    /// f / g for the terms of f and a function that has their coefficients.
    ///
    /// # Errors
    /// Of `watch`.
    fn divided<'t, R: Ring, C: Borrow<R::Number> + Send + Sync>(
        &self,
        ring: &R,
        f: (&'t [Term], impl Fn(&'t Term) -> C + Sync),
        g: Vec<(Self::Key, R::Number)>,
        watch: &impl Watch,
    ) -> Result<Outcome<Terms<Self::Key, R>>>;
}

/// Terms in their order, with a heap.
fn by_heap<K: Monomial, R: Ring, C: Borrow<R::Number>>(
    ring: &R,
    f: impl Iterator<Item = (K, C)>,
    g: &[(K, R::Number)],
    over: impl Fn(&K) -> Option<K>,
    watch: &impl Watch,
) -> Result<Outcome<Terms<K, R>>> {
    let (mut terms, mut since) = (0, 0);
    let spend = |limbs| {
        terms += 1;
        watch.terms(terms)?;
        since += limbs;
        if since >= LOOK {
            watch.look()?;
            since = 0;
        }
        Ok(true)
    };
    heap_division::divide(ring, f, g, over, spend)
}

/// Lexicographic order, with monomials of `W` words.
pub(super) struct Packed<'a, const W: usize> {
    pub packing: &'a Packing,
    /// The divisor's leading exponents, and the degrees of the quotient.
    pub lead: &'a Exponents,
    pub room: &'a Exponents,
}

impl<const W: usize> Order for Packed<'_, W> {
    type Key = [u64; W];

    fn divisor(&self, exponents: &Exponents) -> [u64; W] {
        self.packing.pack(exponents)
    }

    fn exponents(&self, key: [u64; W]) -> Exponents {
        self.packing.unpack(&key)
    }

    fn divided<'t, R: Ring, C: Borrow<R::Number> + Send + Sync>(
        &self,
        ring: &R,
        (f, number): (&'t [Term], impl Fn(&'t Term) -> C + Sync),
        g: Vec<([u64; W], R::Number)>,
        watch: &impl Watch,
    ) -> Result<Outcome<Terms<[u64; W], R>>> {
        let pack = |exponents: &Exponents| self.packing.pack::<W>(exponents);
        let f = f.iter().map(|term| (pack(&term.exponents), number(term)));
        by_heap(ring, f, &g, self.packing.quotients(pack(self.lead), pack(self.room)), watch)
    }
}

/// Lexicographic order, with lists of exponents.
pub(super) struct Unpacked<'a> {
    pub lead: &'a Exponents,
    pub room: &'a Exponents,
}

impl Order for Unpacked<'_> {
    type Key = Exponents;

    fn divisor(&self, exponents: &Exponents) -> Exponents {
        exponents.clone()
    }

    fn exponents(&self, key: Exponents) -> Exponents {
        key
    }

    fn divided<'t, R: Ring, C: Borrow<R::Number> + Send + Sync>(
        &self,
        ring: &R,
        (f, number): (&'t [Term], impl Fn(&'t Term) -> C + Sync),
        g: Vec<(Exponents, R::Number)>,
        watch: &impl Watch,
    ) -> Result<Outcome<Terms<Exponents, R>>> {
        let f = f.iter().map(|term| (term.exponents.clone(), number(term)));
        let over = |monomial: &Exponents| {
            let difference = monomial.iter().zip(self.lead).map(|(a, b)| a.checked_sub(*b));
            let difference = difference.collect::<Option<Exponents>>()?;
            difference.iter().zip(self.room).all(|(e, most)| e <= most).then_some(difference)
        };
        by_heap(ring, f, &g, over, watch)
    }
}

/// By weights, on all threads.
pub(super) struct ByLevels<'a, const W: usize> {
    pub grading: &'a Grading,
    /// Of numbers of weights and of all exponents but one.
    pub packing: &'a Packing,
    /// The degrees of the dividend, the divisor and the quotient.
    pub degrees: [&'a Exponents; 3],
}

impl<const W: usize> ByLevels<'_, W> {
    fn pack(&self, exponents: &Exponents, degrees: &Exponents) -> [u64; W] {
        self.packing.pack(&self.grading.packed(exponents, self.grading.top(degrees)))
    }

    /// The exponents of a term of the quotient, if none is negative or above its degrees.
    fn within(&self, key: &[u64; W]) -> Option<Exponents> {
        let room = self.degrees[2];
        let exponents = self.grading.exponents(&self.packing.unpack(key), self.grading.top(room))?;
        exponents.iter().zip(room).all(|(e, most)| e <= most).then_some(exponents)
    }
}

impl<const W: usize> Order for ByLevels<'_, W> {
    type Key = [u64; W];

    fn divisor(&self, exponents: &Exponents) -> [u64; W] {
        self.pack(exponents, self.degrees[1])
    }

    fn exponents(&self, key: [u64; W]) -> Exponents {
        // The terms of a quotient have been so before.
        self.within(&key).unwrap_or_default()
    }

    fn divided<'t, R: Ring, C: Borrow<R::Number> + Send + Sync>(
        &self,
        ring: &R,
        (f, number): (&'t [Term], impl Fn(&'t Term) -> C + Sync),
        mut g: Vec<([u64; W], R::Number)>,
        watch: &impl Watch,
    ) -> Result<Outcome<Terms<[u64; W], R>>> {
        let (grading, [of_f, _, room]) = (self.grading, self.degrees);
        let term = |term: &'t Term| (self.pack(&term.exponents, of_f), number(term));
        let mut f: Vec<([u64; W], C)> = f.par_iter().with_min_len(PACKED).map(term).collect();
        f.par_sort_unstable_by(|a, b| b.0.cmp(&a.0));
        g.par_sort_unstable_by(|a, b| b.0.cmp(&a.0));
        let Some((lead, c)) = g.first() else { return Ok(Outcome::Inexact) };
        let quotient = self.packing.quotients(*lead, self.packing.pack(&grading.highest(room)));
        let over = |key: &[u64; W]| quotient(key).filter(|key| self.within(key).is_some());
        let least = |number: u64| {
            let mut packed = Exponents::from_elem(0, of_f.len());
            // Below 2^30.
            packed[0] = number as u32;
            self.packing.pack(&packed)
        };
        let levels = Levels { top: grading.top(of_f), gap: grading.gap, least };
        let quotients = Quotients { ring, lead: c, over, look: || watch.look() };
        level_division::divide(&f, &g, &levels, &quotients, |terms| watch.terms(terms as u64))
    }
}
