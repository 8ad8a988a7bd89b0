//! The rates of an engine, from the times of small computations of several sizes: one rate after the other, with those that are known
//! already taken off.

use super::fit::least_squares;
use super::jobs::{Job, entries, integers, matrix, pair};
use super::probe::{Measured, Probe, Times, beyond, least, timed};
use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::control::Control;
use crate::determinant::set_up;
use crate::engine::AnyEngine;
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::cost::{DEGREES, Linear, ROWS, Rates, Scalar, tree_size};
use crate::plan::exponents::{AnswerExponents, Variable};
use crate::plan::plain_primes::{PrimeSize, largest};
use crate::plan::prime61::Prime61;
use crate::plan::residues::PlainResidues;
use crate::plan::support::Support;
use crate::run::check::Check;
use crate::run::options::RunOptions;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rug::Integer;
use std::hint::black_box;
use std::time::Instant;

/// The rates of an engine.
pub(super) fn rates(engine: &mut dyn AnyEngine, control: &Control) -> Result<Rates> {
    engine.watch(&control.silent());
    let (rates, threads) = (engine.rates(), engine.batching().at_once as usize);
    let is_device = engine.facts().is_asynchronous;
    // A full bundle for each thread; enough to fill a device.
    let primes = if is_device { DEVICE_PRIMES } else { rates.bundle.0 as usize * threads };
    let points = if is_device { device_points(engine.memory()?) } else { HOST_POINTS };
    let idle = Idle::default();
    let mut bench = Bench { engine, control, primes, points, is_device, rates, idle };
    bench.idle()?;
    bench.input()?;
    bench.reduction()?;
    bench.products()?;
    bench.transforms()?;
    bench.far();
    bench.interpolation()?;
    bench.scalars()?;
    bench.small_bundle()?;
    bench.lift()?;
    bench.coefficient()?;
    Ok(bench.rates)
}

/// So many points of so many primes that a device waits for every stage, and that its memory and all its multiprocessors have work for some
/// hundred microseconds: launches take tens of them.
const DEVICE_PRIMES: usize = 128;
const DEVICE_POINTS: u32 = 1 << 15;
/// How many times as many primes there are where there is one row.
const DEVICE_ROWS: usize = 16;
/// Element steps of large scalars on a device: some thousand pairs of degree 2048.
const DEVICE_STEPS: u64 = 32_000_000_000;

/// Points, so that two tensors of [`MOST_ROWS`] rows take half of so many bytes.
fn device_points(memory: u64) -> u32 {
    let row = 4 * DEVICE_PRIMES as u64;
    (memory / (4 * u64::from(MOST_ROWS) * row)).clamp(1024, DEVICE_POINTS.into()) as u32
}

/// Most rows of values of a probe with all points.
const MOST_ROWS: u32 = 64;

/// The largest size of a scalar that is measured on a CPU, which has no other way for larger ones: those alone would take seconds.
const HOST_SIZE: u32 = 64;
/// The chunks of points of a bundle that are tasks are no larger.
const HOST_POINTS: u32 = 512;

/// An engine that is measured, and what is known of it by now.
struct Bench<'e> {
    engine: &'e mut dyn AnyEngine,
    control: &'e Control,
    primes: usize,
    points: u32,
    is_device: bool,
    rates: Rates,
    idle: Idle,
}

/// The time of the stages however little there is to do.
#[derive(Default)]
struct Idle {
    times: Times,
    lift: f64,
}

/// Elements that transforms along all variables but the last make on the way to so many `values`, and doublings of their lengths.
fn counts(values: f64, dims: &[u32], lens: &[u32]) -> [f64; 2] {
    let (mut made, mut doublings, mut behind) = (0.0, 0.0, 1.0);
    for (k, (&n, &len)) in dims.iter().zip(lens).enumerate().rev() {
        if k + 1 < dims.len() {
            made += values * behind;
            doublings += values * behind * f64::from(len).log2();
        }
        behind *= f64::from(n) / f64::from(len);
    }
    [made, doublings]
}

/// Values that go into a matrix of a probe, at most.
const VALUES: u32 = 256;

/// Rows of matrices that are set up, enough for all threads, and 32-bit words of their integers.
const INPUT_ROWS: u32 = 96;
const INPUT_WORDS: u32 = 32;

/// Polynomials that are evaluated.
const POLYNOMIALS: u32 = 32;

/// Primes of a tree of products.
const TREE: usize = 1 << 9;

/// Words of 32 MiB, that are copied in parts of 128 KiB.
const FAR: usize = 1 << 22;
const PART: usize = 1 << 14;

impl Bench<'_> {
    /// A probe modulo the primes of the bench, without what its stages take of their own.
    fn run(&mut self, probe: &Probe<'_>) -> Result<Measured> {
        self.run_modulo(self.primes, probe)
    }

    /// The same modulo so many primes.
    fn run_modulo(&mut self, primes: usize, probe: &Probe<'_>) -> Result<Measured> {
        let mut found = probe.run(self.engine, primes, self.control)?;
        found.times = found.times.beyond(&self.idle.times);
        Ok(found)
    }

    /// One prime, two points, one coefficient.
    fn idle(&mut self) -> Result<()> {
        let (job, moduli) = (matrix(4, 2), moduli(self.engine.prime_size(), 1));
        let times = Probe { words: 1, dims: &[1], points: &[2], job: &job }.run(self.engine, 1, self.control)?.times;
        let [lift] = least(|| {
            let residues = self.engine.residues(1, 1)?;
            let control = &self.control.silent();
            Ok([timed(|| self.engine.lift(residues, &moduli, Lift::Auto, control, &mut Clock::default()))?.1])
        })?;
        self.rates.fixed =
            (times.tables + times.reduce + times.values + times.interpolate + times.select + lift) * 1e-6;
        self.idle = Idle { times, lift };
        Ok(())
    }

    /// The work of the host before an engine works, up to the primes: for matrices of integers of one word and of many.
    fn input(&mut self) -> Result<()> {
        let run = RunOptions { control: self.control.silent(), ..RunOptions::default() };
        let (size, mut samples) = (self.engine.prime_size(), Vec::new());
        for (rows, words) in [(2, 1), (INPUT_ROWS, 1), (INPUT_ROWS, INPUT_WORDS)] {
            let matrix = integers(rows, words)?;
            let [time] = least(|| Ok([timed(|| set_up(size, &matrix, &run))?.1]))?;
            let count = f64::from(rows * rows);
            samples.push(([1.0, count, count * f64::from(words)], time));
        }
        let [_, each, further] = least_squares(&samples);
        self.rates.input = Linear { each, further };
        Ok(())
    }

    /// Integers of one word and of many.
    fn reduction(&mut self) -> Result<()> {
        let (job, dims) = (entries(POLYNOMIALS), [if self.is_device { self.points / 16 } else { 16 }]);
        let integers = f64::from(POLYNOMIALS * dims[0]) * self.primes as f64;
        let mut samples = Vec::new();
        for words in [1, 8, 40] {
            let found = self.run(&Probe { words, dims: &dims, points: &[self.points], job: &job })?;
            samples.push(([integers, integers * f64::from(words)], found.times.reduce));
        }
        let [each, further] = least_squares(&samples);
        self.rates.reduction = Linear { each, further };
        Ok(())
    }

    /// Values by products, of few coefficients and of many, of few polynomials and of many.
    fn products(&mut self) -> Result<()> {
        let mut samples = Vec::new();
        for (rows, n) in [(6, 4), (6, 32), (64, 4), (64, 32)] {
            let found = self.run(&Probe { words: 1, dims: &[n], points: &[self.points], job: &entries(rows) })?;
            let points = found.points * self.primes as f64;
            let values = f64::from(rows) * points;
            samples.push(([points, values, values * f64::from(n)], found.times.values));
        }
        let [point, each, further] = least_squares(&samples);
        (self.rates.point, self.rates.product) = (point, Linear { each, further });
        Ok(())
    }

    /// Values along all variables but the last by transforms of several lengths, with the factors 2, 3 and 5; those along the last are by
    /// products.
    fn transforms(&mut self) -> Result<()> {
        const LAST: u32 = 4;
        let job = entries(POLYNOMIALS);
        let mut samples = Vec::new();
        for len in [18, 64, 540] {
            let (mut dims, mut points) = (vec![len / 4], vec![len]);
            // Waiting costs a device more than so little work: as many points as elsewhere.
            let further = self.points / (len * LAST);
            if self.is_device && further > 1 {
                dims.push(further);
                points.push(further);
            }
            dims.push(LAST);
            points.push(LAST);
            let found = self.run(&Probe { words: 1, dims: &dims, points: &points, job: &job })?;
            let values = f64::from(POLYNOMIALS) * found.points * self.primes as f64;
            let rest = found.times.values - self.last(POLYNOMIALS, LAST, &found);
            if rest > 0.0 {
                samples.push((counts(values, &dims, &found.lens), rest));
            }
        }
        if !samples.is_empty() {
            let [each, further] = least_squares(&samples);
            self.rates.forward = Linear { each, further };
        }
        Ok(())
    }

    /// Nanoseconds along the last variable, of `rows` polynomials with `n` coefficients each.
    fn last(&self, rows: u32, n: u32, found: &Measured) -> f64 {
        let points = found.points * self.primes as f64;
        points * (self.rates.point + f64::from(rows) * self.rates.product.at(n.into()))
    }

    /// Words from memory to memory that no cache keeps, all threads at once. A device has no such caches.
    fn far(&mut self) {
        if self.is_device {
            return;
        }
        let from = vec![1u64; FAR];
        let mut to = vec![0u64; FAR];
        let mut copy = || -> Vec<f64> {
            let parts = to.par_chunks_mut(PART).zip(from.par_chunks(PART));
            let time = |(to, from): (&mut [u64], &[u64])| {
                let start = Instant::now();
                to.copy_from_slice(from);
                start.elapsed().as_nanos() as f64
            };
            parts.map(time).collect()
        };
        // The first time the system gives the memory.
        copy();
        let mut times = copy();
        black_box(&to);
        times.sort_by(f64::total_cmp);
        // A part is so short that the median was not interrupted.
        let (median, batching) = (times[times.len() / 2], self.engine.batching());
        let bytes = (PART * size_of::<u64>()) as f64 * batching.at_once.max(1) as f64;
        self.rates.far = median / bytes * batching.word as f64;
    }

    /// Coefficients from values, in one variable and in three, and as plain residues; the tables of the longest transform.
    fn interpolation(&mut self) -> Result<()> {
        let job = entries(1);
        let (mut samples, mut selected) = (Vec::new(), Vec::new());
        for points in [&[4096][..], &[18, 15, 16]] {
            let primes = if self.is_device { DEVICE_ROWS * self.primes } else { self.primes };
            let found =
                self.run_modulo(primes, &Probe { words: 1, dims: &vec![1; points.len()], points, job: &job })?;
            let all = found.points * primes as f64;
            let doublings: f64 = found.lens.iter().map(|&len| f64::from(len).log2()).sum();
            samples.push(([all * points.len() as f64, all * doublings], found.times.interpolate));
            selected.push(([all], found.times.select));
            if let [len] = found.lens[..] {
                self.rates.table = found.times.tables / (f64::from(len) * primes as f64);
            }
        }
        let [each, further] = least_squares(&samples);
        self.rates.inverse = Linear { each, further };
        [self.rates.selection] = least_squares(&selected);
        Ok(())
    }

    /// Nanoseconds of the computation of a job at one point. The time of its values is measured beside it, as it is
    /// most of a small scalar.
    fn scalar(&mut self, job: &Job) -> Result<f64> {
        // About as long on a CPU whatever the size is, half a millisecond: the system seldom interrupts so short a run.
        // A device has so many steps that all its multiprocessors have scalars of any size.
        let steps = job.scalar().steps;
        let points = match self.is_device {
            true => (DEVICE_STEPS / (steps * self.primes as u64)).clamp(16, self.points.into()) as u32,
            false => (1_000_000 / (steps * u64::from(self.rates.bundle.0) / 4).max(1)).clamp(8, 1024) as u32,
        };
        let whole = self.run(&Probe { words: 1, dims: &[1], points: &[points], job })?;
        let values = self.run(&Probe { words: 1, dims: &[1], points: &[points], job: &entries(job.rows()) })?;
        // Neither is exact.
        let rest = (whole.times.values - values.times.values).max(0.1 * whole.times.values);
        Ok(rest / (whole.points * self.primes as f64))
    }

    /// Nanoseconds of an element step of a job.
    fn step(&mut self, job: &Job) -> Result<f64> {
        Ok(self.scalar(job)? / job.scalar().steps as f64)
    }

    /// Element steps of resultants and determinants of all sizes, and elements that are only multiplied, of a polynomial that is much longer
    /// than the other.
    fn scalars(&mut self) -> Result<()> {
        for (k, &degree) in DEGREES.iter().enumerate() {
            self.rates.resultant[k] = match k.checked_sub(1).filter(|_| !self.is_device && degree > HOST_SIZE) {
                Some(before) => self.rates.resultant[before],
                None => self.step(&pair(degree, degree))?,
            };
        }
        for (k, &rows) in ROWS.iter().enumerate() {
            self.rates.determinant[k] = match k.checked_sub(1).filter(|_| !self.is_device && rows > HOST_SIZE) {
                Some(before) => self.rates.determinant[before],
                None => self.step(&matrix((rows * rows).min(VALUES), rows))?,
            };
        }
        let job = pair(100, 8);
        let Scalar { scaled, .. } = job.scalar();
        self.rates.scaling = 0.0;
        let rest = self.scalar(&job)? - self.rates.scalar(&job.scalar());
        self.rates.scaling = (rest / scaled as f64).max(0.0);
        Ok(())
    }

    /// Bundles of fewer primes, where the engine has them: one of each, which all threads share.
    fn small_bundle(&mut self) -> Result<()> {
        let (large, small) = self.rates.bundle;
        if large == small {
            return Ok(());
        }
        let job = pair(16, 16);
        let probe = Probe { words: 1, dims: &[1], points: &[4 * self.points], job: &job };
        let [full, few] =
            [large, small].map(|primes| probe.run(self.engine, primes as usize, self.control).map(|m| m.times.values));
        self.rates.small_bundle = (few? / full?).clamp(0.05, 1.0);
        Ok(())
    }

    /// Nanoseconds of the integers from residues modulo so many primes.
    fn lifted(&mut self, primes: usize, coefficients: usize) -> Result<f64> {
        let size = self.engine.prime_size();
        let moduli = moduli(size, primes);
        let residue = |k: usize| k as u64 * 7919 % moduli[k / coefficients];
        let residues = (0..primes * coefficients).map(residue);
        let values = match size {
            PrimeSize::Bits31 => PlainResidues::Bits31(residues.map(|residue| residue as u32).collect()),
            PrimeSize::Bits50 => PlainResidues::Bits50(residues.collect()),
        };
        let [time] = least(|| {
            self.control.check()?;
            let mut residues = self.engine.residues(primes, coefficients)?;
            self.engine.import(values.all(), &mut residues, 0)?;
            let control = &self.control.silent();
            let lift = || self.engine.lift(residues, &moduli, Lift::Auto, control, &mut Clock::default());
            Ok([timed(lift)?.1])
        })?;
        Ok(beyond(time, self.idle.lift))
    }

    /// Integers from residues: of two primes, of few, of many, and of many with a large table; of very many by a tree, where there is one.
    fn lift(&mut self) -> Result<()> {
        let ratio = self.rates.far_lift / self.rates.lift;
        let mut samples = Vec::new();
        let sizes: &[(usize, usize)] = match self.is_device {
            true => &[(2, 1 << 19), (24, 1 << 17), (384, 512), (384, 8192), (2048, 8)],
            false => &[(2, 8192), (24, 2048), (192, 64), (192, 768)],
        };
        for &(primes, coefficients) in sizes {
            let time = self.lifted(primes, coefficients)?;
            let (n, c) = (primes as f64, coefficients as f64);
            samples.push(([n * n * c, n * c, c, n * n], time));
        }
        [self.rates.lift, self.rates.residue, self.rates.integer, self.rates.entry] = least_squares(&samples);
        self.rates.far_lift = self.rates.lift * ratio;
        let mut samples = Vec::new();
        for coefficients in [1, 7] {
            if !self.rates.lifts_by_tree(coefficients, TREE) {
                continue;
            }
            let (size, time) = (tree_size(TREE), self.lifted(TREE, coefficients)?);
            samples.push(([size, size * coefficients as f64], time));
        }
        let [each, further] = least_squares(&samples);
        self.rates.tree = Linear { each, further };
        Ok(())
    }

    /// Coefficients of an answer as they are compared and become terms, on the host: so many that all threads have some, as for an answer that takes long.
    /// That the answer goes afterwards is no part of it.
    fn coefficient(&mut self) -> Result<()> {
        const COUNT: u32 = 1 << 17;
        let mut rng = StdRng::seed_from_u64(1);
        let field = Prime61::random(&mut rng);
        let check = Check::new(field, vec![(vec![field.element(&mut rng)], 0)]);
        let exponents = AnswerExponents::new(1, vec![Variable { place: 0, step: 1, shift: 0 }], Vec::new());
        let support = Support::whole(vec![COUNT]);
        let integers: Vec<Integer> = (0..COUNT).map(|k| (Integer::from(1) << (100 + k % 64)) + k).collect();
        let [time] = least(|| {
            let own = integers.clone();
            let (_, time) = timed(|| {
                let mut values = check.values(&support);
                values.include(0, &own[..]);
                exponents.polynomial(&["x".to_owned()], &support, own, &Integer::from(1))
            })?;
            Ok([time])
        })?;
        self.rates.coefficient = time / f64::from(COUNT);
        Ok(())
    }
}

/// So many primes, ascending.
fn moduli(size: PrimeSize, count: usize) -> Vec<u64> {
    let bits = count as u64 * (size.bits() + 1);
    let mut moduli = largest(size, 2, bits, &|_| true).unwrap_or_default();
    moduli.truncate(count);
    moduli
}
