//! A run that ends at a limit of time.

use eliminant::Control;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Runs it with a control that is cancelled at the limit: the run then ends after its stage, with the error that it was cancelled.
pub fn cancelled_after<T>(limit: Duration, run: impl FnOnce(Control) -> T) -> T {
    let control = Control::default();
    let (done, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        let cancelled = control.clone();
        scope.spawn(move || {
            if waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                cancelled.cancel();
            }
        });
        let outcome = run(control);
        // The other end waits, or has left at the limit.
        drop(done);
        outcome
    })
}
