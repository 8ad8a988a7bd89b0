//! The matrix at a point: blocks whose elements are values, their negatives, or zero; and its determinant.

use super::{condensation, elimination};
use crate::arith::Modulus;
use crate::arith::field::Field;
use crate::fraction::Fraction;
use crate::memory::Row;
use crate::team::Team;
use crate::transform::ntt::ReadRow;

/// How the determinant of a block is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Pairs of pivots in a fixed order: [`elimination`].
    #[default]
    Elimination,
    /// The first element of each row that is not zero: [`condensation`].
    Condensation,
}

/// The element of a matrix that an entry is.
///
/// 0 is zero, 2 k + 2 the value number k, 2 k + 3 its negative.
#[inline(always)]
pub fn entry(number: u32, negative: bool) -> u32 {
    2 * number + 2 + negative as u32
}

/// Blocks on the diagonal, one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Blocks<'a> {
    /// Number of rows of each, at least 1.
    pub sizes: &'a [u32],
    /// Rank of the last block at almost all points, with its first pivots on the diagonal; the others have full rank.
    pub rank: u32,
    /// Their elements, block by block and row by row, each an [`entry`].
    pub entries: &'a [u32],
}

/// Coefficients of an entry in a variable that is evaluated with the determinant, at most.
pub const COEFFICIENTS: u32 = 4;

/// The different entries of a matrix at a point.
///
/// Reading and computing are apart, so that several entries are on their way from memory together.
pub trait Values<F: Field> {
    /// The words that are read of an entry: its value, or the coefficients of a polynomial in one variable more.
    type Read: Copy;
    /// Whether what is read is the value.
    const IS_VALUE: bool;
    /// Reads number `number`.
    fn read(&self, number: u32) -> Self::Read;
    /// The value.
    fn value(&self, field: &F, read: Self::Read) -> F::Elem;
}

impl<F: Field, V: ReadRow<F::Elem>> Values<F> for V {
    type Read = F::Elem;
    const IS_VALUE: bool = true;
    #[inline(always)]
    fn read(&self, number: u32) -> F::Elem {
        ReadRow::read(self, number)
    }
    #[inline(always)]
    fn value(&self, _: &F, read: F::Elem) -> F::Elem {
        read
    }
}

/// The number of the value that an entry names, unless it is zero.
#[inline(always)]
pub(super) fn number(entry: u32) -> Option<u32> {
    (entry >> 1).checked_sub(1)
}

/// A value as an entry has it, or its negative.
#[inline(always)]
pub(super) fn signed<F: Field>(field: &F, entry: u32, value: F::Elem) -> F::Elem {
    if entry & 1 != 0 { field.neg(value) } else { value }
}

/// The matrix of a block from the values; all threads see it afterwards.
#[inline(always)]
pub fn load<F: Field, V: Values<F>, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    entries: &[u32],
    values: &V,
    m: &mut R,
) {
    team.each(entries.len() as u32, |i| {
        let entry = entries[i as usize];
        let element =
            number(entry).map_or(field.zero(), |number| signed(field, entry, values.value(field, values.read(number))));
        m.set(i, element);
    });
    team.sync();
}

/// The determinant of the matrix with the given `values`: the product of those of its blocks.
///
/// `m` is room for the elements of the largest block. Every thread of the team returns the same. 1 where there are no blocks.
///
/// sum n^3 / 6 element steps of three products and one reduction by [`Method::Elimination`], sum n^3 / 3 of two by
/// [`Method::Condensation`].
#[inline(always)]
pub fn determinant<F: Field, V: Values<F>, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    method: Method,
    blocks: &Blocks<'_>,
    values: &V,
    m: &mut R,
) -> Fraction<F::Elem> {
    let mut product = Fraction::one(field);
    let mut rest = blocks.entries;
    for (number, &n) in blocks.sizes.iter().enumerate() {
        let (entries, behind) = rest.split_at((n * n) as usize);
        rest = behind;
        // All have read what the block before left.
        team.sync();
        load(field, team, entries, values, m);
        let rank = if number + 1 == blocks.sizes.len() { blocks.rank } else { n };
        let found = match method {
            Method::Elimination => elimination::determinant(field, team, m, n, rank),
            Method::Condensation => condensation::determinant(field, team, m, n),
        };
        product.include(field, found);
    }
    product
}

/// The same modulo one prime, whatever vanishes: by condensation, and one inversion.
#[inline(always)]
pub fn repaired<M: Modulus, V: Values<M>, R: Row<M::Elem>, T: Team>(
    field: &M,
    team: T,
    blocks: &Blocks<'_>,
    values: &V,
    m: &mut R,
) -> M::Elem {
    let found = determinant(field, team, Method::Condensation, blocks, values, m);
    field.mul(found.numerator, field.reciprocal(found.denominator))
}
