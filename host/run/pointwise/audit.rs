//! Which process has told what is wrong, where an answer is wrong to which several have contributed.
//!
//! Integers v that were lifted rightly are, modulo each prime, what was told for it. So this process computes modulo some primes itself, and compares.
//! Modulo a prime of its own it finds coefficients that another process has lifted wrongly; modulo a prime of another process, the residues that this one has told wrongly.

use super::job::{How, Pointwise};
use super::outline::Outline;
use crate::clock::Clock;
use crate::engine::AnyEngine;
use crate::error::Result;
use crate::plan::plain_primes::PlainPrime;
use crate::run::stopping::Certainty;
use crate::run::team::shares;
use rug::Integer;
use rug::integer::IntegerExt64;
use std::collections::HashMap;

/// Primes of each process that are computed again: one that is wrong modulo a fraction q of its primes stays unknown with probability (1 - q)^8.
const SAMPLES: usize = 8;

/// Distrusts those of the engines, of which the first is this process's, that have told what is wrong of these coefficients: as far as that is found.
///
/// # Errors
/// Of this process's engine; `Cancelled`.
pub(super) fn distrust_wrong<J: Pointwise>(
    engines: &mut [&mut dyn AnyEngine],
    outline: &Outline<J>,
    how: &How<'_>,
    coefficients: &[Integer],
    clock: &mut Clock,
) -> Result<()> {
    // Otherwise some of the primes were not for the answer, but for confirming it.
    if how.certainty != Certainty::Certified {
        return Ok(());
    }
    let weights: Vec<u32> = engines.iter().map(|engine| engine.weight()).collect();
    let lifted = shares(coefficients.len(), &weights);
    let computed: Vec<Vec<PlainPrime>> = engines.iter().map(|engine| engine.computed()).collect();
    let mut owners: HashMap<u64, usize> = HashMap::new();
    computed.iter().flatten().for_each(|prime| *owners.entry(prime.p).or_default() += 1);
    let Some((here, others)) = engines.split_first_mut() else { return Ok(()) };
    let (prepared, _) = outline.prepare_on(&**here, how)?;
    let mut differing = |primes: &[PlainPrime]| -> Result<Vec<usize>> {
        let (residues, _) = outline.job.residues(&mut **here, &prepared, primes, how, &how.run.control, clock)?;
        let residues = here.export(residues)?;
        let told = primes.iter().flat_map(|prime| coefficients.iter().map(|v| v.mod_u64(prime.p)));
        let pairs = told.enumerate().filter(|&(at, told)| residues.all().get(at) != Some(told));
        Ok(pairs.map(|(at, _)| at % coefficients.len()).collect())
    };
    // Of this process alone.
    let own = prepared.certified().iter().rev().find(|prime| !owners.contains_key(&prime.p));
    let wrongly_lifted = own.map_or(Ok(Vec::new()), |prime| differing(std::slice::from_ref(prime)))?;
    let is_lift = |at: usize| wrongly_lifted.binary_search(&at).is_ok();
    for ((engine, columns), primes) in others.iter_mut().zip(&lifted[1..]).zip(&computed[1..]) {
        // Of this process alone, from all of its range.
        let only: Vec<&PlainPrime> = primes.iter().filter(|prime| owners.get(&prime.p) == Some(&1)).collect();
        let step = only.len().div_ceil(SAMPLES).max(1);
        let sample: Vec<PlainPrime> = only.into_iter().step_by(step).cloned().collect();
        let is_wrong = wrongly_lifted.iter().any(|at| columns.contains(at))
            || !sample.is_empty() && differing(&sample)?.into_iter().any(|at| !is_lift(at));
        if is_wrong {
            engine.distrust();
        }
    }
    Ok(())
}
