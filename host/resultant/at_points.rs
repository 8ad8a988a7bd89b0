//! Resultants and discriminants modulo one prime by values at points of its field: see [`crate::at_points`].

use super::modular::Modular;
use super::options::{Interpolation, Method, ResultantOptions};
use super::stages::Outline;
use crate::at_points::{AtPoint, AtPoints};
use crate::control::Control;
use crate::engine::ScalarKind;
use crate::error::Result;
use crate::finite_field::Arithmetic;
use crate::finite_field::resultants::{by_bezout, resultant};
use crate::plan::grid::Evaluation;
use crate::plan::rows::Row;
use crate::run::backend;
use crate::run::options::Backend;

/// Milliseconds that a computation over Z must be predicted to take: there is nothing to gain from less.
const LEAST: f64 = 1.0;

/// Products of a step of Euclid's algorithm besides those of its coefficients: powers.
const STEP: f64 = 30.0;

/// The computation at points, where it is possible and predicted to take less time than the one over Z.
pub(super) fn pays(problem: &Modular, outline: &Outline, options: &ResultantOptions) -> Option<AtPoints> {
    let p = options.modulus?;
    let is_free = options.method == Method::Remainder
        && options.interpolation == Interpolation::Ntt
        && options.evaluation == Evaluation::Auto
        && options.run.backend != Backend::Cuda;
    let points = outline.keep();
    let is_plain = outline.support.sides() == points;
    // A discriminant has a value where the leading coefficient is not 0: not where that is 0 modulo p.
    let lead = problem.f.rows.last()?;
    let is_zero = problem.kind == ScalarKind::Discriminant && lead.terms.iter().all(|(c, _)| p.divides(c));
    if !is_free || !is_plain || is_zero {
        return None;
    }
    let found = AtPoints::new(problem, p, points)?;
    let over_z = backend::milliseconds(&options.run, &outline.work());
    (found.fits(outline.held, &options.run) && over_z >= LEAST && found.milliseconds < over_z).then_some(found)
}

impl Modular {
    /// From a resultant to what is asked for.
    fn finished<K: Arithmetic>(&self, field: K, resultant: K::Elem, lead: K::Elem) -> K::Elem {
        if self.kind == ScalarKind::Resultant {
            return resultant;
        }
        let (value, n) = (field.mul(resultant, field.inverse(lead)), self.f.rows.len() - 1);
        if (n * (n - 1) / 2).is_multiple_of(2) { value } else { field.sub(field.zero(), value) }
    }
}

impl AtPoint for Modular {
    fn rows(&self) -> Vec<&Row> {
        self.f.rows.iter().chain(&self.g.rows).collect()
    }

    fn products(&self) -> f64 {
        let [p, q] = [&self.f, &self.g].map(|h| h.rows.len() as f64 - 1.0);
        2.0 * p * q + STEP * p.min(q)
    }

    fn products_of_check(&self) -> f64 {
        let [p, q] = [&self.f, &self.g].map(|h| h.rows.len() as f64 - 1.0);
        2.0 * p * q + p.min(q).powi(3) / 3.0
    }

    fn is_total(&self) -> bool {
        self.kind == ScalarKind::Resultant
    }

    fn value<K: Arithmetic>(&self, field: K, values: &[K::Elem], control: &Control) -> Result<Option<K::Elem>> {
        let (f, g) = values.split_at(self.f.rows.len());
        let lead = f[f.len() - 1];
        if !self.is_total() && lead == field.zero() {
            return Ok(None);
        }
        let value = resultant(field, (f.to_vec(), g.to_vec()), control)?;
        Ok(Some(self.finished(field, value, lead)))
    }

    fn checked<K: Arithmetic>(&self, field: K, values: &[K::Elem], control: &Control) -> Result<Option<K::Elem>> {
        let (f, g) = values.split_at(self.f.rows.len());
        let lead = f[f.len() - 1];
        if !self.is_total() && lead == field.zero() {
            return Ok(None);
        }
        let value = by_bezout(field, (f.to_vec(), g.to_vec()), control)?;
        Ok(Some(self.finished(field, value, lead)))
    }
}
#[cfg(test)]
mod tests {
    use super::super::deflation::PowersOfY;
    use super::super::problem::{Computation, Problem};
    use super::*;
    use crate::poly::Polynomial;
    use crate::run::modulus::Modulus;
    use crate::run::options::RunOptions;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use rug::Integer;

    /// The same as over Z, for no, one and two kept variables, whatever is faster.
    #[test]
    fn answers_are_images_of_those_over_z() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut all = 0;
        for round in 0..60 {
            let kept = round % 3;
            let names = &["a", "b", "y"][2 - kept..];
            let mut polynomial = |degree: u32| {
                let terms = (0..=degree).flat_map(|power| {
                    let count = if power == degree { 1 } else { rng.random_range(0..3) };
                    let mut term = |_| {
                        let mut exponents: Vec<u32> = (0..kept).map(|_| rng.random_range(0..4)).collect();
                        exponents.push(power);
                        (Integer::from(rng.random_range(-500i64..500) * 2 + 1), exponents)
                    };
                    (0..count).map(&mut term).collect::<Vec<_>>()
                });
                let terms: Vec<(Integer, Vec<u32>)> = terms.collect();
                Polynomial::from_terms(names, terms).unwrap()
            };
            let (f, g) = (polynomial(1 + round as u32 % 5), polynomial(1 + round as u32 % 4));
            let problem = || match round % 4 {
                0 => Problem::discriminant(&f, "y", PowersOfY::Stay).unwrap(),
                _ => Problem::resultant(&f, &g, "y", PowersOfY::Stay).unwrap(),
            };
            let long = |bits: u32| Integer::from(1) << bits;
            let primes =
                [2, 3, 5, 101, 10_007, 2_147_483_629, (1 << 61) - 1, 9_223_372_036_854_775_783].map(Modulus::from);
            let long = [long(63).next_prime(), long(100).next_prime(), long(190).next_prime(), long(255) - 19u32];
            for p in primes.into_iter().chain(long.iter().map(Modulus::from)) {
                let options = ResultantOptions { modulus: Some(p), ..ResultantOptions::default() };
                let problem = super::super::modulo::reduced(problem(), p).unwrap();
                let Computation::Modular(modular) = &problem.task else { continue };
                let outline = modular.outline(&options).unwrap();
                let at_points = AtPoints::new(&**modular, p, outline.keep()).unwrap();
                let run = RunOptions { seed: Some(round as u64), ..RunOptions::default() };
                let found = at_points.answer(&**modular, &outline.support, "resultant", &run).unwrap();
                // A discriminant has no value where the leading coefficient is 0 modulo p.
                let Some(found) = found else { continue };
                let over_z = ResultantOptions { run: run.clone(), ..options.clone() };
                let over_z = ResultantOptions { method: Method::Schur, ..over_z };
                let solved = super::super::compute::solved(&problem, &over_z, Default::default()).unwrap();
                let polynomial =
                    modular.thinning.answer.polynomial(&problem.kept, &outline.support, found, Integer::ONE).unwrap();
                assert_eq!(
                    problem.inflated(polynomial, &options).unwrap(),
                    solved.polynomial,
                    "{f} and {g} modulo {p}"
                );
                all += 1;
            }
        }
        assert!(all > 500, "{all}");
    }

    /// It is chosen where it is faster: dense polynomials modulo a prime that engines do not compute with.
    #[test]
    fn dense_pairs_are_computed_so() {
        let mut rng = StdRng::seed_from_u64(2);
        let mut dense = || {
            let terms = (0..16).flat_map(|i| (0..16).map(move |j| vec![i, j]));
            let terms: Vec<(Integer, Vec<u32>)> =
                terms.map(|e| (Integer::from(rng.random_range(1u64..1 << 60)), e)).collect();
            Polynomial::from_terms(&["x", "y"], terms).unwrap()
        };
        let (f, g) = (dense(), dense());
        for p in [2_147_483_629, (1 << 61) - 1] {
            let question = || crate::Resultant::new(&f, &g, "y").modulus(p).backend(Backend::Cpu);
            let answer = question().run().unwrap();
            assert!(answer.report.direct && answer.report.run.primes == 1 && question().plan().unwrap().direct);
            let over_z = question().method(Method::Schur).run().unwrap();
            assert!(!over_z.report.direct);
            assert_eq!(answer.polynomial, over_z.polynomial);
        }
    }
}
