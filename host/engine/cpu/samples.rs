//! Arbitrary points: evaluation by Horner's rule, samples of the scalars that did not fail, Vandermonde-Schur interpolation.

use super::bundle::{Tables, simd};
use super::scalar;
use super::{Batch, Buffer};
use crate::engine::{SampleCounts, ScalarJob};
use crate::error::{ErrorKind, Result};
use gpu::arith::Bundle;
use gpu::team::Solo;
use gpu::vandermonde;
use rayon::prelude::*;
use std::ops::Range;

/// Samples of all primes.
pub struct Samples {
    needed: usize,
    primes: Vec<Pairs>,
}

/// Points and scalars of one prime, in Montgomery form.
#[derive(Clone)]
struct Pairs {
    xs: Vec<u32>,
    ys: Vec<u32>,
}

impl Samples {
    pub(super) fn new(batch: &Batch) -> Self {
        let needed = batch.grid.points() as usize;
        let empty = Pairs { xs: Vec::with_capacity(needed), ys: Vec::with_capacity(needed) };
        Samples { needed, primes: vec![empty; batch.len()] }
    }
}

/// What is computed at which points.
struct Round<'a> {
    job: &'a ScalarJob,
    points: Range<u32>,
    repair: bool,
    needed: usize,
}

/// Values \[row\]\[point\] at the integers `points`.
struct Horner<'a, B: Bundle> {
    field: &'a B,
    xs: &'a [B::Elem],
    coefficients: &'a [B::Elem],
    values: &'a mut [B::Elem],
}

impl<B: Bundle> pulp::NullaryFnOnce for Horner<'_, B> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let Horner { field, xs, coefficients, values } = self;
        for (value, &x) in values.iter_mut().zip(xs) {
            *value = coefficients.iter().rev().fold(field.zero(), |acc, &c| field.add(field.mul(acc, x), c));
        }
    }
}

/// One round on one bundle: samples are appended to `pairs`, one per prime.
fn sample_bundle<B: Bundle>(
    round: &Round<'_>,
    tables: &Tables<B>,
    coefficients: &[B::Elem],
    pairs: &mut [Pairs],
) -> SampleCounts {
    let job = round.job;
    let rows = (job.p + job.q + 2) as usize;
    let n = coefficients.len() / rows;
    let xs: Vec<B::Elem> = round
        .points
        .clone()
        .map(|x| {
            let mut element = tables.field.zero();
            for lane in 0..B::LANES as usize {
                B::set_lane(&mut element, lane, tables.primes[lane.min(tables.primes.len() - 1)].enter(x));
            }
            element
        })
        .collect();
    let count = xs.len();
    let mut values = vec![tables.field.zero(); rows * count];
    values.par_chunks_mut(count).zip(coefficients.par_chunks(n)).for_each(|(values, coefficients)| {
        simd(Horner { field: &tables.field, xs: &xs, coefficients, values });
    });
    let mut scalars = vec![tables.field.zero(); count];
    let masks: Vec<Vec<u32>> = scalars
        .par_chunks_mut(scalar::CHUNK)
        .enumerate()
        .map(|(chunk, target)| scalar::chunk(tables, job, &values, count, chunk * scalar::CHUNK, target))
        .collect();
    let mut counts = SampleCounts { least: u32::MAX, ..SampleCounts::default() };
    for (i, mask) in masks.into_iter().flatten().enumerate() {
        for (lane, (pairs, prime)) in pairs.iter_mut().zip(&tables.primes).enumerate() {
            counts.scalars.scalars += 1;
            let fails = mask & (1 << lane) != 0;
            if fails && !round.repair {
                counts.dropped += 1;
                continue;
            }
            if pairs.xs.len() == round.needed {
                continue;
            }
            pairs.xs.push(B::lane(&xs[i], lane));
            pairs.ys.push(if fails {
                counts.scalars.repairs += 1;
                scalar::repair_lane::<B>(prime, job, &values, count, i, lane)
            } else {
                B::lane(&scalars[i], lane)
            });
        }
    }
    for pairs in pairs {
        counts.least = counts.least.min(pairs.xs.len() as u32);
    }
    counts
}

/// See [`crate::engine::Engine::sample`].
pub(super) fn sample(
    batch: &Batch,
    coefficients: &Buffer,
    job: &ScalarJob,
    points: Range<u32>,
    repair: bool,
    into: &mut Samples,
) -> SampleCounts {
    let round = Round { job, points, repair, needed: into.needed };
    let mut rest = &mut into.primes[..];
    let mut total = SampleCounts { least: u32::MAX, ..SampleCounts::default() };
    let mut add = |counts: SampleCounts| {
        total.scalars.scalars += counts.scalars.scalars;
        total.scalars.repairs += counts.scalars.repairs;
        total.dropped += counts.dropped;
        total.least = total.least.min(counts.least);
    };
    for (tables, source) in batch.wide.iter().zip(&coefficients.wide) {
        let (pairs, behind) = rest.split_at_mut(tables.primes.len());
        add(sample_bundle(&round, tables, source, pairs));
        rest = behind;
    }
    for (tables, source) in batch.narrow.iter().zip(&coefficients.narrow) {
        let (pairs, behind) = rest.split_at_mut(tables.primes.len());
        add(sample_bundle(&round, tables, source, pairs));
        rest = behind;
    }
    total
}

/// Interpolation of one bundle.
struct Interpolate<'a, B: Bundle> {
    field: &'a B,
    xs: &'a mut [B::Elem],
    ys: &'a mut [B::Elem],
    work: &'a mut [B::Elem],
}

impl<B: Bundle> pulp::NullaryFnOnce for Interpolate<'_, B> {
    type Output = B::Elem;
    #[inline(always)]
    fn call(self) -> B::Elem {
        let Interpolate { field, xs, mut ys, work } = self;
        let n = ys.len() as u32;
        let none: &mut [B::Elem] = &mut [];
        vandermonde::interpolate(field, Solo, n, &xs, &mut ys, work, none)
    }
}

/// Coefficients of one bundle from full samples.
fn interpolate_bundle<B: Bundle>(tables: &Tables<B>, pairs: &[Pairs], needed: usize) -> Vec<B::Elem> {
    let lanes = |pick: &dyn Fn(&Pairs) -> &[u32]| -> Vec<B::Elem> {
        let mut elements = vec![tables.field.zero(); needed];
        for lane in 0..B::LANES as usize {
            let source = pick(&pairs[lane.min(pairs.len() - 1)]);
            for (element, &value) in elements.iter_mut().zip(source) {
                B::set_lane(element, lane, value);
            }
        }
        elements
    };
    let mut xs = lanes(&|pairs| &pairs.xs);
    let mut ys = lanes(&|pairs| &pairs.ys);
    let mut work = vec![tables.field.zero(); needed];
    let denominator = simd(Interpolate { field: &tables.field, xs: &mut xs, ys: &mut ys, work: &mut work });
    let mut inverse = denominator;
    for lane in 0..B::LANES as usize {
        let prime = tables.primes[lane.min(tables.primes.len() - 1)];
        B::set_lane(&mut inverse, lane, prime.inverse(B::lane(&denominator, lane)));
    }
    ys.iter_mut().for_each(|y| *y = tables.field.mul(*y, inverse));
    ys
}

/// See [`crate::engine::Engine::interpolate_samples`].
pub(super) fn interpolate(batch: &Batch, samples: &Samples) -> Result<Buffer> {
    if let Some(short) = samples.primes.iter().find(|pairs| pairs.xs.len() != samples.needed) {
        let (expected, found) = (samples.needed, short.xs.len());
        return Err(ErrorKind::Shape { what: "samples of a prime", expected, found }.into());
    }
    let wide_primes: usize = batch.wide.iter().map(|t| t.primes.len()).sum();
    let (wide, narrow) = samples.primes.split_at(wide_primes);
    Ok(Buffer {
        wide: batch
            .wide
            .par_iter()
            .zip(wide.par_chunks(16))
            .map(|(tables, pairs)| interpolate_bundle(tables, pairs, samples.needed))
            .collect(),
        narrow: batch
            .narrow
            .par_iter()
            .zip(narrow.par_chunks(4))
            .map(|(tables, pairs)| interpolate_bundle(tables, pairs, samples.needed))
            .collect(),
    })
}
