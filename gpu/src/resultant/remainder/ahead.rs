//! Blocks of steps ([`super::blocks`]) by a block of threads: its first warp finds the next matrix while the others apply the present one.
//!
//! A matrix depends on the leading coefficients of the pair only. The other warps update those first; then the first warp goes ahead with
//! them. When the others waited for it, they did so two fifths of the time at degree 6000 (`benches/results/2026-11-27-h100-ahead.txt`).
//!
//! The rest is shared out in runs of tiles, one for each warp. A warp goes from its highest tile downwards, since a
//! coefficient depends on those that are not above it. The lowest tile of a run depends on coefficients of another run
//! too: its sums are found before anything of a run is written, and kept. So warps do not wait for each other.

use super::blocks::{Blocks, Matrix, Placed, elements};
use super::denominator::{Denominator, Leads};
use super::head::{self, Exchange};
use super::tensor_blocks::{Tiles, steps};
use crate::arith::Mont31;
use crate::memory::{Pairs, Row};
use crate::team::Solo;
use crate::tensor::Warps;
use crate::tensor::windows::{Table, WIDTH};

/// Tiles that are updated before all others: the next matrix depends on nothing else.
const FIRST_TILES: u32 = 2;

/// A warp that applies matrices.
#[derive(Clone, Copy)]
pub struct Applier<M> {
    /// The warp.
    pub warp: M,
    /// Its number among those that do.
    pub number: u32,
    /// How many these are: two or more.
    pub count: u32,
}

impl<M> Applier<M> {
    /// The part of `count` tiles that is this warp's, by its lowest one and the one behind its highest: they are as many as another's, or one more.
    #[inline(always)]
    fn run(&self, count: u32) -> (u32, u32) {
        let least = |number: u32| number * (count / self.count) + number.min(count % self.count);
        (least(self.number), least(self.number + 1))
    }
}

/// In blocks of [`steps`]`(PARTS)` steps; each thread of the first warp has `E` positions of [`head`].
#[derive(Clone, Copy)]
pub struct Ahead<N, W, M, const PARTS: usize, const E: usize> {
    /// [`super::tensor_blocks::near`] words.
    near: N,
    table: Table<N, PARTS>,
    /// The first warp, in its threads.
    first: Option<W>,
    /// The warp of the other threads.
    applier: Option<Applier<M>>,
}

impl<N: Row<u32> + Copy, W, M, const PARTS: usize, const E: usize> Ahead<N, W, M, PARTS, E> {
    /// With `near`, of [`super::tensor_blocks::near`] words for one problem. Each thread is one of the first warp or of another.
    #[inline(always)]
    pub fn new(field: &Mont31, near: N, first: Option<W>, applier: Option<Applier<M>>) -> Self {
        Ahead { near, table: Table::new(field, near, elements(steps(PARTS))), first, applier }
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
    fn take<L: Leads<u32>>(
        &self,
        field: &Mont31,
        team: T,
        (a, b): (&mut Placed<R>, &mut Placed<R>),
        (mut degree, end): (u32, u32),
        denominator: &mut Denominator<u32, L>,
        off: &mut u32,
    ) -> u32 {
        // The highest tile may have one coefficient only.
        const { assert!(2 * steps(PARTS) + 2 <= (FIRST_TILES - 1) * WIDTH + 1) };
        let is_block = |degree: u32| degree >= 2 * steps(PARTS) && degree - end >= steps(PARTS);
        let mut find = |degree: u32| {
            if let Some(first) = self.first.filter(|_| is_block(degree)) {
                let pair = (&*a, &*b);
                head::find::<_, _, _, _, _, E>(
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
            // Coefficients below degree + 2 are all there are.
            let tiles = (degree + 1) / WIDTH + 1;
            let rest = tiles.saturating_sub(FIRST_TILES);
            let mut sums = [[0; 4]; 4];
            let own = self.applier.map(|own| (own, Tiles::<R, PARTS>::new(own.warp, &self.table, [*a, *b])));
            if let Some((own, factors)) = &own
                && own.number < tiles - rest
            {
                sums = factors.sums(own.warp, (rest + own.number) * WIDTH);
            }
            team.sync();
            if let Some((own, factors)) = &own {
                if own.number < tiles - rest {
                    factors.write(field, own.warp, (rest + own.number) * WIDTH, &sums);
                }
                let (lowest, behind) = own.run(rest);
                if lowest < behind {
                    sums = factors.sums(own.warp, lowest * WIDTH);
                }
            }
            team.sync();
            find(degree);
            if let Some((own, factors)) = &own {
                let (lowest, mut tile) = own.run(rest);
                while tile > lowest + 1 {
                    tile -= 1;
                    let sums = factors.sums(own.warp, tile * WIDTH);
                    own.warp.sync();
                    factors.write(field, own.warp, tile * WIDTH, &sums);
                }
                if tile > lowest {
                    own.warp.sync();
                    factors.write(field, own.warp, lowest * WIDTH, &sums);
                }
            }
        }
        team.sync();
        degree
    }
}
