//! Resultants by a division-free remainder sequence that follows a given schedule of degrees.
//!
//! With A, B of degrees a >= b >= 1, l = lc(B) and C = l^e A - Q B of formal degree c < b:
//!
//! > res(A, B) = (-1)^(a b) l^(a - c - e b) res(B, C).
//!
//! One step multiplies A by l^e, e = a - b + 1, and subtracts multiples of B: two leading coefficients at a time
//! (e += 2, three products and one reduction per element), a last one alone when a - b is even. The exponent of l is never
//! positive: e b + c - a = (b - 1)(a - b) + c, so all steps leave one denominator, divided by once at the end.
//!
//! The degrees are a property of the pair of bivariate polynomials, the same at almost every point: every lane follows the
//! schedule, and a lane that leaves it (a leading coefficient that vanishes, a coefficient that should) is reported in
//! [`Fraction::off`] and computed again by [`super::repair`]. So the answer never depends on the schedule being right.

pub mod ahead;
pub mod blocks;
mod denominator;
pub(crate) mod four_steps;
pub mod head;
pub mod led;
pub(crate) mod normal;
pub(crate) mod pseudo_remainder;
mod registers;
mod row;
pub(crate) mod step;
pub mod tensor_blocks;
mod two_steps;

pub use denominator::{Denominator, Leads};
pub use registers::MOST as MOST_REGISTERS;
pub use row::RemainderRow;
pub use step::PairStep;

use crate::arith::field::Field;
use crate::fraction::Fraction;
use crate::team::Team;
use blocks::{Blocks, StepByStep};
use normal::Run;
use pseudo_remainder::pseudo_remainder;

/// res(A, B) up to sign, following `schedule`: the degrees d_0 >= d_1 > d_2 > ... of the remainder sequence, where
/// d_0, d_1 are the formal degrees of A and B. The last degree is 0, or the sequence ends with a remainder that is zero and
/// the resultant is 0. The sign is [`schedule_sign`], the same for all lanes.
///
/// deg A may be less than d_0 in a lane (the formula holds for the formal degree of A); every later leading coefficient
/// must not vanish, or the lane is off. A and B are destroyed. Every thread of the team returns the same value.
///
/// Degrees are at most 130,000: exponents of the denominator, (b - 1)(a - b) + c, are below 2^32 then.
///
/// O(d_0 d_1) element steps of three products and one reduction.
#[inline(always)]
pub fn resultant<F: Field, R: RemainderRow<F::Elem>, T: Team>(
    field: &F,
    team: T,
    a_row: R,
    b_row: R,
    schedule: &[u32],
) -> Fraction<F::Elem> {
    resultant_by(field, (team, StepByStep), a_row, b_row, schedule)
}

/// As [`resultant`], where runs of ordinary steps begin with `blocks`. The value is right in the threads that find matrices or factors for `blocks`, the first one of
/// the team among them; what others return means nothing.
#[inline(always)]
pub fn resultant_by<F: Field, R: RemainderRow<F::Elem>, T: Team, S: Blocks<F, T, R>>(
    field: &F,
    (team, blocks): (T, S),
    mut a_row: R,
    mut b_row: R,
    schedule: &[u32],
) -> Fraction<F::Elem> {
    let (mut denominator, mut off) = (Denominator::new(field), 0);
    let numerator =
        match sequence(field, (team, blocks), (&mut a_row, &mut b_row), schedule, &mut denominator, &mut off) {
            End::Constant(numerator) => numerator,
            // res(A, constant) = constant^deg A.
            End::Last(a, _) => field.pow(b_row.get(0), a),
            // No sequence goes below degree 0.
            End::Below(..) | End::Zero => return Fraction { numerator: field.zero(), denominator: field.one(), off },
        };
    Fraction { numerator, denominator: denominator.total, off }
}

/// How a sequence ends.
pub enum End<E> {
    /// In a constant, behind a polynomial of degree 1. The constant is in no row.
    Constant(E),
    /// The degrees of A and of B, of which the second is not above [`Leads::low`].
    Last(u32, u32),
    /// The degree of B, and that of the remainder of A by B, which is below [`Leads::low`]. The remainder is in the row of A, and the step to it in no denominator.
    Below(u32, u32),
    /// The remainder of A by B is 0.
    Zero,
}

/// The remainder sequence of A and B down to the first degree that is not above [`Leads::low`] of the denominator, as [`resultant_by`] takes it. The denominator has all
/// steps.
#[inline(always)]
pub fn sequence<F, R, T, S, L>(
    field: &F,
    (team, blocks): (T, S),
    (a_row, b_row): (&mut R, &mut R),
    schedule: &[u32],
    denominator: &mut Denominator<F::Elem, L>,
    off: &mut u32,
) -> End<F::Elem>
where
    F: Field,
    R: RemainderRow<F::Elem>,
    T: Team,
    S: Blocks<F, T, R>,
    L: Leads<F::Elem>,
{
    let (degrees, low) = (schedule.len(), denominator.low());
    let (mut a, mut b) = (schedule[0], schedule[1]);
    let mut next = 2;
    while b > low && !team.is_stopped() {
        let mut steps = if a - b == 1 && b >= 3 { ordinary_steps(schedule, next, b) } else { 0 };
        // Of steps that go further only those that do not are wanted.
        if low > 0 && steps > b - low {
            steps = b - low;
        }
        if steps >= 2 {
            match normal::run(field, (team, blocks), (&mut *a_row, &mut *b_row), b, steps, denominator, off) {
                Run::Done(numerator) => {
                    denominator.put(numerator);
                    return End::Constant(numerator);
                }
                Run::Left(degree) => {
                    next += (b - degree) as usize;
                    (a, b) = (degree + 1, degree);
                }
            }
            continue;
        }
        let lead = b_row.get(b);
        *off |= field.zeros(lead);
        pseudo_remainder(field, team, &mut *a_row, &*b_row, a, b);
        if next == degrees {
            for i in 0..b {
                *off |= !field.zeros(a_row.get(i)) & F::ALL;
            }
            denominator.put(lead);
            return End::Zero;
        }
        let c = schedule[next];
        next += 1;
        for i in c + 1..b {
            *off |= !field.zeros(a_row.get(i)) & F::ALL;
        }
        if low > 0 && c < low {
            return End::Below(b, c);
        }
        if a - b == 1 && c + 1 == b {
            denominator.ordinary(field, lead);
            if c == low || !continues_run(schedule, next, b, c) {
                denominator.end_run(field, b);
            }
        } else {
            denominator.other(field, lead, (b - 1 - low) * (a - b) + c - low);
        }
        core::mem::swap(a_row, b_row);
        a = b;
        b = c;
    }
    if !team.is_stopped() {
        denominator.put(b_row.get(b));
    }
    End::Last(a, b)
}

/// How many ordinary steps follow one another from deg B = b on, where deg A = b + 1 and the next degree of the schedule is
/// number `next`.
#[inline(always)]
fn ordinary_steps(schedule: &[u32], next: usize, b: u32) -> u32 {
    // The rest, b degrees that decrease from below b to 0, can only be all of them: the usual case, without reading them.
    if schedule.len() - next == b as usize {
        return b;
    }
    let mut steps = 0;
    while next + (steps as usize) < schedule.len() && schedule[next + steps as usize] + steps + 1 == b {
        steps += 1;
    }
    steps
}

/// Whether the step after (b, c) is ordinary too: b - c = 1 holds, so its own remainder must have degree c - 1.
#[inline(always)]
fn continues_run(schedule: &[u32], next: usize, b: u32, c: u32) -> bool {
    b - c == 1 && next < schedule.len() && schedule[next] + 1 == c
}

/// Whether res(A, B) is minus the value of [`resultant`]: prod (-1)^(a b) over the steps of the schedule.
pub fn schedule_sign(schedule: &[u32]) -> bool {
    let mut negative = false;
    for pair in schedule.windows(2) {
        negative ^= pair[0] & pair[1] & 1 != 0;
    }
    negative
}
