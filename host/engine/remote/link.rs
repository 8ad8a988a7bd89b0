//! What carries messages between two processes.

use crate::error::Result;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Messages to and from one other process, in order. Several threads may use it at the same time.
pub(crate) trait Link: Send + Sync {
    /// The process at the other end.
    fn number(&self) -> usize;

    /// Sends a message.
    ///
    /// # Errors
    /// `Process`: the other end is gone.
    fn send(&self, message: Vec<u8>) -> Result<()>;

    /// The next message, or none after that time.
    ///
    /// # Errors
    /// `Process`: the other end is gone.
    fn receive(&self, wait: Duration) -> Result<Option<Vec<u8>>>;

    /// When something has come last, if only a part of a message.
    fn heard(&self) -> &Heard;
}

/// When something has come last.
#[derive(Debug)]
pub(crate) struct Heard {
    begun: Instant,
    /// Milliseconds later.
    last: AtomicU64,
}

impl Heard {
    /// Something has come now.
    pub fn new() -> Self {
        Heard { begun: Instant::now(), last: AtomicU64::new(0) }
    }

    /// Something else has come now.
    pub fn again(&self) {
        // 2^64 milliseconds do not pass.
        self.last.store(self.begun.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// For how long nothing has come.
    pub fn silence(&self) -> Duration {
        self.begun.elapsed().saturating_sub(Duration::from_millis(self.last.load(Ordering::Relaxed)))
    }
}
