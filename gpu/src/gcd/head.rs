//! The matrix of a round ([`super::block`]) by the steps of a remainder sequence on the leading coefficients.
//!
//! Nearly all steps are ordinary, with a quotient of degree 1: two of them are one pass with one barrier.

use super::block::{COLUMN, OWN, QUADS, Quad, Round, STEPS, WINDOW, WINDOW_AT, both};
use crate::arith::field::Field;
use crate::memory::Row;
use crate::resultant::remainder::step::PairStep;
use crate::team::Team;

/// One polynomial of the sequence in the window.
#[derive(Clone, Copy)]
struct Side {
    /// Whether it is the first of a quad's two.
    first: bool,
    /// Position of its leading coefficient.
    top: u32,
    /// Degree of its row of the matrix, at most.
    degree: u32,
}

impl Side {
    /// Element `i`.
    #[inline(always)]
    fn element<E: Copy, R: Row<Quad<E>>>(&self, row: &R, i: u32) -> E {
        let (first, second) = both(row, i);
        if self.first { first } else { second }
    }
}

/// The constants of a round.
#[derive(Clone, Copy)]
struct Places {
    /// Element of the window's position 0.
    window: u32,
    /// Whether the window is all there is.
    whole: bool,
}

impl Places {
    /// The first position whose coefficient is known of a polynomial with a row of this degree.
    #[inline(always)]
    fn known(&self, degree: u32) -> u32 {
        if self.whole { 0 } else { degree }
    }

    /// The position of the leading coefficient if there is one at or below `top` that is known to be not 0; else, the first position
    /// known.
    #[inline(always)]
    fn leading<F: Field, R: Row<Quad<F::Elem>>>(&self, field: &F, row: &R, side: &Side, top: u32) -> Result<u32, u32> {
        let floor = self.known(side.degree);
        let mut end = top + 1;
        while end > floor && field.zeros(side.element(row, self.window + end - 1)) != 0 {
            end -= 1;
        }
        if end > floor { Ok(end - 1) } else { Err(end) }
    }
}

/// The matrix of a round for A of degree `a` and B of degree `b`, a >= b >= 1, leading coefficients not 0. The rows, of [`QUADS`] quads
/// each, are scratch, and one of them holds the matrix afterwards ([`super::block::coefficients`]). Fields of one lane; at most
/// [`super::block::HEADS`] threads.
///
/// A pass reads one row and writes the other: one barrier a pass. Two ordinary steps are one pass; any other step is one of its
/// own. O(STEPS QUADS) element steps of three products and one reduction. Every thread of the team returns the same value.
#[inline(always)]
pub fn head<F: Field, S: Row<F::Elem>, R: Row<Quad<F::Elem>>, T: Team>(
    field: &F,
    team: T,
    (a_source, a): (&S, u32),
    (b_source, b): (&S, u32),
    (first, second): (R, R),
) -> Round {
    const { assert!(F::LANES == 1) };
    let difference = a - b;
    let shift = difference.saturating_sub(STEPS);
    let uneven = shift > 0;
    let window = WINDOW.min(a + 1);
    let cut = a + 1 - window;
    // With deg A = deg B + 1 the leading coefficient of B is the second element of a quad, as `ordinary` wants it.
    let places = Places { window: WINDOW_AT + (window + 1) % 2, whole: cut == 0 };
    let mut rows = Rows { now: first, next: second, in_first: true };
    let zero = field.zero();
    // Element i of A and of x^shift B; 0 below, between and above what there is. All loads are done, of whatever coefficient, so that
    // they are under way together.
    let start = |i: u32| {
        let at = (cut + i).wrapping_sub(places.window);
        let from = at.wrapping_sub(shift);
        let (u, v) = (a_source.get(at.min(a)), b_source.get(from.min(b)));
        let inside = i >= places.window;
        // A value below 0 has wrapped, and is above every degree.
        let u = if inside && at <= a { u } else { zero };
        let v = if inside && from <= b { v } else { zero };
        (if i == 0 { field.one() } else { u }, if i == COLUMN { field.one() } else { v })
    };
    let mut j = OWN * team.rank();
    while j < QUADS {
        let elements = [start(2 * j), start(2 * j + 1), start(2 * j + 2), start(2 * j + 3)];
        for k in 0..OWN {
            let (low, high) = (elements[2 * k as usize], elements[2 * k as usize + 1]);
            rows.now.set(j + k, [low.0, low.1, high.0, high.1]);
        }
        j += OWN * team.size();
    }
    team.sync();
    let mut x = Side { first: true, top: window - 1, degree: 0 };
    let mut y = Side { first: false, top: window - 1 - (difference - shift), degree: 0 };
    // Formal degree of X where its leading coefficient is not known.
    let mut vanished = None;
    // Here x.top >= y.top, and both leading coefficients are known. A round may end anywhere, and does where the window has but one
    // coefficient of Y; the first pass is always done, since at the beginning y.top = b + shift >= 1 for c = 0, else
    // y.top >= WINDOW - 1 - STEPS.
    loop {
        // Not where the round is uneven, and Y has to stay: then the first pass leaves x.degree = STEPS.
        if is_ordinary(&places, &x, &y) {
            ordinary(field, team, &mut rows, &places, &mut x, &mut y);
            match places.leading(field, &rows.now, &y, y.top) {
                Ok(top) => y.top = top,
                Err(end) => {
                    core::mem::swap(&mut x, &mut y);
                    vanished = Some((cut + end).saturating_sub(1));
                    break;
                }
            }
        }
        let off = x.top - y.top;
        let degree = x.degree.max(y.degree + off);
        if y.top == 0 || degree > STEPS {
            break;
        }
        // The second coefficients of both are needed to eliminate two at once.
        let pair = off > 0 && x.top > places.known(x.degree) && y.top > places.known(y.degree);
        let length = x.top - pair as u32;
        single(field, team, &mut rows, &places, (&x, &y), pair);
        x.degree = degree;
        match places.leading(field, &rows.now, &x, length - 1) {
            Ok(top) => x.top = top,
            Err(end) => {
                vanished = Some((cut + end).saturating_sub(1));
                break;
            }
        }
        if x.top < y.top {
            if uneven {
                break;
            }
            core::mem::swap(&mut x, &mut y);
        }
    }
    let len = x.degree.max(y.degree) + 1;
    let degrees = (vanished.unwrap_or(cut + x.top), if uneven { b } else { cut + y.top });
    Round { shift, uneven, len, degrees, in_order: x.first, in_first: rows.in_first }
}

/// The rows of [`head`]: a pass reads `now` and writes `next`.
struct Rows<R> {
    now: R,
    next: R,
    /// Whether `now` is the first of both.
    in_first: bool,
}

impl<R> Rows<R> {
    /// After a pass: what was written is what there is.
    #[inline(always)]
    fn turn<T: Team>(&mut self, team: T) {
        core::mem::swap(&mut self.now, &mut self.next);
        self.in_first = !self.in_first;
        team.sync();
    }
}

/// X = scale X + high x^off Y + low x^(off - 1) Y, off = x.top - y.top, eliminating two coefficients of X or one.
#[inline(always)]
fn single<F: Field, R: Row<Quad<F::Elem>>, T: Team>(
    field: &F,
    team: T,
    rows: &mut Rows<R>,
    places: &Places,
    (x, y): (&Side, &Side),
    pair: bool,
) {
    let off = x.top - y.top;
    let zero = field.zero();
    let (x_at, y_at) = (places.window + x.top, places.window + y.top);
    let (lead, top): (F::Elem, F::Elem) = (y.element(&rows.now, y_at), x.element(&rows.now, x_at));
    let (scale, high, low) = if pair {
        let (next_y, next_x) = (y.element(&rows.now, y_at - 1), x.element(&rows.now, x_at - 1));
        PairStep::new(field, lead, next_y, top, next_x).factors()
    } else {
        (lead, field.neg(top), zero)
    };
    // An element less than `off` above the beginning of one part of the row reads the end of the part before, which is 0:
    // y.degree + off <= STEPS. Elements above the new X mean nothing.
    let shifted = |i: u32| if i >= off { y.element(&rows.now, i - off) } else { zero };
    let mut j = team.rank();
    while 2 * j <= x_at {
        let quad = rows.now.get(j);
        let (old, other) =
            if x.first { ([quad[0], quad[2]], [quad[1], quad[3]]) } else { ([quad[1], quad[3]], [quad[0], quad[2]]) };
        let y = [shifted(2 * j), shifted(2 * j + 1), if pair { shifted(2 * j + 2) } else { zero }];
        let new = [field.dot3(scale, old[0], high, y[0], low, y[1]), field.dot3(scale, old[1], high, y[1], low, y[2])];
        rows.next
            .set(j, if x.first { [new[0], other[0], new[1], other[1]] } else { [other[0], new[0], other[1], new[1]] });
        j += team.size();
    }
    rows.turn(team);
}

/// Whether [`ordinary`] can do two steps: x.top = y.top + 1, all leading coefficients that they need are known, and those that they
/// leave are at positions known.
#[inline(always)]
fn is_ordinary(places: &Places, x: &Side, y: &Side) -> bool {
    let b = y.top;
    let (c_degree, d_degree) = degrees_after(x, y);
    // The coefficients of D, of the larger degree, that are known are known of C one position above, and of X and Y;
    // the lowest position used is that of D's leading coefficient, but for the second one of C at the same position.
    x.top == b + 1
        && b >= 3
        && (places.window + b) % 2 == 1
        && d_degree <= STEPS
        && b - 2 >= places.known(c_degree.max(d_degree))
}

/// Degrees of the rows of the matrix after two ordinary steps.
#[inline(always)]
fn degrees_after(x: &Side, y: &Side) -> (u32, u32) {
    let c_degree = x.degree.max(y.degree + 1);
    (c_degree, y.degree.max(c_degree + 1))
}

/// Ordinary steps two at a time, while [`is_ordinary`] holds and the leading coefficients are not 0: X of degree b + 1 becomes C, and Y of
/// degree b becomes D, of [`crate::resultant::remainder::normal`]. The leading coefficient of Y may be 0 afterwards, that of X is not.
///
/// Every thread computes the leading coefficients of C for itself, so that two steps take one barrier. The serial chain of a pass
/// is the load of two quads, two times factors and an element, and the barrier.
#[inline(always)]
fn ordinary<F: Field, R: Row<Quad<F::Elem>>, T: Team>(
    field: &F,
    team: T,
    rows: &mut Rows<R>,
    places: &Places,
    x: &mut Side,
    y: &mut Side,
) {
    if !x.first {
        let mut j = team.rank();
        while j < QUADS {
            let quad = rows.now.get(j);
            rows.next.set(j, [quad[1], quad[0], quad[3], quad[2]]);
            j += team.size();
        }
        (x.first, y.first) = (true, false);
        rows.turn(team);
    }
    let zero = field.zero();
    let mut lead_x = x.element(&rows.now, places.window + x.top);
    let mut again = true;
    while again {
        // Elements b - 1 and b, which are all that is left at the top, and the two below.
        let last = (places.window + y.top) / 2;
        let (high, low) = (rows.now.get(last), rows.now.get(last - 1));
        // Quads above the last are computed too, of whatever is in them: so a thread's first load is under way while the factors are
        // computed. Below the first element is nothing.
        let near = |j: u32| {
            let below = if j > 0 { rows.now.get(j - 1) } else { [zero; 4] };
            (below, [rows.now.get(j), rows.now.get(j + 1)])
        };
        let mut j = OWN * team.rank();
        let (mut below, mut own) = near(j);
        let lead = high[3];
        let first = PairStep::new(field, lead, high[1], lead_x, high[2]);
        let lead_c = first.element(field, high[0], low[3], high[1]);
        let next_c = first.element(field, low[2], low[1], low[3]);
        let second = PairStep::from_late(field, lead_c, next_c, lead, high[1]);
        loop {
            let mut c = first.element(field, below[2], below[1], below[3]);
            let mut b = below[3];
            for k in 0..OWN {
                let quad = own[k as usize];
                let c_low = first.element(field, quad[0], b, quad[1]);
                let c_high = first.element(field, quad[2], quad[1], quad[3]);
                let d_low = second.element(field, quad[1], c, c_low);
                let d_high = second.element(field, quad[3], c_low, c_high);
                rows.next.set(j + k, [c_low, d_low, c_high, d_high]);
                (b, c) = (quad[3], c_high);
            }
            j += OWN * team.size();
            if j >= QUADS {
                break;
            }
            (below, own) = near(j);
        }
        if field.zeros(lead) | field.zeros(lead_c) != 0 {
            // The written words are not used; a pass of another kind, with other quads for each thread, may write it
            // again.
            team.sync();
            return;
        }
        lead_x = lead_c;
        (x.degree, y.degree) = degrees_after(x, y);
        (x.top, y.top) = (y.top - 1, y.top - 2);
        again = is_ordinary(places, x, y);
        rows.turn(team);
    }
}
