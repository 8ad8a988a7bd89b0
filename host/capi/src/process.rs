//! The process that computes.

use crate::failure::Failure;
use crate::status::Status;
use std::sync::atomic::{AtomicU32, Ordering};

/// The process that has begun to compute; 0 if none has.
static OWNER: AtomicU32 = AtomicU32::new(0);

/// Refuses a process that was forked from one that had begun to compute. It has none of the threads, and would wait for
/// them for ever.
pub(crate) fn check() -> Result<(), Failure> {
    let this = std::process::id();
    match OWNER.compare_exchange(0, this, Ordering::Relaxed, Ordering::Relaxed) {
        Err(owner) if owner != this => {
            let text = "this process was forked from one that had computed, and has none of its threads; fork before \
                        the first computation";
            Err(Failure { status: Status::ELIMINANT_UNSUPPORTED, text: text.to_owned(), place: None })
        }
        _ => Ok(()),
    }
}
