//! Resultants and discriminants modulo one prime by values at points of its field: see [`crate::at_points`].

use super::modular::Modular;
use super::options::{Interpolation, Method, ResultantOptions};
use super::{integers, memory, modulo};
use crate::alone::{alone_if, join};
use crate::at_points::{AtPoint, AtPoints};
use crate::control::Control;
use crate::engine::{PointScalar, ScalarKind};
use crate::error::Result;
use crate::finite_field::Arithmetic;
use crate::finite_field::resultants::{by_bezout, resultant};
use crate::plan::grid::Evaluation;
use crate::plan::rows::Row;
use crate::plan::support::Support;
use crate::run::backend;

/// Milliseconds that a computation over Z must be predicted to take: there is nothing to gain from less.
const LEAST: f64 = 1.0;

/// Products of a step of Euclid's algorithm besides those of its coefficients: powers.
const STEP: f64 = 30.0;

/// A computation at points, and what is known before it.
pub(super) struct Chosen {
    pub plan: AtPoints,
    /// Bounds on the degrees per axis.
    pub degree_bound: Vec<u32>,
    pub support: Support,
    /// Bytes that are held besides.
    pub held: u64,
}

/// The computation at points, where it is possible and predicted to take less time than the one over Z, for bounds that take little time themselves.
///
/// # Errors
/// `Limit` for degrees of the answer that are too large.
pub(super) fn pays(problem: &Modular, options: &ResultantOptions) -> Result<Option<Chosen>> {
    let Some(p) = options.modulus else { return Ok(None) };
    let is_free = options.method == Method::Remainder
        && options.interpolation == Interpolation::Ntt
        && options.evaluation == Evaluation::Auto;
    // A discriminant has a value where the leading coefficient is not 0: not where that is 0 modulo p.
    if !is_free || problem.kind == ScalarKind::Discriminant && modulo::vanishes(&problem.f, p) {
        return Ok(None);
    }
    // Each takes a look at all coefficients.
    let (degree_bound, (bits, held)) = alone_if(problem.is_small(options), || {
        join(
            || problem.degree_bound(options),
            || join(|| problem.plain_height_bound(), || memory::held(problem, options)),
        )
    });
    let degree_bound = degree_bound?;
    let support = problem.support(&degree_bound);
    let points: Vec<u32> = degree_bound.iter().map(|&d| d + 1).collect();
    if support.sides() != points {
        return Ok(None);
    }
    let Some(plan) = AtPoints::new(problem, p, points, &options.run) else { return Ok(None) };
    let modulo_primes =
        backend::milliseconds(&options.run, &problem.work(options, (&degree_bound, support.len()), bits));
    let over_z = modulo_primes.min(integers::likely_milliseconds(problem, (&support, bits), options));
    let held = held + support.bytes();
    let pays = over_z >= LEAST && plan.milliseconds < over_z && plan.fits(held, &options.run);
    Ok(pays.then_some(Chosen { plan, degree_bound, support, held }))
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

    fn on_device(&self) -> PointScalar {
        let [p, q] = [&self.f, &self.g].map(|h| h.rows.len() as u32 - 1);
        let discriminant = self.kind == ScalarKind::Discriminant;
        let is_odd = !(u64::from(p) * u64::from(p).saturating_sub(1) / 2).is_multiple_of(2);
        PointScalar::Resultant { degrees: (p, q), discriminant, negative: discriminant && is_odd }
    }
}

#[cfg(test)]
mod tests {
    use super::super::deflation::PowersOfY;
    use super::super::problem::{Computation, Problem};
    use super::*;
    use crate::clock::Clock;
    use crate::poly::Polynomial;
    use crate::run::modulus::Modulus;
    use crate::run::options::{Backend, RunOptions};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use rug::Integer;

    /// Primes of every size.
    fn primes() -> impl Iterator<Item = Modulus> {
        let words = [2, 3, 5, 101, 10_007, 2_147_483_629, (1 << 61) - 1, 9_223_372_036_854_775_783].map(Modulus::from);
        let power = |bits: u32| Integer::from(1) << bits;
        let long = [power(63).next_prime(), power(100).next_prime(), power(190).next_prime(), power(255) - 19u32];
        words.into_iter().chain(long.iter().map(Modulus::from).collect::<Vec<_>>())
    }

    /// The answer at points, whatever is faster; `None` where a discriminant has no value, or where there is no device.
    fn at_points(problem: &Problem, p: Modulus, backend: Backend, seed: u64) -> Option<Polynomial> {
        let Computation::Modular(modular) = &problem.task else { return None };
        let run = RunOptions { seed: Some(seed), backend, ..RunOptions::default() };
        let options = ResultantOptions { modulus: Some(p), run: run.clone(), ..ResultantOptions::default() };
        let outline = modular.outline(&options).unwrap();
        let plan = AtPoints::new(&**modular, p, outline.keep(), &run)?;
        let found = match plan.answer(&**modular, &outline.support, "resultant", &run, &mut Clock::default()) {
            Err(error) if backend::is_absence(&error) => {
                assert!(std::env::var_os("REQUIRE_GPU").is_none(), "REQUIRE_GPU is set: {error}");
                return None;
            }
            found => found.unwrap()?.coefficients,
        };
        let known = modular.thinning.answer.polynomial(&problem.kept, &outline.support, found, Integer::ONE).unwrap();
        Some(problem.inflated(known, &options).unwrap())
    }

    /// The same as over Z, for no, one and two kept variables, on the CPU, and on a device where it computes in the field.
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
            for p in primes() {
                let problem = match round % 4 {
                    0 => Problem::discriminant(&f, "y", PowersOfY::Stay).unwrap(),
                    _ => Problem::resultant(&f, &g, "y", PowersOfY::Stay).unwrap(),
                };
                let problem = super::super::modulo::reduced(problem, p).unwrap();
                let run = RunOptions { seed: Some(round as u64), backend: Backend::Cpu, ..RunOptions::default() };
                let over_z =
                    ResultantOptions { modulus: Some(p), method: Method::Schur, run, ..ResultantOptions::default() };
                let mut expected = None;
                for backend in [Backend::Cpu, Backend::Cuda] {
                    let Some(found) = at_points(&problem, p, backend, round as u64) else { continue };
                    let expected = expected.get_or_insert_with(|| {
                        super::super::compute::solved(&problem, &over_z, Default::default()).unwrap().polynomial
                    });
                    assert_eq!(found, *expected, "{f} and {g} modulo {p}, {backend:?}");
                    all += 1;
                }
            }
        }
        assert!(all > 500, "{all}");
    }

    /// Polynomials of high degrees in the kept variables, which a device evaluates by products, and in y, which it takes otherwise.
    #[test]
    fn devices_agree_with_the_cpu() {
        let (mut rng, mut all) = (StdRng::seed_from_u64(3), 0);
        for (round, (degrees, of_y)) in [
            (vec![210], (2, 1)),
            (vec![1, 100], (2, 2)),
            (vec![300], (1, 3)),
            (vec![9], (60, 70)),
            (vec![2, 3, 1], (3, 2)),
        ]
        .into_iter()
        .enumerate()
        {
            let names: Vec<&str> = ["a", "b", "c"][..degrees.len()].iter().copied().chain(["y"]).collect();
            let mut polynomial = |degree: u32| {
                let mut terms: Vec<(Integer, Vec<u32>)> = vec![(Integer::ONE.clone(), vec![0; names.len()])];
                for (variable, &n) in degrees.iter().chain([&degree]).enumerate() {
                    let times = |(c, exponents): &(Integer, Vec<u32>)| {
                        let mut power = |e: u32| {
                            let mut exponents = exponents.clone();
                            exponents[variable] = e;
                            (Integer::from(c * rng.random_range(1i64..1 << 40)), exponents)
                        };
                        (0..=n).map(&mut power).collect::<Vec<_>>()
                    };
                    terms = terms.iter().flat_map(times).collect();
                }
                Polynomial::from_terms(&names, terms).unwrap()
            };
            let (f, g) = (polynomial(of_y.0), polynomial(of_y.1));
            for p in primes() {
                let problem = Problem::resultant(&f, &g, "y", PowersOfY::Stay).unwrap();
                let problem = super::super::modulo::reduced(problem, p).unwrap();
                let Some(found) = at_points(&problem, p, Backend::Cuda, round as u64) else { continue };
                let expected = at_points(&problem, p, Backend::Cpu, round as u64).unwrap();
                assert!(found == expected, "degrees {degrees:?} modulo {p}");
                all += 1;
            }
        }
        // All primes but the smallest have enough elements.
        assert!(all == 0 || all > 35, "{all}");
        assert!(all > 0 || std::env::var_os("REQUIRE_GPU").is_none(), "REQUIRE_GPU is set, and no device computed");
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
