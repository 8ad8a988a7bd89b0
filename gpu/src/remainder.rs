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
//! [`Fraction::off`] and computed again by [`crate::repair`]. So the answer never depends on the schedule being right.

use crate::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// A resultant as a fraction, with the lanes that left the schedule.
#[derive(Clone, Copy)]
pub struct Fraction<E> {
    /// Numerator.
    pub numerator: E,
    /// Denominator; not zero in lanes that kept to the schedule.
    pub denominator: E,
    /// Lanes for which numerator and denominator mean nothing.
    pub off: u32,
}

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

    /// q0: the leading coefficient of A after the first of the two eliminations.
    #[inline(always)]
    pub fn second_top<F: Field<Elem = E>>(&self, field: &F) -> E {
        field.neg(self.minus_q0)
    }

    /// An element of A that B does not reach: l^2 A\[i\].
    #[inline(always)]
    pub fn scaled<F: Field<Elem = E>>(&self, field: &F, a: E) -> E {
        field.mul(self.square, a)
    }

    /// One element: three products, one reduction.
    #[inline(always)]
    pub fn element<F: Field<Elem = E>>(&self, field: &F, a: E, b_low: E, b_high: E) -> E {
        field.dot3(self.square, a, self.minus_q1, b_low, self.minus_q0, b_high)
    }
}

/// Elements that one thread takes at a time: all are read before the first is written, and the next ones before these are
/// written, so that a device does not wait for its memory at every element. Not more than three: a pass may then write
/// past the end of what it computes, see [`double_step`].
const BATCH: usize = 3;

/// A <- l^e A - Q B in place, deg A = `a`, deg B = `b` >= 1, e = a - b + 1: leaves a remainder of formal degree b - 1.
#[inline(always)]
fn pseudo_remainder<F: Field, R: Row<F::Elem>, T: Team>(field: &F, team: T, a_row: &mut R, b_row: &R, a: u32, b: u32) {
    let lead = b_row.get(b);
    let mut top = a;
    // Two at a time while top - b >= 1; then top < b, or top = b and one is left.
    while top > b {
        let off = top - b;
        let step = PairStep::new(field, lead, b_row.get(b - 1), a_row.get(top), a_row.get(top - 1));
        // Elements top and top - 1 are read above and never written, so threads need no barrier before the loop.
        let mut i = team.rank();
        while i + 1 < off {
            a_row.set(i, step.scaled(field, a_row.get(i)));
            i += team.size();
        }
        if T::SOLO {
            single_pass(field, &step, a_row, b_row, off - 1, b);
        } else {
            while i < off - 1 + b {
                let j = i + 1 - off;
                let low = if j == 0 { field.zero() } else { b_row.get(j - 1) };
                a_row.set(i, step.element(field, a_row.get(i), low, b_row.get(j)));
                i += team.size();
            }
        }
        team.sync();
        if top - b == 1 {
            return;
        }
        top -= 2;
    }
    if top == b {
        let minus_top = field.neg(a_row.get(top));
        let mut i = team.rank();
        while i < b {
            a_row.set(i, field.dot2(lead, a_row.get(i), minus_top, b_row.get(i)));
            i += team.size();
        }
        team.sync();
    }
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

/// Two ordinary steps in one pass: deg A = b + 1 and deg B = b >= 3 become C of degree b - 1 in place of A and D of formal
/// degree b - 2 in place of B. Returns lc(C).
///
/// > C\[i\] = s A\[i\] - q1 B\[i - 1\] - q0 B\[i\],  D\[i\] = s' B\[i\] - q1' C\[i - 1\] - q0' C\[i\]
///
/// The two leading coefficients of C, which s', q1' and q0' are made of, are computed first. Each element of A and B is read
/// once and written once: half the traffic of two single steps. A team splits the elements into consecutive segments; a
/// thread computes C just below its segment for itself. The segments' length is odd, so that threads at that stride in
/// shared memory meet in no bank.
#[inline(always)]
fn double_step<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    a_row: &mut R,
    b_row: &mut R,
    b: u32,
) -> F::Elem {
    let n = b - 1;
    let (lead, b1, b2, b3) = (b_row.get(b), b_row.get(b - 1), b_row.get(b - 2), b_row.get(b - 3));
    let first = PairStep::new(field, lead, b1, a_row.get(b + 1), a_row.get(b));
    let lead_c = first.element(field, a_row.get(b - 1), b2, b1);
    let next_c = first.element(field, a_row.get(b - 2), b3, b2);
    let second = PairStep::new(field, lead_c, next_c, lead, b1);
    let (mut b_low, mut c_low) = (field.zero(), field.zero());
    let (mut j, mut end) = (0, n);
    if !T::SOLO {
        let segment = n.div_ceil(team.size()) | 1;
        j = (team.rank() * segment).min(n);
        end = (j + segment).min(n);
        if j > 0 {
            b_low = b_row.get(j - 1);
            let below = if j > 1 { b_row.get(j - 2) } else { field.zero() };
            c_low = first.element(field, a_row.get(j - 1), below, b_low);
        }
        team.sync();
    }
    // One thread writes up to two elements above its n, the last at n + 1 = b, of A and of B alike: leading coefficients that
    // are in registers by now; A's at b - 1 is set below. A thread of a team stops at its end.
    let inside = |i: u32| if T::SOLO { i } else { i.min(end - 1) };
    let mut next_a = [field.zero(); BATCH];
    let mut next_b = [field.zero(); BATCH];
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
        for k in 0..BATCH {
            a[k] = first.element(field, a[k], b_low, b[k]);
            b_low = b[k];
        }
        for k in 0..BATCH {
            b[k] = second.element(field, b[k], c_low, a[k]);
            c_low = a[k];
        }
        for k in 0..BATCH {
            let i = j + k as u32;
            if T::SOLO || i < end {
                a_row.set(i, a[k]);
                b_row.set(i, b[k]);
            }
        }
        j = after;
    }
    if team.rank() == 0 {
        a_row.set(b - 1, lead_c);
    }
    team.sync();
    lead_c
}

/// Collects prod l_k^(E_k), E_k = (b_k - 1)(a_k - b_k) + c_k.
///
/// A run of ordinary steps (a - b = 1, c = b - 1) has exponents 2 (b_k - 1) that fall by two: with the running products
/// P_k = l_1 ... l_k, the product of l_k^(last - k) is P_1 ... P_(last - 1), so a step costs two products and no power.
struct Denominator<E> {
    total: E,
    prefix: E,
    prefixes: E,
    in_run: bool,
}

impl<E: Copy> Denominator<E> {
    #[inline(always)]
    fn new<F: Field<Elem = E>>(field: &F) -> Self {
        Denominator { total: field.one(), prefix: field.one(), prefixes: field.one(), in_run: false }
    }

    #[inline(always)]
    fn ordinary<F: Field<Elem = E>>(&mut self, field: &F, lead: E) {
        self.prefixes = field.mul(self.prefixes, self.prefix);
        self.prefix = field.mul(self.prefix, lead);
        self.in_run = true;
    }

    /// Ends a run whose last step had deg B = `last`: prod l_k^(2 (b_k - 1)) = (prefixes * prefix^(last - 1))^2.
    #[inline(always)]
    fn end_run<F: Field<Elem = E>>(&mut self, field: &F, last: u32) {
        if self.in_run {
            let root = field.mul(self.prefixes, field.pow(self.prefix, last - 1));
            self.total = field.mul(self.total, field.mul(root, root));
            self.prefix = field.one();
            self.prefixes = field.one();
            self.in_run = false;
        }
    }

    #[inline(always)]
    fn other<F: Field<Elem = E>>(&mut self, field: &F, lead: E, exponent: u32) {
        self.total = field.mul(self.total, field.pow(lead, exponent));
    }
}

/// res(A, B) up to sign, following `schedule`: the degrees d_0 >= d_1 > d_2 > ... of the remainder sequence, where
/// d_0, d_1 are the formal degrees of A and B. The last degree is 0, or the sequence ends with a remainder that is zero and
/// the resultant is 0. The sign is [`schedule_sign`], the same for all lanes.
///
/// deg A may be less than d_0 in a lane (the formula holds for the formal degree of A); every later leading coefficient
/// must not vanish, or the lane is off. A and B are destroyed. Every thread of the team returns the same value.
///
/// O(d_0 d_1) element steps of three products and one reduction.
#[inline(always)]
pub fn resultant<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    mut a_row: R,
    mut b_row: R,
    schedule: &[u32],
) -> Fraction<F::Elem> {
    let mut off = 0;
    let mut denominator = Denominator::new(field);
    let degrees = schedule.len();
    let (mut a, mut b) = (schedule[0], schedule[1]);
    let mut next = 2;
    while b > 0 {
        let lead = b_row.get(b);
        off |= field.zeros(lead);
        // Both degrees are loaded before either is looked at: they are in memory that is far away.
        let ordinary = |pair: &[u32]| (pair[0] == b - 1) & (pair[1] == b - 2);
        if b >= 3 && a - b == 1 && schedule.get(next..next + 2).is_some_and(ordinary) {
            let second = double_step(field, team, &mut a_row, &mut b_row, b);
            off |= field.zeros(second);
            denominator.ordinary(field, lead);
            denominator.ordinary(field, second);
            next += 2;
            if !continues_run(schedule, next, b - 1, b - 2) {
                denominator.end_run(field, b - 1);
            }
            a = b - 1;
            b -= 2;
            continue;
        }
        pseudo_remainder(field, team, &mut a_row, &b_row, a, b);
        if next == degrees {
            for i in 0..b {
                off |= !field.zeros(a_row.get(i)) & F::ALL;
            }
            return Fraction { numerator: field.zero(), denominator: field.one(), off };
        }
        let c = schedule[next];
        next += 1;
        for i in c + 1..b {
            off |= !field.zeros(a_row.get(i)) & F::ALL;
        }
        if a - b == 1 && c + 1 == b {
            denominator.ordinary(field, lead);
            if c == 0 || !continues_run(schedule, next, b, c) {
                denominator.end_run(field, b);
            }
        } else {
            denominator.other(field, lead, (b - 1) * (a - b) + c);
        }
        core::mem::swap(&mut a_row, &mut b_row);
        a = b;
        b = c;
    }
    // res(A, constant) = constant^deg A.
    let numerator = field.pow(b_row.get(0), a);
    Fraction { numerator, denominator: denominator.total, off }
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
