//! Exact division of lists of terms by their weights, on all threads.
//!
//! The divisor's leading term is the only one of its weight: see [`super::grading`]. From the highest weights down, the terms of as many of them as the gap has are
//! found together, from those of the dividend and the products of terms that are known: [`super::range_sums`].

use super::exponent_words::Word;
use super::heap_division::{Outcome, Ring, Terms};
use super::range_sums::{Quotients, Range, Row};
use crate::alone::prelude::*;
use crate::error::Result;
use std::borrow::Borrow;

/// Rows whose ends one thread looks up, at least.
const ROWS: usize = 256;

/// The weights of a division.
pub(super) struct Levels<F> {
    /// The highest of the dividend, at most.
    pub top: u64,
    /// How far those of the divisor's terms are from that of its leading one, at least.
    pub gap: u64,
    /// The least monomial of a weight up to `top` + 1.
    pub least: F,
}

/// f / h for terms in descending order, the weight first. `spend` is given the number of terms of the quotient from time to time.
///
/// For m terms of f, n of h and t of the quotient: n t products, m + n t steps in tables, and O(min(n, t) log(n t)) comparisons for each gap.
///
/// # Errors
/// Of `spend`, and of the look.
pub(super) fn divide<K: Word, R: Ring, C: Borrow<R::Number> + Sync>(
    f: &[(K, C)],
    h: &[(K, R::Number)],
    levels: &Levels<impl Fn(u64) -> K>,
    quotients: &Quotients<'_, R, impl Fn(&K) -> Option<K> + Sync, impl Fn() -> Result<()> + Sync>,
    spend: impl Fn(usize) -> Result<()>,
) -> Result<Outcome<Terms<K, R>>> {
    let Some((_, rest)) = h.split_first() else { return Ok(Outcome::Inexact) };
    let mut quotient: Terms<K, R> = Vec::new();
    let (mut f, mut level) = (f, levels.top + 1);
    while level > 0 {
        let next = level.saturating_sub(levels.gap);
        let (above, from) = ((levels.least)(level), (levels.least)(next));
        let (terms, later) = f.split_at(f.partition_point(|term| term.0 >= from));
        f = later;
        let (short, long) = if rest.len() <= quotient.len() { (rest, &quotient[..]) } else { (&quotient[..], rest) };
        let rows = short.par_iter().with_min_len(ROWS).filter_map(|by| {
            let end = |least: &K| long.partition_point(|term| term.0.times(&by.0) >= *least);
            let terms = &long[end(&above)..end(&from)];
            (!terms.is_empty()).then_some(Row { by, terms })
        });
        let rows = rows.collect();
        match quotients.of(&Range { terms, rows })? {
            Outcome::Exact(found) => quotient.extend(found),
            outcome => return Ok(outcome),
        }
        spend(quotient.len())?;
        level = next;
    }
    Ok(Outcome::Exact(quotient))
}
