//! Several families are compiled, assembled and compressed at a time.
//!
//! A cargo keeps all others waiting for its target folder while it runs. So the families are dealt out to lanes, each of which has a
//! folder and compiles its own families there, one after the other. A family is always dealt to the same of as many lanes, and so finds
//! what an earlier build left.

use crate::error::BuildError;
use std::collections::BTreeMap;
use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Lanes of the architecture that most families are for. Each compiles `core` once more, for as long as six families take.
const MOST: usize = 8;

/// The families, by their places in the list of all, that are compiled for one architecture in one folder.
#[derive(Debug, PartialEq, Eq)]
pub struct Lane<'a> {
    pub arch: &'a str,
    /// Tells it from other lanes of the same architecture.
    pub number: usize,
    pub families: Vec<usize>,
}

/// How many processes cargo allows a build script; elsewhere, as many as the machine has processors.
pub fn jobs() -> usize {
    let allowed = env::var("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok());
    allowed.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// The results of `f` for the items, in their order, as many at a time as `jobs`. Threads take the next item as they
/// become free.
///
/// # Errors
/// That of the first item, in their order, that fails; those after it are done all the same.
pub fn each<I: Sync, T: Send>(
    items: &[I],
    jobs: usize,
    f: impl Fn(&I) -> Result<T, BuildError> + Sync,
) -> Result<Vec<T>, BuildError> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return done };
            done.push((place, f(item)));
        }
    };
    let mut done = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.clamp(1, items.len().max(1))).map(|_| scope.spawn(take)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("an item does not panic")).collect::<Vec<_>>()
    });
    done.sort_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Deals out families, given by their architectures: those of the `usual` one to `jobs` lanes, those of each other one, of which
/// there are few, to a lane of its own.
pub fn deal<'a>(architectures: &[&'a str], usual: &str, jobs: usize) -> Vec<Lane<'a>> {
    let mut lanes = BTreeMap::new();
    for (family, &arch) in architectures.iter().enumerate() {
        let number = if arch == usual { family % jobs.clamp(1, MOST) } else { 0 };
        lanes.entry((arch, number)).or_insert_with(Vec::new).push(family);
    }
    lanes.into_iter().map(|((arch, number), families)| Lane { arch, number, families }).collect()
}

/// The results of `compile` for all families, in their order; all lanes run at once.
///
/// # Errors
/// That of the first family, in their order, that fails: once one has failed, those before it are still compiled, and no later one.
pub fn run<T: Send>(
    lanes: &[Lane<'_>],
    compile: impl Fn(&Lane<'_>, usize) -> Result<T, BuildError> + Sync,
) -> Result<Vec<T>, BuildError> {
    let first_failed = AtomicUsize::new(usize::MAX);
    let run = |lane: &Lane<'_>| {
        let mut done = Vec::new();
        for &family in &lane.families {
            if family > first_failed.load(Ordering::Relaxed) {
                break;
            }
            let result = compile(lane, family);
            if result.is_err() {
                first_failed.fetch_min(family, Ordering::Relaxed);
            }
            done.push((family, result));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = lanes.iter().map(|lane| scope.spawn(move || run(lane))).collect();
        // An error in a lane is its result; a panic is a fault of the builder, and ends the build script as it would on
        // this thread.
        threads.into_iter().flat_map(|thread| thread.join().expect("a lane does not panic")).collect::<Vec<_>>()
    });
    done.sort_by_key(|&(family, _)| family);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn families_are_dealt_out_by_architecture() {
        let lane = |arch, number, families: &[usize]| Lane { arch, number, families: families.to_vec() };
        let architectures = ["sm_75", "sm_80", "sm_75", "sm_75", "sm_80"];
        let two = [lane("sm_75", 0, &[0, 2]), lane("sm_75", 1, &[3]), lane("sm_80", 0, &[1, 4])];
        assert_eq!(deal(&architectures, "sm_75", 2), two);
        for jobs in [0, 1] {
            assert_eq!(deal(&architectures, "sm_75", jobs), [lane("sm_75", 0, &[0, 2, 3]), lane("sm_80", 0, &[1, 4])]);
        }
        assert_eq!(deal(&["sm_75"; 100], "sm_75", 64).len(), MOST);
    }

    #[test]
    fn each_item_is_done_once_and_in_order() {
        let items: Vec<usize> = (0..50).collect();
        for jobs in [0, 1, 3, 64] {
            let squares: Vec<usize> = items.iter().map(|i| i * i).collect();
            assert_eq!(each(&items, jobs, |&i| Ok(i * i)).unwrap(), squares);
            let odd = |&i: &usize| if i % 2 == 1 { Err(BuildError(i.to_string())) } else { Ok(()) };
            assert_eq!(each(&items[4..], jobs, odd), Err(BuildError("5".to_owned())));
        }
        assert_eq!(each(&[], 2, |&i: &usize| Ok(i)).unwrap(), []);
    }

    #[test]
    fn results_come_in_order() {
        for jobs in 1..5 {
            let lanes = deal(&["sm_75"; 9], "sm_75", jobs);
            assert_eq!(run(&lanes, |_, family| Ok(family)).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        }
        assert_eq!(run(&[], |_, family| Ok(family)).unwrap(), []);
    }

    #[test]
    fn the_first_failure_in_order_is_reported() {
        for jobs in 1..5 {
            let lanes = deal(&["sm_75"; 9], "sm_75", jobs);
            let begun = Mutex::new(Vec::new());
            let result = run(&lanes, |_, family| {
                begun.lock().unwrap().push(family);
                if family == 4 || family == 7 { Err(BuildError(family.to_string())) } else { Ok(()) }
            });
            assert_eq!(result, Err(BuildError("4".to_owned())));
            let begun = begun.into_inner().unwrap();
            assert!((0..=4).all(|family| begun.contains(&family)), "{begun:?}");
        }
    }
}
