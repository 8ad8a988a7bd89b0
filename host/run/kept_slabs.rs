//! Slabs of a grid in a checkpoint: partial coefficients modulo primes whose other slabs are not yet there.

use super::checkpoint::{Fingerprint, Kept, Row, rows_at_once};
use super::coefficients::Elem;
use super::on_grid::{Middle, OnGrid};
use crate::clock::Clock;
use crate::engine::Engine;
use crate::engine::batching::zeros;
use crate::error::Result;
use crate::plan::primes::Prime;
use crate::plan::slabs::Slabs;
use gpu::arith::Modulus;

/// Partial coefficients \[prime\]\[row\]\[exponents\], and what the middle told.
type Slab<E, M> = (Vec<Elem<E>>, <M as Middle<E>>::Found);

impl<E: Engine, M: Middle<E>> OnGrid<'_, E, M> {
    /// Where a slab is kept; its points depend on the grid, and those modulo each prime on the shifts.
    fn kept_slab(&self, (slabs, slab): (&Slabs<'_>, usize), primes: &[Prime<E::Modulus>]) -> Option<(Kept, Vec<u64>)> {
        let mut grid = Fingerprint::new("slab");
        let of_slab = slabs.grid();
        let axes = self.grid.axes.iter().chain(&of_slab.axes).flat_map(|axis| [axis.len, axis.cosets]);
        grid.number(slab as u64).numbers(&axes.collect::<Vec<u32>>());
        let of_prime = |prime: &Prime<E::Modulus>| {
            let mut shifts = Fingerprint::new("prime");
            shifts.number(prime.field.p());
            prime
                .axes
                .iter()
                .flat_map(|axis| &axis.shifts)
                .for_each(|shift| _ = shifts.bytes(bytemuck::bytes_of(shift)));
            shifts.value() as u64
        };
        let places = slabs.primes(primes, slab);
        Some((self.saved?.part(grid.value()), places.iter().map(of_prime).collect()))
    }

    /// What was kept of a slab, if it was.
    ///
    /// # Errors
    /// `Checkpoint`.
    pub(super) fn restored(
        &self,
        primes: &[Prime<E::Modulus>],
        slab: (&Slabs<'_>, usize),
        clock: &mut Clock,
    ) -> Result<Option<Slab<E, M>>> {
        let Some((kept, places)) = self.kept_slab(slab, primes) else { return Ok(None) };
        let width = self.columns(&slab.0.grid())?;
        let (mut partial, mut tags) = (zeros::<Elem<E>>(primes.len(), width)?, vec![0; primes.len()]);
        let missing = clock.time("checkpoint", || {
            kept.restore(places.iter().copied(), width, |i, tag, values: &[Elem<E>]| {
                partial[i * width..][..width].copy_from_slice(values);
                tags[i] = tag;
                Ok(())
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
        primes: &[Prime<E::Modulus>],
        slab: (&Slabs<'_>, usize),
        (partial, found): &Slab<E, M>,
    ) -> Result<()> {
        let Some((kept, places)) = self.kept_slab(slab, primes) else { return Ok(()) };
        let width = partial.len() / primes.len().max(1);
        let rows: Vec<Row> = (0..).zip(places).map(|(i, prime)| Row { prime, tag: M::tag(found, i) }).collect();
        let at_once = rows_at_once::<Elem<E>>(width);
        rows.chunks(at_once)
            .zip(partial.chunks((at_once * width).max(1)))
            .try_for_each(|(rows, values)| kept.put(rows, width, values))
    }
}
