//! Division with remainder without a division of coefficients.

use super::row::RemainderRow;
use super::step::PairStep;
use crate::arith::field::Field;
use crate::team::Team;

/// A <- l^e A - Q B in place, deg A = `a`, deg B = `b` >= 1, e = a - b + 1: leaves a remainder of formal degree b - 1.
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
    // Two at a time while top - b >= 1; then top < b, or top = b and one is left.
    while top > b && !team.is_stopped() {
        let off = top - b;
        let step = PairStep::new(field, lead, b_row.get(b - 1), a_row.get(top), a_row.get(top - 1));
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
