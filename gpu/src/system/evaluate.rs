//! A polynomial and its gradient at a point.

use super::program::Program;
use super::term;
use crate::arith::Ring;
use crate::memory::Row;

/// What keeps the products of a term between going forward and going backward.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub enum Keep {
    /// [`term::stored`].
    Stored,
    /// [`term::in_registers`].
    InRegisters,
}

/// The value of polynomial `p` as number 0 of `sums`, its derivatives by the variables that occur in it behind.
///
/// Terms are added in their order. `coefficient` gives the one of a term by its number. For `forward` see [`term`].
#[inline(always)]
pub fn polynomial<R: Ring>(
    ring: &R,
    program: &Program<'_>,
    p: u32,
    keep: Keep,
    coefficient: impl Fn(u32) -> R::Elem,
    table: &impl Row<R::Elem>,
    forward: &mut impl Row<R::Elem>,
    sums: &mut impl Row<R::Elem>,
) {
    let p = p as usize;
    for slot in 0..=program.column_starts[p + 1] - program.column_starts[p] {
        sums.set(slot, ring.zero());
    }
    for t in program.polynomial_starts[p]..program.polynomial_starts[p + 1] {
        let factors = program.term_starts[t as usize] as usize..program.term_starts[t as usize + 1] as usize;
        let factors = &program.factors[factors];
        match keep {
            Keep::Stored => term::stored(ring, coefficient(t), factors, table, forward, sums),
            Keep::InRegisters => term::in_registers(ring, coefficient(t), factors, table, forward, sums),
        }
    }
}
