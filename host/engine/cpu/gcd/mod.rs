//! The stages of GCDs: pairs and divisions in parallel, a bundle of primes each.

mod form;
mod found;
mod half_gcd;
mod image;
mod one_prime;
mod points;
mod quotients;

use super::bundle::Tables;
use super::word::{CpuWord, Lanes};
use super::{Batch, Buffer, Cpu};
use crate::control::Control;
use crate::engine::gcd::{Division, GcdEngine, GcdJob, PointDegrees, PointsJob};
use crate::error::Result;
use crate::plan::grid::Grid;
use form::{Form, Load};
use gpu::Field;
use gpu::gcd;
use gpu::team::Solo;
use image::image;
use rayon::prelude::*;

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
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Quotient<'_, B> {
    /// Coefficients, and whether the remainder is 0 in every lane.
    type Output = (Vec<B::Elem>, bool);

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Quotient { tables, dividends, divisors, division } = self;
        let &Division { dividend, n, divisor, d } = division;
        let mut f = dividends[dividend as usize..=(dividend + n) as usize].to_vec();
        let mut h = divisors[divisor as usize..=(divisor + d) as usize].to_vec();
        let inverse = tables.inverse(h[d as usize]);
        let off = gcd::divide(&tables.field, Solo, &mut &mut f[..], n, &mut &mut h[..], d, inverse);
        f.drain(..d as usize);
        (f, off & in_use(tables) == 0)
    }
}

/// Rows of coefficients one behind the other, and what comes with each of them.
type Rows<T, O> = (Vec<T>, Vec<O>);

/// Every item modulo every bundle, \[bundle\]\[item\].
fn on_bundles<B, I, T, O>(
    bundles: &[Tables<B>],
    items: &[I],
    control: &Control,
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
            control.check()?;
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
    grid: &Grid,
    control: &Control,
) -> Result<Vec<Rows<B::Elem, bool>>> {
    if grid.axes.len() == 1 && quotients::pay(divisions, grid.points()) {
        let bundle = |(i, tables): (usize, &Tables<B>)| {
            quotients::quotients(tables, &dividends[i], &divisors[i], divisions, control)
        };
        if let Some(all) = bundles.par_iter().enumerate().map(bundle).collect() {
            return Ok(all);
        }
        control.check()?;
    }
    on_bundles(bundles, divisions, control, |i, tables, division| {
        let (dividends, divisors) = (&dividends[i][..], &divisors[i][..]);
        tables.field.simd(Quotient { tables, dividends, divisors, division })
    })
}

impl<M: CpuWord> GcdEngine for Cpu<M> {
    fn at_once(&self) -> usize {
        rayon::current_num_threads() * M::Wide::LANES as usize
    }

    fn image_points(&self, degrees: (u32, u32)) -> u32 {
        if degrees.0.min(degrees.1) < M::HALF_GCD { 0 } else { half_gcd::points(degrees.0.max(degrees.1)) }
    }

    fn gcd_images(&mut self, batch: &Batch<M>, residues: &Buffer<M>, job: &GcdJob) -> Result<(Buffer<M>, Vec<u32>)> {
        let (control, method) = (&self.control, job.method);
        let load = Load { images: (batch.wide.len() + batch.narrow.len()) * job.pairs.len(), threads: self.threads() };
        let (wide, narrow) = rayon::join(
            || {
                on_bundles(&batch.wide, &job.pairs, control, |i, tables, pair| {
                    let form = Form::of::<M::Wide>(pair, method, tables.primes.len(), load);
                    image(tables, &residues.wide[i], pair, (method, form), control)
                })
            },
            || {
                on_bundles(&batch.narrow, &job.pairs, control, |i, tables, pair| {
                    let form = Form::of::<M::Narrow>(pair, method, tables.primes.len(), load);
                    image(tables, &residues.narrow[i], pair, (method, form), control)
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
        control.check()?;
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
        let (control, points) = (&self.control, batch.grid.points() as usize);
        let (wide, narrow): (Vec<_>, Vec<_>) = rayon::join(
            || {
                let bundles = batch.wide.par_iter().zip(&values.wide);
                bundles
                    .map(|(t, v)| points::Points::new(t, job, values.pending, v, points).run(points, control))
                    .collect()
            },
            || {
                let bundles = batch.narrow.par_iter().zip(&values.narrow);
                bundles
                    .map(|(t, v)| points::Points::new(t, job, values.pending, v, points).run(points, control))
                    .collect()
            },
        );
        control.check()?;
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
        let control = &self.control;
        let (wide, narrow) = rayon::join(
            || divide_all(&batch.wide, &dividends.wide, &divisors.wide, divisions, &batch.grid, control),
            || divide_all(&batch.narrow, &dividends.narrow, &divisors.narrow, divisions, &batch.grid, control),
        );
        let (wide, narrow) = (wide?, narrow?);
        let mut exact = vec![true; divisions.len()];
        for of_bundle in wide.iter().map(|(_, e)| e).chain(narrow.iter().map(|(_, e)| e)) {
            exact.iter_mut().zip(of_bundle).for_each(|(all, &one)| *all &= one);
        }
        let wide = wide.into_iter().map(|(rows, _)| rows).collect();
        let narrow = narrow.into_iter().map(|(rows, _)| rows).collect();
        Ok((Buffer { pending: None, wide, narrow }, exact))
    }
}
