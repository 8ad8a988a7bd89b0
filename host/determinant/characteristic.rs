//! Determinants of t D - N for a matrix N without t and a diagonal matrix D of numbers c_1, .., c_n that are not 0: characteristic polynomials.
//!
//! With d the least common multiple of the numbers, row i of M is row i of N times d / c_i, and
//!
//! > det(t D - N) = c_1 .. c_n sum_j m_j / d^(n-j) t^j,  sum_j m_j t^j = det(t I - M).
//!
//! So it is for t I - M over Q too, whose rows are multiplied by their denominators.
//!
//! As a determinant it has to be known at n + 1 values of t, for n rows. Hessenberg's form of M at a point of the other variables gives all coefficients in t at once
//! ([`gpu::matrix::hessenberg`]), in as many steps as a few determinants take. Where blocks on the diagonal are small, or a matrix is sparse, determinants may take less: predicted
//! times decide.

use super::describe::DeterminantPlan;
use super::options::DeterminantOptions;
use super::problem::{Computation, OPERATION, Problem};
use super::report::{DeterminantAnswer, DeterminantReport};
use crate::engine::{DeterminantMethod, MatrixShape};
use crate::error::{ErrorKind, Result};
use crate::matrices::{characteristic_coefficients, describe_characteristic, predicted_characteristic};
use crate::plan::grid::Evaluation;
use crate::poly::{Matrix, Polynomial};
use crate::run::backend;
use crate::run::tuples::ListOptions;
use rug::Integer;
use rug::ops::Pow;

/// Rows from which it may be faster than determinants.
const LEAST_ROWS: usize = 4;

/// A characteristic polynomial.
pub(super) struct Characteristic {
    /// M, over the variables without t.
    matrix: Matrix,
    /// c_1 .. c_n, and d.
    numbers: (Integer, Integer),
    /// Variables with t.
    vars: Vec<String>,
    /// The place of t among them.
    place: usize,
}

impl Characteristic {
    /// That of a square matrix which is t D - N for one of its variables t.
    ///
    /// # Errors
    /// None for a matrix that is one.
    fn new(matrix: &Matrix) -> Result<Option<Self>> {
        let n = matrix.rows();
        let entries = matrix.entries();
        // The coefficient of t in an entry c t + f, f without t, c a number that is not 0.
        let unit = |entry: &Polynomial, place: usize| -> Option<Integer> {
            let mut with = entry.terms().iter().filter(|term| term.exponents[place] > 0);
            let term = with.next().filter(|_| with.next().is_none())?;
            let is_alone = term.exponents.iter().enumerate().all(|(k, &e)| e == u32::from(k == place));
            is_alone.then(|| term.coefficient.clone())
        };
        let Some(first) = entries.first() else { return Ok(None) };
        let is_place = |&place: &usize| {
            let is_right = |(k, entry): (usize, &Polynomial)| match k / n == k % n {
                true => unit(entry, place).is_some(),
                false => entry.degree_in(place).is_none_or(|degree| degree == 0),
            };
            unit(first, place).is_some() && entries.iter().enumerate().all(is_right)
        };
        let Some(place) = (0..matrix.vars().len()).find(is_place) else { return Ok(None) };
        let numbers: Vec<Integer> = (0..n).filter_map(|i| unit(&entries[i * n + i], place)).collect();
        let common = numbers.iter().fold(Integer::from(1), |mut lcm, c| {
            lcm.lcm_mut(c);
            lcm
        });
        let factors: Vec<Integer> = numbers.iter().map(|c| -Integer::from(common.div_exact_ref(c))).collect();
        let mut others = matrix.vars().to_vec();
        others.remove(place);
        let entry = |(k, entry): (usize, &Polynomial)| {
            let without = entry.terms().iter().filter(|term| term.exponents[place] == 0);
            let terms = without.map(|term| {
                let mut exponents = term.exponents.to_vec();
                exponents.remove(place);
                (Integer::from(&term.coefficient * &factors[k / n]), exponents)
            });
            Polynomial::from_terms(&others, terms)
        };
        let all: Vec<Polynomial> = entries.iter().enumerate().map(entry).collect::<Result<_>>()?;
        let of_m = Matrix::over(&others, all.chunks(n).map(<[Polynomial]>::to_vec).collect())?;
        let numbers = (numbers.iter().product(), common);
        Ok(Some(Characteristic { matrix: of_m, numbers, vars: matrix.vars().to_vec(), place }))
    }

    /// That of a matrix, where the choices allow it and it is predicted to be faster.
    ///
    /// # Errors
    /// As for determinants.
    pub fn chosen<'m>(
        matrix: &'m Matrix,
        options: &DeterminantOptions,
        problem: impl FnOnce() -> Result<Problem<'m>>,
    ) -> Result<Option<Self>> {
        let is_free = options.method == DeterminantMethod::Auto
            && options.evaluation == Evaluation::Auto
            && options.shape == MatrixShape::Auto
            && !options.contraction;
        if !is_free || !matrix.is_square() || matrix.rows() < LEAST_ROWS {
            return Ok(None);
        }
        let Some(found) = Self::new(matrix)? else { return Ok(None) };
        // Modulo a divisor of d there is nothing to divide.
        if options.modulus.is_some() && found.numbers.1 != 1 {
            return Ok(None);
        }
        let options = &options.with_word_of_lift()?;
        let by_determinants = {
            let problem = problem()?;
            let Computation::Modular(modular) = &problem.task else { return Ok(None) };
            let direct = options.modulus.and_then(crate::run::modulus::Modulus::of_31_bits);
            if let Some(p) = direct
                && modular.direct(p, options).is_ok_and(|direct| direct.is_some())
            {
                return Ok(None);
            }
            match modular.outline(options) {
                Ok(outline) => backend::milliseconds(&options.run, &outline.work()),
                Err(error) if matches!(error.kind(), ErrorKind::Limit { .. }) => f64::INFINITY,
                Err(error) => return Err(error),
            }
        };
        let predicted = predicted_characteristic(&found.matrix, &found.options(options))?;
        Ok(predicted.is_some_and(|own| own < by_determinants).then_some(found))
    }

    /// The same choices for its coefficients.
    fn options(&self, options: &DeterminantOptions) -> ListOptions {
        let mut of_list = ListOptions::default();
        (of_list.run, of_list.lift) = (options.run.clone(), options.lift);
        (of_list.certainty, of_list.modulus) = (options.certainty, options.modulus);
        of_list
    }

    /// Bounds on the degrees in the variables that occur, with that in t.
    fn with_own(&self, mut degrees: Vec<u32>) -> Vec<u32> {
        let occurs = |place: &usize| self.matrix.entries().iter().any(|f| f.degree_in(*place).is_some_and(|d| d > 0));
        let before = (0..self.place).filter(occurs).count();
        degrees.insert(before.min(degrees.len()), self.matrix.rows() as u32);
        degrees
    }

    /// Different entries that are not 0 are as many as a report of a determinant has, about.
    fn entries(&self) -> usize {
        self.matrix.entries().iter().filter(|entry| !entry.is_zero()).count()
    }

    /// The plan.
    ///
    /// # Errors
    /// As for determinants.
    pub fn plan(&self, options: &DeterminantOptions) -> Result<DeterminantPlan> {
        let options = &options.with_word_of_lift()?;
        let (degrees, height, on_grid) = describe_characteristic(&self.matrix, &self.options(options))?;
        let sizes = (self.matrix.rows(), self.entries());
        Ok(DeterminantPlan::of_characteristic(&self.vars, sizes, (self.with_own(degrees), height), on_grid, options))
    }

    /// The determinant.
    ///
    /// # Errors
    /// As for determinants.
    pub fn run(&self, options: &DeterminantOptions) -> Result<DeterminantAnswer> {
        let (coefficients, report) = characteristic_coefficients(OPERATION, &self.matrix, &self.options(options))?;
        let n = self.matrix.rows() as u32;
        let one = Polynomial::constant(self.matrix.vars(), 1.into())?;
        let (product, common) = &self.numbers;
        let mut terms = Vec::new();
        for (power, coefficient) in (0..).zip(coefficients.iter().chain([&one])) {
            let divisor = Integer::from(common.pow(n - power));
            for term in coefficient.terms() {
                let mut exponents = term.exponents.to_vec();
                exponents.insert(self.place, power);
                let c = Integer::from(&term.coefficient * product);
                terms.push((if divisor == 1 { c } else { c.div_exact(&divisor) }, exponents));
            }
        }
        let polynomial = super::compute::reduced(Polynomial::from_terms(&self.vars, terms)?, options)?;
        let degrees = self.with_own(report.degree_bound.clone());
        let report = DeterminantReport::of_characteristic(report, (self.matrix.rows(), self.entries()), degrees);
        Ok(DeterminantAnswer { polynomial, report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Determinant;
    use crate::poly::matrix::naive;
    use crate::run::options::Backend;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// M of n rows, of each kind: dense, sparse, block triangular, of a lower rank, of numbers.
    fn matrix(rng: &mut StdRng, n: usize, kind: usize) -> Matrix {
        let names: &[&str] = [&["x", "y"][..], &["x"], &[]][rng.random_range(0..3)];
        let mut entry = |i: usize, j: usize| {
            let is_zero = match kind % 4 {
                1 => rng.random_range(0..3) > 0,
                2 => i / 2 > j / 2,
                _ => false,
            };
            let count = if is_zero { 0 } else { 1 + rng.random_range(0..2) };
            let mut term = || {
                let exponents: Vec<u32> = names.iter().map(|_| 2 * rng.random_range(0..2)).collect();
                (Integer::from(rng.random_range(-20..20)), exponents)
            };
            Polynomial::from_terms(names, (0..count).map(|_| term()).collect::<Vec<_>>()).unwrap()
        };
        let mut rows: Vec<Vec<Polynomial>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        if kind % 4 == 3 && n > 2 {
            rows[n - 1] = rows[0].clone();
            rows[1] = rows[0].iter().map(|f| &(f * f) + f).collect();
        }
        Matrix::over(names, rows).unwrap()
    }

    #[test]
    fn random_characteristic_polynomials() {
        let rounds = if cfg!(debug_assertions) { 100 } else { 1500 };
        let mut chosen = 0;
        for round in 0..rounds {
            let mut rng = StdRng::seed_from_u64(round);
            let n = 1 + rng.random_range(0..5);
            let m = matrix(&mut rng, n, round as usize);
            let of_m = m.characteristic("t").unwrap();
            let entries: Vec<Polynomial> = of_m.entries().iter().map(Polynomial::negate).collect();
            let negated = Matrix::over(of_m.vars(), entries.chunks(n).map(<[Polynomial]>::to_vec).collect()).unwrap();
            // Rows times numbers, as of matrices over Q.
            let scaled = |k: usize| &of_m.entries()[k] * &Polynomial::from([6, -4, 9, 1, 2][k / n]);
            let rows = (0..n).map(|i| (0..n).map(|j| scaled(i * n + j)).collect()).collect();
            let scaled = Matrix::over(of_m.vars(), rows).unwrap();
            for matrix in [of_m, negated, scaled] {
                let expected = naive::determinant(&matrix);
                let found = Characteristic::new(&matrix).unwrap().unwrap();
                let options = DeterminantOptions::default();
                let answer = found.run(&options).unwrap();
                assert_eq!(answer.polynomial, expected, "{m}");
                let bounds = &answer.report.degree_bound;
                let occurring = expected.vars().iter().filter(|name| matrix.entries().iter().any(|f| f.contains(name)));
                assert!(occurring.zip(bounds).all(|(name, &bound)| expected.degree(name).is_none_or(|d| d <= bound)));
                assert_eq!(Determinant::new(&matrix).run().unwrap().polynomial, expected);
                for p in [2, 101, 2_147_483_647] {
                    assert_eq!(
                        Determinant::new(&matrix).modulus(p).run().unwrap().polynomial,
                        crate::run::modulus::image(&expected, p.into()).unwrap()
                    );
                    if found.numbers.1 != 1 {
                        continue;
                    }
                    let options = DeterminantOptions { modulus: Some(p.into()), ..options.clone() };
                    let found = found.run(&options).unwrap().polynomial;
                    assert_eq!(found, super::super::compute::reduced(expected.clone(), &options).unwrap());
                }
                let problem = || Problem::new(std::borrow::Cow::Borrowed(&matrix));
                chosen += usize::from(Characteristic::chosen(&matrix, &options, problem).unwrap().is_some());
            }
        }
        assert!(chosen > 0);
    }

    #[test]
    fn others_are_not_characteristic() {
        for text in [
            "[[t, 1], [1, t + x]]",
            "[[t - x^2, 3], [x, t]]",
            "[[2 - t, 0], [5, -t]]",
            "[[t]]",
            "[[t, 1], [1, -t]]",
            "[[2*t, 1], [1, 3*t]]",
        ] {
            assert!(Characteristic::new(&Matrix::parse(text).unwrap()).unwrap().is_some(), "{text}");
        }
        for text in [
            "[[t, 1], [t, t]]",
            "[[t^2, 1], [1, t^2]]",
            "[[x*t, 1], [1, x*t]]",
            "[[t, 1], [1, 3]]",
            "[]",
            "[[1, 2], [3, 4]]",
        ] {
            assert!(Characteristic::new(&Matrix::parse(text).unwrap()).unwrap().is_none(), "{text}");
        }
    }

    /// The way that is taken of itself, and its plan and report.
    #[test]
    fn dense_ones_are_chosen() {
        let mut rng = StdRng::seed_from_u64(9);
        let m = matrix(&mut rng, 24, 0).characteristic("t").unwrap();
        let problem = Determinant::new(&m).backend(Backend::Cpu);
        let (plan, answer) = (problem.plan().unwrap(), problem.run().unwrap());
        assert_eq!((plan.method, answer.report.method), ("Hessenberg form", "Hessenberg form"));
        assert_eq!((plan.degree_bound, plan.height_bound), (answer.report.degree_bound, answer.report.height_bound));
        let other = Determinant::new(&m).method(DeterminantMethod::Elimination).run().unwrap();
        assert_eq!((other.report.method, other.polynomial), ("elimination", answer.polynomial));
    }
}
