//! Problems of several families: determinants at points ([`determinant`]), what is computed from all of a matrix ([`matrix`]), resultants and subresultants at points ([`resultant`], [`subresultant`]); points of one long prime ([`points`]); and
//! pairs that many blocks work on in rounds: what the families `gcd` and `gcd_long` know of them.

pub mod determinant;
#[cfg(target_arch = "nvptx64")]
mod head;
pub mod matrix;
pub mod points;
pub mod resultant;
pub mod subresultant;

use crate::gcd::block;
use crate::gcd::rounds::End;
use cuda_std::prelude::*;
#[cfg(target_arch = "nvptx64")]
pub use head::write_round;

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

/// Shared words of the first half of a round: two rows of quads, and a word a thread.
pub const HEAD_WORDS: u32 = 8 * block::QUADS + block::HEADS;
const _: () = assert!(block::HEADS == 128, "the threads of a block of gcd_head and of gcd_long_head");

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

/// Statuses: rounds go on; else [`End`] as a number: ...
pub const RUNNING: u32 = 0;
/// ... row 0 has the GCD; ...
pub const IN_FIRST: u32 = End::First as u32;
/// ... row 1 has it; ...
pub const IN_SECOND: u32 = End::Second as u32;
/// ... both rows are short, and not 0.
pub const SHORT: u32 = End::Short as u32;

/// Writes what is known of a problem besides its round: degrees of both rows, status, and the side with the rows. By one thread.
///
/// # Safety
/// `state` has [`STATE`] words, and nobody reads or writes these now.
#[inline(always)]
pub unsafe fn write_status(state: *mut u32, degrees: (u32, u32), status: u32, side: u32) {
    // SAFETY: the caller's.
    unsafe {
        *state.add(DEGREES as usize) = degrees.0;
        *state.add(DEGREES as usize + 1) = degrees.1;
        *state.add(STATUS as usize) = status;
        *state.add(SIDE as usize) = side;
    }
}
