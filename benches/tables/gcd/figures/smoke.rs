//! Small figures, to see that they are drawn.

use super::Runs;
use super::inputs::{Family, Figure, input};
use crate::files;
use crate::gcd::engine::Engine;
use eliminant::{Backend, GcdMethod};
use std::time::Duration;

/// Figures of every kind, on the CPU: the files are there, and show what was measured.
///
/// # Errors
/// The error of [`super::run`], or the name of a file that is missing.
pub fn run() -> Result<(), String> {
    let stops = |at: [u32; 2]| Vec::from(at.map(|at| (at, input((2 * at, at + 7), at / 2, 20 + at))));
    let figure = |name, stages| Figure {
        name,
        axis: "position",
        families: vec![
            Family { label: "small", stops: stops([16, 32]) },
            Family { label: "other", stops: stops([8, 20]) },
        ],
        stages,
    };
    let engine = |method| Engine { backend: Backend::Cpu, devices: None, threads: None, method };
    let engines = [GcdMethod::Remainder, GcdMethod::Schur].map(engine);
    let runs = Runs { engines: &engines, repeat: 2, limit: Duration::from_secs(10) };
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    super::run(&[figure("degree", false), figure("stages", true)], &runs, None, dir.path())?;
    let read = |name: &str| files::read(&dir.path().join(name));
    let text = read("gcd-figures.txt")?;
    if text.matches("cpu all schur").count() != 8 || text.matches(" images ").count() != 8 {
        return Err(format!("gcd-figures.txt is not what was measured:\n{text}"));
    }
    // Names of lines, and of groups of bars.
    let lines = ["cpu all, small", "cpu all schur, small", "cpu all, other", "cpu all schur, other"].map(str::to_owned);
    let groups =
        [16, 32, 8, 20].into_iter().flat_map(|at| ["cpu all", "cpu all schur"].map(|name| format!("{at}: {name}\n")));
    for (name, marks) in [("gcd-degree.svg", Vec::from(lines)), ("gcd-stages.svg", groups.collect())] {
        let picture = read(name)?;
        if let Some(missing) = marks.iter().find(|mark| !picture.contains(mark.as_str())) {
            return Err(format!("{name} does not show {missing}"));
        }
    }
    println!("figures: right");
    Ok(())
}
