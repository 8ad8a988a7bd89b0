//! Fig. 8 of the GCD paper: time against degree, time against bit length, and the share of each stage.

mod family;
mod inputs;
pub mod smoke;

use crate::gcd::bars;
use crate::gcd::engine::Engine;
use crate::{files, machine, plot};
use family::{Measured, SHOWN};
pub use inputs::{Figure, all};
use std::path::Path;
use std::time::Duration;

/// The program that is run on each input.
pub struct Runs<'a> {
    pub engines: &'a [Engine],
    pub repeat: usize,
    /// A line ends where one run takes longer.
    pub limit: Duration,
}

/// Measures the figures into the folder: a picture each, and all numbers, written after every line.
///
/// # Errors
/// Files that cannot be written, engines that failed or disagree, after everything has been measured.
pub fn run(figures: &[Figure], runs: &Runs, commit: Option<&str>, dir: &Path) -> Result<(), String> {
    files::make_folder(dir)?;
    let header = machine::header(commit);
    let mut out = Measured::default();
    out.say(&header);
    out.say("milliseconds, polynomials in memory to polynomials in memory, warm; dense f and g, their gcd about half of their bits");
    for figure in figures {
        let (mut lines, mut groups) = (Vec::new(), Vec::new());
        for part in &figure.families {
            out.say(&format!("\n{}: {}", figure.name, part.label));
            out.say("      at  engine                median     fastest     slowest runs  growth  primes");
            let (more_lines, more_groups) = family::measure(runs, part, figure.stages, &mut out);
            lines.extend(more_lines);
            groups.extend(more_groups);
            files::write(&dir.join("gcd-figures.txt"), &out.text)?;
        }
        let title = format!("gcd, {}: {}", figure.name, machine::host_and_device(&header));
        let names: Vec<&str> = SHOWN.into_iter().chain(["other"]).collect();
        let picture = match figure.stages {
            true => bars::draw(&title, figure.axis, &names, &groups)?,
            false => plot::draw(&title, (figure.axis, "milliseconds"), &lines)?,
        };
        if let Some(picture) = picture {
            files::write(&dir.join(format!("gcd-{}.svg", figure.name)), &picture)?;
        }
    }
    match out.problems.is_empty() {
        true => Ok(()),
        false => Err(out.problems.join("\n")),
    }
}
