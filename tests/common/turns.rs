//! Tests of one program run side by side. Those that ask how soon something ends take turns, also with those that keep all cores
//! busy for seconds: two at a time would measure each other.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A turn, until dropped. A test that failed in its turn is no reason for others to fail.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}
