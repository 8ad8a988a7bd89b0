//! Threads of a computation: pools that are kept from call to call.

use crate::alone::{self, alone, in_pool, was_asked};
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::run::options::RunOptions;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Pools of threads that no computation has now, with their numbers of threads, the one used last at the end.
struct Pools(Mutex<Vec<(usize, ThreadPool)>>);

/// The pools of all computations.
static POOLS: Pools = Pools(Mutex::new(Vec::new()));

/// Pools that are kept, enough for the devices of a host: to start the threads of one takes longer than a small computation.
const KEPT: usize = 8;

/// The error of threads that do not start.
pub(crate) fn no_threads(n: usize, error: &dyn std::fmt::Display) -> Error {
    Error::argument("threads", format!("{n} cannot be started: {error}; ask for fewer, or give more memory"))
}

impl Pools {
    /// Runs `work` in a pool of `n` threads that nobody else has, new or used before; the pool ends when `work` panics.
    fn run<R: Send>(&self, n: usize, work: impl FnOnce() -> R + Send) -> Result<R> {
        let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let used = {
            let mut idle = idle();
            idle.iter().rposition(|&(threads, _)| threads == n).map(|i| idle.remove(i).1)
        };
        let pool = match used {
            Some(pool) => pool,
            None => ThreadPoolBuilder::new().num_threads(n).build().map_err(|error| no_threads(n, &error))?,
        };
        let result = pool.install(work);
        let mut idle = idle();
        idle.push((n, pool));
        let oldest = (idle.len() > KEPT).then(|| idle.remove(0));
        drop(idle);
        // Ends its threads, outside the lock.
        drop(oldest);
        Ok(result)
    }
}

/// The most threads that are started, unless there are more cores: idle ones look for work at all others, so that the time they take grows
/// with the square of their number, and a thread beyond the number of cores gains nothing.
const MOST: usize = 128;

/// Threads of the machine that this process may use. Files of the control group are read for it, which takes as long as a small plan.
static CORES: LazyLock<usize> = LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// How many threads are started where `n` are asked for.
pub(crate) fn started(n: usize) -> usize {
    n.min(MOST.max(2 * *CORES))
}

/// Runs `work` in a pool of `threads` threads, see [`started`], that no other computation has, or in the pool it is called from, the global one
/// outside of any, where `threads` is `None` or as many: a parallel loop that begins outside makes its caller sleep and wake, which
/// costs more than a small loop does. A thread that works [`alone`] stays so.
pub(crate) fn on_threads<R: Send>(threads: Option<usize>, work: impl FnOnce() -> R + Send) -> Result<R> {
    match threads {
        Some(0) => Err(Error::argument("threads", "must be at least 1")),
        _ if was_asked() => Ok(work()),
        Some(n) if started(n) < n => on_threads(Some(started(n)), work),
        Some(n) if alone::no_threads().is_some() || n != rayon::current_num_threads() => POOLS.run(n, work),
        None | Some(_) => match alone::no_threads() {
            Some(error) => Err(no_threads(*CORES, &error)),
            None => Ok(in_pool(work)),
        },
    }
}

/// [`on_threads`], but on this thread where the work is small: a pool would wake, which takes longer.
///
/// # Errors
/// `Argument` for threads that cannot be had.
pub(crate) fn on_threads_unless<R: Send>(
    is_small: bool,
    threads: Option<usize>,
    work: impl FnOnce() -> R + Send,
) -> Result<R> {
    match threads {
        None | Some(1..) if is_small => Ok(alone(work)),
        _ => on_threads(threads, work),
    }
}

/// Coefficients of an answer from which its loops begin in the pool, however small the problem is: V3-10 took 1.0 ms where it entered once and 1.2 to 1.9 where
/// each loop did, V3-15 2.6 and 3.4, with 16 threads and a GPU (`benches/results/2026-11-26-h100-determinants.txt`).
pub(crate) const MANY: u64 = 1 << 12;

/// Sets a problem up and solves it, on as many threads as the options ask for.
///
/// # Errors
/// Of both; `Argument` for threads that cannot be had.
pub(crate) fn on_pool<P: Send + Sync, R: Send>(
    run: &RunOptions,
    problem: impl FnOnce() -> Result<P> + Send,
    is_small: impl Fn(&P) -> bool + Send + Sync,
    solve: impl FnOnce(&P, Clock) -> Result<R> + Send,
) -> Result<R> {
    let work = || {
        let mut clock = Clock::default();
        let problem = clock.time("input", problem)?;
        // A thread that enters the pool sleeps and wakes, which costs more than little work gains there.
        match is_small(&problem) {
            true => solve(&problem, clock),
            false => in_pool(|| solve(&problem, clock)),
        }
    };
    let answer = match run.threads {
        None => work(),
        threads => on_threads(threads, work)?,
    }?;
    run.control.finish();
    Ok(answer)
}

/// Runs `work` in a pool of `threads` threads, or of one, that no other computation has, whatever pool it is called from.
pub(crate) fn on_own_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R> {
    POOLS.run(started(threads.max(1)), work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::thread::{ThreadId, current};

    /// The threads of the pool at work.
    fn ids() -> HashSet<ThreadId> {
        rayon::broadcast(|_| current().id()).into_iter().collect()
    }

    #[test]
    fn pools_are_kept() {
        let pools = Pools(Mutex::new(Vec::new()));
        let first = pools.run(3, ids).unwrap();
        assert_eq!(first.len(), 3);
        assert_eq!(pools.run(3, ids).unwrap(), first, "the same threads");
        // Two computations share no pool.
        let second = pools.run(3, || pools.run(3, ids)).unwrap().unwrap();
        assert!(second.len() == 3 && second.is_disjoint(&first));
        for n in 4..4 + KEPT {
            assert_eq!(pools.run(n, rayon::current_num_threads).unwrap(), n);
        }
        assert_eq!(
            pools.0.lock().unwrap().iter().map(|&(n, _)| n).collect::<Vec<_>>(),
            (4..4 + KEPT).collect::<Vec<_>>()
        );
        assert!(pools.run(3, ids).unwrap().is_disjoint(&first), "the oldest are given up");
    }

    #[test]
    fn threads_that_gain_nothing_are_not_started() {
        let most = started(usize::MAX);
        assert!(most >= MOST && [1, 2, MOST].map(started) == [1, 2, MOST]);
        assert_eq!(on_threads(Some(1_000_000), rayon::current_num_threads).unwrap(), most);
    }

    #[test]
    fn calls_within_a_pool_stay_there() {
        assert!(on_threads(Some(0), || ()).is_err());
        let global = rayon::current_num_threads();
        assert_eq!(on_threads(Some(global), ids).unwrap(), on_threads(None, ids).unwrap());
        let inside = on_threads(Some(global + 1), || {
            let here = ids();
            assert_eq!(
                (on_threads(None, ids).unwrap(), on_threads(Some(global + 1), ids).unwrap()),
                (here.clone(), here)
            );
            on_threads(Some(global + 2), rayon::current_num_threads)
        });
        assert_eq!(inside.unwrap().unwrap(), global + 2);
    }
}
