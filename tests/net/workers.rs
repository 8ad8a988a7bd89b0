//! Problems on all cores, each on one thread.

use crate::arguments::Arguments;
use crate::problem::{Place, Problem, Scale};
use rayon::ThreadPoolBuilder;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often progress is told.
const BETWEEN: u64 = 15;

/// Calls `work` for each problem, medium ones first. Each thread is a pool of its own: computations on one thread stay in it.
pub fn each(arguments: &Arguments, work: impl Fn(Place, Problem) + Sync) {
    let total = arguments.small + arguments.medium;
    let place = |index: u64| {
        let (scale, number) = match index.checked_sub(arguments.medium) {
            Some(number) => (Scale::Small, number),
            None => (Scale::Medium, index),
        };
        Place { seed: arguments.seed, scale, number: arguments.first + number }
    };
    let (next, start, told) = (AtomicU64::new(0), Instant::now(), AtomicU64::new(0));
    let all = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= total {
                break;
            }
            let place = place(index);
            work(place, Problem::new(place));
            let rounds = start.elapsed().as_secs() / BETWEEN;
            if told.fetch_max(rounds, Ordering::Relaxed) < rounds {
                let seconds = Duration::from_secs(start.elapsed().as_secs());
                eprintln!("net: {} of {total} problems, {seconds:?}", index + 1);
            }
        }
    };
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
                pool.install(all);
            });
        }
    });
}
