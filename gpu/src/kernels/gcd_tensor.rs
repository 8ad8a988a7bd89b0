//! Family `gcd_tensor`: the second half of rounds on tensor cores. For `sm_80` and newer.

use super::device::*;
use super::problems::{
    DEGREES, FIRST, LEN, MATRIX, Problems, RUNNING, SHIFT, STATE, STATUS, TRUE, UNEVEN, pair_of, word_of,
};
use crate::arith::Mont31;
use crate::gcd::block::COEFFICIENTS;
use crate::gcd::tensor_update::{self, HALO, PARTS};
use crate::tensor::windows::{self, Table, WIDTH};
use cuda_std::prelude::*;

/// Threads of a block of [`GcdUpdateTensor`].
const UPDATERS: u32 = 128;
/// Coefficients of A' and B' that a block of [`GcdUpdateTensor`] computes.
pub const UPDATED: u32 = UPDATERS / 32 * WIDTH;
/// Elements of a tile of A or B.
const TILE: u32 = UPDATED + HALO;
/// Words of the matrix.
const ENTRIES: u32 = 4 * COEFFICIENTS;
const _: () = assert!(ENTRIES.is_multiple_of(2) && TILE.is_multiple_of(2), "tiles are read in pairs of words");
/// Shared words of [`GcdUpdateTensor`]: the matrix, a tile of A and B, and digits.
pub const UPDATE_WORDS: u32 = ENTRIES + 2 * TILE + windows::digits(PARTS);

/// [`super::gcd::GcdUpdate`]: A' and B', on the side other than `side`. Block (i, k): coefficients UPDATED i .. of problem k.
/// Shared: [`UPDATE_WORDS`] words.
#[kernel(family = "gcd_tensor", block = 128)]
pub unsafe fn gcd_update_tensor(
    primes: *const Mont31,
    rows: *mut u32,
    states: *const u32,
    side: u32,
    problems: Problems,
) {
    let k = thread::block_idx_y();
    let start = thread::block_idx_x() * UPDATED;
    let t = thread::thread_idx_x();
    // SAFETY: the whole block has one problem, whose state nobody writes now; rows of this side are read only, and every lane has
    // coefficients of the other side of its own. Matrix, tiles and digits lie behind one another in the shared block.
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
        let team = Block::current();
        let field = *primes.add(problems.place(k).1);
        let a_row = rows.add(problems.row(k, side, first)) as *const u32;
        let b_row = rows.add(problems.row(k, side, 1 - first)) as *const u32;
        let matrix = dynamic_shared_mem::<u32>();
        let a_tile = matrix.add(ENTRIES);
        let b_tile = a_tile.add(TILE);
        let table = Table::<_, PARTS>::new(&field, SharedRow::new(b_tile.add(TILE), 1), 0);
        // Below coefficient 0 they wrap, and are above every degree.
        let of_a = |i: u32| (start + i).wrapping_sub(HALO);
        let of_b = |i: u32| of_a(i).wrapping_sub(shift);
        // The parts of a tile and of the matrix that a thread loads.
        const LOADS: usize = TILE.div_ceil(UPDATERS) as usize;
        const OF_MATRIX: usize = ENTRIES.div_ceil(UPDATERS) as usize;
        // All loads before the first store; those beyond an end load what is at the end.
        let (mut entries, mut above, mut below) = ([0; OF_MATRIX], [0; LOADS], [0; LOADS]);
        for (n, entry) in entries.iter_mut().enumerate() {
            *entry = *state.add((MATRIX + (t + n as u32 * UPDATERS).min(ENTRIES - 1)) as usize);
        }
        for n in 0..LOADS {
            let i = t + n as u32 * UPDATERS;
            above[n] = *a_row.add(of_a(i).min(a) as usize);
            below[n] = *b_row.add(of_b(i).min(b) as usize);
        }
        for (n, entry) in entries.into_iter().enumerate() {
            let i = t + n as u32 * UPDATERS;
            if i < ENTRIES {
                matrix.st(i, entry);
            }
        }
        for n in 0..LOADS {
            let i = t + n as u32 * UPDATERS;
            if i < TILE {
                a_tile.st(i, if of_a(i) <= a { above[n] } else { 0 });
                b_tile.st(i, if of_b(i) <= b { below[n] } else { 0 });
            }
        }
        thread::sync_threads();
        table.write(&field, team, |row, column, t| if t < len { matrix.ld(4 * t + 2 * row + column) } else { 0 });
        thread::sync_threads();
        let tiles = (SharedRow::new(a_tile, 1), SharedRow::new(b_tile, 1));
        let target = [0, 1].map(|row| rows.add(problems.row(k, 1 - side, row)));
        let end = [degrees.0, degrees.1];
        tensor_update::combine(&field, team, &table, (&tiles.0, &tiles.1), t / 32 * WIDTH, |second, i, value| {
            let to = start + i;
            let (row, end) = if second { (target[1], end[1]) } else { (target[0], end[0]) };
            if to <= end && !(second && uneven) {
                *row.add(to as usize) = value;
            }
        });
        if uneven {
            let mut to = start + t;
            while to < start + UPDATED && to <= b {
                *target[1].add(to as usize) = *b_row.add(to as usize);
                to += UPDATERS;
            }
        }
    }
}
