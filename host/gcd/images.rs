//! Images of GCDs modulo primes.

use super::forecast::{self, Sizes};
use super::pair::Pair;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::engine::Words;
use crate::engine::any::{Batch, Buffer, Input};
use crate::engine::gcd::{GcdJob, GcdMethod, GcdPair, GcdShape, UNLUCKY};
use crate::engine::input::List;
use crate::error::Result;
use crate::plan::columns::Columns;
use crate::plan::cost::Rates;
use crate::plan::grid::Grid;
use crate::plan::plain_primes::{PlainPrime, moduli};
use crate::plan::residues::PlainResidues;
use crate::run::batches::{Computed, Cost, Stage, batch_len, in_batches, keep, missing_primes, restore};
use crate::run::checkpoint::Kept;
use crate::run::coefficients::Coefficients;
use std::ops::{ControlFlow, Range};

/// Pairs on an engine.
pub(super) struct Loaded<'p> {
    pub pairs: &'p [&'p Pair<'p>],
    pub input: Input,
    pub job: GcdJob,
    /// Integers of all pairs.
    pub integers: u64,
    /// Words of 32 bits of all of them.
    words: u64,
}

/// Points of the grid of images, from the number an engine wants.
pub(super) fn axes(points: &u32) -> &[u32] {
    if *points == 0 { &[] } else { std::slice::from_ref(points) }
}

/// Images of all pairs modulo some primes.
pub(super) struct Images {
    pub batch: Batch,
    pub coefficients: Coefficients,
    pub primes: Vec<u64>,
    /// \[prime\]\[pair\].
    pub degrees: Vec<u32>,
}

impl<'p> Loaded<'p> {
    /// Brings the primitive polynomials of the pairs, of positive degree, to the engine; `control` is told of it.
    pub fn new(
        engine: &mut dyn AnyEngine,
        pairs: &'p [&'p Pair<'p>],
        method: GcdMethod,
        control: &Control,
    ) -> Result<Self> {
        let lists: Vec<List<'_>> = pairs.iter().flat_map(|pair| pair.lists()).collect();
        let input = engine.load_lists_told(&lists, control)?;
        let mut at = 0;
        let place = |pair: &&Pair<'_>| {
            let (p, q) = (pair.f.degree(), pair.g.degree());
            let place = GcdPair { f: at, p, g: at + p + 1, q, lead: at + p + q + 2 };
            at += p + q + 3;
            place
        };
        let expected = pairs.iter().map(|pair| Sizes::new(pair, method).degree()).collect();
        let job = GcdJob { pairs: pairs.iter().map(place).collect(), method, shape: GcdShape::Auto, expected };
        let words = pairs.iter().map(|pair| pair.words()).sum();
        Ok(Loaded { pairs, input, job, integers: u64::from(at), words })
    }

    /// Nanoseconds in which they are reduced modulo one prime, about.
    pub fn reduction(&self, rates: &Rates) -> f64 {
        forecast::reduction(rates, self.integers as f64, self.words as f64)
    }

    /// Words of a prime whose residues are `integers`, on a grid of some points or none: residues, images or quotients and copies of
    /// them that stages work on; with points, three rows of values, twice.
    pub fn words(integers: u64, grid: &Grid) -> u64 {
        let points = if grid.axes.is_empty() { 0 } else { grid.points() };
        integers.saturating_mul(12).saturating_add(points.saturating_mul(12))
    }

    /// Images modulo primes with their grid, in batches, with the degree of a GCD of one pair where that is known. Those of a pair by itself that were `kept` are not computed, and the others are kept.
    pub fn images(
        &self,
        engine: &mut dyn AnyEngine,
        (grid, primes, kept): (&Grid, &[PlainPrime], Option<&Kept>),
        degree: Option<u32>,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Images>> {
        let stage = PairImages { loaded: self, grid, degree };
        let len = batch_len(engine, &stage, primes.len())?;
        let mut all = Vec::with_capacity(primes.len().div_ceil(len) + 1);
        let missing = clock.time("checkpoint", || self.restored(engine, primes, kept, &mut all))?;
        if missing.is_empty() {
            return Ok(all);
        }
        let primes = missing_primes(primes, &missing);
        in_batches(engine, &stage, &primes, (len, len), control, clock, |engine, done, clock| {
            let Computed { batch, coefficients, primes, found: degrees, .. } = done;
            let coefficients = Coefficients::OnEngine(coefficients);
            if let Some(kept) = kept {
                let highest = degrees.iter().filter(|&&degree| degree != UNLUCKY).max();
                let columns = Columns::range(0..highest.map_or(0, |&degree| degree as usize + 1));
                let tag = |i: usize| degrees[i].into();
                let numbers: Vec<u32> = (0..primes.len() as u32).collect();
                clock.time("checkpoint", || {
                    keep(engine, (&batch, &coefficients), (primes, &numbers), (&columns, kept), tag)
                })?;
            }
            all.push(Images { batch, coefficients, primes: moduli(primes), degrees });
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(all)
    }

    /// Puts what was kept of the images of a pair behind `all`; the numbers of the other primes.
    fn restored(
        &self,
        engine: &mut dyn AnyEngine,
        primes: &[PlainPrime],
        kept: Option<&Kept>,
        all: &mut Vec<Images>,
    ) -> Result<Vec<usize>> {
        let width: usize = self.job.pairs.iter().map(|pair| pair.width() as usize).sum();
        let size = engine.prime_size();
        let (mut values, mut degrees, mut known) = (PlainResidues::new(size), Vec::new(), Vec::new());
        let missing = restore((kept, size), primes, width, |i, tag, row| {
            values.extend(row)?;
            values.resize((known.len() + 1) * width);
            known.push(primes[i].clone());
            degrees.push(tag as u32);
            Ok(())
        })?;
        if !known.is_empty() {
            let batch = engine.begin(&Grid::new(Vec::new()), &known)?;
            let primes = moduli(&known);
            all.push(Images { batch, coefficients: Coefficients::OnHost(values, width), primes, degrees });
        }
        Ok(missing)
    }
}

/// The stage of images of all pairs; it tells their degrees \[prime\]\[pair\].
struct PairImages<'a, 'p> {
    loaded: &'a Loaded<'p>,
    grid: &'a Grid,
    /// Of the GCD of one pair, where that is known.
    degree: Option<u32>,
}

impl Stage for PairImages<'_, '_> {
    type Found = Vec<u32>;
    type Coefficients = Buffer;

    fn grid(&self) -> &Grid {
        self.grid
    }

    fn cost(&self, _: &dyn AnyEngine) -> Cost {
        // Images stay on the engine until it is known which of them are lucky.
        let kept = self.loaded.job.pairs.iter().map(|pair| u64::from(pair.width())).sum();
        Cost { words: Words { batch: Loaded::words(self.loaded.integers, self.grid), scratch: 0 }, kept, steps: 0 }
    }

    fn run(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        _: &[PlainPrime],
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(Buffer, Vec<u32>)> {
        let rates = &engine.rates();
        let known = self.degree.map(|degree| GcdJob { expected: vec![degree], ..self.loaded.job.clone() });
        let job = known.as_ref().unwrap_or(&self.loaded.job);
        let of_pair =
            |(pair, degree): (&GcdPair, &u32)| forecast::steps((pair.p, pair.q), f64::from(*degree), rates, job.method);
        let images = job.pairs.iter().zip(&job.expected).map(of_pair).sum::<f64>();
        let [reduction, images] = [self.loaded.reduction(rates), rates.step() * images];
        engine.watch(&control.next_of(reduction, images));
        let residues = clock.time("reduce", || engine.reduce(batch, &self.loaded.input))?;
        engine.watch(&control.next_of(images, 0.0));
        clock.time("images", || engine.gcd_images(batch, &residues, job))
    }
}

/// Least degree of the images of pair number `pair`, and how many images have it; `None` when no prime is of use.
pub(super) fn degree(images: &[Images], pairs: usize, pair: usize) -> Option<(u32, usize)> {
    let degrees = || images.iter().flat_map(|part| part.degrees.iter().skip(pair).step_by(pairs));
    let least = degrees().copied().min().filter(|&degree| degree != UNLUCKY)?;
    Some((least, degrees().filter(|&&degree| degree == least).count()))
}

/// Whether images of the least degree `least`, so many of them, show that there is no common divisor: two of degree 0, so that no single fault
/// decides.
pub(super) fn are_coprime(least: u32, lucky: usize) -> bool {
    least == 0 && lucky >= 2
}

/// Ranges of these lengths, one behind the other.
pub(super) fn side_by_side(lengths: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut end = 0;
    let range = |length: usize| {
        end += length;
        end - length..end
    };
    lengths.map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_image_shows_nothing() {
        assert_eq!(
            [(0, 0), (0, 1), (0, 2), (0, 9), (1, 2), (7, 9)].map(|(least, lucky)| are_coprime(least, lucky)),
            [false, false, true, true, false, false]
        );
    }
}
