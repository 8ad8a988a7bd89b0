//! The terms of a GCD or a cofactor from its images at a geometric progression, and their coefficients modulo a prime.
//!
//! An image with the leading coefficient 1 is that of the polynomial divided by its leading term c x^e. So the coefficients of one power of y are at the points
//! number j = 0, 1, ... the sums of c_i / c b^(e_i - e) (a^(e_i - e))^j over the terms of that weight, for points x_k = b_k a_k^j: see [`prony`].

use super::exponents::Group;
use super::progression::{Points, Progression, Target};
use super::projection::Projection;
use crate::control::Control;
use crate::error::Result;
use crate::plan::prime61::Prime61;
use crate::poly::{Exponents, Polynomial};
use crate::sparse::{prony, univariate};
use rand::Rng;
use rayon::prelude::*;
use std::ops::Range;

/// Points that must confirm a recurrence: a wrong one agrees with one of them with a probability of 2^-60.
const CONFIRMING: usize = 2;

/// The recurrences of all sequences of a target.
pub(super) type Recurrences = Vec<Vec<u64>>;

/// Sequences that have recurrences, from the first on, while their points suffice.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// The sequence that had none.
    open: usize,
}

impl Search {
    /// The recurrences of all sequences, if so many points tell them. O(points^2) products a sequence.
    pub fn recurrences(&mut self, field: Prime61, sequences: &[Vec<u64>]) -> Option<Recurrences> {
        let recurrence = |sequence: &Vec<u64>| {
            let recurrence = prony::recurrence(field, sequence);
            (2 * (recurrence.len() - 1) + CONFIRMING <= sequence.len()).then_some(recurrence)
        };
        // The one that was too long is likely to be so again.
        recurrence(sequences.get(self.open)?)?;
        let found: Vec<Option<Vec<u64>>> = sequences.par_iter().with_min_len(8).map(recurrence).collect();
        if let Some(open) = found.iter().position(Option::is_none) {
            self.open = open;
        }
        found.into_iter().collect()
    }
}

/// The elements w of the order 2^bits whose powers the ratios of points are.
pub(super) struct Root {
    pub w: u64,
    pub bits: u32,
}

impl Root {
    /// A prime and its root, for exponents in such groups.
    pub fn random(groups: &[Group], random: &mut impl Rng) -> (Prime61, Self) {
        // Random exponents of several groups need room.
        let bits = match groups {
            [group] => group.bits,
            _ => 46,
        };
        let (field, w) = Prime61::random_with_root(bits, random);
        (field, Root { w, bits })
    }

    /// Points from which the exponents of terms are read: those of one group by the logarithms of the roots of recurrences. Of several groups these logarithms are
    /// random numbers, which only part the terms.
    pub fn points(&self, field: Prime61, groups: &[Group], random: &mut impl Rng) -> Points {
        let exponents: Vec<u64> = match groups {
            [group] => group.strides.clone(),
            _ => {
                groups.iter().flat_map(|group| &group.strides).map(|_| random.random_range(0..1 << self.bits)).collect()
            }
        };
        let shifts = exponents.iter().map(|_| field.element(random)).collect();
        Points { shifts, ratios: exponents.iter().map(|&e| field.pow(self.w, e)).collect() }
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
    /// The terms of a target. `None` where they are not those of a polynomial: the prime or the points are unlucky.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn new(
        progression: &Progression,
        (target, recurrences): (Target, Recurrences),
        (root, groups): (&Root, &[Group]),
        (projection, pair): (&Projection, (&Polynomial, &Polynomial)),
        control: &Control,
    ) -> Result<Option<Self>> {
        let field = progression.field;
        let logarithms = |recurrence| {
            control.check()?;
            Ok(prony::logarithms(field, recurrence, (root.w, root.bits)))
        };
        let logarithms: Vec<Option<Vec<u64>>> =
            recurrences.into_par_iter().map(logarithms).collect::<Result<Vec<_>>>()?;
        let Some(logarithms): Option<Vec<Vec<u64>>> = logarithms.into_iter().collect() else { return Ok(None) };
        let differences = match groups {
            [group] => {
                let all = logarithms.iter().flatten().map(|&number| group.exponents(number, root.bits));
                all.collect::<Option<Vec<Vec<i64>>>>()
            }
            _ => of_groups(progression, target, &logarithms, (root, groups), (projection, pair), control)?,
        };
        let Some(differences) = differences else { return Ok(None) };
        let mut ranges = Vec::with_capacity(logarithms.len());
        for of_sequence in &logarithms {
            let start = ranges.last().map_or(0, |range: &Range<usize>| range.end);
            ranges.push(start..start + of_sequence.len());
        }
        // The images tell the weight of a term too.
        let has_distance = |(distance, range): (usize, &Range<usize>)| {
            differences[range.clone()].iter().all(|term| projection.distance(term) == distance as i64)
        };
        if !ranges.iter().enumerate().all(has_distance) {
            return Ok(None);
        }
        // No variable divides all terms.
        let lowest = |k: usize| differences.iter().map(|term| term[k]).min().unwrap_or(0);
        let lowest: Vec<i64> = (0..pair.0.vars().len()).map(lowest).collect();
        let absolute = |term: &Vec<i64>| {
            term.iter().zip(&lowest).map(|(e, low)| u32::try_from(e - low).ok()).collect::<Option<Exponents>>()
        };
        let Some(terms) = differences.iter().map(absolute).collect::<Option<Vec<Exponents>>>() else {
            return Ok(None);
        };
        let lead = differences.iter().position(|term| term.iter().all(|&e| e == 0));
        Ok(lead.map(|lead| Support { target, terms, ranges, lead }))
    }

    /// The points that coefficients take.
    pub fn points(&self) -> usize {
        self.ranges.iter().map(Range::len).max().unwrap_or(0)
    }

    /// The coefficients divided by the leading one; `None` where two terms have one value at the ratio of points. For t terms of a sequence O(t^2) products.
    pub fn coefficients(&self, progression: &Progression) -> Option<Vec<u64>> {
        let field = progression.field;
        let Points { shifts, ratios } = &progression.points;
        let value = |bases: &[u64], exponents: &[u32]| {
            let powers = bases.iter().zip(exponents).filter(|(_, e)| **e > 0);
            powers.fold(field.one(), |all, (&x, &e)| field.mul(all, field.pow(x, e.into())))
        };
        let of_lead = |bases: &[u64]| value(bases, &self.terms[self.lead]);
        let (shift, ratio) = (of_lead(shifts), field.inverse(of_lead(ratios)));
        let of_sequence = |(range, sequence): (&Range<usize>, &Vec<u64>)| {
            let terms = &self.terms[range.clone()];
            let roots: Vec<u64> = terms.iter().map(|e| field.mul(value(ratios, e), ratio)).collect();
            let mut sorted = roots.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return None;
            }
            let found = prony::coefficients(field, &roots, sequence);
            let mut inverses: Vec<u64> = terms.iter().map(|e| value(shifts, e)).collect();
            univariate::invert(field, &mut inverses);
            let unshifted = |(c, inverse)| field.mul(c, field.mul(shift, inverse));
            Some(found.into_iter().zip(inverses).map(unshifted).collect::<Vec<u64>>())
        };
        let sequences = progression.sequences(self.target);
        if sequences.len() != self.ranges.len() {
            return None;
        }
        let all: Option<Vec<Vec<u64>>> = self.ranges.par_iter().zip(sequences).map(of_sequence).collect();
        all.map(|all| all.concat())
    }
}

/// The differences of exponents from the leading ones, in several groups: with the variables of one group multiplied by powers of w, coefficients
/// are multiplied by the power of w whose exponent is the number of the group.
///
/// # Errors
/// `Cancelled`.
fn of_groups(
    progression: &Progression,
    target: Target,
    logarithms: &[Vec<u64>],
    (root, groups): (&Root, &[Group]),
    (projection, pair): (&Projection, (&Polynomial, &Polynomial)),
    control: &Control,
) -> Result<Option<Vec<Vec<i64>>>> {
    let field = progression.field;
    let roots: Vec<Vec<u64>> =
        logarithms.iter().map(|all| all.iter().map(|&e| field.pow(root.w, e)).collect()).collect();
    let most = roots.iter().map(Vec::len).max().unwrap_or(0);
    let solved = |progression: &Progression| -> Vec<u64> {
        let sequences = progression.sequences(target);
        roots.iter().zip(sequences).flat_map(|(roots, sequence)| prony::coefficients(field, roots, sequence)).collect()
    };
    let plain = solved(progression);
    let mut differences = vec![Vec::new(); plain.len()];
    for group in groups {
        let mut points = progression.points.clone();
        for (k, &stride) in group.variables.clone().zip(&group.strides) {
            points.shifts[k] = field.mul(points.shifts[k], field.pow(root.w, stride));
        }
        let mut shifted = Progression::new(field, pair, projection, points);
        if !shifted.extend(most, control)? || shifted.sequences(target).len() != roots.len() {
            return Ok(None);
        }
        for ((c, with_powers), difference) in plain.iter().zip(solved(&shifted)).zip(&mut differences) {
            if *c == 0 {
                return Ok(None);
            }
            let power = field.mul(with_powers, field.inverse(*c));
            let number = prony::logarithm(field, power, (root.w, root.bits));
            let Some(exponents) = number.and_then(|number| group.exponents(number, root.bits)) else {
                return Ok(None);
            };
            difference.extend(exponents);
        }
    }
    Ok(Some(differences))
}
