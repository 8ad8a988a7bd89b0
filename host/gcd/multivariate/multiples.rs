//! GCD and cofactors of polynomials that are primitive in the main variable y, from values on grids modulo primes.
//!
//! For c = gcd(lc f, lc g), the GCD h and e = c / lc h, H = e h has the leading coefficient c. With s such that e divides s, F = s f / H and
//! G = s g / H are polynomials. s = c always will do; mostly e is an integer, and s = cont(c) is enough. The images at a point
//! of the kept variables modulo a prime are the GCD of s f and s g at the point with the leading coefficient c and the quotients by
//! it, where c does not vanish and the degree in y is that of h; it is never less there.
//!
//! Proof of what is lifted: a prime counts when its quotients are exact at all points, of one degree d, and no coefficients outside
//! of certain boxes remain. H F = s f at all points is an identity modulo the prime when all degrees are below the numbers of points,
//! and over Z when the product of the primes exceeds |H F| + |s f|. So H / cont(H) is a common divisor of f and g, by Gauss, of degree
//! d, and h has at most the degree of any image: H / cont(H) = h. cont(H) = e is the content in the main variable; with an integer s it is
//! an integer, since e divides s (f / h) and f / h is primitive.

use super::context::Context;
use super::dense::Rows;
use super::forecast::Forecast;
use super::loaded::{Boxes, Loaded};
use super::primitive::Primitive;
use super::shape::predicted_steps;
use crate::engine::AnyEngine;
use crate::engine::any::{Batch, Buffer, Residues};
use crate::engine::gcd::{PointDegrees, PointsJob, PointsShape, UNLUCKY};
use crate::error::Result;
use crate::gcd::witness::fault;
use crate::plan::primes::product_bits;
use crate::plan::residues::PlainResidues;
use crate::run::batches::{batch_len, in_batches, keep, missing_primes, restore};
use crate::run::checkpoint::{Kept, Row, rows_at_once};
use crate::run::on_grid::{OnGrid, Planned, PointStage};
use crate::run::prime_supply::Supply;
use crate::run::stopping::{Goal, Verdict};
use std::ops::ControlFlow;

/// The result of [`multiples`].
pub(super) enum Multiples {
    /// H, F and G of the module by powers of the main variable.
    Found([Rows; 3]),
    /// The GCD has degree 0 in it.
    Coprime,
    /// With an integer s they do not fit the boxes: mostly e is no integer. The degree of the GCD is at most this.
    Fractions(u32),
}

/// Primes that tell whether quotients are fractions: a bundle of a CPU, or two.
const FIRST_PRIMES: usize = 16;

/// Degrees as they are kept.
fn tag(found: &PointDegrees) -> u64 {
    u64::from(found.least) << 32 | u64::from(found.most)
}

fn degrees(tag: u64) -> PointDegrees {
    PointDegrees { least: (tag >> 32) as u32, most: tag as u32 }
}

/// GCD and cofactors in the main variable at each point; it tells the degrees of the GCDs.
struct GcdsAtPoints<'a> {
    job: &'a PointsJob,
}

impl PointStage for GcdsAtPoints<'_> {
    type Found = Vec<PointDegrees>;
    const NAME: &'static str = "images";

    fn inputs(&self) -> u32 {
        self.job.inputs()
    }

    fn outputs(&self) -> u32 {
        self.job.outputs()
    }

    fn steps(&self) -> u64 {
        0
    }

    fn predicted_steps(&self) -> u64 {
        predicted_steps(self.job)
    }

    fn run(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        values: Buffer,
        _: &[u32],
    ) -> Result<(Buffer, Vec<PointDegrees>)> {
        engine.gcd_points(batch, values, self.job)
    }

    fn include(all: &mut Vec<PointDegrees>, slab: Vec<PointDegrees>) {
        all.iter_mut().zip(slab).for_each(|(all, slab)| all.include(slab));
    }

    fn tag(found: &Vec<PointDegrees>, i: usize) -> u64 {
        tag(&found[i])
    }

    fn of_tags(tags: &[u64]) -> Vec<PointDegrees> {
        tags.iter().map(|&tag| degrees(tag)).collect()
    }
}

/// H and its cofactors, proved.
///
/// # Errors
/// `Limit`: the grid or one prime needs too much memory; of the engine.
pub(super) fn multiples(context: &mut Context<'_>, problem: &Primitive<'_>, forecast: &Forecast) -> Result<Multiples> {
    let behind = forecast.images + forecast.lift + forecast.proof + forecast.assemble;
    let loading = context.control.next_of(forecast.load, behind);
    let loaded = context.clock.time("load", || Loaded::new(context.engine, problem, &loading))?;
    loading.finish();
    let [p, q] = problem.rows.map(|rows| rows.len() as u32 - 1);
    let degree = (problem.bounds[problem.var] as u32).min(p).min(q);
    let boxes = loaded.boxes(degree, false);
    let supply = Supply::default();
    let images = Images { degree, boxes, residues: Vec::new(), moduli: Vec::new(), wanted: 0 };
    let archive = context.options.run.archive.clone();
    let kept = archive.map(|archive| archive.of(problem.fingerprint()));
    let behind = forecast.proof + forecast.assemble;
    ByIdentity {
        context,
        loaded: &loaded,
        behind,
        certain: false,
        supply,
        images,
        other: None,
        doubts: Doubts::default(),
        kept,
    }
    .reach()
}

/// Images of one degree modulo primes.
struct Images {
    /// The degree of the GCD.
    degree: u32,
    /// Where they have coefficients.
    boxes: Boxes,
    residues: Vec<Residues>,
    moduli: Vec<u64>,
    /// Bits of the primes wanted.
    wanted: u64,
}

impl Images {
    /// log2 of the product of their primes.
    fn bits(&self) -> f64 {
        product_bits(self.moduli.iter().copied())
    }
}

/// How many times as many primes as usually suffice, and 64 more, a device may take before it is not believed.
const ENOUGH: u64 = 16;

/// Why images are of no use.
enum Other {
    /// There are such of this lower degree.
    Lower(u32),
    /// The boxes are too small.
    Boxes,
}

/// H and its cofactors: H F = s f and H G = s g are identities over Z once the primes exceed both sides.
struct ByIdentity<'c, 'a, 'l> {
    context: &'c mut Context<'a>,
    loaded: &'l Loaded<'l, 'l>,
    /// Nanoseconds of what comes behind the lift, about: the numbers that prove it, and contents.
    behind: f64,
    /// Whether the boxes are right whatever the degrees are.
    certain: bool,
    supply: Supply,
    images: Images,
    /// An observation of the last round that makes all images useless.
    other: Option<Other>,
    doubts: Doubts,
    /// Where images are kept, if they are.
    kept: Option<Kept>,
}

/// Degrees at primes other than the degree of the images.
#[derive(Default)]
struct Doubts {
    /// The lowest degree that a single prime has shown. A second one must agree, so that no single fault decides.
    lowest: Option<u32>,
    /// The higher degree that the last primes have at all points, and how many these are.
    higher: (u32, usize),
}

/// Random primes that agree on a degree, without one that is lower, after which it is believed that the bound on it is wrong: each of them is
/// unlucky with a probability below 2^-10, whatever the input is.
const AGREEING: usize = 8;

impl Doubts {
    /// Takes notice of the degrees of further primes: the degree below `degree` that two primes show, if they do.
    fn lower(&mut self, degree: u32, degrees: &[PointDegrees]) -> Option<u32> {
        let mut all: Vec<u32> = degrees.iter().map(|found| found.least).chain(self.lowest).collect();
        all.sort_unstable();
        self.lowest = all.first().copied().filter(|&least| least < degree);
        for found in degrees.iter().filter(|found| found.least == found.most && found.least != UNLUCKY) {
            let count = if found.least == self.higher.0 { self.higher.1 } else { 0 };
            self.higher = (found.least, count + 1);
        }
        all.get(1).copied().filter(|&second| second < degree)
    }
}

/// The primes of a batch whose images are of use: of `degree`, and `small`, with nothing outside of the boxes. An error tells why none is.
fn lucky(
    degree: u32,
    degrees: &[PointDegrees],
    doubts: &mut Doubts,
    small: impl FnOnce() -> Result<Vec<bool>>,
) -> Result<std::result::Result<Vec<u32>, Other>> {
    if let Some(lower) = doubts.lower(degree, degrees) {
        return Ok(Err(Other::Lower(lower)));
    }
    let small = small()?;
    let fits = |i: usize| degrees[i].least == degree && degrees[i].most == degree;
    if (0..degrees.len()).any(fits) && !(0..degrees.len()).any(|i| fits(i) && small[i]) {
        return Ok(Err(Other::Boxes));
    }
    Ok(Ok((0..degrees.len() as u32).filter(|&i| fits(i as usize) && small[i as usize]).collect()))
}

impl ByIdentity<'_, '_, '_> {
    /// Throws the images away, for those of a lower degree or with larger boxes.
    fn again(&mut self, degree: u32) -> u64 {
        let boxes = self.loaded.boxes(degree, self.certain);
        self.doubts = Doubts::default();
        self.images = Images { degree, boxes, residues: Vec::new(), moduli: Vec::new(), wanted: 0 };
        self.first()
    }
}

impl Goal for ByIdentity<'_, '_, '_> {
    /// Bits of the primes whose images are of use after it.
    type Round = u64;
    type Answer = Multiples;

    fn first(&mut self) -> u64 {
        self.loaded.usual_bits()
    }

    fn gather(&mut self, wanted: u64) -> Result<()> {
        self.images.wanted = wanted;
        let Context { engine, options, control, clock, counts, random, room, .. } = &mut *self.context;
        let (loaded, supply) = (self.loaded, &mut self.supply);
        let Images { degree, boxes, residues, moduli, .. } = &mut self.images;
        let [p, q] = loaded.problem.rows.map(|rows| rows.len() as u32 - 1);
        let job = &PointsJob { p, q, degree: *degree, shape: PointsShape::Auto };
        let missing = (wanted, product_bits(moduli.iter().copied()));
        let (dims, kept, host) = (&loaded.dims[..], boxes.len() as u64, room.of_slabs());
        // As many as there may be: all exceed the least.
        let needed = ((missing.0 as f64 - missing.1).max(0.0) / engine.prime_size().least_bits() as f64) as usize + 1;
        let size = engine.prime_size();
        let planned = Planned { rows: (job.inputs(), job.outputs()), dims, points: dims, primes: needed, kept, host };
        let cut = &planned.cut(&**engine, &options.run)?;
        let (grid, primes) = clock.time("plan", || supply.take(size, (dims, cut), missing, &|_| true, random))?;
        if !cut.is_none() {
            counts.slabs = counts.slabs.max(cut.of(&grid).count());
        }
        let (columns, outside) = (boxes.inside(&grid), boxes.outside(&grid));
        let saved = self.kept.as_ref().map(|saved| saved.part(boxes.fingerprint(*degree)));
        let saved = saved.as_ref();
        let (point_stage, input, words) = (GcdsAtPoints { job }, &loaded.input, loaded.words);
        let rates = engine.rates();
        let stage = OnGrid { point_stage, input, dims, words, rates, grid: &grid, cut, kept, host, saved };
        let len = batch_len(&**engine, &stage, primes.len())?;
        // Few first where they may be in vain.
        let first = if loaded.problem.integer && moduli.is_empty() { FIRST_PRIMES } else { len };
        let steps = stage.point_stage.predicted_steps() as f64;
        let axes = grid.axes.len().max(1) as f64;
        let values = axes * (rates.value() * f64::from(job.inputs()) + rates.interpolated() * f64::from(job.outputs()));
        let integers = loaded.dims.iter().fold(f64::from(job.inputs()), |all, &n| all * f64::from(n));
        let reduction = rates.reduction.each * integers + rates.reduction.further * words as f64;
        let now = rates.in_bundles(primes.len() as u64)
            * (reduction + grid.points() as f64 * (rates.step() * steps + values));
        let lift = rates.lifting(boxes.len(), moduli.len() + primes.len());
        let (other, doubts) = (&mut self.other, &mut self.doubts);
        let control = control.next_of(now, lift + self.behind);
        // A batch that was kept is one as any other.
        let (mut known, mut parts, mut fields) = (Vec::new(), Vec::new(), Vec::new());
        let (width, mut values) = (boxes.len(), PlainResidues::new(size));
        let missing = clock.time("checkpoint", || {
            let mut import = |values: &mut PlainResidues| -> Result<()> {
                let mut part = engine.residues(values.len() / width.max(1), width)?;
                engine.import(values.all(), &mut part, 0)?;
                values.clear();
                parts.push(part);
                Ok(())
            };
            let missing = restore((saved, size), &primes, width, |i, tag, row| {
                known.push((degrees(tag), !row.is_empty()));
                if row.is_empty() {
                    return Ok(());
                }
                fields.push(primes[i].p);
                values.extend(row)?;
                if values.len() >= rows_at_once(size.bytes(), width) * width { import(&mut values) } else { Ok(()) }
            })?;
            if values.is_empty() { Ok(missing) } else { import(&mut values).map(|()| missing) }
        })?;
        let (all, small): (Vec<PointDegrees>, Vec<bool>) = known.into_iter().unzip();
        counts.primes += all.len();
        counts.unlucky += all.len() - fields.len();
        if let Err(why) = lucky(job.degree, &all, doubts, || Ok(small))? {
            *other = Some(why);
            return Ok(());
        }
        residues.extend(parts);
        moduli.extend(fields);
        if missing.is_empty() {
            return Ok(());
        }
        let primes = missing_primes(&primes, &missing);
        in_batches(&mut **engine, &stage, &primes, (first, len), &control, clock, |engine, done, clock| {
            let (count, degrees) = (done.primes.len(), done.found);
            counts.primes += count;
            let small = || clock.time("interpolate", || done.coefficients.vanish(engine, &done.batch, &outside));
            let found = lucky(job.degree, &degrees, doubts, small)?;
            let of_use = found.as_ref().map_or(&[][..], |lucky| lucky);
            if let Some(saved) = saved {
                clock.time("checkpoint", || {
                    let others: Vec<Row> = (0..count)
                        .filter(|&i| !of_use.contains(&(i as u32)))
                        .map(|i| Row { prime: done.primes[i].p, tag: tag(&degrees[i]) })
                        .collect();
                    saved.put_residues(&others, 0, PlainResidues::new(size).all())?;
                    let batch = (&done.batch, &done.coefficients);
                    keep(engine, batch, (done.primes, of_use), (&columns, saved), |i| tag(&degrees[i]))
                })?;
            }
            let lucky = match found {
                Ok(lucky) => lucky,
                Err(why) => {
                    counts.unlucky += count;
                    *other = Some(why);
                    return Ok(ControlFlow::Break(()));
                }
            };
            counts.unlucky += count - lucky.len();
            if !lucky.is_empty() {
                let mut part = engine.residues(lucky.len(), boxes.len())?;
                clock.time("interpolate", || {
                    done.coefficients.select(engine, &done.batch, &lucky, &columns, &mut part, 0)
                })?;
                residues.push(part);
                moduli.extend(lucky.iter().map(|&i| done.primes[i as usize].p));
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn decide(&mut self) -> Result<Verdict<u64, Multiples>> {
        // Where a device is wrong, nothing that is lifted ever fits.
        let expected = ENOUGH * (self.loaded.usual_bits() / self.context.engine.prime_size().least_bits() + 64);
        if self.context.engine.facts().wants_witness && self.supply.taken() as u64 > expected {
            return Err(fault(0, format!("{} primes on the device have images that do not fit", self.supply.taken())));
        }
        // Those of a degree that is too high too, whose images were thrown away.
        self.supply.unlucky(self.supply.taken() - self.images.moduli.len());
        match self.other.take() {
            Some(Other::Lower(0)) => return Ok(Verdict::Done(Multiples::Coprime)),
            Some(Other::Lower(lower)) => return Ok(Verdict::More(self.again(lower))),
            Some(Other::Boxes) if self.loaded.problem.integer => {
                return Ok(Verdict::Done(Multiples::Fractions(self.images.degree)));
            }
            // Bounds that do not hold are as rare as an unlucky prime; the boxes that always hold follow.
            Some(Other::Boxes) => {
                self.certain = true;
                return Ok(Verdict::More(self.again(self.images.degree)));
            }
            None => {}
        }
        let (images, (higher, agreeing)) = (&self.images, self.doubts.higher);
        if images.moduli.is_empty() && higher > images.degree && agreeing >= AGREEING && self.supply.is_random() {
            return Ok(Verdict::More(self.again(higher)));
        }
        let wanted = images.wanted;
        let known = images.bits();
        if known < wanted as f64 {
            return Ok(Verdict::More(wanted));
        }
        let Context { engine, control, clock, counts, .. } = &mut *self.context;
        let values = clock.time("lift", || {
            let all = engine.join(&images.residues.iter().collect::<Vec<_>>())?;
            let lift = engine.rates().lifting(images.boxes.len(), images.moduli.len());
            engine.crt(all, &images.moduli, &control.next_of(lift, self.behind))
        })?;
        counts.candidates += 1;
        let (found, bits) = clock.time("prove", || {
            let found = self.loaded.polynomials(&images.boxes, values);
            let bits = self.loaded.certain_bits(&found);
            (found, bits)
        });
        // Where the primes are too few, what is lifted has as many bits as they, and asks for half as many again.
        let more = wanted + wanted / 2 + (engine.prime_size().most() as f64).log2() as u64;
        Ok(match bits {
            Some(bits) if (bits as f64) < known => Verdict::Done(Multiples::Found(found)),
            Some(bits) => Verdict::More(bits.min(more) + 1),
            None => Verdict::More(more),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(least: u32, most: u32) -> PointDegrees {
        PointDegrees { least, most }
    }

    /// The primes of use, or the lower degree, of one batch after the other.
    fn of_batches(degree: u32, batches: &[&[(u32, u32)]]) -> Vec<std::result::Result<Vec<u32>, u32>> {
        let mut doubts = Doubts::default();
        let of_batch = |batch: &&[(u32, u32)]| {
            let degrees: Vec<PointDegrees> = batch.iter().map(|&(least, most)| found(least, most)).collect();
            match lucky(degree, &degrees, &mut doubts, || Ok(vec![true; degrees.len()])).unwrap() {
                Ok(lucky) => Ok(lucky),
                Err(Other::Lower(lower)) => Err(lower),
                Err(Other::Boxes) => Err(UNLUCKY),
            }
        };
        batches.iter().map(of_batch).collect()
    }

    /// One prime with images of a lower degree decides nothing; two that have one do, in one batch or in two.
    #[test]
    fn a_lower_degree_is_shown_by_two_primes() {
        assert_eq!(of_batches(3, &[&[(3, 3), (0, 3), (3, 3)], &[(3, 3)]]), [Ok(vec![0, 2]), Ok(vec![0])]);
        assert_eq!(of_batches(3, &[&[(0, 0)], &[(2, 2)], &[(2, 2)]]), [Ok(vec![]), Err(2), Err(2)]);
        assert_eq!(of_batches(3, &[&[(0, 0), (3, 3)], &[(3, 3), (0, 0)]]), [Ok(vec![1]), Err(0)]);
        assert_eq!(of_batches(1, &[&[(0, 0), (0, 0)]]), [Err(0)]);
        assert_eq!(of_batches(2, &[&[(2, 5), (4, 4), (UNLUCKY, UNLUCKY), (2, 2)]]), [Ok(vec![3])]);
    }

    /// Primes that agree on a higher degree are counted, until one does not.
    #[test]
    fn higher_degrees_are_counted() {
        let mut doubts = Doubts::default();
        assert_eq!(doubts.lower(1, &[found(2, 2), found(2, 2), found(2, 3)]), None);
        assert_eq!(doubts.higher, (2, 2));
        assert_eq!(doubts.lower(1, &[found(2, 2)]), None);
        assert_eq!(doubts.higher, (2, 3));
        assert_eq!(doubts.lower(1, &[found(4, 4)]), None);
        assert_eq!(doubts.higher, (4, 1));
    }
}
