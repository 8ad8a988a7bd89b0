//! Two ordinary steps in one pass, element by element.

use super::step::{BATCH, PairStep};
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// Elements that a thread of a team takes at a time while so many are left. More than one thread alone takes, since few teams
/// are at work where operands are long: a thread has to hide its own waiting.
const WIDE: usize = 6;

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

/// The elements i < `n` of two normal steps, n = deg B - 1: C\[i\] in place of A\[i\] and D\[i\] in place of B\[i\].
///
/// A team splits the elements into consecutive segments; a thread computes C just below its segment for itself. The segments'
/// length is odd, so that threads at that stride in shared memory meet in no bank.
#[inline(always)]
pub(in crate::resultant::remainder) fn two_steps<F: Field, R: Row<F::Elem>, T: Team>(
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
