//! Determinants of small and of sparse matrices over Z, without primes: expansion by minors.
//!
//! For the rows in an order r_1, .., r_n, and a set S of k columns, M(S) is the minor of the rows r_1, .., r_k and the columns S:
//! M({}) = 1, and M(S) = sum over j in S of (-1)^(number of columns of S behind j) m(r_k, j) M(S - {j}). The determinant is M of all columns, times the sign
//! of the order. Each minor that is not 0 is computed once, and only from minors that are not 0: a full matrix has 2^n of them, a banded one few. The rows with the
//! fewest entries come first.
//!
//! All products are exact, so that nothing is left to a bound or a prime. The number of products of terms is known to be at most
//! sum over S, j of terms(m(r_k, j)) T(S - {j}), where T(S) is at most the number of terms of all products in M(S), and at most that of the box of its exponents.
//!
//! Source: Gentleman and Johnson, Analysis of algorithms, a case study: determinants of matrices with polynomial entries, ACM Trans. Math. Softw. 2
//! (1976).

use super::options::DeterminantOptions;
use super::verify;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::DeterminantMethod;
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::blocks::is_odd;
use crate::plan::grid::Evaluation;
use crate::poly::{Matrix, Polynomial, Term, size};
use crate::run::memory;
use crate::run::options::Backend;
use rayon::prelude::*;
use rug::Integer;
use rustc_hash::FxHashMap;

/// Rows of the largest matrix that is looked at: a set of columns is a word.
const MOST_ROWS: usize = 32;

/// Minors of one size of which a prediction is made, and products of terms, at most: such an expansion takes a few seconds.
const MOST_MINORS: usize = 1 << 13;
const MOST_PRODUCTS: f64 = 2e7;

/// Nanoseconds of a product of terms that is added to a sum, for coefficients of one word, and of each word more.
const PRODUCT: f64 = 120.0;
const WORD: f64 = 5.0;

/// Nanoseconds of a computation modulo primes that one thread does as fast as many: its plan, and its launch.
const GRID: f64 = 2e5;
/// Nanoseconds of a point modulo a prime for each entry, and for each of n^3 / 3 steps of elimination: one core with AVX2.
const VALUE: f64 = 4.0;
const STEP: f64 = 1.0;

/// An expansion that is predicted to take less time than the computation modulo primes.
pub(super) struct Expansion<'m> {
    matrix: &'m Matrix,
    /// The rows in their order.
    order: Vec<usize>,
    /// Products of terms for each number of rows, at most.
    products: Vec<f64>,
    /// Bytes of the host that it takes with input and answer, at most.
    pub bytes: u64,
}

/// The sizes of a matrix that a prediction depends on.
struct Sizes {
    /// Terms of each entry, row by row.
    terms: Vec<f64>,
    /// Degrees of each row, by variable.
    degrees: Vec<Vec<u32>>,
    /// log2 of a bound on the coefficients of the determinant.
    bits: f64,
}

impl Sizes {
    fn new(matrix: &Matrix) -> Self {
        let n = matrix.rows();
        let rows = || matrix.entries().chunks(n.max(1));
        let degree = |row: &[Polynomial], k| row.iter().filter_map(|entry| entry.degree_in(k)).max().unwrap_or(0);
        let norm = |entry: &Polynomial| entry.terms().iter().map(|term| term.coefficient.to_f64().abs()).sum::<f64>();
        Sizes {
            terms: matrix.entries().iter().map(|entry| entry.terms().len() as f64).collect(),
            degrees: rows().map(|row| (0..matrix.vars().len()).map(|k| degree(row, k)).collect()).collect(),
            bits: rows().map(|row| row.iter().map(norm).sum::<f64>().max(1.0).log2()).sum(),
        }
    }

    /// Terms of a polynomial whose degrees are the sums of those of these rows, at most.
    fn of_box(&self, rows: &[usize]) -> f64 {
        let variables = self.degrees.first().map_or(0, Vec::len);
        (0..variables).map(|k| 1.0 + rows.iter().map(|&i| f64::from(self.degrees[i][k])).sum::<f64>()).product()
    }
}

impl<'m> Expansion<'m> {
    /// The expansion of a square matrix, where the choices allow it and it is predicted to be faster than primes.
    ///
    /// A method, a lift or an evaluation that is asked for takes primes, and so does a device.
    pub fn new(matrix: &'m Matrix, options: &DeterminantOptions) -> Option<Self> {
        let is_free = options.method == DeterminantMethod::Auto && !options.contraction;
        let is_free = is_free && options.lift == Lift::Auto && options.evaluation == Evaluation::Auto;
        let n = matrix.rows();
        if !is_free || options.run.backend == Backend::Cuda || !matrix.is_square() || !(2..=MOST_ROWS).contains(&n) {
            return None;
        }
        let sizes = Sizes::new(matrix);
        // Norms beyond the range of doubles are those of long coefficients, for which primes are better.
        if !sizes.bits.is_finite() {
            return None;
        }
        let order = order(n, &sizes.terms);
        let (products, terms) = predicted(&order, &sizes)?;
        let words = 1.0 + sizes.bits / 64.0;
        let nanoseconds = products.iter().sum::<f64>() * (PRODUCT + WORD * words);
        let points = sizes.of_box(&order);
        let (entries, rows) = (sizes.terms.iter().filter(|&&terms| terms > 0.0).count() as f64, n as f64);
        let on_grid = points * (sizes.bits / 50.0).max(1.0) * (VALUE * entries + STEP * rows.powi(3) / 3.0);
        let term = size_of::<Term>() as f64 + 4.0 * matrix.vars().len() as f64 + 8.0 * words + 16.0;
        let bytes = size::matrix(matrix).saturating_add((terms * term) as u64);
        let is_faster = nanoseconds < GRID + on_grid / rayon::current_num_threads() as f64;
        let fits = bytes <= memory::allowed(&options.run);
        (is_faster && fits).then_some(Expansion { matrix, order, products, bytes })
    }

    /// The determinant, and the prime modulo which it was compared with an elimination at a random point.
    ///
    /// # Errors
    /// `Cancelled`; `Verification`; `Argument` where an exponent is too large.
    pub fn run(&self, options: &DeterminantOptions, clock: &mut Clock) -> Result<(Polynomial, u64)> {
        let value = clock.time("minors", || self.value(&options.run.control))?;
        let prime = clock.time("verify", || verify::compare(self.matrix, &value, &options.run))?;
        options.run.control.finish();
        Ok((value, prime))
    }

    fn value(&self, control: &Control) -> Result<Polynomial> {
        let (matrix, n) = (self.matrix, self.matrix.rows());
        let one = Polynomial::constant(matrix.vars(), Integer::from(1))?;
        let mut minors = FxHashMap::from_iter([(0u32, one)]);
        for (k, &i) in self.order.iter().enumerate() {
            let row = &matrix.entries()[i * n..(i + 1) * n];
            let section = control.next_of(self.products[k], self.products[k + 1..].iter().sum());
            let sets = next_sets(minors.keys().copied(), n, |j| !row[j].is_zero());
            let minor = |(set, columns): (u32, Vec<u32>)| -> Result<(u32, Polynomial)> {
                section.check()?;
                let mut sum = Polynomial::zero(matrix.vars())?;
                for j in columns {
                    let product = row[j as usize].checked_mul(&minors[&(set & !(1 << j))])?;
                    let behind = (u64::from(set) >> (j + 1)).count_ones();
                    sum = if behind % 2 == 0 { &sum + &product } else { &sum - &product };
                }
                section.advance(1.0 / self.minors_of(k));
                Ok((set, sum))
            };
            let found: Vec<(u32, Polynomial)> = sets.into_par_iter().map(minor).collect::<Result<_>>()?;
            minors = found.into_iter().filter(|(_, minor)| !minor.is_zero()).collect();
            section.finish();
        }
        let all = (u64::from(u32::MAX) >> (MOST_ROWS - n)) as u32;
        match minors.remove(&all) {
            Some(value) if is_odd(&self.order) => Ok(value.negate()),
            Some(value) => Ok(value),
            None => Polynomial::zero(matrix.vars()),
        }
    }

    /// Minors of k + 1 rows, at most.
    fn minors_of(&self, k: usize) -> f64 {
        let n = self.order.len() as f64;
        (0..=k).map(|i| (n - i as f64) / (i as f64 + 1.0)).product()
    }
}

/// The rows with the fewest entries first, of as many the one with the fewest terms.
fn order(n: usize, terms: &[f64]) -> Vec<usize> {
    let key = |i: usize| {
        let row = &terms[i * n..(i + 1) * n];
        (row.iter().filter(|&&terms| terms > 0.0).count(), row.iter().sum::<f64>() as u64)
    };
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| key(i));
    order
}

/// The sets of one column more than those given, with the columns by which they are reached: by elements that are not 0.
fn next_sets(sets: impl Iterator<Item = u32>, n: usize, is_there: impl Fn(usize) -> bool) -> FxHashMap<u32, Vec<u32>> {
    let mut next: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for set in sets {
        for j in (0..n as u32).filter(|&j| set >> j & 1 == 0 && is_there(j as usize)) {
            next.entry(set | 1 << j).or_default().push(j);
        }
    }
    next
}

/// Products of terms for each number of rows, at most, and terms that are in memory at the same time; `None` where they are too many, or there are no minors of all rows.
fn predicted(order: &[usize], sizes: &Sizes) -> Option<(Vec<f64>, f64)> {
    let n = order.len();
    let mut counts = FxHashMap::from_iter([(0u32, 1.0f64)]);
    let (mut products, mut most, mut all) = (Vec::with_capacity(n), 0.0f64, 0.0);
    for (k, &i) in order.iter().enumerate() {
        let row = &sizes.terms[i * n..(i + 1) * n];
        let sets = next_sets(counts.keys().copied(), n, |j| row[j] > 0.0);
        if sets.is_empty() || sets.len() > MOST_MINORS {
            return None;
        }
        let of_box = sizes.of_box(&order[..=k]);
        let mut of_rows = 0.0;
        let next: FxHashMap<u32, f64> = sets
            .into_iter()
            .map(|(set, columns)| {
                let sum: f64 = columns.iter().map(|&j| row[j as usize] * counts[&(set & !(1 << j))]).sum();
                of_rows += sum;
                (set, sum.min(of_box))
            })
            .collect();
        all += of_rows;
        if all > MOST_PRODUCTS {
            return None;
        }
        most = most.max(counts.values().sum::<f64>() + next.values().sum::<f64>());
        products.push(of_rows);
        counts = next;
    }
    Some((products, most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Determinant;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn expanded(matrix: &Matrix) -> Option<Polynomial> {
        let options = DeterminantOptions::default();
        Some(Expansion::new(matrix, &options)?.run(&options, &mut Clock::default()).unwrap().0)
    }

    fn eliminated(matrix: &Matrix) -> Polynomial {
        Determinant::new(matrix).backend(Backend::Cpu).method(DeterminantMethod::Elimination).run().unwrap().polynomial
    }

    /// n x n different symbols: n! terms with coefficients 1 and -1.
    fn symbols(n: usize) -> Matrix {
        let rows: Vec<Vec<Polynomial>> =
            (0..n).map(|i| (0..n).map(|j| format!("a{i}_{j}").parse().unwrap()).collect()).collect();
        Matrix::new(rows).unwrap()
    }

    #[test]
    fn symbols_have_all_permutations() {
        for (n, terms) in [(2, 2), (3, 6), (6, 720), (7, 5040)] {
            let found = expanded(&symbols(n)).expect("an expansion");
            assert_eq!(found.terms().len(), terms);
            assert!(found.terms().iter().all(|term| term.coefficient.clone().abs() == 1));
        }
    }

    /// Against elimination modulo primes: gaps, equal rows, a zero determinant, rows in any order.
    #[test]
    fn expansions_are_determinants() {
        let mut rng = StdRng::seed_from_u64(11);
        let (mut some, mut zeros) = (0, 0);
        for round in 0..200 {
            let n = rng.random_range(2..6);
            let density = rng.random_range(1..5);
            let mut entry = || {
                if rng.random_range(0..5) > density {
                    return "0".to_owned();
                }
                let mut term = || {
                    format!(
                        "{}*x^{}*y^{}*z^{}",
                        rng.random_range(-9..10),
                        rng.random_range(0..3),
                        rng.random_range(0..2),
                        rng.random_range(0..9)
                    )
                };
                format!("{} + {}", term(), term())
            };
            let mut rows: Vec<Vec<Polynomial>> = (0..n)
                .map(|_| (0..n).map(|_| Polynomial::parse_in(&entry(), &["x", "y", "z"]).unwrap()).collect())
                .collect();
            if round % 7 == 0 {
                rows[n - 1] = rows[0].clone();
            }
            let matrix = Matrix::new(rows).unwrap();
            let Some(found) = expanded(&matrix) else { continue };
            some += 1;
            zeros += usize::from(found.is_zero());
            assert_eq!(found, eliminated(&matrix), "{matrix}");
        }
        assert!(some > 100 && zeros > 10, "{some} {zeros}");
    }

    /// Banded matrices have few minors, dense ones in one variable are for primes.
    #[test]
    fn structure_decides() {
        let tridiagonal = |n: usize| {
            let entry = |i: usize, j: usize| match i.abs_diff(j) {
                0 => format!("a{i}"),
                1 => format!("b{}", i.max(j)),
                _ => "0".to_owned(),
            };
            let rows = (0..n).map(|i| (0..n).map(|j| entry(i, j).parse().unwrap()).collect()).collect();
            Matrix::new(rows).unwrap()
        };
        // A continuant of squares: Fibonacci numbers of terms.
        assert_eq!(expanded(&tridiagonal(14)).expect("an expansion").terms().len(), 610);
        let mut rng = StdRng::seed_from_u64(2);
        let mut dense = |_| -> Vec<Polynomial> {
            (0..12)
                .map(|_| {
                    let text: Vec<String> = (0..20).map(|k| format!("{}*x^{k}", rng.random_range(1..99))).collect();
                    text.join(" + ").parse().unwrap()
                })
                .collect()
        };
        let matrix = Matrix::new((0..12).map(&mut dense).collect()).unwrap();
        assert!(expanded(&matrix).is_none());
    }

    #[test]
    fn choices_and_cancelling_are_heeded() {
        let matrix = symbols(4);
        let mut options =
            DeterminantOptions { method: DeterminantMethod::Elimination, ..DeterminantOptions::default() };
        assert!(Expansion::new(&matrix, &options).is_none());
        options.method = DeterminantMethod::Auto;
        options.run.memory_limit = Some(1);
        assert!(Expansion::new(&matrix, &options).is_none());
        options.run.memory_limit = None;
        options.run.control.cancel();
        let found = Expansion::new(&matrix, &options).unwrap().run(&options, &mut Clock::default());
        assert!(found.is_err());
    }
}
