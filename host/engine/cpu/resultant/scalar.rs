//! The scalar stage: one resultant or discriminant per point and prime.

use crate::engine::cpu::bundle::{BundleStage, Tables, Watch};
use crate::engine::cpu::grid::orbits::Pending;
use crate::engine::cpu::grid::values::Values;
use crate::engine::cpu::inverses::Prefixes;
use crate::engine::cpu::watched::Steps;
use crate::engine::cpu::word::{CpuWord, Lanes, Residue};
use crate::engine::{Method, ScalarCounts, ScalarJob, ScalarKind};
use crate::meter::Tasks;
use gpu::Field;
use gpu::fraction::Fraction;
use gpu::resultant::remainder;
use gpu::resultant::repair;
use gpu::resultant::scalar::Kind;
use gpu::resultant::schur::{self, Form};
use gpu::team::{Solo, Team};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Points that share one batched inversion.
pub(in crate::engine::cpu) const CHUNK: usize = 256;

/// Points between two looks at the control: about 2^24 element steps, at most [`CHUNK`].
pub(in crate::engine::cpu) fn points_per_look(job: &ScalarJob) -> usize {
    let steps = (job.p as usize + 1).saturating_mul(job.q as usize + 1);
    ((1 << 24) / steps).clamp(1, CHUNK)
}

/// Whether a scalar is not done between two looks: it looks itself, step by step.
fn is_long(job: &ScalarJob) -> bool {
    job.steps() >= 1 << 20
}

/// Tasks of one scalar: as many as it tells of element steps while it is computed, where it is a long one, else one.
pub(in crate::engine::cpu) fn tasks_of(job: &ScalarJob) -> usize {
    let (p, q) = (job.p as usize, job.q as usize);
    match job.method {
        _ if !is_long(job) => 1,
        // Passes do two steps.
        Method::Remainder => p * q / 2,
        Method::Schur | Method::Schur2010 => p * q / 2 + 3 * p * p / 2,
    }
}

/// Scalars \[point\] from values.
pub(in crate::engine::cpu) struct Scalars<'a> {
    job: &'a ScalarJob,
    points: usize,
    pending: Option<Pending>,
    scalars: AtomicU64,
    repairs: AtomicU64,
}

impl<'a> Scalars<'a> {
    /// Of stored values \[row\]\[point\], or of what is still to be evaluated.
    pub fn new(job: &'a ScalarJob, points: usize, pending: Option<Pending>) -> Self {
        Scalars { job, points, pending, scalars: AtomicU64::new(0), repairs: AtomicU64::new(0) }
    }

    pub fn counts(&self) -> ScalarCounts {
        ScalarCounts { scalars: self.scalars.load(Ordering::Relaxed), repairs: self.repairs.load(Ordering::Relaxed) }
    }
}

/// Up to [`CHUNK`] points of one bundle; leaves the lanes that are off to [`repair_lane`] and returns their masks. Scalars are
/// `WATCHED` while they are computed, or not: as one function with both, short ones of 31 bits took a tenth more.
struct TileScalars<'a, B: Lanes<Modulus: CpuWord>, const WATCHED: bool> {
    tables: &'a Tables<B>,
    job: &'a ScalarJob,
    values: &'a Values<'a, B>,
    first: usize,
    target: &'a mut [B::Elem],
    tasks: &'a Tasks<'a>,
}

/// Columns the Schur forms need besides f.
struct Columns<E> {
    /// g y^(p-1), which g ends.
    g: Vec<E>,
    c: Vec<E>,
    d: Vec<E>,
}

impl<E: Copy> Columns<E> {
    #[inline(always)]
    fn new<F: Field<Elem = E>>(field: &F, job: &ScalarJob) -> Self {
        let (p, q) = (job.p as usize, job.q as usize);
        let zeros = |n: usize| vec![field.zero(); n];
        match job.method {
            Method::Remainder => Columns { g: Vec::new(), c: Vec::new(), d: Vec::new() },
            Method::Schur | Method::Schur2010 => Columns { g: zeros((p + q).max(q + 1)), c: zeros(p), d: zeros(p) },
        }
    }

    /// The scalar of f and g, which are destroyed.
    #[inline(always)]
    fn fraction<F: Field<Elem = E>>(
        &mut self,
        field: &F,
        team: impl Team,
        job: &ScalarJob,
        (f, g): (&mut [E], &mut [E]),
    ) -> Fraction<E> {
        let form = match job.method {
            Method::Remainder => {
                let (a, b) = if job.swapped() { (g, f) } else { (f, g) };
                return remainder::resultant(field, team, a, b, &job.schedule);
            }
            Method::Schur => Form::Block2013,
            Method::Schur2010 => Form::Shift2010,
        };
        let start = self.g.len() - g.len();
        self.g[start..].copy_from_slice(g);
        let columns = schur::Columns { f, b: &mut self.g[..], c: &mut self.c[..], d: &mut self.d[..] };
        schur::resultant(field, team, form, columns, job.p, job.q)
    }
}

impl<B: Lanes<Modulus: CpuWord>, const WATCHED: bool> pulp::NullaryFnOnce for TileScalars<'_, B, WATCHED> {
    type Output = Vec<u32>;
    #[inline(always)]
    fn call(self) -> Vec<u32> {
        let TileScalars { tables, job, values, first, target, tasks } = self;
        let field = &tables.field;
        let (p, rows) = (job.p as usize, (job.p + job.q + 2) as usize);
        let mut columns = Columns::new(field, job);
        let mut denominators = Vec::with_capacity(target.len());
        let mut masks = Vec::with_capacity(target.len());
        let kind = Kind { discriminant: job.kind == ScalarKind::Discriminant, negative: job.negative() };
        let (granule, points) = (values.granule(), values.tile());
        let mut tile = vec![field.zero(); points.min(target.len().next_multiple_of(granule)) * rows];
        let mut powers = Vec::new();
        let mut at = first;
        for targets in target.chunks_mut(points) {
            let tile = &mut tile[..targets.len().next_multiple_of(granule) * rows];
            values.fill(at, rows, tile, &mut powers);
            at += targets.len();
            for (slot, rows) in targets.iter_mut().zip(tile.chunks_exact_mut(rows)) {
                let (f, g) = rows.split_at_mut(p + 1);
                let lead = f[p];
                let found = match WATCHED {
                    true => columns.fraction(field, Steps::new(tasks).team(), job, (f, g)),
                    false => columns.fraction(field, Solo, job, (f, g)),
                };
                let Fraction { numerator, denominator, off } = kind.scalar(field, found, lead);
                *slot = numerator;
                denominators.push(field.select(off, field.one(), denominator));
                masks.push(off);
            }
        }
        // What was not computed to the end may not be divided by.
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
pub(in crate::engine::cpu) fn chunk<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    job: &ScalarJob,
    values: &Values<'_, B>,
    first: usize,
    target: &mut [B::Elem],
    tasks: &Tasks<'_>,
) -> Vec<u32> {
    match is_long(job) {
        true => tables.field.simd(TileScalars::<_, true> { tables, job, values, first, target, tasks }),
        false => tables.field.simd(TileScalars::<_, false> { tables, job, values, first, target, tasks }),
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
pub(in crate::engine::cpu) struct Points<'a, B: Lanes<Modulus: CpuWord>> {
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
    pub fn new(field: &'a B, values: &'a Values<'a, B>, job: &ScalarJob) -> Self {
        Points { field, values, rows: (job.p + job.q + 2) as usize, at: None, tile: Vec::new() }
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
pub(in crate::engine::cpu) fn repair_lane<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    job: &ScalarJob,
    columns: &mut Points<'_, B>,
    (point, lane): (usize, usize),
    tasks: &Tasks<'_>,
) -> Residue<B> {
    let mut f: Vec<Residue<B>> = columns.column(point).iter().map(|value| B::lane(value, lane)).collect();
    let mut g = f.split_off(job.p as usize + 1);
    let prime = &tables.primes[lane];
    let steps = Steps::new(tasks);
    match job.kind {
        ScalarKind::Resultant => repair::resultant(prime, steps.team(), &mut f[..], &mut g[..], job.p, job.q),
        ScalarKind::Discriminant => repair::discriminant(prime, steps.team(), &mut f[..], &mut g[..], job.p),
    }
}

impl BundleStage for Scalars<'_> {
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
