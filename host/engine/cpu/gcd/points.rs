//! GCDs and cofactors at the points of a grid: tiles of points in parallel, a bundle of primes each.

use super::found::Found;
use crate::alone::prelude::*;
use crate::engine::cpu::bundle::{Tables, Watch};
use crate::engine::cpu::grid::orbits::Pending;
use crate::engine::cpu::grid::values::Values;
use crate::engine::cpu::inverses::Prefixes;
use crate::engine::cpu::watched::Steps;
use crate::engine::cpu::word::{CpuWord, Lanes, Residue};
use crate::engine::gcd::{PointDegrees, PointsJob, UNLUCKY};
use crate::tasks::Tasks;
use gpu::Field;
use gpu::gcd::points;
use gpu::team::Solo;
use std::cell::Cell;

/// Points of a task: they share one inversion.
const CHUNK: usize = 64;

/// The stage for one bundle.
pub struct Points<'a, B: Lanes<Modulus: CpuWord>> {
    tables: &'a Tables<B>,
    job: &'a PointsJob,
    values: Values<'a, B>,
}

/// Points `first`.. of one bundle, as many as `target` has rows for.
struct TileGcds<'a, B: Lanes<Modulus: CpuWord>> {
    stage: &'a Points<'a, B>,
    first: usize,
    /// \[point\]\[row\].
    target: &'a mut [B::Elem],
    tasks: &'a Tasks<'a>,
}

/// The remaining work for a point whose monic GCD is not known yet.
struct Open<E> {
    point: usize,
    /// The GCD up to its leading coefficient; empty where it has another degree.
    h: Vec<E>,
    off: u32,
    /// The leading coefficient of h in lanes that are not off, else 1.
    lead: E,
    /// The value of c, 1 where it is 0.
    c: E,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for TileGcds<'_, B> {
    /// Degrees in each lane in use.
    type Output = Vec<PointDegrees>;

    #[inline(always)]
    fn call(self) -> Vec<PointDegrees> {
        let TileGcds { stage: &Points { tables, job, ref values }, first, target, tasks } = self;
        let field = &tables.field;
        let steps = Steps::new(tasks);
        let (p, q, d) = (job.p as usize, job.q as usize, job.degree as usize);
        let (inputs, outputs) = (job.inputs() as usize, job.outputs() as usize);
        let count = target.len() / outputs;
        let lanes = tables.primes.len();
        let mut degrees = vec![PointDegrees::NONE; lanes];
        let mut see = |lane: usize, degree: u32| degrees[lane].include(PointDegrees { least: degree, most: degree });
        let mut tile = vec![field.zero(); count.next_multiple_of(values.granule()) * inputs];
        values.fill(first, inputs, &mut tile, &mut Vec::new());
        let one = field.one();
        let mut open: Vec<Open<B::Elem>> = Vec::with_capacity(count);
        for (point, column) in tile.chunks_exact(inputs).take(count).enumerate() {
            let (f, g, c) = (column[..=p].to_vec(), column[p + 1..p + q + 2].to_vec(), column[p + q + 2]);
            let Found { row: mut h, degree, off } = Found::by_steps(field, steps.team(), f, g);
            let no_c = field.zeros(c);
            // In the lanes that agree; where they have another degree, nothing is written.
            if degree == Some(job.degree) {
                h.truncate(d + 1);
            } else {
                // Where c vanishes the leading coefficient of the GCD may, and degrees mean nothing.
                for lane in (0..lanes).filter(|lane| off >> lane & 1 == 0) {
                    see(lane, degree.filter(|_| no_c >> lane & 1 == 0).unwrap_or(UNLUCKY));
                }
                h.clear();
            }
            let lead = match h.last() {
                Some(&lead) => field.select(off, one, lead),
                None => one,
            };
            open.push(Open { point, h, off, lead, c: field.select(no_c, one, c) });
        }
        // One inversion for the leading coefficients of all points and for c there.
        let mut rest = vec![field.zero(); p.max(q) + 1];
        let mut both = Vec::with_capacity(open.len());
        for open in &open {
            both.push(field.mul(open.lead, open.c));
        }
        let inverses = Prefixes::new(field, both.iter().copied()).inverses(tables, both.iter().copied());
        for (open, inverse) in open.iter_mut().zip(inverses) {
            let (of_lead, of_c) = (field.mul(inverse, open.c), field.mul(inverse, open.lead));
            let column = &tile[open.point * inputs..][..inputs];
            let mut rows = &mut target[open.point * outputs..][..outputs];
            if let Some(top) = open.h.len().checked_sub(1) {
                for c in &mut open.h[..top] {
                    *c = field.mul(of_lead, *c);
                }
                open.h[top] = one;
                let memory = (&mut &mut open.h[..], &mut &mut rest[..]);
                let bad = points::write(field, Solo, &job.degrees(), &column, memory, of_c, &mut rows);
                for lane in (0..lanes).filter(|lane| open.off >> lane & 1 == 0) {
                    see(lane, if bad >> lane & 1 == 0 { job.degree } else { UNLUCKY });
                }
            }
            for lane in (0..lanes).filter(|lane| open.off >> lane & 1 != 0) {
                see(lane, alone(tables, job, column, lane, rows));
            }
        }
        degrees
    }
}

/// One lane, whose degrees differ from those of the others; returns the degree of its GCD.
fn alone<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    job: &PointsJob,
    column: &[B::Elem],
    lane: usize,
    rows: &mut [B::Elem],
) -> u32 {
    let degrees = job.degrees();
    let column: Vec<Residue<B>> = column.iter().map(|value| B::lane(value, lane)).collect();
    let zero = tables.primes[lane].zero();
    let (mut memory, mut found) = (vec![zero; degrees.memory() as usize], vec![zero; rows.len()]);
    let memory = Cell::from_mut(&mut memory[..]).as_slice_of_cells();
    let degree = points::point(&tables.primes[lane], Solo, &degrees, &&column[..], memory, &mut &mut found[..]);
    if degree == Some(job.degree) {
        for (to, value) in rows.iter_mut().zip(found) {
            B::set_lane(to, lane, value);
        }
    }
    degree.unwrap_or(UNLUCKY)
}

impl<'a, B: Lanes<Modulus: CpuWord>> Points<'a, B> {
    /// Of stored values \[row\]\[point\], or of what is still to be evaluated.
    pub fn new(
        tables: &'a Tables<B>,
        job: &'a PointsJob,
        pending: Option<Pending>,
        input: &'a [B::Elem],
        points: usize,
    ) -> Self {
        Points { tables, job, values: Values::new(tables, pending, input, points) }
    }

    /// Rows \[row\]\[point\], and the degrees modulo each prime.
    pub fn run(&self, points: usize, watch: Watch<'_>) -> (Vec<B::Elem>, Vec<PointDegrees>) {
        let (tables, rows) = (self.tables, self.job.outputs() as usize);
        let mut by_point = vec![tables.field.zero(); points * rows];
        let size = CHUNK.next_multiple_of(self.values.granule());
        // A pass of the remainder sequence takes two coefficients off; of the quotients nobody tells before they are there.
        let [of_gcd, of_quotients] = self.job.steps().map(|steps| steps as usize / 2);
        let tasks = watch.tasks(points.saturating_mul((of_gcd + of_quotients).max(1)));
        let none = || vec![PointDegrees::NONE; tables.primes.len()];
        let tiles = by_point.par_chunks_mut(size * rows).enumerate().map(|(number, target)| {
            if tasks.is_stopped() {
                return none();
            }
            let count = target.len() / rows;
            let degrees = tables.field.simd(TileGcds { stage: self, first: number * size, target, tasks: &tasks });
            tasks.done(count * of_quotients);
            degrees
        });
        let both = |mut a: Vec<PointDegrees>, b: Vec<PointDegrees>| {
            a.iter_mut().zip(b).for_each(|(a, b)| a.include(b));
            a
        };
        let degrees = tiles.reduce(none, both);
        let mut by_row = vec![tables.field.zero(); points * rows];
        by_row.par_chunks_mut(points.max(1)).enumerate().for_each(|(row, target)| {
            for (to, column) in target.iter_mut().zip(by_point.chunks_exact(rows)) {
                *to = column[row];
            }
        });
        (by_row, degrees)
    }
}
