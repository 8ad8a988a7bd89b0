//! Plain residues on the host, in words as long as the primes of an engine.

use super::plain_primes::{PlainPrime, PrimeSize};
use super::primes::Word;
use super::slabs::Slabs;
use crate::alone::prelude::*;
use crate::error::{Error, ErrorKind, Result};
use gpu::arith::{Mont31, Mont50};
use std::ops::Range;

/// Plain residues, each below its prime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlainResidues {
    /// Of primes up to 31 bits.
    Bits31(Vec<u32>),
    /// Of primes up to 50 bits.
    Bits50(Vec<u64>),
}

/// Some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResidueSlice<'a> {
    /// Of primes up to 31 bits.
    Bits31(&'a [u32]),
    /// Of primes up to 50 bits.
    Bits50(&'a [u64]),
}

/// An expression for the residues of either size.
macro_rules! of_either {
    ($kind:ident, $residues:expr, $values:ident => $body:expr) => {
        match $residues {
            $kind::Bits31($values) => $body,
            $kind::Bits50($values) => $body,
        }
    };
}

/// The error of residues that are in words of another length than those they go with.
pub(crate) fn other_words(expected: PrimeSize, found: PrimeSize) -> Error {
    ErrorKind::Shape { what: "bytes of a residue", expected: expected.bytes(), found: found.bytes() }.into()
}

impl PlainResidues {
    /// None.
    pub fn new(size: PrimeSize) -> Self {
        match size {
            PrimeSize::Bits31 => PlainResidues::Bits31(Vec::new()),
            PrimeSize::Bits50 => PlainResidues::Bits50(Vec::new()),
        }
    }

    /// Zeros: so many rows of `width`.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn zeros(size: PrimeSize, rows: usize, width: usize) -> Result<Self> {
        Ok(match size {
            PrimeSize::Bits31 => PlainResidues::Bits31(zeros(rows, width)?),
            PrimeSize::Bits50 => PlainResidues::Bits50(zeros(rows, width)?),
        })
    }

    /// How long their primes are.
    pub fn size(&self) -> PrimeSize {
        match self {
            PlainResidues::Bits31(_) => PrimeSize::Bits31,
            PlainResidues::Bits50(_) => PrimeSize::Bits50,
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        of_either!(PlainResidues, self, values => values.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them.
    pub fn all(&self) -> ResidueSlice<'_> {
        match self {
            PlainResidues::Bits31(values) => ResidueSlice::Bits31(values),
            PlainResidues::Bits50(values) => ResidueSlice::Bits50(values),
        }
    }

    /// Those in a range.
    pub fn range(&self, range: Range<usize>) -> ResidueSlice<'_> {
        self.all().range(range)
    }

    /// Appends others.
    ///
    /// # Errors
    /// `Shape` where they are in words of another length.
    pub fn extend(&mut self, others: ResidueSlice<'_>) -> Result<()> {
        match (&mut *self, others) {
            (PlainResidues::Bits31(values), ResidueSlice::Bits31(others)) => values.extend_from_slice(others),
            (PlainResidues::Bits50(values), ResidueSlice::Bits50(others)) => values.extend_from_slice(others),
            (own, others) => return Err(other_words(own.size(), others.size())),
        }
        Ok(())
    }

    /// Replaces those from number `at` on.
    ///
    /// # Errors
    /// As [`PlainResidues::extend`].
    pub fn replace(&mut self, at: usize, by: ResidueSlice<'_>) -> Result<()> {
        match (&mut *self, by) {
            (PlainResidues::Bits31(values), ResidueSlice::Bits31(by)) => values[at..][..by.len()].copy_from_slice(by),
            (PlainResidues::Bits50(values), ResidueSlice::Bits50(by)) => values[at..][..by.len()].copy_from_slice(by),
            (own, by) => return Err(other_words(own.size(), by.size())),
        }
        Ok(())
    }

    /// Appends zeros, or drops the last residues, so that there are `len`.
    pub fn resize(&mut self, len: usize) {
        of_either!(PlainResidues, self, values => values.resize(len, 0));
    }

    /// Leaves none.
    pub fn clear(&mut self) {
        of_either!(PlainResidues, self, values => values.clear());
    }

    /// Puts partial coefficients \[prime\]\[..\] of a slab where they belong among those of all slabs, `width` a prime: [`Slabs::place`].
    ///
    /// # Errors
    /// As [`PlainResidues::extend`].
    pub(crate) fn place(
        &mut self,
        (slabs, slab): (&Slabs<'_>, usize),
        width: usize,
        partial: &PlainResidues,
        columns: usize,
    ) -> Result<()> {
        fn rows<T: Copy + Send + Sync>(
            (slabs, slab): (&Slabs<'_>, usize),
            (all, width): (&mut [T], usize),
            (partial, columns): (&[T], usize),
        ) {
            let rows = all.par_chunks_exact_mut(width.max(1)).zip(partial.par_chunks_exact(columns.max(1)));
            rows.for_each(|(all, partial)| slabs.place(slab, partial, all));
        }
        match (&mut *self, partial) {
            (PlainResidues::Bits31(all), PlainResidues::Bits31(partial)) => {
                rows((slabs, slab), (all, width), (partial, columns));
            }
            (PlainResidues::Bits50(all), PlainResidues::Bits50(partial)) => {
                rows((slabs, slab), (all, width), (partial, columns));
            }
            (own, partial) => return Err(other_words(own.size(), partial.size())),
        }
        Ok(())
    }

    /// The coefficients from the partial ones of all slabs, `width` a prime: [`Slabs::combine`].
    ///
    /// # Errors
    /// As [`field`].
    pub(crate) fn combine(&mut self, slabs: &Slabs<'_>, width: usize, primes: &[PlainPrime]) -> Result<()> {
        fn rows<M: Word>(slabs: &Slabs<'_>, all: &mut [M::Elem], width: usize, primes: &[PlainPrime]) -> Result<()> {
            let rows = all.par_chunks_exact_mut(width.max(1)).zip(primes);
            rows.try_for_each(|(row, prime)| {
                slabs.combine(&prime.with_word::<M>()?, row);
                Ok(())
            })
        }
        match self {
            PlainResidues::Bits31(all) => rows::<Mont31>(slabs, all, width, primes),
            PlainResidues::Bits50(all) => rows::<Mont50>(slabs, all, width, primes),
        }
    }
}

impl<'a> ResidueSlice<'a> {
    /// How long their primes are.
    pub fn size(self) -> PrimeSize {
        match self {
            ResidueSlice::Bits31(_) => PrimeSize::Bits31,
            ResidueSlice::Bits50(_) => PrimeSize::Bits50,
        }
    }

    /// How many.
    pub fn len(self) -> usize {
        of_either!(ResidueSlice, self, values => values.len())
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Those in a range.
    pub fn range(self, range: Range<usize>) -> ResidueSlice<'a> {
        match self {
            ResidueSlice::Bits31(values) => ResidueSlice::Bits31(&values[range]),
            ResidueSlice::Bits50(values) => ResidueSlice::Bits50(&values[range]),
        }
    }

    /// One of them.
    pub fn get(self, at: usize) -> Option<u64> {
        match self {
            ResidueSlice::Bits31(values) => values.get(at).map(|&value| value.into()),
            ResidueSlice::Bits50(values) => values.get(at).copied(),
        }
    }

    /// Whether all of them are 0.
    pub fn vanishes(self) -> bool {
        of_either!(ResidueSlice, self, values => values.iter().all(|&value| value == 0))
    }

    /// In memory of their own.
    pub fn to_owned(self) -> PlainResidues {
        match self {
            ResidueSlice::Bits31(values) => PlainResidues::Bits31(values.to_vec()),
            ResidueSlice::Bits50(values) => PlainResidues::Bits50(values.to_vec()),
        }
    }

    /// As bytes, in the order of the machine.
    pub fn bytes(self) -> &'a [u8] {
        of_either!(ResidueSlice, self, values => bytemuck::cast_slice(values))
    }
}

/// So many rows of `width` zeros.
///
/// # Errors
/// `OutOfMemory`.
pub(crate) fn zeros<T: Clone + Default>(rows: usize, width: usize) -> Result<Vec<T>> {
    let lack = |bytes| ErrorKind::OutOfMemory { bytes, free: 0, others: 0 };
    let size = rows.checked_mul(width).ok_or(lack(usize::MAX))?;
    let mut values = Vec::new();
    values.try_reserve_exact(size).map_err(|_| lack(size.saturating_mul(size_of::<T>())))?;
    values.resize(size, T::default());
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_shrink_and_change() {
        let mut all = PlainResidues::zeros(PrimeSize::Bits31, 2, 3).unwrap();
        assert!(all.len() == 6 && all.all().vanishes());
        all.replace(2, ResidueSlice::Bits31(&[7, 8])).unwrap();
        all.extend(ResidueSlice::Bits31(&[9])).unwrap();
        assert_eq!(all, PlainResidues::Bits31(vec![0, 0, 7, 8, 0, 0, 9]));
        assert_eq!(all.range(2..4).to_owned(), PlainResidues::Bits31(vec![7, 8]));
        assert!(all.range(0..2).vanishes() && !all.range(1..3).vanishes());
        all.resize(3);
        all.resize(4);
        assert_eq!(all.range(1..4).range(1..3), ResidueSlice::Bits31(&[7, 0]));
        all.clear();
        assert!(all.is_empty() && all == PlainResidues::new(PrimeSize::Bits31));
        assert!(PlainResidues::zeros(PrimeSize::Bits50, usize::MAX, 2).is_err());
    }

    #[test]
    fn words_of_both_lengths_do_not_mix() {
        let (mut short, mut long) = (PlainResidues::Bits31(vec![1]), PlainResidues::Bits50(vec![1 << 40]));
        let (of_short, of_long) = (short.clone(), long.clone());
        let errors = [short.extend(of_long.all()), short.replace(0, of_long.all()), long.extend(of_short.all())];
        assert!(errors.into_iter().all(|error| matches!(error.unwrap_err().kind(), ErrorKind::Shape { .. })));
        assert_eq!((short, long), (of_short, of_long));
    }
}
