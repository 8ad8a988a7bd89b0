//! Images of GCDs modulo primes, and the candidates they give.

use super::pair::{Pair, Parts, content};
use super::verify::Check;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::gcd::{Division, GcdJob, GcdMethod, GcdPair, GcdShape, UNLUCKY};
use crate::engine::input::{Extent, List, extent, too_many};
use crate::engine::lift::Measured;
use crate::error::{Error, Result};
use crate::plan::grid::{self, Grid};
use crate::plan::primes::{Prime, product_bits};
use crate::run::backend::AllStages;
use crate::run::batches::{Computed, Cost, Stage, batch_len, in_batches};
use gpu::arith::Modulus;
use rand::rngs::StdRng;
use rayon::prelude::*;
use rug::Integer;
use rug::integer::IntegerExt64;
use std::ops::{ControlFlow, Range};

/// Pairs on an engine.
pub(super) struct Loaded<'p, E: AllStages> {
    pub pairs: &'p [&'p Pair<'p>],
    pub input: E::Input,
    pub job: GcdJob,
    /// Integers of all pairs.
    pub integers: u64,
}

/// Images of all pairs modulo some primes.
pub(super) struct Images<E: AllStages> {
    batch: E::Batch,
    coefficients: E::Buffer,
    primes: Vec<E::Modulus>,
    /// \[prime\]\[pair\].
    degrees: Vec<u32>,
}

impl<'p, E: AllStages> Loaded<'p, E> {
    /// Brings the primitive polynomials of the pairs, of positive degree, to the engine.
    pub fn new(engine: &mut E, pairs: &'p [&'p Pair<'p>], method: GcdMethod) -> Result<Self> {
        let lists: Vec<List<'_>> = pairs.iter().flat_map(|pair| pair.lists()).collect();
        let input = engine.load_lists(&lists)?;
        let mut at = 0;
        let place = |pair: &&Pair<'_>| {
            let (p, q) = (pair.f.degree(), pair.g.degree());
            let place = GcdPair { f: at, p, g: at + p + 1, q, lead: at + p + q + 2 };
            at += p + q + 3;
            place
        };
        let job = GcdJob { pairs: pairs.iter().map(place).collect(), method, shape: GcdShape::Auto };
        Ok(Loaded { pairs, input, job, integers: u64::from(at) })
    }

    /// Words of a prime whose residues are `integers`, on a grid of some points or none: residues, images or quotients and copies of
    /// them that stages work on; with points, three rows of values, twice.
    fn words(integers: u64, grid: &Grid) -> u64 {
        let points = if grid.axes.is_empty() { 0 } else { grid.points() };
        integers.saturating_mul(12).saturating_add(points.saturating_mul(12))
    }

    /// Images modulo primes with their grid, in batches.
    pub fn images(
        &self,
        engine: &mut E,
        (grid, primes): (&Grid, &[Prime<E::Modulus>]),
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Images<E>>> {
        let stage = PairImages { loaded: self, grid };
        let len = batch_len(engine, &stage, primes.len())?;
        let mut all = Vec::with_capacity(primes.len().div_ceil(len));
        in_batches(engine, &stage, primes, (len, len), control, clock, |_, done, _| {
            let Computed { batch, coefficients, primes, found: degrees, .. } = done;
            all.push(Images { batch, coefficients, primes: primes.iter().map(|prime| prime.field).collect(), degrees });
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(all)
    }

    /// Quotients of f and g of some pairs by candidates h, each with the number of its pair: whether they divide modulo all of
    /// some primes with a product of more than `bits` bits, and quotients modulo that product.
    pub fn divide(
        &self,
        engine: &mut E,
        candidates: &[(usize, Candidate)],
        wanted: Wanted<'_>,
        rng: &mut StdRng,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Quotients> {
        let Wanted { bits, integers, check } = wanted;
        let place = check.place();
        let lists: Vec<List<'_>> = candidates.iter().map(|(_, h)| h.list()).collect();
        let divisors = clock.time("load", || engine.load_lists(&lists))?;
        let mut divisions = Vec::with_capacity(2 * candidates.len());
        let mut at = 0;
        for (pair, h) in candidates {
            let place = self.job.pairs[*pair];
            let d = h.primitive.len() as u32 - 1;
            divisions.push(Division { dividend: place.f, n: place.p, divisor: at, d });
            divisions.push(Division { dividend: place.g, n: place.q, divisor: at, d });
            at += d + 1;
        }
        let leads: Vec<&Integer> = candidates.iter().filter_map(|(_, h)| h.primitive.last()).collect();
        let usable = |p: u64| leads.iter().all(|lead| !lead.is_divisible_u64(p));
        let longest = divisions.iter().map(|division| division.n).max().unwrap_or(0);
        let points: &[u32] = if candidates.len() == 1 && longest >= BY_POINTS { &[longest + 1] } else { &[] };
        let (grid, primes) = clock.time("plan", || grid::choose::<E::Modulus>(points, bits, &usable, rng))?;
        let columns = side_by_side(divisions.iter().map(|division| (division.n - division.d + 1) as usize));
        let end = columns.last().map_or(0, |range| range.end);
        let stage =
            PairQuotients { loaded: self, grid: &grid, divisors: &divisors, divisions: &divisions, width: end as u64 };
        let len = batch_len(engine, &stage, primes.len())?;
        let mut residues = engine.residues(primes.len(), end)?;
        let whole = 0..u32::try_from(end).map_err(|_| too_many())?;
        let mut exact = vec![true; divisions.len()];
        in_batches(engine, &stage, &primes, (len, len), control, clock, |engine, done, clock| {
            exact.iter_mut().zip(done.found).for_each(|(all, one)| *all &= one);
            if exact.iter().all(|&exact| !exact) {
                return Ok(ControlFlow::Break(()));
            }
            let (rows, columns) = ((0..done.primes.len() as u32).collect::<Vec<_>>(), std::slice::from_ref(&whole));
            clock.time("divide", || {
                engine.select(&done.batch, &done.coefficients, &rows, columns, &mut residues, done.at)
            })?;
            Ok(ControlFlow::Continue(()))
        })?;
        if exact.iter().all(|&exact| !exact) {
            return Ok(Quotients { exact, measured: Vec::new(), quotients: Vec::new(), bits: 0.0 });
        }
        let moduli: Vec<E::Modulus> = primes.iter().map(|prime| prime.field).collect();
        let (measured, quotients) = clock.time("crt", || {
            if !integers {
                return Ok::<_, Error>((engine.measure(residues, &moduli, &columns, place, control)?, Vec::new()));
            }
            let quotients = engine.crt_polynomials(residues, &moduli, &columns, control)?;
            Ok((quotients.par_iter().map(|quotient| Measured::new(quotient, place)).collect(), quotients))
        })?;
        Ok(Quotients { exact, measured, quotients, bits: product_bits(moduli.iter().map(Modulus::p)) })
    }
}

/// The stage of images of all pairs; it tells their degrees \[prime\]\[pair\].
struct PairImages<'a, 'p, E: AllStages> {
    loaded: &'a Loaded<'p, E>,
    grid: &'a Grid,
}

impl<E: AllStages> Stage<E> for PairImages<'_, '_, E> {
    type Found = Vec<u32>;

    fn grid(&self) -> &Grid {
        self.grid
    }

    fn cost(&self) -> Cost {
        // Images stay on the engine until it is known which of them are lucky.
        let kept = self.loaded.job.pairs.iter().map(|pair| u64::from(pair.width())).sum();
        Cost { words: Loaded::<E>::words(self.loaded.integers, self.grid), kept, steps: 0 }
    }

    fn run(
        &self,
        engine: &mut E,
        batch: &E::Batch,
        _: usize,
        _: &Control,
        clock: &mut Clock,
    ) -> Result<(E::Buffer, Vec<u32>)> {
        let residues = clock.time("reduce", || engine.reduce(batch, &self.loaded.input))?;
        clock.time("images", || engine.gcd_images(batch, &residues, &self.loaded.job))
    }
}

/// The stage of exact divisions; it tells of each whether it is exact modulo all primes.
struct PairQuotients<'a, 'p, E: AllStages> {
    loaded: &'a Loaded<'p, E>,
    grid: &'a Grid,
    divisors: &'a E::Input,
    divisions: &'a [Division],
    /// Coefficients of all quotients.
    width: u64,
}

impl<E: AllStages> Stage<E> for PairQuotients<'_, '_, E> {
    type Found = Vec<bool>;

    fn grid(&self) -> &Grid {
        self.grid
    }

    fn cost(&self) -> Cost {
        Cost { words: Loaded::<E>::words(self.loaded.integers, self.grid), kept: self.width, steps: 0 }
    }

    fn run(
        &self,
        engine: &mut E,
        batch: &E::Batch,
        _: usize,
        _: &Control,
        clock: &mut Clock,
    ) -> Result<(E::Buffer, Vec<bool>)> {
        let (dividends, divisors) = clock.time("reduce", || {
            Ok::<_, Error>((engine.reduce(batch, &self.loaded.input)?, engine.reduce(batch, self.divisors)?))
        })?;
        clock.time("divide", || engine.divide(batch, &dividends, &divisors, self.divisions))
    }
}

/// Ranges of these lengths, one behind the other.
fn side_by_side(lengths: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut end = 0;
    let range = |length: usize| {
        end += length;
        end - length..end
    };
    lengths.map(range).collect()
}

/// Degree of the longest dividend from which primes have roots of unity for that many points, so that an engine can divide by values
/// at points.
const BY_POINTS: u32 = 512;

/// What is wanted of [`Loaded::divide`].
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// Bits that the product of the primes exceeds.
    pub bits: u64,
    /// Whether the quotients are wanted as integers.
    pub integers: bool,
    /// What wants their values.
    pub check: &'a Check,
}

/// What [`Loaded::divide`] finds.
pub(super) struct Quotients {
    /// Whether the divisor divides modulo all primes; two for each pair.
    pub exact: Vec<bool>,
    /// Quotients modulo the product of the primes, two for each pair, at most about half of it; none where no division is exact.
    pub measured: Vec<Measured>,
    /// Their coefficients, the constant terms first, where they are wanted.
    pub quotients: Vec<Vec<Integer>>,
    /// log2 of the product of the primes.
    pub bits: f64,
}

/// Least degree of the images of pair number `pair`, and how many images have it; `None` when no prime is of use.
pub(super) fn degree<E: AllStages>(images: &[Images<E>], pairs: usize, pair: usize) -> Option<(u32, usize)> {
    let degrees = || images.iter().flat_map(|part| part.degrees.iter().skip(pair).step_by(pairs));
    let least = degrees().copied().min().filter(|&degree| degree != UNLUCKY)?;
    Some((least, degrees().filter(|&&degree| degree == least).count()))
}

/// Bits by which the primes must exceed a candidate for a trial: one that is wrong is so small with probability 2^-`SLACK` per
/// coefficient.
pub(super) const SLACK: f64 = 10.0;

/// A common multiple of the GCD, candidate only: lead / lc(h) h modulo the product of the lucky primes.
pub(super) struct Candidate {
    /// Its primitive part with a positive leading coefficient.
    pub primitive: Vec<Integer>,
    /// How large that is.
    pub extent: Extent,
    /// Its value at the point of the check.
    pub value: u64,
    /// Bits of the largest coefficient of the multiple.
    pub height: u64,
    /// log2 of the product of the primes.
    pub bits: f64,
}

/// The candidates of the pairs in `chosen`, numbers with degrees of their images, from the primes whose images have these degrees
/// for all of them; `None` for a pair when there is no such prime, or leading or trailing coefficients tell that it is wrong.
pub(super) fn candidates<E: AllStages>(
    engine: &mut E,
    loaded: &Loaded<'_, E>,
    images: &[Images<E>],
    chosen: &[(usize, u32)],
    check: &Check,
    control: &Control,
) -> Result<Vec<Option<Candidate>>> {
    let mut end = 0;
    let starts: Vec<u32> = loaded
        .job
        .pairs
        .iter()
        .map(|pair| {
            end += pair.width();
            end - pair.width()
        })
        .collect();
    let columns: Vec<Range<u32>> =
        chosen.iter().map(|&(pair, degree)| starts[pair]..starts[pair] + degree + 1).collect();
    let lucky = |part: &Images<E>| -> Vec<u32> {
        let rows = part.degrees.chunks_exact(starts.len()).enumerate();
        let fits = |found: &[u32]| chosen.iter().all(|&(pair, degree)| found[pair] == degree);
        rows.filter(|(_, found)| fits(found)).map(|(row, _)| row as u32).collect()
    };
    let rows: Vec<Vec<u32>> = images.iter().map(lucky).collect();
    let count: usize = rows.iter().map(Vec::len).sum();
    if count == 0 || chosen.is_empty() {
        return Ok(chosen.iter().map(|_| None).collect());
    }
    let polynomials = side_by_side(columns.iter().map(|range| range.len()));
    let mut residues = engine.residues(count, polynomials.last().map_or(0, |range| range.end))?;
    let mut moduli = Vec::with_capacity(count);
    for (part, rows) in images.iter().zip(&rows) {
        engine.select(&part.batch, &part.coefficients, rows, &columns, &mut residues, moduli.len())?;
        moduli.extend(rows.iter().map(|&row| part.primes[row as usize]));
    }
    let bits = product_bits(moduli.iter().map(Modulus::p));
    let multiples = engine.crt_polynomials(residues, &moduli, &polynomials, control)?;
    let candidate = |(multiple, &(pair, _)): (Vec<Integer>, &(usize, u32))| {
        Candidate::new(multiple, loaded.pairs[pair], bits, check)
    };
    Ok(multiples.into_par_iter().zip(chosen).map(candidate).collect())
}

impl Candidate {
    /// Of a multiple of a GCD.
    fn new(mut multiple: Vec<Integer>, pair: &Pair<'_>, bits: f64, check: &Check) -> Option<Self> {
        // Both are wrong where there are too few primes.
        if multiple.last() != Some(&pair.lead) || multiple.first().is_none_or(Integer::is_zero) {
            return None;
        }
        let whole = extent(&multiple[..]);
        // It divides the leading coefficient, which is mostly short.
        let content = content(std::iter::once(&pair.lead).chain(&multiple));
        if content != 1 {
            multiple.par_iter_mut().with_min_len(1024).for_each(|c| c.div_exact_mut(&content));
        }
        if !is_plausible(pair, &multiple) {
            return None;
        }
        let extent = if content == 1 { whole } else { extent(&multiple[..]) };
        let value = check.value(&multiple[..]);
        Some(Candidate { primitive: multiple, extent, value, height: whole.height, bits })
    }

    /// Whether it is so much smaller than the primes that it is hardly so by chance.
    pub fn is_small(&self) -> bool {
        self.height as f64 + SLACK < self.bits
    }

    /// Its coefficients.
    fn list(&self) -> List<'_> {
        List { words: Some(self.extent.words), ..List::of(&self.primitive) }
    }
}

/// Whether `h`, of a candidate, divides f or g, as far as leading and trailing coefficients tell.
fn is_plausible(pair: &Pair<'_>, h: &[Integer]) -> bool {
    let divides = |f: &Parts<'_>| match (h.first(), h.last()) {
        (Some(first), Some(last)) => f.first.is_divisible(first) && f.last.is_divisible(last),
        _ => false,
    };
    divides(&pair.f) && divides(&pair.g)
}
