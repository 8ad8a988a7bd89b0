//! What a computation with a system will take.

use super::on_engine::Work;
use crate::error::Result;
use crate::floating::Precision;
use crate::run::backend::check;
use crate::run::memory;
use crate::run::options::{Backend, RunOptions};
use crate::run::threads::on_threads;
use serde::Serialize;

/// What a computation with a system will take, told before it: [`Evaluator::plan`](super::Evaluator::plan), [`Newton::plan`](super::Newton::plan),
/// [`Track::plan`](super::Track::plan), [`Solve::plan`](super::Solve::plan).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SystemPlan {
    /// Points, or paths.
    pub points: u64,
    /// Products of complex numbers. Of Newton's method for six steps a point, of paths for 40 steps, and 60 to the ends of all zeros.
    pub products: f64,
    /// Bytes of memory of the host for the system, points, paths and results.
    pub bytes: u64,
    /// `cpu` or `cuda`: what is taken.
    pub backend: &'static str,
    /// How many devices; 0 for the CPU.
    pub devices: usize,
    /// Milliseconds there, about: by rates of one machine, and steps as above.
    pub milliseconds: f64,
}

/// The plan of `size`, most of which is in numbers of precision `R`.
///
/// # Errors
/// `Limit` where it would hold more than there is; `Argument` for choices that cannot be; where devices are asked for, why there are none.
pub(super) fn plan<R: Precision>(run: &RunOptions, size: &Work, points: u64) -> Result<SystemPlan> {
    check(run)?;
    on_threads(run.threads, || memory::left(run, size.held))??;
    let devices = match run.backend {
        Backend::Cpu => 0,
        Backend::Cuda => count(run)?,
        Backend::Auto if size.suits_device::<R>(run) => count(run).unwrap_or(0),
        Backend::Auto => 0,
    };
    let devices = if devices == 0 { 0 } else { size.devices::<R>(devices, run.always_split) };
    let seconds = match devices {
        0 => size.on_cpu::<R>(run),
        _ => size.on_devices::<R>(devices),
    };
    let backend = if devices == 0 { "cpu" } else { "cuda" };
    Ok(SystemPlan { points, products: size.products, bytes: size.held, backend, devices, milliseconds: 1e3 * seconds })
}

/// How many devices there are of those that are asked for.
#[cfg(feature = "cuda")]
fn count(run: &RunOptions) -> Result<usize> {
    Ok(crate::run::backend::ordinals(run)?.len())
}

/// There are none in this build.
#[cfg(not(feature = "cuda"))]
fn count(_: &RunOptions) -> Result<usize> {
    Err(crate::run::backend::without_cuda())
}
