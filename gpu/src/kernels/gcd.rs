//! Family `gcd`: images of GCDs modulo primes, one block each or many blocks each.
//!
//! Residues are \[prime\]\[integer\], images \[prime\]\[coefficient\], degrees \[prime\]\[pair\].

use super::device::*;
use super::problems::Problems;
#[cfg(target_arch = "nvptx64")]
use super::problems::write_round;
use super::problems::{
    DEGREES, FIRST, IN_FIRST, IN_SECOND, LEN, MATRIX, RUNNING, SHIFT, SHORT, SIDE, STATE, STATUS, TRUE, UNEVEN,
    pair_of, word_of, write_status,
};
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::gcd::block;
use crate::gcd::rounds::{self, Next};
use crate::gcd::{self, block::OUTPUTS};
use crate::memory::Row;
use crate::team::Team;
use cuda_std::prelude::*;

/// A pair of polynomials: where they are, and where its image goes.
#[kernel_param]
pub struct Pair {
    /// First coefficient of f.
    pub f: u32,
    /// Formal degree of f.
    pub p: u32,
    /// First coefficient of g.
    pub g: u32,
    /// Formal degree of g.
    pub q: u32,
    /// The leading coefficient of the image.
    pub lead: u32,
    /// First coefficient of the image among those of a prime.
    pub out: u32,
    /// The pair's place among the degrees of a prime.
    pub index: u32,
}

/// Lengths of the rows of a launch, one row a prime.
#[kernel_param]
pub struct Widths {
    /// Residues: integers.
    pub integers: u32,
    /// Images: coefficients of all of them.
    pub images: u32,
    /// Degrees: pairs.
    pub pairs: u32,
}

/// Degree of an image that is of no use.
pub const UNLUCKY: u32 = u32::MAX;

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// Writes the image of `pair`: what is in `row`, of degree `degree`, with the leading coefficient asked for; 0 above. Images that are of
    /// no use (`None`, or an asked for leading coefficient 0) are 0.
    #[inline(always)]
    pub unsafe fn write_image<R: Row<u32>, T: Team>(
        field: &Mont31,
        team: T,
        row: &R,
        degree: Option<u32>,
        (pair, prime, widths): (&Pair, usize, &Widths),
        residues: *const u32,
        (images, degrees): (*mut u32, *mut u32),
    ) {
        // SAFETY: the pair's integers are below `integers`, its image within a row of `images`; every thread writes coefficients of
        // its own.
        unsafe {
            let lead = *residues.add(prime * widths.integers as usize + pair.lead as usize);
            let degree = match degree {
                Some(degree) if lead != 0 => degree,
                _ => UNLUCKY,
            };
            let factor = if degree == UNLUCKY { 0 } else { field.mul(lead, field.inverse(row.get(degree))) };
            let out = images.add(prime * widths.images as usize + pair.out as usize);
            let mut i = team.rank();
            while i <= pair.p.min(pair.q) {
                // An UNLUCKY degree is the largest of numbers: nothing is read then.
                let value = if degree != UNLUCKY && i <= degree { field.mul(factor, row.get(i)) } else { 0 };
                *out.add(i as usize) = value;
                i += team.size();
            }
            if team.rank() == 0 {
                *degrees.add(prime * widths.pairs as usize + pair.index as usize) = degree;
            }
        }
    }
}

macro_rules! blocks {
    ($($name:ident, $size:literal;)*) => { $(
        #[doc = concat!("Images of GCDs, one a block of ", stringify!($size), " threads. Block (i, p): pair i modulo prime p. Shared: p + q + 2")]
        /// words of the pair that needs most.
        #[kernel(family = "gcd", block = $size)]
        pub unsafe fn $name(
            primes: *const Mont31,
            residues: *const u32,
            pairs: *const Pair,
            images: *mut u32,
            degrees: *mut u32,
            widths: Widths,
        ) {
            let prime = thread::block_idx_y() as usize;
            // SAFETY: the grid is (pairs, primes); the whole block has one problem; the pair's integers are below `integers`.
            unsafe {
                let team = Block::current();
                let field = *primes.add(prime);
                let pair = *pairs.add(thread::block_idx_x() as usize);
                let shared = dynamic_shared_mem::<u32>();
                let (mut f, mut g) = (SharedRow::new(shared, 1), SharedRow::new(shared.add(pair.p + 1), 1));
                let row = residues.add(prime * widths.integers as usize);
                team.each(pair.p + 1, |i| f.set(i, *row.add((pair.f + i) as usize)));
                team.each(pair.q + 1, |i| g.set(i, *row.add((pair.g + i) as usize)));
                team.sync();
                let image = gcd::gcd(&field, team, f, pair.p, g, pair.q);
                let row = if image.in_f { f } else { g };
                body::write_image(&field, team, &row, image.degree, (&pair, prime, &widths), residues, (images, degrees));
            }
        }
    )* };
}

blocks! {
    gcd_block_32, 32;
    gcd_block_64, 64;
    gcd_block_128, 128;
    gcd_block_256, 256;
    gcd_block_512, 512;
}

/// Copies the pairs to side 0 of their problems and sets up the states. Block (i, k): coefficients 256 i .. of problem k.
#[kernel(family = "gcd", block = 256)]
pub unsafe fn gcd_begin(
    residues: *const u32,
    pairs: *const Pair,
    rows: *mut u32,
    states: *mut u32,
    integers: u32,
    problems: Problems,
) {
    let k = thread::block_idx_y();
    let i = thread::index_1d();
    let (pair, prime) = problems.place(k);
    // SAFETY: the grid covers the rows; the pair's integers are below `integers`; `states` has STATE words a problem.
    unsafe {
        let pair = *pairs.add(pair);
        let source = residues.add(prime * integers as usize);
        if i <= pair.p {
            *rows.add(problems.row(k, 0, 0) + i as usize) = *source.add((pair.f + i) as usize);
        }
        if i <= pair.q {
            *rows.add(problems.row(k, 0, 1) + i as usize) = *source.add((pair.g + i) as usize);
        }
        if i == 0 {
            let state = states.add(k as usize * STATE as usize);
            write_status(state, (pair.p, pair.q), RUNNING, 0);
        }
    }
}

/// The first half of a round: true degrees, whether the problem is done (then `done` counts it), and the matrix. Problems with
/// both degrees at most `short` are done. Block k: problem k, rows on side `side`. Shared: [`super::problems::HEAD_WORDS`] words.
#[kernel(family = "gcd", block = 128)]
pub unsafe fn gcd_head(
    primes: *const Mont31,
    rows: *const u32,
    states: *mut u32,
    done: *mut u32,
    side: u32,
    short: u32,
    problems: Problems,
) {
    let k = thread::block_idx_x();
    // SAFETY: the whole block is here; rows and states are the problem's own, and no other block of the launch has it.
    unsafe {
        let team = Block::current();
        let state = states.add(k as usize * STATE as usize);
        let (formal, status) = (pair_of(state, DEGREES), word_of(state, STATUS));
        if status != RUNNING {
            return;
        }
        let field = *primes.add(problems.place(k).1);
        let row = |i| GlobalRow::read_only(rows.add(problems.row(k, side, i)), 1);
        let mut scratch = SharedRow::new(dynamic_shared_mem::<u32>().add(8 * block::QUADS), 1);
        let (first, second) = rounds::tops(&field, team, (&row(0), &row(1)), (0, formal), &mut scratch);
        match rounds::next(first, second, short) {
            Next::Round { swapped, a, b } => {
                write_round(&field, team, row, (swapped, a, b), state);
            }
            Next::End(end, degrees) => {
                // All have read the state.
                team.sync();
                if team.rank() == 0 {
                    write_status(state, degrees, end as u32, side);
                    atomic::add_u32(done, 1);
                }
            }
        }
    }
}

/// Threads of a block of [`GcdUpdate`].
const UPDATERS: u32 = 128;
/// Coefficients of A' and B' that a block of [`GcdUpdate`] computes.
pub const UPDATED: u32 = UPDATERS * block::OUTPUTS;
/// Elements of a tile of A or B.
const TILE: u32 = UPDATED + block::HALO;
/// Loads of a thread of a block of [`GcdUpdate`] from each of the matrix, A and B.
pub const LOADS: usize = TILE.div_ceil(UPDATERS) as usize;
const _: () = assert!(4 * block::COEFFICIENTS <= TILE.div_ceil(UPDATERS) * UPDATERS);
/// Shared words of [`GcdUpdate`]: the matrix, and a tile of A and B.
pub const UPDATE_WORDS: u32 = 4 * block::COEFFICIENTS + 2 * TILE;

/// The second half of a round: A' and B', on the side other than `side`. Block (i, k): coefficients UPDATED i .. of problem k.
/// Shared: [`UPDATE_WORDS`] words.
#[kernel(family = "gcd", block = 128)]
pub unsafe fn gcd_update(primes: *const Mont31, rows: *mut u32, states: *const u32, side: u32, problems: Problems) {
    let k = thread::block_idx_y();
    let start = thread::block_idx_x() * UPDATED;
    let t = thread::thread_idx_x();
    // SAFETY: the whole block has one problem, whose state nobody writes now; rows of this side are read only, and every thread
    // has coefficients of the other side of its own. Matrix and tiles lie behind one another in the shared block; the matrix, of
    // four words a coefficient, begins at its beginning, which is aligned to 16 bytes.
    unsafe {
        let state = states.add(k as usize * STATE as usize);
        let (degrees, status) = (pair_of(state, DEGREES), word_of(state, STATUS));
        let first = word_of(state, FIRST);
        let (a, b) = pair_of(state, TRUE);
        let (shift, len) = (word_of(state, SHIFT), word_of(state, LEN));
        let uneven = word_of(state, UNEVEN) != 0;
        if status != RUNNING || start > degrees.0.max(degrees.1) {
            return;
        }
        let field = *primes.add(problems.place(k).1);
        let a_row = rows.add(problems.row(k, side, first)) as *const u32;
        let b_row = rows.add(problems.row(k, side, 1 - first)) as *const u32;
        let matrix = dynamic_shared_mem::<u32>();
        let a_tile = matrix.add(4 * block::COEFFICIENTS);
        let b_tile = a_tile.add(TILE);
        // All loads before the first store; those beyond an end load what is at the end.
        let (mut entries, mut above, mut below) = ([0; LOADS], [0; LOADS], [0; LOADS]);
        for n in 0..LOADS {
            let i = t + n as u32 * UPDATERS;
            entries[n] = *state.add((MATRIX + i.min(4 * block::COEFFICIENTS - 1)) as usize);
            let (of_a, of_b) = block::places(start, i, shift);
            above[n] = *a_row.add(of_a.min(a) as usize);
            below[n] = *b_row.add(of_b.min(b) as usize);
        }
        for n in 0..LOADS {
            let i = t + n as u32 * UPDATERS;
            if i < 4 * block::COEFFICIENTS {
                matrix.st(i, entries[n]);
            }
            if i < TILE {
                let (of_a, of_b) = block::places(start, i, shift);
                a_tile.st(i, if of_a <= a { above[n] } else { 0 });
                b_tile.st(i, if of_b <= b { below[n] } else { 0 });
            }
        }
        thread::sync_threads();
        let tiles = (SharedRow::new(a_tile, 1), SharedRow::new(b_tile, 1));
        let at = t * OUTPUTS;
        let len = block::length(len, uneven, shift, start + UPDATED);
        let (x, y) = block::combine(&field, |j| matrix.ld4(4 * j), (&tiles.0, &tiles.1), at, len);
        let x_row = rows.add(problems.row(k, 1 - side, 0));
        let y_row = rows.add(problems.row(k, 1 - side, 1));
        for i in 0..OUTPUTS {
            let to = start + at + i;
            if to <= degrees.0 {
                *x_row.add(to as usize) = x[i as usize];
            }
            if to <= degrees.1 && !uneven {
                *y_row.add(to as usize) = y[i as usize];
            }
        }
        if uneven {
            let mut to = start + t;
            while to < start + UPDATED && to <= b {
                *y_row.add(to as usize) = *b_row.add(to as usize);
                to += UPDATERS;
            }
        }
    }
}

/// Images from the rows where problems ended; short ones are finished first. Block k: problem k. Shared: 2 `short` + 2 words.
#[kernel(family = "gcd", block = 256)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn gcd_finish(
    primes: *const Mont31,
    residues: *const u32,
    pairs: *const Pair,
    rows: *const u32,
    states: *const u32,
    images: *mut u32,
    degrees: *mut u32,
    short: u32,
    widths: Widths,
    problems: Problems,
) {
    let k = thread::block_idx_x();
    let (pair, prime) = problems.place(k);
    // SAFETY: the whole block has one problem; rows and states are only read; short rows have at most short + 1 elements each.
    unsafe {
        let team = Block::current();
        let field = *primes.add(prime);
        let pair = *pairs.add(pair);
        let state = states.add(k as usize * STATE as usize);
        let (p, q) = (*state.add(DEGREES as usize), *state.add(DEGREES as usize + 1));
        let (status, side) = (*state.add(STATUS as usize), *state.add(SIDE as usize));
        let row = |i| GlobalRow::read_only(rows.add(problems.row(k, side, i)), 1);
        let at = (&pair, prime, &widths);
        let out = (images, degrees);
        if status == SHORT {
            let shared = dynamic_shared_mem::<u32>();
            let (mut f, mut g) = (SharedRow::new(shared, 1), SharedRow::new(shared.add(short + 1), 1));
            team.each(p.max(q) + 1, |i| {
                if i <= p {
                    f.set(i, row(0).get(i));
                }
                if i <= q {
                    g.set(i, row(1).get(i));
                }
            });
            team.sync();
            let image = gcd::gcd(&field, team, f, p, g, q);
            let row = if image.in_f { f } else { g };
            body::write_image(&field, team, &row, image.degree, at, residues, out);
        } else {
            let degree = match status {
                IN_FIRST => Some(p),
                IN_SECOND => Some(q),
                _ => None,
            };
            body::write_image(&field, team, &row((status == IN_SECOND) as u32), degree, at, residues, out);
        }
    }
}
