//! Work on another thread, while the thread of Python looks for Ctrl-C and tells progress; tiny work on the thread of Python itself.
//!
//! Python runs handlers of signals on its main thread alone, and only while that thread looks for them. So the work is on a thread of the pool that
//! computes, and the caller waits without the interpreter's lock. There parallel loops begin without a sleep, as they would not on a thread outside of the
//! pool. The caller looks for the end for a short time before it sleeps: then handing over takes some microseconds.

use crate::errors::{exception, named};
use eliminant::Control;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often Ctrl-C is looked for and progress is told.
const LOOK: Duration = Duration::from_millis(50);

/// How long the caller looks for the end before it sleeps.
const AWAKE: Duration = Duration::from_micros(50);

/// How long a cancelled computation may take to end. After that it is left to end by itself, and its answer is thrown away.
const GRACE: Duration = Duration::from_millis(150);

/// The process that has begun to compute; 0 if none has.
static OWNER: AtomicU32 = AtomicU32::new(0);

/// What these locks guard is replaced whole, so that a panic leaves nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the worker leaves what it has found.
struct Desk<T> {
    is_done: AtomicBool,
    found: Mutex<Option<std::thread::Result<T>>>,
    end: Condvar,
    /// The bits of the finished fraction.
    fraction: AtomicU64,
}

impl<T> Desk<T> {
    /// Waits until there is something, at most so long.
    fn wait(&self, most: Duration) -> bool {
        let begun = Instant::now();
        while !self.is_done.load(Ordering::Acquire) {
            if begun.elapsed() >= AWAKE {
                let found = lock(&self.found);
                let result = self.end.wait_timeout_while(found, most, |found| found.is_none());
                drop(result);
                return self.is_done.load(Ordering::Acquire);
            }
            std::hint::spin_loop();
        }
        true
    }
}

/// Does `work` on a thread of the pool and waits for it. Ctrl-C ends it with `KeyboardInterrupt`; `progress` is called from this thread with the finished
/// fraction, and what it raises ends the work too.
///
/// # Errors
/// What the work raises; what a handler of a signal or `progress` raises; `InternalError` where the work panics, and in a process that was forked
/// after another one had begun to compute.
pub fn wait_for<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Control) -> eliminant::Result<T> + Send + 'static,
) -> PyResult<T> {
    check_owner(py)?;
    let desk = Arc::new(Desk {
        is_done: AtomicBool::new(false),
        found: Mutex::new(None),
        end: Condvar::new(),
        fraction: AtomicU64::new(0),
    });
    let control = match progress {
        None => Control::default(),
        Some(_) => {
            let desk = desk.clone();
            Control::with_progress(move |fraction| desk.fraction.store(fraction.to_bits(), Ordering::Relaxed))
        }
    };
    let (of_work, there) = (control.clone(), desk.clone());
    let job = move || {
        let found = catch_unwind(AssertUnwindSafe(|| work(&of_work)));
        *lock(&there.found) = Some(found);
        there.is_done.store(true, Ordering::Release);
        there.end.notify_one();
    };
    rayon::spawn(job);
    let mut told = 0.0;
    while !py.detach(|| desk.wait(LOOK)) {
        let seen = py.check_signals().and_then(|()| tell(progress, &desk, &mut told));
        if let Err(raised) = seen {
            control.cancel();
            py.detach(|| desk.wait(GRACE));
            return Err(raised);
        }
    }
    let found = lock(&desk.found).take();
    let value = match found {
        Some(found) => settled(py, found)?,
        None => return Err(named(py, "InternalError", "a fault of eliminant: an answer is missing".to_owned())),
    };
    tell(progress, &desk, &mut told)?;
    Ok(value)
}

/// [`wait_for`], but tiny work is done on this thread, with the interpreter's lock: to hand either over takes longer.
///
/// # Errors
/// As [`wait_for`].
pub fn at_once_or_wait<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    is_tiny: bool,
    work: impl FnOnce(&Control) -> eliminant::Result<T> + Send + 'static,
) -> PyResult<T> {
    if !is_tiny {
        return wait_for(py, progress, work);
    }
    check_owner(py)?;
    let value = settled(py, catch_unwind(AssertUnwindSafe(|| work(&Control::default()))))?;
    if let Some(progress) = progress {
        progress.call1((1.0,))?;
    }
    Ok(value)
}

/// The value that work has found, or the exception for its error or panic.
fn settled<T>(py: Python<'_>, found: std::thread::Result<eliminant::Result<T>>) -> PyResult<T> {
    match found {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(exception(py, &error)),
        Err(panic) => Err(named(py, "InternalError", format!("a fault of eliminant: {}", reason(&*panic)))),
    }
}

/// Calls `progress` where the fraction has grown.
fn tell<T>(progress: Option<&Bound<'_, PyAny>>, desk: &Desk<T>, told: &mut f64) -> PyResult<()> {
    let fraction = f64::from_bits(desk.fraction.load(Ordering::Relaxed));
    match progress {
        Some(progress) if fraction > *told => {
            *told = fraction;
            progress.call1((fraction,)).map(drop)
        }
        _ => Ok(()),
    }
}

/// Refuses a process that was forked from one that had begun to compute: it has none of the threads.
fn check_owner(py: Python<'_>) -> PyResult<()> {
    let this = std::process::id();
    match OWNER.compare_exchange(0, this, Ordering::Relaxed, Ordering::Relaxed) {
        Err(owner) if owner != this => {
            let text = "this process was forked from one that had computed with eliminant, and has none of its threads; start processes \
                        with multiprocessing.set_start_method(\"spawn\"), or compute in them alone";
            Err(named(py, "InternalError", text.to_owned()))
        }
        _ => Ok(()),
    }
}

/// The text of a panic.
fn reason(panic: &(dyn std::any::Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "no reason is known",
    }
}
