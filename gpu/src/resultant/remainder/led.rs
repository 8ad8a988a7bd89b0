//! Four ordinary steps a pass by a team whose first member, its leader, finds their factors.
//!
//! The leader has the highest coefficients, from which it finds the factors of a pass as soon as it is done with its part of the pass before. The
//! others do not repeat that: they take longer segments in the meantime, and all read the factors from memory near the team.

use super::blocks::Blocks;
use super::denominator::{Denominator, Leads};
use super::four_steps::{self, FourSteps};
use super::step::PairStep;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// Elements near a team: the factors of four steps.
pub const NEAR: u32 = 12;

/// The degree of B from which on a team takes passes. The leader alone does the rest. A team that stops at 32 takes up to 3 percent longer, and one that stops at
/// 16 for each member up to 8 (`benches/results/2026-11-27-h200-columns.txt`).
const LEAST: u32 = 24;

/// By how many elements the leader's segment is shorter than those of the others: the factors of a pass take it as long as 24 element steps, which are six
/// elements. With 5 or 7 in place of 6 times differ by a percent.
const SPARED: u32 = 6;

/// Coefficients of E and F that the leader needs: it has them in its own segment.
const HEAD: u32 = 8;
const _: () = assert!(LEAST - 3 >= HEAD && LEAST >= four_steps::LEAST);

/// The length of the leader's segment, of `n` elements for `size` members.
#[inline(always)]
fn leader_length(n: u32, size: u32) -> u32 {
    (n.saturating_sub(SPARED * (size - 1)) / size).max(HEAD)
}

/// The elements below `n` that a member takes; the leader has the highest ones.
#[inline(always)]
fn segment<T: Team>(team: T, n: u32) -> (u32, u32) {
    let (rank, size) = (team.rank(), team.size());
    let rest = n - leader_length(n, size);
    if rank == 0 {
        return (rest, n);
    }
    let length = rest.div_ceil(size - 1);
    let first = ((rank - 1) * length).min(rest);
    (first, (first + length).min(rest))
}

/// Passes by a leader and others; its last steps are the leader's.
#[derive(Clone, Copy)]
pub struct Led<N, W> {
    near: N,
    leader: Option<W>,
}

impl<N, W> Led<N, W> {
    /// `near` has [`NEAR`] elements of the team's own; `leader` is the team's first member as a team of one thread with registers, in that thread alone.
    #[inline(always)]
    pub fn new(near: N, leader: Option<W>) -> Self {
        Led { near, leader }
    }
}

impl<F, T, R, N, W> Blocks<F, T, R> for Led<N, W>
where
    F: Field,
    T: Team,
    R: Row<F::Elem>,
    N: Row<F::Elem> + Copy,
    W: Team,
{
    const LEAVES_TO_FEW: bool = true;
    type Few = W;

    #[inline(always)]
    fn few(&self) -> Option<W> {
        self.leader
    }

    #[inline(always)]
    fn take<L: Leads<F::Elem>>(
        &self,
        field: &F,
        team: T,
        (a_row, b_row): (&mut R, &mut R),
        (begin, end): (u32, u32),
        denominator: &mut Denominator<F::Elem, L>,
        off: &mut u32,
    ) -> u32 {
        // The leader must do all that is left of a run down to degree 0, since nobody else waits any more: it does so in registers, from a degree of
        // LEAST - 4 or of REGISTERS - 4 on at least, which they need to be 3.
        const { assert!(W::SOLO && W::REGISTERS >= 8 && LEAST >= 8) };
        let mut near = self.near;
        let mut leads = (a_row.get(begin + 1), a_row.get(begin));
        let mut b = begin;
        while b >= LEAST && b >= end + 4 {
            if self.leader.is_some() {
                let four = FourSteps::new(field, (&*a_row, &*b_row), leads, b, denominator, off);
                leads = four.left;
                four!(K {
                    let (scale, of_b, of_b_below) = four.steps[K].factors();
                    near.set(3 * K as u32, scale);
                    near.set(3 * K as u32 + 1, of_b);
                    near.set(3 * K as u32 + 2, of_b_below);
                });
            }
            team.sync();
            let step = |k: u32| PairStep::of_factors(near.get(3 * k), near.get(3 * k + 1), near.get(3 * k + 2));
            let steps = [step(0), step(1), step(2), step(3)];
            // All have read the factors when any writes elements.
            four_steps::four_steps(field, team, (&mut *a_row, &mut *b_row), &steps, segment(team, b - 3));
            b -= 4;
        }
        if self.leader.is_some() && b < begin {
            a_row.set(b + 1, leads.0);
        }
        team.sync();
        b
    }
}
