//! Ctrl-C, and the signal by which schedulers and systems end programs.

use super::output;
use super::status::{Failure, Status};
use eliminant::Control;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io;
use std::thread::{Builder, sleep};
use std::time::Duration;

/// How long a computation may take to stop by itself.
const GRACE: Duration = Duration::from_millis(300);

/// Cancels `control` at the first SIGINT or SIGTERM; what has not ended soon after (a long step, a read that waits) is ended here, when `clear`
/// has left the line clean and no half file behind.
///
/// Nothing is lost by that: answers are given out only when they are complete.
pub fn on_interrupt(control: Control, clear: impl Fn() + Send + 'static) -> Result<(), Failure> {
    let handled = || -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let wait = move || {
            if signals.forever().next().is_some() {
                control.cancel();
                sleep(GRACE);
                clear();
                output::message("interrupted");
                std::process::exit(Status::Interrupted as i32);
            }
        };
        Builder::new().spawn(wait).map(drop)
    };
    handled().map_err(|error| Failure::usage(format!("Ctrl-C cannot be handled: {error}")))
}
