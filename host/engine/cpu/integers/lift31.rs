//! The lift of 31-bit residues: explicit Chinese remaindering, or mixed-radix digits where primes are few.

use super::{crt, digits};
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::cpu::{Cpu, Residues};
use crate::engine::lift::by_choice;
use crate::engine::{LiftEngine, MixedRadix};
use crate::error::Result;
use crate::lift::{Lift, MixedRadixTables, is_explicit};
use crate::poly::size;
use gpu::arith::Mont31;
use rug::Integer;

impl LiftEngine for Cpu {
    fn lift_memory(&self, primes: usize, coefficients: usize, how: Lift) -> u64 {
        let (primes, coefficients) = (primes as u64, coefficients as u64);
        let residues = primes.saturating_mul(coefficients).saturating_mul(4);
        let integers = size::integers(coefficients, primes.saturating_mul(31));
        match is_explicit(how, primes as usize, self.thresholds.crt_primes) {
            // Residues and integers; 72 limbs and three constants a prime.
            true => residues.saturating_add(integers).saturating_add(primes.saturating_mul(320)),
            // Residues, panels of them and digits, then digits and integers; the weights.
            false => {
                let both = residues.saturating_mul(3).max(residues.saturating_add(integers));
                both.saturating_add(primes.saturating_mul(primes).saturating_mul(2))
            }
        }
    }

    fn crt(&mut self, residues: Residues, moduli: &[Mont31], control: &Control) -> Result<Vec<Integer>> {
        crt::crt(&residues, moduli, control)
    }

    fn lift(
        &mut self,
        residues: Residues,
        moduli: &[Mont31],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>> {
        by_choice(self, residues, moduli, how, control, clock)
    }
}

impl MixedRadix for Cpu {
    fn crt_primes(&self) -> usize {
        self.thresholds.crt_primes
    }

    fn digits(&mut self, residues: Residues, tables: &MixedRadixTables, _: Lift) -> Result<Vec<u32>> {
        digits::digits(tables, &residues.values, residues.coefficients, &self.control)
    }
}
