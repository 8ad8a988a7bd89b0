//! Time left as progress tells it, beside what was left: computations of several shapes.
//!
//! After t of T milliseconds the fraction f that was told last lets expect t (1 - f) / f more; its ratio to T - t is 1 where progress is even.

mod row;

use crate::machine;
use crate::predictions::cpu_time;
use crate::values::{one_of, positive};
use clap::Args;
use eliminant::{Backend, Control, RunOptions, StageTime};
use row::Row;
use std::cell::OnceCell;
use std::sync::{Arc, Mutex};
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// The engine
    #[arg(long, value_parser = one_of([("cpu", Backend::Cpu), ("cuda", Backend::Cuda)]), default_value = "cpu")]
    backend: Backend,
    /// CPU threads; all cores unless given. With one, times are those of the process, so that other programs do not count
    #[arg(long, value_name = "N", value_parser = positive)]
    threads: Option<usize>,
    /// Sizes of the rows: their times grow about with the square of it
    #[arg(long, value_name = "X", default_value = "1")]
    scale: f64,
    /// These rows only
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    only: Vec<String>,
    /// Commit for the header; else ELIMINANT_COMMIT of the build, else what git says
    #[arg(long, value_name = "TEXT")]
    commit: Option<String>,
}

/// The factor by which the time left may be wrong.
const WITHIN: f64 = 1.5;

/// The reports, with the milliseconds after which they came, and those of the whole.
struct Told {
    seen: Vec<(f64, f64)>,
    whole: f64,
    stages: Vec<StageTime>,
}

impl Told {
    /// Runs a row.
    fn new(row: &Row, run: &RunOptions) -> Result<Self, String> {
        let (wall, alone) = (Instant::now(), run.threads == Some(1));
        let now = move || if alone { cpu_time() } else { wall.elapsed().as_secs_f64() * 1e3 };
        let (seen, start) = (Arc::new(Mutex::new(Vec::new())), OnceCell::new());
        let (mut run, into) = (run.clone(), seen.clone());
        run.control = Control::with_progress(move |fraction| {
            if let Ok(mut seen) = into.lock() {
                seen.push((now(), fraction));
            }
        });
        let report = row.run(&run, || _ = start.set(now())).map_err(|error| format!("{}: {error}", row.name))?;
        let start = start.into_inner().unwrap_or(0.0);
        let whole = now() - start;
        let seen =
            seen.lock().map_err(|error| error.to_string())?.iter().map(|(at, told)| (at - start, *told)).collect();
        Ok(Told { seen, whole, stages: report.stages })
    }

    /// The ratio of the time left that is expected after this part of the time to what is left; none where nothing was told.
    fn ratio(&self, part: f64) -> Option<f64> {
        let at = part * self.whole;
        let (_, told) = self.seen.iter().rev().find(|(time, _)| *time <= at)?;
        Some(at * (1.0 - told) / told / (self.whole - at))
    }

    /// Least and greatest ratio from one part of the time to another, where something was told.
    fn ratios(&self, from: u32, to: u32) -> (f64, f64) {
        let all = (from..=to).filter_map(|percent| self.ratio(f64::from(percent) / 100.0));
        all.fold((f64::INFINITY, 0.0), |(least, most), ratio| (ratio.min(least), ratio.max(most)))
    }

    /// The longest time without news.
    fn silence(&self) -> f64 {
        let times = self.seen.iter().map(|(time, _)| *time);
        times.scan(0.0, |before, now| Some(now - std::mem::replace(before, now))).fold(0.0, f64::max)
    }
}

/// By how much the time left is wrong at most, in either direction. Where nothing was told, the least is infinite: then so is this.
fn worst((least, most): (f64, f64)) -> f64 {
    if least > most { f64::INFINITY } else { most.max(1.0 / least) }
}

/// Measures every row.
///
/// # Errors
/// Rows that fail.
pub fn run(options: Options, smoke: bool) -> Result<(), String> {
    print!("{}", machine::header(options.commit.as_deref()));
    let mut run = RunOptions::default();
    run.backend = options.backend;
    run.threads = options.threads;
    run.seed = Some(1);
    println!(
        "\nExpected time left over what was left, least and most from 10 to 90 percent of the time and from 90 to 98, and the worst factor from 10 to 90.\n\
         {:<16}{:>9}{:>8}{:>13}{:>13}{:>8}   ratio after 10, 20, ..., 90 percent",
        "row", "ms", "silent", "10-90", "90-98", "worst"
    );
    let mut all = Vec::new();
    let scale = if smoke { 0.05 } else { options.scale };
    for row in row::all(scale).iter().filter(|row| options.only.is_empty() || options.only.contains(&row.name)) {
        let told = Told::new(row, &run)?;
        let [middle, end] = [(10, 90), (90, 98)].map(|(from, to)| told.ratios(from, to));
        let worst = worst(middle);
        all.push((row.name.clone(), worst));
        let [middle, end] = [middle, end].map(|(least, most)| format!("{least:.2} {most:.2}"));
        let ratio = |k: u32| told.ratio(f64::from(k) / 10.0).map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let curve: Vec<String> = (1..10).map(ratio).collect();
        let curve = curve.join(" ");
        let (whole, silence) = (told.whole, told.silence());
        println!("{:<16}{whole:>9.0}{silence:>8.0}{middle:>13}{end:>13}{worst:>8.2}   {curve}", row.name);
        let long = told.stages.iter().filter(|stage| stage.milliseconds > 0.01 * told.whole);
        let stages: Vec<String> = long.map(|stage| format!("{} {:.0}", stage.stage, stage.milliseconds)).collect();
        println!("    {}", stages.join(", "));
    }
    let within = all.iter().filter(|(_, worst)| *worst <= WITHIN).count();
    println!("\n{within} of {} rows within a factor of {WITHIN}", all.len());
    Ok(())
}
