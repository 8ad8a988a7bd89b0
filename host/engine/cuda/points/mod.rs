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
use crate::control::Control;
use crate::engine::{PointScalar, ProgressionJob, Worker};
use crate::error::{Error, Result};
use crate::plan::rows::Row;
use crate::run::modulus::Modulus;
use crate::tasks::Tasks;
use axis::{Evaluation, Interpolation, Setting};
use cuda_std::DevicePtr;
use field::{DeviceField, element, nonzero, number};
use gpu::arith::{Mont32, Mont61, MontWords};
use gpu::kernels::problems::points::{Determinants, Resultants};
use rand::rngs::StdRng;
use rayon::prelude::*;
use rug::Integer;

/// Sets of points that are tried.
const TRIES: usize = 4;

/// Bytes of the values of a chunk, at most; and the part of the memory that they may take.
const CHUNK: usize = 4 << 30;
const PART: usize = 8;

/// Bytes of shared memory for each multiprocessor of which a resultant by 8 lanes leaves room for 8 warps.
const WARPS: usize = 8;

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
    ) -> Result<Option<Vec<Integer>>> {
        match job.p.bits() {
            ..=31 => self.with_field::<Mont32>(job, control, random),
            ..=61 => self.with_field::<Mont61>(job, control, random),
            ..=64 => self.with_field::<MontWords<1>>(job, control, random),
            ..=128 => self.with_field::<MontWords<2>>(job, control, random),
            _ => self.with_field::<MontWords<4>>(job, control, random),
        }
    }

    fn with_field<D: DeviceField>(
        &mut self,
        job: &ProgressionJob<'_>,
        control: &Control,
        random: &mut StdRng,
    ) -> Result<Option<Vec<Integer>>> {
        let refused = || Error::argument("modulus", format!("{} is not an odd prime", job.p));
        let field = D::of(job.p).ok_or_else(refused)?;
        let table = table(&field, job);
        for _ in 0..TRIES {
            let setting = Setting { field, p: job.p, q: nonzero(&field, random) };
            if let Some(found) = self.try_points(job, setting, &table, control, random)? {
                return Ok(Some(found.par_iter().map(number::<D>).collect()));
            }
        }
        Ok(None)
    }

    /// The answer by random points with the ratio of a setting, plain numbers.
    fn try_points<D: DeviceField>(
        &mut self,
        job: &ProgressionJob<'_>,
        setting: Setting<D>,
        table: &[D::Elem],
        control: &Control,
        random: &mut StdRng,
    ) -> Result<Option<Vec<D::Elem>>> {
        let starts: Vec<D::Elem> = job.points.iter().map(|_| nonzero(&setting.field, random)).collect();
        let points: Vec<usize> = job.points.iter().map(|&n| n as usize).collect();
        // Tables of interpolation first: they tell whether the points are different.
        let last = points.iter().rposition(|&n| n > 1);
        let mut back = Vec::new();
        for (axis, (&start, &n)) in starts.iter().zip(&points).enumerate() {
            back.push(None);
            if n > 1 {
                let plain = Some(axis) == last;
                let Some(made) = Interpolation::new(self, setting, (start, n), plain, random)? else { return Ok(None) };
                back[axis] = Some(made);
            }
        }
        let Some(values) = self.values(job, setting, table, (&starts, &points), control, random)? else {
            return Ok(None);
        };
        let mut inner = values.len();
        for (interpolation, &n) in back.iter().zip(&points) {
            inner /= n;
            if let Some(interpolation) = interpolation {
                control.check()?;
                interpolation.coefficients(self, &values, (values.len() / (n * inner), inner))?;
            }
        }
        values.to_vec().map(Some)
    }

    /// Scalars \[points\], the first variable outermost; `None` where there is none at one of them.
    fn values<D: DeviceField>(
        &mut self,
        job: &ProgressionJob<'_>,
        setting: Setting<D>,
        table: &[D::Elem],
        (starts, points): (&[D::Elem], &[usize]),
        control: &Control,
        random: &mut StdRng,
    ) -> Result<Option<DeviceBuffer<D::Elem>>> {
        let (field, rows) = (setting.field, job.rows.len());
        let mut evaluations = Vec::new();
        for (&coefficients, &n) in job.dims.iter().zip(points) {
            evaluations.push(Evaluation::new(self, setting, coefficients, n, random)?);
        }
        let coefficients = self.stream.copy_of(table)?;
        let out = self.stream.alloc(points.iter().product())?;
        let failed = self.stream.zeroed::<u32>(1)?;
        // Elements of a chunk for each point of the first variable: the most that are there at the same time.
        let (n, of_point) = (points[0], out.len() / points[0]);
        let mut most = 0;
        let mut width = table.len() / job.dims[0];
        for (&dim, &n) in job.dims.iter().zip(points).skip(1) {
            most = most.max(width + width / dim * n);
            width = width / dim * n;
        }
        let bytes = most.max(width) * size_of::<D::Elem>();
        let room = (self.memory()? as usize / PART).min(CHUNK);
        let chunk = evaluations[0].rounded((room / bytes).clamp(1, n)).min(n);
        let tasks = Tasks::new(control, POINTS, n);
        let mut start = starts[0];
        for first in (0..n).step_by(chunk) {
            control.check()?;
            let count = chunk.min(n - first);
            let mut inner = table.len() / (rows * job.dims[0]);
            let mut values = evaluations[0].values(self, &coefficients, (rows, inner), start, count)?;
            let mut outer = rows * count;
            for (axis, evaluation) in evaluations.iter().enumerate().skip(1) {
                inner /= job.dims[axis];
                values = evaluation.values(self, &values, (outer, inner), starts[axis], points[axis])?;
                outer *= points[axis];
            }
            let at = out.ptr_at(first * of_point)?;
            self.scalars(&job.scalar, field, (values.as_ptr(), at), count * of_point, &failed)?;
            self.stream.synchronize()?;
            tasks.done(count);
            start = field.mul(start, field.power(setting.q, count as u64));
        }
        Ok((failed.to_vec()? == [0]).then_some(out))
    }

    /// Whether a block of threads has the shared memory for a scalar.
    pub(crate) fn has_room_at_points(&self, p: Modulus, scalar: &PointScalar) -> bool {
        let limbs = match p.bits() {
            ..=31 => 1,
            ..=64 => 2,
            ..=128 => 4,
            _ => 8,
        };
        elements(scalar).saturating_mul(4 * limbs) <= self.device().shared_per_block as usize
    }

    /// Scalars from values \[row\]\[point\].
    fn scalars<D: DeviceField>(
        &self,
        scalar: &PointScalar,
        field: D,
        (values, out): (DevicePtr<D::Elem>, DevicePtr<D::Elem>),
        points: usize,
        failed: &DeviceBuffer<u32>,
    ) -> Result<()> {
        let (bytes, number) = (elements(scalar) * 4 * D::LIMBS as usize, word("points", points)?);
        let shared = |problems: u32| word("bytes of shared memory for one block", bytes * problems as usize);
        match scalar {
            &PointScalar::Resultant { degrees: (p, q), discriminant, negative } => {
                let fits = 4 * bytes * WARPS <= self.device().shared_per_block as usize;
                let lanes = if fits { 8 } else { 32 };
                let (discriminant, negative) = (discriminant.into(), negative.into());
                let job = Resultants { p, q, points: number, discriminant, negative };
                let grid = ((blocks(points, 32 / lanes)?, 1, 1), shared(32 / lanes)?);
                // SAFETY: p + q + 2 values and one answer for each point; the shared memory of the block's problems.
                unsafe { field.resultants(&self.stream, lanes, grid, [values, out], failed.as_ptr(), job) }
            }
            PointScalar::Determinant { sizes, entries } => {
                let (sizes, entries) = (self.stream.copy_of(sizes)?, self.stream.copy_of(entries)?);
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
                    field.determinants(&self.stream, grid, [values, out], matrix, job)
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
