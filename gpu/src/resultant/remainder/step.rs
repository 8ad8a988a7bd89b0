//! One step of a sequence without division: what it multiplies with, and the elements one by one.

use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// Eliminates the two leading coefficients of A at once: for top = deg A, b = deg B, off = top - b >= 1, l = lc(B)
///
/// > A'\[i\] = l^2 A\[i\] - q1 B\[i - off\] - q0 B\[i - off + 1\],  q1 = l A\[top\],  q0 = l A\[top - 1\] - A\[top\] B\[b - 1\].
#[derive(Clone, Copy)]
pub struct PairStep<E> {
    square: E,
    minus_q1: E,
    minus_q0: E,
}

impl<E: Copy> PairStep<E> {
    /// From l = lc(B), B\[b-1\], A\[top\], A\[top-1\].
    #[inline(always)]
    pub fn new<F: Field<Elem = E>>(field: &F, lead: E, next_b: E, top: E, next_a: E) -> Self {
        let minus_top = field.neg(top);
        PairStep {
            square: field.mul(lead, lead),
            minus_q1: field.mul(lead, minus_top),
            minus_q0: field.dot2(field.neg(lead), next_a, top, next_b),
        }
    }

    /// From the factors l^2, -q1 and -q0.
    #[inline(always)]
    pub(in crate::resultant::remainder) fn of_factors(square: E, minus_q1: E, minus_q0: E) -> Self {
        PairStep { square, minus_q1, minus_q0 }
    }

    /// As [`PairStep::new`] where B is known later than A: what is negated are coefficients of A.
    #[inline(always)]
    pub fn from_late<F: Field<Elem = E>>(field: &F, lead: E, next_b: E, top: E, next_a: E) -> Self {
        PairStep {
            square: field.mul(lead, lead),
            minus_q1: field.mul(lead, field.neg(top)),
            minus_q0: field.dot2(top, next_b, lead, field.neg(next_a)),
        }
    }

    /// q0: the leading coefficient of A after the first of the two eliminations.
    #[inline(always)]
    pub fn second_top<F: Field<Elem = E>>(&self, field: &F) -> E {
        field.neg(self.minus_q0)
    }

    /// The factors of A, of x^off B and of x^(off - 1) B.
    #[inline(always)]
    pub fn factors(&self) -> (E, E, E) {
        (self.square, self.minus_q1, self.minus_q0)
    }

    /// The same step on elements of another form.
    #[inline(always)]
    pub fn map<T>(&self, form: impl Fn(E) -> T) -> PairStep<T> {
        let &PairStep { square, minus_q1, minus_q0 } = self;
        PairStep { square: form(square), minus_q1: form(minus_q1), minus_q0: form(minus_q0) }
    }

    /// An element of A that B does not reach: l^2 A\[i\].
    #[inline(always)]
    pub fn scaled<F: Field<Elem = E>>(&self, field: &F, a: E) -> E {
        field.mul(self.square, a)
    }

    /// The factor l^2 of A.
    #[inline(always)]
    pub fn scale(&self) -> E {
        self.square
    }

    /// One element: three products, one reduction.
    #[inline(always)]
    pub fn element<F: Field<Elem = E>>(&self, field: &F, a: E, b_low: E, b_high: E) -> E {
        field.dot3(self.square, a, self.minus_q1, b_low, self.minus_q0, b_high)
    }
}

/// Elements that one thread takes at a time: all are read before the first is written, so that a device does not wait for its
/// memory at every element. Not more than three: a pass may then write past the end of what it computes.
pub(in crate::resultant::remainder) const BATCH: usize = 3;
const _: () = assert!(BATCH <= 3);

/// A step in place: A\[i\] for `shift` <= i < `shift` + `b`, with B\[0\] at `shift`, `b` = deg B.
#[inline(always)]
pub(in crate::resultant::remainder) fn step<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (a_row, b_row): (&mut R, &R),
    step: &PairStep<F::Elem>,
    shift: u32,
    b: u32,
) {
    // The two leading coefficients of A are read by all before and never written, so threads need no barrier before the loop.
    if T::SOLO {
        single_pass(field, step, a_row, b_row, shift, b);
    } else {
        let mut j = team.rank();
        while j < b {
            let low = if j == 0 { field.zero() } else { b_row.get(j - 1) };
            a_row.set(shift + j, step.element(field, a_row.get(shift + j), low, b_row.get(j)));
            j += team.size();
        }
    }
    team.sync();
}

/// A step that eliminates one leading coefficient: A\[i\] <- `scale` A\[i\] + `factor` B\[i\] for i < `b` = deg B = deg A.
#[inline(always)]
pub(in crate::resultant::remainder) fn last_step<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (a_row, b_row): (&mut R, &R),
    (scale, factor): (F::Elem, F::Elem),
    b: u32,
) {
    let mut i = team.rank();
    while i < b {
        a_row.set(i, field.dot2(scale, a_row.get(i), factor, b_row.get(i)));
        i += team.size();
    }
    team.sync();
}

/// The elements shift .. shift + b of a pair step, by one thread. Also writes up to two elements above: those at shift + b
/// and shift + b + 1 are the two that the step eliminates, which nobody reads again.
#[inline(always)]
fn single_pass<F: Field, R: Row<F::Elem>>(
    field: &F,
    step: &PairStep<F::Elem>,
    a_row: &mut R,
    b_row: &R,
    shift: u32,
    b: u32,
) {
    let mut low = field.zero();
    let mut j = 0;
    while j < b {
        let mut a = [low; BATCH];
        let mut high = [low; BATCH];
        for k in 0..BATCH {
            a[k] = a_row.get(shift + j + k as u32);
            // B has no element above b; what is written from b on does not matter.
            high[k] = b_row.get((j + k as u32).min(b));
        }
        for (a, &high) in a.iter_mut().zip(&high) {
            *a = step.element(field, *a, low, high);
            low = high;
        }
        for (k, &a) in a.iter().enumerate() {
            a_row.set(shift + j + k as u32, a);
        }
        j += BATCH as u32;
    }
}
