//! What a rank other than 0 does: it makes the engines that computations of rank 0 ask for.

use crate::engine::remote::Link;
#[cfg(any(feature = "mpi", test))]
use crate::engine::remote::{greet, next_computation, refuse, serve};
use crate::engine::remote::{Wire, ask_for_engine};
use crate::error::Result;
use crate::plan::plain_primes::PrimeSize;
#[cfg(any(feature = "mpi", test))]
use crate::run::backend::{EngineRequest, choose, first};
#[cfg(any(feature = "mpi", test))]
use crate::run::options::{Backend, Devices, RunOptions, WordSize};
#[cfg(any(feature = "mpi", test))]
use crate::run::threads::on_threads;
#[cfg(any(feature = "mpi", test))]
use std::sync::Arc;

/// The engine that a computation asks a rank for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opening {
    /// A device, else its cores.
    pub device: bool,
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
    /// `Rank`.
    pub fn send(&self, link: &dyn Link) -> Result<()> {
        ask_for_engine(link, |to| {
            (self.device, self.size).put(to);
            (self.memory_limit, self.threads).put(to);
        })
    }

    #[cfg(any(feature = "mpi", test))]
    fn take(from: &mut &[u8]) -> Result<Self> {
        let (device, size) = Wire::take(from)?;
        let (memory_limit, threads) = Wire::take(from)?;
        Ok(Opening { device, size, memory_limit, threads })
    }
}

/// Serves the computations of rank 0 until it quits. Number `local` of the ranks of this machine takes the device of that number, in turns where these are fewer.
///
/// # Errors
/// `Rank`: rank 0 is gone.
#[cfg(any(feature = "mpi", test))]
pub(crate) fn serve_rank(link: &Arc<dyn Link>, local: usize) -> Result<()> {
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
                    devices: &|_| 1,
                    has_room: &|_| Ok(true),
                    word: run.word,
                    held: 0,
                };
                let mut chosen = choose(&run, &request)?;
                chosen.run(|engines| {
                    let engine = first(engines)?;
                    greet(&**link, engine)?;
                    // What goes wrong from here on is told by the stages.
                    Ok(serve(link, engine))
                })
            })?
        });
        match served {
            Ok(done) => done?,
            Err(error) => refuse(&**link, &error)?,
        }
    }
    Ok(())
}

/// The device of the rank number `local` of a machine.
#[cfg(all(feature = "cuda", any(feature = "mpi", test)))]
fn device(local: usize) -> usize {
    // Where there is none the engine says so.
    crate::engine::cuda::ordinals(None).map_or(0, |devices| local % devices.len().max(1))
}

/// There is none in this build, which the engine says.
#[cfg(all(not(feature = "cuda"), any(feature = "mpi", test)))]
fn device(_: usize) -> usize {
    0
}
