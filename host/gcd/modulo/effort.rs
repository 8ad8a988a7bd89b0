//! How much was done, and looks at the control from time to time.

use crate::control::Control;
use crate::error::Result;

/// Products of numbers between two looks: some milliseconds.
const LOOK: u64 = 1 << 19;

/// Work of one thread.
#[derive(Debug, Default)]
pub(super) struct Effort {
    /// Products of numbers, roughly.
    pub done: u64,
    looked: u64,
}

impl Effort {
    /// So many more.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn spend(&mut self, products: u64, control: &Control) -> Result<()> {
        self.done = self.done.saturating_add(products);
        if self.done - self.looked >= LOOK {
            self.looked = self.done;
            control.check()?;
        }
        Ok(())
    }
}
