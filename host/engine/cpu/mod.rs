//! The CPU engine: all cores, SIMD chosen at run time.
//!
//! Primes are taken in bundles of 16 (or 4): lane i of every element belongs to prime i of the bundle, from the reduction
//! to the interpolation. So all lanes follow the same path through the same shared code that the GPU runs, one prime per
//! thread there, and nothing is ever transposed.

mod bundle;
mod crt;
mod digits;
mod evaluate;
mod interpolate;
mod reduce;
mod samples;
mod scalar;

use super::input::IntegerTable;
use super::{Engine, SampleCounts, ScalarCounts, ScalarJob, same_width};
use crate::error::{ErrorKind, Result};
use crate::lift::MixedRadixTables;
use crate::options::Control;
use crate::plan::grid::{Axis, Grid};
use crate::plan::primes::Prime;
use bundle::{Stage, Tables};
use gpu::arith::{Bundle, Mont31, Mont31x4, Mont31x16};
use gpu::arith::{Lanes4, Lanes16};
use rayon::prelude::*;
use rug::Integer;
pub use samples::Samples;
use std::ops::Range;

/// Element steps of a batch: some ten seconds of one core; stages look at the control themselves.
pub(crate) const CPU_STEPS: u64 = 100_000_000_000;

/// Primes from which explicit Chinese remaindering is the faster lift (1000 coefficients, two cores of an EPYC with AVX-512: 4
/// primes 0.21 ms against 0.16, 8 even, 128 1.9 against 2.9, 1000 54 against 124).
const CRT_PRIMES: usize = 8;

/// The CPU engine.
#[derive(Debug, Clone)]
pub struct Cpu {
    memory: u64,
    control: Control,
}

impl Cpu {
    /// An engine that uses about `memory` bytes for one batch and stops early once `control` is cancelled.
    pub fn new(memory: u64, control: Control) -> Self {
        Cpu { memory, control }
    }
}

/// Primes of a batch with their tables, in bundles.
pub struct Batch {
    wide: Vec<Tables<Mont31x16>>,
    narrow: Vec<Tables<Mont31x4>>,
    grid: Grid,
}

/// One vector per bundle, the lanes' elements side by side.
pub struct Buffer {
    wide: Vec<Vec<Lanes16>>,
    narrow: Vec<Vec<Lanes4>>,
}

/// Plain residues \[prime\]\[coefficient\].
pub struct Residues {
    /// Number of coefficients.
    pub coefficients: usize,
    /// The residues.
    pub values: Vec<u32>,
}

impl Batch {
    /// Bundles of 16; what is left goes into bundles of 4 when those compute fewer lanes. Tables are those of `tables`; answers
    /// have the shape of `grid`.
    fn new(tables: &Grid, grid: &Grid, primes: &[Prime]) -> Result<Batch> {
        let rest = primes.len() % 16;
        let narrow_rest = if rest <= 8 { rest } else { 0 };
        let (wide, narrow) = primes.split_at(primes.len() - narrow_rest);
        Ok(Batch {
            wide: wide.par_chunks(16).map(|chunk| Tables::new(tables, chunk)).collect::<Result<_>>()?,
            narrow: narrow.par_chunks(4).map(|chunk| Tables::new(tables, chunk)).collect::<Result<_>>()?,
            grid: grid.clone(),
        })
    }

    /// Number of primes.
    fn len(&self) -> usize {
        let wide: usize = self.wide.iter().map(|t| t.primes.len()).sum();
        wide + self.narrow.iter().map(|t| t.primes.len()).sum::<usize>()
    }

    /// Runs a stage on every bundle.
    fn run<S: Stage>(&self, stage: &S, input: Option<&Buffer>) -> Buffer {
        let none16: &[Lanes16] = &[];
        let none4: &[Lanes4] = &[];
        let (wide, narrow) = rayon::join(
            || {
                let source = |i: usize| input.map_or(none16, |b| &b.wide[i]);
                self.wide.par_iter().enumerate().map(|(i, tables)| stage.run(tables, source(i))).collect()
            },
            || {
                let source = |i: usize| input.map_or(none4, |b| &b.narrow[i]);
                self.narrow.par_iter().enumerate().map(|(i, tables)| stage.run(tables, source(i))).collect()
            },
        );
        Buffer { wide, narrow }
    }
}

/// Copies the kept coefficients of one bundle to the rows of its primes.
fn store_bundle<B: Bundle>(tables: &Tables<B>, source: &[B::Elem], kept: &[usize], rows: &mut [u32]) {
    let width = kept.len();
    if width == 0 {
        return;
    }
    for (lane, (row, prime)) in rows.chunks_mut(width).zip(&tables.primes).enumerate() {
        for (value, &k) in row.iter_mut().zip(kept) {
            *value = prime.leave(B::lane(&source[k], lane));
        }
    }
}

impl Engine for Cpu {
    type Input = IntegerTable;
    type Batch = Batch;
    type Buffer = Buffer;
    type Residues = Residues;
    type Samples = Samples;

    fn memory(&self) -> u64 {
        self.memory
    }

    fn steps_per_batch(&self) -> u64 {
        CPU_STEPS
    }

    fn lift_memory(&self, primes: usize, coefficients: usize) -> u64 {
        // Mixed radix: residues, panels of them and digits; the table of weights. Explicit remaindering takes
        // less: residues, integers, and a table of 4.6 N words a leaf.
        let (n, width) = (primes as u64, coefficients as u64);
        (12 * n).saturating_mul(width).saturating_add((2 * n).saturating_mul(n))
    }

    fn load(&mut self, table: &IntegerTable) -> Result<IntegerTable> {
        Ok(table.clone())
    }

    fn begin(&mut self, grid: &Grid, primes: &[Prime]) -> Result<Batch> {
        Batch::new(grid, grid, primes)
    }

    fn reduce(&mut self, batch: &Batch, input: &IntegerTable) -> Result<Buffer> {
        Ok(batch.run(&reduce::Reduce { control: &self.control, table: input }, None))
    }

    fn evaluate(&mut self, batch: &Batch, coefficients: Buffer, rows: u32, dims: &[u32]) -> Result<Buffer> {
        let mut data = coefficients;
        let mut outer = rows as usize;
        let mut inner: usize = dims.iter().map(|&n| n as usize).product();
        for (k, &n) in dims.iter().enumerate() {
            inner /= n as usize;
            data = batch.run(
                &evaluate::Evaluate { control: &self.control, axis: k, outer, coefficients: n as usize, inner },
                Some(&data),
            );
            outer *= batch.grid.axes[k].points() as usize;
        }
        Ok(data)
    }

    fn scalars(&mut self, batch: &Batch, values: Buffer, job: &ScalarJob) -> Result<(Buffer, ScalarCounts)> {
        let stage = scalar::Scalars::new(job, batch.grid.points() as usize, &self.control);
        let scalars = batch.run(&stage, Some(&values));
        Ok((scalars, stage.counts()))
    }

    fn interpolate(&mut self, batch: &Batch, values: Buffer) -> Result<Buffer> {
        let mut data = values;
        let points: Vec<usize> = batch.grid.axes.iter().map(|axis| axis.points() as usize).collect();
        for k in 0..points.len() {
            let outer = points[..k].iter().product();
            let inner = points[k + 1..].iter().product();
            data = batch.run(&interpolate::Interpolate { control: &self.control, axis: k, outer, inner }, Some(&data));
        }
        Ok(data)
    }

    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Residues> {
        let size = primes.checked_mul(coefficients).ok_or(ErrorKind::OutOfMemory { bytes: usize::MAX, free: 0 })?;
        let mut values = Vec::new();
        values
            .try_reserve_exact(size)
            .map_err(|_| ErrorKind::OutOfMemory { bytes: size.saturating_mul(4), free: 0 })?;
        values.resize(size, 0);
        Ok(Residues { coefficients, values })
    }

    fn store(
        &mut self,
        batch: &Batch,
        coefficients: Buffer,
        keep: &[u32],
        into: &mut Residues,
        at: usize,
    ) -> Result<()> {
        let kept = batch.grid.places(keep);
        let width = into.coefficients;
        if kept.len() != width {
            return Err(ErrorKind::Shape { what: "kept coefficients", expected: width, found: kept.len() }.into());
        }
        let wide_primes: usize = batch.wide.iter().map(|t| t.primes.len()).sum();
        let primes = wide_primes + batch.narrow.iter().map(|t| t.primes.len()).sum::<usize>();
        let rows = into.values.len() / width.max(1);
        if width > 0 && rows.checked_sub(at).is_none_or(|room| room < primes) {
            let (expected, found) = (at.saturating_add(primes).saturating_mul(width), into.values.len());
            return Err(ErrorKind::Shape { what: "residues", expected, found }.into());
        }
        let (wide, narrow) = into.values[at * width..].split_at_mut(wide_primes * width);
        wide.par_chunks_mut(16 * width)
            .zip(batch.wide.par_iter().zip(&coefficients.wide))
            .for_each(|(rows, (tables, source))| store_bundle(tables, source, &kept, rows));
        narrow
            .par_chunks_mut(4 * width)
            .zip(batch.narrow.par_iter().zip(&coefficients.narrow))
            .for_each(|(rows, (tables, source))| store_bundle(tables, source, &kept, rows));
        Ok(())
    }

    fn weight(&self) -> u32 {
        1
    }

    fn split(&mut self, residues: Residues, ranges: &[Range<usize>]) -> Result<Vec<Residues>> {
        let width = residues.coefficients;
        let rows = residues.values.len() / width.max(1);
        ranges
            .iter()
            .map(|range| {
                let mut part = self.residues(rows, range.len())?;
                for (to, from) in
                    part.values.chunks_exact_mut(range.len().max(1)).zip(residues.values.chunks_exact(width.max(1)))
                {
                    to.copy_from_slice(&from[range.clone()]);
                }
                Ok(part)
            })
            .collect()
    }

    fn join(&mut self, parts: &[&Residues]) -> Result<Residues> {
        let coefficients = same_width(parts.iter().map(|part| part.coefficients))?;
        let all: Vec<&[u32]> = parts.iter().map(|part| &part.values[..]).collect();
        Ok(Residues { coefficients, values: all.concat() })
    }

    fn begin_points(&mut self, coefficients: u32, primes: &[Prime]) -> Result<Batch> {
        let shape = Grid { axes: vec![Axis { len: coefficients, cosets: 1 }] };
        Batch::new(&Grid { axes: Vec::new() }, &shape, primes)
    }

    fn samples(&mut self, batch: &Batch) -> Result<Samples> {
        Ok(Samples::new(batch))
    }

    fn sample(
        &mut self,
        batch: &Batch,
        coefficients: &Buffer,
        job: &ScalarJob,
        points: Range<u32>,
        repair: bool,
        into: &mut Samples,
    ) -> Result<SampleCounts> {
        Ok(samples::sample(batch, coefficients, job, points, repair, into))
    }

    fn interpolate_samples(&mut self, batch: &Batch, samples: Samples) -> Result<Buffer> {
        samples::interpolate(batch, &samples)
    }

    fn crt_primes(&self) -> usize {
        CRT_PRIMES
    }

    fn crt(&mut self, residues: Residues, moduli: &[Mont31], control: &Control) -> Result<Vec<Integer>> {
        crt::crt(&residues, moduli, control)
    }

    fn digits(&mut self, residues: &Residues, tables: &MixedRadixTables) -> Result<Vec<u32>> {
        digits::digits(tables, &residues.values, residues.coefficients, &self.control)
    }
}
