//! Runs of ordinary steps, deg A = deg B + 1 and every remainder of degree one less: nearly all steps of nearly all pairs.
//!
//! Two steps in one pass over the operands. With deg B = b, A of degree b + 1 becomes C of degree b - 1 in place and B becomes D
//! of formal degree b - 2:
//!
//! > C\[i\] = s A\[i\] - q1 B\[i - 1\] - q0 B\[i\],  D\[i\] = s' B\[i\] - q1' C\[i - 1\] - q0' C\[i\]
//!
//! The two leading coefficients of C, which s', q1' and q0' are made of, are computed first. Each element of A and B is read
//! once and written once: half the traffic of two single steps. Threads of a device take four steps in a pass while that pays ([`super::four_steps`]).

use super::blocks::Blocks;
use super::denominator::{Denominator, Leads};
use super::four_steps::{self, FourSteps};
use super::registers;
use super::row::RemainderRow;
use super::step::PairStep;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// The result of a run.
pub(in crate::resultant::remainder) enum Run<E> {
    /// Formal degree of B after an even number of steps; deg A is one more.
    Left(u32),
    /// All steps are done: the resultant's numerator.
    Done(E),
}

/// `steps` ordinary steps from deg B = b >= 3 on: first in `blocks`, then by the same team, or where these are the last steps of all by the few
/// that `blocks` leaves them to. The others' values mean nothing then.
#[inline(always)]
pub(in crate::resultant::remainder) fn run<F, R, T, S, L>(
    field: &F,
    (team, blocks): (T, S),
    (a_row, b_row): (&mut R, &mut R),
    b: u32,
    steps: u32,
    denominator: &mut Denominator<F::Elem, L>,
    off: &mut u32,
) -> Run<F::Elem>
where
    F: Field,
    R: RemainderRow<F::Elem>,
    T: Team,
    S: Blocks<F, T, R>,
    L: Leads<F::Elem>,
{
    let end = b - steps;
    let left = blocks.take(field, team, (&mut *a_row, &mut *b_row), (b, end), denominator, off);
    if S::LEAVES_TO_FEW && end == 0 && left < b {
        return match blocks.few() {
            Some(few) => passes(field, few, (a_row, b_row), (left, end), denominator, off),
            None => Run::Done(field.zero()),
        };
    }
    passes(field, team, (a_row, b_row), (left, end), denominator, off)
}

/// Ordinary steps from deg B = b to `end`, four or two at a time while so many are left and b is large enough. A thread with registers
/// ([`Team::REGISTERS`]) does the last steps in them when the run ends in degree 0.
#[inline(always)]
fn passes<F: Field, R: RemainderRow<F::Elem>, T: Team, L: Leads<F::Elem>>(
    field: &F,
    team: T,
    (a_row, b_row): (&mut R, &mut R),
    (mut b, end): (u32, u32),
    denominator: &mut Denominator<F::Elem, L>,
    off: &mut u32,
) -> Run<F::Elem> {
    let begin = b;
    // The two leading coefficients of A stay in registers from pass to pass.
    let mut leads = (a_row.get(b + 1), a_row.get(b));
    while b >= 3 && b >= end + 2 && !team.is_stopped() {
        if end == 0 && b < T::REGISTERS {
            return Run::Done(registers::finish::<F, R, T, L>(field, (a_row, b_row), leads, b, denominator, off));
        }
        if T::FOUR_STEPS && b >= four_steps::least(team) && b >= end + 4 {
            let four = FourSteps::new(field, (a_row, b_row), leads, b, denominator, off);
            let n = b - 3;
            four_steps::four_steps(field, team, (a_row, b_row), &four.steps, four_steps::segment(team, n));
            team.sync();
            team.passed(4 * n);
            leads = four.left;
            b -= 4;
            continue;
        }
        let lead = b_row.get(b);
        let leading = Leading::new(field, (a_row, b_row), leads, lead, b);
        leads = double_step(field, team, (a_row, b_row), &leading, lead, b);
        *off |= field.zeros(lead) | field.zeros(leads.0);
        denominator.ordinary(field, lead);
        denominator.ordinary(field, leads.0);
        b -= 2;
    }
    // Passes write all of C but its leading coefficient.
    if team.rank() == 0 && b < begin {
        a_row.set(b + 1, leads.0);
    }
    team.sync();
    if b == end {
        denominator.end_run(field, b + 1);
    }
    Run::Left(b)
}

/// The coefficients of the two steps of a pass, which are known before it.
pub(crate) struct Leading<E> {
    first: PairStep<E>,
    /// The leading coefficient of C.
    pub lead_c: E,
    next_c: E,
}

impl<E: Copy> Leading<E> {
    /// deg A = b + 1 with leading coefficients `leads`, deg B = b >= 3 with leading coefficient `lead`.
    #[inline(always)]
    pub fn new<F: Field<Elem = E>, R: Row<E>>(
        field: &F,
        (a_row, b_row): (&R, &R),
        leads: (E, E),
        lead: E,
        b: u32,
    ) -> Self {
        let (b1, b2, b3) = (b_row.get(b - 1), b_row.get(b - 2), b_row.get(b - 3));
        let first = PairStep::new(field, lead, b1, leads.0, leads.1);
        let lead_c = first.element(field, a_row.get(b - 1), b2, b1);
        let next_c = first.element(field, a_row.get(b - 2), b3, b2);
        Leading { first, lead_c, next_c }
    }
}

/// One pass: deg A = b + 1, deg B = b >= 3 with leading coefficient `lead`. Returns the leading coefficients of C, of degree b - 1.
#[inline(always)]
pub(crate) fn double_step<F: Field, R: RemainderRow<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (a_row, b_row): (&mut R, &mut R),
    leading: &Leading<F::Elem>,
    lead: F::Elem,
    b: u32,
) -> (F::Elem, F::Elem) {
    let n = b - 1;
    let &Leading { first, lead_c, next_c } = leading;
    let second = PairStep::new(field, lead_c, next_c, lead, b_row.get(b - 1));
    R::two_steps(field, team, (a_row, b_row), (&first, &second), n);
    team.passed(2 * n);
    (lead_c, next_c)
}
