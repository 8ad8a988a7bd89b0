//! The stages of GCDs: pairs and divisions in parallel, a bundle of primes each.

mod form;
pub(super) mod found;
mod image;
mod one_prime;
pub(super) mod points;
mod quotients;

use super::bundle::{Tables, Watch};
use super::stages::Stages;
use super::watched::Steps;
use super::word::{CpuWord, Lanes};
use super::{Batch, Buffer, Cpu};
use crate::alone;
use crate::alone::prelude::*;
use crate::engine::gcd::{Division, GcdEngine, GcdJob, GcdPair, PointDegrees, PointsJob};
use crate::error::Result;
use crate::plan::cost::half_gcd::half_gcd_points;
use crate::tasks::Tasks;
use form::{Form, Load};
use gpu::Field;
use gpu::gcd;
use image::image;
use points::Points;

/// Lanes of a bundle that hold primes of their own.
fn in_use<B: Lanes<Modulus: CpuWord>>(tables: &Tables<B>) -> u32 {
    B::ALL >> (B::LANES as usize - tables.primes.len())
}

/// One division modulo the primes of one bundle.
struct Quotient<'a, B: Lanes<Modulus: CpuWord>> {
    tables: &'a Tables<B>,
    dividends: &'a [B::Elem],
    divisors: &'a [B::Elem],
    division: &'a Division,
    tasks: &'a Tasks<'a>,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Quotient<'_, B> {
    /// Coefficients, and whether the remainder is 0 in every lane.
    type Output = (Vec<B::Elem>, bool);

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Quotient { tables, dividends, divisors, division, tasks } = self;
        let &Division { dividend, n, divisor, d } = division;
        let mut f = dividends[dividend as usize..=(dividend + n) as usize].to_vec();
        let mut h = divisors[divisor as usize..=(divisor + d) as usize].to_vec();
        let inverse = tables.inverse(h[d as usize]);
        let off = gcd::divide(&tables.field, Steps::new(tasks).team(), &mut &mut f[..], n, &mut &mut h[..], d, inverse);
        f.drain(..d as usize);
        (f, off & in_use(tables) == 0)
    }
}

/// The control of all of some bundles, from that of one.
fn all_of<'a, B: Lanes>(watch: Watch<'a>, bundles: &[Tables<B>]) -> Watch<'a> {
    watch.part(bundles.len() as f64)
}

/// Rows of coefficients one behind the other, and what comes with each of them.
type Rows<T, O> = (Vec<T>, Vec<O>);

/// Every item modulo every bundle, \[bundle\]\[item\].
fn on_bundles<B, I, T, O>(
    bundles: &[Tables<B>],
    items: &[I],
    watch: Watch<'_>,
    run: impl Fn(usize, &Tables<B>, &I) -> (Vec<T>, O) + Sync,
) -> Result<Vec<Rows<T, O>>>
where
    B: Lanes<Modulus: CpuWord>,
    I: Sync,
    T: Copy + Send,
    O: Send,
{
    let bundle = |(i, tables): (usize, &Tables<B>)| {
        let parts = items.par_iter().map(|item| {
            watch.control.check()?;
            Ok(run(i, tables, item))
        });
        let (rows, others): (Vec<_>, Vec<_>) = parts.collect::<Result<Vec<_>>>()?.into_iter().unzip();
        Ok((rows.concat(), others))
    };
    bundles.par_iter().enumerate().map(bundle).collect()
}

/// Quotients of every division and whether it is exact, of each bundle: by values where that pays, unless a divisor vanishes at one
/// of the points.
fn divide_all<B: Lanes<Modulus: CpuWord>>(
    bundles: &[Tables<B>],
    dividends: &[Vec<B::Elem>],
    divisors: &[Vec<B::Elem>],
    divisions: &[Division],
    by_values: bool,
    watch: Watch<'_>,
) -> Result<Vec<Rows<B::Elem, bool>>> {
    if by_values {
        let bundle = |(i, tables): (usize, &Tables<B>)| {
            quotients::quotients(tables, &dividends[i], &divisors[i], divisions, watch.part(1.0 / bundles.len() as f64))
        };
        if let Some(all) = bundles.par_iter().enumerate().map(bundle).collect() {
            return Ok(all);
        }
        watch.control.check()?;
    }
    // A pass takes two coefficients off.
    let steps = |division: &Division| u64::from(division.n - division.d) * u64::from(division.d) / 2;
    let tasks = watch.tasks((divisions.iter().map(steps).sum::<u64>() as usize).saturating_mul(bundles.len()));
    on_bundles(bundles, divisions, watch, |i, tables, division| {
        let (dividends, divisors) = (&dividends[i][..], &divisors[i][..]);
        tables.field.simd(Quotient { tables, dividends, divisors, division, tasks: &tasks })
    })
}

impl<M: CpuWord> GcdEngine for Cpu<M> {
    fn at_once(&self) -> usize {
        rayon::current_num_threads() * M::Wide::LANES as usize
    }

    fn image_points(&self, degrees: (u32, u32)) -> u32 {
        if degrees.0.min(degrees.1) < self.thresholds.half_gcd { 0 } else { half_gcd_points(degrees.0.max(degrees.1)) }
    }

    fn division_points(&self, divisions: &[Division]) -> u32 {
        quotients::points(divisions, self.thresholds.divide)
    }

    fn gcd_images(&mut self, batch: &Batch<M>, residues: &Buffer<M>, job: &GcdJob) -> Result<(Buffer<M>, Vec<u32>)> {
        let (method, thresholds) = (job.method, &self.thresholds);
        let (of_wide, of_narrow) = batch.watches(self.whole());
        // An image is in proportion to its element steps.
        let steps = |pair: &GcdPair| (f64::from(pair.p) + 1.0) * (f64::from(pair.q) + 1.0);
        let all: f64 = job.pairs.iter().map(steps).sum();
        let expected = job.expected.iter().copied().chain(std::iter::repeat(0));
        let pairs: Vec<(&GcdPair, u32)> = job.pairs.iter().zip(expected).collect();
        let load = Load { images: (batch.wide.len() + batch.narrow.len()) * job.pairs.len(), threads: self.threads() };
        let (wide, narrow) = alone::join(
            || {
                on_bundles(&batch.wide, &pairs, of_wide, |i, tables, &(pair, expected)| {
                    let form = Form::of::<M::Wide>(pair, method, tables.primes.len(), load, thresholds);
                    let watch = of_wide.part(steps(pair) / all);
                    image(tables, &residues.wide[i], (pair, expected), (method, form, thresholds), watch)
                })
            },
            || {
                on_bundles(&batch.narrow, &pairs, of_narrow, |i, tables, &(pair, expected)| {
                    let form = Form::of::<M::Narrow>(pair, method, tables.primes.len(), load, thresholds);
                    let watch = of_narrow.part(steps(pair) / all);
                    image(tables, &residues.narrow[i], (pair, expected), (method, form, thresholds), watch)
                })
            },
        );
        let mut degrees = Vec::with_capacity(batch.len() * job.pairs.len());
        // Degrees are [pair][lane] in each bundle.
        let mut add = |of_bundle: &[Vec<u32>]| {
            let lanes = of_bundle.first().map_or(0, Vec::len);
            degrees.extend((0..lanes).flat_map(|lane| of_bundle.iter().map(move |of_pair| of_pair[lane])));
        };
        let (wide, narrow) = (wide?, narrow?);
        self.control.check()?;
        wide.iter().for_each(|(_, of_bundle)| add(of_bundle));
        narrow.iter().for_each(|(_, of_bundle)| add(of_bundle));
        let wide = wide.into_iter().map(|(rows, _)| rows).collect();
        let narrow = narrow.into_iter().map(|(rows, _)| rows).collect();
        Ok((Buffer { pending: None, wide, narrow }, degrees))
    }

    fn gcd_points(
        &mut self,
        batch: &Batch<M>,
        values: Buffer<M>,
        job: &PointsJob,
    ) -> Result<(Buffer<M>, Vec<PointDegrees>)> {
        let points = batch.grid.points() as usize;
        let (of_wide, of_narrow) = batch.watches(self.whole());
        let (wide, narrow): (Vec<_>, Vec<_>) = alone::join(
            || {
                let bundles = batch.wide.par_iter().zip(&values.wide);
                bundles
                    .map(|(t, v)| M::Wide::gcds(&Points::new(t, job, values.pending, v, points), points, of_wide))
                    .collect()
            },
            || {
                let bundles = batch.narrow.par_iter().zip(&values.narrow);
                bundles
                    .map(|(t, v)| M::Narrow::gcds(&Points::new(t, job, values.pending, v, points), points, of_narrow))
                    .collect()
            },
        );
        self.control.check()?;
        let (wide, mut degrees): (Vec<_>, Vec<_>) = wide.into_iter().unzip();
        let (narrow, rest): (Vec<_>, Vec<_>) = narrow.into_iter().unzip();
        degrees.extend(rest);
        Ok((Buffer { pending: None, wide, narrow }, degrees.concat()))
    }

    fn divide(
        &mut self,
        batch: &Batch<M>,
        dividends: &Buffer<M>,
        divisors: &Buffer<M>,
        divisions: &[Division],
    ) -> Result<(Buffer<M>, Vec<bool>)> {
        let points = u64::from(self.division_points(divisions));
        let by_values = points > 0 && batch.grid.axes.len() == 1 && points <= batch.grid.points();
        let (of_wide, of_narrow) = batch.watches(self.whole());
        let (wide, narrow) = alone::join(
            || {
                divide_all(
                    &batch.wide,
                    &dividends.wide,
                    &divisors.wide,
                    divisions,
                    by_values,
                    all_of(of_wide, &batch.wide),
                )
            },
            || {
                divide_all(
                    &batch.narrow,
                    &dividends.narrow,
                    &divisors.narrow,
                    divisions,
                    by_values,
                    all_of(of_narrow, &batch.narrow),
                )
            },
        );
        let (wide, narrow) = (wide?, narrow?);
        // A division that was stopped has no quotient.
        self.control.check()?;
        let mut exact = vec![true; divisions.len()];
        for of_bundle in wide.iter().map(|(_, e)| e).chain(narrow.iter().map(|(_, e)| e)) {
            exact.iter_mut().zip(of_bundle).for_each(|(all, &one)| *all &= one);
        }
        let wide = wide.into_iter().map(|(rows, _)| rows).collect();
        let narrow = narrow.into_iter().map(|(rows, _)| rows).collect();
        Ok((Buffer { pending: None, wide, narrow }, exact))
    }
}
