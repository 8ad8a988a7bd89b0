//! Columns of a table of residues: whether they are 0, and as plain residues.

use crate::alone::prelude::*;
use crate::engine::cpu::bundle::Tables;
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::plan::columns::Columns;
use std::ops::Range;

/// For each prime of a bundle whether all elements in `columns` are 0.
pub(in crate::engine::cpu) fn vanish<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    source: &[B::Elem],
    columns: &Columns,
) -> Vec<bool> {
    let lanes = |elements: &[B::Elem]| elements.iter().fold(u32::MAX, |zeros, &c| zeros & tables.field.zeros(c));
    let part = |ranges: &mut dyn Iterator<Item = Range<usize>>| {
        ranges.fold(u32::MAX, |all, range| all & lanes(&source[range]))
    };
    let zeros = columns.parts().par_bridge().map(|mut ranges| part(&mut ranges)).reduce(|| u32::MAX, |a, b| a & b);
    (0..tables.primes.len()).map(|lane| zeros >> lane & 1 != 0).collect()
}

/// Plain residues of one lane.
pub(in crate::engine::cpu) fn copy<B: Lanes<Modulus = M>, M: CpuWord>(
    tables: &Tables<B>,
    source: &[B::Elem],
    lane: usize,
    columns: &Columns,
    row: &mut [M::Elem],
) {
    let prime = &tables.primes[lane];
    let mut left = row;
    for range in columns.ranges() {
        let (to, rest) = left.split_at_mut(range.len());
        to.iter_mut().zip(&source[range]).for_each(|(to, from)| *to = prime.plain(B::lane(from, lane)));
        left = rest;
    }
}
