//! Progress of a computation of which nobody knows how often it must begin again, and of many at the same time.

use crate::control::Control;
use std::sync::{Mutex, PoisonError};

/// How many of some computations are done.
pub(crate) struct Done<'a> {
    control: &'a Control,
    count: Mutex<usize>,
    of: usize,
}

impl<'a> Done<'a> {
    /// None is done of `of` computations.
    pub fn new(control: &'a Control, of: usize) -> Self {
        Done { control, count: Mutex::new(0), of }
    }

    /// Tells of one more, in order.
    pub fn one_more(&self) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        *count += 1;
        self.control.report(*count as f64 / self.of as f64);
    }
}

/// Sections, each a part of what is left.
pub(crate) struct Sections<'a> {
    control: &'a Control,
    done: f64,
}

impl<'a> Sections<'a> {
    /// No section has begun.
    pub fn new(control: &'a Control) -> Self {
        Sections { control, done: 0.0 }
    }

    /// The control of a section that takes `part` of what is left.
    pub fn next(&mut self, part: f64) -> Control {
        let from = self.done;
        self.done += part * (1.0 - from);
        self.control.section(from, self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn sections_take_what_is_left() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let into = told.clone();
        let control = Control::with_progress(move |fraction| into.lock().unwrap().push(fraction));
        let mut sections = Sections::new(&control);
        let first = sections.next(0.5);
        first.report(0.5);
        first.report(1.0);
        sections.next(0.5).report(0.0);
        sections.next(1.0).report(0.5);
        assert_eq!(*told.lock().unwrap(), [0.25, 0.5, 0.5, 0.875]);
    }
}
