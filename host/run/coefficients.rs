//! Coefficients of an answer modulo the primes of a batch, where a stage has left them.

use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::plan::columns::Columns;
use gpu::Field;
use rayon::prelude::*;

/// A residue of an engine's word.
pub(crate) type Elem<E> = <<E as Engine>::Modulus as Field>::Elem;

/// Coefficients \[prime\]\[column\].
pub(crate) enum Coefficients<E: Engine> {
    /// On the engine.
    OnEngine(E::Buffer),
    /// Plain residues on the host, so many columns a prime: there is too little room for them on the engine.
    OnHost(Vec<Elem<E>>, usize),
}

impl<E: Engine> Coefficients<E> {
    /// As [`Engine::vanish`].
    pub fn vanish(&self, engine: &mut E, batch: &E::Batch, columns: &Columns) -> Result<Vec<bool>> {
        let (values, width) = match self {
            Coefficients::OnEngine(buffer) => return engine.vanish(batch, buffer, columns),
            Coefficients::OnHost(values, width) => (values, *width),
        };
        columns.check(width)?;
        let zero = Elem::<E>::default();
        let vanishes = |row: &[Elem<E>]| {
            columns.parts().par_bridge().all(|mut ranges| ranges.all(|range| row[range].iter().all(|&c| c == zero)))
        };
        Ok(values.chunks_exact(width.max(1)).map(vanishes).collect())
    }

    /// As [`Engine::select`].
    pub fn select(
        &self,
        engine: &mut E,
        batch: &E::Batch,
        primes: &[u32],
        columns: &Columns,
        into: &mut E::Residues,
        at: usize,
    ) -> Result<()> {
        let (values, width) = match self {
            Coefficients::OnEngine(buffer) => return engine.select(batch, buffer, primes, columns, into, at),
            Coefficients::OnHost(values, width) => (values, *width),
        };
        columns.check(width)?;
        for (row, &prime) in primes.iter().enumerate() {
            let missing = || Error::argument("primes", format!("number {prime} of a batch of fewer"));
            let from = values.get(prime as usize * width..).and_then(|rest| rest.get(..width)).ok_or_else(missing)?;
            let mut inside = Vec::with_capacity(columns.len());
            columns.ranges().for_each(|range| inside.extend_from_slice(&from[range]));
            engine.import(&inside, into, at + row)?;
        }
        Ok(())
    }
}
