//! An answer in memory, and what it is compared with.

use super::audit::distrust_wrong;
use super::images::{Solution, coefficients};
use super::job::{CHECKED, How, PLANNED, Pointwise};
use super::outline::Outline;
use crate::alone;
use crate::clock::Clock;
use crate::error::Result;
use crate::run::backend::{SelectedEngines, first};
use crate::run::check::{Check, is_wrong};
use crate::run::options::RunOptions;
use rug::Integer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An answer that agrees with its check.
pub(crate) struct Solved<T> {
    /// Its integers.
    pub solution: Solution,
    /// What the comparison has told.
    pub confirmed: T,
    /// Who computed them.
    pub chosen: SelectedEngines,
}

/// Computes the answer of an outline, and `confirm`s it by what `new_check`, with options of its own, computes. A wrong answer to which other processes have
/// contributed is computed again without those that have told what is wrong, or without any.
///
/// # Errors
/// Of all three; of the engines; `Cancelled`.
pub(crate) fn solve<J: Pointwise, T>(
    outline: &Outline<J>,
    how: &How<'_>,
    clock: &mut Clock,
    new_check: impl Fn(&RunOptions) -> Result<Check> + Sync,
    confirm: impl Fn(&[Integer], &Check, &mut Clock) -> Result<T>,
) -> Result<Solved<T>> {
    let mut chosen = clock.time("engine", || outline.choose(how, false))?;
    // Where there is no answer, the work on what it would be compared with ends.
    let stop = Arc::new(AtomicBool::new(false));
    let checking = how.run.with_control(how.run.control.silent().stopped_by(stop.clone()));
    // The plan is known by now; the rest is checked and written soon.
    how.run.control.advance(PLANNED);
    let run = how.run.with_control(how.run.control.next(1.0 - CHECKED));
    let how = How { run: &run, ..*how };
    // The check of the answer is computed by a thread that has nothing else to do, or afterwards.
    let mut check = None;
    let checked = || check = Some(new_check(&checking));
    let mut solution = alone::beside(checked, || {
        let solution = solution(&mut chosen, outline, &how, clock);
        if solution.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        solution
    })?;
    run.control.finish();
    let check = check.unwrap_or_else(|| new_check(&checking))?;
    loop {
        match confirm(&solution.coefficients, &check, clock) {
            Err(error) if is_wrong(&error) && chosen.has_others() => {
                let run = run.with_control(run.control.silent());
                let how = How { run: &run, ..how };
                if let Some(archive) = &run.archive {
                    archive.clear()?;
                }
                chosen.run(|engines| distrust_wrong(engines, outline, &how, &solution.coefficients, clock))?;
                chosen.leave_out_distrusted();
                solution = self::solution(&mut chosen, outline, &how, clock)?;
            }
            confirmed => return Ok(Solved { solution, confirmed: confirmed?, chosen }),
        }
    }
}

/// The answer by these engines.
///
/// # Errors
/// Of the engines; `Cancelled`.
fn solution<J: Pointwise>(
    chosen: &mut SelectedEngines,
    outline: &Outline<J>,
    how: &How<'_>,
    clock: &mut Clock,
) -> Result<Solution> {
    chosen.run_in_memory(how.run, |engines| {
        let engine = first(engines)?;
        let (prepared, _) = clock.time("plan", || outline.prepare_on(engine, how))?;
        coefficients(engines, &prepared, how, clock)
    })
}
