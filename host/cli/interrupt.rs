//! Ctrl-C.

use super::output;
use super::status::{Failure, Status};
use eliminant::Control;
use std::time::Duration;

/// How long a computation may take to stop by itself.
const GRACE: Duration = Duration::from_millis(300);

/// Cancels `control` at the first Ctrl-C; what has not ended soon after (a long step, a read that waits) is ended here, when `clear`
/// has left the line clean and no half file behind.
///
/// Nothing is lost by that: answers are given out only when they are complete.
pub fn on_interrupt(control: Control, clear: impl Fn() + Send + 'static) -> Result<(), Failure> {
    let handler = move || {
        control.cancel();
        std::thread::sleep(GRACE);
        clear();
        output::message("interrupted");
        std::process::exit(Status::Interrupted as i32);
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::usage(format!("Ctrl-C cannot be handled: {error}")))
}
