//! Pairs that many blocks work on in rounds: what the families `gcd` and `gcd_long` know of them.

use crate::gcd::block;
use crate::{
    gcd::block::{Quad, Round},
    memory::Row,
    team::Team,
};
use cuda_std::prelude::*;

/// Problems of the form with many blocks: problem k of a launch is pair (first + k) % pairs modulo prime (first + k) / pairs.
///
/// A problem has four rows of `width` words, \[side\]\[row\]: a round reads both rows of one side and writes those of the other.
#[kernel_param]
pub struct Problems {
    /// Number of the first problem.
    pub first: u32,
    /// Pairs of the table.
    pub pairs: u32,
    /// Elements of a row: the largest formal degree, and one.
    pub width: u32,
}

impl Problems {
    /// Pair and prime of problem `k`.
    #[inline(always)]
    pub fn place(&self, k: u32) -> (usize, usize) {
        let at = self.first + k;
        ((at % self.pairs) as usize, (at / self.pairs) as usize)
    }

    /// Where row `row` of side `side` of problem `k` begins.
    #[inline(always)]
    pub fn row(&self, k: u32, side: u32, row: u32) -> usize {
        (k as usize * 4 + (side * 2 + row) as usize) * self.width as usize
    }
}

/// Words of a problem's state: formal degrees of both rows, what is known of the problem, the round, and its matrix.
pub const STATE: u32 = MATRIX + 4 * block::COEFFICIENTS;
/// Formal degrees of both rows; true ones once the status is not [`RUNNING`].
pub const DEGREES: u32 = 0;
/// One of the next five.
pub const STATUS: u32 = 2;
/// The side with the rows.
pub const SIDE: u32 = 3;
/// The row that is A.
pub const FIRST: u32 = 4;
/// True degrees of A and B.
pub const TRUE: u32 = 5;
/// B is multiplied by x to this power.
pub const SHIFT: u32 = 7;
/// Coefficients of the longest entry.
pub const LEN: u32 = 8;
/// 1 where B' is B.
pub const UNEVEN: u32 = 9;
/// The entries' coefficients, four words each.
pub const MATRIX: u32 = 12;

/// A word of a state. Volatile, so that the loads of several words are under way together: the compiler would move those that a branch
/// does not need behind it, to wait once more there.
///
/// # Safety
/// `state` has [`STATE`] words, and nobody writes this one now.
#[inline(always)]
pub unsafe fn word_of(state: *const u32, at: u32) -> u32 {
    // SAFETY: the caller's.
    unsafe { state.add(at as usize).read_volatile() }
}

/// Two words, as [`word_of`].
///
/// # Safety
/// As [`word_of`] for both.
#[inline(always)]
pub unsafe fn pair_of(state: *const u32, at: u32) -> (u32, u32) {
    // SAFETY: the caller's.
    unsafe { (word_of(state, at), word_of(state, at + 1)) }
}

/// Statuses: rounds go on; ...
pub const RUNNING: u32 = 0;
/// ... row 0 has the GCD; ...
pub const IN_FIRST: u32 = 1;
/// ... row 1 has it; ...
pub const IN_SECOND: u32 = 2;
/// ... both rows are short, and not 0; ...
pub const SHORT: u32 = 3;
/// ... both are 0.
pub const NOTHING: u32 = 4;

/// Writes the round that takes rows 0 and 1 or, where `swapped`, 1 and 0, of true degrees `a` and `b`: formal degrees and all that
/// `gcd_update` needs. `found` has the matrix.
///
/// # Safety
/// `state` has [`STATE`] words, which are the team's, and no thread reads what it said before any more.
#[inline(always)]
pub unsafe fn write_round<R: Row<Quad<u32>>, T: Team>(
    team: T,
    state: *mut u32,
    (round, found): (&Round, &R),
    (swapped, a, b): (bool, u32, u32),
) {
    // SAFETY: the caller's; every thread has coefficients of its own.
    unsafe {
        let mut j = team.rank();
        while j < block::COEFFICIENTS {
            let entries = block::coefficients(found, round.in_order, j);
            for k in 0..4 {
                *state.add((MATRIX + 4 * j + k) as usize) = entries[k as usize];
            }
            j += team.size();
        }
        if team.rank() == 0 {
            *state.add(DEGREES as usize) = round.degrees.0;
            *state.add(DEGREES as usize + 1) = round.degrees.1;
            *state.add(FIRST as usize) = swapped as u32;
            *state.add(TRUE as usize) = a;
            *state.add(TRUE as usize + 1) = b;
            *state.add(SHIFT as usize) = round.shift;
            *state.add(LEN as usize) = round.len;
            *state.add(UNEVEN as usize) = round.uneven as u32;
        }
    }
}
