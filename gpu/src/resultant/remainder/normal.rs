//! Runs of ordinary steps, deg A = deg B + 1 and every remainder of degree one less: nearly all steps of nearly all pairs.
//!
//! Two steps in one pass over the operands. With deg B = b, A of degree b + 1 becomes C of degree b - 1 in place and B becomes D
//! of formal degree b - 2:
//!
//! > C\[i\] = s A\[i\] - q1 B\[i - 1\] - q0 B\[i\],  D\[i\] = s' B\[i\] - q1' C\[i - 1\] - q0' C\[i\]
//!
//! The two leading coefficients of C, which s', q1' and q0' are made of, are computed first. Each element of A and B is read
//! once and written once: half the traffic of two single steps.

use super::denominator::Denominator;
use super::registers;
use super::step::{BATCH, PairStep};
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// Elements that a thread of a team takes at a time while so many are left. More than one thread alone takes, since few teams
/// are at work where operands are long: a thread has to hide its own waiting.
const WIDE: usize = 6;

/// What a run leaves.
pub(in crate::resultant::remainder) enum Run<E> {
    /// Formal degree of B after an even number of steps; deg A is one more.
    Left(u32),
    /// All steps are done: the resultant's numerator.
    Done(E),
}

/// `steps` ordinary steps from deg B = b >= 3 on, two at a time while two are left and b >= 3. A thread with registers
/// ([`Team::REGISTERS`]) does the last steps in them when the run ends in degree 0.
#[inline(always)]
pub(in crate::resultant::remainder) fn run<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (a_row, b_row): (&mut R, &mut R),
    mut b: u32,
    steps: u32,
    denominator: &mut Denominator<F::Elem>,
    off: &mut u32,
) -> Run<F::Elem> {
    let end = b - steps;
    // The two leading coefficients of A stay in registers from pass to pass.
    let mut leads = (a_row.get(b + 1), a_row.get(b));
    while b >= 3 && b >= end + 2 {
        if end == 0 && b < T::REGISTERS {
            return Run::Done(registers::finish::<F, R, T>(field, (a_row, b_row), leads, b, denominator, off));
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
    if team.rank() == 0 {
        a_row.set(b + 1, leads.0);
    }
    team.sync();
    if b == end {
        denominator.end_run(field, b + 1);
    }
    Run::Left(b)
}

/// `N` elements of both steps; `below` are the elements of B and C below the first.
#[inline(always)]
fn elements<F: Field, const N: usize>(
    field: &F,
    (first, second): (&PairStep<F::Elem>, &PairStep<F::Elem>),
    below: &mut (F::Elem, F::Elem),
    a: &mut [F::Elem; N],
    b: &mut [F::Elem; N],
) {
    for (a, &b) in a.iter_mut().zip(b.iter()) {
        *a = first.element(field, *a, below.0, b);
        below.0 = b;
    }
    for (b, &c) in b.iter_mut().zip(a.iter()) {
        *b = second.element(field, *b, below.1, c);
        below.1 = c;
    }
}

/// What is known of the two steps of a pass before it.
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
pub(crate) fn double_step<F: Field, R: Row<F::Elem>, T: Team>(
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
    (lead_c, next_c)
}

/// [`Row::two_steps`] element by element.
///
/// A team splits the elements into consecutive segments; a thread computes C just below its segment for itself. The segments'
/// length is odd, so that threads at that stride in shared memory meet in no bank.
#[inline(always)]
pub(crate) fn two_steps<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (a_row, b_row): (&mut R, &mut R),
    steps: (&PairStep<F::Elem>, &PairStep<F::Elem>),
    n: u32,
) {
    let mut below = (field.zero(), field.zero());
    let (mut j, mut end) = (0, n);
    if !T::SOLO {
        let segment = n.div_ceil(team.size()) | 1;
        j = (team.rank() * segment).min(n);
        end = (j + segment).min(n);
        if j > 0 {
            let b_below = if j > 1 { b_row.get(j - 2) } else { field.zero() };
            below.0 = b_row.get(j - 1);
            below.1 = steps.0.element(field, a_row.get(j - 1), b_below, below.0);
        }
        team.sync();
        // The next elements are read before these are written.
        const AHEAD: u32 = WIDE as u32;
        let (mut next_a, mut next_b) = ([field.zero(); WIDE], [field.zero(); WIDE]);
        if j + AHEAD <= end {
            for k in 0..WIDE {
                next_a[k] = a_row.get(j + k as u32);
                next_b[k] = b_row.get(j + k as u32);
            }
        }
        while j + AHEAD <= end {
            let (mut a, mut b) = (next_a, next_b);
            let after = j + AHEAD;
            if after + AHEAD <= end {
                for k in 0..WIDE {
                    next_a[k] = a_row.get(after + k as u32);
                    next_b[k] = b_row.get(after + k as u32);
                }
            }
            elements(field, steps, &mut below, &mut a, &mut b);
            for k in 0..WIDE {
                a_row.set(j + k as u32, a[k]);
                b_row.set(j + k as u32, b[k]);
            }
            j = after;
        }
    }
    // One thread writes up to two elements above its n, the last at n + 1 = b, of A and of B alike: leading coefficients that
    // are in registers by now. A thread of a team stops at its end.
    let inside = |i: u32| if T::SOLO { i } else { i.min(end - 1) };
    let (mut next_a, mut next_b) = ([field.zero(); BATCH], [field.zero(); BATCH]);
    if j < end {
        for k in 0..BATCH {
            next_a[k] = a_row.get(inside(j + k as u32));
            next_b[k] = b_row.get(inside(j + k as u32));
        }
    }
    while j < end {
        let (mut a, mut b) = (next_a, next_b);
        let after = j + BATCH as u32;
        if after < end {
            for k in 0..BATCH {
                next_a[k] = a_row.get(inside(after + k as u32));
                next_b[k] = b_row.get(inside(after + k as u32));
            }
        }
        elements(field, steps, &mut below, &mut a, &mut b);
        for k in 0..BATCH {
            let i = j + k as u32;
            if T::SOLO || i < end {
                a_row.set(i, a[k]);
                b_row.set(i, b[k]);
            }
        }
        j = after;
    }
    team.sync();
}
