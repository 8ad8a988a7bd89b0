//! The builder of values and Jacobians.

use super::on_engine::{OnEngine, Work, on_engine};
use super::plan::{SystemPlan, plan};
use super::scaled::evaluate_again;
use super::size;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::SystemMethod;
use crate::error::{Error, ErrorKind, Result};
use crate::floating::Precision;
use crate::plural::count;
use crate::poly::systems::Compiled;
use crate::run::memory;
use crate::run::options::{RunOptions, run_setters};
use crate::run::report::RunReport;
use crate::shorten::shortened;
use crate::system::together::Together;
use std::time::Instant;

/// Computes values and Jacobians of a system at many points, with all choices.
///
/// # Examples
/// ```
/// use eliminant::system::{Evaluator, System};
/// use eliminant::Backend;
///
/// let circle = "x^2 + y^2 - 1; x*y".parse::<System>()?.compile()?;
/// // (1, 2) and (i, 0) in double: real and imaginary part of each variable.
/// let points = [[[1.0], [0.0]], [[2.0], [0.0]], [[0.0], [1.0]], [[0.0], [0.0]]];
/// let found = Evaluator::new(&circle).backend(Backend::Cpu).run(&points)?;
/// assert_eq!(found.values_at(0), [[[4.0], [0.0]], [[2.0], [0.0]]]);
/// assert_eq!(found.jacobian_at(0), [[[2.0], [0.0]], [[4.0], [0.0]], [[2.0], [0.0]], [[1.0], [0.0]]]);
/// assert_eq!(found.values_at(1)[0], [[-2.0], [0.0]]);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Evaluator<'a> {
    system: &'a Compiled,
    options: EvaluatorOptions,
}

/// The choices of [`Evaluator`].
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct EvaluatorOptions {
    /// Where, with how many threads, how much memory.
    pub run: RunOptions,
    /// How values are computed.
    pub method: SystemMethod,
    /// Whether values alone are wanted, without Jacobians.
    pub values_only: bool,
}

/// Values of m polynomials in n variables and their derivatives at some points.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Values<R> {
    /// f_p at point i: \[i\]\[p\].
    pub values: Vec<[R; 2]>,
    /// df_p / dx_v at point i: \[i\]\[p\]\[v\]; empty where values alone were asked for.
    pub jacobians: Vec<[R; 2]>,
    /// Number m of polynomials.
    pub polynomials: usize,
    /// Number n of variables.
    pub variables: usize,
    /// Where and how long; no primes.
    pub report: RunReport,
}

impl<R> Values<R> {
    /// The m values at point `i`.
    ///
    /// # Panics
    /// Where there is no such point, as an index does.
    pub fn values_at(&self, i: usize) -> &[[R; 2]] {
        &self.values[i * self.polynomials..][..self.polynomials]
    }

    /// The Jacobian at point `i`, \[p\]\[v\].
    ///
    /// # Panics
    /// As [`Values::values_at`], and where Jacobians were not asked for.
    pub fn jacobian_at(&self, i: usize) -> &[[R; 2]] {
        let size = self.polynomials * self.variables;
        &self.jacobians[i * size..][..size]
    }
}

impl<'a> Evaluator<'a> {
    /// A builder for values of this system.
    pub fn new(system: &'a Compiled) -> Self {
        Evaluator { system, options: EvaluatorOptions::default() }
    }

    /// The system.
    pub(super) fn system(&self) -> &Compiled {
        self.system
    }

    /// The choices.
    pub(super) fn all_options(&self) -> &EvaluatorOptions {
        &self.options
    }

    /// All choices together.
    pub fn options(mut self, options: EvaluatorOptions) -> Self {
        self.options = options;
        self
    }

    /// How values are computed; [`SystemMethod::Auto`] unless set.
    pub fn method(mut self, method: SystemMethod) -> Self {
        self.options.method = method;
        self
    }

    /// Computes values alone, without Jacobians: the same bits with a third to a half of the products, but by the paper's kernels, which make derivatives in any
    /// case.
    pub fn values_only(mut self) -> Self {
        self.options.values_only = true;
        self
    }

    /// Computes the values at all points, \[point\]\[variable\], in the precision of the points.
    ///
    /// A value is rounded: the error of a term of degree d is at most about 4 d units of the arithmetic ([`gpu::floating`]) of its size,
    /// that of a sum of T terms at most T units of the sum of their sizes. Both engines give the same bits. Where a power or a
    /// product on the way is beyond the range of doubles, the value is computed again with exponents apart: it is infinite only where it is
    /// itself beyond that range, and never NaN. An underflow on the way makes an error of about 2^-1040 at most.
    ///
    /// # Errors
    /// - `Argument`: there are no variables, the list of points has no multiple of n numbers, one is not finite, or a coefficient is beyond the range of doubles.
    /// - `OutOfMemory`, `Limit`: points and results exceed memory.
    /// - `Cancelled`; those of the CUDA engine as [`crate::Determinant::run`].
    ///
    /// # Complexity
    /// [`Compiled::products`] and [`Compiled::sums`] a point; for values alone [`Compiled::products_of_values`] and a sum for each term.
    pub fn run<R: Precision>(&self, points: &[[R; 2]]) -> Result<Values<R>> {
        let (n, m) = (self.system.variables(), self.system.polynomials());
        let count = count_points(points, self.system.names())?;
        let start = Instant::now();
        let with_jacobians = !self.options.values_only;
        let work = self.work::<R>(count);
        memory::left(&self.options.run, work.held)?;
        let values = zeros(count * m)?;
        let jacobians = if with_jacobians { zeros(count * m * n)? } else { Vec::new() };
        let compute = Compute { evaluation: self, points, values, jacobians };
        let mut found = on_engine::<R, _>(&self.options.run, work, compute)?;
        found.report.milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Ok(found)
    }

    /// Predicts memory and time of [`Evaluator::run`] for so many points. Computes nothing.
    ///
    /// # Errors
    /// As there, for memory, threads and devices.
    ///
    /// ```
    /// use eliminant::system::{Evaluator, System};
    /// use eliminant::Backend;
    ///
    /// let circle = "x^2 + y^2 - 1; x*y".parse::<System>()?.compile()?;
    /// let plan = Evaluator::new(&circle).backend(Backend::Cpu).plan::<[f64; 2]>(1000)?;
    /// assert_eq!((plan.points, plan.products), (1000, 1000.0 * circle.products() as f64));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn plan<R: Precision>(&self, points: usize) -> Result<SystemPlan> {
        plan::<R>(&self.options.run, &self.work::<R>(points), points as u64)
    }

    /// The work and memory of so many points.
    fn work<R: Precision>(&self, points: usize) -> Work {
        let (n, m) = (self.system.variables(), self.system.polynomials());
        let found = m as u128 * if self.options.values_only { 1 } else { n as u128 + 1 };
        let bytes = (found + n as u128).saturating_mul(points as u128 * size_of::<[R; 2]>() as u128);
        let held = u64::try_from(bytes).unwrap_or(u64::MAX);
        let held = held.saturating_add(size::on_engine(self.system, &[R::PARTS]));
        let (each, rows) = match (self.options.values_only, self.options.method) {
            (true, SystemMethod::Auto) => (self.system.products_of_values(), 1),
            (true, _) => (self.system.products(), 1),
            (false, _) => (self.system.products(), self.system.variables() + 1),
        };
        let numbers = (self.system.polynomials() * rows) as f64 * points as f64;
        Work { products: each as f64 * points as f64, chain: 0.0, bytes: numbers * size_of::<[R; 2]>() as f64, held }
    }
}

run_setters!(Evaluator, "The CUDA devices, which share points.");

/// The computation on the engine.
struct Compute<'c, 'a, R> {
    evaluation: &'c Evaluator<'a>,
    points: &'c [[R; 2]],
    values: Vec<[R; 2]>,
    jacobians: Vec<[R; 2]>,
}

impl<R: Precision> OnEngine for Compute<'_, '_, R> {
    type Output = Values<R>;

    fn run(self, engine: &mut Together<'_, '_>, control: &Control, mut report: RunReport) -> Result<Values<R>> {
        let Compute { evaluation, points, mut values, mut jacobians } = self;
        let (system, mut clock) = (evaluation.system, Clock::default());
        let loaded = clock.time("load", || engine.load_system::<R>(system, evaluation.options.method))?;
        let rows = if evaluation.options.values_only { None } else { Some(&mut jacobians[..]) };
        clock.time("evaluate", || engine.evaluate_system(&loaded, points, &mut values, rows))?;
        clock.time("evaluate", || evaluate_again(system, points, &mut values, &mut jacobians, control))?;
        report.stages = clock.into_stages();
        Ok(Values { values, jacobians, polynomials: system.polynomials(), variables: system.variables(), report })
    }
}

/// A list of numbers that are 0.
///
/// # Errors
/// `OutOfMemory`.
pub(super) fn zeros<R: Precision>(numbers: usize) -> Result<Vec<[R; 2]>> {
    let mut list = Vec::new();
    let bytes = numbers.saturating_mul(size_of::<[R; 2]>());
    list.try_reserve_exact(numbers).map_err(|_| Error::from(ErrorKind::OutOfMemory { bytes, free: 0, others: 0 }))?;
    list.resize(numbers, [R::default(); 2]);
    Ok(list)
}

/// The number of points in a list.
///
/// # Errors
/// `Argument` where a coordinate is missing or not finite: its point and variable.
pub(crate) fn count_points<R: Precision>(points: &[[R; 2]], names: &[String]) -> Result<usize> {
    let n = names.len();
    if n == 0 {
        return Err(Error::argument("system", "has no variables: its polynomials are its values"));
    }
    if !points.len().is_multiple_of(n) {
        let message = format!("have {}; each point takes {}", count(points.len(), "number"), count(n, "number"));
        return Err(Error::argument("points", message));
    }
    let is_finite = |number: &[R; 2]| number.iter().all(|part| part.as_ref().iter().all(|x| x.is_finite()));
    match points.iter().position(|number| !is_finite(number)) {
        None => Ok(points.len() / n),
        Some(at) => {
            let message = format!("number {}: {} is not finite", at / n + 1, shortened(&names[at % n]));
            Err(Error::argument("point", message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::options::Backend;
    use crate::system::System;

    #[test]
    fn points_that_are_none() {
        let system = "x + y".parse::<System>().unwrap().compile().unwrap();
        let run = |points: &[[[f64; 1]; 2]]| Evaluator::new(&system).backend(Backend::Cpu).run(points);
        let error = run(&[[[1.0], [0.0]]; 3]).unwrap_err().to_string();
        assert!(error.contains("points") && error.contains("3 numbers"), "{error}");
        let error = run(&[[[1.0], [0.0]], [[1.0], [f64::NAN]]]).unwrap_err().to_string();
        assert!(error.contains("number 1: y is not finite"), "{error}");
        let none = run(&[]).unwrap();
        assert!(none.values.is_empty() && none.jacobians.is_empty());
    }

    #[test]
    fn values_alone() {
        let system = "x*y; x - y".parse::<System>().unwrap().compile().unwrap();
        let points = [[[2.0], [0.0]], [[3.0], [0.0]]];
        let found = Evaluator::new(&system).backend(Backend::Cpu).values_only().run(&points).unwrap();
        assert_eq!(found.values, [[[6.0], [0.0]], [[-1.0], [0.0]]]);
        assert!(found.jacobians.is_empty());
        assert_eq!(found.report.backend, "cpu");
        assert!(found.report.milliseconds > 0.0);
    }

    #[test]
    fn memory_is_counted_first() {
        let system = "x*y; x - y".parse::<System>().unwrap().compile().unwrap();
        let points = vec![[[2.0], [0.0]]; 2000];
        let error = Evaluator::new(&system).backend(Backend::Cpu).memory_limit(1000).run(&points).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit { .. }), "{error}");
    }
}
