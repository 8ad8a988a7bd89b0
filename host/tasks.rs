//! Tasks of one kind that many threads finish, as a part of the progress.

use crate::control::Control;
use crate::meter::Part;
use std::sync::atomic::{AtomicU64, Ordering};

/// Like tasks that together are a part of what a control tells of, finished by any threads. Cheap: it is passed on when it is
/// time to tell something, and at the end.
pub(crate) struct Tasks<'a> {
    control: &'a Control,
    count: u64,
    /// The share of each in the control's progress.
    each: f64,
    done: AtomicU64,
    passed_on: AtomicU64,
}

impl<'a> Tasks<'a> {
    /// `count` tasks that are `part` of the control's progress.
    pub fn new(control: &'a Control, part: f64, count: usize) -> Self {
        let each = part / count.max(1) as f64;
        Tasks { control, count: count as u64, each, done: AtomicU64::new(0), passed_on: AtomicU64::new(0) }
    }

    /// Whether work is to end.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// So many more are done.
    pub fn done(&self, count: usize) {
        let Some(part) = self.control.meter() else { return };
        self.done.fetch_add(count as u64, Ordering::Relaxed);
        if part.is_due() {
            self.pass_on(part);
        }
    }

    /// How many are done, in those that were expected.
    #[cfg(test)]
    pub fn told(&self) -> f64 {
        self.done.load(Ordering::Relaxed) as f64 / self.count.max(1) as f64
    }

    /// All are done, though they were fewer.
    pub fn finish(&self) {
        self.done.fetch_max(self.count, Ordering::Relaxed);
    }

    fn pass_on(&self, part: &Part) {
        let done = self.done.load(Ordering::Relaxed);
        let done = done.min(self.count);
        let before = self.passed_on.fetch_max(done, Ordering::Relaxed);
        part.advance(done.saturating_sub(before) as f64 * self.each);
    }
}

impl Drop for Tasks<'_> {
    fn drop(&mut self) {
        if let Some(part) = self.control.meter() {
            self.pass_on(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn tasks_are_all_passed_on() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let into = told.clone();
        let whole = Part::whole(Arc::new(move |fraction| into.lock().unwrap().push(fraction)), true);
        let control = Control::of(whole.clone());
        let tasks = Tasks::new(&control, 0.5, 1000);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..250).for_each(|_| tasks.done(1)));
            }
        });
        drop(tasks);
        assert!((whole.done() - 0.5).abs() < 1e-9 && told.lock().unwrap().len() > 10);
    }
}
