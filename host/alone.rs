//! Work on the calling thread alone.
//!
//! Threads of a pool sleep between computations, and to wake them takes longer than a small computation. So each parallel loop of this crate goes through this
//! module, and runs on its own thread, from its begin to its end, while that thread works [`alone`].

use rayon::ThreadPoolBuilder;
use std::cell::Cell;
use std::error::Error;
use std::sync::LazyLock;

thread_local! {
    static IS_ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread works alone: it was asked to, or no others can be started.
pub(crate) fn is_alone() -> bool {
    was_asked() || no_threads().is_some()
}

/// Whether this thread was asked to work alone.
pub(crate) fn was_asked() -> bool {
    IS_ALONE.get()
}

/// Why the threads of the global pool cannot be started, as where memory or their number is limited, if this thread would use them. They are started here,
/// since what uses them first would panic.
pub(crate) fn no_threads() -> Option<&'static str> {
    static FAULT: LazyLock<Option<String>> = LazyLock::new(|| {
        let error = ThreadPoolBuilder::new().build_global().err()?;
        // Without a source the pool is there already.
        error.source().map(ToString::to_string)
    });
    if rayon::current_thread_index().is_some() { None } else { FAULT.as_deref() }
}

/// Does `work` on this thread, and all of its loops too.
pub(crate) fn alone<R>(work: impl FnOnce() -> R) -> R {
    /// Restores the state, after a panic too.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            IS_ALONE.set(self.0);
        }
    }
    let _before = Before(IS_ALONE.replace(true));
    work()
}

/// [`alone`] where the work is tiny.
pub(crate) fn alone_if<R>(is_tiny: bool, work: impl FnOnce() -> R) -> R {
    if is_tiny { alone(work) } else { work() }
}

/// `work` within the pool: that of this thread, or the global one.
pub(crate) fn in_pool<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    if is_alone() { work() } else { rayon::scope(|_| work()) }
}

/// Both, at the same time where a thread is idle.
pub(crate) fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    if is_alone() { (a(), b()) } else { rayon::join(a, b) }
}

/// `work` on this thread, and `other` at the same time where another thread is idle.
pub(crate) fn beside<R>(other: impl FnOnce() + Send, work: impl FnOnce() -> R) -> R {
    if is_alone() {
        let found = work();
        other();
        return found;
    }
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| other());
        work()
    })
}

/// The traits of parallel loops, in place of `rayon::prelude`.
pub(crate) mod prelude {
    use super::is_alone;
    use rayon::iter::{Either, IntoParallelIterator, IterBridge, MinLen};
    pub(crate) use rayon::iter::{IndexedParallelIterator, ParallelIterator};
    use rayon::slice::{Chunks, ChunksExact, ChunksExactMut, ChunksMut, ParallelSlice, ParallelSliceMut};

    /// A loop that does not split while its thread works alone: rayon enters the pool where it splits, and only there.
    fn whole<I: IndexedParallelIterator>(items: I) -> MinLen<I> {
        items.with_min_len(if is_alone() { usize::MAX } else { 1 })
    }

    /// As [`IntoParallelIterator`].
    pub(crate) trait IntoParallel: IntoParallelIterator<Iter: IndexedParallelIterator> + Sized {
        fn into_par_iter(self) -> MinLen<Self::Iter> {
            whole(IntoParallelIterator::into_par_iter(self))
        }
    }

    impl<I: IntoParallelIterator<Iter: IndexedParallelIterator>> IntoParallel for I {}

    /// As [`IntoParallelRefIterator`](rayon::iter::IntoParallelRefIterator).
    pub(crate) trait Parallel<'a> {
        type Iter: IndexedParallelIterator;
        fn par_iter(&'a self) -> MinLen<Self::Iter>;
    }

    impl<'a, I: ?Sized + 'a> Parallel<'a> for I
    where
        &'a I: IntoParallelIterator<Iter: IndexedParallelIterator>,
    {
        type Iter = <&'a I as IntoParallelIterator>::Iter;
        fn par_iter(&'a self) -> MinLen<Self::Iter> {
            IntoParallel::into_par_iter(self)
        }
    }

    /// As [`IntoParallelRefMutIterator`](rayon::iter::IntoParallelRefMutIterator).
    pub(crate) trait ParallelMut<'a> {
        type Iter: IndexedParallelIterator;
        fn par_iter_mut(&'a mut self) -> MinLen<Self::Iter>;
    }

    impl<'a, I: ?Sized + 'a> ParallelMut<'a> for I
    where
        &'a mut I: IntoParallelIterator<Iter: IndexedParallelIterator>,
    {
        type Iter = <&'a mut I as IntoParallelIterator>::Iter;
        fn par_iter_mut(&'a mut self) -> MinLen<Self::Iter> {
            IntoParallel::into_par_iter(self)
        }
    }

    /// As [`ParallelSlice`] and [`ParallelSliceMut`].
    pub(crate) trait ParallelChunks<T> {
        fn par_chunks(&self, size: usize) -> MinLen<Chunks<'_, T>>
        where
            T: Sync;
        fn par_chunks_exact(&self, size: usize) -> MinLen<ChunksExact<'_, T>>
        where
            T: Sync;
        fn par_chunks_mut(&mut self, size: usize) -> MinLen<ChunksMut<'_, T>>
        where
            T: Send;
        fn par_chunks_exact_mut(&mut self, size: usize) -> MinLen<ChunksExactMut<'_, T>>
        where
            T: Send;
        fn par_sort_unstable(&mut self)
        where
            T: Ord + Send;
        fn par_sort_unstable_by(&mut self, compare: impl Fn(&T, &T) -> std::cmp::Ordering + Sync)
        where
            T: Send;
    }

    impl<T> ParallelChunks<T> for [T] {
        fn par_chunks(&self, size: usize) -> MinLen<Chunks<'_, T>>
        where
            T: Sync,
        {
            whole(ParallelSlice::par_chunks(self, size))
        }
        fn par_chunks_exact(&self, size: usize) -> MinLen<ChunksExact<'_, T>>
        where
            T: Sync,
        {
            whole(ParallelSlice::par_chunks_exact(self, size))
        }
        fn par_chunks_mut(&mut self, size: usize) -> MinLen<ChunksMut<'_, T>>
        where
            T: Send,
        {
            whole(ParallelSliceMut::par_chunks_mut(self, size))
        }
        fn par_chunks_exact_mut(&mut self, size: usize) -> MinLen<ChunksExactMut<'_, T>>
        where
            T: Send,
        {
            whole(ParallelSliceMut::par_chunks_exact_mut(self, size))
        }
        fn par_sort_unstable(&mut self)
        where
            T: Ord + Send,
        {
            if is_alone() { self.sort_unstable() } else { ParallelSliceMut::par_sort_unstable(self) }
        }
        fn par_sort_unstable_by(&mut self, compare: impl Fn(&T, &T) -> std::cmp::Ordering + Sync)
        where
            T: Send,
        {
            match is_alone() {
                true => self.sort_unstable_by(compare),
                false => ParallelSliceMut::par_sort_unstable_by(self, compare),
            }
        }
    }

    /// As [`ParallelBridge`](rayon::iter::ParallelBridge).
    pub(crate) trait ParallelBridge: Iterator<Item: Send> + Send + Sized {
        fn par_bridge(self) -> Either<MinLen<rayon::vec::IntoIter<Self::Item>>, IterBridge<Self>> {
            match is_alone() {
                true => Either::Left(whole(rayon::iter::IntoParallelIterator::into_par_iter(self.collect::<Vec<_>>()))),
                false => Either::Right(rayon::iter::ParallelBridge::par_bridge(self)),
            }
        }
    }

    impl<I: Iterator<Item: Send> + Send> ParallelBridge for I {}
}

#[cfg(test)]
mod tests {
    use super::prelude::*;
    use super::*;
    use std::collections::HashSet;
    use std::thread::{ThreadId, current};

    /// The threads of many loops of each kind.
    fn threads() -> HashSet<ThreadId> {
        let mut all = HashSet::from([current().id()]);
        let mut items = vec![0u64; 10_000];
        let slow = |_| {
            std::thread::yield_now();
            current().id()
        };
        all.extend((0..1000).into_par_iter().map(slow).collect::<Vec<_>>());
        all.extend(items.par_iter().zip(&vec![1; 10_000]).map(|_| slow(0)).collect::<Vec<_>>());
        all.extend(items.par_iter_mut().filter_map(|_| Some(slow(0))).collect::<Vec<_>>());
        all.extend(items.par_chunks(7).enumerate().map(|_| slow(0)).collect::<Vec<_>>());
        all.extend(items.par_chunks_exact_mut(7).map(|_| slow(0)).collect::<Vec<_>>());
        all.extend((0..1000).par_bridge().map(slow).collect::<Vec<_>>());
        let (a, b) = join(|| slow(0), || slow(0));
        let mut other = None;
        let work = beside(|| other = Some(slow(0)), || slow(0));
        all.extend([a, b, work, in_pool(|| slow(0))].into_iter().chain(other));
        all
    }

    #[test]
    fn nothing_leaves_a_thread_that_works_alone() {
        let here = HashSet::from([current().id()]);
        assert_eq!(alone(threads), here);
        assert!(alone(|| alone_if(false, is_alone)) && !is_alone());
        // The pool is entered otherwise, and a panic ends the state.
        assert!(threads().len() > 1);
        assert!(std::panic::catch_unwind(|| alone(|| panic!("as expected"))).is_err() && !is_alone());
    }
}
