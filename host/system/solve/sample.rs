//! How long the paths of a system take, by some of them: ends at infinity and in multiple precision take many times as long as others, and no count of steps tells
//! how many there are.

use super::batches::Batches;
use super::{Run, SolveAnswer};
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::poly::systems::{Compiled, System};
use crate::run::report::RunReport;
use crate::run::threads::no_threads;
use crate::system::balance::Balanced;
use crate::system::homotopy::Homotopy;
use crate::system::infinity::Forms;
use crate::system::on_engine::OnEngine;
use crate::system::plan::Sampled;
use crate::system::precise::Family;
use crate::system::together::Together;
use crate::system::track::Tracker;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// After this time no more paths are begun.
const ENOUGH: Duration = Duration::from_millis(200);

/// After this time those under way are left.
const MOST: Duration = Duration::from_secs(2);

/// Paths of a thread that are begun together: two for each lane.
const TOGETHER: u64 = 16;

/// Some of the paths of a computation.
pub(super) struct Sample(pub Run);

impl OnEngine for Sample {
    type Output = Sampled;

    fn run(self, engine: &mut Together<'_, '_>, control: &Control, report: RunReport) -> Result<Sampled> {
        let Run { balanced: Balanced { system, .. }, mut homotopy, .. } = self.0;
        let (system, compiled, paths) = (&system, system.compile()?, homotopy.paths());
        let forms = Forms::new(system, homotopy.start_terms())?;
        let mut answer = SolveAnswer::new(Vec::new(), paths, report.backend);
        let stop = Arc::new(AtomicBool::new(false));
        let part = control.stopped_by(stop.clone());
        let start = Instant::now();
        std::thread::scope(|scope| {
            let (running, ended) = channel::<()>();
            let watch = move || {
                if ended.recv_timeout(MOST) == Err(RecvTimeoutError::Timeout) {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            std::thread::Builder::new().spawn_scoped(scope, watch).map_err(|error| no_threads(1, &error))?;
            let (mut begun, mut count, mut is_whole) = (0, TOGETHER * rayon::current_num_threads() as u64, true);
            while is_whole && begun < paths && start.elapsed() < ENOUGH {
                let numbers: Vec<u64> = spread(paths).skip(begun as usize).take(count as usize).collect();
                begun += numbers.len() as u64;
                match follow(engine, (system, &compiled), &forms, &mut homotopy, numbers, &part, &mut answer) {
                    Err(error) if *error.kind() == ErrorKind::Cancelled && !control.is_stopped() => is_whole = false,
                    found => drop(found?),
                }
                count *= 2;
            }
            drop(running);
            Ok(Sampled { paths: begun, seconds: start.elapsed().as_secs_f64(), is_whole })
        })
    }
}

/// Follows paths from where they begin, which is found first.
fn follow(
    engine: &mut Together<'_, '_>,
    (system, compiled): (&System, &Compiled),
    forms: &Forms,
    homotopy: &mut Homotopy,
    mut numbers: Vec<u64>,
    control: &Control,
    answer: &mut SolveAnswer,
) -> Result<()> {
    numbers.sort_unstable();
    homotopy.find_starts(engine, &numbers, numbers.len(), control)?;
    numbers.retain(|&number| homotopy.is_known(number));
    if numbers.is_empty() {
        return Ok(());
    }
    let family = Family::new(&homotopy.compiled, homotopy.start(), homotopy.end());
    let batches = Batches { system, compiled, homotopy, forms, family: &family };
    let mut tracker = Tracker::new(engine, &homotopy.compiled, homotopy.start(), homotopy.end())?;
    batches.follow(&mut tracker, &numbers, 0, control, answer).map(drop)
}

/// The numbers below `paths`, each once, in an order in which the first few are spread over all.
fn spread(paths: u64) -> impl Iterator<Item = u64> {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    // Near the golden section neighbours in the order are far from each other. There are fewer than 2^32 paths.
    let golden = (paths as f64 * 0.618) as u64;
    let step = (1..=golden).rev().find(|&step| gcd(step, paths) == 1).unwrap_or(1);
    (0..paths).map(move |i| i * step % paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_has_each_path_once() {
        for paths in (1..70).chain([120, 720, 5040, 13_122, 65_536]) {
            let mut all: Vec<u64> = spread(paths).collect();
            // The first eight of many are in all quarters.
            let quarters: std::collections::BTreeSet<u64> = all.iter().take(8).map(|i| 4 * i / paths).collect();
            assert!(paths < 100 || quarters.len() == 4, "{paths}: {quarters:?}");
            all.sort_unstable();
            assert_eq!(all, (0..paths).collect::<Vec<_>>());
        }
    }
}
