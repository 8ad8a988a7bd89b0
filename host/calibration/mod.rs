//! How fast the engines of this machine are: measured once by small computations, and kept in a file.
//!
//! An ordinary computation neither measures nor reads anything here. A plan, or whoever wants to know how long something takes, does.

mod file;
mod fit;
mod jobs;
mod measure;
mod probe;
#[cfg(test)]
mod tests;

use crate::error::Result;
use crate::plan::cost::Rates;
use crate::run::backend::{self, EngineRequest};
use crate::run::options::{Backend, RunOptions};
use crate::run::threads::on_threads;

/// How fast one engine of this machine is.
///
/// Measuring computes reductions, evaluations, determinants, resultants, interpolations and lifts of several sizes, each a few times; the
/// least time of each counts, since other programs only add to it. It takes up to about a second on a CPU and on a device, whose start comes
/// on top. The rates are of the whole engine: a CPU with as many threads as the options say, or one device.
///
/// They are kept in the folder `eliminant` of `$XDG_CACHE_HOME`, or of `$HOME/.cache`, in a small JSON file for each engine. A file that is
/// damaged, that another version has written, or that belongs to another engine is not believed, and one that cannot be written is done without:
/// then the next call measures again.
///
/// # Examples
/// ```no_run
/// use eliminant::{Backend, Calibration, Polynomial, Resultant, RunOptions};
///
/// let f: Polynomial = "x^2*y^3 + x*y - 1".parse()?;
/// let g: Polynomial = "y^2 - x^3 + 5".parse()?;
/// let mut options = RunOptions::default();
/// options.backend = Backend::Cpu;
/// let plan = Resultant::new(&f, &g, "y").run_options(options.clone()).plan()?;
/// for calibration in Calibration::of_machine(&options, false)? {
///     let prediction = plan.on_grid.predict(&calibration.rates);
///     println!("{:.1} ms on {}", prediction.milliseconds, calibration.engine);
/// }
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Calibration {
    /// `cpu` or `cuda`.
    pub backend: &'static str,
    /// The processor, threads and size of primes, or the device and its driver.
    pub engine: String,
    /// The measured rates.
    pub rates: Rates,
}

impl Calibration {
    /// The folder in which rates are kept; `None` where the environment names none. It need not be there.
    pub fn folder() -> Option<std::path::PathBuf> {
        file::folder()
    }

    /// The engines that `options` let a computation choose from: the CPU with so many threads and primes of that size, and the first of the
    /// devices; without a driver, a device or kernels that one is left out. Rates that are kept are taken from there, unless they are to be measured `anew`;
    /// others are measured and kept.
    ///
    /// # Errors
    /// Of the engines: threads that cannot be started, a device that fails or is not one of those there; `Cancelled`.
    pub fn of_machine(options: &RunOptions, anew: bool) -> Result<Vec<Calibration>> {
        let mut found = Vec::new();
        if options.backend != Backend::Cuda {
            found.push(Calibration::one(options, Backend::Cpu, anew)?);
        }
        if options.backend != Backend::Cpu {
            match Calibration::one(options, Backend::Cuda, anew) {
                Ok(calibration) => found.push(calibration),
                Err(error) if backend::is_absence(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// The rates of one engine, kept or measured.
    fn one(options: &RunOptions, backend: Backend, anew: bool) -> Result<Calibration> {
        let options = &RunOptions { backend, memory_limit: None, ..options.clone() };
        let (folder, engine) = (file::folder(), name(options)?);
        let name = if backend == Backend::Cuda { "cuda" } else { "cpu" };
        let kept = folder.as_ref().filter(|_| !anew).and_then(|folder| file::read(folder, &engine));
        let rates = match kept {
            Some(rates) => rates,
            None => {
                let rates = measured(options)?;
                // Rates that cannot be kept are measured again the next time.
                let _ = folder.map(|folder| file::write(&folder, &engine, &rates));
                rates
            }
        };
        Ok(Calibration { backend: name, engine, rates })
    }
}

/// Measures the engine that the options name.
fn measured(options: &RunOptions) -> Result<Rates> {
    let measure = || {
        let engine_request = EngineRequest {
            suits_device: true,
            is_long: false,
            systems: false,
            devices: &|_| 1,
            has_room: &|_| Ok(true),
            word: options.word,
            held: 0,
        };
        backend::choose(options, &engine_request)?
            .run(|engines| measure::rates(backend::first(engines)?, &options.control))
    };
    on_threads(options.threads, measure)?
}

/// The name of an engine among those with other rates; no device is started for it.
fn name(options: &RunOptions) -> Result<String> {
    match options.backend {
        Backend::Cuda => device_name(options),
        _ => {
            let cpu = || backend::cpu(options, options.word, 0).map(|chosen| chosen.device());
            Ok(format!("{}, {}", processor(), on_threads(options.threads, cpu)??))
        }
    }
}

#[cfg(feature = "cuda")]
fn device_name(options: &RunOptions) -> Result<String> {
    let ordinals = backend::ordinals(options)?;
    let device = crate::engine::cuda::device(ordinals.first().copied().unwrap_or(0))?;
    let (major, minor) = device.driver_version;
    Ok(format!("{}, driver {major}.{minor}", device.name))
}

#[cfg(not(feature = "cuda"))]
fn device_name(_: &RunOptions) -> Result<String> {
    Err(backend::without_cuda())
}

/// The name of the processor as the system has it, or its architecture.
fn processor() -> String {
    let named = |line: &str| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim().to_owned());
    let listed = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    listed.lines().find_map(named).unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}
