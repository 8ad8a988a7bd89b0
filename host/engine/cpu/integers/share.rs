//! Residues from engine to engine: copies.

use crate::engine::cpu::word::CpuWord;
use crate::engine::cpu::{Cpu, Residues};
use crate::engine::exchange::same_width;
use crate::engine::{Engine, ShareEngine};
use crate::error::Result;
use std::ops::Range;

impl<M: CpuWord> ShareEngine for Cpu<M> {
    fn split(&mut self, residues: Residues<M>, ranges: &[Range<usize>]) -> Result<Vec<Residues<M>>> {
        let width = residues.coefficients;
        let rows = residues.values.len() / width.max(1);
        ranges
            .iter()
            .map(|range| {
                let mut part = self.residues(rows, range.len())?;
                for (to, from) in
                    part.values.chunks_exact_mut(range.len().max(1)).zip(residues.values.chunks_exact(width.max(1)))
                {
                    to.copy_from_slice(&from[range.clone()]);
                }
                Ok(part)
            })
            .collect()
    }

    fn join(&mut self, parts: &[&Residues<M>]) -> Result<Residues<M>> {
        let coefficients = same_width(parts.iter().map(|part| part.coefficients))?;
        let all: Vec<&[M::Elem]> = parts.iter().map(|part| &part.values[..]).collect();
        Ok(Residues { coefficients, values: all.concat() })
    }
}
