//! Cancellation and progress of a computation.

use crate::error::{ErrorKind, Result};
use crate::meter::{Part, Tell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that stops a computation from another thread, and the place its progress goes to.
#[derive(Clone, Default)]
pub struct Control {
    cancel: Arc<AtomicBool>,
    /// A part of a computation looks at this: it is set when another part has failed.
    stop: Option<Arc<AtomicBool>>,
    /// Computations that share the memory with this one while they run at the same time.
    others: usize,
    progress: Progress,
}

/// Where progress goes to.
#[derive(Clone, Default)]
enum Progress {
    #[default]
    Nowhere,
    /// To the caller's function; no computation has begun.
    Caller { tell: Tell, every: bool },
    /// To a part of a computation.
    Part(Arc<Part>),
}

impl Control {
    /// A control that calls `progress` with the finished fraction of the predicted work, at most eighty times in the first second and twenty times in each later one: it
    /// rises, and is 1 when there is an answer and only then. Calls come from threads that compute, one at a time and in order.
    /// It must not wait for other threads of the computation: no parallel loops there.
    pub fn with_progress(progress: impl Fn(f64) + Send + Sync + 'static) -> Self {
        Control { progress: Progress::Caller { tell: Arc::new(progress), every: false }, ..Control::default() }
    }

    /// [`Control::with_progress`], but every advance is told.
    #[cfg(test)]
    pub(crate) fn with_every_progress(progress: impl Fn(f64) + Send + Sync + 'static) -> Self {
        Control { progress: Progress::Caller { tell: Arc::new(progress), every: true }, ..Control::default() }
    }

    /// The control of a part.
    #[cfg(test)]
    pub(crate) fn of(part: Arc<Part>) -> Self {
        Control { progress: Progress::Part(part), ..Control::default() }
    }

    /// Asks the computation to stop; it returns [`crate::ErrorKind::Cancelled`] within a second on a CPU, mostly within a third of one,
    /// and on a device when the launches under way are done, within a second. A single product or division of integers of a
    /// hundred million digits, which GCDs in several variables may need, is not interrupted.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// The control of computation number `index` of `count`, made one after the other: all are cancelled together, and the progress of each is its
    /// part of the whole. The progress of a computation that fails stays behind.
    ///
    /// ```
    /// use eliminant::{Control, Polynomial, Resultant};
    /// use std::sync::{Arc, Mutex};
    ///
    /// let told = Arc::new(Mutex::new(Vec::new()));
    /// let control = Control::with_progress({ let told = told.clone(); move |part| told.lock().unwrap().push(part) });
    /// let (f, g): (Polynomial, Polynomial) = ("y^2 - x".parse()?, "y - x".parse()?);
    /// for index in 0..2 {
    ///     Resultant::new(&f, &g, "y").control(control.of_list(index, 2)).run()?;
    /// }
    /// let told = told.lock().unwrap();
    /// assert!(told.contains(&0.5) && told.last() == Some(&1.0));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_list(&self, index: usize, count: usize) -> Control {
        let (index, count) = (index as f64, count.max(1) as f64);
        match &self.progress {
            Progress::Nowhere => self.clone(),
            Progress::Caller { tell, every } => {
                let (whole, every) = (tell.clone(), *every);
                let tell: Tell = Arc::new(move |part| whole((index + part) / count));
                Control { progress: Progress::Caller { tell, every }, ..self.clone() }
            }
            Progress::Part(_) => self.share(1.0 / count),
        }
    }

    /// Whether [`Control::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The control of one of several parts, cancelled together with the whole or when `stop` is set.
    pub(crate) fn stopped_by(&self, stop: Arc<AtomicBool>) -> Control {
        Control { stop: Some(stop), ..self.clone() }
    }

    /// The control of one of so many computations that run at the same time and share the memory.
    pub(crate) fn sharing(&self, computations: usize) -> Control {
        Control { others: computations.saturating_sub(1), ..self.clone() }
    }

    /// How many computations share the memory, with this one.
    pub(crate) fn computations(&self) -> u64 {
        self.others as u64 + 1
    }

    /// The control of one of many parts: cancelled with the whole, without progress of its own.
    pub(crate) fn silent(&self) -> Control {
        Control { progress: Progress::Nowhere, ..self.clone() }
    }

    /// The control of a computation that begins: its progress is the whole of the caller's, or this part of another computation.
    pub(crate) fn begin(&self) -> Control {
        match &self.progress {
            Progress::Caller { tell, every } => {
                Control { progress: Progress::Part(Part::whole(tell.clone(), *every)), ..self.clone() }
            }
            Progress::Nowhere | Progress::Part(_) => self.clone(),
        }
    }

    /// This control, with the progress of another.
    pub(crate) fn with_progress_of(&self, other: &Control) -> Control {
        Control { progress: other.progress.clone(), ..self.clone() }
    }

    /// The control of something that is this share of the whole.
    pub(crate) fn share(&self, share: f64) -> Control {
        match &self.progress {
            Progress::Part(part) => Control { progress: Progress::Part(part.share(share)), ..self.clone() },
            Progress::Nowhere | Progress::Caller { .. } => self.clone(),
        }
    }

    /// The control of the next section of a computation, which is this part of what is left of it; nothing else tells at the same time.
    /// Progress that a section does not report is left to those behind it, unless it is [`Control::finish`]ed.
    pub(crate) fn next(&self, part: f64) -> Control {
        self.share(part * self.meter().map_or(1.0, |whole| 1.0 - whole.done()))
    }

    /// The same of a section and what is behind it, with the work of both in any unit.
    pub(crate) fn next_of(&self, work: f64, behind: f64) -> Control {
        let whole = work + behind;
        self.next(if whole > 0.0 { work / whole } else { 1.0 })
    }

    /// Whether work is to end: the computation was cancelled, or another part of it has failed. For all stages.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_cancelled() || self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// # Errors
    /// `Cancelled` when [`Control::is_stopped`].
    pub(crate) fn check(&self) -> Result<()> {
        if self.is_stopped() { Err(ErrorKind::Cancelled.into()) } else { Ok(()) }
    }

    /// This much more of it is done.
    pub(crate) fn advance(&self, part: f64) {
        if let Some(whole) = self.meter() {
            whole.advance(part);
        }
    }

    /// It is done: a part, or with the answer the computation.
    pub(crate) fn finish(&self) {
        if let Some(part) = self.meter() {
            part.end();
        }
    }

    /// The receiver of progress.
    pub(crate) fn meter(&self) -> Option<&Part> {
        match &self.progress {
            Progress::Part(part) => Some(part),
            Progress::Nowhere | Progress::Caller { .. } => None,
        }
    }
}

impl std::fmt::Debug for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}
