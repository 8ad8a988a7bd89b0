//! Problems of like size together, each class with one set of launches, and threads for each.

use crate::engine::cuda::Stream;

/// Least number of words that problems of one launch are sorted by.
pub(super) const LEAST_CLASS: usize = 64;

/// Words of shared memory of all blocks that are on a device at a time, for each of `primes`.
pub(super) fn room(stream: &Stream, primes: usize) -> usize {
    let device = stream.context().device();
    device.multiprocessors as usize * (device.shared_per_block as usize / 4) / primes.max(1)
}

/// Records of like size together: those between two powers of two, and those that fit into `room` with the size of the largest.
pub(super) fn classes<R>(mut all: Vec<R>, size: impl Fn(&R) -> usize, room: usize) -> Vec<Vec<R>> {
    all.sort_by_key(|record| std::cmp::Reverse(size(record)));
    let mut classes: Vec<Vec<R>> = Vec::new();
    for record in all {
        let class = size(&record).next_power_of_two();
        match classes.last_mut() {
            Some(last) if size(&last[0]).next_power_of_two() == class || (last.len() + 1) * size(&last[0]) <= room => {
                last.push(record);
            }
            _ => classes.push(vec![record]),
        }
    }
    classes
}

/// Threads of full occupancy, or near it, on a multiprocessor.
const THREADS: usize = 512;

/// Threads for a problem when a launch has `problems` of them: as many as fill the device, within bounds between which more threads
/// a problem are slower but finish a single problem sooner. A power of two from 32 to 512.
pub(super) fn threads(multiprocessors: usize, problems: usize, least: usize, most: usize) -> usize {
    let wanted = (THREADS * multiprocessors / problems.max(1)).clamp(least, most.max(least)).clamp(32, 512);
    1 << wanted.ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_of_like_size() {
        let sizes: Vec<usize> = (1..2000).chain([5000, 5000, 70_000]).collect();
        let sorted = classes(sizes.clone(), |&n| n.max(64), 0);
        assert_eq!(sorted.iter().map(Vec::len).sum::<usize>(), sizes.len());
        assert_eq!(sorted.len(), 8);
        for class in &sorted {
            let (first, last) = (class[0].max(64), class[class.len() - 1].max(64));
            assert!(first >= last && first <= 2 * last);
        }
        // With room for all, or for twelve as large as the largest.
        assert_eq!(classes(sizes.clone(), |&n| n, sizes.len() * 70_000).len(), 1);
        let some = classes(vec![100, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1], |&n| n, 1200);
        assert_eq!(some.iter().map(Vec::len).collect::<Vec<_>>(), [12, 2]);
    }

    #[test]
    fn threads_fill_the_device() {
        assert_eq!(threads(132, 220_000, 1702 / 128, 1702 / 8), 32);
        assert_eq!(threads(132, 9, 1337 / 128, 1337 / 8), 128);
        assert_eq!(threads(132, 100_000, 25_000 / 128, 25_000 / 8), 128);
        assert_eq!(threads(132, 1, 50_000 / 128, 50_000 / 8), 512);
        assert_eq!(threads(1, 0, 0, 0), 32);
    }
}
