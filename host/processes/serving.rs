//! What a process other than 0 does: it makes the engines that computations of process 0 ask for.

use crate::engine::remote::{Link, Served, Wire, ask_for_engine, greet, next_computation, refuse, serve_engine};
use crate::error::Result;
use crate::plan::plain_primes::PrimeSize;
use crate::run::backend::{EngineRequest, choose, first};
use crate::run::options::{Backend, Devices, RunOptions, WordSize};
use crate::run::threads::on_threads;
use std::sync::Arc;

/// The engine that a computation asks a process for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opening {
    /// A device, else its cores.
    pub device: bool,
    /// For systems of polynomials.
    pub systems: bool,
    /// How long its primes are.
    pub size: PrimeSize,
    /// As the options of the computation.
    pub memory_limit: Option<u64>,
    /// As the options of the computation.
    pub threads: Option<usize>,
}

impl Opening {
    /// Asks for it.
    ///
    /// # Errors
    /// `Process`.
    pub fn send(&self, link: &dyn Link) -> Result<()> {
        ask_for_engine(link, |to| {
            ((self.device, self.systems), self.size).put(to);
            (self.memory_limit, self.threads).put(to);
        })
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        let ((device, systems), size) = Wire::take(from)?;
        let (memory_limit, threads) = Wire::take(from)?;
        Ok(Opening { device, systems, size, memory_limit, threads })
    }
}

/// Serves the computations of process 0 until it quits. Number `local` of the processes of this machine takes the device of that number, in turns where these are fewer.
///
/// # Errors
/// `Process`: process 0 is gone.
pub(crate) fn serve(link: &Arc<dyn Link>, local: usize) -> Result<()> {
    while let Some(arguments) = next_computation(&**link)? {
        let served = Opening::take(&mut &arguments[..]).and_then(|opening| {
            let mut run = RunOptions::default();
            (run.memory_limit, run.threads) = (opening.memory_limit, opening.threads);
            run.backend = if opening.device { Backend::Cuda } else { Backend::Cpu };
            run.word = if opening.size == PrimeSize::Bits50 { WordSize::Bits50 } else { WordSize::Bits31 };
            if opening.device {
                run.devices = Devices::Numbers(vec![device(local)]);
            }
            on_threads(run.threads, || {
                let request = EngineRequest {
                    suits_device: true,
                    is_long: false,
                    systems: opening.systems,
                    devices: &|_| 1,
                    has_room: &|_| Ok(true),
                    word: run.word,
                    held: 0,
                };
                let mut chosen = choose(&run, &request)?;
                if opening.systems {
                    return chosen.run_systems(|engines| served(link, Served::Systems(first(engines)?)));
                }
                chosen.run(|engines| served(link, Served::Exact(first(engines)?)))
            })?
        });
        match served {
            Ok(done) => done?,
            Err(error) => refuse(&**link, &error)?,
        }
    }
    Ok(())
}

/// Serves one computation by this engine. The error of the outer result is told to process 0; from the greeting on stages tell theirs.
fn served(link: &Arc<dyn Link>, mut engine: Served<'_>) -> Result<Result<()>> {
    greet(&**link, &mut engine)?;
    Ok(serve_engine(link, engine))
}

/// The device of the process number `local` of a machine.
#[cfg(feature = "cuda")]
fn device(local: usize) -> usize {
    // Where there is none the engine says so.
    crate::engine::cuda::ordinals(None).map_or(0, |devices| local % devices.len().max(1))
}

/// There is none in this build, which the engine says.
#[cfg(not(feature = "cuda"))]
fn device(_: usize) -> usize {
    0
}
