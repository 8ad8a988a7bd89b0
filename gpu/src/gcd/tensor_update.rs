//! The update of all coefficients by a round ([`super::block`]), on tensor cores ([`crate::tensor::windows`]).

use super::block::STEPS;
use crate::arith::Mont31;
use crate::memory::{Pairs, Row};
use crate::tensor::Warps;
use crate::tensor::windows::{self, Place, Table};

/// Windows have 8 `PARTS` words, so that entries have room for their coefficients.
pub const PARTS: usize = 16;

/// Coefficients below the first one of a tile that it needs.
pub const HALO: u32 = windows::degree(PARTS);

const _: () = assert!(HALO >= STEPS && PARTS.is_multiple_of(4));

/// Coefficients `first` .. `first` + [`WIDTH`](windows::WIDTH) of A' and of B' behind the beginning of a tile, by a warp: `set` gets each of them, with whether it is of
/// B'. Element t of the tiles `a`, `b` is the coefficient t - [`HALO`] of A and of x^shift B behind it; the table has the matrix, with zeros above its
/// coefficients. Reads elements up to `first` + [`WIDTH`](windows::WIDTH) + [`HALO`] - 1.
#[inline(always)]
pub fn combine<T: Warps, N: Row<u32> + Copy, R: Pairs<u32>>(
    field: &Mont31,
    team: T,
    table: &Table<N, PARTS>,
    (a, b): (&R, &R),
    first: u32,
    mut set: impl FnMut(bool, u32, u32),
) {
    let lane = Place::new(team.thread() % 32);
    let mut sums = [[0; 4]; 4];
    let mut part = 0;
    while part < PARTS {
        let factors = table.factors(&lane, part);
        let window = lane.window(first) + 8 * part as u32;
        sums = windows::add::<_, _, 4>(team, &factors[0], a, window, sums);
        sums = windows::add::<_, _, 4>(team, &factors[1], b, window, sums);
        part += 4;
    }
    four!(U {
        let (coefficient, behind) = lane.coefficient(team, sums[U]);
        set(lane.second, first + 16 * U as u32 + behind, field.reduce(coefficient.joined_far()));
    });
}
