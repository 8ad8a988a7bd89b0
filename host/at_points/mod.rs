//! Answers modulo one prime of any size: values at points of its field, or of an extension of it, and interpolation.
//!
//! For what engines have no words or no roots of unity for: primes of up to 256 bits, primes p where p - 1 has no smooth divisor of the size, and primes with
//! fewer elements than points. Each kept variable takes as many values a, a q, a q^2, .. as the answer may have powers of it ([`progression`]). The polynomials
//! are evaluated one variable after the other, the operation says what the answer is at a point ([`AtPoint`]), and interpolation goes back variable by variable.
//!
//! In the field of the prime a device computes where there is one and that is predicted to be faster.
//!
//! The check is that of all answers modulo one prime: values at random points, where the operation has another way to find them. What a device has computed
//! is checked by the routine of the CPU.

#[cfg(feature = "cuda")]
mod device;
mod evaluation;
mod field;
mod predicted;
mod progression;

use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::PointScalar;
use crate::error::{ErrorKind, Result};
use crate::finite_field::{Arithmetic, Powers};
use crate::plan::rows::Row;
use crate::plan::support::Support;
use crate::run::backend::{self, SelectedEngines};
use crate::run::memory;
use crate::run::modulus::Modulus;
use crate::run::options::{Backend, RunOptions};
use crate::run::random::{Purpose, rng};
use crate::run::report::RunReport;
use crate::tasks::Tasks;
use evaluation::Evaluation;
use field::{InField, Kind};
use progression::{Interpolation, has_order};
use rug::Integer;

/// Sets of points that are tried: at none of its points a leading coefficient may vanish.
const TRIES: usize = 4;

/// Ratios that are tried: of those with a lower order than there are points there are few.
const RATIOS: usize = 64;

/// The part of the values in the progress.
const POINTS: f64 = 0.8;

/// Lines that one thread interpolates before another takes some.
const LINES: usize = 64;

/// Bits of the probability with which a wrong answer fails the check.
const CERTAIN: f64 = 60.0;

/// An answer as a function of the values that some polynomials have at a point.
pub(crate) trait AtPoint: Sync {
    /// The polynomials in the kept variables that it depends on.
    fn rows(&self) -> Vec<&Row>;

    /// Products of elements that a value takes.
    fn products(&self) -> f64;

    /// The same of the other way.
    fn products_of_check(&self) -> f64;

    /// Whether there is a value at every point.
    fn is_total(&self) -> bool;

    /// The answer where the polynomials have these values; `None` where that does not tell it.
    ///
    /// # Errors
    /// `Cancelled`.
    fn value<K: Arithmetic>(&self, field: K, values: &[K::Elem], control: &Control) -> Result<Option<K::Elem>>;

    /// The same by another way.
    ///
    /// # Errors
    /// `Cancelled`.
    fn checked<K: Arithmetic>(&self, field: K, values: &[K::Elem], control: &Control) -> Result<Option<K::Elem>>;

    /// The value as devices compute it.
    fn on_device(&self) -> PointScalar;
}

/// An answer.
pub(crate) struct Computed {
    /// Coefficients, those of the support in order, from 0 to p - 1.
    pub coefficients: Vec<Integer>,
    /// The device that computed it.
    chosen: Option<SelectedEngines>,
}

/// A computation with its size and its cost.
#[derive(Debug)]
pub(crate) struct AtPoints {
    p: Modulus,
    kind: Kind,
    /// Values of each kept variable.
    points: Vec<u32>,
    /// Coefficients of the polynomials in each of them.
    dims: Vec<usize>,
    /// Points of the check.
    checked: u32,
    /// Whether a device is to compute it.
    #[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "no device computes without CUDA"))]
    on_device: bool,
    /// Bytes.
    pub bytes: u64,
    /// Predicted.
    pub milliseconds: f64,
}

impl AtPoints {
    /// The computation of an answer with so many `points` for each kept variable; `None` where no field has enough of them, or where the device that the options
    /// ask for does not compute in it.
    pub fn new(problem: &impl AtPoint, p: Modulus, points: Vec<u32>, run: &RunOptions) -> Option<Self> {
        let rows = problem.rows();
        let dim = |axis| rows.iter().filter_map(|row| row.degree(axis)).max().unwrap_or(0) as usize + 1;
        let dims: Vec<usize> = (0..points.len()).map(dim).collect();
        let degrees = points.iter().zip(&dims).map(|(&n, &dim)| u64::from(n) + 2 * dim as u64).sum::<u64>() + 1;
        let all: f64 = points.iter().map(|&n| f64::from(n)).product();
        // A value fails at the points where a leading coefficient vanishes: these are to be few.
        let least = if problem.is_total() { degrees } else { degrees.saturating_mul(all as u64) };
        let kind = Kind::new(p, least).or_else(|| Kind::new(p, degrees))?;
        let room = kind.bits(p) - (degrees as f64).log2();
        let checked = (CERTAIN / room.max(1.0)).ceil().clamp(1.0, CERTAIN) as u32;
        let evaluation = Evaluation::new(&points, &dims, rows.len(), kind.is_word());
        let threads = rayon::current_num_threads() as f64;
        let lines = |&n: &u32| all / f64::from(n) * kind.interpolation(n.into());
        let back: f64 = points.iter().filter(|&&n| n > 1).map(lines).sum();
        // One variable has one line, of whose products a few are done at a time.
        let of_lines = if points.len() > 1 { threads } else { threads.min(3.0) };
        let of_points = evaluation.products() + all * problem.products();
        let of_check = f64::from(checked) * problem.products_of_check();
        let nanoseconds = kind.nanoseconds() * (of_points + of_check) / threads + back / of_lines;
        let longest = points.iter().max().map_or(0.0, |&n| f64::from(n));
        // Values, a copy of them while lines are interpolated or numbers become integers; the tables of lines, and products of them.
        let elements =
            2.0 * all + 40.0 * longest * if points.len() > 1 { threads } else { 1.0 } + evaluation.elements();
        let bytes = (kind.bytes() as f64 * elements + (32.0 + kind.bytes() as f64) * all) as u64;
        let (by_cpu, backend) = (nanoseconds * 1e-6, run.backend);
        let by_device = match cfg!(feature = "cuda") && backend != Backend::Cpu {
            true => predicted::device((kind, p.bits()), rows.len(), (&points, &dims), &problem.on_device()),
            false => None,
        };
        let (milliseconds, on_device) = match by_device {
            Some(by_device) if backend == Backend::Cuda || by_device < by_cpu && backend::has_device(run) => {
                (by_device, true)
            }
            _ if backend == Backend::Cuda => return None,
            _ => (by_cpu, false),
        };
        Some(AtPoints { p, kind, points, dims, checked, on_device, bytes, milliseconds })
    }

    /// How many points there are.
    pub fn count(&self) -> u64 {
        self.points.iter().map(|&n| u64::from(n)).product()
    }

    /// The degree of the field over that of the prime.
    pub fn degree(&self) -> u32 {
        if let Kind::Extension { degree, .. } = self.kind { degree } else { 1 }
    }

    /// Tells how an answer was found.
    pub fn tell(&self, found: &Computed, report: &mut RunReport) {
        (report.primes, report.verified_modulo) = (1, self.p);
        match &found.chosen {
            Some(chosen) => report.chose(chosen),
            None => report.device = format!("{} threads", rayon::current_num_threads()),
        }
    }

    /// Whether it fits beside `held` bytes.
    pub fn fits(&self, held: u64, run: &RunOptions) -> bool {
        self.bytes.saturating_add(held) <= memory::allowed(run)
    }

    /// The answer, which is checked; `None` where there is no value at a point of each set, or where the device has no room.
    ///
    /// # Errors
    /// `Verification`; `Cancelled`; of a device.
    pub fn answer(
        &self,
        problem: &impl AtPoint,
        support: &Support,
        operation: &'static str,
        run: &RunOptions,
        clock: &mut Clock,
    ) -> Result<Option<Computed>> {
        let job = Job { plan: self, problem, support, operation, run };
        #[cfg(feature = "cuda")]
        if self.on_device
            && let Some(mut chosen) = clock.time("engine", || self.engines(run))?
        {
            if !self.has_room(problem, &mut chosen)? {
                return Ok(None);
            }
            let found = self.by_device(problem, &mut chosen, run, clock)?;
            let Some(all) = found else { return Ok(None) };
            clock.time("verify", || self.kind.run(self.p, Check { job: &job, answer: &all }, &run.control))?;
            return Ok(Some(Computed { coefficients: job.of_support(all)?, chosen: Some(chosen) }));
        }
        let found = clock.time("points", || self.kind.run(self.p, job, &run.control))?;
        Ok(found.map(|coefficients| Computed { coefficients, chosen: None }))
    }
}

struct Job<'a, P> {
    plan: &'a AtPoints,
    problem: &'a P,
    support: &'a Support,
    operation: &'static str,
    run: &'a RunOptions,
}

impl<P: AtPoint> InField for Job<'_, P> {
    type Answer = Option<Vec<Integer>>;

    fn within<K: Arithmetic>(self, field: K) -> Result<Option<Vec<Integer>>> {
        let (plan, mut rng) = (self.plan, rng(self.run, Purpose::Grid));
        let most = plan.points.iter().copied().max().unwrap_or(1);
        let ratio = (0..RATIOS).map(|_| field.nonzero(&mut rng)).find(|&q| has_order(field, q, most));
        let Some(q) = ratio else { return Ok(None) };
        let table = self.table(field);
        for _ in 0..TRIES {
            let starts: Vec<K::Elem> = plan.points.iter().map(|_| field.nonzero(&mut rng)).collect();
            let Some(mut values) = self.values(field, &table, (&starts, q))? else { continue };
            self.interpolate(field, &mut values, (&starts, q))?;
            self.check(field, &values, |values| self.problem.checked(field, values, &self.run.control))?;
            return self.coefficients(field, &values).map(Some);
        }
        Ok(None)
    }
}

impl<P: AtPoint> Job<'_, P> {
    fn wrong(&self, message: &str) -> ErrorKind {
        let prime = self.plan.p.word().unwrap_or(0);
        ErrorKind::Verification { what: self.operation, prime, message: format!("{message}, modulo {}", self.plan.p) }
    }

    /// Coefficients \[exponents\]\[row\].
    fn table<K: Arithmetic>(&self, field: K) -> Vec<K::Elem> {
        let (rows, dims) = (self.problem.rows(), &self.plan.dims);
        let residues = |row: &&Row| field.residues(&row.terms.iter().map(|(c, _)| c).collect::<Vec<&Integer>>());
        let residues: Vec<Vec<K::Elem>> = rows.par_iter().map(residues).collect();
        let mut table = vec![field.zero(); dims.iter().product::<usize>() * rows.len()];
        for (number, (row, residues)) in rows.iter().zip(residues).enumerate() {
            for (residue, (_, exponents)) in residues.into_iter().zip(&row.terms) {
                let place = exponents.iter().zip(dims).fold(0, |place, (&e, &n)| place * n + e as usize);
                table[place * rows.len() + number] = residue;
            }
        }
        table
    }

    /// Values \[points\], the first variable outermost; `None` where there is none at one of them.
    fn values<K: Arithmetic>(
        &self,
        field: K,
        table: &[K::Elem],
        (starts, q): (&[K::Elem], K::Elem),
    ) -> Result<Option<Vec<K::Elem>>> {
        let control = &self.run.control;
        let tasks = Tasks::new(control, POINTS, self.plan.points.first().map_or(1, |&n| n as usize));
        let value = |values: &[K::Elem]| {
            control.check()?;
            self.problem.value(field, values, control)
        };
        let evaluation =
            Evaluation::new(&self.plan.points, &self.plan.dims, self.problem.rows().len(), self.plan.kind.is_word());
        evaluation.values((field, table), (starts, q), &value, &tasks)
    }

    /// From values to coefficients, variable by variable.
    fn interpolate<K: Arithmetic>(
        &self,
        field: K,
        values: &mut [K::Elem],
        (starts, q): (&[K::Elem], K::Elem),
    ) -> Result<()> {
        let mut inner = values.len();
        for (&n, &start) in self.plan.points.iter().zip(starts) {
            let n = n as usize;
            inner /= n;
            if n == 1 {
                continue;
            }
            let interpolation = Interpolation::new(field, (start, q), n);
            // Where element i of a line is.
            let place = |line: usize, i: usize| ((line / inner) * n + i) * inner + line % inner;
            let lines = values.len() / n;
            let of_chunk = |chunk: usize| -> Result<Vec<K::Elem>> {
                let mut found = Vec::new();
                for line in chunk * LINES..lines.min((chunk + 1) * LINES) {
                    self.run.control.check()?;
                    let line: Vec<K::Elem> = (0..n).map(|i| values[place(line, i)]).collect();
                    found.extend(interpolation.coefficients(&line));
                }
                Ok(found)
            };
            let found: Vec<Vec<K::Elem>> =
                (0..lines.div_ceil(LINES)).into_par_iter().map(of_chunk).collect::<Result<_>>()?;
            for (line, found) in found.iter().flat_map(|chunk| chunk.chunks(n)).enumerate() {
                found.iter().enumerate().for_each(|(i, &c)| values[place(line, i)] = c);
            }
        }
        Ok(())
    }

    /// Compares the answer with values at random points, which are found another way.
    fn check<K: Arithmetic>(
        &self,
        field: K,
        answer: &[K::Elem],
        value: impl Fn(&[K::Elem]) -> Result<Option<K::Elem>> + Sync,
    ) -> Result<()> {
        let mut rng = rng(self.run, Purpose::Check);
        let rows = self.problem.rows();
        let residues = |row: &&Row| field.residues(&row.terms.iter().map(|(c, _)| c).collect::<Vec<&Integer>>());
        let residues: Vec<Vec<K::Elem>> = rows.par_iter().map(residues).collect();
        let is_right = |point: Vec<K::Elem>| -> Result<Option<bool>> {
            self.run.control.check()?;
            let powers: Vec<Powers<K::Elem>> = point
                .iter()
                .zip(&self.plan.dims)
                .map(|(&x, &dim)| Powers::new(field, x, dim as u32 - 1, dim))
                .collect();
            let of_row = |(row, residues): (&&Row, &Vec<K::Elem>)| {
                residues.iter().zip(&row.terms).fold(field.zero(), |sum, (&c, (_, exponents))| {
                    let factors = exponents.iter().zip(&powers).filter(|(e, _)| **e > 0);
                    field.add(sum, factors.fold(c, |c, (&e, powers)| field.mul(c, powers.of(field, e))))
                })
            };
            let values: Vec<K::Elem> = rows.par_iter().zip(&residues).map(of_row).collect();
            Ok(value(&values)?.map(|expected| self.at(field, answer, &point) == expected))
        };
        let mut left = self.plan.checked as usize;
        while left > 0 {
            let mut point = || self.plan.points.iter().map(|_| field.nonzero(&mut rng)).collect();
            let points: Vec<Vec<K::Elem>> = (0..left).map(|_| point()).collect();
            let found: Vec<Option<bool>> = points.into_par_iter().map(is_right).collect::<Result<_>>()?;
            if found.contains(&Some(false)) {
                return Err(self.wrong("a value of the answer is not that of the input").into());
            }
            left -= found.iter().flatten().count();
        }
        Ok(())
    }

    /// The value of the answer at a point.
    fn at<K: Arithmetic>(&self, field: K, answer: &[K::Elem], point: &[K::Elem]) -> K::Elem {
        let mut values = answer.to_vec();
        for (&n, &x) in self.plan.points.iter().zip(point).rev() {
            let value = |line: &[K::Elem]| crate::finite_field::dense::value(field, line, x);
            values = values.par_chunks_exact(n as usize).map(value).collect();
        }
        values[0]
    }

    /// The coefficients of the support.
    fn coefficients<K: Arithmetic>(&self, field: K, values: &[K::Elem]) -> Result<Vec<Integer>> {
        let found: Option<Vec<Integer>> = values.par_iter().map(|&value| field.leave(value)).collect();
        self.of_support(found.ok_or_else(|| self.outside())?)
    }

    fn outside(&self) -> ErrorKind {
        self.wrong("a coefficient of the answer is none of the prime's field, or beyond the bounds")
    }

    /// The coefficients of the support from those of all points.
    fn of_support(&self, mut all: Vec<Integer>) -> Result<Vec<Integer>> {
        // Lines of the support are those of the points.
        let width = self.plan.points.last().map_or(1, |&n| n as usize);
        let mut coefficients = Vec::with_capacity(self.support.len() as usize);
        for line in self.support.lines(0..self.support.len() as usize) {
            let from = line.number as usize * width + line.from as usize;
            coefficients.extend(all[from..from + line.len].iter_mut().map(std::mem::take));
        }
        match all.iter().all(Integer::is_zero) {
            true => Ok(coefficients),
            false => Err(self.outside().into()),
        }
    }
}

/// The check of what a device has computed, by the routine of the CPU.
#[cfg(feature = "cuda")]
struct Check<'a, 'j, P> {
    job: &'a Job<'j, P>,
    answer: &'a [Integer],
}

#[cfg(feature = "cuda")]
impl<P: AtPoint> InField for Check<'_, '_, P> {
    type Answer = ();

    fn within<K: Arithmetic>(self, field: K) -> Result<()> {
        let answer: Vec<K::Elem> = self.answer.par_iter().map(|c| field.residue(c)).collect();
        let job = self.job;
        job.check(field, &answer, |values| job.problem.value(field, values, &job.run.control))
    }
}
