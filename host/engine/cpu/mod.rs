//! The CPU engine: all cores, SIMD chosen at run time.
//!
//! Its word is 50 bits where the processor has AVX-512 IFMA, otherwise 31 bits. Primes are taken in bundles of 8 for the former,
//! 16 or 4 for the latter: lane i of every element belongs to prime i of the bundle, from the reduction
//! to the interpolation. So all lanes follow the same path through the same shared code that the GPU runs, one prime per
//! thread there, and nothing is ever transposed.

mod bundle;
mod gcd;
mod grid;
mod integers;
#[cfg(target_arch = "x86_64")]
mod mont50x8;
mod resultant;
mod watched;
mod word;

use super::input::IntegerTable;
use super::{Engine, MixedRadix, SampleCounts, ScalarCounts, ScalarJob, same_width};
use crate::error::{ErrorKind, Result};
use crate::lift::MixedRadixTables;
use crate::options::{Control, Lift};
use crate::plan::grid::{Axis, Grid};
use crate::plan::primes::Prime;
use crate::report::Clock;
use bundle::{BundleStage, Tables};
use gpu::Field;
use gpu::arith::Mont31;
#[cfg(target_arch = "x86_64")]
use gpu::arith::Mont50;
use grid::orbits::Pending;
use grid::{evaluate, interpolate};
use integers::reduce::Digits;
use integers::{digits, reduce};
use rayon::prelude::*;
pub use resultant::samples::Samples;
use resultant::{samples, scalar};
use rug::Integer;
use std::marker::PhantomData;
use std::ops::Range;
pub use word::{CpuWord, Lanes};

/// Element steps of a batch: some ten seconds of one core; stages look at the control themselves.
pub(crate) const CPU_STEPS: u64 = 100_000_000_000;

/// Primes from which explicit Chinese remaindering is the faster lift (1000 coefficients, two cores of an EPYC with AVX-512: 4
/// primes 0.21 ms against 0.16, 8 even, 128 1.9 against 2.9, 1000 54 against 124).
const CRT_PRIMES: usize = 8;

/// The CPU engine.
#[derive(Debug, Clone)]
pub struct Cpu<M: CpuWord = Mont31> {
    memory: u64,
    control: Control,
    word: PhantomData<M>,
}

impl Cpu {
    /// An engine for primes below 2^32 / 3 that uses about `memory` bytes for one batch and stops early once `control` is
    /// cancelled. For every processor.
    pub fn new(memory: u64, control: Control) -> Self {
        Cpu { memory, control, word: PhantomData }
    }
}

/// Whether the processor has the instructions that 50-bit primes are for: AVX-512 IFMA.
pub(crate) fn has_ifma() -> bool {
    #[cfg(target_arch = "x86_64")]
    return mont50x8::Ifma::try_new().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

#[cfg(target_arch = "x86_64")]
impl Cpu<Mont50> {
    /// The same for primes below 2^50; `None` where the processor has no AVX-512 IFMA.
    pub fn with_ifma(memory: u64, control: Control) -> Option<Self> {
        mont50x8::Ifma::try_new().map(|_| Cpu { memory, control, word: PhantomData })
    }
}

/// Primes of a batch with their tables, in bundles.
pub struct Batch<M: CpuWord = Mont31> {
    wide: Vec<Tables<M::Wide>>,
    narrow: Vec<Tables<M::Narrow>>,
    grid: Grid,
}

/// One vector per bundle, the lanes' elements side by side.
pub struct Buffer<M: CpuWord = Mont31> {
    /// The last evaluation is left to whoever needs the values.
    pending: Option<Pending>,
    wide: Vec<Vec<<M::Wide as Field>::Elem>>,
    narrow: Vec<Vec<<M::Narrow as Field>::Elem>>,
}

/// Plain residues \[prime\]\[coefficient\].
#[derive(Debug, Clone)]
pub struct Residues<M: CpuWord = Mont31> {
    /// Number of coefficients.
    pub coefficients: usize,
    /// The residues.
    pub values: Vec<M::Elem>,
}

impl<M: CpuWord> Batch<M> {
    /// Wide bundles; what is left goes into narrow ones when those compute fewer lanes. Tables are those of `tables`; answers
    /// have the shape of `grid`.
    fn new(tables: &Grid, grid: &Grid, primes: &[Prime<M>]) -> Result<Self> {
        let (wide_lanes, narrow_lanes) = (M::Wide::LANES as usize, M::Narrow::LANES as usize);
        let rest = primes.len() % wide_lanes;
        let narrow_rest = if narrow_lanes < wide_lanes && rest <= wide_lanes / 2 { rest } else { 0 };
        let (wide, narrow) = primes.split_at(primes.len() - narrow_rest);
        Ok(Batch {
            wide: wide.par_chunks(wide_lanes).map(|chunk| Tables::new(tables, chunk)).collect::<Result<_>>()?,
            narrow: narrow.par_chunks(narrow_lanes).map(|chunk| Tables::new(tables, chunk)).collect::<Result<_>>()?,
            grid: grid.clone(),
        })
    }

    /// Number of primes.
    fn len(&self) -> usize {
        let wide: usize = self.wide.iter().map(|t| t.primes.len()).sum();
        wide + self.narrow.iter().map(|t| t.primes.len()).sum::<usize>()
    }

    /// Runs a stage on every bundle.
    fn run<S: BundleStage>(&self, stage: &S, input: Option<&Buffer<M>>) -> Buffer<M> {
        let (wide, narrow) = rayon::join(
            || {
                let source = |i: usize| input.map_or(&[][..], |b| &b.wide[i]);
                self.wide.par_iter().enumerate().map(|(i, tables)| stage.run(tables, source(i))).collect()
            },
            || {
                let source = |i: usize| input.map_or(&[][..], |b| &b.narrow[i]);
                self.narrow.par_iter().enumerate().map(|(i, tables)| stage.run(tables, source(i))).collect()
            },
        );
        Buffer { pending: None, wide, narrow }
    }

    /// The buffer with its values in place.
    fn finished(&self, data: Buffer<M>, control: &Control) -> Buffer<M> {
        match data.pending {
            None => data,
            Some(pending) => {
                let points = self.grid.points() as usize;
                self.run(&evaluate::Finish { control, pending, points }, Some(&data))
            }
        }
    }
}

/// Copies the kept coefficients of one bundle to the rows of its primes.
fn store_bundle<B: Lanes<Modulus = M>, M: CpuWord>(
    tables: &Tables<B>,
    source: &[B::Elem],
    kept: &[usize],
    rows: &mut [M::Elem],
) {
    let width = kept.len();
    if width == 0 {
        return;
    }
    for (lane, (row, prime)) in rows.chunks_mut(width).zip(&tables.primes).enumerate() {
        for (value, &k) in row.iter_mut().zip(kept) {
            *value = prime.plain(B::lane(&source[k], lane));
        }
    }
}

impl<M: CpuWord> Cpu<M> {
    /// Coefficients of `rows` polynomials from their values.
    fn interpolated(&self, batch: &Batch<M>, values: Buffer<M>, rows: usize) -> Buffer<M> {
        let mut data = batch.finished(values, &self.control);
        let points: Vec<usize> = batch.grid.axes.iter().map(|axis| axis.points() as usize).collect();
        for k in 0..points.len() {
            let outer = rows * points[..k].iter().product::<usize>();
            let inner = points[k + 1..].iter().product();
            data = batch.run(&interpolate::Interpolate { control: &self.control, axis: k, outer, inner }, Some(&data));
        }
        data
    }
}

impl<M: CpuWord> Engine for Cpu<M> {
    type Modulus = M;
    type Input = Digits;
    type Batch = Batch<M>;
    type Buffer = Buffer<M>;
    type Residues = Residues<M>;
    type Samples = Samples<M>;

    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    fn memory(&self) -> Result<u64> {
        Ok(self.memory)
    }

    fn uncounted(&self, residues: &Residues<M>) -> u64 {
        size_of_val(&residues.values[..]) as u64
    }

    fn steps_per_batch(&self) -> u64 {
        CPU_STEPS
    }

    fn lift_memory(&self, primes: usize, coefficients: usize, how: Lift) -> u64 {
        let (words, table) = M::lift_memory(primes as u64, how);
        let words = words.saturating_mul(primes as u64).saturating_mul(coefficients as u64);
        words.saturating_mul(size_of::<M::Elem>() as u64).saturating_add(table)
    }

    fn load(&mut self, table: &IntegerTable) -> Result<Digits> {
        Ok(Digits::new(table, M::DIGIT_BITS))
    }

    fn begin(&mut self, grid: &Grid, primes: &[Prime<M>]) -> Result<Batch<M>> {
        Batch::new(grid, grid, primes)
    }

    fn reduce(&mut self, batch: &Batch<M>, input: &Digits) -> Result<Buffer<M>> {
        Ok(batch.run(&reduce::Reduce { control: &self.control, input }, None))
    }

    fn evaluate(&mut self, batch: &Batch<M>, coefficients: Buffer<M>, rows: u32, dims: &[u32]) -> Result<Buffer<M>> {
        let mut data = coefficients;
        let mut outer = rows as usize;
        let mut inner: usize = dims.iter().map(|&n| n as usize).product();
        for (k, &n) in dims.iter().enumerate() {
            inner /= n as usize;
            if k + 1 == dims.len() && n as usize <= M::DIRECT {
                data.pending =
                    Some(Pending { rows: rows as usize, before: outer / rows.max(1) as usize, n: n as usize });
                break;
            }
            data = batch.run(
                &evaluate::Evaluate { control: &self.control, axis: k, outer, coefficients: n as usize, inner },
                Some(&data),
            );
            outer *= batch.grid.axes[k].points() as usize;
        }
        Ok(data)
    }

    fn scalars(&mut self, batch: &Batch<M>, values: Buffer<M>, job: &ScalarJob) -> Result<(Buffer<M>, ScalarCounts)> {
        let stage = scalar::Scalars::new(job, batch.grid.points() as usize, values.pending, &self.control);
        let scalars = batch.run(&stage, Some(&values));
        Ok((scalars, stage.counts()))
    }

    fn interpolate(&mut self, batch: &Batch<M>, values: Buffer<M>) -> Result<Buffer<M>> {
        Ok(self.interpolated(batch, values, 1))
    }

    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Residues<M>> {
        let size = primes.checked_mul(coefficients).ok_or(ErrorKind::OutOfMemory { bytes: usize::MAX, free: 0 })?;
        let mut values = Vec::new();
        values
            .try_reserve_exact(size)
            .map_err(|_| ErrorKind::OutOfMemory { bytes: size.saturating_mul(size_of::<M::Elem>()), free: 0 })?;
        values.resize(size, M::Elem::default());
        Ok(Residues { coefficients, values })
    }

    fn store(
        &mut self,
        batch: &Batch<M>,
        coefficients: Buffer<M>,
        keep: &[u32],
        into: &mut Residues<M>,
        at: usize,
    ) -> Result<()> {
        let coefficients = batch.finished(coefficients, &self.control);
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
        wide.par_chunks_mut(M::Wide::LANES as usize * width)
            .zip(batch.wide.par_iter().zip(&coefficients.wide))
            .for_each(|(rows, (tables, source))| store_bundle(tables, source, &kept, rows));
        narrow
            .par_chunks_mut(M::Narrow::LANES as usize * width)
            .zip(batch.narrow.par_iter().zip(&coefficients.narrow))
            .for_each(|(rows, (tables, source))| store_bundle(tables, source, &kept, rows));
        Ok(())
    }

    fn weight(&self) -> u32 {
        1
    }

    fn split(&mut self, residues: Residues<M>, ranges: &[Range<usize>]) -> Result<Vec<Residues<M>>> {
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

    fn join(&mut self, parts: &[&Residues<M>]) -> Result<Residues<M>> {
        let coefficients = same_width(parts.iter().map(|part| part.coefficients))?;
        let all: Vec<&[M::Elem]> = parts.iter().map(|part| &part.values[..]).collect();
        Ok(Residues { coefficients, values: all.concat() })
    }

    fn begin_points(&mut self, coefficients: u32, primes: &[Prime<M>]) -> Result<Batch<M>> {
        let shape = Grid { axes: vec![Axis { len: coefficients, cosets: 1 }] };
        Batch::new(&Grid { axes: Vec::new() }, &shape, primes)
    }

    fn samples(&mut self, batch: &Batch<M>) -> Result<Samples<M>> {
        Ok(Samples::new(batch))
    }

    fn sample(
        &mut self,
        batch: &Batch<M>,
        coefficients: &Buffer<M>,
        job: &ScalarJob,
        points: Range<u32>,
        repair: bool,
        into: &mut Samples<M>,
    ) -> Result<SampleCounts> {
        samples::sample(batch, coefficients, job, points, repair, into, &self.control)
    }

    fn interpolate_samples(&mut self, batch: &Batch<M>, samples: Samples<M>) -> Result<Buffer<M>> {
        samples::interpolate(batch, &samples, &self.control)
    }

    fn crt(&mut self, residues: Residues<M>, moduli: &[M], control: &Control) -> Result<Vec<Integer>> {
        M::crt(&residues, moduli, control)
    }

    fn lift(
        &mut self,
        residues: Residues<M>,
        moduli: &[M],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>> {
        M::lift(self, residues, moduli, how, control, clock)
    }
}

impl MixedRadix for Cpu {
    fn crt_primes(&self) -> usize {
        CRT_PRIMES
    }

    fn digits(&mut self, residues: Residues, tables: &MixedRadixTables) -> Result<Vec<u32>> {
        digits::digits(tables, &residues.values, residues.coefficients, &self.control)
    }
}
