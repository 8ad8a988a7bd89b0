//! From residues to integers on a device: the lift, and residues that move from device to device.

pub(super) mod crt;
pub(super) mod digits;
pub(super) mod exchange;
pub(super) mod measure;

use super::engine::Cuda;
use super::residues::Residues;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::ShareEngine;
use crate::engine::lift::{FieldPoint, LiftEngine, Measured, MixedRadix, by_choice, check_polynomials};
use crate::error::Result;
use crate::lift::{Lift, MixedRadixTables};
use gpu::arith::Mont31;
use rug::Integer;
use std::ops::Range;

/// Primes from which explicit Chinese remaindering is the faster lift: it always is (1000 coefficients, an H100: 4 primes 0.08 and
/// 0.30 ms, 32 primes 0.16 and 0.34 ms, 400 primes 0.49 and 2.8 ms: `benches/results/2026-11-22-h100-lift.txt`).
const CRT_PRIMES: usize = 1;

impl LiftEngine for Cuda {
    fn lift_memory(&self, primes: usize, coefficients: usize, how: Lift) -> u64 {
        // Terms or digits take the place of the residues.
        let weights = if how == Lift::MixedRadixThread { digits::weights_bytes(primes) } else { 0 };
        crt::least_memory(primes, coefficients).saturating_add(weights)
    }

    fn crt(&mut self, residues: Residues, moduli: &[Mont31], control: &Control) -> Result<Vec<Integer>> {
        let all = 0..residues.coefficients;
        let found = crt::crt(&self.stream, &mut self.lifter, (&residues, moduli), &[all], control)?;
        Ok(found.into_iter().next().unwrap_or_default())
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

    fn crt_polynomials(
        &mut self,
        residues: Residues,
        moduli: &[Mont31],
        polynomials: &[Range<usize>],
        control: &Control,
    ) -> Result<Vec<Vec<Integer>>> {
        check_polynomials(polynomials, residues.coefficients)?;
        crt::crt(&self.stream, &mut self.lifter, (&residues, moduli), polynomials, control)
    }

    fn measure(
        &mut self,
        residues: Residues,
        moduli: &[Mont31],
        polynomials: &[Range<usize>],
        at: FieldPoint,
        control: &Control,
    ) -> Result<Vec<Measured>> {
        measure::measure(&self.stream, &mut self.lifter, (&residues, moduli), polynomials, at, control)
    }
}

impl MixedRadix for Cuda {
    fn crt_primes(&self) -> usize {
        CRT_PRIMES
    }

    fn digits(&mut self, residues: Residues, tables: &MixedRadixTables, lift: Lift) -> Result<Vec<u32>> {
        match lift {
            Lift::MixedRadixThread => digits::by_threads(&self.stream, residues, tables),
            _ => digits::by_blocks(&self.stream, residues, tables),
        }
    }
}

impl ShareEngine for Cuda {
    fn split(&mut self, residues: Residues, ranges: &[Range<usize>]) -> Result<Vec<Residues>> {
        exchange::split(&self.stream, &residues, ranges)
    }

    fn join(&mut self, parts: &[&Residues]) -> Result<Residues> {
        exchange::join(&self.stream, parts)
    }
}
