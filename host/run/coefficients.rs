//! Coefficients of an answer modulo the primes of a batch, where a stage has left them.

use crate::alone::prelude::*;
use crate::engine::AnyEngine;
use crate::engine::any::{Batch, Buffer, Residues};
use crate::error::{Error, Result};
use crate::plan::columns::Columns;
use crate::plan::residues::PlainResidues;

/// Coefficients \[prime\]\[column\].
pub(crate) enum Coefficients {
    /// On the engine.
    OnEngine(Buffer),
    /// Plain residues on the host, so many columns a prime: there is too little room for them on the engine.
    OnHost(PlainResidues, usize),
}

impl Coefficients {
    /// As [`Engine::vanish`](crate::engine::Engine::vanish).
    pub fn vanish(&self, engine: &mut dyn AnyEngine, batch: &Batch, columns: &Columns) -> Result<Vec<bool>> {
        let (values, width) = match self {
            Coefficients::OnEngine(buffer) => return engine.vanish(batch, buffer, columns),
            Coefficients::OnHost(values, width) => (values.all(), *width),
        };
        columns.check(width)?;
        let rows = values.len() / width.max(1);
        let vanishes = |row: usize| {
            let row = values.range(row * width..(row + 1) * width);
            columns.parts().par_bridge().all(|mut ranges| ranges.all(|range| row.range(range).vanishes()))
        };
        Ok((0..rows).map(vanishes).collect())
    }

    /// As [`Engine::select`](crate::engine::Engine::select).
    pub fn select(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        primes: &[u32],
        columns: &Columns,
        into: &mut Residues,
        at: usize,
    ) -> Result<()> {
        let (values, width) = match self {
            Coefficients::OnEngine(buffer) => return engine.select(batch, buffer, primes, columns, into, at),
            Coefficients::OnHost(values, width) => (values.all(), *width),
        };
        columns.check(width)?;
        for (row, &prime) in primes.iter().enumerate() {
            let start = prime as usize * width;
            if start + width > values.len() {
                return Err(Error::argument("primes", format!("number {prime} of a batch of fewer")));
            }
            let from = values.range(start..start + width);
            let mut inside = PlainResidues::new(values.size());
            columns.ranges().try_for_each(|range| inside.extend(from.range(range)))?;
            engine.import(inside.all(), into, at + row)?;
        }
        Ok(())
    }
}
