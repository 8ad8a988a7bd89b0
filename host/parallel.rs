//! Many computations at once.

use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::tasks::Tasks;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

impl Control {
    /// The answers of `count` computations, made on all threads at once: `compute` is given the number of each and the control it must have. All
    /// are cancelled together, and one that fails ends the others. Progress is the finished part of them. Each has the options it is given: a
    /// limit of memory is one for each.
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
        let whole = self.begin();
        let stop = Arc::new(AtomicBool::new(false));
        let part = whole.silent().stopped_by(stop.clone());
        let tasks = Tasks::new(&whole, 1.0, count);
        let one = |index: usize| {
            let answer = part.check().and_then(|()| compute(index, &part));
            tasks.done(1);
            answer.map_err(|error| {
                stop.store(true, Ordering::Relaxed);
                (index, error)
            })
        };
        let all: Vec<std::result::Result<T, (usize, Error)>> = (0..count).into_par_iter().map(one).collect();
        drop(tasks);
        let mut failed = Vec::new();
        let answers = all.into_iter().filter_map(|found| found.map_err(|error| failed.push(error)).ok()).collect();
        // Those that the failure of another has ended say nothing of it.
        match failed.into_iter().min_by_key(|(_, error)| *error.kind() == ErrorKind::Cancelled) {
            Some(failed) => Err(failed),
            None => {
                whole.finish();
                Ok(answers)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
