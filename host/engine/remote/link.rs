//! What carries messages between two processes.

use crate::error::Result;
use std::time::Duration;

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
}
