//! Progress and cancellation.

use crate::failure::{guarded, valued};
use crate::handle::{Out, boxed, free, value};
use crate::status::Status;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A function that is told which part of the work is done, from 0 to 1, with the pointer that was given for it.
///
/// It is called from the threads that compute, which are mostly those of the library: one call at a time and in order.
/// It must be short, must not throw, and must not wait for another thread of the computation. It may call
/// `eliminant_control_cancel`, and no other function of this library.
pub type Progress = Option<unsafe extern "C" fn(fraction: f64, data: *mut c_void)>;

/// Cancels computations, and tells their progress. All of its functions may be called from any thread at any time.
///
/// Free it with `eliminant_control_free`.
#[derive(Debug)]
pub struct Control {
    pub(crate) control: eliminant::Control,
    /// The bits of the finished fraction.
    fraction: Arc<AtomicU64>,
}

/// A function of the caller with its pointer.
struct Listener {
    progress: unsafe extern "C" fn(fraction: f64, data: *mut c_void),
    data: *mut c_void,
}

// SAFETY: the header says that the function is called from other threads, with this pointer.
unsafe impl Send for Listener {}
// SAFETY: the same; the header says when calls come at the same time.
unsafe impl Sync for Listener {}

impl Listener {
    fn tell(&self, fraction: f64) {
        // SAFETY: the header says that function and pointer stay valid until the last computation has ended.
        unsafe { (self.progress)(fraction, self.data) }
    }
}

/// A new control. `progress` is called with `data` during computations; it may be NULL, and then
/// `eliminant_control_fraction` still knows how far they are.
///
/// `progress` and `data` must stay valid until the last computation with this control has ended. Computations at the
/// same time need a control each, or one without `progress`: with one, calls may come at the same time, and fractions
/// mix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_control_new(
    progress: Progress,
    data: *mut c_void,
    control: *mut *mut Control,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("control", control) }?;
        let fraction = Arc::new(AtomicU64::new(0f64.to_bits()));
        let listener = progress.map(|progress| Listener { progress, data });
        let kept = fraction.clone();
        let told = move |fraction: f64| {
            kept.store(fraction.to_bits(), Ordering::Relaxed);
            if let Some(listener) = &listener {
                listener.tell(fraction);
            }
        };
        out.set(boxed(Control { control: eliminant::Control::with_progress(told), fraction }));
        Ok(())
    })
}

/// Asks all computations with this control to end. They fail with `ELIMINANT_CANCELLED`, mostly within a third of a
/// second. Later computations with it do so too: a control that was cancelled stays so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_control_cancel(control: *const Control) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        unsafe { value("control", control) }?.control.cancel();
        Ok(())
    })
}

/// The part that is done of the computation with this control, from 0 to 1: what `progress` was told last. 0 for NULL.
/// For programs that look at it from time to time and cannot be called from other threads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_control_fraction(control: *const Control) -> f64 {
    valued(0.0, || {
        // SAFETY: the rules of the header.
        let control = unsafe { control.as_ref() };
        control.map_or(0.0, |control| f64::from_bits(control.fraction.load(Ordering::Relaxed)))
    })
}

/// Frees a control. Nothing happens where it is NULL. Options that have it, and computations with these, stay valid;
/// they can be cancelled no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_control_free(control: *mut Control) {
    // SAFETY: the rules of the header.
    valued((), || unsafe { free(control) });
}
