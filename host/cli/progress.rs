//! The progress bar: on a terminal, for work that takes a moment.

use super::output;
use super::time_left::{seconds_left, text};
use eliminant::Control;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// Work that ends sooner shows no bar.
const DELAY: Duration = Duration::from_millis(500);
/// Between two drawings.
const TICK: Duration = Duration::from_millis(250);
/// Positions of the bar.
const LENGTH: u64 = 1_000_000;

/// The bar is as long as the line has room for it: 40 columns are enough for one.
const TEMPLATE: &str = "{percent:>3}% [{wide_bar}] {times}";

/// The time that went by, and the time left once there is something to conclude it from.
fn times(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let seconds = state.elapsed().as_secs_f64();
    // A formatter that fails draws less; there is nothing to do about it.
    let _ = write!(out, "{}", text(seconds));
    if let Some(left) = seconds_left(seconds, state.pos() as f64 / LENGTH as f64) {
        let _ = write!(out, ", {} left", text(left));
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
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("=> ").with_key("times", times));
        }
        Progress { bar }
    }

    /// A control that moves the bar.
    pub fn control(&self) -> Control {
        let bar = self.bar.clone();
        Control::with_progress(move |fraction| {
            // Moving draws.
            if bar.elapsed() >= DELAY {
                bar.set_position((fraction * LENGTH as f64) as u64);
            }
        })
    }

    /// A handle by which another thread takes the bar away.
    pub fn clear(&self) -> impl Fn() + Send + 'static {
        let bar = self.bar.clone();
        move || bar.finish_and_clear()
    }

    /// The work begins.
    pub fn start(&self) {
        self.bar.reset();
        if self.bar.is_hidden() {
            return;
        }
        let bar = self.bar.clone();
        // Without a thread for it the bar moves with the work.
        _ = std::thread::Builder::new().spawn(move || {
            std::thread::sleep(DELAY);
            if !bar.is_finished() {
                bar.enable_steady_tick(TICK);
            }
        });
    }

    /// It begins once more.
    pub fn again(&self) {
        self.bar.reset();
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
