//! Big integers in the form engines take them in.

use crate::error::{ErrorKind, Result};
use crate::plan::rows::Rows;
use rayon::prelude::*;
use rug::Integer;
use rug::integer::Order;
use std::borrow::Borrow;
use std::ops::Range;

/// A list of integers, wherever they are.
pub trait Integers: Sync {
    /// How many.
    fn count(&self) -> usize;

    /// Integer `i` < count.
    fn at(&self, i: usize) -> &Integer;
}

impl<C: Borrow<Integer> + Sync> Integers for [C] {
    fn count(&self) -> usize {
        self.len()
    }

    fn at(&self, i: usize) -> &Integer {
        self[i].borrow()
    }
}

/// The coefficients of several polynomials as one dense table: row-major over (row, exponents of the kept variables).
///
/// Integer `i` has magnitude `limbs[offsets[i]..offsets[i + 1]]` (least significant first, no leading zero limbs, none for
/// zero) and sign `negative[i]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegerTable {
    /// Number of polynomials in the kept variables.
    pub rows: u32,
    /// Coefficients per kept variable.
    pub dims: Vec<u32>,
    /// Starts of the integers in `limbs`, and the end.
    pub offsets: Vec<u32>,
    /// All limbs.
    pub limbs: Vec<u32>,
    /// Signs.
    pub negative: Vec<bool>,
}

/// Integers that one thread takes at a time.
const CHUNK: usize = 1024;

/// 32-bit words of the magnitude.
fn words(integer: &Integer) -> usize {
    // The upper half of the last limb, which is not 0, may be.
    let high = integer.as_limbs().last().is_some_and(|&limb| limb >> 32 == 0);
    2 * integer.as_limbs().len() - usize::from(high)
}

/// The words of a magnitude, as many as there is room for: all, or all but the upper half of the last limb.
#[inline(always)]
fn split(limbs: &[u64], to: &mut [u32]) {
    for (pair, limb) in to.chunks_mut(2).zip(limbs) {
        pair[0] = *limb as u32;
        if let [_, high] = pair {
            *high = (limb >> 32) as u32;
        }
    }
}

/// The integers of a list in `range`: the end of each, the first of which begins at `start`, their words and signs.
fn copy<L: Integers + ?Sized>(
    list: &L,
    range: Range<usize>,
    (start, ends): (usize, &mut [u32]),
    mut limbs: &mut [u32],
    negative: &mut [bool],
) {
    let mut end = start;
    for ((i, offset), negative) in range.zip(ends).zip(negative) {
        let c = list.at(i);
        let n = words(c);
        end += n;
        *offset = end as u32;
        *negative = c.is_negative();
        let (to, rest) = std::mem::take(&mut limbs).split_at_mut(n);
        limbs = rest;
        split(c.as_limbs(), to);
    }
}

impl IntegerTable {
    /// The rows of all `polynomials`, one polynomial after the other. `None` when they have 2^32 integers or limbs.
    pub fn new(polynomials: &[&Rows]) -> Option<Self> {
        let kept = polynomials.first().map_or(0, |f| f.kept);
        let all = || polynomials.iter().flat_map(|f| &f.rows);
        let dims: Vec<u32> = (0..kept).map(|k| all().filter_map(|row| row.degree(k)).max().unwrap_or(0) + 1).collect();
        let width = dims.iter().try_fold(1usize, |acc, &n| acc.checked_mul(n as usize))?;
        let count = all().count();
        let size = width.checked_mul(count).filter(|&n| n < u32::MAX as usize)?;
        let mut slots = vec![None; size];
        for (i, row) in all().enumerate() {
            for (coefficient, exponents) in &row.terms {
                let place = dims.iter().zip(exponents).fold(0, |acc, (&n, &e)| acc * n as usize + e as usize);
                slots[i * width + place] = Some(coefficient);
            }
        }
        // Twice the 64-bit limbs: a little more than the digits.
        let total = slots.iter().flatten().map(|c| 2 * c.as_limbs().len()).sum();
        let mut table = IntegerTable {
            rows: count as u32,
            dims,
            offsets: Vec::with_capacity(size + 1),
            limbs: Vec::with_capacity(total),
            negative: Vec::with_capacity(size),
        };
        table.offsets.push(0);
        let zero = Integer::new();
        for slot in &slots {
            table.push(slot.unwrap_or(&zero))?;
        }
        Some(table)
    }

    /// Lists of integers one behind the other, as one polynomial; on all cores where there are many. `None` when there are 2^32
    /// integers or limbs.
    pub fn flat<L: Integers + ?Sized>(lists: &[&L]) -> Option<Self> {
        let count: usize = lists.iter().map(|list| list.count()).sum();
        let dims = vec![u32::try_from(count).ok().filter(|&n| n < u32::MAX)?];
        let many = count > 4 * CHUNK;
        let chunk = if many { CHUNK } else { count.max(1) };
        let chunks = |list: &&L| (0..list.count().div_ceil(chunk)).map(move |i| i * chunk..(i + 1) * chunk);
        let chunks: Vec<(&L, Range<usize>)> = lists
            .iter()
            .flat_map(|list| chunks(list).map(|range| (*list, range.start..range.end.min(list.count()))))
            .collect();
        let size = |(list, range): &(&L, Range<usize>)| range.clone().map(|i| words(list.at(i))).sum();
        let sizes: Vec<usize> =
            if many { chunks.par_iter().map(size).collect() } else { chunks.iter().map(size).collect() };
        let total: usize = sizes.iter().sum();
        u32::try_from(total).ok()?;
        let mut table = IntegerTable {
            rows: 1,
            dims,
            offsets: vec![0; count + 1],
            limbs: vec![0; total],
            negative: vec![false; count],
        };
        let (mut offsets, mut limbs, mut negative) =
            (&mut table.offsets[1..], &mut table.limbs[..], &mut table.negative[..]);
        let mut start = 0;
        let mut parts = Vec::with_capacity(chunks.len());
        for ((list, range), size) in chunks.into_iter().zip(sizes) {
            let offsets = offsets.split_off_mut(..range.len())?;
            let negative = negative.split_off_mut(..range.len())?;
            parts.push((list, range, (start, offsets), limbs.split_off_mut(..size)?, negative));
            start += size;
        }
        match many {
            true => {
                parts.into_par_iter().for_each(|(list, range, starts, to, signs)| copy(list, range, starts, to, signs))
            }
            false => {
                parts.into_iter().for_each(|(list, range, starts, to, signs)| copy(list, range, starts, to, signs))
            }
        }
        Some(table)
    }

    /// Appends one integer; `None` when there are 2^32 limbs.
    fn push(&mut self, integer: &Integer) -> Option<()> {
        let start = self.limbs.len();
        self.limbs.resize(start + words(integer), 0);
        split(integer.as_limbs(), &mut self.limbs[start..]);
        self.negative.push(integer.is_negative());
        self.offsets.push(u32::try_from(self.limbs.len()).ok()?);
        Some(())
    }

    /// Number of integers.
    pub fn len(&self) -> usize {
        self.negative.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.negative.is_empty()
    }

    /// Magnitude of integer `i`.
    pub fn magnitude(&self, i: usize) -> &[u32] {
        &self.limbs[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    /// Integer `i`.
    pub fn integer(&self, i: usize) -> Integer {
        let magnitude = Integer::from_digits(self.magnitude(i), Order::Lsf);
        if self.negative[i] { -magnitude } else { magnitude }
    }

    /// Replaces the integers in `range` by their negatives.
    pub fn negate(&mut self, range: Range<usize>) {
        for i in range {
            self.negative[i] = !self.negative[i] && self.offsets[i] < self.offsets[i + 1];
        }
    }

    /// Bits of the longest of the integers in `range`.
    pub fn height(&self, range: Range<usize>) -> u64 {
        let bits = |i: usize| match self.magnitude(i) {
            [lower @ .., top] => 32 * (lower.len() as u64 + 1) - u64::from(top.leading_zeros()),
            [] => 0,
        };
        range.into_par_iter().with_min_len(CHUNK).map(bits).max().unwrap_or(0)
    }
}

/// Bits of the longest of some integers; on all cores where there are many.
pub(crate) fn height(integers: &[Integer]) -> u64 {
    let bits = |c: &Integer| u64::from(c.significant_bits());
    integers.par_iter().with_min_len(CHUNK).map(bits).max().unwrap_or(0)
}

/// Integers of all tables.
///
/// # Errors
/// `Limit` when they have 2^32 integers or limbs.
pub(super) fn count(tables: &[&IntegerTable]) -> Result<usize> {
    let (count, limbs) =
        tables.iter().fold((0, 0), |(count, limbs), table| (count + table.len(), limbs + table.limbs.len()));
    match u32::try_from(count.max(limbs)) {
        Ok(n) if n < u32::MAX => Ok(count),
        _ => Err(too_many().into()),
    }
}

/// Starts of the integers of all tables in the limbs of all of them, and the end.
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "for devices"))]
pub(super) fn offsets(tables: &[&IntegerTable]) -> Vec<u32> {
    let mut offsets = vec![0; tables.iter().map(|table| table.len()).sum::<usize>() + 1];
    let (mut rest, mut start) = (&mut offsets[1..], 0);
    let mut parts = Vec::with_capacity(tables.len());
    for table in tables {
        let (part, behind) = std::mem::take(&mut rest).split_at_mut(table.len());
        rest = behind;
        parts.push((part, start, &table.offsets[1..]));
        start += table.limbs.len() as u32;
    }
    parts.into_par_iter().for_each(|(to, start, from)| to.iter_mut().zip(from).for_each(|(to, end)| *to = start + end));
    offsets
}

/// What an error of tables that are too large says.
pub(crate) fn too_many() -> ErrorKind {
    ErrorKind::Limit { what: "words of all coefficients", needed: 1 << 32, allowed: u32::MAX as u128 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Many lists of integers around the ends of words, against the integers themselves.
    #[test]
    fn flat_tables_hold_all_integers() {
        let list = |n: u32, from: u32| -> Vec<Integer> {
            let sizes = [0u32, 1, 31, 32, 33, 63, 64, 65, 300];
            (0..n)
                .map(|i| {
                    let size = sizes[(i as usize + from as usize) % sizes.len()];
                    let c = if size == 0 { Integer::new() } else { (Integer::from(1) << size) - 1 - i % 2 };
                    if i % 3 == 0 { -c } else { c }
                })
                .collect()
        };
        let lists = [list(5000, 0), list(0, 0), list(1, 3), list(1024, 4), list(1025, 1)];
        let slices: Vec<&[Integer]> = lists.iter().map(|list| &list[..]).collect();
        let table = IntegerTable::flat(&slices).unwrap();
        let all = lists.concat();
        assert_eq!((table.len(), table.rows, &table.dims[..]), (all.len(), 1, &[all.len() as u32][..]));
        for (i, c) in all.iter().enumerate() {
            assert_eq!(table.integer(i), *c);
            assert_ne!(table.magnitude(i).last(), Some(&0));
        }
        let height = |range: Range<usize>| all[range].iter().map(|c| u64::from(c.significant_bits())).max();
        for range in [0..all.len(), 1..9, 5000..5001] {
            assert_eq!(Some(table.height(range.clone())), height(range));
        }
        assert_eq!(table.height(3..3), 0);
        let mut negated = table.clone();
        negated.negate(0..5000);
        for (i, c) in all.iter().enumerate() {
            assert_eq!(negated.integer(i), if i < 5000 { Integer::from(-c) } else { c.clone() });
        }
        assert!((0..all.len()).all(|i| all[i] != 0 || !negated.negative[i]));
        // Put together from one table a list.
        let parts: Vec<IntegerTable> = slices.iter().map(|list| IntegerTable::flat(&[*list]).unwrap()).collect();
        let parts: Vec<&IntegerTable> = parts.iter().collect();
        assert_eq!((count(&parts).unwrap(), offsets(&parts)), (all.len(), table.offsets.clone()));
        assert_eq!((count(&[]).unwrap(), offsets(&[])), (0, vec![0]));
        assert!(IntegerTable::flat::<[Integer]>(&[]).unwrap().is_empty());
    }
}
