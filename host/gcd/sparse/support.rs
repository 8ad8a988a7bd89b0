//! The terms of a GCD or a cofactor, and their coefficients modulo a prime from its images at a geometric progression.
//!
//! An image with the leading coefficient 1 is that of the polynomial divided by its leading term c x^e. So the coefficients of one power of y are at the points
//! number j = 0, 1, ... the sums of c_i / c b^(e_i - e) (a^(e_i - e))^j over the terms of that weight, for points x_k = b_k a_k^j: see [`prony`].

use super::progression::{Points, Progression, Target};
use super::projection::Projection;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::Result;
use crate::finite_field::Arithmetic;
use crate::finite_field::dense::invert;
use crate::poly::Exponents;
use crate::sparse::prony;
use std::ops::Range;

/// Points of the first attempt.
pub(super) const FIRST: usize = 4;

/// The part of the progress left that the points of an attempt are taken for: how many follow is not known.
pub(super) const STEP: f64 = 0.25;

/// Points that must confirm a recurrence: a wrong one agrees with one of them with a probability of one over the elements of the field.
const CONFIRMING: usize = 2;

/// The recurrences of all sequences of a target.
pub(super) type Recurrences<E = u64> = Vec<Vec<E>>;

/// Sequences that have recurrences, from the first on, while their points suffice.
#[derive(Debug, Default)]
struct Search {
    /// The sequence that had none.
    open: usize,
}

impl Search {
    /// The recurrences of all sequences, if so many points tell them. O(points^2) products a sequence.
    fn recurrences<K: Arithmetic>(&mut self, field: K, sequences: &[Vec<K::Elem>]) -> Option<Recurrences<K::Elem>> {
        let recurrence = |sequence: &Vec<K::Elem>| {
            let recurrence = prony::recurrence(field, sequence);
            (2 * (recurrence.len() - 1) + CONFIRMING <= sequence.len()).then_some(recurrence)
        };
        // The one that was too long is likely to be so again.
        recurrence(sequences.get(self.open)?)?;
        let found: Vec<Option<Vec<K::Elem>>> = sequences.par_iter().with_min_len(8).map(recurrence).collect();
        if let Some(open) = found.iter().position(Option::is_none) {
            self.open = open;
        }
        found.into_iter().collect()
    }
}

/// The recurrences of the target with the fewest terms, by as many points as that takes; `None` where the points are unlucky. `fits` is asked about so many
/// points.
///
/// # Errors
/// `Cancelled`; of `fits`.
pub(super) fn fewest_terms<K: Arithmetic>(
    progression: &mut Progression<K>,
    fits: impl Fn(usize) -> Result<()>,
    control: &Control,
) -> Result<Option<(Target, Recurrences<K::Elem>)>> {
    let mut searches: [Search; 3] = Default::default();
    let mut count = FIRST;
    loop {
        fits(count)?;
        if !progression.extend(count - progression.count(), control)? {
            return Ok(None);
        }
        let recurrences = |target: Target| {
            let sequences = progression.has(target).then(|| progression.sequences(target))?;
            Some((target, searches[target as usize].recurrences(progression.field, sequences)?))
        };
        let found = Target::ALL.into_iter().filter_map(recurrences);
        let terms = |(_, recurrences): &(Target, Recurrences<K::Elem>)| recurrences.iter().map(Vec::len).sum::<usize>();
        if let Some(least) = found.min_by_key(terms) {
            return Ok(Some(least));
        }
        control.check()?;
        control.next(STEP).finish();
        count += count.div_ceil(2);
    }
}

/// Terms of a polynomial without monomials that divide it.
#[derive(Debug)]
pub(super) struct Support {
    pub target: Target,
    pub terms: Vec<Exponents>,
    /// The terms of each sequence.
    ranges: Vec<Range<usize>>,
    /// The place of the leading term.
    lead: usize,
}

impl Support {
    /// From the differences of exponents from the leading ones, so many for each sequence. `None` where they are not those of a polynomial: the prime or
    /// the points are unlucky.
    pub fn new(
        target: Target,
        lengths: impl Iterator<Item = usize>,
        differences: &[Vec<i64>],
        projection: &Projection,
    ) -> Option<Self> {
        let ranges = lengths.scan(0, |end, length| {
            let start = *end;
            *end += length;
            Some(start..*end)
        });
        let ranges: Vec<Range<usize>> = ranges.collect();
        // The images tell the weight of a term too.
        let has_distance = |(distance, range): (usize, &Range<usize>)| {
            differences[range.clone()].iter().all(|term| projection.distance(term) == distance as i64)
        };
        let lead = differences.iter().position(|term| term.iter().all(|&e| e == 0))?;
        if !ranges.iter().enumerate().all(has_distance) {
            return None;
        }
        // No variable divides all terms.
        let lowest = |k: usize| differences.iter().map(|term| term[k]).min().unwrap_or(0);
        let lowest: Vec<i64> = (0..differences[lead].len()).map(lowest).collect();
        let absolute = |term: &Vec<i64>| {
            term.iter().zip(&lowest).map(|(e, low)| u32::try_from(e - low).ok()).collect::<Option<Exponents>>()
        };
        let terms = differences.iter().map(absolute).collect::<Option<Vec<Exponents>>>()?;
        Some(Support { target, terms, ranges, lead })
    }

    /// The points that coefficients take.
    pub fn points(&self) -> usize {
        self.ranges.iter().map(Range::len).max().unwrap_or(0)
    }

    /// The coefficients divided by the leading one; `None` where two terms have one value at the ratio of points. For t terms of a sequence O(t^2) products.
    pub fn coefficients<K: Arithmetic>(&self, progression: &Progression<K>) -> Option<Vec<K::Elem>> {
        let field = progression.field;
        let Points { shifts, ratios } = &progression.points;
        let value = |bases: &[K::Elem], exponents: &[u32]| {
            let powers = bases.iter().zip(exponents).filter(|(_, e)| **e > 0);
            powers.fold(field.one(), |all, (&x, &e)| field.mul(all, field.pow(x, e.into())))
        };
        let of_lead = |bases: &[K::Elem]| value(bases, &self.terms[self.lead]);
        let (shift, ratio) = (of_lead(shifts), field.inverse(of_lead(ratios)));
        let of_sequence = |(range, sequence): (&Range<usize>, &Vec<K::Elem>)| {
            let terms = &self.terms[range.clone()];
            let roots: Vec<K::Elem> = terms.iter().map(|e| field.mul(value(ratios, e), ratio)).collect();
            let mut sorted = roots.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return None;
            }
            let found = prony::coefficients(field, &roots, sequence);
            let mut inverses: Vec<K::Elem> = terms.iter().map(|e| value(shifts, e)).collect();
            invert(field, &mut inverses);
            let unshifted = |(c, inverse)| field.mul(c, field.mul(shift, inverse));
            Some(found.into_iter().zip(inverses).map(unshifted).collect::<Vec<K::Elem>>())
        };
        let sequences = progression.sequences(self.target);
        if sequences.len() != self.ranges.len() {
            return None;
        }
        let all: Option<Vec<Vec<K::Elem>>> = self.ranges.par_iter().zip(sequences).map(of_sequence).collect();
        all.map(|all| all.concat())
    }
}
