//! The choice of an expansion by minors, for small and for sparse matrices: see [`crate::poly::matrix::minors`].

use super::options::DeterminantOptions;
use super::verify;
use crate::clock::Clock;
use crate::engine::DeterminantMethod;
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::cost::{Scalar, Work, usual_points};
use crate::plan::grid::Evaluation;
use crate::poly::matrix::minors::Minors;
use crate::poly::{Matrix, Polynomial};
use crate::run::options::Backend;
use crate::run::{backend, minors};
use std::borrow::Cow;

/// An expansion that is predicted to take less time than the computation modulo primes.
pub(super) struct Expansion<'m>(Minors<'m>);

/// The work of the determinant modulo primes, about: without common exponents, gradings and blocks, which only the problem knows.
fn work(minors: &Minors<'_>, evaluation: Evaluation) -> Work {
    let n = minors.matrix().rows() as u32;
    let degrees: Vec<u32> = minors.degrees.iter().copied().filter(|&degree| degree > 0).collect();
    let cubes = u64::from(n).pow(3);
    Work {
        integers: entries(minors.matrix()) as u64,
        words: 0,
        axes: usual_points(&degrees, evaluation).into_iter().map(|axis| (1, axis)).collect(),
        on_roots: true,
        scalar: Scalar::determinant(n, cubes / 6 + u64::from(n).pow(2)),
        coefficients: degrees.iter().map(|&d| u64::from(d) + 1).fold(1, u64::saturating_mul),
        bits: minors.bits.ceil() as u64,
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
    pub fn new(matrix: &'m Matrix, options: &DeterminantOptions) -> Option<Self> {
        let is_free = options.method == DeterminantMethod::Auto && !options.contraction;
        let is_free = is_free && options.lift == Lift::Auto && options.evaluation == Evaluation::Auto;
        if !is_free || options.run.backend == Backend::Cuda || matrix.rows() < 2 {
            return None;
        }
        let minors = Minors::new(Cow::Borrowed(matrix))?;
        let modulo_primes = backend::milliseconds(&options.run, &work(&minors, options.evaluation));
        minors::pays(&minors, modulo_primes, &options.run).then_some(Expansion(minors))
    }

    /// Bytes of the host that it takes with input and answer, at most.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// The determinant, and the prime modulo which it was compared with an elimination at a random point.
    ///
    /// # Errors
    /// `Cancelled`; `Verification`.
    pub fn run(&self, options: &DeterminantOptions, clock: &mut Clock) -> Result<(Polynomial, u64)> {
        let value = clock.time("minors", || self.0.determinant(&options.run.control))?;
        let prime = clock.time("verify", || verify::compare(self.0.matrix(), &value, &options.run))?;
        options.run.control.finish();
        Ok((value, prime))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Control, Determinant};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// By the choice that is made of itself.
    fn chosen(matrix: &Matrix) -> Option<Polynomial> {
        let options = DeterminantOptions::default();
        Some(Expansion::new(matrix, &options)?.run(&options, &mut Clock::default()).unwrap().0)
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
