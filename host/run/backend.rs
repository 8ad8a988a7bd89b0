//! The choice of an engine.

use super::memory;
use super::options::{Backend, Devices, RunOptions, WordSize};
use super::report::RunReport;
use super::threads::started;
use crate::alone;
use crate::engine::cpu::Cpu;
use crate::engine::{AnyEngine, AnySystems};
#[cfg(feature = "cuda")]
use crate::engine::{Worker, cuda::EngineGuard};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::cost::Work;

/// An engine ready to work.
pub(crate) enum SelectedEngines {
    /// The CPU engine.
    Cpu(Cpu),
    /// The CPU engine with 50-bit primes.
    #[cfg(target_arch = "x86_64")]
    Cpu50(Cpu<gpu::arith::Mont50>),
    /// The CUDA engines of one device or more, locked for this computation.
    #[cfg(feature = "cuda")]
    Cuda(Vec<EngineGuard>),
}

/// The first of some engines.
///
/// # Errors
/// `Argument` when there is none.
pub(crate) fn first<'s>(engines: &'s mut [&mut dyn AnyEngine]) -> Result<&'s mut dyn AnyEngine> {
    match engines {
        [engine, ..] => Ok(&mut **engine),
        [] => Err(Error::argument("devices", "name at least one")),
    }
}

impl SelectedEngines {
    /// Does `work` on the engines: on one CPU engine, or on those of one device or more; never on none.
    pub fn run<R: Send>(&mut self, work: impl FnOnce(&mut [&mut dyn AnyEngine]) -> R + Send) -> R {
        match self {
            // From within the pool whose threads the engine uses.
            SelectedEngines::Cpu(engine) => alone::in_pool(|| work(&mut [engine])),
            #[cfg(target_arch = "x86_64")]
            SelectedEngines::Cpu50(engine) => alone::in_pool(|| work(&mut [engine])),
            #[cfg(feature = "cuda")]
            SelectedEngines::Cuda(engines) => {
                let mut engines: Vec<_> =
                    engines.iter_mut().map(|engine| &mut **engine as &mut dyn AnyEngine).collect();
                work(&mut engines)
            }
        }
    }

    /// As [`SelectedEngines::run`]. Bundles of short primes take less memory: where that is too little for long ones that nobody has asked for, `work` is
    /// done again with short ones.
    ///
    /// # Errors
    /// Of `work`. Where neither fits, the error of the primes that need less, so that it names the least limit.
    pub fn run_in_memory<R: Send>(
        &mut self,
        options: &RunOptions,
        mut work: impl FnMut(&mut [&mut dyn AnyEngine]) -> Result<R> + Send,
    ) -> Result<R> {
        match self.run(&mut work) {
            Err(error) if self.has_choice_of_words(options) && memory::is_lack(&error) => {
                self.shorten();
                let named = |other: Error| match memory::is_lack(&other) && memory::lack(&other) > memory::lack(&error)
                {
                    true => error,
                    false => other,
                };
                self.run(work).map_err(named)
            }
            found => found,
        }
    }

    /// Takes primes of 31 bits from now on.
    pub fn shorten(&mut self) {
        #[cfg(target_arch = "x86_64")]
        if let SelectedEngines::Cpu50(engine) = self {
            *self = SelectedEngines::Cpu(engine.with_short_primes());
        }
    }

    /// As [`SelectedEngines::run`], for systems of polynomials.
    pub fn run_systems<R: Send>(&mut self, work: impl FnOnce(&mut [&mut dyn AnySystems]) -> R + Send) -> R {
        match self {
            SelectedEngines::Cpu(engine) => alone::in_pool(|| work(&mut [engine])),
            // Systems have no primes.
            #[cfg(target_arch = "x86_64")]
            SelectedEngines::Cpu50(engine) => alone::in_pool(|| work(&mut [&mut engine.with_short_primes()])),
            #[cfg(feature = "cuda")]
            SelectedEngines::Cuda(engines) => {
                let mut engines: Vec<_> =
                    engines.iter_mut().map(|engine| &mut **engine as &mut dyn AnySystems).collect();
                work(&mut engines)
            }
        }
    }

    /// Tells a CPU engine that it shares its pool with `computations - 1` others; devices stay as they are.
    pub fn sharing(self, computations: usize) -> Self {
        match self {
            SelectedEngines::Cpu(engine) => SelectedEngines::Cpu(engine.sharing(computations)),
            #[cfg(target_arch = "x86_64")]
            SelectedEngines::Cpu50(engine) => SelectedEngines::Cpu50(engine.sharing(computations)),
            #[cfg(feature = "cuda")]
            SelectedEngines::Cuda(engines) => SelectedEngines::Cuda(engines),
        }
    }

    /// Whether there are devices, which computations share; CPU engines are as many as one likes.
    pub fn has_devices(&self) -> bool {
        match self {
            SelectedEngines::Cpu(_) => false,
            #[cfg(target_arch = "x86_64")]
            SelectedEngines::Cpu50(_) => false,
            #[cfg(feature = "cuda")]
            SelectedEngines::Cuda(_) => true,
        }
    }

    /// Whether 50-bit primes were chosen by default, so that 31-bit ones may replace them.
    pub fn has_choice_of_words(&self, options: &RunOptions) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            SelectedEngines::Cpu50(_) => options.word == WordSize::Auto,
            _ => false,
        }
    }

    /// The engine of the first device; `None` for a CPU.
    #[cfg(feature = "cuda")]
    pub fn device_engine(&mut self) -> Option<&mut crate::engine::cuda::Cuda> {
        match self {
            SelectedEngines::Cuda(engines) => engines.first_mut().map(|engine| &mut **engine),
            _ => None,
        }
    }

    /// The most bytes that buffers of this computation had together on one device; 0 where there is none.
    pub fn device_bytes(&self) -> u64 {
        match self {
            SelectedEngines::Cpu(_) => 0,
            #[cfg(target_arch = "x86_64")]
            SelectedEngines::Cpu50(_) => 0,
            #[cfg(feature = "cuda")]
            SelectedEngines::Cuda(engines) => {
                engines.iter().map(|engine| engine.peak_memory() as u64).max().unwrap_or(0)
            }
        }
    }

    /// `cpu` or `cuda`.
    pub fn backend(&self) -> &'static str {
        if self.has_devices() { "cuda" } else { "cpu" }
    }

    /// Threads, the name of the device, or names and numbers of several.
    pub fn device(&self) -> String {
        match self {
            SelectedEngines::Cpu(_) => format!("{} threads", rayon::current_num_threads()),
            #[cfg(target_arch = "x86_64")]
            SelectedEngines::Cpu50(_) => format!("{} threads, AVX-512 IFMA", rayon::current_num_threads()),
            #[cfg(feature = "cuda")]
            SelectedEngines::Cuda(engines) => match &engines[..] {
                [engine] => engine.device().name.clone(),
                _ => {
                    let numbered = engines.iter().map(|engine| engine.device());
                    numbered.map(|d| format!("{} ({})", d.name, d.ordinal)).collect::<Vec<_>>().join(", ")
                }
            },
        }
    }
}

impl RunReport {
    /// Names the engines that were chosen, after they have computed.
    pub(crate) fn chose(&mut self, chosen: &SelectedEngines) {
        self.backend = chosen.backend();
        self.device = chosen.device();
        self.device_bytes = chosen.device_bytes();
    }
}

/// Threads of the CPU engine.
pub(crate) fn threads(options: &RunOptions) -> usize {
    options.threads.map_or_else(rayon::current_num_threads, started)
}

/// Whether the CPU engine has 50-bit primes.
fn has_50_bits(options: &RunOptions) -> bool {
    options.word != WordSize::Bits31 && crate::engine::cpu::has_ifma()
}

/// Milliseconds that `work` takes on the CPU, about.
pub(crate) fn cpu_milliseconds(options: &RunOptions, work: &Work) -> f64 {
    work.cpu(threads(options), has_50_bits(options))
}

/// The CPU engine beside `held` bytes, with the largest primes the processor is made for unless 31-bit ones are asked for.
pub(crate) fn cpu(options: &RunOptions, word: WordSize, held: u64) -> Result<SelectedEngines> {
    let memory = memory::left(options, held)?;
    #[cfg(target_arch = "x86_64")]
    if word != WordSize::Bits31
        && let Some(engine) = Cpu::with_ifma(memory, options.control.clone())
    {
        return Ok(SelectedEngines::Cpu50(engine));
    }
    match word {
        WordSize::Bits50 => Err(Error::unsupported("50-bit primes need AVX-512 IFMA, and a lift by remaindering")),
        WordSize::Auto | WordSize::Bits31 => Ok(SelectedEngines::Cpu(Cpu::new(memory, options.control.clone()))),
    }
}

/// The work of an operation, as [`choose`] asks for it.
pub(crate) struct EngineRequest<'a> {
    /// Whether a device would be faster.
    pub suits_device: bool,
    /// How many of so many devices would be fastest.
    #[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "asked of devices"))]
    pub devices: &'a dyn Fn(usize) -> usize,
    /// Whether the devices have the memory it needs.
    pub has_room: &'a dyn Fn(&mut SelectedEngines) -> Result<bool>,
    /// Primes of the CPU.
    pub word: WordSize,
    /// Bytes of the host that the operation holds whatever the engine is.
    pub held: u64,
}

/// # Errors
/// `Argument` for options that no engine can have.
pub(crate) fn check(options: &RunOptions) -> Result<()> {
    if options.memory_limit == Some(0) {
        return Err(Error::argument("memory limit", "must be positive"));
    }
    if options.devices == Devices::Numbers(Vec::new()) {
        return Err(Error::argument("devices", "name at least one"));
    }
    Ok(())
}

/// Whether the devices that the options insist on are there: answers that need no engine insist on them too.
///
/// # Errors
/// As [`check`]; with [`Backend::Cuda`], as [`choose`] where a device is absent.
pub(crate) fn check_devices(options: &RunOptions) -> Result<()> {
    check(options)?;
    match options.backend {
        Backend::Auto | Backend::Cpu => Ok(()),
        #[cfg(feature = "cuda")]
        Backend::Cuda => ordinals(options).map(drop),
        #[cfg(not(feature = "cuda"))]
        Backend::Cuda => Err(without_cuda()),
    }
}

/// The engine for an operation.
pub(crate) fn choose(options: &RunOptions, engine_request: &EngineRequest<'_>) -> Result<SelectedEngines> {
    check(options)?;
    let cpu = || cpu(options, engine_request.word, engine_request.held);
    match options.backend {
        Backend::Cpu => cpu(),
        Backend::Cuda => cuda(options, engine_request),
        Backend::Auto if !cfg!(feature = "cuda") || !engine_request.suits_device => cpu(),
        Backend::Auto => match cuda(options, engine_request) {
            Ok(mut chosen) => match (engine_request.has_room)(&mut chosen)? {
                true => Ok(chosen),
                // The CPU has no such limits, or the memory of the host; the report names it.
                false => cpu(),
            },
            // Machines without a driver, a device or kernels are what the CPU engine is for; the report names it.
            Err(error) if is_absence(&error) || is_without_room(&error) => cpu(),
            Err(error) => Err(error),
        },
    }
}

/// Whether there is a device for a computation whose options let it take one.
#[cfg(feature = "cuda")]
pub(crate) fn has_device(options: &RunOptions) -> bool {
    options.backend != Backend::Cpu && ordinals(options).is_ok_and(|ordinals| !ordinals.is_empty())
}

/// There is none in this build.
#[cfg(not(feature = "cuda"))]
pub(crate) fn has_device(_: &RunOptions) -> bool {
    false
}

/// The numbers of the devices that are asked for, all of which are there.
#[cfg(feature = "cuda")]
pub(crate) fn ordinals(options: &RunOptions) -> Result<Vec<usize>> {
    crate::engine::cuda::ordinals(match &options.devices {
        Devices::All => None,
        Devices::Numbers(numbers) => Some(numbers),
    })
}

/// The CUDA engines for an operation: of as many of the devices asked for as make it faster, all of which must be there.
#[cfg(feature = "cuda")]
fn cuda(options: &RunOptions, engine_request: &EngineRequest<'_>) -> Result<SelectedEngines> {
    let ordinals = ordinals(options)?;
    let count = (engine_request.devices)(ordinals.len());
    let mut engines = crate::engine::cuda::engines(&ordinals[..count], options.memory_limit)?;
    // They were another computation's before.
    engines.iter_mut().for_each(|engine| engine.watch(&options.control));
    Ok(SelectedEngines::Cuda(engines))
}

/// There are none in this build.
#[cfg(not(feature = "cuda"))]
fn cuda(_: &RunOptions, _: &EngineRequest<'_>) -> Result<SelectedEngines> {
    Err(without_cuda())
}

/// The error of a build without the CUDA engine where one is asked for.
#[cfg(not(feature = "cuda"))]
pub(crate) fn without_cuda() -> Error {
    let message = "the feature `cuda` is off; build with --features cuda".into();
    ErrorKind::BuiltWithoutKernels { message }.into()
}

/// Milliseconds that `work` takes, about, where the options let it be done.
pub(crate) fn milliseconds(options: &RunOptions, work: &Work) -> f64 {
    match options.backend {
        Backend::Cpu => cpu_milliseconds(options, work),
        Backend::Cuda => work.device(),
        Backend::Auto if suits_device(options, work) => work.device(),
        Backend::Auto => cpu_milliseconds(options, work),
    }
}

/// Whether [`Backend::Auto`] takes a device for `work` where this build's engines have what they need.
pub(crate) fn suits_device(options: &RunOptions, work: &Work) -> bool {
    cfg!(feature = "cuda") && work.suits_device(threads(options), has_50_bits(options))
}

/// Whether the error of an engine that is made says that it has no room: other programs fill the device, or `ulimit -v` bounds the addresses
/// of this one, of which the driver takes many gigabytes.
fn is_without_room(error: &Error) -> bool {
    /// `CUDA_ERROR_OUT_OF_MEMORY`.
    const FULL: u32 = 2;
    matches!(error.kind(), ErrorKind::OutOfMemory { .. } | ErrorKind::Driver { code: FULL, .. })
}

/// Whether the error of an engine that is made says that there is no CUDA here, or no more: a device that has faulted takes no work from
/// this process.
pub(crate) fn is_absence(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DriverUnavailable { .. }
            | ErrorKind::BuiltWithoutKernels { .. }
            | ErrorKind::NoDevice { count: 0, .. }
            | ErrorKind::Device { .. }
    )
}
