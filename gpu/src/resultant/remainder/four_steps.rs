//! Four ordinary steps in one pass.
//!
//! With deg B = b, A of degree b + 1, the steps lead from (A, B) through C of degree b - 1 and D of degree b - 2 to E and F of degrees b - 3 and b - 4:
//!
//! > C\[i\] from A\[i\], B\[i - 1\], B\[i\];  D\[i\] from B\[i\], C\[i - 1\], C\[i\];  E\[i\] from C, D;  F\[i\] from D, E.
//!
//! A pass goes through the elements in *ticks*: tick i computes C\[i\], D\[i - 1\], E\[i - 2\] and F\[i - 3\], each from what earlier ticks have found. So
//! the four do not wait for each other, seven numbers go from tick to tick, and an element of A and B is read and written once for four steps.

use super::denominator::{Denominator, Leads};
use super::step::PairStep;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// The least degree of B for which one thread takes four steps in one pass: the eight leading coefficients of B have to be there, and one below them.
pub(super) const LEAST: u32 = 8;

/// The least degree of B for which a team takes four steps in one pass. Beside what is stored, that costs each member 24 element steps for the factors and six for
/// what is below its segment, where two passes of two steps cost 16 and two: so segments have to be long for what four steps save.
#[inline(always)]
pub(crate) fn least<T: Team>(team: T) -> u32 {
    if T::SOLO { LEAST } else { 16 * team.size() }
}

/// The coefficients of the four steps of a pass, which are known before it.
pub(crate) struct FourSteps<E> {
    pub steps: [PairStep<E>; 4],
    /// The two leading coefficients of E.
    pub left: (E, E),
}

impl<E: Copy> FourSteps<E> {
    /// From A of degree b + 1 with leading coefficients `leads` and B of degree b >= [`LEAST`]. The denominator takes the steps in; lanes where a leading
    /// coefficient vanishes are off.
    #[inline(always)]
    pub fn new<F: Field<Elem = E>, R: Row<E>, L: Leads<E>>(
        field: &F,
        (a_row, b_row): (&R, &R),
        leads: (E, E),
        b: u32,
        denominator: &mut Denominator<E, L>,
        off: &mut u32,
    ) -> Self {
        // Coefficient b - k of each polynomial at k.
        let (degree, zero) = (b, field.zero());
        let (mut b, mut c, mut d) = ([zero; 8], [zero; 7], [zero; 6]);
        unrolled!(K { b[K] = b_row.get(degree - K as u32) }: 0 1 2 3 4 5 6 7);
        let first = PairStep::new(field, b[0], b[1], leads.0, leads.1);
        unrolled!(K { c[K] = first.element(field, a_row.get(degree - K as u32), b[K + 1], b[K]) }: 1 2 3 4 5 6);
        let second = PairStep::new(field, c[1], c[2], b[0], b[1]);
        unrolled!(K { d[K] = second.element(field, b[K], c[K + 1], c[K]) }: 2 3 4 5);
        let third = PairStep::new(field, d[2], d[3], c[1], c[2]);
        let e = (third.element(field, c[3], d[4], d[3]), third.element(field, c[4], d[5], d[4]));
        let fourth = PairStep::new(field, e.0, e.1, d[2], d[3]);
        let leads = [b[0], c[1], d[2], e.0];
        four!(K {
            *off |= field.zeros(leads[K]);
            denominator.ordinary(field, leads[K]);
        });
        FourSteps { steps: [first, second, third, fourth], left: e }
    }
}

/// The elements below `n` that a member of a team takes, from the first to the end. Segments' length is odd, so that threads at that stride in shared
/// memory meet in no bank.
#[inline(always)]
pub(crate) fn segment<T: Team>(team: T, n: u32) -> (u32, u32) {
    if T::SOLO {
        return (0, n);
    }
    let length = n.div_ceil(team.size()) | 1;
    let first = (team.rank() * length).min(n);
    (first, (first + length).min(n))
}

/// Ticks that are taken together: their elements are read before those of the ticks before them are written.
const TICKS: u32 = 4;

/// The numbers that go from tick to tick; before tick i these are elements i - 1 of B, i - 1 and i - 2 of C, i - 2 and i - 3 of D, i - 3 and i - 4 of E.
struct Wave<E> {
    b: E,
    c: [E; 2],
    d: [E; 2],
    e: [E; 2],
}

impl<E: Copy> Wave<E> {
    /// A tick of levels `FROM` to `TO` of the four: C and D with `FROM` = 0, `TO` = 2. Levels from `TO` on have not begun and keep what they begin with;
    /// those below `FROM` are done.
    /// Returns E\[i - 2\] and F\[i - 3\].
    #[inline(always)]
    fn tick<F: Field<Elem = E>, const FROM: usize, const TO: usize>(
        &mut self,
        field: &F,
        steps: &[PairStep<E>; 4],
        (a, b): (E, E),
    ) -> (E, E) {
        let Wave { b: b1, c: [c1, c2], d: [d2, d3], e: [e3, e4] } = *self;
        let c = if FROM == 0 { steps[0].element(field, a, b1, b) } else { c1 };
        let d = if FROM <= 1 && TO > 1 { steps[1].element(field, b1, c2, c1) } else { d2 };
        let e = if FROM <= 2 && TO > 2 { steps[2].element(field, c2, d3, d2) } else { e3 };
        let f = if TO > 3 { steps[3].element(field, d3, e4, e3) } else { e4 };
        self.b = b;
        self.c = [c, c1];
        if TO > 1 {
            self.d = [d, d2];
        }
        if TO > 2 {
            self.e = [e, e3];
        }
        (e, f)
    }

    /// Before tick 0: nothing is below.
    #[inline(always)]
    fn at_zero(zero: E) -> Self {
        Wave { b: zero, c: [zero; 2], d: [zero; 2], e: [zero; 2] }
    }

    /// Before tick `first` > 0, with the last elements below `first` of all levels, since each begins with its element `first`: six sums, which the thread
    /// below computes for itself as well.
    #[inline(always)]
    fn at<F: Field<Elem = E>, R: Row<E>>(
        field: &F,
        (a_row, b_row): (&R, &R),
        steps: &[PairStep<E>; 4],
        first: u32,
    ) -> Self {
        let zero = field.zero();
        // Elements first - k.
        let a = |k: u32| if first >= k { a_row.get(first - k) } else { zero };
        let b = |k: u32| if first >= k { b_row.get(first - k) } else { zero };
        let (b1, b2, b3, b4) = (b(1), b(2), b(3), b(4));
        let c3 = steps[0].element(field, a(3), b4, b3);
        let c2 = steps[0].element(field, a(2), b3, b2);
        let c1 = steps[0].element(field, a(1), b2, b1);
        let d2 = steps[1].element(field, b2, c3, c2);
        let d1 = steps[1].element(field, b1, c2, c1);
        let e1 = steps[2].element(field, c1, d2, d1);
        Wave { b: b1, c: [c1, c2], d: [d1, d2], e: [e1, zero] }
    }
}

/// The elements from `first` to `end` of E in place of A\[i\] and of F in place of B\[i\]; the segments of a team's members are all elements that are wanted.
///
/// A thread computes what it needs from below its segment for itself, before any writes; it does not wait at the end.
#[inline(always)]
pub(crate) fn four_steps<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (a_row, b_row): (&mut R, &mut R),
    steps: &[PairStep<F::Elem>; 4],
    (first, end): (u32, u32),
) {
    let zero = field.zero();
    let mut wave = Wave::at_zero(zero);
    if !T::SOLO {
        if first > 0 {
            wave = Wave::at(field, (&*a_row, &*b_row), steps, first);
        }
        team.sync();
    }
    // A segment may have less than three elements: nobody wants what its ticks find of others.
    let pair = |a_row: &R, b_row: &R, i: u32| if i < end { (a_row.get(i), b_row.get(i)) } else { (zero, zero) };
    let begin = [0, 1, 2].map(|k| pair(a_row, b_row, first + k));
    let mut at = first + 3;
    let mut next = [(zero, zero); TICKS as usize];
    if at + TICKS <= end {
        for (i, next) in (at..).zip(&mut next) {
            *next = (a_row.get(i), b_row.get(i));
        }
    }
    wave.tick::<F, 0, 1>(field, steps, begin[0]);
    wave.tick::<F, 0, 2>(field, steps, begin[1]);
    let (e, _) = wave.tick::<F, 0, 3>(field, steps, begin[2]);
    if first < end {
        a_row.set(first, e);
    }
    while at + TICKS <= end {
        let now = next;
        let after = at + TICKS;
        if after + TICKS <= end {
            for (i, next) in (after..).zip(&mut next) {
                *next = (a_row.get(i), b_row.get(i));
            }
        }
        for (i, &now) in (at..).zip(&now) {
            let (e, f) = wave.tick::<F, 0, 4>(field, steps, now);
            a_row.set(i - 2, e);
            b_row.set(i - 3, f);
        }
        at = after;
    }
    while at < end {
        let (e, f) = wave.tick::<F, 0, 4>(field, steps, (a_row.get(at), b_row.get(at)));
        a_row.set(at - 2, e);
        b_row.set(at - 3, f);
        at += 1;
    }
    let nothing = (zero, zero);
    let (e, f) = wave.tick::<F, 1, 4>(field, steps, nothing);
    if at - 2 < end {
        a_row.set(at - 2, e);
    }
    if at - 3 < end {
        b_row.set(at - 3, f);
    }
    let (e, f) = wave.tick::<F, 2, 4>(field, steps, nothing);
    if at - 1 < end {
        a_row.set(at - 1, e);
    }
    if at - 2 < end {
        b_row.set(at - 2, f);
    }
    let (_, f) = wave.tick::<F, 3, 4>(field, steps, nothing);
    if at - 1 < end {
        b_row.set(at - 1, f);
    }
}
