//! A row: its files, its plan, and what it takes.

use eliminant::plan::cost::Rates;
use eliminant::{Backend, Determinant, Matrix, Polynomial, Resultant, RunOptions, StageTime};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The files of a row.
pub struct Files {
    pub name: String,
    folder: PathBuf,
    is_matrix: bool,
}

/// The prediction of a row.
pub struct Planned {
    pub milliseconds: f64,
    /// The same on several engines, by their number.
    pub shared: Vec<(usize, f64)>,
    pub paper: Option<f64>,
    /// Of the host.
    pub bytes: u64,
    /// Of a device, where one computes.
    pub of_device: Option<u64>,
    pub stages: Vec<StageTime>,
}

/// The cost of a row: milliseconds of the fastest run and of its stages, the most bytes that the process had more than before it, and those of
/// a device.
#[derive(Serialize, Deserialize)]
pub struct Measured {
    pub milliseconds: f64,
    pub stages: Vec<(String, f64)>,
    pub bytes: u64,
    pub of_device: u64,
}

/// The input of a row.
enum Input {
    Matrix(Matrix),
    Pair(Polynomial, Polynomial),
}

/// Rows for a look: a matrix and a pair, with the names of their files.
pub fn small() -> [(&'static str, String); 3] {
    let entry = |i: usize, j: usize| format!("\"{}*x^2*y + {}*y^2 - {}*x + {}\"", i + 1, j + 2, i * j + 1, i + 3 * j);
    let row = |i: usize| (0..7).map(|j| entry(i, j)).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..7).map(|i| format!("[{}]", row(i))).collect();
    let matrix = format!("{{\"vars\":[\"x\",\"y\"],\"rows\":[{}]}}", rows.join(","));
    let pair = |d: u32| (0..=d).map(|k| format!("{}*x^{}*y^{k}", 3 * k + 7, (5 * k + d) % 11)).collect::<Vec<_>>();
    [("det7.json", matrix), ("res20.f.txt", pair(20).join(" + ")), ("res20.g.txt", pair(19).join(" - "))]
}

impl Files {
    /// All rows of a folder, by name.
    pub fn of(folder: &Path) -> Result<Vec<Files>, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
            let of = |name: &str, is_matrix| Files { name: name.to_owned(), folder: folder.to_owned(), is_matrix };
            found.extend(name.strip_suffix(".json").map(|name| of(name, true)));
            found.extend(name.strip_suffix(".f.txt").map(|name| of(name, false)));
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// One of them.
    pub fn named(folder: &Path, name: &str) -> Result<Files, String> {
        let found = Files::of(folder)?.into_iter().find(|files| files.name == name);
        found.ok_or_else(|| format!("{}: no row {name}", folder.display()))
    }

    pub fn is_one_of(&self, names: &[String]) -> bool {
        names.is_empty() || names.contains(&self.name)
    }

    fn read(&self) -> Result<Input, String> {
        let text = |end: &str| {
            let path = self.folder.join(format!("{}{end}", self.name));
            std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let wrong = |error: eliminant::Error| format!("{}: {error}", self.name);
        match self.is_matrix {
            true => Ok(Input::Matrix(Matrix::from_json(&text(".json")?).map_err(wrong)?)),
            false => Ok(Input::Pair(
                text(".f.txt")?.trim().parse().map_err(wrong)?,
                text(".g.txt")?.trim().parse().map_err(wrong)?,
            )),
        }
    }

    /// The prediction with these rates, and on so many engines.
    pub fn planned(&self, run: &RunOptions, rates: &Rates, engines: &[usize]) -> Result<Planned, String> {
        let wrong = |error: eliminant::Error| format!("{}: {error}", self.name);
        let (on_grid, paper) = match self.read()? {
            Input::Matrix(matrix) => {
                let plan = Determinant::new(&matrix).run_options(run.clone()).plan().map_err(wrong)?;
                let paper = plan.paper(rates).map(|paper| paper.milliseconds);
                (plan.on_grid, paper)
            }
            Input::Pair(f, g) => {
                (Resultant::new(&f, &g, "y").run_options(run.clone()).plan().map_err(wrong)?.on_grid, None)
            }
        };
        let time = on_grid.predict(rates);
        let shared = engines.iter().map(|&count| (count, on_grid.predict_shared(rates, count))).collect();
        let devices = on_grid.on_devices.as_ref().filter(|_| run.backend == Backend::Cuda);
        let bytes = devices.map_or(on_grid.usual_bytes, |devices| devices.host_bytes);
        let of_device = devices.map(|devices| devices.usual_bytes);
        Ok(Planned { milliseconds: time.milliseconds, shared, paper, bytes, of_device, stages: time.stages })
    }

    /// Runs it so many times.
    pub fn measure(&self, run: &RunOptions, repeat: usize) -> Result<Measured, String> {
        let input = self.read()?;
        // Code, threads and tables of the process are no part of what the row takes.
        small_run(run).map_err(|error| error.to_string())?;
        let before = resident("VmRSS:");
        let mut best = Measured { milliseconds: f64::INFINITY, stages: Vec::new(), bytes: 0, of_device: 0 };
        for number in 0..repeat.max(1) {
            let (start, cpu) = (Instant::now(), cpu_time());
            let found = match &input {
                Input::Matrix(matrix) => {
                    let found = Determinant::new(matrix).run_options(run.clone()).run();
                    found.map(|found| (found.report.run, found.polynomial))
                }
                Input::Pair(f, g) => {
                    let found = Resultant::new(f, g, "y").run_options(run.clone()).run();
                    found.map(|found| (found.report.run, found.polynomial))
                }
            };
            let wall = start.elapsed().as_secs_f64() * 1e3;
            // That the answer goes afterwards is no part of it: tens of millions of integers take a second.
            let (report, _answer) = found.map_err(|error| format!("{}: {error}", self.name))?;
            let milliseconds = if run.threads == Some(1) { cpu_time() - cpu } else { wall };
            if number == 0 {
                best.bytes = resident("VmHWM:").saturating_sub(before);
                best.of_device = report.device_bytes;
            }
            if milliseconds < best.milliseconds {
                best.milliseconds = milliseconds;
                best.stages = report.stages.iter().map(|stage| (stage.stage.to_owned(), stage.milliseconds)).collect();
            }
        }
        Ok(best)
    }
}

/// A small determinant and a small resultant.
fn small_run(run: &RunOptions) -> eliminant::Result<()> {
    let (f, g) = ("x*y^3 - y + 1".parse()?, "y^2 - x^2*y + 3".parse()?);
    Resultant::new(&f, &g, "y").run_options(run.clone()).run()?;
    let matrix: Matrix = "[[x, y + 1, 2], [3, x*y, x], [y, 5, x - y]]".parse()?;
    Determinant::new(&matrix).run_options(run.clone()).run().map(drop)
}

/// A line of the process' status in bytes; 0 where the system has none.
fn resident(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) * 1024
}

/// Milliseconds that this process has computed.
#[cfg(unix)]
pub fn cpu_time() -> f64 {
    let spent = nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID);
    spent.map_or(0.0, |time| time.tv_sec() as f64 * 1e3 + time.tv_nsec() as f64 * 1e-6)
}

/// Elsewhere that of the wall.
#[cfg(not(unix))]
pub fn cpu_time() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}
