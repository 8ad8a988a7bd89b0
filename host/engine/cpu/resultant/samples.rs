//! Arbitrary points: evaluation by Horner's rule, samples of the scalars that did not fail, Vandermonde-Schur interpolation.

use crate::alone::prelude::*;
use crate::engine::cpu::bundle::{Tables, Watch};
use crate::engine::cpu::grid::values::Values;
use crate::engine::cpu::points;
use crate::engine::cpu::word::{CpuWord, Lanes, Residue};
use crate::engine::cpu::{Batch, Buffer};
use crate::engine::{SampleCounts, ScalarJob};
use crate::error::{Error, ErrorKind, Result};
use gpu::Field;
use gpu::arith::Modulus;
use gpu::transform::vandermonde;
use std::ops::Range;

/// Samples of all primes.
pub struct Samples<M: CpuWord> {
    needed: usize,
    primes: Vec<Pairs<M::Elem>>,
}

/// Points and scalars of one prime, in Montgomery form.
#[derive(Clone)]
struct Pairs<E> {
    xs: Vec<E>,
    ys: Vec<E>,
    /// Points whose scalars failed.
    dropped: u64,
}

impl<M: CpuWord> Samples<M> {
    pub(in crate::engine::cpu) fn new(batch: &Batch<M>) -> Self {
        let needed = batch.grid.points() as usize;
        let empty = Pairs { xs: Vec::with_capacity(needed), ys: Vec::with_capacity(needed), dropped: 0 };
        Samples { needed, primes: vec![empty; batch.len()] }
    }
}

/// The scalars, and their points.
struct Round<'a> {
    job: &'a ScalarJob,
    points: Range<u32>,
    repair: bool,
    needed: usize,
}

/// Element steps of a bundle between two looks at the control: some 0.1 s, where each waits for the one before.
const LOOK: usize = 1 << 21;

/// Values \[row\]\[point\] at the integers `points`.
struct Horner<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    xs: &'a [B::Elem],
    coefficients: &'a [B::Elem],
    values: &'a mut [B::Elem],
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Horner<'_, B> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let Horner { field, xs, coefficients, values } = self;
        for (value, &x) in values.iter_mut().zip(xs) {
            *value = coefficients.iter().rev().fold(field.zero(), |acc, &c| field.add(field.mul(acc, x), c));
        }
    }
}

/// One round on one bundle: samples are appended to `pairs`, one per prime. Where none is missing nothing is done.
///
/// # Errors
/// `Cancelled`; some samples may have been appended.
fn sample_bundle<B: Lanes<Modulus: CpuWord>>(
    round: &Round<'_>,
    tables: &Tables<B>,
    coefficients: &[B::Elem],
    pairs: &mut [Pairs<Residue<B>>],
    watch: Watch<'_>,
) -> Result<SampleCounts> {
    let (job, control) = (round.job, watch.control);
    let mut counts = SampleCounts { least: u32::MAX, ..SampleCounts::default() };
    if pairs.iter().all(|pairs| pairs.xs.len() == round.needed) {
        return Ok(SampleCounts { least: round.needed as u32, ..counts });
    }
    let rows = (job.p + job.q + 2) as usize;
    let n = coefficients.len() / rows;
    let xs: Vec<B::Elem> =
        round.points.clone().map(|x| tables.gather(|lane| tables.primes[lane].element(x as u64))).collect();
    let count = xs.len();
    let mut values = vec![tables.field.zero(); rows * count];
    let part = (LOOK / n.max(1)).max(1);
    // A product for each coefficient and point, and three for each element step.
    let (products, steps) = ((rows * n) as f64, 3.0 * job.steps() as f64);
    let tasks = watch.part(products / (products + steps)).tasks(rows * count);
    values.par_chunks_mut(count).zip(coefficients.par_chunks(n)).try_for_each(|(values, coefficients)| {
        values.chunks_mut(part).zip(xs.chunks(part)).try_for_each(|(values, xs)| {
            control.check()?;
            let done = xs.len();
            tables.field.simd(Horner { field: &tables.field, xs, coefficients, values });
            tasks.done(done);
            Ok::<(), Error>(())
        })
    })?;
    drop(tasks);
    let tasks = watch.part(steps / (products + steps)).tasks(count.saturating_mul(points::tasks_of(job)));
    let values = Values::Stored { values: &values, points: count };
    let mut scalars = vec![tables.field.zero(); count];
    let size = points::points_per_look(job);
    let masks: Vec<Vec<u32>> = scalars
        .par_chunks_mut(size)
        .enumerate()
        .map(|(chunk, target)| {
            control.check()?;
            Ok(points::chunk(tables, job, &values, chunk * size, target, &tasks))
        })
        .collect::<Result<_>>()?;
    let mut columns = points::Points::new(&tables.field, &values, job);
    for (i, mask) in masks.into_iter().flatten().enumerate() {
        for (lane, pairs) in pairs.iter_mut().enumerate().take(tables.primes.len()) {
            counts.scalars.scalars += 1;
            let fails = mask & (1 << lane) != 0;
            if fails && !round.repair {
                counts.dropped += 1;
                pairs.dropped += 1;
                continue;
            }
            if pairs.xs.len() == round.needed {
                continue;
            }
            pairs.xs.push(B::lane(&xs[i], lane));
            pairs.ys.push(if fails {
                control.check()?;
                counts.scalars.repairs += 1;
                points::repair_lane(tables, job, &mut columns, (i, lane), &tasks)
            } else {
                B::lane(&scalars[i], lane)
            });
        }
    }
    for pairs in pairs {
        counts.least = counts.least.min(pairs.xs.len() as u32);
        counts.most_dropped = counts.most_dropped.max(pairs.dropped);
    }
    Ok(counts)
}

/// See [`crate::engine::ResultantEngine::sample`].
///
/// # Errors
/// `Cancelled`.
#[allow(clippy::too_many_arguments, reason = "those of the trait, the batch and the control")]
pub(in crate::engine::cpu) fn sample<M: CpuWord>(
    batch: &Batch<M>,
    coefficients: &Buffer<M>,
    job: &ScalarJob,
    points: Range<u32>,
    repair: bool,
    into: &mut Samples<M>,
    watch: Watch<'_>,
) -> Result<SampleCounts> {
    let round = Round { job, points, repair, needed: into.needed };
    let (of_wide, of_narrow) = batch.watches(watch);
    let mut rest = &mut into.primes[..];
    let mut total = SampleCounts { least: u32::MAX, ..SampleCounts::default() };
    let mut add = |counts: SampleCounts| {
        total.scalars.scalars += counts.scalars.scalars;
        total.scalars.repairs += counts.scalars.repairs;
        total.dropped += counts.dropped;
        total.most_dropped = total.most_dropped.max(counts.most_dropped);
        total.least = total.least.min(counts.least);
    };
    for (tables, source) in batch.wide.iter().zip(&coefficients.wide) {
        let (pairs, behind) = rest.split_at_mut(tables.primes.len());
        add(sample_bundle(&round, tables, source, pairs, of_wide)?);
        rest = behind;
    }
    for (tables, source) in batch.narrow.iter().zip(&coefficients.narrow) {
        let (pairs, behind) = rest.split_at_mut(tables.primes.len());
        add(sample_bundle(&round, tables, source, pairs, of_narrow)?);
        rest = behind;
    }
    Ok(total)
}

/// Steps of the interpolation of one bundle.
struct Interpolate<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    steps: Range<u32>,
    xs: &'a mut [B::Elem],
    ys: &'a mut [B::Elem],
    work: &'a mut [B::Elem],
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Interpolate<'_, B> {
    type Output = B::Elem;
    #[inline(always)]
    fn call(self) -> B::Elem {
        let Interpolate { field, steps, xs, mut ys, mut work } = self;
        let n = ys.len() as u32;
        vandermonde::interpolate_steps(field, steps, n, &xs, &mut ys, &mut work)
    }
}

/// Coefficients of one bundle from full samples.
///
/// # Errors
/// `Cancelled`.
fn interpolate_bundle<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    pairs: &[Pairs<Residue<B>>],
    needed: usize,
    watch: Watch<'_>,
) -> Result<Vec<B::Elem>> {
    let field = &tables.field;
    let mut xs: Vec<B::Elem> = (0..needed).map(|i| tables.gather(|lane| pairs[lane].xs[i])).collect();
    let mut ys: Vec<B::Elem> = (0..needed).map(|i| tables.gather(|lane| pairs[lane].ys[i])).collect();
    let mut work = vec![field.one(); needed];
    let mut denominator = field.neg(field.one());
    let tasks = watch.tasks(needed);
    let part = (LOOK / needed.max(1)).max(1);
    for first in (0..needed).step_by(part) {
        watch.control.check()?;
        let steps = first as u32..needed.min(first + part) as u32;
        let count = steps.len();
        let factor = field.simd(Interpolate { field, steps, xs: &mut xs, ys: &mut ys, work: &mut work });
        denominator = field.mul(denominator, factor);
        tasks.done(count);
    }
    let inverse = tables.inverse(denominator);
    ys.iter_mut().for_each(|y| *y = field.mul(*y, inverse));
    Ok(ys)
}

/// See [`crate::engine::Engine::interpolate_samples`].
///
/// # Errors
/// `Shape` when samples are missing; `Cancelled`.
pub(in crate::engine::cpu) fn interpolate<M: CpuWord>(
    batch: &Batch<M>,
    samples: &Samples<M>,
    watch: Watch<'_>,
) -> Result<Buffer<M>> {
    let (of_wide, of_narrow) = batch.watches(watch);
    if let Some(short) = samples.primes.iter().find(|pairs| pairs.xs.len() != samples.needed) {
        let (expected, found) = (samples.needed, short.xs.len());
        return Err(ErrorKind::Shape { what: "samples of a prime", expected, found }.into());
    }
    let wide_primes: usize = batch.wide.iter().map(|t| t.primes.len()).sum();
    let (wide, narrow) = samples.primes.split_at(wide_primes);
    Ok(Buffer {
        pending: None,
        wide: batch
            .wide
            .par_iter()
            .zip(wide.par_chunks(M::Wide::LANES as usize))
            .map(|(tables, pairs)| interpolate_bundle(tables, pairs, samples.needed, of_wide))
            .collect::<Result<_>>()?,
        narrow: batch
            .narrow
            .par_iter()
            .zip(narrow.par_chunks(M::Narrow::LANES as usize))
            .map(|(tables, pairs)| interpolate_bundle(tables, pairs, samples.needed, of_narrow))
            .collect::<Result<_>>()?,
    })
}
