//! The plan of a computation with a system.

use super::on_engine::Work;
use super::start::RootCounts;
use crate::error::Result;
use crate::floating::Precision;
use crate::run::backend::check;
use crate::run::memory;
use crate::run::options::{Backend, RunOptions};
use crate::run::threads::on_threads;
use serde::Serialize;

/// The plan of a computation with a system, with its memory and predicted time: [`Evaluator::plan`](super::Evaluator::plan), [`Newton::plan`](super::Newton::plan),
/// [`Track::plan`](super::Track::plan), [`Solve::plan`](super::Solve::plan).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SystemPlan {
    /// Points, or paths.
    pub points: u64,
    /// Products of complex numbers. Of Newton's method for six steps a point, of paths for 40 steps, and for 60 to the ends of all zeros.
    pub products: f64,
    /// Bytes of memory of the host for the system, points, paths and results.
    pub bytes: u64,
    /// `cpu` or `cuda`: what is taken.
    pub backend: &'static str,
    /// How many devices; 0 for the CPU.
    pub devices: usize,
    /// Milliseconds there, about: by rates of one machine, and steps as above, or by `sampled` paths on this one.
    pub milliseconds: f64,
    /// Paths that were followed for the prediction; 0 for none.
    pub sampled: u64,
    /// Whether some of these took so long that they were left: all take as long as is said, or longer.
    pub is_least: bool,
    /// Of all zeros of a system: bounds of their number, and whether paths begin at those of a generic system with the same monomials. `None` for other
    /// computations.
    pub zeros: Option<PlannedZeros>,
}

/// Of the zeros of a system, before they are computed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PlannedZeros {
    /// Bounds of their number.
    pub root_counts: RootCounts,
    /// Paths begin at the zeros of a generic system with the same monomials.
    pub is_polyhedral: bool,
}

/// The time of some paths.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sampled {
    /// How many.
    pub(super) paths: u64,
    /// All of them together.
    pub(super) seconds: f64,
    /// Whether all were followed to their ends.
    pub(super) is_whole: bool,
}

impl SystemPlan {
    /// The plan with the time of all paths that those of a sample predict.
    pub(super) fn by(self, sample: &Sampled) -> Self {
        let part = self.points as f64 / sample.paths.max(1) as f64;
        let milliseconds = 1e3 * sample.seconds * part;
        SystemPlan { milliseconds, sampled: sample.paths, is_least: !sample.is_whole, ..self }
    }
}

impl SystemPlan {
    /// The plan of this and then another computation, on the engine of the one that takes longer.
    pub(super) fn and(self, other: Self) -> Self {
        let (longer, rest) = if self.milliseconds < other.milliseconds { (other, self) } else { (self, other) };
        SystemPlan {
            points: longer.points.saturating_add(rest.points),
            products: longer.products + rest.products,
            bytes: longer.bytes.max(rest.bytes),
            milliseconds: longer.milliseconds + rest.milliseconds,
            sampled: longer.sampled + rest.sampled,
            is_least: longer.is_least || rest.is_least,
            zeros: None,
            ..longer
        }
    }
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
    let (products, bytes, milliseconds) = (size.products, size.held, 1e3 * seconds);
    Ok(SystemPlan { points, products, bytes, backend, devices, milliseconds, sampled: 0, is_least: false, zeros: None })
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
