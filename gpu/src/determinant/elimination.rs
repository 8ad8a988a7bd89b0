//! Determinants by elimination without division, two pivots at a time, which are those on the diagonal.
//!
//! With the pivots' block B = (a b; c e) in rows and columns k, k + 1, D = a e - b c, each element below and to the right becomes
//!
//! > M_ij <- D M_ij - (M_ik, M_i(k+1)) adj(B) (M_kj, M_(k+1)j),
//!
//! three products and one reduction for two steps of elimination. With m = n - k this leaves a matrix of size m - 2 with
//!
//! > det M = det(M') / D^(m - 3),
//!
//! since M' is D times the Schur complement S, and det M = D det S. So numerator and denominator are known without a power: the
//! exponents n - 3, n - 5, ... fall by two. They end with 0 (n odd) or 1 (n even), so with the running products P_j = D_0 ... D_j the
//! product of the powers is (P_0 ... P_(last - 1))^2, times P_last where n is even.
//!
//! The order of rows and columns is the caller's: one that almost all points have pivots in. Lanes in which a D vanishes are off.
//!
//! A single thread leaves rows alone that have zeros in both columns. Their number s is missing in the exponent of D, so the numerator
//! takes D^s.

use crate::arith::field::Field;
use crate::fraction::Fraction;
use crate::memory::Row;
use crate::team::Team;

/// An n x n matrix, row by row.
struct Square<'r, R> {
    row: &'r mut R,
    n: u32,
}

impl<R> Square<'_, R> {
    #[inline(always)]
    fn get<E: Copy>(&self, i: u32, j: u32) -> E
    where
        R: Row<E>,
    {
        self.row.get(i * self.n + j)
    }

    #[inline(always)]
    fn set<E: Copy>(&mut self, i: u32, j: u32, value: E)
    where
        R: Row<E>,
    {
        self.row.set(i * self.n + j, value);
    }
}

/// The block of a pair of pivots, in rows and columns k and k + 1.
pub(super) struct Pair<E> {
    b: E,
    c: E,
    minus_a: E,
    minus_e: E,
    /// a e - b c.
    pub determinant: E,
}

impl<E: Copy> Pair<E> {
    /// That of the rows (a, b) and (c, e).
    #[inline(always)]
    pub fn new<F: Field<Elem = E>>(field: &F, (a, b): (E, E), (c, e): (E, E)) -> Self {
        let determinant = field.dot2(a, e, field.neg(b), c);
        Pair { b, c, minus_a: field.neg(a), minus_e: field.neg(e), determinant }
    }

    /// The multiples of the pivots' rows that a row with the elements x, y in their columns takes: -(x, y) adj(B).
    #[inline(always)]
    pub fn multipliers<F: Field<Elem = E>>(&self, field: &F, x: E, y: E) -> (E, E) {
        (field.dot2(y, self.c, x, self.minus_e), field.dot2(x, self.b, y, self.minus_a))
    }
}

impl<R> Square<'_, R> {
    /// The pair of pivots k and k + 1.
    #[inline(always)]
    fn pair<F: Field>(&self, field: &F, k: u32) -> Pair<F::Elem>
    where
        R: Row<F::Elem>,
    {
        let row = |i| (self.get(i, k), self.get(i, k + 1));
        Pair::new(field, row(k), row(k + 1))
    }
}

/// The determinants D of the pairs so far, for numerator and denominator.
pub(super) struct Pivots<E> {
    /// Lanes in which one of them vanished.
    pub off: u32,
    /// The product of all.
    prefix: E,
    /// The product of the products, without the last.
    prefixes: E,
}

impl<E: Copy> Pivots<E> {
    #[inline(always)]
    pub fn new<F: Field<Elem = E>>(field: &F) -> Self {
        Pivots { off: 0, prefix: field.one(), prefixes: field.one() }
    }

    #[inline(always)]
    pub fn take<F: Field<Elem = E>>(&mut self, field: &F, determinant: E) {
        self.off |= field.zeros(determinant);
        self.prefixes = field.mul(self.prefixes, self.prefix);
        self.prefix = field.mul(self.prefix, determinant);
    }

    /// The product of all so far.
    #[inline(always)]
    pub fn product(&self) -> E {
        self.prefix
    }

    /// The determinant of a matrix of an even number of rows whose pairs are all taken, the last one among them: with D for each pair the product
    /// of all D over that of D^(n - 2), D^(n - 4), .., 1.
    #[inline(always)]
    pub fn block<F: Field<Elem = E>>(&self, field: &F) -> Fraction<E> {
        let denominator = field.mul(self.prefixes, self.prefixes);
        Fraction { numerator: self.prefix, denominator, off: self.off }
    }

    /// The fraction with a numerator, for a matrix of `n` rows of which one or two are left.
    #[inline(always)]
    pub fn finish<F: Field<Elem = E>>(&self, field: &F, numerator: E, n: u32) -> Fraction<E> {
        let mut denominator = field.mul(self.prefixes, self.prefixes);
        if n.is_multiple_of(2) {
            denominator = field.mul(denominator, self.prefix);
        }
        Fraction { numerator, denominator, off: self.off }
    }
}

/// Eliminates with the pivots k and k + 1 in the rows and columns behind them; returns how many rows were left alone.
#[inline(always)]
fn step<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    m: &mut Square<'_, R>,
    k: u32,
    pair: &Pair<F::Elem>,
) -> u32 {
    let (n, d) = (m.n, pair.determinant);
    let mut alone = 0;
    if T::SOLO {
        for i in k + 2..n {
            let (x, y) = (m.get(i, k), m.get(i, k + 1));
            if field.zeros(x) & field.zeros(y) == F::ALL {
                alone += 1;
                continue;
            }
            let (u, v) = pair.multipliers(field, x, y);
            for j in k + 2..n {
                let element = field.dot3(d, m.get(i, j), u, m.get(k, j), v, m.get(k + 1, j));
                m.set(i, j, element);
            }
            team.passed(n - k - 2);
        }
        return alone;
    }
    // A thread has columns of its own, so that neighbours meet neighbouring words; where there are fewer columns than threads, several
    // groups of threads take different rows. Multipliers take the place of what they eliminate.
    team.each(n - k - 2, |i| {
        let i = k + 2 + i;
        let (u, v) = pair.multipliers(field, m.get(i, k), m.get(i, k + 1));
        m.set(i, k, u);
        m.set(i, k + 1, v);
    });
    team.sync();
    let columns = n - k - 2;
    let groups = (team.size() / columns).max(1);
    let (first, group) = if groups > 1 { (team.rank() % columns, team.rank() / columns) } else { (team.rank(), 0) };
    if group < groups {
        let mut j = k + 2 + first;
        while j < n {
            let (above, below) = (m.get(k, j), m.get(k + 1, j));
            let mut i = k + 2 + group;
            while i < n {
                let element = field.dot3(d, m.get(i, j), m.get(i, k), above, m.get(i, k + 1), below);
                m.set(i, j, element);
                i += groups;
            }
            // With several groups each thread has one column.
            j += if groups > 1 { n } else { team.size() };
        }
    }
    team.sync();
    0
}

/// The determinant of the matrix `m` of n x n elements, n >= 1, row by row, whose first `rank` pivots are on the diagonal; with `rank` < n
/// it is 0, and lanes in which the matrix has a higher rank are off. All threads see `m`, which is destroyed, and return the same.
///
/// n^3 / 6 element steps of three products and one reduction, for two barriers each n / 2 times.
#[inline(always)]
pub fn determinant<F: Field, R: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    m: &mut R,
    n: u32,
    rank: u32,
) -> Fraction<F::Elem> {
    let mut m = Square { row: m, n };
    let (mut k, mut numerator, mut pivots) = (0, field.one(), Pivots::new(field));
    while k + 2 <= rank && k + 2 < n && !team.is_stopped() {
        let pair = m.pair(field, k);
        pivots.take(field, pair.determinant);
        let alone = step(field, team, &mut m, k, &pair);
        if alone > 0 {
            numerator = field.mul(numerator, field.pow(pair.determinant, alone));
        }
        k += 2;
    }
    if rank < n {
        let off = pivots.off | rest(field, team, &mut m, k, rank);
        return Fraction { numerator: field.zero(), denominator: field.one(), off };
    }
    let last = if n - k == 2 { m.pair(field, k).determinant } else { m.get(k, k) };
    pivots.finish(field, field.mul(numerator, last), n)
}

/// The lanes in which what is left from row and column `k` on, `rank` - k <= 1, has another rank than that, or its pivot vanishes.
#[inline(always)]
fn rest<F: Field, R: Row<F::Elem>, T: Team>(field: &F, team: T, m: &mut Square<'_, R>, k: u32, rank: u32) -> u32 {
    let n = m.n;
    let pivot = (rank > k).then(|| m.get(k, k));
    let mut off = pivot.map_or(0, |pivot| field.zeros(pivot));
    // Each row's lanes that are not zero, as ones in its first element.
    team.each(n - rank, |i| {
        let i = rank + i;
        let minus = pivot.map(|_| field.neg(m.get(i, k)));
        let mut zeros = F::ALL;
        for j in rank..n {
            let element = match (pivot, minus) {
                (Some(pivot), Some(minus)) => field.dot2(pivot, m.get(i, j), minus, m.get(k, j)),
                _ => m.get(i, j),
            };
            zeros &= field.zeros(element);
        }
        m.set(i, rank, field.select(zeros, field.zero(), field.one()));
    });
    team.sync();
    for i in rank..n {
        off |= F::ALL & !field.zeros(m.get(i, rank));
    }
    off
}
