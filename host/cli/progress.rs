//! The progress bar: on a terminal, for work that takes a moment.

use super::output;
use eliminant::Control;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// Work that ends sooner shows no bar.
const DELAY: Duration = Duration::from_millis(500);
/// Between two drawings.
const TICK: Duration = Duration::from_millis(250);
/// Positions of the bar.
const LENGTH: u64 = 10_000;

/// The time left, once there is something to conclude it from.
fn left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    if state.pos() > 0 {
        // A formatter that fails draws less; there is nothing to do about it.
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}

/// The bar, hidden or not.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar on standard error, unless that is no terminal or `quiet` is set; not drawn before [`Progress::start`].
    pub fn new(quiet: bool) -> Self {
        if quiet || !std::io::stderr().is_terminal() {
            return Progress { bar: ProgressBar::hidden() };
        }
        let bar = ProgressBar::with_draw_target(Some(LENGTH), ProgressDrawTarget::stderr());
        // The bar's own style stands in should this one be refused.
        if let Ok(style) = ProgressStyle::with_template("[{bar:40}] {percent:>3}%  {elapsed} elapsed{left}") {
            bar.set_style(style.progress_chars("=> ").with_key("left", left));
        }
        Progress { bar }
    }

    /// A control that moves the bar.
    pub fn control(&self) -> Control {
        let bar = self.bar.clone();
        Control::with_progress(move |fraction| {
            // Moving draws.
            if bar.elapsed() >= DELAY {
                bar.set_position((fraction.clamp(0.0, 1.0) * LENGTH as f64) as u64);
            }
        })
    }

    /// The work begins.
    pub fn start(&self) {
        self.bar.reset();
        if self.bar.is_hidden() {
            return;
        }
        let bar = self.bar.clone();
        std::thread::spawn(move || {
            std::thread::sleep(DELAY);
            if !bar.is_finished() {
                bar.enable_steady_tick(TICK);
            }
        });
    }

    /// Prints a line on standard error above the bar.
    pub fn line(&self, text: impl std::fmt::Display) {
        self.bar.suspend(|| output::message(text));
    }
}

/// However the work ends, the bar goes away before anything else is printed.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
