//! Interpolation at any distinct points by the Schur algorithm on a Vandermonde matrix.
//!
//! P. Emeliyanenko, Computing resultants on graphics processing units: towards GPU-accelerated computer algebra,
//! J. Parallel Distrib. Comput. 73 (2013), sections 2.5, 2.6 and 5.6, Algorithm 2.
//!
//! The matrix (V, -y; I, 0) with V\[i\]\[j\] = x_i^j has displacement rank 2; the Schur complement of V in it is V^-1 y, the
//! coefficients. Of the generators only the 2n x 2 matrix G = (a, b) changes. It starts as a = (1, ..., 1 | 1, 0, ..., 0),
//! b = (y_0, ..., y_(n-1) | 0, ..., 0), and step j = 0, ..., n-1 with its top row (a_j, b_j) is, for all rows i > j,
//!
//! > b_i <- a_i b_j - b_i a_j,  then  a_i <- x_i a_i - x_j a_i (i < n),  a_n <- -x_j a_n,  a_i <- a_(i-1) - x_j a_i (i > n),
//!
//! the rotation (4) with (c_0, d_0) = (1, 0) and the product with F_j - x_j I of (10). So a_i is the product of the
//! x_i - x_k, k < j, for i < n, and a_(n+r) is the coefficient of x^r in the product of the x - x_k; the last row that is
//! not zero is n + j, with a = 1, b = 0.
//!
//! **Window.** Row j is dead after step j, the step in which row n + j comes alive: n rows matter at any time and row n + j
//! takes the slot of row j. Slots below j hold coefficients (row n + slot), slots above j hold points (row slot).
//!
//! **Sign.** Every step divides by -a_j, and the answer is -b, so b\[n..2n\] is the coefficients times
//! (-1)^(n+1) a_0 a_1 ... a_(n-1), where a_j is taken at step j: the denominator returned here. (The printed algorithm
//! negates b instead, does not reset s and t for row n, and writes a row 2n that does not exist.)

use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;
use core::ops::Range;

/// The top row of G in one step, with its point.
#[derive(Clone, Copy)]
struct Pivot<E> {
    minus_a: E,
    b: E,
    minus_x: E,
}

impl<E: Copy> Pivot<E> {
    #[inline(always)]
    fn new<F: Field<Elem = E>>(field: &F, a: E, b: E, x: E) -> Self {
        Pivot { minus_a: field.neg(a), b, minus_x: field.neg(x) }
    }

    /// a_i b_j - b_i a_j.
    #[inline(always)]
    fn rotate<F: Field<Elem = E>>(&self, field: &F, a: E, b: E) -> E {
        field.dot2(a, self.b, b, self.minus_a)
    }

    /// a_(i-1) - x_j a_i: the next coefficient of (x - x_j) times the product so far.
    #[inline(always)]
    fn coefficient<F: Field<Elem = E>>(&self, field: &F, below: E, a: E) -> E {
        field.add(below, field.mul(self.minus_x, a))
    }

    /// (x_i - x_j) a_i.
    #[inline(always)]
    fn point<F: Field<Elem = E>>(&self, field: &F, x: E, a: E) -> E {
        field.mul(field.add(x, self.minus_x), a)
    }
}

/// Interpolates in memory: for pairwise distinct `x` and values y_i in `b`, leaves d f_i in `b` and returns d, where f is
/// the polynomial of degree less than n with f(x_i) = y_i. n >= 1; d is zero in a lane exactly when two of its points are
/// equal.
///
/// `a` and `spare` are work rows of n elements; a team of one thread does not touch `spare`. Every thread of the team
/// returns the same value. n^2 element steps of five products (four for points) and two reductions, n + 1 barriers.
#[inline(always)]
pub fn interpolate<F: Field, R: Row<F::Elem>, S: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    n: u32,
    x: &R,
    b: &mut R,
    mut a: S,
    mut spare: S,
) -> F::Elem {
    let mut i = team.rank();
    while i < n {
        a.set(i, field.one());
        i += team.size();
    }
    team.sync();
    let mut denominator = field.neg(field.one());
    for j in 0..n {
        let pivot = Pivot::new(field, a.get(j), b.get(j), x.get(j));
        denominator = field.mul(denominator, pivot.minus_a);
        // Row n + j enters slot j with a = 1, b = 0: the rotation gives it b_j, which is there already.
        if T::SOLO {
            step(field, pivot, n, j, x, b, &mut a);
        } else {
            // Neighbours read the old a while the new one is written, and all threads read b_j, which nobody writes.
            let mut i = team.rank();
            while i < n {
                let a_i = if i == j { field.one() } else { a.get(i) };
                if i != j {
                    b.set(i, pivot.rotate(field, a_i, b.get(i)));
                }
                let next = if i > j {
                    pivot.point(field, x.get(i), a_i)
                } else {
                    let below = if i == 0 { field.zero() } else { a.get(i - 1) };
                    pivot.coefficient(field, below, a_i)
                };
                spare.set(i, next);
                i += team.size();
            }
            core::mem::swap(&mut a, &mut spare);
            team.sync();
        }
    }
    denominator
}

/// Step j of one thread.
#[inline(always)]
fn step<F: Field, R: Row<F::Elem>, S: Row<F::Elem>>(
    field: &F,
    pivot: Pivot<F::Elem>,
    n: u32,
    j: u32,
    x: &R,
    b: &mut R,
    a: &mut S,
) {
    let mut below = field.zero();
    for i in 0..j {
        let a_i = a.get(i);
        b.set(i, pivot.rotate(field, a_i, b.get(i)));
        a.set(i, pivot.coefficient(field, below, a_i));
        below = a_i;
    }
    a.set(j, field.add(below, pivot.minus_x));
    for i in j + 1..n {
        let a_i = a.get(i);
        b.set(i, pivot.rotate(field, a_i, b.get(i)));
        a.set(i, pivot.point(field, x.get(i), a_i));
    }
}

/// Steps `steps` of [`interpolate`] by one thread, which may look around between two calls. Before step 0 all `a` are 1; the
/// product of what the calls return, times -1, is what [`interpolate`] returns.
#[inline(always)]
pub fn interpolate_steps<F: Field, R: Row<F::Elem>, S: Row<F::Elem>>(
    field: &F,
    steps: Range<u32>,
    n: u32,
    x: &R,
    b: &mut R,
    a: &mut S,
) -> F::Elem {
    let mut factor = field.one();
    for j in steps {
        let pivot = Pivot::new(field, a.get(j), b.get(j), x.get(j));
        factor = field.mul(factor, pivot.minus_a);
        step(field, pivot, n, j, x, b, a);
    }
    factor
}

/// Number of elements of the exchange row of [`interpolate_rows`] for a team of `size` threads.
pub const fn exchange_len(size: u32) -> u32 {
    2 * (size + 3)
}

/// Interpolates as [`interpolate`] does, with `ROWS` rows of G in the registers of each thread: 1 <= n <= ROWS * size,
/// ROWS = 1, 2 or 4.
///
/// The steps are unrolled by ROWS, so that the register which holds the top row is known to the compiler; what is left
/// over depends on n mod ROWS, for which the body is specialised. `exchange` has [`exchange_len`] elements; one barrier a
/// step. `values` holds the y_i and then the d f_i; `x` is only read.
#[inline(always)]
pub fn interpolate_rows<F: Field, R: Row<F::Elem>, S: Row<F::Elem>, T: Team, const ROWS: usize>(
    field: &F,
    team: T,
    n: u32,
    x: &R,
    values: &mut R,
    exchange: &mut S,
) -> F::Elem {
    match n % ROWS as u32 {
        0 => interpolate_parity::<F, R, S, T, ROWS, 0>(field, team, n, x, values, exchange),
        1 => interpolate_parity::<F, R, S, T, ROWS, 1>(field, team, n, x, values, exchange),
        2 => interpolate_parity::<F, R, S, T, ROWS, 2>(field, team, n, x, values, exchange),
        _ => interpolate_parity::<F, R, S, T, ROWS, 3>(field, team, n, x, values, exchange),
    }
}

/// The rows of G that one thread holds: slots rank * ROWS and following.
struct Window<E, const ROWS: usize> {
    /// x_i for a point, 1 for a coefficient: the factor t of a_i <- s t - a_i x_j.
    t: [E; ROWS],
    a: [E; ROWS],
    b: [E; ROWS],
    /// Product of -a_j over the steps whose top row was here.
    product: E,
}

impl<E: Copy, const ROWS: usize> Window<E, ROWS> {
    /// The steps whose top rows are the first `count` of thread k. Spelled out: registers have no index at run time.
    #[inline(always)]
    fn steps<F: Field<Elem = E>, S: Row<E>, T: Team>(
        &mut self,
        field: &F,
        team: T,
        exchange: &mut S,
        k: u32,
        count: usize,
    ) {
        if count > 0 {
            self.step(field, team, exchange, k, 0);
        }
        if count > 1 {
            self.step(field, team, exchange, k, 1);
        }
        if count > 2 {
            self.step(field, team, exchange, k, 2);
        }
        if count > 3 {
            self.step(field, team, exchange, k, 3);
        }
    }

    /// Step j = k ROWS + q, whose top row is row q of thread k. `q` is a constant of the caller's.
    #[inline(always)]
    fn step<F: Field<Elem = E>, S: Row<E>, T: Team>(&mut self, field: &F, team: T, exchange: &mut S, k: u32, q: usize) {
        let rank = team.rank();
        // Two buffers in turn: whoever writes this one again has passed the next barrier, so all have read it.
        let base = ((k * ROWS as u32 + q as u32) & 1) * (team.size() + 3);
        let shared = base + team.size();
        exchange.set(base + rank, self.a[ROWS - 1]);
        if rank == k {
            exchange.set(shared, self.a[q]);
            exchange.set(shared + 1, self.b[q]);
            exchange.set(shared + 2, self.t[q]);
            self.product = field.mul(self.product, field.neg(self.a[q]));
            self.t[q] = field.one();
            self.a[q] = field.one();
            self.b[q] = field.zero();
        }
        team.sync();
        let pivot = Pivot::new(field, exchange.get(shared), exchange.get(shared + 1), exchange.get(shared + 2));
        let mut below = if rank == 0 { field.zero() } else { exchange.get(base + rank - 1) };
        for row in 0..ROWS {
            let is_coefficient = if row <= q { rank <= k } else { rank < k };
            let a = self.a[row];
            let s = if is_coefficient { below } else { a };
            self.b[row] = pivot.rotate(field, a, self.b[row]);
            self.a[row] = field.dot2(s, self.t[row], a, pivot.minus_x);
            below = a;
        }
    }
}

#[inline(always)]
fn interpolate_parity<F, R, S, T, const ROWS: usize, const TAIL: usize>(
    field: &F,
    team: T,
    n: u32,
    x: &R,
    values: &mut R,
    exchange: &mut S,
) -> F::Elem
where
    F: Field,
    R: Row<F::Elem>,
    S: Row<F::Elem>,
    T: Team,
{
    let rank = team.rank();
    let first = rank * ROWS as u32;
    // Threads whose rows all exist; one more has TAIL rows. Rows that do not exist are computed and never read.
    let full = n / ROWS as u32;
    let owners = |row: usize| full + (row < TAIL) as u32;
    let mut window =
        Window { t: [field.one(); ROWS], a: [field.one(); ROWS], b: [field.zero(); ROWS], product: field.one() };
    for row in 0..ROWS {
        if rank < owners(row) {
            window.t[row] = x.get(first + row as u32);
            window.b[row] = values.get(first + row as u32);
        }
    }
    for k in 0..full {
        window.steps(field, team, exchange, k, ROWS);
    }
    window.steps(field, team, exchange, full, TAIL);
    for row in 0..ROWS {
        if rank < owners(row) {
            values.set(first + row as u32, window.b[row]);
        }
    }
    team.sync();
    field.neg(product(field, team, window.product, exchange))
}

/// The product of every thread's `value`, by halving; `row` has one element per thread. ceil(log2(size)) + 1 barriers.
#[inline(always)]
fn product<F: Field, S: Row<F::Elem>, T: Team>(field: &F, team: T, value: F::Elem, row: &mut S) -> F::Elem {
    let rank = team.rank();
    row.set(rank, value);
    team.sync();
    let mut left = team.size();
    while left > 1 {
        let half = left.div_ceil(2);
        if rank + half < left {
            row.set(rank, field.mul(row.get(rank), row.get(rank + half)));
        }
        team.sync();
        left = half;
    }
    row.get(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Bundle, Lanes4, Mont31, Mont31x4};
    use crate::team::Solo;

    const PRIMES: [u32; 4] = [1_431_655_751, 65_537, 1_073_741_789, 7_340_033];
    const SIZES: [u32; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 70];

    fn field(p: u32) -> Mont31 {
        Mont31::new(p).unwrap()
    }

    /// n distinct points, one of them 0, and values among which is 0, in Montgomery form.
    fn problem(f: &Mont31, n: u32, seed: u32) -> (Vec<u32>, Vec<u32>) {
        let step = 1 + seed * 2;
        let x = (0..n).map(|i| f.enter((i * step) % f.modulus())).rev().collect();
        let y = (0..n).map(|i| f.enter((i ^ seed).wrapping_mul(2_654_435_761) % f.modulus())).collect();
        (x, y)
    }

    fn evaluate(f: &Mont31, coefficients: &[u32], x: u32) -> u32 {
        coefficients.iter().rev().fold(0, |acc, &c| f.add(f.mul(acc, x), c))
    }

    fn check(f: &Mont31, x: &[u32], y: &[u32], scaled: &[u32], d: u32) {
        assert_ne!(d, 0);
        for (&point, &value) in x.iter().zip(y) {
            assert_eq!(evaluate(f, scaled, point), f.mul(value, d), "n = {}", x.len());
        }
    }

    #[test]
    fn steps_may_be_taken_apart() {
        let f = field(PRIMES[0]);
        for n in SIZES {
            let (mut x, y) = problem(&f, n, 3);
            let (mut whole, mut a) = (y.clone(), vec![0; n as usize]);
            let d = interpolate(&f, Solo, n, &&mut x[..], &mut &mut whole[..], &mut a[..], &mut []);
            for size in [1, 3, n] {
                let (mut b, mut a, mut found) = (y.clone(), vec![f.one(); n as usize], f.neg(f.one()));
                for first in (0..n).step_by(size as usize) {
                    let steps = first..n.min(first + size);
                    let factor = interpolate_steps(&f, steps, n, &&mut x[..], &mut &mut b[..], &mut &mut a[..]);
                    found = f.mul(found, factor);
                }
                assert_eq!((&b, found), (&whole, d), "{n} {size}");
            }
        }
    }

    /// Equations (4), (9), (10) on the whole 2n x 2 generator, with F = diag(x) + Z_n as a matrix.
    fn literal(f: &Mont31, x: &[u32], y: &[u32]) -> (Vec<u32>, u32) {
        let n = x.len();
        let mut big_f = vec![vec![0; 2 * n]; 2 * n];
        for i in 0..n {
            big_f[i][i] = x[i];
            if i > 0 {
                big_f[n + i][n + i - 1] = f.one();
            }
        }
        let mut a: Vec<u32> = (0..2 * n).map(|i| if i <= n { f.one() } else { 0 }).collect();
        let mut b: Vec<u32> = (0..2 * n).map(|i| if i < n { y[i] } else { 0 }).collect();
        let mut d = f.neg(f.one());
        for j in 0..n {
            let (aj, bj) = (a[j], b[j]);
            d = f.neg(f.mul(d, aj));
            let rotated: Vec<u32> = (0..2 * n).map(|i| f.sub(f.mul(a[i], bj), f.mul(b[i], aj))).collect();
            let shifted = |i: usize| (j..2 * n).fold(0, |s, k| f.add(s, f.mul(big_f[i][k], a[k])));
            let next: Vec<u32> =
                (0..2 * n).map(|i| if i < j { 0 } else { f.sub(shifted(i), f.mul(big_f[j][j], a[i])) }).collect();
            assert_eq!((next[j], rotated[j]), (0, 0), "the top row must vanish");
            (a, b) = (next, rotated);
        }
        (b[n..].to_vec(), d)
    }

    #[test]
    fn solo_interpolates_and_follows_the_generator() {
        for p in PRIMES {
            let f = field(p);
            for n in SIZES {
                let (mut x, y) = problem(&f, n, n);
                let mut b = y.clone();
                let mut a = vec![0; n as usize];
                let d = interpolate(&f, Solo, n, &&mut x[..], &mut &mut b[..], &mut a[..], &mut []);
                check(&f, &x, &y, &b, d);
                assert_eq!(literal(&f, &x, &y), (b, d));
            }
        }
    }

    #[test]
    fn equal_points_give_denominator_zero() {
        let f = field(PRIMES[0]);
        let (mut x, mut b) = problem(&f, 9, 1);
        x[7] = x[2];
        let d = interpolate(&f, Solo, 9, &&mut x[..], &mut &mut b[..], &mut [0; 9][..], &mut []);
        assert_eq!(d, 0);
    }

    #[test]
    fn lanes_are_independent() {
        let fields = PRIMES.map(field);
        let lanes = Mont31x4::from_primes(&fields).unwrap();
        for n in SIZES {
            let problems: Vec<_> = fields.iter().enumerate().map(|(l, f)| problem(f, n, n + l as u32)).collect();
            let pack = |pick: &dyn Fn(usize) -> u32| Lanes4([pick(0), pick(1), pick(2), pick(3)]);
            let mut x: Vec<Lanes4> = (0..n as usize).map(|i| pack(&|l| problems[l].0[i])).collect();
            let mut b: Vec<Lanes4> = (0..n as usize).map(|i| pack(&|l| problems[l].1[i])).collect();
            let mut a = vec![Lanes4([0; 4]); n as usize];
            let d = interpolate(&lanes, Solo, n, &&mut x[..], &mut &mut b[..], &mut a[..], &mut []);
            for (l, f) in fields.iter().enumerate() {
                let scaled: Vec<u32> = b.iter().map(|e| e.0[l]).collect();
                check(f, &problems[l].0, &problems[l].1, &scaled, d.0[l]);
            }
        }
    }
}
