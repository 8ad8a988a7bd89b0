//! Coefficients of an answer modulo the primes of a batch, where a stage has left them.

use crate::engine::Engine;
use crate::error::{Error, ErrorKind, Result};
use gpu::Field;
use rayon::prelude::*;
use std::ops::Range;

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
    pub fn vanish(&self, engine: &mut E, batch: &E::Batch, columns: &[Range<u32>]) -> Result<Vec<bool>> {
        let (values, width) = match self {
            Coefficients::OnEngine(buffer) => return engine.vanish(batch, buffer, columns),
            Coefficients::OnHost(values, width) => (values, *width),
        };
        check_columns(columns, width)?;
        let zero = Elem::<E>::default();
        let vanishes = |row: &[Elem<E>]| {
            columns.par_iter().all(|range| row[range.start as usize..range.end as usize].iter().all(|&c| c == zero))
        };
        Ok(values.chunks_exact(width.max(1)).map(vanishes).collect())
    }

    /// As [`Engine::select`].
    pub fn select(
        &self,
        engine: &mut E,
        batch: &E::Batch,
        primes: &[u32],
        columns: &[Range<u32>],
        into: &mut E::Residues,
        at: usize,
    ) -> Result<()> {
        let (values, width) = match self {
            Coefficients::OnEngine(buffer) => return engine.select(batch, buffer, primes, columns, into, at),
            Coefficients::OnHost(values, width) => (values, *width),
        };
        check_columns(columns, width)?;
        for (row, &prime) in primes.iter().enumerate() {
            let missing = || Error::argument("primes", format!("number {prime} of a batch of fewer"));
            let from = values.get(prime as usize * width..).and_then(|rest| rest.get(..width)).ok_or_else(missing)?;
            let inside = columns.iter().map(|range| &from[range.start as usize..range.end as usize]);
            engine.import(&inside.collect::<Vec<_>>().concat(), into, at + row)?;
        }
        Ok(())
    }
}

/// Refuses columns that are not inside rows of `width`.
fn check_columns(columns: &[Range<u32>], width: usize) -> Result<()> {
    match columns.iter().find(|range| range.end as usize > width || range.start > range.end) {
        Some(range) => Err(ErrorKind::Shape { what: "columns", expected: width, found: range.end as usize }.into()),
        None => Ok(()),
    }
}
