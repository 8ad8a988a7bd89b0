//! Time spent on what a process does once: opening the driver, making a device ready, loading kernels.
//!
//! It falls into whichever stage comes first, so the stages' clock takes it out of them and shows it by itself. The counts are
//! of the whole process: computations that start at the same time on several threads may see each other's.

use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(feature = "cuda")]
use std::time::Instant;

/// The parts, in the order they happen.
pub const PARTS: [&str; 3] = ["driver", "context", "modules"];

/// Nanoseconds of each part.
static SPENT: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];

/// One of [`PARTS`].
#[cfg(feature = "cuda")]
#[derive(Clone, Copy)]
pub enum Part {
    /// The driver's library opened and initialised.
    Driver,
    /// A device's context made.
    Context,
    /// Kernel families loaded, compiled where necessary.
    Modules,
}

/// Runs `work` and counts its time.
#[cfg(feature = "cuda")]
pub fn time<R>(part: Part, work: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = work();
    let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
    SPENT[part as usize].fetch_add(nanoseconds, Ordering::Relaxed);
    result
}

/// Milliseconds of each part since the process began.
pub fn spent() -> [f64; 3] {
    SPENT.each_ref().map(|nanoseconds| nanoseconds.load(Ordering::Relaxed) as f64 / 1e6)
}
