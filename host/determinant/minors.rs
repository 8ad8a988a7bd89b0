//! The choice of an expansion by minors, for small and for sparse matrices: see [`crate::poly::matrix::minors`].

use super::options::DeterminantOptions;
use super::verify;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::DeterminantMethod;
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::cost::{Scalar, Work, usual_points};
use crate::plan::grid::Evaluation;
use crate::poly::matrix::centrosymmetric::halves;
use crate::poly::matrix::minors::{Minors, SMALL, product_bytes, product_nanoseconds, terms_by_degrees};
use crate::poly::{Matrix, Polynomial, size};
use crate::run::options::Backend;
use crate::run::{backend, minors};
use std::borrow::Cow;

/// An expansion that is predicted to take less time than the computation modulo primes.
pub(super) struct Expansion<'m> {
    matrix: &'m Matrix,
    /// One, or two whose product the determinant is.
    factors: Vec<Minors<'m>>,
}

/// The work of the determinant modulo primes, about: without common exponents, gradings and blocks, which only the problem knows.
fn work(matrix: &Matrix, degrees: &[u32], bits: f64, evaluation: Evaluation) -> Work {
    let n = matrix.rows() as u32;
    let degrees: Vec<u32> = degrees.iter().copied().filter(|&degree| degree > 0).collect();
    let cubes = u64::from(n).pow(3);
    Work {
        integers: entries(matrix) as u64,
        words: 0,
        axes: usual_points(&degrees, evaluation).into_iter().map(|axis| (1, axis)).collect(),
        on_roots: true,
        scalar: Scalar::determinant(n, cubes / 6 + u64::from(n).pow(2)),
        coefficients: degrees.iter().map(|&d| u64::from(d) + 1).fold(1, u64::saturating_mul),
        bits: bits.ceil() as u64,
    }
}

/// Entries that are not 0.
pub(super) fn entries(matrix: &Matrix) -> usize {
    matrix.entries().iter().filter(|entry| !entry.is_zero()).count()
}

impl<'m> Expansion<'m> {
    /// The expansion of a square matrix of at least two rows, where the choices allow it and it is predicted to be faster than primes.
    ///
    /// A method, a lift or an evaluation that is asked for takes primes, and so does a device.
    ///
    /// # Errors
    /// Those of a list of variables.
    pub fn new(matrix: &'m Matrix, options: &DeterminantOptions) -> Result<Option<Self>> {
        let is_free = options.method == DeterminantMethod::Auto && !options.contraction;
        let is_free = is_free && options.lift == Lift::Auto && options.evaluation == Evaluation::Auto;
        if !is_free || options.run.backend == Backend::Cuda || matrix.rows() < 2 {
            return Ok(None);
        }
        let factors = match halves(matrix)? {
            Some(halves) => halves.into_iter().map(|half| Minors::new(Cow::Owned(half))).collect(),
            None => Minors::new(Cow::Borrowed(matrix)).map(|minors| vec![minors]),
        };
        let Some(factors) = factors else { return Ok(None) };
        let expansion = Expansion { matrix, factors };
        let Some(degrees) = expansion.degrees() else { return Ok(None) };
        let modulo_primes =
            backend::milliseconds(&options.run, &work(matrix, &degrees, expansion.bits(), options.evaluation));
        let variables = degrees.iter().filter(|&&degree| degree > 0).count();
        let Some(limit) = minors::beaten_by(modulo_primes, variables) else { return Ok(None) };
        let pays = minors::pays(expansion.nanoseconds(), expansion.bytes(), limit, &options.run);
        Ok(pays.then_some(expansion))
    }

    /// Bounds on the degrees by variable; `None` where one is no exponent.
    fn degrees(&self) -> Option<Vec<u32>> {
        let degree = |k: usize| self.factors.iter().try_fold(0u32, |sum, factor| sum.checked_add(factor.degrees[k]));
        let in_range = |k: usize| degree(k).filter(|&degree| degree <= Polynomial::MAX_EXPONENT);
        (0..self.matrix.vars().len()).map(in_range).collect()
    }

    /// log2 of a bound on the coefficients.
    fn bits(&self) -> f64 {
        self.factors.iter().map(|factor| factor.bits).sum()
    }

    /// Products of terms when the factors are multiplied, at most.
    fn products(&self) -> f64 {
        match &self.factors[..] {
            [_] => 0.0,
            factors => factors.iter().map(Minors::terms).product(),
        }
    }

    /// Nanoseconds of one core, at most.
    fn nanoseconds(&self) -> f64 {
        let of_factors: f64 = self.factors.iter().map(Minors::nanoseconds).sum();
        of_factors + product_nanoseconds(self.products(), self.bits())
    }

    /// Bytes of the host that it takes with input and answer, at most.
    pub fn bytes(&self) -> u64 {
        let of_factors = self.factors.iter().map(Minors::bytes).fold(size::matrix(self.matrix), u64::saturating_add);
        match &self.factors[..] {
            [_] => of_factors,
            _ => {
                let terms = self.products().min(terms_by_degrees(self.matrix));
                of_factors.saturating_add(product_bytes(terms, self.matrix.vars().len(), self.bits()))
            }
        }
    }

    /// Whether it takes no longer than threads take to begin.
    pub fn is_small(&self) -> bool {
        self.nanoseconds() < SMALL
    }

    /// The determinant.
    ///
    /// # Errors
    /// `Cancelled`.
    fn value(&self, control: &Control) -> Result<Polynomial> {
        let mut left = self.nanoseconds();
        let mut product: Option<Polynomial> = None;
        for factor in &self.factors {
            let work = factor.nanoseconds();
            left -= work;
            let section = control.next_of(work, left.max(0.0));
            let value = factor.determinant(&section)?;
            section.finish();
            product = Some(match product {
                Some(product) => product.multiplied(&value, control)?,
                None => value,
            });
        }
        // There is one factor at least.
        product.map_or_else(|| Polynomial::constant(self.matrix.vars(), 1.into()), Ok)
    }

    /// The determinant, and the prime modulo which it was compared with an elimination at a random point.
    ///
    /// # Errors
    /// `Cancelled`; `Verification`.
    pub fn run(&self, options: &DeterminantOptions, clock: &mut Clock) -> Result<(Polynomial, u64)> {
        let control = &options.run.control;
        let value = clock.time("minors", || self.value(control))?;
        let prime = clock.time("verify", || verify::compare(self.matrix, &value, &options.run))?;
        options.run.control.finish();
        Ok((value, prime))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Determinant;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// By the choice that is made of itself.
    fn chosen(matrix: &Matrix) -> Option<Polynomial> {
        let options = DeterminantOptions::default();
        Some(Expansion::new(matrix, &options).unwrap()?.run(&options, &mut Clock::default()).unwrap().0)
    }

    fn expanded(matrix: &Matrix) -> Option<Polynomial> {
        Some(Minors::new(Cow::Borrowed(matrix))?.determinant(&Control::default()).unwrap())
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
        for (n, terms) in [(5, 120), (6, 720), (7, 5040)] {
            let found = chosen(&symbols(n)).expect("an expansion");
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

    /// Numbers of terms of the literature; both halves and the whole, against elimination.
    #[test]
    fn symmetric_toeplitz_matrices_have_two_factors() {
        let toeplitz = |n: usize| {
            let entry = |i: usize, j: usize| format!("t{}", i.abs_diff(j)).parse().unwrap();
            Matrix::new((0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()).unwrap()
        };
        for (n, terms) in [(4, 12), (5, 35), (6, 120), (7, 427), (8, 1628), (9, 6090)] {
            let matrix = toeplitz(n);
            let found = chosen(&matrix).expect("an expansion");
            assert_eq!((found.terms().len(), Some(&found)), (terms, expanded(&matrix).as_ref()), "{n}");
            if n < 6 {
                assert_eq!(found, eliminated(&matrix));
            }
        }
    }

    /// Coefficients of one word, two and more, with bounds just below and above the room for them; exponents of one word to five and more; symbols that are
    /// repeated, rows that are equal and rows of zeros.
    #[test]
    fn expansions_of_any_width() {
        let (mut rng, mut others) = (StdRng::seed_from_u64(12), 0);
        for bits in [1u32, 18, 19, 20, 21, 29, 30, 31, 39, 40, 41, 42, 70] {
            for (symbols, power) in [(2, 1), (9, 3), (30, 1), (5, 1 << 20), (90, 7), (180, 15)] {
                let n = rng.random_range(2..5);
                let names: Vec<String> = (0..symbols).map(|k| format!("x{k}")).collect();
                let mut entry = |_| {
                    let mut term = || {
                        let c = (rug::Integer::from(1) << bits) - rng.random_range(0u32..3);
                        let mut exponents = vec![0; symbols];
                        exponents[rng.random_range(0..symbols)] = rng.random_range(1..=power);
                        exponents[symbols - 1] += power;
                        (if rng.random_range(0..2) == 0 { c } else { -c }, exponents)
                    };
                    Polynomial::from_terms(&names, [term(), term()]).unwrap()
                };
                let mut rows: Vec<Vec<Polynomial>> = (0..n).map(|_| (0..n).map(&mut entry).collect()).collect();
                // Against an elimination modulo primes of 61 bits.
                let check = |rows: &[Vec<Polynomial>]| {
                    let matrix = Matrix::over(&names, rows.to_vec()).unwrap();
                    let value = expanded(&matrix);
                    let run = crate::RunOptions::default();
                    if let Some(value) = &value {
                        for _ in 0..2 {
                            verify::compare(&matrix, value, &run).unwrap();
                        }
                    }
                    value
                };
                others += usize::from(check(&rows).is_some_and(|value| !value.is_zero()));
                rows[n - 1] = rows[0].clone();
                assert!(check(&rows).is_none_or(|value| value.is_zero()));
                rows[n - 1] = vec![Polynomial::zero(&names).unwrap(); n];
                assert!(check(&rows).is_none(), "no minors of all rows");
            }
        }
        assert!(others > 70, "{others}");
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
        assert_eq!(chosen(&tridiagonal(14)).expect("an expansion").terms().len(), 610);
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
        assert!(chosen(&matrix).is_none());
    }

    #[test]
    fn choices_and_cancelling_are_heeded() {
        let matrix = symbols(6);
        let mut options =
            DeterminantOptions { method: DeterminantMethod::Elimination, ..DeterminantOptions::default() };
        assert!(Expansion::new(&matrix, &options).unwrap().is_none());
        options.method = DeterminantMethod::Auto;
        options.run.memory_limit = Some(1);
        assert!(Expansion::new(&matrix, &options).unwrap().is_none());
        options.run.memory_limit = None;
        options.run.control.cancel();
        let found = Expansion::new(&matrix, &options).unwrap().unwrap().run(&options, &mut Clock::default());
        assert!(found.is_err());
    }
}
