//! The engine for systems of polynomials, and what is done there.

use crate::control::Control;
use crate::error::Result;
use crate::floating::Precision;
use crate::run::backend::{AllStages, OnEngines, Wish, choose, first, threads};
use crate::run::options::{RunOptions, WordSize};
use crate::run::threads::on_pool;

/// What a computation takes, to choose an engine by.
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

impl Work {
    /// Whether a device is worth its start and the copies.
    fn suits_device<R: Precision>(&self, run: &RunOptions) -> bool {
        // Products of one thread of a CPU with 8 lanes in a second, and of a device; products that follow each other, of a warp; by
        // `benches/results/2026-11-24-h200-systems.txt`. 50 us for a launch and its copies, which move 20 GB a second.
        let (core, device, warp) = match R::PARTS {
            1 => (3e9, 8e11, 3e8),
            2 => (4e8, 1e11, 3e7),
            _ => (1.5e7, 8e9, 1e6),
        };
        let on_device = 5e-5 + (self.products / device).max(self.chain / warp) + self.bytes / 2e10;
        cfg!(feature = "cuda") && on_device < self.products / core / threads(run) as f64
    }
}

/// Something that is done on one engine.
pub(super) trait OnEngine: Send {
    /// What comes of it.
    type Output: Send;

    /// Does it. `control` has the progress of the whole; `backend` is the name of the engine.
    fn run<E: AllStages>(self, engine: &mut E, control: &Control, backend: &'static str) -> Result<Self::Output>;
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
            let wish = Wish {
                suits_device: size.suits_device::<R>(run),
                devices: &|_| 1,
                has_room: &|_| Ok(true),
                word: WordSize::Bits31,
                held: size.held,
            };
            let mut chosen = choose(run, &wish)?;
            let backend = chosen.backend();
            chosen.run(OnFirst { work, control: &run.control, backend })
        },
    )
}

/// Work on the first of some engines.
struct OnFirst<'c, W> {
    work: W,
    control: &'c Control,
    backend: &'static str,
}

impl<W: OnEngine> OnEngines for OnFirst<'_, W> {
    type Output = Result<W::Output>;

    fn run<E: AllStages>(self, engines: &mut [&mut E]) -> Self::Output {
        self.work.run(first(engines)?, self.control, self.backend)
    }
}
