//! The lift of 50-bit residues: explicit Chinese remaindering alone.

use super::{crt52, tree50};
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::LiftEngine;
use crate::engine::cpu::{Cpu, Residues};
use crate::error::{Error, Result};
use crate::lift::Lift;
use crate::poly::size;
use gpu::arith::Mont50;
use rug::Integer;

impl LiftEngine for Cpu<Mont50> {
    fn lift_memory(&self, primes: usize, coefficients: usize, _: Lift) -> u64 {
        let is_tree = tree50::suits(primes, coefficients);
        let (primes, coefficients) = (primes as u64, coefficients as u64);
        let residues = primes.saturating_mul(coefficients).saturating_mul(8);
        let integers = size::integers(coefficients, primes.saturating_mul(50));
        residues.saturating_add(integers).saturating_add(if is_tree {
            tree50::bytes(primes)
        } else {
            crt52::table_bytes(primes)
        })
    }

    fn crt(&mut self, residues: Residues<Mont50>, moduli: &[Mont50], control: &Control) -> Result<Vec<Integer>> {
        crt52::crt(&residues, moduli, control)
    }

    fn lift(
        &mut self,
        residues: Residues<Mont50>,
        moduli: &[Mont50],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>> {
        match how {
            Lift::Auto | Lift::Crt => clock.time("crt", || self.crt(residues, moduli, control)),
            Lift::MixedRadix | Lift::MixedRadixThread => Err(Error::unsupported("mixed-radix digits of 50-bit primes")),
        }
    }
}
