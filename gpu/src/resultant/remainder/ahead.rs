//! Blocks of steps ([`super::blocks`]) by a block of threads: its first warp finds the next matrix while the others apply the present one.
//!
//! A matrix depends on the leading coefficients of the pair only. The other warps update those first; then the first warp goes ahead with
//! them. To find a matrix takes one warp as long as some thousand coefficients take to be updated, so that both end at about the same time
//! for pairs of a few thousand ([`crate::kernels::resultant_tensor`]).

use super::blocks::{Blocks, Matrix, Placed, elements};
use super::denominator::Denominator;
use super::head::{self, Exchange};
use super::tensor_blocks::{Tiles, steps};
use crate::arith::Mont31;
use crate::memory::{Pairs, Row};
use crate::team::Solo;
use crate::tensor::Warps;
use crate::tensor::windows::{Table, WIDTH};

/// Warps that apply matrices, at least: then the coefficients that they update first are all that the next matrix depends on.
pub const LEAST_WARPS: u32 = 2;

/// In blocks of [`steps`]`(PARTS)` steps; each thread of the first warp has `E` positions of [`head`].
#[derive(Clone, Copy)]
pub struct Ahead<N, W, M, const PARTS: usize, const E: usize> {
    /// [`super::tensor_blocks::near`] words.
    near: N,
    table: Table<N, PARTS>,
    /// The first warp, in its threads.
    first: Option<W>,
    /// The others, in theirs: [`LEAST_WARPS`] warps or more.
    others: Option<M>,
}

impl<N: Row<u32> + Copy, W, M, const PARTS: usize, const E: usize> Ahead<N, W, M, PARTS, E> {
    /// With `near`, of [`super::tensor_blocks::near`] words for one problem. Each thread is one of the first warp or of the others.
    #[inline(always)]
    pub fn new(field: &Mont31, near: N, first: Option<W>, others: Option<M>) -> Self {
        Ahead { near, table: Table::new(field, near, elements(steps(PARTS))), first, others }
    }

    #[inline(always)]
    fn matrix(&self) -> Matrix<N> {
        Matrix { memory: Placed { row: self.near, first: 0, stride: 1 }, steps: steps(PARTS) }
    }
}

impl<T, R, N, W, M, const PARTS: usize, const E: usize> Blocks<Mont31, T, Placed<R>> for Ahead<N, W, M, PARTS, E>
where
    T: Warps,
    R: Pairs<u32> + Copy,
    N: Row<u32> + Copy,
    W: Exchange<u32>,
    M: Warps,
{
    type Few = Solo;

    #[inline(always)]
    fn take(
        &self,
        field: &Mont31,
        team: T,
        (a, b): (&mut Placed<R>, &mut Placed<R>),
        (mut degree, end): (u32, u32),
        denominator: &mut Denominator<u32>,
        off: &mut u32,
    ) -> u32 {
        // n - 1 = WIDTH t + r for the highest tile t: it and the one below have more than WIDTH coefficients.
        const { assert!(LEAST_WARPS >= 2 && 2 * steps(PARTS) + 2 <= (LEAST_WARPS - 1) * WIDTH + 1) };
        let is_block = |degree: u32| degree >= 2 * steps(PARTS) && degree - end >= steps(PARTS);
        let mut find = |degree: u32| {
            if let Some(first) = self.first.filter(|_| is_block(degree)) {
                let pair = (&*a, &*b);
                head::find::<_, _, _, _, E>(
                    field,
                    first,
                    pair,
                    (degree, steps(PARTS)),
                    denominator,
                    off,
                    self.matrix(),
                );
            }
        };
        find(degree);
        while is_block(degree) {
            team.sync();
            let matrix = self.matrix();
            self.table.write(field, team, |row, column, t| matrix.coefficient(row, column, t));
            team.sync();
            degree -= steps(PARTS);
            // Coefficients below degree + 2 are all there are. One depends on those that are not above it: from the highest downwards each may be
            // overwritten at once.
            let mut left = (degree + 1) / WIDTH + 1;
            let own = self.others.map(|others| (others, Tiles::<R, PARTS>::new(others, &self.table, [*a, *b])));
            // The tile of a warp among those that are left, if there is one.
            let tile = |others: M, left: u32| (left - 1).checked_sub(others.thread() / 32);
            let mut sums = [[0; 4]; 4];
            if let Some((others, tiles)) = &own
                && let Some(tile) = tile(*others, left)
            {
                sums = tiles.sums(*others, tile * WIDTH);
            }
            team.sync();
            if let Some((others, tiles)) = &own
                && let Some(tile) = tile(*others, left)
            {
                tiles.write(field, *others, tile * WIDTH, &sums);
            }
            team.sync();
            find(degree);
            if let Some((others, tiles)) = &own {
                let warps = others.threads() / 32;
                left = left.saturating_sub(warps);
                while left > 0 {
                    let tile = tile(*others, left);
                    if let Some(tile) = tile {
                        sums = tiles.sums(*others, tile * WIDTH);
                    }
                    others.sync();
                    if let Some(tile) = tile {
                        tiles.write(field, *others, tile * WIDTH, &sums);
                    }
                    left = left.saturating_sub(warps);
                }
            }
        }
        team.sync();
        degree
    }
}
