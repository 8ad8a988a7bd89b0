//! One resultant or discriminant that follows its own degrees: any leading coefficients may vanish.
//!
//! For points where a lane left the schedule of [`super::remainder`]. Formal degrees p, q:
//!
//! > lc(f) = 0, deg f = p' < p: res_(p,q)(f, g) = (-1)^((p - p') q) lc(g)^(p - p') res_(p',q)(f, g);
//! > lc(g) = 0, deg g = q' < q: res_(p,q)(f, g) = lc(f)^(q - q') res_(p,q')(f, g);
//! > both: 0, since the first column of the Sylvester matrix is.

use super::remainder::four_steps::{self, FourSteps};
use super::remainder::normal::{Leading, double_step};
use super::remainder::pseudo_remainder::pseudo_remainder;
use super::remainder::{Denominator, RemainderRow};
use crate::arith::{Field, Modulus};
use crate::fraction::Fraction;
use crate::memory::Row;
use crate::team::Team;

/// Bytes of an element for which four ordinary steps are taken in one pass.
const OF_FOUR: usize = 4;

/// Degree of the polynomial in `row`, whose degree is at most `at_most`; `None` for zero.
#[inline(always)]
fn degree<F: Field, R: Row<F::Elem>>(field: &F, row: &R, at_most: u32) -> Option<u32> {
    let mut d = at_most;
    loop {
        if field.zeros(row.get(d)) == 0 {
            return Some(d);
        }
        if d == 0 {
            return None;
        }
        d -= 1;
    }
}

/// (-1)^odd x.
#[inline(always)]
fn signed<F: Field>(field: &F, odd: bool, x: F::Elem) -> F::Elem {
    if odd { field.neg(x) } else { x }
}

/// res_(p,q)(f, g) for formal degrees p = `p`, q = `q`, whatever the true ones, in the field of one prime; f and g are destroyed.
///
/// res_(0,q)(c, g) = c^q, res_(p,0)(f, d) = d^p, res_(0,0) = 1; 0 when f or g is zero and the other's degree is positive.
/// O(p q / 2) element steps of three products and one reduction, without division: each step leaves a power of a leading coefficient in the
/// denominator, which is never 0, as in [`super::remainder`]. Every thread of the team returns the same. Degrees are at most 130,000.
#[inline(always)]
pub fn fraction<F: Field, R: RemainderRow<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (mut f, mut g): (R, R),
    (p, q): (u32, u32),
) -> Fraction<F::Elem> {
    let whole = |numerator| Fraction { numerator, denominator: field.one(), off: 0 };
    if q == 0 {
        return whole(field.pow(g.get(0), p));
    }
    if p == 0 {
        return whole(field.pow(f.get(0), q));
    }
    let (Some(mut a), Some(mut b)) = (degree(field, &f, p), degree(field, &g, q)) else { return whole(field.zero()) };
    if a < p && b < q {
        return whole(field.zero());
    }
    let mut odd = (p - a) & q & 1 != 0;
    let mut numerator = if a < p { field.pow(g.get(b), p - a) } else { field.pow(f.get(a), q - b) };
    let mut denominator: Denominator<F::Elem> = Denominator::new(field);
    if a < b {
        odd ^= a & b & 1 != 0;
        core::mem::swap(&mut f, &mut g);
        core::mem::swap(&mut a, &mut b);
    }
    while b > 0 && !team.is_stopped() {
        let lead = g.get(b);
        let is_ordinary = F::IS_SHORT && a == b + 1 && b >= 3;
        // Four ordinary steps or two at a time, where elements are short enough for that many in registers; nothing is changed before they are known to be.
        if is_ordinary && size_of::<F::Elem>() <= OF_FOUR && b >= four_steps::least(team) {
            let (mut taken, mut off) = (denominator, 0);
            let four = FourSteps::new(field, (&f, &g), (f.get(a), f.get(b)), b, &mut taken, &mut off);
            if off == 0 {
                four_steps::four_steps(field, team, (&mut f, &mut g), &four.steps, four_steps::segment(team, b - 3));
                team.sync();
                // All but the leading coefficient is written.
                if team.rank() == 0 {
                    f.set(b - 3, four.left.0);
                }
                team.sync();
                let Some(c) = degree(field, &g, b - 4) else { return whole(field.zero()) };
                // The last step counts as one to degree b - 4.
                if c < b - 4 {
                    numerator = field.mul(numerator, field.pow(four.left.0, b - 4 - c));
                }
                denominator = taken;
                (a, b) = (b - 3, c);
                continue;
            }
        }
        if is_ordinary {
            let leading = Leading::new(field, (&f, &g), (f.get(a), f.get(b)), lead, b);
            if field.zeros(leading.lead_c) == 0 {
                double_step(field, team, (&mut f, &mut g), &leading, lead, b);
                if team.rank() == 0 {
                    f.set(b - 1, leading.lead_c);
                }
                team.sync();
                let Some(c) = degree(field, &g, b - 2) else { return whole(field.zero()) };
                denominator.step(field, lead, (a, b, b - 1));
                denominator.step(field, leading.lead_c, (b, b - 1, c));
                (a, b) = (b - 1, c);
                continue;
            }
            // A single step writes what was looked at here.
            team.sync();
        }
        pseudo_remainder(field, team, &mut f, &g, a, b);
        let Some(c) = degree(field, &f, b - 1) else { return whole(field.zero()) };
        odd ^= a & b & 1 != 0;
        denominator.step(field, lead, (a, b, c));
        core::mem::swap(&mut f, &mut g);
        a = b;
        b = c;
    }
    // res(A, constant) = constant^deg A.
    numerator = field.mul(numerator, field.pow(g.get(0), a));
    Fraction { numerator: signed(field, odd, numerator), denominator: denominator.value(field, a), off: 0 }
}

/// [`fraction`] as an element, by one inversion.
#[inline(always)]
pub fn resultant<M: Modulus, R: RemainderRow<M::Elem>, T: Team>(
    field: &M,
    team: T,
    f: R,
    g: R,
    p: u32,
    q: u32,
) -> M::Elem {
    let found = fraction(field, team, (f, g), (p, q));
    field.mul(found.numerator, field.reciprocal(found.denominator))
}

/// disc_n(f) for formal degree n = `n` >= 1; `g` is room for n elements; both are destroyed.
///
/// (-1)^(n(n-1)/2) res(f, f') / lc(f) when lc(f) is not zero. Otherwise disc_n(f) = a_(n-1)^2 disc_(n-1)(f): with true degree
/// n - 1 one factor, below that 0. disc_1 = 1. Every thread of the team returns the value.
#[inline(always)]
pub fn discriminant<M: Modulus, R: RemainderRow<M::Elem>, T: Team>(
    field: &M,
    team: T,
    f: R,
    mut g: R,
    n: u32,
) -> M::Elem {
    if n == 1 {
        // disc_1 is identically 1, also where f vanishes.
        return field.one();
    }
    let Some(d) = degree(field, &f, n) else { return field.zero() };
    if d + 2 <= n {
        return field.zero();
    }
    // d >= n - 1 >= 1.
    let lead = f.get(d);
    let factor = if d < n { field.mul(lead, lead) } else { field.one() };
    let mut i = team.rank() + 1;
    while i < d + 1 {
        g.set(i - 1, field.mul(field.element(i as u64), f.get(i)));
        i += team.size();
    }
    team.sync();
    let value = resultant(field, team, f, g, d, d - 1);
    let half = (d as u64 * (d as u64 - 1) / 2) & 1 != 0;
    signed(field, half, field.mul(factor, field.mul(value, field.reciprocal(lead))))
}
