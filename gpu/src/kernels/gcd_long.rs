//! Family `gcd_long`: long rounds of GCDs of many blocks each; the mathematics is [`crate::gcd::long`] and [`crate::gcd::cyclic`].
//!
//! A long round is `gcd_long_begin`; [`LEVEL`] times `gcd_long_head` and [`GcdUpdate`](super::gcd::GcdUpdate), which take the windows
//! for problems with rows of [`Level::row`] words; `gcd_long_spectra`; `gcd_long_apply`. Problems that have none keep what they have.
//!
//! Layouts: rows, windows and both states as in [`Problems`]; marks \[problem\]\[[`MARKS`]\]; spectra
//! \[problem\]\[entry\]\[[`cyclic::LEN`]\], entries row by row; powers of w and 1 / LEN per prime.

use super::device::*;
use super::problems::Problems;
#[cfg(target_arch = "nvptx64")]
use super::problems::write_round;
use super::problems::{DEGREES, RUNNING, SIDE, STATE, STATUS, pair_of, word_of, write_status};
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::gcd::long::Level;
use crate::gcd::{block, coefficient, cyclic};
use crate::gcd::{
    cyclic::LEN,
    long::{Begin, Next},
};
use crate::team::Team;
use cuda_std::prelude::*;

/// Long rounds of 8: with more of them windows and what tiles have in common become longer, with fewer there are more updates of
/// everything.
pub const LEVEL: Level = match Level::new(8) {
    Some(level) => level,
    // A constant: were it so, nothing would compile.
    None => panic!("a tile has room for 8 rounds"),
};

/// Words of a problem's marks.
pub const MARKS: u32 = 4;
/// Degree of the entries of the matrix, at most.
pub const DEGREE: u32 = 0;
/// The coefficient at position 0 of the window.
pub const CUT: u32 = 1;
/// Degrees of both polynomials at the beginning.
pub const GIVEN: u32 = 2;

/// Statuses of a window besides [`RUNNING`]: no round is left; ...
pub const ENDED: u32 = 1;
/// ... the problem has no long round.
pub const NONE: u32 = 2;

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// Windows as problems of rounds.
    #[inline(always)]
    pub fn windows_of(problems: &Problems) -> Problems {
        Problems { width: LEVEL.row(), ..*problems }
    }
}

/// Threads of [`GcdLongBegin`].
const BEGINNERS: u32 = 256;
/// Shared words of [`GcdLongBegin`]: one a thread.
pub const BEGIN_WORDS: u32 = BEGINNERS;

/// True degrees, and windows on side 0 with states and marks. `counts`\[0\] counts the problems with a long round, `counts`\[1\] those that
/// are uneven. Block k: problem k, rows on side `side`. Shared: [`BEGIN_WORDS`] words.
#[kernel(family = "gcd_long", block = 256)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn gcd_long_begin(
    primes: *const Mont31,
    rows: *const u32,
    states: *const u32,
    windows: *mut u32,
    window_states: *mut u32,
    marks: *mut u32,
    counts: *mut u32,
    side: u32,
    limit: u32,
    problems: Problems,
) {
    let k = thread::block_idx_x();
    // SAFETY: the whole block is here; rows and states are only read; window, its state and marks are the problem's own.
    unsafe {
        let team = Block::current();
        let state = states.add(k as usize * STATE as usize);
        let window_state = window_states.add(k as usize * STATE as usize);
        let (formal, status) = (pair_of(state, DEGREES), word_of(state, STATUS));
        let field = *primes.add(problems.place(k).1);
        let row = |i| GlobalRow::read_only(rows.add(problems.row(k, side, i)), 1);
        let begin = if status != RUNNING {
            (Begin::Short, (None, None))
        } else {
            let mut scratch = SharedRow::new(dynamic_shared_mem(), 1);
            let p = block::top(&field, team, &row(0), (0, formal.0), &mut scratch);
            let q = block::top(&field, team, &row(1), (0, formal.1), &mut scratch);
            (LEVEL.begin(p, q, limit), (p, q))
        };
        let (mark, degrees, status) = match begin {
            (Begin::Window(cut), (Some(p), Some(q))) => {
                let of = body::windows_of(&problems);
                for r in 0..2 {
                    let (source, degree) = (row(r), if r == 0 { p } else { q });
                    let target = windows.add(of.row(k, 0, r));
                    team.each(LEVEL.row(), |i| {
                        *target.add(i as usize) = LEVEL.element(&field, (&source, degree), r, cut, i);
                    });
                }
                ([0, cut, p, q], (LEVEL.element_of(p, cut), LEVEL.element_of(q, cut)), RUNNING)
            }
            // Zeros in all words that later kernels load before they look at the status.
            _ => ([0; MARKS as usize], (0, 0), NONE),
        };
        if team.rank() == 0 {
            write_status(window_state, degrees, status, 0);
            for word in 0..MARKS {
                *marks.add((k * MARKS + word) as usize) = mark[word as usize];
            }
            match begin.0 {
                Begin::Window(_) => atomic::add_u32(counts, 1),
                Begin::Uneven => atomic::add_u32(counts.add(1), 1),
                Begin::Short => 0,
            };
        }
    }
}

/// The first half of a round of the windows: what is next, and the matrix. Block k: problem k, its window on side `side`. Shared:
/// [`super::problems::HEAD_WORDS`] words.
#[kernel(family = "gcd_long", block = 128)]
pub unsafe fn gcd_long_head(
    primes: *const Mont31,
    windows: *const u32,
    window_states: *mut u32,
    marks: *mut u32,
    side: u32,
    problems: Problems,
) {
    let k = thread::block_idx_x();
    // SAFETY: the whole block is here; window, state and marks are the problem's own, and no other block of the launch has it.
    unsafe {
        let team = Block::current();
        let state = window_states.add(k as usize * STATE as usize);
        let mark = marks.add((k * MARKS) as usize);
        let (formal, status, degree) = (pair_of(state, DEGREES), word_of(state, STATUS), word_of(mark, DEGREE));
        if status != RUNNING {
            return;
        }
        let field = *primes.add(problems.place(k).1);
        let of = body::windows_of(&problems);
        let row = |i| GlobalRow::read_only(windows.add(of.row(k, side, i)), 1);
        let mut scratch = SharedRow::new(dynamic_shared_mem::<u32>().add(8 * block::QUADS), 1);
        match LEVEL.next(&field, team, (&row(0), &row(1)), formal, degree, &mut scratch) {
            Next::End(first, second) => {
                // All have read the state.
                team.sync();
                if team.rank() == 0 {
                    // The round before has left the rows on the side where they were looked for.
                    write_status(state, (first, second), ENDED, side);
                }
            }
            Next::Round { swapped, a, b } => {
                let round = write_round(&field, team, row, (swapped, a, b), state);
                if team.rank() == 0 {
                    *state.add(SIDE as usize) = 1 - side;
                    *mark.add(DEGREE as usize) = degree + round.len - 1;
                }
            }
        }
    }
}

/// Threads of [`GcdLongSpectra`] and [`GcdLongApply`]: a group of elements each.
const _: () = assert!(cyclic::THREADS == 256, "the threads of their blocks");
/// Shared words of [`GcdLongSpectra`]: a row of scratch.
pub const SPECTRA_WORDS: u32 = cyclic::WORDS;

/// Values of the entries of the matrices, over LEN; and what the rounds found of the degrees of F' and G', for the problem's state. Block
/// (e, k): entry e of problem k. Shared: [`SPECTRA_WORDS`] words.
#[kernel(family = "gcd_long", block = 256, min_blocks = 3)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn gcd_long_spectra(
    primes: *const Mont31,
    powers: *const u32,
    inverse_lens: *const u32,
    windows: *const u32,
    window_states: *const u32,
    marks: *const u32,
    spectra: *mut u32,
    states: *mut u32,
    problems: Problems,
) {
    let (entry, k) = (thread::block_idx_x(), thread::block_idx_y());
    // SAFETY: the whole block is here; windows, their states and marks are only read, and of states what nobody reads now is written.
    // Every place of the spectrum is written once; barriers in `transform` separate its passes.
    unsafe {
        let team = Block::current();
        let state = window_states.add(k as usize * STATE as usize);
        let mark = marks.add((k * MARKS) as usize);
        let (formal, status, side) = (pair_of(state, DEGREES), word_of(state, STATUS), word_of(state, SIDE));
        let (degree, cut) = (word_of(mark, DEGREE), word_of(mark, CUT));
        if status == NONE {
            return;
        }
        let prime = problems.place(k).1;
        let (field, scale) = (*primes.add(prime), *inverse_lens.add(prime));
        let table = GlobalRow::read_only(powers.add(prime * LEN as usize), 1);
        let column =
            windows.add(body::windows_of(&problems).row(k, side, entry / 2) + (entry % 2 * LEVEL.column()) as usize);
        let column = GlobalRow::read_only(column, 1);
        let load = |i: u32| coefficient(&field, (&column, degree), i);
        let out = spectra.add((k as usize * 4 + entry as usize) * LEN as usize);
        let store = |at: u32, value| *out.add(at as usize) = field.mul(scale, value);
        let mut row = SharedRow::new(dynamic_shared_mem(), 1);
        cyclic::transform(&field, team, load, &mut row, &table, store);
        if entry == 0 && team.rank() == 0 {
            let state = states.add(k as usize * STATE as usize);
            *state.add(DEGREES as usize) = LEVEL.degree_of(formal.0, cut);
            *state.add(DEGREES as usize + 1) = LEVEL.degree_of(formal.1, cut);
        }
    }
}

/// Shared words of [`GcdLongApply`]: two rows of scratch.
pub const APPLY_WORDS: u32 = 2 * cyclic::WORDS;

/// F' and G', on the side other than `side`; or a copy of both rows where there was no long round. Block (i, k): coefficients tile i .. of
/// problem k, tile those of [`Level::tile`]. Shared: [`APPLY_WORDS`] words.
#[kernel(family = "gcd_long", block = 256, min_blocks = 3)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn gcd_long_apply(
    primes: *const Mont31,
    powers: *const u32,
    rows: *mut u32,
    states: *const u32,
    window_states: *const u32,
    marks: *const u32,
    spectra: *const u32,
    side: u32,
    problems: Problems,
) {
    let (start, k) = (thread::block_idx_x() * LEVEL.tile(), thread::block_idx_y());
    // SAFETY: the whole block has one problem, whose states, marks and spectra nobody writes now; rows of this side are read only,
    // and every block has coefficients of the other side of its own. Barriers in `products` separate its passes.
    unsafe {
        let team = Block::current();
        let state = states.add(k as usize * STATE as usize);
        let (formal, status) = (pair_of(state, DEGREES), word_of(state, STATUS));
        let window = word_of(window_states.add(k as usize * STATE as usize), STATUS);
        let (p, q) = pair_of(marks.add((k * MARKS) as usize), GIVEN);
        if status != RUNNING || start > formal.0.max(formal.1) {
            return;
        }
        let prime = problems.place(k).1;
        let of = |r: u32| if r == 0 { (p, formal.0) } else { (q, formal.1) };
        let from = |r: u32| rows.add(problems.row(k, side, r)) as *const u32;
        let to = |r: u32| rows.add(problems.row(k, 1 - side, r));
        if window == NONE {
            for r in 0..2 {
                let end = of(r).1.saturating_add(1).min(start + LEVEL.tile());
                let (from, to) = (from(r).add(start as usize), to(r).add(start as usize));
                team.each(end.saturating_sub(start), |i| *to.add(i as usize) = *from.add(i as usize));
            }
            return;
        }
        let field = *primes.add(prime);
        let table = GlobalRow::read_only(powers.add(prime * LEN as usize), 1);
        let load = |r: u32, e: u32| {
            let source = GlobalRow::read_only(from(r), 1);
            coefficient(&field, (&source, of(r).0), LEVEL.place(start, e))
        };
        let spectra = spectra.add(k as usize * 4 * LEN as usize);
        let spectrum = |entry: u32, at: u32| *spectra.add((entry * LEN + at) as usize);
        let store = |r: u32, e: u32, value| {
            let i = LEVEL.place(start, e);
            if e >= LEVEL.most() && i <= of(r).1 {
                *to(r).add(i as usize) = value;
            }
        };
        let mut scratch = SharedRow::new(dynamic_shared_mem(), 1);
        cyclic::products(&field, team, load, &mut scratch, &table, spectrum, store);
    }
}
