//! The end of a run in the registers of one thread.
//!
//! Operands are arrays with the leading coefficient first, so that every index is a constant: of A of degree b + 1 and B of
//! degree b, C and D of one pass over a pair of steps ([`super::normal`]) are
//!
//! > C\[k\] = s A\[k + 2\] - q1 B\[k + 2\] - q0 B\[k + 1\],  D\[k\] = s' B\[k + 2\] - q1' C\[k + 2\] - q0' C\[k + 1\]
//!
//! with zeros beyond the last coefficients. All passes are written out, one for each length: nothing is loaded, stored or
//! counted between the first and the last, and what one pass does with its last elements overlaps with the set-up of the next.

use super::denominator::{Denominator, Leads};
use super::step::PairStep;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// The most that [`Team::REGISTERS`] may be, an even number.
pub const MOST: u32 = 32;

/// Room for A and its two zeros.
const LEN: usize = MOST as usize + 3;

/// A statement for every index from 2 to [`MOST`], as text: a loop may not be unrolled, and its arrays would not be registers.
macro_rules! indices {
    ($k:ident $body:block) => {
        unrolled!($k $body: 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32)
    };
}

struct Operands<E> {
    a: [E; LEN],
    b: [E; LEN],
}

impl<E: Copy> Operands<E> {
    /// Two steps with deg B = N - 1 or N - 2, N even; what is beyond N is 0 in B, and in A what is beyond N + 1.
    #[inline(always)]
    fn pass<F: Field<Elem = E>, L: Leads<E>, const N: usize>(
        &mut self,
        field: &F,
        denominator: &mut Denominator<E, L>,
        off: &mut u32,
    ) {
        let Operands { a, b } = self;
        let (lead, zero) = (b[0], field.zero());
        let first = PairStep::new(field, lead, b[1], a[0], a[1]);
        let lead_c = first.element(field, a[2], b[2], b[1]);
        let next_c = first.element(field, a[3], b[3], b[2]);
        let second = PairStep::new(field, lead_c, next_c, lead, b[1]);
        *off |= field.zeros(lead) | field.zeros(lead_c);
        denominator.ordinary(field, lead);
        denominator.ordinary(field, lead_c);
        a[0] = lead_c;
        a[1] = next_c;
        // C has at most N - 1 coefficients, D one less.
        indices!(K {
            if K < N {
                a[K] = if K < N - 1 { first.element(field, a[K + 2], b[K + 2], b[K + 1]) } else { zero };
                b[K - 2] = second.element(field, b[K], a[K], a[K - 1]);
            }
        });
        a[N] = zero;
        b[N - 2] = zero;
        b[N - 1] = zero;
    }
}

/// The numerator of res(A, B) from A of degree b + 1 with leading coefficients `leads` and B of degree b, 3 <= b <
/// [`Team::REGISTERS`], whose remainders have the degrees b - 1, ..., 1, 0.
#[inline(always)]
pub(in crate::resultant::remainder) fn finish<F: Field, R: Row<F::Elem>, T: Team, L: Leads<F::Elem>>(
    field: &F,
    (a_row, b_row): (&R, &R),
    leads: (F::Elem, F::Elem),
    b: u32,
    denominator: &mut Denominator<F::Elem, L>,
    off: &mut u32,
) -> F::Elem {
    const { assert!(T::REGISTERS <= MOST && T::REGISTERS.is_multiple_of(2)) };
    let zero = field.zero();
    let mut operands = Operands { a: [zero; LEN], b: [zero; LEN] };
    (operands.a[0], operands.a[1], operands.a[2]) = (leads.0, leads.1, a_row.get(b - 1));
    (operands.b[0], operands.b[1]) = (b_row.get(b), b_row.get(b - 1));
    indices!(K {
        if K < T::REGISTERS as usize && K as u32 <= b {
            operands.b[K] = b_row.get(b - K as u32);
            operands.a[K + 1] = a_row.get(b - K as u32);
        }
    });
    let mut degree = b;
    macro_rules! passes {
        ($($n:literal)*) => { $(
            // One pass each: what is left after it has degree N - 3 at most.
            if $n <= T::REGISTERS && degree >= 2 && degree + 2 >= $n {
                operands.pass::<F, L, $n>(field, denominator, off);
                degree -= 2;
            }
        )* };
    }
    passes!(32 30 28 26 24 22 20 18 16 14 12 10 8 6 4);
    let Operands { a, b } = operands;
    let mut numerator = b[0];
    if degree == 1 {
        // One step is left, from degrees 2 and 1 to 0.
        *off |= field.zeros(b[0]);
        denominator.ordinary(field, b[0]);
        numerator = PairStep::new(field, b[0], b[1], a[0], a[1]).element(field, a[2], zero, b[1]);
    }
    denominator.end_run(field, 1);
    // res(A, constant) = constant^deg A, and A has degree 1.
    numerator
}
