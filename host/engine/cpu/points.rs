//! A scalar at each point of one bundle: fractions by one routine for all lanes, one division for many points, and the lanes that failed
//! once more by a routine that never does.

use super::bundle::{BundleStage, Tables, Watch};
use super::grid::orbits::Pending;
use super::grid::values::Values;
use super::inverses::Prefixes;
use super::watched::Steps;
use super::word::{CpuWord, Lanes, Residue};
use crate::alone::prelude::*;
use crate::engine::ScalarCounts;
use crate::tasks::Tasks;
use gpu::Field;
use gpu::arith::Modulus;
use gpu::fraction::Fraction;
use gpu::team::{Solo, Team};
use std::sync::atomic::{AtomicU64, Ordering};

/// The computation at a point from a column of values.
pub trait PointJob: Sync {
    /// Room for elements that a thread keeps from point to point.
    type Scratch<E>;

    /// Values that go in.
    fn rows(&self) -> usize;

    /// Element steps of one scalar, about.
    fn steps(&self) -> u64;

    /// Element steps of one scalar as it tells of them itself.
    fn told(&self) -> usize;

    /// Room of any content.
    fn scratch<F: Field>(&self, field: &F) -> Self::Scratch<F::Elem>;

    /// The scalar of values, which are destroyed.
    fn fraction<F: Field, T: Team>(
        &self,
        field: &F,
        team: T,
        values: &mut [F::Elem],
        scratch: &mut Self::Scratch<F::Elem>,
    ) -> Fraction<F::Elem>;

    /// The scalar modulo one prime, whatever the values are.
    fn repaired<M: Modulus, T: Team>(&self, field: &M, team: T, values: Vec<M::Elem>) -> M::Elem;
}

/// Points that share one batched inversion.
pub(super) const CHUNK: usize = 256;

/// Points between two looks at the control: about 2^24 element steps, at most [`CHUNK`].
pub(super) fn points_per_look(job: &impl PointJob) -> usize {
    usize::try_from((1 << 24) / job.steps().max(1)).unwrap_or(usize::MAX).clamp(1, CHUNK)
}

/// Whether a scalar is not done between two looks: it looks itself, step by step.
fn is_long(job: &impl PointJob) -> bool {
    job.steps() >= 1 << 20
}

/// Tasks of one scalar: as many as it tells of element steps while it is computed, where it is a long one, else one.
pub(super) fn tasks_of(job: &impl PointJob) -> usize {
    if is_long(job) { job.told() } else { 1 }
}

/// Scalars \[point\] from values.
pub struct Scalars<'a, J> {
    job: &'a J,
    points: usize,
    pending: Option<Pending>,
    scalars: AtomicU64,
    repairs: AtomicU64,
}

impl<'a, J: PointJob> Scalars<'a, J> {
    /// Of stored values \[row\]\[point\], or of what is still to be evaluated.
    pub fn new(job: &'a J, points: usize, pending: Option<Pending>) -> Self {
        Scalars { job, points, pending, scalars: AtomicU64::new(0), repairs: AtomicU64::new(0) }
    }

    pub fn counts(&self) -> ScalarCounts {
        ScalarCounts { scalars: self.scalars.load(Ordering::Relaxed), repairs: self.repairs.load(Ordering::Relaxed) }
    }
}

/// Up to [`CHUNK`] points of one bundle; leaves the lanes that are off to [`repair_lane`] and returns their masks. Scalars are
/// `WATCHED` while they are computed, or not: as one function with both, short ones of 31 bits took a tenth more.
struct TileScalars<'a, B: Lanes<Modulus: CpuWord>, J, const WATCHED: bool> {
    tables: &'a Tables<B>,
    job: &'a J,
    values: &'a Values<'a, B>,
    first: usize,
    target: &'a mut [B::Elem],
    tasks: &'a Tasks<'a>,
}

impl<B: Lanes<Modulus: CpuWord>, J: PointJob, const WATCHED: bool> pulp::NullaryFnOnce
    for TileScalars<'_, B, J, WATCHED>
{
    type Output = Vec<u32>;
    #[inline(always)]
    fn call(self) -> Vec<u32> {
        let TileScalars { tables, job, values, first, target, tasks } = self;
        let field = &tables.field;
        let rows = job.rows();
        let mut scratch = job.scratch(field);
        let mut denominators = Vec::with_capacity(target.len());
        let mut masks = Vec::with_capacity(target.len());
        let (granule, points) = (values.granule(), values.tile(rows));
        let mut tile = vec![field.zero(); points.min(target.len().next_multiple_of(granule)) * rows];
        let mut powers = Vec::new();
        let mut at = first;
        for targets in target.chunks_mut(points) {
            let tile = &mut tile[..targets.len().next_multiple_of(granule) * rows];
            values.fill(at, rows, tile, &mut powers);
            at += targets.len();
            // Without values every point has an empty column.
            for (i, slot) in targets.iter_mut().enumerate() {
                let column = &mut tile[i * rows..][..rows];
                let found = match WATCHED {
                    true => job.fraction(field, Steps::new(tasks).team(), column, &mut scratch),
                    false => job.fraction(field, Solo, column, &mut scratch),
                };
                let Fraction { numerator, denominator, off } = found;
                *slot = numerator;
                denominators.push(field.select(off, field.one(), denominator));
                masks.push(off);
            }
        }
        // A scalar that was not computed to the end may not be divided by.
        if tasks.is_stopped() {
            return masks;
        }
        divide(tables, target, &denominators);
        if !WATCHED {
            tasks.done(masks.len());
        }
        masks
    }
}

/// Scalars at points `first`.. of one bundle, as many as `target` has; returns the masks of the lanes that failed. `first` is
/// a multiple of the values' granule.
pub(super) fn chunk<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    job: &impl PointJob,
    values: &Values<'_, B>,
    first: usize,
    target: &mut [B::Elem],
    tasks: &Tasks<'_>,
) -> Vec<u32> {
    match is_long(job) {
        true => tables.field.simd(TileScalars::<_, _, true> { tables, job, values, first, target, tasks }),
        false => tables.field.simd(TileScalars::<_, _, false> { tables, job, values, first, target, tasks }),
    }
}

/// target\[i\] / denominators\[i\], one inversion per lane.
#[inline(always)]
fn divide<B: Lanes<Modulus: CpuWord>>(tables: &Tables<B>, target: &mut [B::Elem], denominators: &[B::Elem]) {
    let field = &tables.field;
    let all = || denominators.iter().copied();
    for (slot, inverse) in target.iter_mut().zip(Prefixes::new(field, all()).inverses(tables, all())) {
        *slot = field.mul(*slot, inverse);
    }
}

/// Values at single points, for repairs: the tile of the last point is kept, whose neighbours often fail too.
pub(super) struct Points<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    values: &'a Values<'a, B>,
    rows: usize,
    at: Option<usize>,
    tile: Vec<B::Elem>,
}

struct Fill<'a, B: Lanes<Modulus: CpuWord>> {
    values: &'a Values<'a, B>,
    first: usize,
    rows: usize,
    tile: &'a mut [B::Elem],
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Fill<'_, B> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.values.fill(self.first, self.rows, self.tile, &mut Vec::new());
    }
}

impl<'a, B: Lanes<Modulus: CpuWord>> Points<'a, B> {
    pub fn new(field: &'a B, values: &'a Values<'a, B>, job: &impl PointJob) -> Self {
        Points { field, values, rows: job.rows(), at: None, tile: Vec::new() }
    }

    /// The values of all rows at `point`.
    fn column(&mut self, point: usize) -> &[B::Elem] {
        let granule = self.values.granule();
        let first = point / granule * granule;
        if self.at != Some(first) {
            self.tile.resize(granule * self.rows, self.field.zero());
            let Points { values, rows, .. } = *self;
            self.field.simd(Fill { values, first, rows, tile: &mut self.tile });
            self.at = Some(first);
        }
        &self.tile[(point - first) * self.rows..][..self.rows]
    }
}

/// The scalar of one lane at one point by the routine that follows its own degrees.
pub(super) fn repair_lane<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    job: &impl PointJob,
    columns: &mut Points<'_, B>,
    (point, lane): (usize, usize),
    tasks: &Tasks<'_>,
) -> Residue<B> {
    let values = columns.column(point).iter().map(|value| B::lane(value, lane)).collect();
    job.repaired(&tables.primes[lane], Steps::new(tasks).team(), values)
}

impl<J: PointJob> BundleStage for Scalars<'_, J> {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let Scalars { job, points, .. } = *self;
        let values = Values::new(tables, self.pending, input, points);
        let lanes = tables.primes.len();
        let in_use = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
        let mut output = vec![tables.field.zero(); points];
        let size = points_per_look(job).next_multiple_of(values.granule());
        let tasks = watch.tasks(points.saturating_mul(tasks_of(job)));
        output.par_chunks_mut(size).enumerate().for_each(|(number, target)| {
            if tasks.is_stopped() {
                return;
            }
            let first = number * size;
            let masks = chunk(tables, job, &values, first, target, &tasks);
            let mut repairs = 0;
            let mut points = Points::new(&tables.field, &values, job);
            for (i, mask) in masks.into_iter().enumerate() {
                for lane in (0..lanes).filter(|lane| mask & in_use & (1 << lane) != 0) {
                    if tasks.is_stopped() {
                        return;
                    }
                    let value = repair_lane(tables, job, &mut points, (first + i, lane), &tasks);
                    B::set_lane(&mut target[i], lane, value);
                    repairs += 1;
                }
            }
            self.scalars.fetch_add((target.len() * lanes) as u64, Ordering::Relaxed);
            self.repairs.fetch_add(repairs, Ordering::Relaxed);
        });
        output
    }
}
