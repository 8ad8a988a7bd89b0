//! The GCD by the generalised Schur algorithm on S^T S, division-free.
//!
//! P. Emeliyanenko, High-performance polynomial GCD computations on graphics processors (2010), Algorithm 1. S is the Sylvester
//! matrix of f and g of formal degrees p >= q >= 1, n = p + q, M = S^T S, Z shifts down by one, J = diag(1, 1, -1, -1). Then
//! M - Z M Z^T = G J G^T with the columns
//!
//! > a = (f_p ... f_0 0 ...), b = (g_q ... g_0 0 ...), c = (0 ... 0 f_p ... f_0), d = (0 ... 0 g_q ... g_0)
//!
//! of n + 1 rows, a shifted by q and b by p. The paper has rows 0 to n - 1. With row n, S and M get a column of zeros (the sums of
//! the shifts telescope: M = sum of (Z^k a)(Z^k a)^T, k < q, and (Z^k b)(Z^k b)^T, k < p), and no row above n depends on it.
//!
//! # One step
//!
//! Let M_i be the Schur complement of the leading i x i block, M_i - Z M_i Z^T = G_i J G_i^T / e, g the top row (row i) of G_i.
//! The first column of M_i is L / e, L = G_i J g^T, L_i = g J g^T. With w = (I - Z) L and G' = L_i G_i - w g
//!
//! > G' J G'^T / L_i^2 = G_i J G_i^T - (w L^T + L w^T - w w^T) / L_i = G_i J G_i^T - (L L^T - Z L L^T Z^T) / L_i,
//!
//! and M_(i+1) = M_i - L L^T / (e L_i). So G_(i+1) = G', whose row i is 0, with e L_i^2 in place of e: the paper's lines 19-25.
//! Rows below q of c and d are 0, and the first q steps only multiply the others by L_i: these steps are *lite*, they leave c and d
//! alone, and [`join_row`] multiplies them by the product afterwards. In lite step i the rows of a and b beyond i + p are 0.
//!
//! # Where it ends
//!
//! Write columns as polynomials in z, row j at z^j; a step is G_(i+1)(z) = G_i(z) T_i(z), T_i = L_i I - (1 - z) J g^T g. So
//! det T_i = L_i^4 z, T_i(1) = L_i I, and T_i(z) J T_i(1/z)^T = L_i^2 J. Let h = gcd(f, g) modulo the prime, d its degree, f = f1 h,
//! g = g1 h, x~ the reversal of x (f~, g~ for degrees p and q), f_p and g_q not both 0, as L_0 = f_p^2 + g_q^2 != 0 implies. Then
//! G_0 = (f~, g~) E = h~ r, r = (f1~, g1~) E, E = (I, diag(z^q, z^p)), and G_i = h~ r T, T = T_0 ... T_(i-1).
//!
//! The rows of M_i are in the row space of S, which is all multiples of h of degree below n; so rank S = n - d.
//!
//! *If L_0, ..., L_(n-d-1) are not 0*, rank M = n - d = rank S, M_(n-d) = 0, and for i = n - d
//!
//! > G_i(z) = z^i h~(z) v, v = L_0 ... L_(i-1) (f1(1), g1(1), f1(1), g1(1)):
//!
//! G_i has no row below i, and none beyond n - k when x^k divides h exactly, since then S has no columns there; h~ has degree
//! d - k and h~(0) != 0; so r T is z^i times a constant, and at z = 1 it is L_0 ... L_(i-1) r(1). That is the paper's a_i = c_i,
//! b_i = d_i, in every row and not just the top one, and a or b *is* h~ up to a factor: this is where h is read from, in place of
//! the last L, which is proportional. L_i = a_i^2 + b_i^2 - c_i^2 - d_i^2 = 0 there. For d = 0 the same holds with i = n.
//!
//! *Conversely*, let L_0, ..., L_(i-1) != 0 and G_i(z) = z^i u(z) v, v = (x, y, x, y) constant, u(0) v != 0: what [`finish`] checks.
//! Then u = h up to a factor and a reversal, i = n - d. For r is primitive up to powers of z (f1 and g1 are coprime, their leading
//! coefficients not both 0), so r T is, whose determinant is a power of z; h~ (r T) = z^i u v, so h~ divides u, the rest k = u / h~
//! makes r T = z^i k v, and k is a power of z, hence a constant as u(0) != 0. Now r = z^i k v T^-1 with T^-1 = J T(1/z)^T J / prod L^2,
//! a polynomial in 1/z: r has degree at most i. Its degree is n - d, as f1(0), g1(0) are not both 0. And i <= n - d, as
//! the first i rows of M are independent.
//!
//! So no answer is wrong; a prime fails if and only if one of L_0, ..., L_(n-d-1) is 0 modulo it. Over Z none is (M is a Gram
//! matrix: "strongly regular by definition"). Modulo a prime a factor a^2 + b^2 of a lite step vanishes with a chance of about
//! 2 / prime for primes 1 modulo 4, and for primes 3 modulo 4 only where a = b = 0; one of a full step with a chance of about
//! 1 / prime. On the average of all primes a pair fails with a chance of about (n - d) / prime.
//!
//! The top row alone, as the paper tests it, is not enough modulo a prime: M_i may vanish before i = n - d (the column space of S
//! may meet its orthogonal complement), and a multiple of h would be returned. Nor is there "no need for this test in the
//! first q iterations": f and g of one degree with f / g constant end after q lite steps.

use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// The columns of a generator.
#[derive(Clone, Copy)]
pub struct Generator<R> {
    /// Column a.
    pub a: R,
    /// Column b.
    pub b: R,
    /// Column c.
    pub c: R,
    /// Column d.
    pub d: R,
}

/// A row of a generator.
#[derive(Clone, Copy)]
pub(super) struct Quad<E> {
    pub a: E,
    pub b: E,
    pub c: E,
    pub d: E,
}

/// The elements that a step takes from its top row.
#[derive(Clone, Copy)]
pub(super) struct Pivot<E> {
    top: Quad<E>,
    minus: Quad<E>,
    /// L_i, the factor of the step.
    pub factor: E,
}

impl<E: Copy + Send + Sync + 'static> Pivot<E> {
    /// From the top row; of a lite step c and d are 0.
    #[inline(always)]
    pub fn new<F: Field<Elem = E>>(field: &F, top: Quad<E>, full: bool) -> Self {
        let minus = Quad { a: field.neg(top.a), b: field.neg(top.b), c: field.neg(top.c), d: field.neg(top.d) };
        let mut pivot = Pivot { top, minus, factor: top.a };
        pivot.factor = pivot.column(field, top, full);
        pivot
    }

    /// The element of L in the row `row`.
    #[inline(always)]
    pub fn column<F: Field<Elem = E>>(&self, field: &F, row: Quad<E>, full: bool) -> E {
        let positive = field.dot2(self.top.a, row.a, self.top.b, row.b);
        if full { field.add(positive, field.dot2(self.minus.c, row.c, self.minus.d, row.d)) } else { positive }
    }

    /// The row after the step, from `row`, its element of L and that of the row above.
    #[inline(always)]
    pub fn step<F: Field<Elem = E>>(&self, field: &F, row: Quad<E>, here: E, above: E, full: bool) -> Quad<E> {
        let w = field.sub(here, above);
        let update = |x, minus| field.dot2(self.factor, x, minus, w);
        Quad {
            a: update(row.a, self.minus.a),
            b: update(row.b, self.minus.b),
            c: if full { update(row.c, self.minus.c) } else { row.c },
            d: if full { update(row.d, self.minus.d) } else { row.d },
        }
    }
}

impl<R> Generator<R> {
    /// Row `j`; c and d of lite steps are `none` and not read.
    #[inline(always)]
    pub(super) fn row<E: Copy>(&self, j: u32, full: bool, none: E) -> Quad<E>
    where
        R: Row<E>,
    {
        Quad {
            a: self.a.get(j),
            b: self.b.get(j),
            c: if full { self.c.get(j) } else { none },
            d: if full { self.d.get(j) } else { none },
        }
    }

    /// Sets row `j`; a lite step leaves c and d alone.
    #[inline(always)]
    pub(super) fn set_row<E: Copy>(&mut self, j: u32, row: Quad<E>, full: bool)
    where
        R: Row<E>,
    {
        self.a.set(j, row.a);
        self.b.set(j, row.b);
        if full {
            self.c.set(j, row.c);
            self.d.set(j, row.d);
        }
    }
}

/// Coefficient of row `j` - `shift` of the column of a polynomial of formal degree `degree`.
#[inline(always)]
fn entry<F: Field, S: Row<F::Elem>>(field: &F, f: &S, degree: u32, shift: u32, j: u32) -> F::Elem {
    if j >= shift && j - shift <= degree { f.get(degree + shift - j) } else { field.zero() }
}

/// Row `j` of a and b for the lite steps.
#[inline(always)]
pub fn begin_row<F: Field, S: Row<F::Elem>>(
    field: &F,
    (f, p): (&S, u32),
    (g, q): (&S, u32),
    j: u32,
) -> (F::Elem, F::Elem) {
    (entry(field, f, p, 0, j), entry(field, g, q, 0, j))
}

/// Row `j` of c and d for the full steps: at the common denominator with a and b, `product` being that of the factors of the lite
/// steps (Algorithm 1, lines 14-16).
#[inline(always)]
pub fn join_row<F: Field, S: Row<F::Elem>>(
    field: &F,
    (f, p): (&S, u32),
    (g, q): (&S, u32),
    product: F::Elem,
    j: u32,
) -> (F::Elem, F::Elem) {
    (field.mul(product, entry(field, f, p, q, j)), field.mul(product, entry(field, g, q, p, j)))
}

/// How far the steps went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The first row whose factor vanishes in all lanes that are not off, or where the steps were to end.
    pub row: u32,
    /// Lanes with a vanishing factor before it.
    pub off: u32,
}

/// Step after step from row `from` to row `until` on the generator's rows `from` to `last`, or to the row whose factor is 0 in all
/// lanes that are not off. `reach`: row i touches rows i + 1 to i + 1 + `reach` only.
#[inline(always)]
fn steps<F: Field, R: Row<F::Elem>, W: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (columns, l): (&mut Generator<R>, &mut W),
    (from, until): (u32, u32),
    (last, reach): (u32, u32),
    (mut off, full): (u32, bool),
) -> (Stop, F::Elem) {
    let zero = field.zero();
    let mut product = field.one();
    let mut i = from;
    while i < until {
        if team.is_stopped() {
            return (Stop { row: i, off: F::ALL }, product);
        }
        let pivot = Pivot::new(field, columns.row(i, full, zero), full);
        let zeros = field.zeros(pivot.factor) | off;
        if zeros == F::ALL {
            break;
        }
        off = zeros;
        if !full {
            product = field.mul(product, pivot.factor);
        }
        let end = if last - i - 1 < reach { last } else { i + 1 + reach };
        let mut j = i + team.rank();
        while j <= end {
            l.set(j, pivot.column(field, columns.row(j, full, zero), full));
            j += team.size();
        }
        team.sync();
        let mut j = i + 1 + team.rank();
        while j <= end {
            let row = columns.row(j, full, zero);
            columns.set_row(j, pivot.step(field, row, l.get(j), l.get(j - 1), full), full);
            j += team.size();
        }
        // The next top row is another thread's; so is l.
        team.sync();
        // Of twelve products on four columns, of six on two.
        team.passed(if full { 4 } else { 2 } * (end - i));
        i += 1;
    }
    (Stop { row: i, off }, product)
}

/// All steps: the end of the generator of f and g, for `p` >= `q` >= 1. Lanes where a factor vanishes too early are off, all of them
/// too: then the row says nothing.
///
/// `columns` and `l` have p + q + 1 elements, set by this function; `l` has at least one for each thread. The result is for
/// [`finish`] with `last` = p + q. p q steps of 6 products on two columns, p (p + 2 q) / 2 of 12 on four; two barriers a step.
#[inline(always)]
pub fn factor<F: Field, S: Row<F::Elem>, R: Row<F::Elem>, W: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (f, p): (&S, u32),
    (g, q): (&S, u32),
    columns: &mut Generator<R>,
    l: &mut W,
) -> Stop {
    let n = p + q;
    let mut j = team.rank();
    while j <= n {
        let (a, b) = begin_row(field, (f, p), (g, q), j);
        columns.a.set(j, a);
        columns.b.set(j, b);
        j += team.size();
    }
    team.sync();
    let (stop, product) = steps(field, team, (&mut *columns, &mut *l), (0, q), (n, p), (0, false));
    if stop.row < q {
        return Stop { row: q, off: F::ALL };
    }
    let mut j = q + team.rank();
    while j <= n {
        let (c, d) = join_row(field, (f, p), (g, q), product, j);
        columns.c.set(j, c);
        columns.d.set(j, d);
        j += team.size();
    }
    team.sync();
    full(field, team, columns, l, (q, n), stop.off)
}

/// The full steps from row `from` on, of columns that end with row `last`; lanes in `off` are off before.
#[inline(always)]
pub fn full<F: Field, R: Row<F::Elem>, W: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    columns: &mut Generator<R>,
    l: &mut W,
    (from, last): (u32, u32),
    off: u32,
) -> Stop {
    steps(field, team, (columns, l), (from, last), (last, last), (off, true)).0
}

/// A GCD up to a factor, in a or b of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchurImage {
    /// Its degree.
    pub degree: u32,
    /// Lanes whose image is elsewhere: a is 0 there, b has it.
    pub in_b: u32,
    /// Lanes without an answer: the prime is unlucky, or the degree is not that of the others. May be all.
    pub off: u32,
}

impl SchurImage {
    /// Coefficient `i` <= degree of the GCD up to a factor, `columns` ending with row `last`: rows have the leading coefficient first.
    #[inline(always)]
    pub fn coefficient<F: Field, R: Row<F::Elem>>(
        &self,
        field: &F,
        columns: &Generator<R>,
        last: u32,
        i: u32,
    ) -> F::Elem {
        field.select(self.in_b, columns.b.get(last - i), columns.a.get(last - i))
    }
}

/// The image that the steps stopped at `stop` have found, proved in each lane: rows from there to `last` are a polynomial times a
/// constant row (x, y, x, y). Every thread returns the same value. `l` has an element for each thread.
#[inline(always)]
pub fn finish<F: Field, R: Row<F::Elem>, W: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    columns: &Generator<R>,
    l: &mut W,
    last: u32,
    stop: Stop,
) -> SchurImage {
    let top = columns.row(stop.row, true, field.zero());
    let in_b = field.zeros(top.a);
    let mut off = stop.off | in_b & field.zeros(top.b);
    let mut j = stop.row + team.rank();
    while j <= last {
        let row = columns.row(j, true, field.zero());
        let parallel = field.dot2(row.a, top.b, field.neg(row.b), top.a);
        let fine = field.zeros(field.sub(row.a, row.c)) & field.zeros(field.sub(row.b, row.d)) & field.zeros(parallel);
        off |= !fine & F::ALL;
        j += team.size();
    }
    l.set(team.rank(), field.select(off, field.one(), field.zero()));
    team.sync();
    for t in 0..team.size() {
        off |= !field.zeros(l.get(t)) & F::ALL;
    }
    team.sync();
    SchurImage { degree: last - stop.row, in_b, off }
}
