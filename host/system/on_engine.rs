//! The engines for systems of polynomials, and what is done there.

use super::together::Together;
use crate::control::Control;
use crate::error::Result;
use crate::floating::Precision;
use crate::plan::cost::fastest;
use crate::run::backend::{EngineRequest, choose, is_long, threads};
use crate::run::options::{RunOptions, WordSize};
use crate::run::report::RunReport;
use crate::run::threads::on_pool;

/// The work of a computation, to choose an engine by.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    /// Products of complex numbers.
    pub(super) products: f64,
    /// Those of them that follow each other: of one point or path.
    pub(super) chain: f64,
    /// Bytes that a device reads and writes for the host.
    pub(super) bytes: f64,
    /// Bytes that are held whatever the engine is.
    pub(super) held: u64,
}

/// Seconds until a device has started, its launches and its copies.
const START: f64 = 5e-5;

impl Work {
    /// Seconds on so many devices.
    pub(super) fn on_devices<R: Precision>(&self, devices: usize) -> f64 {
        // Products of a device in a second, and those that follow each other, of a warp, by `benches/results/2026-11-24-h200-systems.txt`. Copies move
        // 20 GB a second.
        let (device, warp) = match R::PARTS {
            1 => (8e11, 3e8),
            2 => (1e11, 3e7),
            _ => (8e9, 1e6),
        };
        let shared = self.products / device / devices as f64;
        START + shared.max(self.chain / warp) + self.bytes / 2e10 / devices as f64
    }

    /// Seconds on as many threads of a CPU with 8 lanes as are asked for.
    pub(super) fn on_cpu<R: Precision>(&self, run: &RunOptions) -> f64 {
        // By the same file.
        let core = match R::PARTS {
            1 => 3e9,
            2 => 4e8,
            _ => 1.5e7,
        };
        self.products / core / threads(run) as f64
    }

    /// Whether a device is worth its start and the copies.
    pub(super) fn suits_device<R: Precision>(&self, run: &RunOptions) -> bool {
        cfg!(feature = "cuda") && self.on_devices::<R>(1) < self.on_cpu::<R>(run)
    }

    /// How many of so many devices are fastest.
    pub(super) fn devices<R: Precision>(&self, most: usize, always: bool) -> usize {
        if always { most } else { fastest(most, |devices| 1e3 * self.on_devices::<R>(devices)) }
    }
}

/// Something that is done on one engine, or several that are as one.
pub(super) trait OnEngine: Send {
    /// The result.
    type Output: Send;

    /// Does it. `control` has the progress of the whole; `report` names the engines.
    fn run(self, engine: &mut Together<'_, '_>, control: &Control, report: RunReport) -> Result<Self::Output>;
}

/// Does `work`, most of which is in numbers of precision `R`, where the options say, or where it is faster.
pub(super) fn on_engine<R: Precision, W: OnEngine>(run: &RunOptions, size: Work, work: W) -> Result<W::Output> {
    let mut run = run.clone();
    run.control = run.control.begin();
    let run = &run;
    on_pool(
        run,
        || Ok(()),
        |()| false,
        |(), _| {
            let engine_request = EngineRequest {
                is_long: is_long(run, || 1e3 * size.on_cpu::<R>(run)),
                systems: true,
                suits_device: size.suits_device::<R>(run),
                devices: &|most| size.devices::<R>(most, run.always_split),
                has_room: &|_| Ok(true),
                word: WordSize::Bits31,
                held: size.held,
            };
            let mut chosen = choose(run, &engine_request)?;
            let mut report = RunReport::default();
            report.chose(&chosen);
            chosen.run_systems(|engines| {
                let control = &run.control;
                work.run(&mut Together::new(engines, control)?, control, report)
            })
        },
    )
}
