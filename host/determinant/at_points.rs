//! Determinants modulo one prime by values at points of its field: see [`crate::at_points`].

use super::options::DeterminantOptions;
use super::plan::Outline;
use super::problem::Modular;
use crate::at_points::{AtPoint, AtPoints};
use crate::control::Control;
use crate::engine::{DeterminantMethod, PointScalar};
use crate::error::Result;
use crate::finite_field::Arithmetic;
use crate::finite_field::determinants::determinant;
use crate::plan::blocks::Block;
use crate::plan::grid::Evaluation;
use crate::plan::rows::Row;
use crate::run::backend;

/// Milliseconds that a computation over Z must be predicted to take: there is nothing to gain from less.
const LEAST: f64 = 1.0;

/// The computation at points, where it is possible and predicted to take less time than the one over Z.
pub(super) fn pays(problem: &Modular, outline: &Outline, options: &DeterminantOptions) -> Option<AtPoints> {
    let is_free = options.method == DeterminantMethod::Auto && options.evaluation == Evaluation::Auto;
    let points = outline.keep();
    if !is_free || outline.support.sides() != points {
        return None;
    }
    let found = AtPoints::new(problem, options.modulus?, points, &options.run)?;
    let over_z = backend::milliseconds(&options.run, &outline.work());
    (found.fits(outline.held, &options.run) && over_z >= LEAST && found.milliseconds < over_z).then_some(found)
}

impl Modular {
    /// The product of the blocks' determinants; the elements of each in this order.
    fn product<K: Arithmetic>(
        &self,
        field: K,
        values: &[K::Elem],
        order: impl Fn(usize) -> Box<dyn Iterator<Item = (usize, usize)>>,
        control: &Control,
    ) -> Result<K::Elem> {
        let mut product = field.one();
        for block in &self.blocks {
            let element = |(row, column): (usize, usize)| match block.number(row, column) {
                None => field.zero(),
                Some(number) if block.is_negative(row, column) => field.sub(field.zero(), values[number]),
                Some(number) => values[number],
            };
            let elements = order(block.size).map(element).collect();
            product = field.mul(product, determinant(field, block.size, elements, control)?);
            if product == field.zero() {
                break;
            }
        }
        Ok(product)
    }
}

impl AtPoint for Modular {
    fn rows(&self) -> Vec<&Row> {
        self.entries.rows.iter().collect()
    }

    fn products(&self) -> f64 {
        self.blocks.iter().map(|block: &Block| (block.size as f64).powi(3) / 3.0 + 40.0 * block.size as f64).sum()
    }

    fn products_of_check(&self) -> f64 {
        self.products()
    }

    fn is_total(&self) -> bool {
        true
    }

    fn value<K: Arithmetic>(&self, field: K, values: &[K::Elem], control: &Control) -> Result<Option<K::Elem>> {
        let by_rows = |n: usize| Box::new((0..n * n).map(move |k| (k / n, k % n))) as Box<dyn Iterator<Item = _>>;
        self.product(field, values, by_rows, control).map(Some)
    }

    /// From the last row and column on, columns for rows: other pivots.
    fn checked<K: Arithmetic>(&self, field: K, values: &[K::Elem], control: &Control) -> Result<Option<K::Elem>> {
        let backwards = |n: usize| {
            let columns = (0..n).rev().flat_map(move |column| (0..n).rev().map(move |row| (row, column)));
            Box::new(columns) as Box<dyn Iterator<Item = _>>
        };
        self.product(field, values, backwards, control).map(Some)
    }

    fn on_device(&self) -> PointScalar {
        let sizes = self.blocks.iter().map(|block| block.size as u32).collect();
        PointScalar::Determinant {
            sizes,
            entries: self.blocks.iter().flat_map(|block| block.elements.clone()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::{Computation, Problem};
    use super::*;
    use crate::clock::Clock;
    use crate::poly::{Matrix, Polynomial};
    use crate::run::modulus::Modulus;
    use crate::run::options::{Backend, RunOptions};
    use crate::{Determinant, Integer};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use std::borrow::Cow;

    /// The same as over Z, for no to two variables: dense, sparse, singular and block triangular matrices.
    #[test]
    fn answers_are_images_of_those_over_z() {
        let mut rng = StdRng::seed_from_u64(4);
        let mut all = 0;
        let long = [100, 255].map(|bits| (Integer::from(1) << bits as u32).prev_prime());
        for round in 0..40 {
            let names = &["a", "b"][..round % 3];
            let n = rng.random_range(2..5);
            let density = [1.0, 0.5][round % 2];
            let mut entry = || {
                let count = if rng.random_bool(density) { rng.random_range(1..4) } else { 0 };
                let term = |_| {
                    let exponents = names.iter().map(|_| rng.random_range(0..4)).collect();
                    (Integer::from(rng.random_range(-50..50)), exponents)
                };
                Polynomial::from_terms(names, (0..count).map(term).collect::<Vec<_>>()).unwrap()
            };
            let mut rows: Vec<Vec<Polynomial>> = (0..n).map(|_| (0..n).map(|_| entry()).collect()).collect();
            if round % 7 == 0 {
                rows[1] = rows[0].clone();
            }
            let matrix = Matrix::over(names, rows).unwrap();
            let primes = [2, 3, 101, 2_147_483_629, (1 << 61) - 1, u64::MAX - 58].map(Modulus::from);
            for p in primes.into_iter().chain(long.iter().map(Modulus::from)) {
                let problem = Problem::new(Cow::Borrowed(&matrix)).unwrap();
                let Computation::Modular(modular) = &problem.task else { continue };
                let over_z = Determinant::new(&matrix).backend(Backend::Cpu).run().unwrap().polynomial;
                for backend in [Backend::Cpu, Backend::Cuda] {
                    let run = RunOptions { seed: Some(round as u64), backend, ..RunOptions::default() };
                    let options = DeterminantOptions { modulus: Some(p), run: run.clone(), ..Default::default() };
                    let outline = modular.outline(&options).unwrap();
                    let Some(plan) = AtPoints::new(&**modular, p, outline.keep(), &run) else { continue };
                    let support = &outline.support;
                    let found = match plan.answer(&**modular, support, "determinant", &run, &mut Clock::default()) {
                        Err(error) if backend::is_absence(&error) => continue,
                        found => found.unwrap().unwrap().coefficients,
                    };
                    let found = modular.exponents.polynomial(matrix.vars(), support, found, &modular.factor);
                    let found = crate::run::modulus::image(&found.unwrap(), p).unwrap();
                    let expected = crate::run::modulus::image(&over_z, p).unwrap();
                    assert_eq!(found, expected, "{matrix} modulo {p}, {backend:?}");
                    all += 1;
                }
            }
        }
        assert!(all > 150, "{all}");
    }

    /// It is chosen where it is faster: many rows, so that coefficients over Z are long, and a prime of one word.
    #[test]
    fn dense_matrices_are_computed_so() {
        let mut rng = StdRng::seed_from_u64(5);
        let mut entry = || {
            let terms = (0..4).map(|k| (Integer::from(rng.random_range(1u64..1 << 60)), vec![k / 2, k % 2]));
            Polynomial::from_terms(&["a", "b"], terms.collect::<Vec<_>>()).unwrap()
        };
        let matrix = Matrix::over(&["a", "b"], (0..28).map(|_| (0..28).map(|_| entry()).collect()).collect()).unwrap();
        let question = || Determinant::new(&matrix).modulus((1 << 61) - 1).backend(Backend::Cpu);
        let answer = question().run().unwrap();
        assert!(answer.report.direct && answer.report.run.primes == 1 && question().plan().unwrap().direct);
        let over_z = question().method(DeterminantMethod::Condensation).run().unwrap();
        assert!(!over_z.report.direct);
        assert_eq!(answer.polynomial, over_z.polynomial);
    }
}
