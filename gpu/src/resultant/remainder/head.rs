//! The matrix of a block of ordinary steps ([`super::blocks`]), found on the leading coefficients of a pair in registers of a team.
//!
//! Each row of the pair is one sequence of numbers, highest first: the head of A or B, the entry of M in its row and column 1, the entry in column 0,
//! with zeros between them. With A\[κ\] and B\[κ\] at *position* κ two ordinary steps (deg A = deg B + 1) are for all positions alike
//!
//! > C\[κ\] = s A\[κ + 2\] - q1 B\[κ + 2\] - q0 B\[κ + 1\],  D\[κ\] = s' B\[κ + 2\] - q1' C\[κ + 2\] - q0' C\[κ + 1\],
//!
//! since an entry of M takes part in a step as a polynomial does. Leading coefficients stay at position 0, and all else moves two positions towards
//! it. Position κ is element κ mod `E` of member κ / `E` of the team, who needs two numbers of the next one.
//!
//! Where things are, for k steps, before step 2 j + 1. The last steps need 2 k coefficients of B and 2 k + 2 of A, and each step spoils the
//! lowest one that is left of a head: positions below 2 k - 4 j of B and 2 k + 2 - 4 j of A are right. Entries of column 1 have their
//! highest coefficient, of degree 2 j in B's row and one less in A's, at 2 k + 2 - 4 j in B's row, and behind 2 k + 3 - 4 j in A's. The two positions
//! between head and entry are set to 0, so that an entry finds zeros above itself as it grows, and nothing of it is spoiled. The constant coefficient of
//! column 1 is at 2 k + 2 - 2 j in B's row, that of column 0 k positions behind it; in A's row each is one position further on. Entries of
//! column 0, of degree at most k - 1, end just behind column 1. So there are 3 k + 4 positions, the last of which A alone has, and zeros behind.

use super::blocks::Matrix;
use super::denominator::{Denominator, Leads};
use super::step::PairStep;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// Teams whose members exchange numbers.
pub trait Exchange<E>: Team {
    /// Whether members share the set-up of a step. That pays where other teams fill the time that exchanges take; a team alone on its
    /// multiprocessor computes everything in every member.
    const SHARES: bool;
    /// The number that member `rank` has.
    fn of(&self, x: E, rank: u32) -> E;
    /// The number that the next member has, `last` in the last one.
    fn of_next(&self, x: E, last: E) -> E;
}

impl<E> Exchange<E> for crate::team::Solo {
    const SHARES: bool = false;
    #[inline(always)]
    fn of(&self, x: E, _: u32) -> E {
        x
    }
    #[inline(always)]
    fn of_next(&self, _: E, last: E) -> E {
        last
    }
}

/// The members that share the work of a step's set-up.
const SHARERS: u32 = 5;

/// The step for leading coefficients `lead` and `top` of the divisor and the dividend, which the denominator takes in. Five sums of at most two products,
/// three for the step and two for the denominator: one by each of five members, who send them round, or all five by every member.
#[inline(always)]
fn set_up<F: Field, S: Exchange<F::Elem>, L: Leads<F::Elem>>(
    field: &F,
    team: S,
    lead: (F::Elem, F::Elem),
    top: (F::Elem, F::Elem),
    denominator: &mut Denominator<F::Elem, L>,
) -> PairStep<F::Elem> {
    if !S::SHARES || team.size() < SHARERS {
        denominator.ordinary(field, lead.0);
        return PairStep::new(field, lead.0, lead.1, top.0, top.1);
    }
    denominator.put(lead.0);
    let (prefix, prefixes) = denominator.run();
    let rank = team.rank();
    // Selections, no branches.
    let mine = |of: [F::Elem; SHARERS as usize]| {
        let mut found = of[4];
        unrolled!(I {
            found = field.select(if rank == I as u32 { F::ALL } else { 0 }, of[I], found);
        }: 0 1 2 3);
        found
    };
    let x = mine([lead.0, lead.0, field.neg(lead.0), prefix, prefixes]);
    let y = mine([lead.0, field.neg(top.0), top.1, lead.0, prefix]);
    let second = field.select(if rank == 2 { F::ALL } else { 0 }, top.0, field.zero());
    let found = field.dot2(x, y, second, lead.1);
    denominator.set_run((team.of(found, 3), team.of(found, 4)));
    PairStep::of_factors(team.of(found, 0), team.of(found, 1), team.of(found, 2))
}

/// Positions for blocks of `steps` steps: a team of n members needs n `E` of them at least.
pub const fn positions(steps: u32) -> u32 {
    3 * steps + 4
}

/// A statement for every index below `E`, as text up to 16.
macro_rules! elements {
    ($k:ident $body:block) => {
        unrolled!(I {
            if I < E {
                let $k = I;
                $body
            }
        }: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        for $k in 16..E {
            $body
        }
    };
}

/// One row: the elements of a member, and the first two of the next member.
#[derive(Clone, Copy)]
struct Elements<T, const E: usize> {
    own: [T; E],
    next: [T; 2],
}

impl<T: Copy, const E: usize> Elements<T, E> {
    #[inline(always)]
    fn get(&self, i: usize) -> T {
        if i < E { self.own[i] } else { self.next[i - E] }
    }

    /// With what the next member has; zeros behind the last one.
    #[inline(always)]
    fn exchanged<S: Exchange<T>>(team: S, own: [T; E], zero: T) -> Self {
        Elements { own, next: [team.of_next(own[0], zero), team.of_next(own[1], zero)] }
    }
}

/// `step` on all positions of a member: numbers x of the row that is replaced and y of the other, but zeros at positions `gap` and `gap` + 1, which
/// count from the member's own first one, modulo 2^32.
#[inline(always)]
fn advanced<F: Field, const E: usize>(
    field: &F,
    step: &PairStep<F::Elem>,
    x: &Elements<F::Elem, E>,
    y: &Elements<F::Elem, E>,
    gap: u32,
) -> [F::Elem; E] {
    let zero = field.zero();
    let mut found = [zero; E];
    elements!(k {
        let value = step.element(field, x.get(k + 2), y.get(k + 2), y.get(k + 1));
        found[k] = if (k as u32).wrapping_sub(gap) < 2 { zero } else { value };
    });
    found
}

/// Finds the matrix of `steps` ordinary steps from A of degree b + 1 and B of degree b >= 2 `steps` and writes it to `matrix`, without waiting at
/// the end. An even number of steps; a team of n members with n `E` >= [`positions`]`(steps)`, `E` >= 2.
///
/// O(k^2) element steps for k steps, and k times what the team's members do each: factors and denominator.
#[inline(always)]
pub(super) fn find<F, S, R, N, L, const E: usize>(
    field: &F,
    team: S,
    (a_row, b_row): (&R, &R),
    (b, steps): (u32, u32),
    denominator: &mut Denominator<F::Elem, L>,
    off: &mut u32,
    mut matrix: Matrix<N>,
) where
    F: Field,
    S: Exchange<F::Elem>,
    R: Row<F::Elem>,
    N: Row<F::Elem>,
    L: Leads<F::Elem>,
{
    const { assert!(E >= 2) };
    let (zero, one) = (field.zero(), field.one());
    let first = team.rank() * E as u32;
    let (mut x, mut y) = ([zero; E], [zero; E]);
    elements!(k {
        let at = first + k as u32;
        if at < 2 * steps + 2 {
            x[k] = a_row.get(b + 1 - at);
        } else if at == 3 * steps + 3 {
            x[k] = one;
        }
        if at < 2 * steps {
            y[k] = b_row.get(b - at);
        } else if at == 2 * steps + 2 {
            y[k] = one;
        }
    });
    let mut a = Elements::exchanged(team, x, zero);
    let mut b = Elements::exchanged(team, y, zero);
    let mut top = (team.of(a.own[0], 0), team.of(a.own[1], 0));
    // The first of the two positions between the head and the entry of column 1 in B's row.
    let mut gap = (2 * steps).wrapping_sub(first);
    let mut left = steps;
    while left > 0 {
        let lead = (team.of(b.own[0], 0), team.of(b.own[1], 0));
        let step = set_up(field, team, lead, top, denominator);
        gap = gap.wrapping_sub(4);
        let c = Elements::exchanged(team, advanced(field, &step, &a, &b, gap.wrapping_add(2)), zero);
        top = (team.of(c.own[0], 0), team.of(c.own[1], 0));
        let step = set_up(field, team, top, lead, denominator);
        b = Elements::exchanged(team, advanced(field, &step, &b, &c, gap), zero);
        a = c;
        *off |= field.zeros(lead.0) | field.zeros(top.0);
        left -= 2;
    }
    elements!(k {
        // How far a position is from that of column 1's constant coefficient.
        let at = (steps + 2).wrapping_sub(first + k as u32);
        matrix.write(1, at, b.own[k]);
        matrix.write(0, at.wrapping_add(1), a.own[k]);
    });
    if first == 0 {
        matrix.close(zero);
    }
}
