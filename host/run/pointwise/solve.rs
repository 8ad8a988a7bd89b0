//! An answer in memory, and what it is compared with.

use super::images::{Solution, coefficients};
use super::job::{CHECKED, How, PLANNED, Pointwise};
use super::outline::Outline;
use crate::alone;
use crate::clock::Clock;
use crate::error::Result;
use crate::run::backend::{SelectedEngines, first};
use crate::run::check::Check;
use crate::run::options::RunOptions;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An answer that is not yet checked.
pub(crate) struct Solved {
    /// Its integers.
    pub solution: Solution,
    /// The check that they are to be compared with.
    pub check: Check,
    /// Who computed them.
    pub chosen: SelectedEngines,
}

/// Computes the answer of an outline; `new_check`, with options of its own, what it is compared with.
///
/// # Errors
/// Of both; of the engines; `Cancelled`.
pub(crate) fn solve<J: Pointwise>(
    outline: &Outline<J>,
    how: &How<'_>,
    clock: &mut Clock,
    new_check: impl Fn(&RunOptions) -> Result<Check> + Sync,
) -> Result<Solved> {
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
    let solution = alone::beside(checked, || {
        let solution = chosen.run_in_memory(&run, |engines| {
            let engine = first(engines)?;
            let (prepared, _) = clock.time("plan", || outline.prepare_on(engine, &how))?;
            coefficients(engines, &prepared, &how, clock)
        });
        if solution.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        solution
    })?;
    run.control.finish();
    let check = check.unwrap_or_else(|| new_check(&checking))?;
    Ok(Solved { solution, check, chosen })
}
