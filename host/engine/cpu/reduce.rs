//! Modular reduction of big integers.

use super::bundle::{Stage, Tables};
use crate::engine::input::IntegerTable;
use crate::options::Control;
use gpu::arith::Bundle;
use gpu::reduction;
use rayon::prelude::*;

/// Residues of all integers of a table.
pub(super) struct Reduce<'a> {
    pub control: &'a Control,
    pub table: &'a IntegerTable,
}

impl Stage for Reduce<'_> {
    fn run<B: Bundle>(&self, tables: &Tables<B>, _: &[B::Elem]) -> Vec<B::Elem> {
        (0..self.table.len())
            .into_par_iter()
            .with_min_len(64)
            .map(|i| {
                let limbs = self.table.magnitude(i);
                let mut element = tables.field.zero();
                if !limbs.is_empty() && !self.control.is_cancelled() {
                    for lane in 0..B::LANES as usize {
                        let prime = tables.primes[lane.min(tables.primes.len() - 1)];
                        B::set_lane(&mut element, lane, reduction::residue(&prime, self.table.negative[i], limbs));
                    }
                }
                element
            })
            .collect()
    }
}
