//! Big integers in the form engines take them in.

use crate::alone::prelude::*;
use crate::error::{ErrorKind, Result};
use crate::plan::rows::Rows;
pub use crate::poly::integers::{Integers, Parts};
use crate::poly::integers::{first, split, words};
use rug::Integer;
use std::ops::Range;

/// The coefficients of several polynomials as one dense table: row-major over (row, exponents of the kept variables).
///
/// Integer `i` has magnitude `limbs[offsets[i]..offsets[i + 1]]` (least significant first, no leading zero limbs, none for
/// zero) and sign `negative[i]`. Kernels trust these tables, so only the constructors make them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegerTable {
    /// Number of polynomials in the kept variables.
    pub(super) rows: u32,
    /// Coefficients per kept variable.
    pub(super) dims: Vec<u32>,
    /// Starts of the integers in `limbs`, and the end.
    pub(super) offsets: Vec<u32>,
    /// All limbs.
    pub(super) limbs: Vec<u32>,
    /// Signs.
    pub(super) negative: Vec<bool>,
}

/// Integers of a list, or their negatives.
#[derive(Clone, Copy)]
pub struct List<'a> {
    /// The list.
    pub integers: &'a dyn Integers,
    /// Whether the negatives are meant.
    pub negate: bool,
    /// Words of 32 bits of all magnitudes, where they have been counted.
    pub(crate) words: Option<usize>,
}

impl<'a> List<'a> {
    /// The integers themselves.
    pub fn of(integers: &'a dyn Integers) -> Self {
        List { integers, negate: false, words: None }
    }

    /// Their negatives where `negate` is true.
    pub fn negated(self, negate: bool) -> Self {
        List { negate: self.negate != negate, ..self }
    }
}

/// Integers that one thread takes at a time.
const CHUNK: usize = 1024;

/// Integers up to which all are looked at by one thread, and packed by it where they have few words.
pub(super) const FEW: usize = 4 * CHUNK;

/// Words that are few.
const FEW_WORDS: usize = 16 * FEW;

/// Integers of one of several lists.
pub(super) struct Chunk<'a> {
    list: List<'a>,
    range: Range<usize>,
    /// Words of their magnitudes.
    pub words: usize,
}

/// All integers of the lists in order, in chunks that a thread takes at a time.
pub(super) fn chunks<'a>(lists: &[List<'a>]) -> Vec<Chunk<'a>> {
    let count: usize = lists.iter().map(|list| list.integers.count()).sum();
    let len = if count <= FEW { FEW } else { CHUNK };
    let ranges = |list: &List<'a>| {
        let (list, count) = (*list, list.integers.count());
        (0..count.div_ceil(len)).map(move |i| Chunk { list, range: i * len..count.min((i + 1) * len), words: 0 })
    };
    let mut chunks: Vec<Chunk<'_>> = lists.iter().flat_map(ranges).collect();
    let mut unknown: Vec<&mut Chunk<'_>> = Vec::new();
    for chunk in &mut chunks {
        match chunk.list.words {
            Some(words) if chunk.count() == chunk.list.integers.count() => chunk.words = words,
            _ => unknown.push(chunk),
        }
    }
    let unknown_count: usize = unknown.iter().map(|chunk| chunk.count()).sum();
    let measure = |chunk: &mut Chunk<'_>| chunk.words = chunk.list.integers.words(chunk.range.clone());
    match unknown_count <= FEW {
        true => unknown.into_iter().for_each(measure),
        false => unknown.into_par_iter().for_each(measure),
    }
    chunks
}

impl Chunk<'_> {
    /// How many integers.
    pub fn count(&self) -> usize {
        self.range.len()
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
        let terms = || {
            all().enumerate().flat_map(|(i, row)| row.terms.iter().map(move |term| (i, term))).map(
                |(i, (c, exponents))| {
                    let place = dims.iter().zip(exponents).fold(0, |acc, (&n, &e)| acc * n as usize + e as usize);
                    (i * width + place, c)
                },
            )
        };
        // Sizes first, then where each integer begins: of most places of a sparse table nothing else is known.
        let (mut offsets, mut negative) = (vec![0; size + 1], vec![false; size]);
        for (place, integer) in terms() {
            offsets[place + 1] = u32::try_from(words(integer)).ok()?;
            negative[place] = integer.is_negative();
        }
        let mut end = 0u32;
        for offset in &mut offsets {
            end = end.checked_add(*offset)?;
            *offset = end;
        }
        let mut limbs = vec![0; end as usize];
        for (place, integer) in terms() {
            split(integer.as_limbs(), &mut limbs[offsets[place] as usize..offsets[place + 1] as usize]);
        }
        Some(IntegerTable { rows: count as u32, dims, offsets, limbs, negative })
    }

    /// The integers of `rows` polynomials with `dims` coefficients per kept variable, \[row\]\[exponents\].
    ///
    /// # Errors
    /// `Shape` when they are not that many; `Limit` when there are 2^32 integers or limbs.
    ///
    /// ```
    /// use eliminant::engine::input::IntegerTable;
    /// use rug::Integer;
    ///
    /// let integers = [1, -2, 3, 4].map(Integer::from);
    /// let table = IntegerTable::of(2, &[2], &integers)?;
    /// assert_eq!((table.rows(), table.dims(), table.magnitude(1)), (2, &[2][..], &[2][..]));
    /// assert!(IntegerTable::of(2, &[3], &integers).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of(rows: u32, dims: &[u32], integers: &[Integer]) -> Result<Self> {
        let expected = dims.iter().try_fold(rows as usize, |all, &n| all.checked_mul(n as usize)).unwrap_or(usize::MAX);
        if integers.len() != expected {
            return Err(ErrorKind::Shape { what: "integers of a table", expected, found: integers.len() }.into());
        }
        Ok(IntegerTable { rows, dims: dims.to_vec(), ..IntegerTable::flat(&[List::of(&integers)])? })
    }

    /// Lists of integers one behind the other, as one polynomial; on all cores where there are many.
    ///
    /// # Errors
    /// `Limit` when there are 2^32 integers or limbs.
    pub fn flat(lists: &[List<'_>]) -> Result<Self> {
        let chunks = chunks(lists);
        let (count, total) = size(&chunks)?;
        let mut table = IntegerTable {
            rows: 1,
            dims: vec![count as u32],
            offsets: vec![0; count + 1],
            limbs: vec![0; total],
            negative: Vec::new(),
        };
        let mut signs = vec![0; count];
        pack(&chunks, 0, (&mut table.offsets[1..], &mut table.limbs, &mut signs));
        table.negative = signs.into_iter().map(|sign| sign != 0).collect();
        Ok(table)
    }

    /// Number of polynomials in the kept variables.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Coefficients per kept variable.
    pub fn dims(&self) -> &[u32] {
        &self.dims
    }

    /// Number of integers.
    pub fn len(&self) -> usize {
        self.negative.len()
    }

    /// 32-bit words of all magnitudes.
    pub fn words(&self) -> usize {
        self.limbs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.negative.is_empty()
    }

    /// Whether integer `i` is below 0.
    pub(crate) fn is_negative(&self, i: usize) -> bool {
        self.negative[i]
    }

    /// Magnitude of integer `i`.
    pub fn magnitude(&self, i: usize) -> &[u32] {
        &self.limbs[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }
}

/// Bytes of `count` integers whose magnitudes have `magnitudes` bytes together, in a table and in what engines make of it.
pub(crate) fn bytes(count: u64, magnitudes: u64) -> u64 {
    // A place and a sign in the table, both and what a last digit is short of in the digits of an engine, and a place while the table is made.
    let each = (4 + 1) + (8 + 1 + 8) + 8;
    // The limbs of the table, and digits of 28 bits or more in words of 64.
    let digits = magnitudes.saturating_mul(16).div_ceil(7);
    count.saturating_mul(each).saturating_add(magnitudes).saturating_add(digits)
}

/// How large some integers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Extent {
    /// Bits of the longest.
    pub height: u64,
    /// Words of 32 bits of all magnitudes.
    pub words: usize,
}

/// The extent of the integers of a list; on all cores where there are many.
pub(crate) fn extent<L: Integers + ?Sized>(list: &L) -> Extent {
    let of = |i: usize| match list.at(i).as_limbs() {
        limbs @ [.., top] => {
            let height = 64 * limbs.len() as u64 - u64::from(top.leading_zeros());
            Extent { height, words: height.div_ceil(32) as usize }
        }
        [] => Extent::default(),
    };
    let both = |a: Extent, b: Extent| Extent { height: a.height.max(b.height), words: a.words + b.words };
    match list.count() {
        count if count <= FEW => (0..count).map(of).fold(Extent::default(), both),
        count => (0..count).into_par_iter().with_min_len(CHUNK).map(of).reduce(Extent::default, both),
    }
}

/// Bits of the longest of some integers.
pub(crate) fn height<L: Integers + ?Sized>(list: &L) -> u64 {
    extent(list).height
}

/// [`Integers::pack`] of all chunks, on all cores where there are many. The tables are as long as [`size`] says.
pub(super) fn pack(chunks: &[Chunk<'_>], mut start: usize, (mut ends, mut limbs, mut signs): Parts<'_>) {
    let few = ends.len() <= FEW && limbs.len() <= FEW_WORDS;
    let mut parts: Vec<(&Chunk<'_>, usize, Parts<'_>)> = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        let (words, count) = (chunk.words, chunk.count());
        parts.push((chunk, start, (first(&mut ends, count), first(&mut limbs, words), first(&mut signs, count))));
        start += words;
    }
    let pack = |(Chunk { list, range, .. }, start, parts): (&Chunk<'_>, usize, Parts<'_>)| {
        list.integers.pack(range.clone(), list.negate, start, parts);
    };
    match few {
        true => parts.into_iter().for_each(pack),
        false => parts.into_par_iter().for_each(pack),
    }
}

/// Integers and words of all chunks.
///
/// # Errors
/// `Limit` when there are 2^32 of either.
pub(super) fn size(chunks: &[Chunk<'_>]) -> Result<(usize, usize)> {
    let (count, words) =
        chunks.iter().fold((0, 0), |(count, words), chunk| (count + chunk.count(), words + chunk.words));
    match u32::try_from(count.max(words)) {
        Ok(n) if n < u32::MAX => Ok((count, words)),
        _ => Err(too_many().into()),
    }
}

/// The error of tables that are too large.
pub(crate) fn too_many() -> ErrorKind {
    ErrorKind::Limit { what: "words of all coefficients", needed: 1 << 32, allowed: u32::MAX as u128 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::integer::Order;

    /// Many lists of integers around the ends of words, and few, against the integers themselves.
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
        for lists in [
            vec![list(5000, 0), list(0, 0), list(1, 3), list(1024, 4), list(1025, 1)],
            vec![list(3, 5), list(700, 1)],
            vec![list(0, 0)],
            vec![],
        ] {
            let negate = |k: usize| k % 2 == 1;
            let views: Vec<&[Integer]> = lists.iter().map(|list| &list[..]).collect();
            let signed: Vec<List<'_>> =
                views.iter().enumerate().map(|(k, list)| List::of(list).negated(negate(k))).collect();
            let table = IntegerTable::flat(&signed).unwrap();
            let all = lists
                .iter()
                .enumerate()
                .flat_map(|(k, list)| list.iter().map(move |c| if negate(k) { Integer::from(-c) } else { c.clone() }));
            let all: Vec<Integer> = all.collect();
            assert_eq!((table.len(), table.rows, &table.dims[..]), (all.len(), 1, &[all.len() as u32][..]));
            for (i, c) in all.iter().enumerate() {
                assert_eq!(Integer::from_digits(table.magnitude(i), Order::Lsf), Integer::from(c.abs_ref()));
                assert_eq!(table.negative[i], *c < 0);
                assert_ne!(table.magnitude(i).last(), Some(&0));
            }
            let height = all.iter().map(|c| u64::from(c.significant_bits())).max().unwrap_or(0);
            assert_eq!(extent(&all[..]), Extent { height, words: table.limbs.len() });
            let words = |list: &[Integer]| Some(extent(list).words);
            let known: Vec<List<'_>> =
                signed.iter().zip(&views).map(|(list, view)| List { words: words(view), ..*list }).collect();
            assert_eq!(IntegerTable::flat(&known).unwrap(), table);
        }
    }
}
