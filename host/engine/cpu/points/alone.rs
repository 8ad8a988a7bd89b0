//! Scalars of few primes: a vector is neighbouring points modulo one prime.
//!
//! A bundle takes the time of all its lanes for those in use. Answers in several variables often have few primes and many points; then each
//! prime takes its own vectors of points. Values are evaluated for all primes together and change places before.

use super::{PointJob, divide};
use crate::engine::cpu::bundle::Tables;
use crate::engine::cpu::grid::values::Values;
use crate::engine::cpu::watched::Steps;
use crate::engine::cpu::word::{CpuWord, Lanes, Residue};
use crate::error::Result;
use crate::meter::Tasks;
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use gpu::fraction::Fraction;
use gpu::team::Solo;

/// Whether it is the faster form for `primes` in a bundle with so many lanes: a value that changes its place takes the time of `moved`
/// element steps.
pub(super) fn is_faster(job: &impl PointJob, (primes, lanes): (usize, usize), moved: f64) -> bool {
    let (steps, values) = (job.steps() as f64, job.rows() as f64);
    primes as f64 * (steps + moved * values * lanes as f64) < lanes as f64 * steps
}

/// Tables for each prime of a bundle in all lanes.
pub(super) fn tables<B: Lanes<Modulus: CpuWord>>(bundle: &Tables<B>) -> Result<Vec<Tables<B>>> {
    let whole = |&field: &B::Modulus| {
        let prime = Prime { field, axes: Vec::new() };
        Tables::new(&Grid { axes: Vec::new() }, &vec![prime; B::LANES as usize])
    };
    bundle.primes.iter().map(whole).collect()
}

/// Up to [`super::CHUNK`] points of one bundle, as [`super::TileScalars`].
pub(super) struct TileAlone<'a, B: Lanes<Modulus: CpuWord>, J, const WATCHED: bool> {
    pub tables: &'a Tables<B>,
    pub alone: &'a [Tables<B>],
    pub job: &'a J,
    pub values: &'a Values<'a, B>,
    pub first: usize,
    pub target: &'a mut [B::Elem],
    pub tasks: &'a Tasks<'a>,
}

/// Vectors of one prime: numerators, denominators that are not 0, lanes that are off.
struct Found<E> {
    numerators: Vec<E>,
    denominators: Vec<E>,
    off: Vec<u32>,
}

impl<B: Lanes<Modulus: CpuWord>, J: PointJob, const WATCHED: bool> pulp::NullaryFnOnce
    for TileAlone<'_, B, J, WATCHED>
{
    type Output = Vec<u32>;
    #[inline(always)]
    fn call(self) -> Vec<u32> {
        let TileAlone { tables, alone, job, values, first, target, tasks } = self;
        let (field, rows, lanes) = (&tables.field, job.rows(), B::LANES as usize);
        // Whole vectors of whole granules.
        let unit = lanes * values.granule();
        let points = (values.tile(rows) / unit).max(1) * unit;
        let mut tile = vec![field.zero(); points.min(target.len().next_multiple_of(values.granule())) * rows];
        let mut residues = vec![B::lane(&field.zero(), 0); rows * lanes];
        let mut column = vec![field.zero(); rows];
        let mut scratch: Vec<_> = alone.iter().map(|of_prime| job.scratch(&of_prime.field)).collect();
        let mut found: Vec<Found<B::Elem>> =
            alone.iter().map(|_| Found { numerators: Vec::new(), denominators: Vec::new(), off: Vec::new() }).collect();
        let mut powers = Vec::new();
        let mut masks = vec![0; target.len()];
        let mut at = 0;
        while at < target.len() {
            let count = points.min(target.len() - at);
            let tile = &mut tile[..count.next_multiple_of(values.granule()) * rows];
            values.fill(first + at, rows, tile, &mut powers);
            for from in (0..count).step_by(lanes) {
                for (prime, of_prime) in alone.iter().enumerate() {
                    for lane in 0..lanes {
                        // Beyond the last point that one again.
                        let point = (from + lane).min(count - 1);
                        let values = &tile[point * rows..][..rows];
                        for (value, to) in values.iter().zip(residues[lane..].iter_mut().step_by(lanes)) {
                            *to = B::lane(value, prime);
                        }
                    }
                    let (parts, _) = B::parts(&residues);
                    parts.iter().zip(&mut column).for_each(|(&part, to)| *to = B::load(part));
                    let (field, scratch) = (&of_prime.field, &mut scratch[prime]);
                    let Fraction { numerator, denominator, off } = match WATCHED {
                        true => job.fraction(field, Steps::new(tasks).team(), &mut column, scratch),
                        false => job.fraction(field, Solo, &mut column, scratch),
                    };
                    let found = &mut found[prime];
                    found.numerators.push(numerator);
                    found.denominators.push(field.select(off, field.one(), denominator));
                    found.off.push(off);
                }
            }
            at += count;
        }
        // What was not computed to the end may not be divided by.
        if tasks.is_stopped() {
            return masks;
        }
        // Tiles but the last have whole vectors, so point i is lane i of all of them.
        for (prime, (found, of_prime)) in found.iter_mut().zip(alone).enumerate() {
            divide(of_prime, &mut found.numerators, &found.denominators);
            for (i, (slot, mask)) in target.iter_mut().zip(&mut masks).enumerate() {
                let (vector, lane) = (i / lanes, i % lanes);
                let value: Residue<B> = B::lane(&found.numerators[vector], lane);
                B::set_lane(slot, prime, value);
                *mask |= (found.off[vector] >> lane & 1) << prime;
            }
        }
        if !WATCHED {
            tasks.done(masks.len());
        }
        masks
    }
}
