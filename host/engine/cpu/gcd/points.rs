//! GCDs and cofactors at the points of a grid: tiles of points in parallel, a bundle of primes each.

use crate::control::Control;
use crate::engine::cpu::bundle::Tables;
use crate::engine::cpu::grid::orbits::{Orbits, Pending};
use crate::engine::cpu::grid::values::Values;
use crate::engine::cpu::watched::Watched;
use crate::engine::cpu::word::{CpuWord, Lanes, Residue};
use crate::engine::gcd::{PointDegrees, PointsJob, UNLUCKY};
use gpu::Field;
use gpu::gcd::{self, points};
use gpu::team::Solo;
use rayon::prelude::*;
use std::cell::Cell;

/// Points of a task: they share one inversion.
const CHUNK: usize = 64;

/// The stage for one bundle.
pub(in crate::engine::cpu) struct Points<'a, B: Lanes<Modulus: CpuWord>> {
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
    control: &'a Control,
}

/// What is left to be done for a point whose monic GCD is not known yet.
struct Open<E> {
    point: usize,
    /// The GCD up to its leading coefficient.
    h: Vec<E>,
    off: u32,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for TileGcds<'_, B> {
    /// Degrees in each lane in use.
    type Output = Vec<PointDegrees>;

    #[inline(always)]
    fn call(self) -> Vec<PointDegrees> {
        let TileGcds { stage: &Points { tables, job, ref values }, first, target, control } = self;
        let field = &tables.field;
        let (p, q, d) = (job.p as usize, job.q as usize, job.degree as usize);
        let (inputs, outputs) = (job.inputs() as usize, job.outputs() as usize);
        let count = target.len() / outputs;
        let lanes = tables.primes.len();
        let mut degrees = vec![PointDegrees::NONE; lanes];
        let mut see = |lane: usize, degree: u32| degrees[lane].include(PointDegrees { least: degree, most: degree });
        let mut tile = vec![field.zero(); count.next_multiple_of(values.granule()) * inputs];
        values.fill(first, inputs, &mut tile, &mut Vec::new());
        let mut open: Vec<Open<B::Elem>> = Vec::with_capacity(count);
        for (point, column) in tile.chunks_exact(inputs).take(count).enumerate() {
            let (mut f, mut g) = (column[..=p].to_vec(), column[p + 1..p + q + 2].to_vec());
            let image = gcd::gcd(field, Watched(control), &mut f[..], job.p, &mut g[..], job.q);
            let mut h = if image.in_f { f } else { g };
            // In the lanes that agree; where they have another degree, nothing is written.
            let off = match image.degree {
                Some(degree) if degree == job.degree => {
                    h.truncate(d + 1);
                    image.off
                }
                degree => {
                    // Where c vanishes the leading coefficient of the GCD may, and degrees mean nothing.
                    let zeros = field.zeros(column[p + q + 2]);
                    for lane in (0..lanes).filter(|lane| image.off >> lane & 1 == 0) {
                        see(lane, degree.filter(|_| zeros >> lane & 1 == 0).unwrap_or(UNLUCKY));
                    }
                    h.clear();
                    image.off
                }
            };
            open.push(Open { point, h, off });
        }
        // One inversion for the leading coefficients of all points and for c there.
        let one = field.one();
        let divisors: Vec<[B::Elem; 2]> = open
            .iter()
            .map(|o| {
                let c = tile[o.point * inputs + p + q + 2];
                let lead = o.h.last().map_or(one, |&lead| field.select(o.off, one, lead));
                [lead, field.select(field.zeros(c), one, c)]
            })
            .collect();
        let mut prefixes = Vec::with_capacity(count);
        let mut product = one;
        for &[lead, c] in &divisors {
            prefixes.push(product);
            product = field.mul(product, field.mul(lead, c));
        }
        let mut inverse = tables.inverse(product);
        let mut rest = vec![field.zero(); p.max(q) + 1];
        for (open, (&[lead, c], &prefix)) in open.iter_mut().zip(divisors.iter().zip(&prefixes)).rev() {
            let both = field.mul(inverse, prefix);
            inverse = field.mul(inverse, field.mul(lead, c));
            let (of_lead, of_c) = (field.mul(both, c), field.mul(both, lead));
            let column = &tile[open.point * inputs..][..inputs];
            let mut rows = &mut target[open.point * outputs..][..outputs];
            if let Some(top) = open.h.len().checked_sub(1) {
                open.h[..top].iter_mut().for_each(|c| *c = field.mul(of_lead, *c));
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
        let values = match pending.and_then(|pending| Orbits::new(tables, pending, input)) {
            Some(orbits) => Values::Pending(orbits),
            None => Values::Stored { values: input, points },
        };
        Points { tables, job, values }
    }

    /// Rows \[row\]\[point\], and the degrees modulo each prime.
    pub fn run(&self, points: usize, control: &Control) -> (Vec<B::Elem>, Vec<PointDegrees>) {
        let (tables, rows) = (self.tables, self.job.outputs() as usize);
        let mut by_point = vec![tables.field.zero(); points * rows];
        let size = CHUNK.next_multiple_of(self.values.granule());
        let none = || vec![PointDegrees::NONE; tables.primes.len()];
        let tiles = by_point.par_chunks_mut(size * rows).enumerate().map(|(number, target)| {
            if control.is_stopped() {
                return none();
            }
            tables.field.simd(TileGcds { stage: self, first: number * size, target, control })
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
