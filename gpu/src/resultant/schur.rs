//! Resultants by the generalized Schur algorithm on the Sylvester matrix, division-free.
//!
//! P. Emeliyanenko, Computing resultants on graphics processing units (2013), Algorithm 1, and Modular resultant algorithm for
//! graphics processors (2010), section 4.2. n = p + q, l = lc(f); S has q rows of f, then p rows of g; columns of a
//! generator are written a, b, c, d, top entry first; Z shifts down by one.
//!
//! - [`Form::Block2013`]: S^T - Z S^T (Z_q + Z_p)^T = a c^T + b d^T with a = (f_p ... f_0 0 ...), b = (g_q ... g_0 0 ...),
//!   c = e_0, d = e_q. Column j of S^T is column j - 1 shifted down, but for the first of each block of columns.
//! - [`Form::Shift2010`]: S - Z S Z^T = a c^T - b d^T with a = e_0, b = -e_q, c = (f_p ... f_0 0 ...),
//!   d = (g_q ... g_1, g_0 - f_p, -f_(p-1) ... -f_1): row q of S less row q - 1 shifted right. Transposed, and with the
//!   signature diag(1, -1) moved into b, it reads like the other: two dense columns, one unit column, d = e_q. That is
//!   how it is kept here: the dense columns are a and b in both forms.
//!
//! # One step
//!
//! Let M - F M A^T = (a c^T + b d^T) / L with strictly lower triangular F, A and top entries a0, b0, c0, d0. The first row
//! and column of F M A^T are zero, so the pivot is M_00 = D / L, D = a0 c0 + b0 d0. Replacing
//!
//! > a, b <- c0 a + d0 b, b0 a - a0 b and c, d <- a0 c + b0 d, d0 c - c0 d
//!
//! multiplies a c^T + b d^T by D: L <- L D. Now b0 = d0 = 0 and a0 = c0 = D: the first column of M is D a / L, the first
//! row D c^T / L, and the Schur complement M - a c^T / L has the generator F a, b and A c, d over L: a and c move down.
//! The resultant is the product of the pivots D_j / L_j.
//!
//! The papers keep two denominators l_a, l_c and multiply by them; only their product L enters, so it suffices and saves the
//! multiplications. And they make f (2010: f and g) monic with an inverse; here L takes the powers of l instead.
//!
//! # Lite steps (2010: type S)
//!
//! In the first q steps c0 = 1, d0 = 0 up to powers of l, so D = l: a stays, and
//!
//! > b <- l b - b_j a, c <- c + (b_j / l^(j + 1)) e_q,
//!
//! where b carries the factor l^j. That is the division of g y^(p-1) by f, one quotient coefficient a step; two steps are
//! one [`PairStep`]. Until step q the entry made in step j moves down q - j times: c_(2q-j) = b_j / l^(j+1), which is dropped
//! beyond n - 1. In the form of 2013 A does not carry c_(q-1) into c_q, so c_q = 0; in that of 2010 the leading 1 of c arrives
//! there. With c multiplied by l^q, L = l^q after the lite steps, whose pivots are l: their product is l^q.
//!
//! Errata: 2010 shifts a and c from index j + 1 on; the top entry at j must move as well. In both papers the entry c_2q exists
//! only for q < p.
//!
//! # Full steps (type T)
//!
//! The p steps that remain are the general ones. With the factors D_s of full step s, L_s = l^q D_0 ... D_(s-1) and
//!
//! > res(f, g) = l^q prod D_s / L_s = (prod_s D_s) / (l^(q (p-1)) prod_s D_s^(p-1-s)).
//!
//! Numerator = denominator times resultant holds as an identity between polynomials in the coefficients. So the value is right
//! wherever the denominator is not zero, and lanes where it is are off: l = 0 with q > 0, or S not strongly regular.
//!
//! # Layout
//!
//! b_i sits at n - 1 - i of its row (the coefficient of y^(n-1-i)). After j shifts a_i, c_i are found where a_(i-j), c_(i-j)
//! were: nothing is moved, thread k keeps element k of a and c and meets element k + s of b and d in full step s. The tops a0
//! and c0 are both D_(s-1), which every thread knows, and the tops of b, d are never written again: one barrier per step.

use super::remainder::PairStep;
use crate::arith::field::Field;
use crate::fraction::Fraction;
use crate::memory::Row;
use crate::team::Team;

/// Which displacement equation the Sylvester matrix is factored by.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub enum Form {
    /// S^T - Z S^T (Z_q + Z_p)^T = G B^T (2013).
    Block2013,
    /// S - Z S Z^T = G J B^T (2010).
    Shift2010,
}

/// The rows the algorithm works in; all are overwritten.
pub struct Columns<R> {
    /// p + 1 elements: f_0 ... f_p on entry.
    pub f: R,
    /// p + q elements: g y^(p-1) on entry, that is g_0 ... g_q from index p - 1 on; the entries below need not be set.
    pub b: R,
    /// p elements, not set on entry.
    pub c: R,
    /// p elements, not set on entry.
    pub d: R,
}

impl<R> Columns<R> {
    /// Sets f and g y^(p-1) from `values`, whose elements 0 ..= p are f and whose next q + 1 are g; nobody waits. For p = 0 the other
    /// columns are not touched.
    #[inline(always)]
    pub fn load<E: Copy, S: Row<E>, T: Team>(&mut self, team: T, values: &S, p: u32, q: u32)
    where
        R: Row<E>,
    {
        team.each(p + 1, |i| self.f.set(i, values.get(i)));
        if p > 0 {
            team.each(q + 1, |i| self.b.set(p - 1 + i, values.get(p + 1 + i)));
        }
    }
}

/// As [`resultant`], by two teams: `tail`, the first threads of `team`, takes the last `left` full steps and the product, while the
/// others are done. `None` in those, which have no tail.
#[inline(always)]
pub fn resultant_with_tail<F: Field, R: Row<F::Elem>, T: Team, W: Team>(
    field: &F,
    (team, tail): (T, Option<W>),
    left: u32,
    form: Form,
    rows: Columns<R>,
    (p, q): (u32, u32),
) -> Option<Fraction<F::Elem>> {
    if p == 0 {
        return Some(Fraction { numerator: field.pow(rows.f.get(0), q), denominator: field.one(), off: 0 });
    }
    let mut schur = Schur::new(field, team, form, rows, p, q);
    schur.lite(team);
    schur.full(team, p.saturating_sub(left));
    let tail = tail?;
    schur.full(tail, p);
    Some(schur.product(tail))
}

/// res(f, g) for formal degrees p of f and q of g, any p, q >= 0; res(f_0, g) = f_0^q without reading the other rows.
///
/// Lanes are off where l = f_p = 0, for p >= 2 and q >= 1, or S is not strongly regular: one of its leading minors of order
/// q + 1 to n - 1 vanishes. The value of every other lane is exact, 0 included. Every thread of the team returns the same.
///
/// p (q / 2) element steps of three products, p^2 / 2 of eight, in q / 2 + p barriers; O(log p) more for the products.
#[inline(always)]
pub fn resultant<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    form: Form,
    rows: Columns<R>,
    p: u32,
    q: u32,
) -> Fraction<F::Elem> {
    if p == 0 {
        return Fraction { numerator: field.pow(rows.f.get(0), q), denominator: field.one(), off: 0 };
    }
    let mut schur = Schur::new(field, team, form, rows, p, q);
    schur.lite(team);
    schur.full(team, p);
    schur.product(team)
}

/// The factorization between two phases. Phases may be run by different teams, one after the other with a barrier between
/// them: a block hands its last full steps to one warp.
pub struct Schur<F: Field, R> {
    field: F,
    rows: Columns<R>,
    form: Form,
    p: u32,
    q: u32,
    lead: F::Elem,
    /// Full steps done.
    step: u32,
    /// The factor of the last full step: a0 = c0 of the next.
    top: F::Elem,
}

/// The multipliers of a full step with a0 = c0 = e.
struct Rotation<E> {
    e: E,
    minus_e: E,
    b0: E,
    d0: E,
}

impl<E: Copy> Rotation<E> {
    /// (e x + m y, n x - e y): (a, b) with m = d0, n = b0; (c, d) with m = b0, n = d0.
    #[inline(always)]
    fn apply<F: Field<Elem = E>>(&self, field: &F, m: E, n: E, x: E, y: E) -> (E, E) {
        (field.dot2(self.e, x, m, y), field.dot2(n, x, self.minus_e, y))
    }

    #[inline(always)]
    fn ab<F: Field<Elem = E>>(&self, field: &F, a: E, b: E) -> (E, E) {
        self.apply(field, self.d0, self.b0, a, b)
    }

    #[inline(always)]
    fn cd<F: Field<Elem = E>>(&self, field: &F, c: E, d: E) -> (E, E) {
        self.apply(field, self.b0, self.d0, c, d)
    }
}

impl<F: Field, R: Row<F::Elem>> Schur<F, R> {
    /// Sets up the generator; p >= 1.
    #[inline(always)]
    pub fn new<T: Team>(field: &F, team: T, form: Form, mut rows: Columns<R>, p: u32, q: u32) -> Self {
        let mut t = team.rank();
        while t < p {
            // 2013: g alone. 2010: b_i - f_(p-i+q) from b_q on, which is f_(t+1) at index t.
            let g = if t + 1 == p { rows.b.get(t) } else { field.zero() };
            let b = match form {
                Form::Block2013 => g,
                Form::Shift2010 => field.sub(g, rows.f.get(t + 1)),
            };
            rows.b.set(t, b);
            t += team.size();
        }
        let lead = rows.f.get(p);
        team.sync();
        Schur { field: *field, rows, form, p, q, lead, step: 0, top: field.zero() }
    }

    /// c_(2q-j) = b_j, kept at q - j: the place it has when the full steps begin.
    #[inline(always)]
    fn keep_quotient(&mut self, j: u32, value: F::Elem) {
        let k = self.q - j;
        if k < self.p {
            self.rows.c.set(k, value);
        }
    }

    /// The q lite steps, two at a time.
    #[inline(always)]
    pub fn lite<T: Team>(&mut self, team: T) {
        let field = self.field;
        let (p, q) = (self.p, self.q);
        if q == 0 {
            return;
        }
        let rank = team.rank();
        let next_f = self.rows.f.get(p - 1);
        // Thread m has the same two coefficients of f in every step.
        let coefficient = |rows: &Columns<R>, m: u32| if m < p { rows.f.get(p - 1 - m) } else { field.zero() };
        let first_high = coefficient(&self.rows, rank);
        let first_low = coefficient(&self.rows, rank + 1);
        let mut j = 0;
        while j + 1 < q && !team.is_stopped() {
            let t = p + q - 1 - j;
            let step = PairStep::new(&field, self.lead, next_f, self.rows.b.get(t), self.rows.b.get(t - 1));
            // The tops t, t - 1 are read above and not written below.
            if rank == 0 {
                let top = self.rows.b.get(t);
                self.keep_quotient(j, top);
                self.keep_quotient(j + 1, step.second_top(&field));
            }
            if T::SOLO {
                let mut high = first_high;
                for m in 0..p {
                    let low = coefficient(&self.rows, m + 1);
                    let i = t - 2 - m;
                    self.rows.b.set(i, step.element(&field, self.rows.b.get(i), low, high));
                    high = low;
                }
            } else {
                let (mut low, mut high) = (first_low, first_high);
                let mut m = rank;
                while m < p {
                    let i = t - 2 - m;
                    self.rows.b.set(i, step.element(&field, self.rows.b.get(i), low, high));
                    m += team.size();
                    if m < p {
                        high = coefficient(&self.rows, m);
                        low = coefficient(&self.rows, m + 1);
                    }
                }
            }
            // Below the reach of a: 2010 has entries down to b_(n-1), 2013 down to b_q, for p < q only.
            let end = if self.form == Form::Shift2010 { 0 } else { p - 1 };
            let mut i = end + rank;
            while i + p + 2 <= t {
                self.rows.b.set(i, step.scaled(&field, self.rows.b.get(i)));
                i += team.size();
            }
            team.sync();
            team.passed(p);
            j += 2;
        }
        if j < q {
            let top = self.rows.b.get(p);
            if rank == 0 {
                self.keep_quotient(j, top);
            }
            let minus_top = field.neg(top);
            let mut m = rank;
            while m < p {
                let i = p - 1 - m;
                self.rows.b.set(i, field.dot2(self.lead, self.rows.b.get(i), minus_top, self.rows.f.get(i)));
                m += team.size();
            }
            team.sync();
        }
    }

    /// Full steps up to `until` <= p.
    ///
    /// As many elements as threads: each keeps its a and c in registers. At most half as many: one half of the threads takes
    /// a and b, the other c and d, so that a thread does half a step (2013, section 5.4). More: all columns in their rows.
    #[inline(always)]
    pub fn full<T: Team>(&mut self, team: T, until: u32) {
        if self.step == 0 && until > 0 {
            self.first(team);
        }
        while self.step < until && !team.is_stopped() {
            let elements = self.p - 1 - self.step;
            if T::SOLO || elements > team.size() {
                self.strided(team);
                // Of eight products.
                team.passed(3 * elements);
            } else if 2 * elements > team.size() {
                // 2 (p - 1 - s) <= size from the step where p - 1 - s = size / 2.
                let balanced = self.p - 1 - team.size() / 2;
                self.whole(team, if balanced < until { balanced } else { until });
            } else {
                self.halves(team, until);
            }
        }
    }

    /// Step 0: a0 = l, c0 = 0 (2013) or l^q (2010), d = e_0; c is brought to the common factor l^q.
    #[inline(always)]
    fn first<T: Team>(&mut self, team: T) {
        let field = self.field;
        let (p, size) = (self.p, team.size());
        let lead = self.lead;
        let minus_lead = field.neg(lead);
        let b0 = self.rows.b.get(p - 1);
        let c0 = if self.form == Form::Shift2010 { field.pow(lead, self.q) } else { field.zero() };
        let factor = field.dot2(lead, c0, b0, field.one());
        if team.rank() == 0 {
            // f_0 is not needed any more: a has lost its last entry to the shifts.
            self.rows.f.set(0, factor);
        }
        let mut k = team.rank() + 1;
        let mut power = field.pow(lead, k - 1);
        let stride = if size + 1 < p { field.pow(lead, size) } else { power };
        while k < p {
            let (a, b) = (self.rows.f.get(p - k), self.rows.b.get(p - 1 - k));
            // b_(q-k) l^(k-1) = l^q b_(q-k) / l^(q-k+1).
            let c = if k <= self.q { field.mul(self.rows.c.get(k), power) } else { field.zero() };
            self.rows.f.set(p - k, field.dot2(c0, a, field.one(), b));
            self.rows.b.set(p - 1 - k, field.dot2(b0, a, minus_lead, b));
            self.rows.c.set(k, field.mul(lead, c));
            self.rows.d.set(k, c);
            power = field.mul(power, stride);
            k += size;
        }
        self.top = factor;
        self.step = 1;
        team.sync();
    }

    /// The multipliers of the step, and its factor e^2 + b0 d0, which becomes the top of a and c; thread 0 keeps it at
    /// s of f's row: the place of a_(p-s), gone since the step before.
    #[inline(always)]
    fn rotation<T: Team>(&mut self, team: T) -> Rotation<F::Elem> {
        let field = self.field;
        let (e, s) = (self.top, self.step);
        let b0 = self.rows.b.get(self.p - 1 - s);
        let d0 = self.rows.d.get(s);
        self.top = field.dot2(e, e, b0, d0);
        self.step += 1;
        if team.rank() == 0 {
            self.rows.f.set(s, self.top);
        }
        Rotation { e, minus_e: field.neg(e), b0, d0 }
    }

    /// One step with all columns in their rows.
    #[inline(always)]
    fn strided<T: Team>(&mut self, team: T) {
        let (p, s) = (self.p, self.step);
        let field = self.field;
        let by = self.rotation(team);
        let mut k = team.rank() + 1;
        while k < p - s {
            let (a, b) = by.ab(&field, self.rows.f.get(p - k), self.rows.b.get(p - 1 - s - k));
            self.rows.f.set(p - k, a);
            self.rows.b.set(p - 1 - s - k, b);
            let (c, d) = by.cd(&field, self.rows.c.get(k), self.rows.d.get(s + k));
            self.rows.c.set(k, c);
            self.rows.d.set(s + k, d);
            k += team.size();
        }
        team.sync();
    }

    /// Steps with a and c in registers, one element per thread.
    #[inline(always)]
    fn whole<T: Team>(&mut self, team: T, until: u32) {
        let p = self.p;
        let field = self.field;
        let k = team.rank() + 1;
        let (mut a, mut c) = (field.zero(), field.zero());
        if k < p - self.step {
            a = self.rows.f.get(p - k);
            c = self.rows.c.get(k);
        }
        while self.step < until && !team.is_stopped() {
            let s = self.step;
            let by = self.rotation(team);
            if k < p - s {
                let (b, d);
                (a, b) = by.ab(&field, a, self.rows.b.get(p - 1 - s - k));
                (c, d) = by.cd(&field, c, self.rows.d.get(s + k));
                self.rows.b.set(p - 1 - s - k, b);
                self.rows.d.set(s + k, d);
            }
            team.sync();
        }
        if k < p - until {
            self.rows.f.set(p - k, a);
            self.rows.c.set(k, c);
        }
        team.sync();
    }

    /// Steps with a or c in a register: two threads per element.
    #[inline(always)]
    fn halves<T: Team>(&mut self, team: T, until: u32) {
        let p = self.p;
        let field = self.field;
        let half = team.size() / 2;
        let upper = team.rank() >= half;
        let k = if upper { team.rank() - half + 1 } else { team.rank() + 1 };
        let mut x = field.zero();
        if k < p - self.step {
            x = if upper { self.rows.c.get(k) } else { self.rows.f.get(p - k) };
        }
        while self.step < until && !team.is_stopped() {
            let s = self.step;
            let by = self.rotation(team);
            if k < p - s {
                let y;
                if upper {
                    (x, y) = by.cd(&field, x, self.rows.d.get(s + k));
                    self.rows.d.set(s + k, y);
                } else {
                    (x, y) = by.ab(&field, x, self.rows.b.get(p - 1 - s - k));
                    self.rows.b.set(p - 1 - s - k, y);
                }
            }
            team.sync();
        }
        if k < p - until {
            if upper {
                self.rows.c.set(k, x);
            } else {
                self.rows.f.set(p - k, x);
            }
        }
        team.sync();
    }

    /// The resultant from the factors, after all full steps.
    ///
    /// For a run of m factors let P be their product and W = prod_s D_s^(m-1-s). Runs (P1, W1), (P2, W2) of lengths m1, m2
    /// join to (P1 P2, W1 P1^m2 W2): a run per thread, then a tree.
    #[inline(always)]
    pub fn product<T: Team>(&mut self, team: T) -> Fraction<F::Elem> {
        let field = self.field;
        let (p, rank) = (self.p, team.rank());
        let run = p.div_ceil(team.size());
        let end_of = |runs: u32| if runs * run < p { runs * run } else { p };
        // Threads with a run: at most p, so that c and d, free now, have room for one (P, W) each.
        let runs = p.div_ceil(run);
        if rank < runs {
            let (mut product, mut weighted) = (field.one(), field.one());
            for s in rank * run..end_of(rank + 1) {
                weighted = field.mul(weighted, product);
                product = field.mul(product, self.rows.f.get(s));
            }
            self.rows.c.set(rank, product);
            self.rows.d.set(rank, weighted);
        }
        team.sync();
        let mut gap = 1;
        while gap < runs {
            // Thread r joins what thread r + gap left in the round before; no other thread touches either.
            if rank & (2 * gap - 1) == 0 && rank + gap < runs {
                let length = end_of(rank + 2 * gap) - end_of(rank + gap);
                let (left, right) = (self.rows.c.get(rank), self.rows.c.get(rank + gap));
                let joined = field.mul(self.rows.d.get(rank), self.rows.d.get(rank + gap));
                self.rows.d.set(rank, field.mul(joined, field.pow(left, length)));
                self.rows.c.set(rank, field.mul(left, right));
            }
            team.sync();
            gap *= 2;
        }
        let numerator = self.rows.c.get(0);
        let lite = field.pow(field.pow(self.lead, self.q), p - 1);
        let denominator = field.mul(lite, self.rows.d.get(0));
        Fraction { numerator, denominator, off: field.zeros(denominator) }
    }
}
