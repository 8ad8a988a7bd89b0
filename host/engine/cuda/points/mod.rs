//! Resultants at geometric progressions of points modulo one prime of any length, and polynomials from them.
//!
//! The stages are those of `host/at_points` on the CPU: evaluation, one variable after the other, a resultant at each point, interpolation. Values are
//! made and used up in chunks of the first variable's points.

mod axis;
mod field;
mod products;
mod tables;

use super::driver::launch::{blocks, word};
use super::engine::Cuda;
use crate::control::Control;
use crate::engine::Worker;
use crate::error::{Error, Result};
use crate::plan::rows::Row;
use crate::run::modulus::Modulus;
use crate::tasks::Tasks;
use axis::{Evaluation, Interpolation, Setting};
use cuda_std::DevicePtr;
use field::{DeviceField, element, nonzero, number};
use gpu::arith::{Mont32, Mont61, MontWords};
use gpu::kernels::problems::points::Resultants;
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

/// The part of the evaluation and of the resultants in the progress.
const POINTS: f64 = 0.9;

/// A resultant of polynomials over kept variables modulo a prime.
pub(crate) struct ResultantJob<'a> {
    /// The prime.
    pub p: Modulus,
    /// Formal degrees of f and g.
    pub degrees: (u32, u32),
    /// Whether the resultant of f and f' is divided by lc(f).
    pub discriminant: bool,
    /// Whether the answer is minus that.
    pub negative: bool,
    /// The coefficients of f and of g, constant terms first.
    pub rows: Vec<&'a Row>,
    /// Coefficients in each kept variable.
    pub dims: &'a [usize],
    /// Coefficients of the answer in each kept variable.
    pub points: &'a [u32],
}

impl Cuda {
    /// The coefficients of the answer, from 0 to p - 1, the first variable outermost; `None` where there is no value at a point of each set that was
    /// tried.
    ///
    /// # Errors
    /// `Cancelled`; `OutOfMemory`; of the device.
    pub(crate) fn resultants_at_points(
        &mut self,
        job: &ResultantJob<'_>,
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
        job: &ResultantJob<'_>,
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
        job: &ResultantJob<'_>,
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

    /// Resultants \[points\], the first variable outermost; `None` where there is none at one of them.
    fn values<D: DeviceField>(
        &mut self,
        job: &ResultantJob<'_>,
        setting: Setting<D>,
        table: &[D::Elem],
        (starts, points): (&[D::Elem], &[usize]),
        control: &Control,
        random: &mut StdRng,
    ) -> Result<Option<super::DeviceBuffer<D::Elem>>> {
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
            self.resultants(job, field, (values.as_ptr(), at), count * of_point, failed.as_ptr())?;
            self.stream.synchronize()?;
            tasks.done(count);
            start = field.mul(start, field.power(setting.q, count as u64));
        }
        Ok((failed.to_vec()? == [0]).then_some(out))
    }

    /// Resultants from values \[row\]\[point\].
    fn resultants<D: DeviceField>(
        &self,
        job: &ResultantJob<'_>,
        field: D,
        (values, out): (DevicePtr<D::Elem>, DevicePtr<D::Elem>),
        points: usize,
        failed: DevicePtr<u32>,
    ) -> Result<()> {
        let (p, q) = job.degrees;
        let bytes = job.rows.len() * 4 * D::LIMBS as usize;
        let device = self.device();
        let lanes = if 4 * bytes * WARPS <= device.shared_per_block as usize { 8 } else { 32 };
        let problems = 32 / lanes;
        let parameters = Resultants {
            p,
            q,
            points: word("points", points)?,
            discriminant: job.discriminant.into(),
            negative: job.negative.into(),
        };
        let shared = word("bytes of shared memory for one block", bytes * problems as usize)?;
        let grid = ((blocks(points, problems)?, 1, 1), shared);
        // SAFETY: p + q + 2 values and one answer for each point; the shared memory of the block's problems.
        unsafe { field.resultants(&self.stream, lanes, grid, [values, out], failed, parameters) }
    }
}

/// Coefficients \[row\]\[exponents\].
fn table<D: DeviceField>(field: &D, job: &ResultantJob<'_>) -> Vec<D::Elem> {
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
