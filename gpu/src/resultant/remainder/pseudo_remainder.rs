//! Division with remainder without a division of coefficients.

use super::row::RemainderRow;
use super::step::PairStep;
use crate::arith::field::Field;
use crate::team::Team;

/// A <- l^e A - Q B in place, deg A = `a`, deg B = `b` >= 1, e = a - b + 1: leaves a remainder of formal degree b - 1.
///
/// O(a + b (a - b)) element steps: a step takes b elements of A, and the power of l that it owes to those that it does not reach is kept
/// aside. They get it when the next step reaches them, two at a time.
#[inline(always)]
pub(crate) fn pseudo_remainder<F: Field, R: RemainderRow<F::Elem>, T: Team>(
    field: &F,
    team: T,
    a_row: &mut R,
    b_row: &R,
    a: u32,
    b: u32,
) {
    let lead = b_row.get(b);
    let mut top = a;
    let mut power = field.one();
    // Two at a time while top - b >= 1; then top < b, or top = b and one is left.
    while top > b && !team.is_stopped() {
        let off = top - b;
        let step = PairStep::new(field, lead, b_row.get(b - 1), a_row.get(top), a_row.get(top - 1));
        if off > 1 {
            // Elements off - 2 and off - 3 are the ones that the next step reaches first. Nobody else has to do with them in this one,
            // at whose end all wait.
            power = field.mul(power, step.scale());
            let mut k = team.rank();
            while k < 2 && k < off - 1 {
                a_row.set(off - 2 - k, field.mul(power, a_row.get(off - 2 - k)));
                k += team.size();
            }
        }
        R::step(field, team, (&mut *a_row, b_row), &step, off - 1, b);
        team.passed(b);
        if top - b == 1 {
            return;
        }
        top -= 2;
    }
    if top == b {
        let minus_top = field.neg(a_row.get(top));
        R::last_step(field, team, (a_row, b_row), (lead, minus_top), b);
    }
}
