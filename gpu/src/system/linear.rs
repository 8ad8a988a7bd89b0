//! Linear systems over the complex numbers, one in every lane.

use super::team::Agree;
use crate::arith::Ring;
use crate::floating::real::Part;
use crate::floating::{Complex, Float, Real, Scalar};
use crate::memory::Row;
use crate::team::Team;

/// Pivots from here on have an inverse without overflow; below, a matrix is singular.
const LEAST: f64 = f64::from_bits((1023 - 1000) << 52);

/// The result of elimination in every lane. The size of a + b i is |a| + |b|, of the leading doubles.
#[derive(Clone, Copy)]
pub struct Pivots<R: Real> {
    /// The smallest pivot: below 2^-1000 for a singular matrix, infinite for n = 0.
    pub smallest: Part<R>,
    /// The largest one, not finite where an element is beyond the range of doubles; 0 for n = 0.
    pub largest: Part<R>,
}

impl<R: Real> Pivots<R> {
    /// Lanes whose matrix has an inverse: all pivots are from 2^-1000 to the largest double.
    #[inline(always)]
    pub fn regular(&self, f: &R::Float) -> <R::Float as Float>::Mask {
        // A comparison with NaN is false.
        let largest = f.select(f.less(f.splat(LEAST), self.smallest), self.largest, f.splat(f64::INFINITY));
        f.less(largest, f.splat(f64::INFINITY))
    }

    /// The smallest over the largest pivot; 0 where the matrix is singular, 1 for n = 0.
    ///
    /// For a matrix with one small singular value it is of the size of that value over the largest one, mostly. It is no bound: there are
    /// triangular matrices, near singular ones, with ones on the diagonal (W. Kahan, Numerical linear algebra, Canad. Math. Bull. 9 (1966)).
    #[inline(always)]
    pub fn ratio(&self, f: &R::Float) -> Part<R> {
        let regular = f.select(self.regular(f), f.div(self.smallest, self.largest), f.splat(0.0));
        f.select(f.less(regular, f.splat(1.0)), regular, f.splat(1.0))
    }
}

/// X with A X = B for n x n matrices A, in place of B. The matrix \[A | B\] lies row by row, each of n + `columns` elements.
///
/// Crout's form of elimination with partial pivoting, A = L U with ones on the diagonal of U: column k of L below the rows that are done,
/// then row k of U, each element what it was less a sum of products that is kept in registers, so that the matrix is written once
/// (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 9.2 and algorithm 9.2). Columns of B are columns of U. About
/// n^3 / 3 + `columns` n^2 products, n divisions.
///
/// Where A is singular X is without meaning, but finite if \[A | B\] is and nothing overflows; the pivots tell.
///
/// The caller synchronises the team before, and after where rows of B are read by other members.
#[inline(always)]
pub fn solve<R: Real>(
    ring: &Complex<R>,
    team: &impl Agree<R::Float>,
    n: u32,
    columns: u32,
    matrix: &mut impl Row<[R::Elem; 2]>,
) -> Pivots<R> {
    let f = ring.0.float();
    let width = n + columns;
    let mut pivots = Pivots { smallest: f.splat(f64::INFINITY), largest: f.splat(0.0) };
    for k in 0..n {
        // The largest element on and below the diagonal, and its row. NaN is never larger.
        let (mut size, mut row) = (f.splat(-1.0), f.count(k));
        for i in team.turns(n - k) {
            let i = k + i;
            let element = minus_products(ring, i * width, k, width, k, matrix);
            let found = f.add(f.abs(ring.0.leading(element[0])), f.abs(ring.0.leading(element[1])));
            let larger = f.less(size, found);
            (size, row) = (f.select(larger, found, size), f.select(larger, f.count(i), row));
            matrix.set(i * width + k, element);
        }
        let (size, row) = team.pivot(&f, size, row);
        team.sync();
        exchange::<R>(ring, team, k, row, n, width, matrix);
        team.sync();
        let usable = Pivots::<R> { smallest: size, largest: size }.regular(&f);
        let one = ring.one();
        let inverse = ring.div(one, select(ring, usable, matrix.get(k * width + k), one));
        for j in team.turns(width - k - 1) {
            let j = k + 1 + j;
            let element = minus_products(ring, k * width, j, width, k, matrix);
            matrix.set(k * width + j, ring.mul(element, inverse));
        }
        team.sync();
        pivots.smallest = f.select(f.less(size, pivots.smallest), size, pivots.smallest);
        pivots.largest = f.select(f.less(pivots.largest, size), size, pivots.largest);
    }
    substitute_back(ring, team, n, columns, matrix);
    pivots
}

/// [`solve`] for a team that has a thread for every few elements of the matrix: row k of U leaves all rows below as soon as it is known, each element
/// by a thread of its own. Every element goes through the operations of [`solve`] in the same order, so that the bits are the same; n steps follow each
/// other in place of n^2 / 2. For one problem, not for one in every lane.
///
/// `column` are threads of the team that look for a pivot, all of them or each group by itself.
///
/// The caller synchronises the team before, and after where rows of B are read by other members.
#[inline(always)]
pub fn solve_at_once<R: Real<Float = Scalar>>(
    ring: &Complex<R>,
    team: &impl Team,
    column: &impl Agree<Scalar>,
    n: u32,
    columns: u32,
    matrix: &mut impl Row<[R::Elem; 2]>,
) -> Pivots<R> {
    let f = ring.0.float();
    let width = n + columns;
    let mut pivots = Pivots { smallest: f64::INFINITY, largest: 0.0 };
    for k in 0..n {
        let (mut size, mut row) = (-1.0, f64::from(k));
        for i in column.turns(n - k) {
            let i = k + i;
            let element = matrix.get(i * width + k);
            let found = ring.0.leading(element[0]).abs() + ring.0.leading(element[1]).abs();
            (size, row) = if size < found { (found, f64::from(i)) } else { (size, row) };
        }
        let (size, row) = column.pivot(&f, size, row);
        team.sync();
        exchange::<R>(ring, team, k, row, n, width, matrix);
        team.sync();
        let usable = Pivots::<R> { smallest: size, largest: size }.regular(&f);
        let one = ring.one();
        let inverse = ring.div(one, select(ring, usable, matrix.get(k * width + k), one));
        for j in team.turns(width - k - 1) {
            let at = k * width + k + 1 + j;
            matrix.set(at, ring.mul(matrix.get(at), inverse));
        }
        team.sync();
        let (rows, right) = (n - k - 1, width - k - 1);
        for at in team.turns(rows * right) {
            let (i, j) = (k + 1 + at / right, k + 1 + at % right);
            let product = ring.mul(matrix.get(i * width + k), matrix.get(k * width + j));
            matrix.set(i * width + j, ring.sub(matrix.get(i * width + j), product));
        }
        team.sync();
        pivots.smallest = f.select(f.less(size, pivots.smallest), size, pivots.smallest);
        pivots.largest = f.select(f.less(pivots.largest, size), size, pivots.largest);
    }
    substitute_back(ring, team, n, columns, matrix);
    pivots
}

/// Each unknown that is known leaves the rows above it: from U and L^-1 B to X.
#[inline(always)]
fn substitute_back<R: Real>(
    ring: &Complex<R>,
    team: &impl Team,
    n: u32,
    columns: u32,
    matrix: &mut impl Row<[R::Elem; 2]>,
) {
    let width = n + columns;
    for i in (1..n).rev() {
        for j in n..width {
            let x = matrix.get(i * width + j);
            for above in team.turns(i) {
                let at = above * width;
                let rest = ring.sub(matrix.get(at + j), ring.mul(matrix.get(at + i), x));
                matrix.set(at + j, rest);
            }
        }
        team.sync();
    }
}

/// Element `j` of the row that begins at `row`, less the sum of element t of the row times element (t, j) for t below `count`.
#[inline(always)]
fn minus_products<R: Real>(
    ring: &Complex<R>,
    row: u32,
    j: u32,
    width: u32,
    count: u32,
    matrix: &impl Row<[R::Elem; 2]>,
) -> [R::Elem; 2] {
    let mut sum = matrix.get(row + j);
    for t in 0..count {
        sum = ring.sub(sum, ring.mul(matrix.get(row + t), matrix.get(t * width + j)));
    }
    sum
}

/// Exchanges row `k` with row `row` >= k, in every lane another one.
#[inline(always)]
fn exchange<R: Real>(
    ring: &Complex<R>,
    team: &impl Team,
    k: u32,
    row: Part<R>,
    n: u32,
    width: u32,
    matrix: &mut impl Row<[R::Elem; 2]>,
) {
    let f = ring.0.float();
    if R::LANES == 1 {
        let i = R::Float::lane(&row, 0) as u32;
        if i != k {
            for j in team.turns(width) {
                let (upper, lower) = (matrix.get(k * width + j), matrix.get(i * width + j));
                matrix.set(k * width + j, lower);
                matrix.set(i * width + j, upper);
            }
        }
        return;
    }
    for i in k + 1..n {
        let here = f.less(f.abs(f.sub(row, f.count(i))), f.splat(0.5));
        // There are as many such rows as lanes, at most.
        if f.bits(here) != 0 {
            for j in team.turns(width) {
                let (upper, lower) = (matrix.get(k * width + j), matrix.get(i * width + j));
                matrix.set(k * width + j, select(ring, here, lower, upper));
                matrix.set(i * width + j, select(ring, here, upper, lower));
            }
        }
    }
}

/// Lane by lane `a` where `mask` is true, `b` elsewhere.
#[inline(always)]
pub fn select<R: Real>(
    ring: &Complex<R>,
    mask: <R::Float as Float>::Mask,
    a: [R::Elem; 2],
    b: [R::Elem; 2],
) -> [R::Elem; 2] {
    [ring.0.select(mask, a[0], b[0]), ring.0.select(mask, a[1], b[1])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floating::{Double, DoubleDouble, QuadDouble};
    use crate::team::Solo;

    /// Random parts in [-1, 1).
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) as f64 / (1u64 << 30) as f64 - 1.0
        }
    }

    /// The largest part of A X - B over the unit, for random matrices, some with zeros on the diagonal.
    fn residual<R: Real<Float = Scalar>>(reals: R, n: u32, columns: u32, holes: bool) -> f64 {
        let ring = Complex(reals);
        let mut random = Random(u64::from(n) + 1);
        let width = n + columns;
        let mut matrix: Vec<_> = (0..n * width)
            .map(|i| match holes && i % (width + 1) == 0 {
                true => ring.zero(),
                false => [reals.of_f64(random.next()), reals.of_f64(random.next())],
            })
            .collect();
        let given = matrix.clone();
        let pivots = solve(&ring, &Solo, n, columns, &mut &mut matrix[..]);
        // The same operations in another order.
        let mut at_once = given.clone();
        let same = solve_at_once(&ring, &Solo, &Solo, n, columns, &mut &mut at_once[..]);
        assert!((same.smallest, same.largest) == (pivots.smallest, pivots.largest));
        let unknowns = |matrix: &[[R::Elem; 2]]| {
            let row = |i: u32| matrix[(i * width + n) as usize..((i + 1) * width) as usize].to_vec();
            (0..n).flat_map(row).map(|x| x.map(|part| part.as_ref().to_vec())).collect::<Vec<_>>()
        };
        assert!(unknowns(&at_once) == unknowns(&matrix), "{n}");
        assert!(pivots.regular(&Scalar) && pivots.ratio(&Scalar) > 1e-6);
        let mut largest = 0f64;
        for i in 0..n {
            for j in n..width {
                let at = |i: u32, j: u32| (i * width + j) as usize;
                let sum = (0..n).fold(ring.neg(given[at(i, j)]), |sum, k| {
                    ring.add(sum, ring.mul(given[at(i, k)], matrix[at(k, j)]))
                });
                largest = largest.max(reals.leading(sum[0]).abs()).max(reals.leading(sum[1]).abs());
            }
        }
        largest / R::ERROR
    }

    #[test]
    fn solutions_solve() {
        for (n, columns) in [(1, 1), (2, 0), (2, 1), (3, 2), (7, 1), (16, 2), (64, 1)] {
            for holes in [false, n > 1] {
                let most = 64.0 * f64::from(n * n);
                assert!(residual(Double(Scalar), n, columns, holes) < most, "{n}");
                assert!(residual(DoubleDouble(Scalar), n, columns, holes) < most, "{n}");
                assert!(residual(QuadDouble(Scalar), n, columns, holes) < most, "{n}");
            }
        }
    }

    #[test]
    fn singular_matrices_are_told() {
        let ring = Complex(Double(Scalar));
        let real = |x: f64| [[x], [0.0]];
        for (a, regular) in [
            ([0.0, 0.0, 0.0, 0.0], false),
            ([1.0, 2.0, 2.0, 4.0], false),
            ([0.0, 0.0, 1.0, 1.0], false),
            ([0.0, 1.0, 1.0, 0.0], true),
            ([f64::NAN, 1.0, f64::NAN, 1.0], false),
            ([f64::INFINITY, 1.0, 1.0, 1.0], false),
            ([1e-305, 0.0, 0.0, 1.0], false),
        ] {
            let mut matrix = [real(a[0]), real(a[1]), real(1.0), real(a[2]), real(a[3]), real(1.0)];
            let pivots = solve(&ring, &Solo, 2, 1, &mut &mut matrix[..]);
            assert_eq!(pivots.regular(&Scalar), regular, "{a:?}");
            assert_eq!(pivots.ratio(&Scalar) > 0.0, regular, "{a:?}");
            if a.iter().all(|a| a.is_finite()) {
                assert!([matrix[2], matrix[5]].iter().flatten().flatten().all(|x| x.is_finite()), "{a:?}");
            }
        }
        let pivots = solve(&ring, &Solo, 0, 1, &mut &mut [][..]);
        assert!(pivots.ratio(&Scalar) == 1.0 && pivots.regular(&Scalar));
    }
}
