//! Cancellation and progress of a computation.

use crate::error::{ErrorKind, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that stops a computation from another thread, and the place its progress goes to.
#[derive(Clone, Default)]
pub struct Control {
    cancel: Arc<AtomicBool>,
    /// A part of a computation looks at this: it is set when another part has failed.
    stop: Option<Arc<AtomicBool>>,
    progress: Option<Arc<dyn Fn(f64) + Send + Sync>>,
}

impl Control {
    /// A control that calls `progress` with the fraction done, from a thread that computes, one call at a time. It must not wait for
    /// other threads of the computation: no parallel loops there.
    pub fn with_progress(progress: impl Fn(f64) + Send + Sync + 'static) -> Self {
        Control { progress: Some(Arc::new(progress)), ..Control::default() }
    }

    /// Asks the computation to stop; it returns [`crate::ErrorKind::Cancelled`] within a second, or when the scalars under way
    /// are done where one takes longer: at degrees of some ten thousands.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether [`Control::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The control of one of several parts, cancelled together with the whole or when `stop` is set.
    pub(crate) fn part(&self, stop: Arc<AtomicBool>, progress: impl Fn(f64) + Send + Sync + 'static) -> Control {
        Control { cancel: self.cancel.clone(), stop: Some(stop), progress: Some(Arc::new(progress)) }
    }

    /// The control of one of many parts: cancelled with the whole, without progress of its own.
    pub(crate) fn silent(&self) -> Control {
        Control { progress: None, ..self.clone() }
    }

    /// The control of a section of a computation: its progress from 0 to 1 is that of the whole from `from` to `to`.
    pub(crate) fn section(&self, from: f64, to: f64) -> Control {
        let whole = self.clone();
        let progress = move |fraction: f64| {
            // No rounding past the end, where the next section begins.
            whole.report(if fraction < 1.0 { (from + fraction * (to - from)).min(to) } else { to });
        };
        Control { cancel: self.cancel.clone(), stop: self.stop.clone(), progress: Some(Arc::new(progress)) }
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

    pub(crate) fn report(&self, fraction: f64) {
        if let Some(progress) = &self.progress {
            progress(fraction);
        }
    }
}

impl std::fmt::Debug for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}
