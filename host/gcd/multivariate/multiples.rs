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

use super::Context;
use super::dense::{Dense, PARALLEL, Rows, box_of};
use crate::engine::gcd::{GcdEngine, PointDegrees, PointsJob, UNLUCKY};
use crate::engine::input::List;
use crate::error::{ErrorKind, Result};
use crate::plan::grid::{self, Grid};
use crate::plan::primes::product_bits;
use crate::run::backend::AllStages;
use crate::run::batches::{batch_len, in_batches};
use crate::run::on_grid::{Middle, OnGrid};
use crate::run::random::{Purpose, rng};
use gpu::arith::Modulus;
use rayon::prelude::*;
use rug::Integer;
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

/// Polynomials over the kept variables, primitive in the main one and of positive degree in it.
pub(super) struct Primitive<'a> {
    /// The main variable.
    pub var: usize,
    /// s f and s g by its powers.
    pub rows: [&'a Rows; 2],
    /// c = gcd(lc f, lc g).
    pub lead: &'a Dense,
    /// Whether e is taken to be an integer, and s is one; else s = c.
    pub integer: bool,
    /// Bounds on the degrees of the GCD, in the main variable positive.
    pub bounds: &'a [usize],
}

/// What [`multiples`] finds.
pub(super) enum Multiples {
    /// H, F and G of the module by powers of the main variable.
    Found([Rows; 3]),
    /// The GCD has degree 0 in it.
    Coprime,
    /// With an integer s they do not fit the boxes: mostly e is no integer. The degree of the GCD is at most this.
    Fractions(u32),
}

/// Primes without use after which there must be something wrong: unlucky ones are rare.
const UNLUCKY_PRIMES: usize = 256;

/// Primes that tell whether quotients are fractions: a bundle of a CPU, or two.
const FIRST_PRIMES: usize = 16;

/// Boxes of exponents of the kept variables for the rows that come out.
struct Boxes {
    /// Sizes for H, F and G.
    dims: [Vec<u32>; 3],
    /// Rows of each.
    rows: [u32; 3],
}

impl Boxes {
    /// Elements inside, by the grid: ranges in order.
    fn inside(&self, grid: &Grid) -> Vec<Range<u32>> {
        let points = grid.points() as u32;
        let mut ranges = Vec::new();
        let mut start = 0;
        for (dims, &rows) in self.dims.iter().zip(&self.rows) {
            let row = grid.ranges(dims);
            for base in (0..rows).map(|row| start + row * points) {
                ranges.extend(row.iter().map(|range| base + range.start..base + range.end));
            }
            start += rows * points;
        }
        ranges
    }

    /// Coefficients inside.
    fn len(&self) -> usize {
        let size = |dims: &Vec<u32>| dims.iter().map(|&n| n as usize).product::<usize>();
        self.dims.iter().zip(&self.rows).map(|(dims, &rows)| rows as usize * size(dims)).sum()
    }
}

/// What lies between ranges that ascend, up to `end`.
fn between(ranges: &[Range<u32>], end: u32) -> Vec<Range<u32>> {
    let starts = std::iter::once(0).chain(ranges.iter().map(|range| range.end));
    let ends = ranges.iter().map(|range| range.start).chain(std::iter::once(end));
    starts.zip(ends).map(|(start, end)| start..end).filter(|range| !range.is_empty()).collect()
}

/// Images that have been gathered.
struct Gathered<E: AllStages> {
    parts: Vec<E::Residues>,
    moduli: Vec<E::Modulus>,
}

/// Why images are of no use.
enum Verdict {
    /// There are such of this lower degree.
    Lower(u32),
    /// The boxes are too small.
    Boxes,
}

/// The problem on an engine.
struct Loaded<'p, 'a, E: AllStages> {
    problem: &'p Primitive<'a>,
    input: E::Input,
    /// Kept variables that occur.
    kept: Vec<usize>,
    /// Coefficients per kept variable of the table, the least numbers of points: no less than s f and s g have.
    dims: Vec<u32>,
}

/// The top of some rows.
fn box_of_rows(rows: &Rows, variables: usize) -> Vec<usize> {
    rows.iter().flatten().fold(vec![1; variables], |all, row| box_of(&all, &row.dims))
}

impl<'p, 'a, E: AllStages> Loaded<'p, 'a, E> {
    fn new(engine: &mut E, problem: &'p Primitive<'a>) -> Result<Self> {
        let [f, g] = problem.rows;
        let variables = problem.lead.dims.len();
        let both = box_of(&box_of_rows(f, variables), &box_of_rows(g, variables));
        let table_box = box_of(&both, &problem.lead.dims);
        let kept: Vec<usize> = (0..variables).filter(|&k| table_box[k] > 1).collect();
        let zero = Integer::new();
        let size: usize = table_box.iter().product();
        let rows: Vec<Option<&Dense>> = f.iter().chain(g).map(Option::as_ref).chain([Some(problem.lead)]).collect();
        let mut integers = vec![&zero; size * rows.len()];
        let filled = integers.par_chunks_mut(size).with_min_len(PARALLEL.div_ceil(size)).zip(&rows);
        filled.for_each(|(into, row)| row.iter().for_each(|row| row.pad(&table_box, into)));
        let input = engine.load_lists(&[List::of(&&integers[..])])?;
        let dims = kept.iter().map(|&k| table_box[k] as u32).collect();
        Ok(Loaded { problem, input, kept, dims })
    }

    /// Coefficients of s f or s g, number `i`, per kept variable.
    fn dims_of(&self, i: usize) -> Vec<usize> {
        let all = box_of_rows(self.problem.rows[i], self.problem.lead.dims.len());
        self.kept.iter().map(|&k| all[k]).collect()
    }

    /// Boxes for H of degree `degree` and its cofactors: those that are right whatever the degrees are, or with the degrees of the GCD
    /// as large as the bounds.
    fn boxes(&self, degree: u32, certain: bool) -> Boxes {
        let [f, g] = [self.dims_of(0), self.dims_of(1)];
        // Of e.
        let over = |k: usize| if self.problem.integer { 0 } else { self.problem.lead.dims[self.kept[k]] as u32 - 1 };
        // deg h <= deg f = deg s f - deg s.
        let bound = |k: usize| (self.problem.bounds[self.kept[k]] as u32).min(f[k].min(g[k]) as u32 - 1 - over(k));
        let all = 0..self.kept.len();
        // deg H + deg F = deg s f, and deg H >= deg h.
        let cofactor =
            |h: &[usize]| all.clone().map(|k| h[k] as u32 - if certain { 0 } else { bound(k) }).collect::<Vec<u32>>();
        let multiple = all.clone().map(|k| over(k) + bound(k) + 1).collect();
        let [p, q] = self.problem.rows.map(|rows| rows.len() as u32 - 1);
        Boxes { dims: [multiple, cofactor(&f), cofactor(&g)], rows: [degree, p - degree + 1, q - degree + 1] }
    }

    /// Images modulo new primes with a product of more than `bits` bits.
    fn gather(
        &self,
        context: &mut Context<'_, E>,
        job: &PointsJob,
        boxes: &Boxes,
        bits: u64,
        used: &mut HashSet<u64>,
        into: &mut Gathered<E>,
    ) -> Result<Option<Verdict>> {
        let Context { engine, sections, clock, counts, random, .. } = context;
        let usable = |p: u64| !used.contains(&p);
        let (grid, primes) = clock.time("plan", || grid::choose::<E::Modulus>(&self.dims, bits, &usable, random))?;
        used.extend(primes.iter().map(|prime| prime.field.p()));
        // Elements of a prime's rows are counted in 32 bits.
        let most = u64::from(u32::MAX) / u64::from(job.inputs().max(job.outputs()));
        if grid.points() > most {
            let (needed, allowed) = (u128::from(grid.points()), u128::from(most));
            return Err(ErrorKind::Limit { what: "points of the grid", needed, allowed }.into());
        }
        let columns = boxes.inside(&grid);
        let outside = between(&columns, job.outputs() * grid.points() as u32);
        let middle = GcdsAtPoints { job };
        let stage = OnGrid { middle, input: &self.input, dims: &self.dims, grid: &grid, kept: boxes.len() as u64 };
        let len = batch_len(*engine, &stage, primes.len())?;
        // Few first where they may be in vain.
        let first = if self.problem.integer && into.moduli.is_empty() { FIRST_PRIMES } else { len };
        let (control, mut verdict) = (sections.next(0.5), None);
        in_batches(*engine, &stage, &primes, (first, len), &control, clock, |engine, done, clock| {
            let (count, degrees) = (done.primes.len(), done.found);
            counts.primes += count;
            let least = degrees.iter().map(|found| found.least).min().unwrap_or(UNLUCKY);
            if least < job.degree {
                counts.unlucky += count;
                verdict = Some(Verdict::Lower(least));
                return Ok(ControlFlow::Break(()));
            }
            let small = clock.time("interpolate", || engine.vanish(&done.batch, &done.coefficients, &outside))?;
            let lucky = |i: usize| degrees[i].least == job.degree && degrees[i].most == job.degree;
            if (0..count).any(lucky) && !(0..count).any(|i| lucky(i) && small[i]) {
                counts.unlucky += count;
                verdict = Some(Verdict::Boxes);
                return Ok(ControlFlow::Break(()));
            }
            let lucky: Vec<u32> = (0..count as u32).filter(|&i| lucky(i as usize) && small[i as usize]).collect();
            counts.unlucky += count - lucky.len();
            if !lucky.is_empty() {
                let mut part = engine.residues(lucky.len(), boxes.len())?;
                clock.time("interpolate", || {
                    engine.select(&done.batch, &done.coefficients, &lucky, &columns, &mut part, 0)
                })?;
                into.parts.push(part);
                into.moduli.extend(lucky.iter().map(|&i| done.primes[i as usize].field));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(verdict)
    }

    /// The polynomials with these coefficients, row by row; the last row of H is c.
    fn polynomials(&self, boxes: &Boxes, values: Vec<Integer>) -> [Rows; 3] {
        let variables = self.problem.lead.dims.len();
        let mut values = values.into_iter();
        let mut rows = |i: usize| -> Rows {
            let mut dims = vec![1; variables];
            self.kept.iter().zip(&boxes.dims[i]).for_each(|(&k, &n)| dims[k] = n as usize);
            let size = dims.iter().product();
            let row = |_| Dense::new(dims.clone(), values.by_ref().take(size).collect());
            (0..boxes.rows[i]).map(row).collect()
        };
        let mut multiple = rows(0);
        multiple.push(Some(self.problem.lead.clone()));
        [multiple, rows(1), rows(2)]
    }

    /// Bits that the product of the primes must exceed so that H F = s f and H G = s g over Z; `None` where degrees exceed the
    /// numbers of points, which is when the polynomials are wrong.
    fn certain_bits(&self, [multiple, f, g]: &[Rows; 3]) -> Option<u64> {
        let variables = self.problem.lead.dims.len();
        let top = box_of_rows(multiple, variables);
        let norm = |rows: &Rows| {
            let bits: Vec<u64> = rows.par_iter().flatten().map(Dense::norm_bits).collect();
            let sum: Integer = bits.into_iter().map(|bits| Integer::from(1) << bits as u32).sum();
            u64::from(sum.significant_bits())
        };
        let height = |rows: &Rows| rows.par_iter().flatten().map(Dense::height).max().unwrap_or(0);
        let mut bits = 0;
        for (input, cofactor) in self.problem.rows.into_iter().zip([f, g]) {
            let other = box_of_rows(cofactor, variables);
            if self.kept.iter().zip(&self.dims).any(|(&k, &n)| top[k] + other[k] - 1 > n as usize) {
                return None;
            }
            // |H F - s f| < 2^(max + 1).
            bits = bits.max((norm(multiple) + height(cofactor)).max(height(input)) + 1);
        }
        Some(bits)
    }

    /// Bits of the primes that usually suffice.
    fn usual_bits(&self) -> u64 {
        let height = |rows: &Rows| rows.iter().flatten().map(Dense::height).max().unwrap_or(0);
        let [f, g] = self.problem.rows;
        let size: f64 = self.problem.bounds.iter().map(|&b| (b as f64 + 1.0).log2()).sum();
        height(f).max(height(g)) + size as u64 + 4
    }
}

/// GCD and cofactors in the main variable at each point; it tells the degrees of the GCDs.
struct GcdsAtPoints<'a> {
    job: &'a PointsJob,
}

impl<E: GcdEngine> Middle<E> for GcdsAtPoints<'_> {
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

    fn run(&self, engine: &mut E, batch: &E::Batch, values: E::Buffer) -> Result<(E::Buffer, Vec<PointDegrees>)> {
        engine.gcd_points(batch, values, self.job)
    }
}

/// H and its cofactors, proved.
///
/// # Errors
/// `Limit`: the grid or one prime needs too much memory; of the engine.
pub(super) fn multiples<E: AllStages>(context: &mut Context<'_, E>, problem: &Primitive<'_>) -> Result<Multiples> {
    let loaded = context.clock.time("load", || Loaded::new(context.engine, problem))?;
    let [p, q] = problem.rows.map(|rows| rows.len() as u32 - 1);
    let word = (E::Modulus::MAX as f64).log2() as u64;
    let mut degree = (problem.bounds[problem.var] as u32).min(p).min(q);
    let mut certain = false;
    let mut used = HashSet::new();
    while degree > 0 {
        let job = PointsJob { p, q, degree };
        let boxes = loaded.boxes(degree, certain);
        let mut gathered = Gathered { parts: Vec::new(), moduli: Vec::new() };
        let mut wanted = loaded.usual_bits();
        let restart = loop {
            let known = product_bits(gathered.moduli.iter().map(Modulus::p));
            let missing = (wanted as f64 - known).max(1.0) as u64;
            if let Some(verdict) = loaded.gather(context, &job, &boxes, missing, &mut used, &mut gathered)? {
                break verdict;
            }
            let count = gathered.moduli.len();
            if used.len() > UNLUCKY_PRIMES + 8 * count {
                let (needed, allowed) = ((used.len() - count) as u128, (UNLUCKY_PRIMES + 7 * count) as u128);
                return Err(ErrorKind::Limit { what: "unlucky primes of a GCD", needed, allowed }.into());
            }
            let known = product_bits(gathered.moduli.iter().map(Modulus::p));
            if known < wanted as f64 {
                continue;
            }
            let Context { engine, options, clock, .. } = context;
            let values = clock.time("lift", || {
                let all = engine.join(&gathered.parts.iter().collect::<Vec<_>>())?;
                engine.crt(all, &gathered.moduli, &options.control)
            })?;
            context.counts.candidates += 1;
            let (found, bits) = context.clock.time("prove", || {
                let found = loaded.polynomials(&boxes, values);
                let bits = loaded.certain_bits(&found);
                (found, bits)
            });
            match bits {
                Some(bits) if (bits as f64) < known => return Ok(Multiples::Found(found)),
                // Where the primes are too few, what is lifted has as many bits as they, and asks for half as many again.
                Some(bits) => wanted = bits.min(wanted + wanted / 2 + word) + 1,
                None => wanted += wanted / 2 + word,
            }
        };
        match restart {
            Verdict::Lower(lower) => degree = lower,
            Verdict::Boxes if problem.integer => return Ok(Multiples::Fractions(degree)),
            // Bounds that do not hold are as rare as an unlucky prime; the boxes that always hold follow.
            Verdict::Boxes => certain = true,
        }
    }
    Ok(Multiples::Coprime)
}

/// Random numbers for the grids and bounds of a computation.
pub(super) fn random(options: &crate::options::Options) -> rand::rngs::StdRng {
    rng(options, Purpose::Grid)
}
