//! Columns of a table of residues: whether they are 0, and as plain residues.

use crate::engine::cpu::bundle::Tables;
use crate::engine::cpu::word::{CpuWord, Lanes};
use rayon::prelude::*;
use std::ops::Range;

/// For each prime of a bundle whether all elements in `columns` are 0.
pub(in crate::engine::cpu) fn vanish<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    source: &[B::Elem],
    columns: &[Range<u32>],
) -> Vec<bool> {
    let lanes = |range: &Range<u32>| {
        let elements = &source[range.start as usize..range.end as usize];
        elements.iter().fold(u32::MAX, |zeros, &c| zeros & tables.field.zeros(c))
    };
    let zeros = columns.par_iter().map(lanes).reduce(|| u32::MAX, |a, b| a & b);
    (0..tables.primes.len()).map(|lane| zeros >> lane & 1 != 0).collect()
}

/// Plain residues of one lane.
pub(in crate::engine::cpu) fn copy<B: Lanes<Modulus = M>, M: CpuWord>(
    tables: &Tables<B>,
    source: &[B::Elem],
    lane: usize,
    columns: &[Range<u32>],
    row: &mut [M::Elem],
) {
    let prime = &tables.primes[lane];
    let places = columns.iter().flat_map(|range| range.start as usize..range.end as usize);
    for (to, place) in row.iter_mut().zip(places) {
        *to = prime.plain(B::lane(&source[place], lane));
    }
}
