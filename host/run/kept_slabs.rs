//! Slabs of a grid in a checkpoint: partial coefficients modulo primes whose other slabs are not yet there.

use super::checkpoint::{Fingerprint, Kept, Row, rows_at_once};
use super::on_grid::{OnGrid, PointStage};
use crate::clock::Clock;
use crate::error::Result;
use crate::plan::plain_primes::{PlainPrime, PrimeSize};
use crate::plan::residues::PlainResidues;
use crate::plan::slabs::Slabs;

/// Partial coefficients \[prime\]\[row\]\[exponents\], and what the point stage told.
type Slab<M> = (PlainResidues, <M as PointStage>::Found);

impl<M: PointStage> OnGrid<'_, M> {
    /// Where a slab is kept; its points depend on the grid, and those modulo each prime on the shifts.
    fn kept_slab(&self, (slabs, slab): (&Slabs<'_>, usize), primes: &[PlainPrime]) -> Option<(Kept, Vec<u64>)> {
        let mut grid = Fingerprint::new("slab");
        let of_slab = slabs.grid();
        let axes = self.grid.axes.iter().chain(&of_slab.axes).flat_map(|axis| [axis.len, axis.cosets]);
        grid.number(slab as u64).numbers(&axes.collect::<Vec<u32>>());
        let of_prime = |prime: &PlainPrime| {
            let mut shifts = Fingerprint::new("prime");
            shifts.number(prime.p);
            prime.axes.iter().flat_map(|axis| &axis.shifts).for_each(|&shift| _ = shifts.number(shift));
            shifts.value() as u64
        };
        let places = slabs.primes(primes, slab);
        Some((self.saved?.part(grid.value()), places.iter().map(of_prime).collect()))
    }

    /// The coefficients that were kept of a slab modulo primes of this size, if there are any.
    ///
    /// # Errors
    /// `Checkpoint`.
    pub(super) fn restored(
        &self,
        size: PrimeSize,
        primes: &[PlainPrime],
        slab: (&Slabs<'_>, usize),
        clock: &mut Clock,
    ) -> Result<Option<Slab<M>>> {
        let Some((kept, places)) = self.kept_slab(slab, primes) else { return Ok(None) };
        let width = self.columns(&slab.0.grid())?;
        let (mut partial, mut tags) = (PlainResidues::zeros(size, primes.len(), width)?, vec![0; primes.len()]);
        let missing = clock.time("checkpoint", || {
            kept.restore_residues(size, places.iter().copied(), width, |i, tag, values| {
                tags[i] = tag;
                partial.replace(i * width, values)
            })
        })?;
        Ok(missing.is_empty().then(|| (partial, M::of_tags(&tags))))
    }

    /// Keeps a slab.
    ///
    /// # Errors
    /// `Checkpoint`.
    pub(super) fn keep(
        &self,
        primes: &[PlainPrime],
        slab: (&Slabs<'_>, usize),
        (partial, found): &Slab<M>,
    ) -> Result<()> {
        let Some((kept, places)) = self.kept_slab(slab, primes) else { return Ok(()) };
        let width = partial.len() / primes.len().max(1);
        let rows: Vec<Row> = (0..).zip(places).map(|(i, prime)| Row { prime, tag: M::tag(found, i) }).collect();
        let at_once = rows_at_once(partial.size().bytes(), width);
        rows.chunks(at_once).enumerate().try_for_each(|(k, rows)| {
            let start = k * at_once * width;
            kept.put_residues(rows, width, partial.range(start..start + rows.len() * width))
        })
    }
}
