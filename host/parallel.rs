//! Many computations at once.

use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::run::memory;
use crate::tasks::Tasks;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

impl Control {
    /// The answers of `count` computations, made on all threads at once: `compute` is given the number of each and the control it must have. All
    /// are cancelled together, and one that fails ends the others. Progress is the finished part of them. A limit of memory is one for all that run at the same
    /// time: a computation that needs more than its share is done again by itself.
    ///
    /// # Errors
    /// The number of one that failed, and its error.
    ///
    /// ```
    /// use eliminant::{Control, Polynomial, Resultant};
    /// let g: Polynomial = "x - 3".parse()?;
    /// let polynomials: Vec<Polynomial> = ["x^2 - 1", "x^2", "x - t"].into_iter().map(str::parse).collect::<Result<_, _>>()?;
    /// let answers = Control::default().in_parallel(polynomials.len(), |index, control| {
    ///     Ok(Resultant::new(&polynomials[index], &g, "x").control(control.clone()).run()?.polynomial.to_string())
    /// });
    /// assert_eq!(answers.unwrap(), ["8", "9", "t - 3"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn in_parallel<T: Send>(
        &self,
        count: usize,
        compute: impl Fn(usize, &Control) -> Result<T> + Sync,
    ) -> std::result::Result<Vec<T>, (usize, Error)> {
        let lacks = |found: &Result<T>| found.as_ref().is_err_and(memory::is_lack);
        let fails = |found: &Result<T>| found.is_err();
        let compute = |index: usize, control: &Control| control.check().and_then(|()| compute(index, control));
        let mut failed = Vec::new();
        let all = self.each(count, compute, (lacks, fails)).into_iter().enumerate();
        let answers =
            all.filter_map(|(index, found)| found.map_err(|error| failed.push((index, error))).ok()).collect();
        // Those that the failure of another has ended say nothing of it.
        match failed.into_iter().min_by_key(|(_, error)| *error.kind() == ErrorKind::Cancelled) {
            Some(failed) => Err(failed),
            None => Ok(answers),
        }
    }

    /// The same of any answers: those that `lack` memory beside others are found again without them, and one that `ends` all has the others cancelled.
    #[doc(hidden)]
    pub fn each<R: Send>(
        &self,
        count: usize,
        compute: impl Fn(usize, &Control) -> R + Sync,
        (lacks, ends): (impl Fn(&R) -> bool + Sync, impl Fn(&R) -> bool + Sync),
    ) -> Vec<R> {
        let whole = self.begin();
        let stop = Arc::new(AtomicBool::new(false));
        let by_itself = whole.silent().stopped_by(stop.clone());
        let together = rayon::current_num_threads().min(count).max(1);
        let part = by_itself.sharing(together);
        let tasks = Tasks::new(&whole, 1.0, count);
        let done = |found: R| {
            tasks.done(1);
            if ends(&found) {
                stop.store(true, Ordering::Relaxed);
            }
            found
        };
        let is_open = |found: &R| together > 1 && lacks(found);
        let first = |index: usize| {
            let found = compute(index, &part);
            if is_open(&found) { found } else { done(found) }
        };
        let all: Vec<R> = (0..count).into_par_iter().map(first).collect();
        let again = |(index, found): (usize, R)| match is_open(&found) && !by_itself.is_stopped() {
            true => done(compute(index, &by_itself)),
            false => found,
        };
        let all: Vec<R> = all.into_iter().enumerate().map(again).collect();
        drop(tasks);
        if !all.iter().any(ends) && !whole.is_cancelled() {
            whole.finish();
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::options::RunOptions;
    use std::sync::Mutex;

    #[test]
    fn the_failed_one_is_named_and_ends_the_others() {
        let refused = |index, control: &Control| match index {
            70 => Err(Error::argument("x", "is wrong")),
            _ => control.check().map(|()| index),
        };
        let (index, error) = Control::default().in_parallel(100, refused).unwrap_err();
        assert_eq!((index, error.to_string().as_str()), (70, "x: is wrong"));
        let cancelled = Control::default();
        cancelled.cancel();
        let (_, error) = cancelled.in_parallel(3, |index, _| Ok(index)).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::Cancelled);
    }

    /// One that needs more memory than its share gets all of it, after the others.
    #[test]
    fn memory_is_shared() {
        let allowed = |control: &Control| {
            let run = RunOptions { memory_limit: Some(1 << 20), control: control.clone(), ..RunOptions::default() };
            memory::allowed(&run)
        };
        let compute = |index: usize, control: &Control| {
            let needed = if index % 10 == 3 { 1 << 20 } else { 100 };
            memory::check(needed, allowed(control)).map(|()| allowed(control))
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let found = pool.install(|| Control::default().in_parallel(40, compute)).unwrap();
        assert!(found.iter().enumerate().all(|(i, &bytes)| bytes == if i % 10 == 3 { 1 << 20 } else { 1 << 18 }));
        let too_much = |_, control: &Control| memory::check(1 << 21, allowed(control));
        let (_, error) = pool.install(|| Control::default().in_parallel(40, too_much)).unwrap_err();
        assert_eq!(memory::lack(&error), 1 << 21);
    }

    #[test]
    fn progress_is_the_finished_part() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let into = told.clone();
        let control = Control::with_every_progress(move |part| into.lock().unwrap().push(part));
        assert_eq!(control.in_parallel(10, |index, _| Ok(index * index)).unwrap()[9], 81);
        let told = told.lock().unwrap();
        assert!(told.is_sorted() && told.last() == Some(&1.0), "{told:?}");
        assert!(Control::default().in_parallel(0, |index, _| Ok(index)).unwrap().is_empty());
    }
}
