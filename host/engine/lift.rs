//! The lift: from the residues of all primes to integers.

use super::Engine;
use super::input::height;
use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::lift::{Lift, MixedRadixTables, is_explicit, recover_watched};
use crate::plan::prime61::Prime61;
use gpu::arith::{Mont31, Mont61};
use rug::Integer;
use std::ops::Range;

/// A point of a prime field in Montgomery form, at which polynomials are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldPoint {
    /// The field.
    pub field: Mont61,
    /// The point, not 0.
    pub point: u64,
}

/// Facts about a polynomial f with integer coefficients, the constant term first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Measured {
    /// A bound h: |v| < 2^h for all coefficients v, at most two above the least.
    pub height: u64,
    /// f at a [`FieldPoint`], in Montgomery form.
    pub value: u64,
}

impl Measured {
    /// Measures the polynomial with these coefficients.
    pub fn new(coefficients: &[Integer], at: FieldPoint) -> Self {
        let value = Prime61::from(at.field).evaluate(coefficients, &[coefficients.len() as u32], &[at.point]);
        Measured { height: height(coefficients), value }
    }
}

/// Checks that each of `polynomials` has a range of `count` coefficients, behind that of the one before.
///
/// # Errors
/// `Shape`, `Argument`.
pub(crate) fn check_polynomials(polynomials: &[Range<usize>], count: usize) -> Result<()> {
    if let Some(range) = polynomials.iter().find(|range| range.end > count) {
        let (expected, found) = (range.end, count);
        return Err(ErrorKind::Shape { what: "coefficients of polynomials", expected, found }.into());
    }
    let mut end = 0;
    for range in polynomials {
        if range.start < end || range.end < range.start {
            let message = format!("coefficients {range:?} behind {end}: ranges must ascend and not overlap");
            return Err(Error::argument("polynomials", message));
        }
        end = range.end;
    }
    Ok(())
}

/// An engine that finds integers from residues.
pub trait LiftEngine: Engine {
    /// Bytes that the residues of all primes and their way to integers take together, at least, with the lift asked for.
    fn lift_memory(&self, primes: usize, coefficients: usize, how: Lift) -> u64;

    /// The integers v, |v| <= (M - 1) / 2, of all coefficients by the explicit Chinese remainder theorem; `moduli` are the
    /// primes of the rows, distinct, with product M. Looks at `control` now and then.
    fn crt(&mut self, residues: Self::Residues, moduli: &[Self::Modulus], control: &Control) -> Result<Vec<Integer>>;

    /// The same by [`LiftEngine::crt`], or where the engine is a [`MixedRadix`] one also by its digits; `moduli` ascend.
    /// `clock` gets the times of its parts.
    fn lift(
        &mut self,
        residues: Self::Residues,
        moduli: &[Self::Modulus],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>>;

    /// The integers of [`LiftEngine::crt`] as polynomials, each of which has a range of the coefficients, ascending.
    fn crt_polynomials(
        &mut self,
        residues: Self::Residues,
        moduli: &[Self::Modulus],
        polynomials: &[Range<usize>],
        control: &Control,
    ) -> Result<Vec<Vec<Integer>>> {
        let mut integers = self.crt(residues, moduli, control)?.into_iter();
        check_polynomials(polynomials, integers.len())?;
        let mut at = 0;
        let take = |range: &Range<usize>| {
            integers.by_ref().take(range.start - at).for_each(drop);
            at = range.end;
            integers.by_ref().take(range.len()).collect()
        };
        Ok(polynomials.iter().map(take).collect())
    }

    /// Polynomials, each of which has a range of the coefficients, ascending, measured. Their coefficients are the integers v that
    /// [`LiftEngine::crt`] gives, or v plus or minus the product of `moduli` where that is as near to 0 but for one part in 2^10.
    fn measure(
        &mut self,
        residues: Self::Residues,
        moduli: &[Self::Modulus],
        polynomials: &[Range<usize>],
        at: FieldPoint,
        control: &Control,
    ) -> Result<Vec<Measured>> {
        let found = self.crt_polynomials(residues, moduli, polynomials, control)?;
        Ok(found.par_iter().map(|polynomial| Measured::new(polynomial, at)).collect())
    }
}

/// An engine that also computes the papers' mixed-radix digits.
pub trait MixedRadix: LiftEngine<Modulus = Mont31> {
    /// Least number of primes from which [`LiftEngine::crt`] takes less time than [`MixedRadix::digits`] and
    /// [`crate::lift::recover()`].
    fn crt_primes(&self) -> usize;

    /// Mixed-radix digits \[prime\]\[coefficient\] of all coefficients; `tables` are those of the primes of the rows.
    /// `lift` says how, where there are several ways.
    fn digits(&mut self, residues: Self::Residues, tables: &MixedRadixTables, lift: Lift) -> Result<Vec<u32>>;
}

/// [`LiftEngine::lift`] where residues have 31 bits.
pub(crate) fn by_choice<E: MixedRadix>(
    engine: &mut E,
    residues: E::Residues,
    primes: &[Mont31],
    lift: Lift,
    control: &Control,
    clock: &mut Clock,
) -> Result<Vec<Integer>> {
    control.check()?;
    if is_explicit(lift, primes.len(), engine.crt_primes()) {
        return clock.time("crt", || engine.crt(residues, primes, control));
    }
    let tables = MixedRadixTables::new(primes)?;
    // Integers take about as long as digits.
    let first = control.next(0.5);
    engine.watch(&first);
    let digits = clock.time("digits", || engine.digits(residues, &tables, lift))?;
    first.finish();
    engine.watch(control);
    control.check()?;
    let second = control.next(1.0);
    clock.time("recover", || recover_watched(&tables, &digits, digits.len() / primes.len(), &second))
}
