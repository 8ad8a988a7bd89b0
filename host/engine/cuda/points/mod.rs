//! Answers at geometric progressions of points modulo one prime of any length, and polynomials from them.
//!
//! The stages are those of `host/at_points` on the CPU: evaluation, one variable after the other, a scalar at each point, interpolation. Values are
//! made and used up in chunks of the first variable's points.

mod axis;
mod field;
mod products;
mod tables;

use super::DeviceBuffer;
use super::driver::launch::{blocks, word};
use super::engine::Cuda;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::{PointScalar, ProgressionJob, Worker};
use crate::error::{Error, Result};
use crate::plan::rows::Row;
use crate::run::modulus::Modulus;
use crate::tasks::Tasks;
use axis::{Evaluation, Interpolation, Setting};
use cuda_std::DevicePtr;
use field::{DeviceField, element, nonzero, number};
use gpu::arith::{Mont32, Mont61, Mont64, MontWords};
use gpu::kernels::problems::points::{Determinants, Resultants};
use rand::rngs::StdRng;
use rayon::prelude::*;
use rug::Integer;

/// Sets of points that are tried.
const TRIES: usize = 4;

/// Bytes of the values of a chunk, at most; and the part of the memory that they may take.
const CHUNK: usize = 4 << 30;
const PART: usize = 8;

/// Steps of the scalars of a chunk, each times the square of the words of an element, at most: some tenths of a second, in which nothing is cancelled.
const STEPS: u64 = 100_000_000_000;

/// Warps of a multiprocessor for which more lanes than 8 or 16 share a resultant, and for elements of more than four words, whose steps are longer: by
/// `benches/results/2026-11-30-h200-points.txt`.
const WARPS: [usize; 2] = [6, 4];

/// The part of the evaluation and of the scalars in the progress.
const POINTS: f64 = 0.9;

impl Cuda {
    /// The coefficients of the answer, from 0 to p - 1, the first variable outermost; `None` where there is no value at a point of each set that was
    /// tried.
    ///
    /// # Errors
    /// `Cancelled`; `OutOfMemory`; of the device.
    pub(crate) fn by_progressions(
        &mut self,
        job: &ProgressionJob<'_>,
        control: &Control,
        random: &mut StdRng,
        clock: &mut Clock,
    ) -> Result<Option<Vec<Integer>>> {
        match job.p.bits() {
            ..=31 => self.in_field::<Mont32>(job, control, random, clock),
            32..=61 => self.in_field::<Mont61>(job, control, random, clock),
            62..=64 => self.in_field::<Mont64>(job, control, random, clock),
            65..=128 => self.in_field::<MontWords<2>>(job, control, random, clock),
            _ => self.in_field::<MontWords<4>>(job, control, random, clock),
        }
    }

    fn in_field<D: DeviceField>(
        &mut self,
        job: &ProgressionJob<'_>,
        control: &Control,
        random: &mut StdRng,
        clock: &mut Clock,
    ) -> Result<Option<Vec<Integer>>> {
        let refused = || Error::argument("modulus", format!("{} is not an odd prime", job.p));
        let field = D::of(job.p).ok_or_else(refused)?;
        let table = clock.time("reduce", || self.stream.copy_of(&table(&field, job)))?;
        for _ in 0..TRIES {
            let setting = Setting { field, p: job.p, q: nonzero(&field, random) };
            let Some(mut points) = clock.time("tables", || Points::new(self, job, setting, random))? else { continue };
            let Some(values) = points.values(self, &table, control, clock)? else { continue };
            clock.time("interpolate", || points.interpolate(self, &values, control))?;
            let read = || Ok::<_, Error>(values.to_vec()?.par_iter().map(number::<D>).collect());
            return clock.time("export", read).map(Some);
        }
        Ok(None)
    }

    /// Whether a block of threads has the shared memory for a scalar.
    pub(crate) fn has_room_at_points(&self, p: Modulus, scalar: &PointScalar) -> bool {
        let limbs = match p.bits() {
            ..=31 => 1,
            32..=64 => 2,
            65..=128 => 4,
            _ => 8,
        };
        elements(scalar).saturating_mul(4 * limbs) <= self.device().shared_per_block as usize
    }
}

/// The points of a computation, with the tables for values and for coefficients.
struct Points<'a, D: DeviceField> {
    job: &'a ProgressionJob<'a>,
    setting: Setting<D>,
    starts: Vec<D::Elem>,
    /// How many there are of each variable.
    counts: Vec<usize>,
    evaluations: Vec<Evaluation<D>>,
    /// `None` for variables with one point.
    interpolations: Vec<Option<Interpolation<D>>>,
}

impl<'a, D: DeviceField> Points<'a, D> {
    /// Random ones with the ratio of a setting; `None` where they are not different.
    fn new(
        cuda: &mut Cuda,
        job: &'a ProgressionJob<'a>,
        setting: Setting<D>,
        random: &mut StdRng,
    ) -> Result<Option<Self>> {
        let starts: Vec<D::Elem> = job.points.iter().map(|_| nonzero(&setting.field, random)).collect();
        let counts: Vec<usize> = job.points.iter().map(|&n| n as usize).collect();
        let last = counts.iter().rposition(|&n| n > 1);
        let (mut evaluations, mut interpolations) = (Vec::new(), Vec::new());
        for (axis, (&start, &n)) in starts.iter().zip(&counts).enumerate() {
            let plain = Some(axis) == last;
            let interpolation = match n > 1 {
                true => Interpolation::new(cuda, setting, (start, n), plain, random)?,
                false => None,
            };
            if n > 1 && interpolation.is_none() {
                return Ok(None);
            }
            interpolations.push(interpolation);
            evaluations.push(Evaluation::new(cuda, setting, job.dims[axis], n, random)?);
        }
        Ok(Some(Points { job, setting, starts, counts, evaluations, interpolations }))
    }

    /// Scalars \[points\], the first variable outermost, of polynomials \[row\]\[exponents\]; `None` where there is none at one of them.
    fn values(
        &self,
        cuda: &mut Cuda,
        table: &DeviceBuffer<D::Elem>,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Option<DeviceBuffer<D::Elem>>> {
        let Setting { field, q, .. } = self.setting;
        let (dims, rows) = (self.job.dims, self.job.rows.len());
        let out = cuda.stream.alloc(self.counts.iter().product())?;
        let failed = cuda.stream.zeroed::<u32>(1)?;
        let (n, of_point) = (self.counts[0], out.len() / self.counts[0]);
        // Elements for each point of the first variable: the most that are there at the same time.
        let mut width = table.len() / dims[0];
        let mut most = width;
        for (&dim, &n) in dims.iter().zip(&self.counts).skip(1) {
            most = most.max(width + width / dim * n);
            width = width / dim * n;
        }
        let room = (cuda.memory()? as usize / PART).min(CHUNK);
        let long = self.job.scalar.steps().saturating_mul(u64::from(D::LIMBS).pow(2)).saturating_mul(of_point as u64);
        let chunk = (room / (most * size_of::<D::Elem>())).min((STEPS / long.max(1)) as usize).clamp(1, n);
        let chunk = self.evaluations[0].rounded(chunk).min(n);
        let tasks = Tasks::new(control, POINTS, n);
        let mut start = self.starts[0];
        for first in (0..n).step_by(chunk) {
            control.check()?;
            let count = chunk.min(n - first);
            let values = clock.time("evaluate", || {
                let mut inner = table.len() / (rows * dims[0]);
                let mut values = self.evaluations[0].values(cuda, table, (rows, inner), start, count)?;
                let mut outer = rows * count;
                for (axis, evaluation) in self.evaluations.iter().enumerate().skip(1) {
                    inner /= dims[axis];
                    let (start, n) = (self.starts[axis], self.counts[axis]);
                    values = evaluation.values(cuda, &values, (outer, inner), start, n)?;
                    outer *= n;
                }
                cuda.stream.synchronize()?;
                Ok::<_, Error>(values)
            })?;
            let at = out.ptr_at(first * of_point)?;
            clock.time("scalars", || {
                self.scalars(cuda, (values.as_ptr(), at), count * of_point, &failed)?;
                cuda.stream.synchronize()
            })?;
            tasks.done(count);
            start = field.mul(start, field.power(q, count as u64));
        }
        Ok((failed.to_vec()? == [0]).then_some(out))
    }

    /// Coefficients in the place of scalars, plain numbers.
    fn interpolate(&mut self, cuda: &mut Cuda, values: &DeviceBuffer<D::Elem>, control: &Control) -> Result<()> {
        let mut inner = values.len();
        for (interpolation, &n) in self.interpolations.iter().zip(&self.counts) {
            inner /= n;
            if let Some(interpolation) = interpolation {
                control.check()?;
                interpolation.coefficients(cuda, values, (values.len() / (n * inner), inner))?;
            }
        }
        cuda.stream.synchronize()
    }

    /// Scalars from values \[row\]\[point\].
    fn scalars(
        &self,
        cuda: &Cuda,
        (values, out): (DevicePtr<D::Elem>, DevicePtr<D::Elem>),
        points: usize,
        failed: &DeviceBuffer<u32>,
    ) -> Result<()> {
        let (scalar, field) = (&self.job.scalar, self.setting.field);
        let (bytes, number) = (elements(scalar) * 4 * D::LIMBS as usize, word("points", points)?);
        let shared = |problems: u32| word("bytes of shared memory for one block", bytes * problems as usize);
        match scalar {
            &PointScalar::Resultant { degrees: (p, q), discriminant, negative } => {
                let warps = |lanes: u32| cuda.device().shared_per_block as usize / (bytes * 32 / lanes as usize);
                let wanted = WARPS[usize::from(D::LIMBS > 4)];
                let lanes = [8, 16].into_iter().find(|&lanes| warps(lanes) >= wanted).unwrap_or(32);
                let (discriminant, negative) = (discriminant.into(), negative.into());
                let job = Resultants { p, q, points: number, discriminant, negative };
                let grid = ((blocks(points, 32 / lanes)?, 1, 1), shared(32 / lanes)?);
                // SAFETY: p + q + 2 values and one answer for each point; the shared memory of the block's problems.
                unsafe { field.resultants(&cuda.stream, lanes, grid, [values, out], failed.as_ptr(), job) }
            }
            PointScalar::Determinant { sizes, entries } => {
                let (sizes, entries) = (cuda.stream.copy_of(sizes)?, cuda.stream.copy_of(entries)?);
                let job = Determinants {
                    points: number,
                    blocks: sizes.len() as u32,
                    entries: word("elements of a matrix", entries.len())?,
                    room: elements(scalar) as u32,
                };
                let grid = ((number, 1, 1), shared(1)?);
                // SAFETY: the entries name values; one answer for each point; the shared memory of the largest block.
                unsafe {
                    let matrix = [sizes.as_ptr(), entries.as_ptr()];
                    field.determinants(&cuda.stream, grid, [values, out], matrix, job)
                }
            }
        }
    }
}

/// Elements that a scalar has in shared memory.
fn elements(scalar: &PointScalar) -> usize {
    match scalar {
        PointScalar::Resultant { degrees: (p, q), .. } => *p as usize + *q as usize + 2,
        PointScalar::Determinant { sizes, .. } => sizes.iter().map(|&n| (n as usize).pow(2)).max().unwrap_or(0),
    }
}

/// Coefficients \[row\]\[exponents\].
fn table<D: DeviceField>(field: &D, job: &ProgressionJob<'_>) -> Vec<D::Elem> {
    let width = job.dims.iter().product();
    let of_row = |terms: &&Row| {
        let mut row = vec![field.zero(); width];
        for (c, exponents) in &terms.terms {
            let place = exponents.iter().zip(job.dims).fold(0, |place, (&e, &n)| place * n + e as usize);
            row[place] = element(field, &job.p.residue(c));
        }
        row
    };
    job.rows.par_iter().flat_map_iter(of_row).collect()
}
