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
use crate::plan::plain_primes::PrimeSize;
use crate::processes::{Opening, Process};

/// Engines ready to work.
pub(crate) struct SelectedEngines {
    here: Here,
    /// Those of other processes.
    elsewhere: Vec<Process>,
    /// Numbers of processes that have told what was wrong, and are no longer among them.
    distrusted: Vec<usize>,
}

/// Engines of this process.
enum Here {
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
pub(crate) fn first<'s, E: ?Sized>(engines: &'s mut [&mut E]) -> Result<&'s mut E> {
    match engines {
        [engine, ..] => Ok(&mut **engine),
        [] => Err(Error::argument("devices", "name at least one")),
    }
}

impl From<Here> for SelectedEngines {
    fn from(here: Here) -> Self {
        SelectedEngines { here, elsewhere: Vec::new(), distrusted: Vec::new() }
    }
}

impl SelectedEngines {
    /// Does `work` on the engines: on one CPU engine, or on those of one device or more, and on those of other processes; never on none.
    pub fn run<R: Send>(&mut self, work: impl FnOnce(&mut [&mut dyn AnyEngine]) -> R + Send) -> R {
        let others = self.elsewhere.iter_mut().filter_map(Process::engine);
        match &mut self.here {
            // From within the pool whose threads the engine uses.
            Here::Cpu(engine) => {
                let mut engines: Vec<&mut dyn AnyEngine> = vec![engine];
                engines.extend(others);
                alone::in_pool(|| work(&mut engines))
            }
            #[cfg(target_arch = "x86_64")]
            Here::Cpu50(engine) => {
                let mut engines: Vec<&mut dyn AnyEngine> = vec![engine];
                engines.extend(others);
                alone::in_pool(|| work(&mut engines))
            }
            #[cfg(feature = "cuda")]
            Here::Cuda(engines) => {
                let here = engines.iter_mut().map(|engine| &mut **engine as &mut dyn AnyEngine);
                work(&mut here.chain(others).collect::<Vec<_>>())
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
                self.shorten(options)?;
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
    ///
    /// # Errors
    /// `Process`.
    pub fn shorten(&mut self, options: &RunOptions) -> Result<()> {
        #[cfg(target_arch = "x86_64")]
        if let Here::Cpu50(engine) = &self.here {
            self.here = Here::Cpu(engine.with_short_primes());
            let count = self.elsewhere.len();
            self.elsewhere.clear();
            self.elsewhere = others(options, self.opening(options, false), count)?;
        }
        Ok(())
    }

    /// Whether other processes share the computation.
    pub fn has_others(&self) -> bool {
        !self.elsewhere.is_empty()
    }

    /// Leaves out the other processes that have told what was wrong; all of them where it is not known which.
    pub fn leave_out_distrusted(&mut self) {
        let distrusted = self.distrusted();
        match distrusted == self.distrusted {
            true => self.elsewhere.clear(),
            false => self.elsewhere.retain(|process| !process.is_distrusted()),
        }
        self.distrusted = distrusted;
    }

    /// Numbers of the processes that have told what was wrong.
    pub fn distrusted(&self) -> Vec<usize> {
        let others = self.elsewhere.iter().filter(|process| process.is_distrusted()).map(Process::number);
        self.distrusted.iter().copied().chain(others).collect()
    }

    /// What is asked of another process, so that its engine is as those here.
    fn opening(&self, options: &RunOptions, systems: bool) -> Opening {
        let size = match self.here {
            #[cfg(target_arch = "x86_64")]
            Here::Cpu50(_) => PrimeSize::Bits50,
            _ => PrimeSize::Bits31,
        };
        let (memory_limit, threads) = (options.memory_limit, options.threads);
        Opening { device: self.has_devices(), systems, size, memory_limit, threads }
    }

    /// As [`SelectedEngines::run`], for systems of polynomials.
    pub fn run_systems<R: Send>(&mut self, work: impl FnOnce(&mut [&mut dyn AnySystems]) -> R + Send) -> R {
        let others = self.elsewhere.iter_mut().filter_map(Process::systems);
        match &mut self.here {
            Here::Cpu(engine) => {
                let mut engines: Vec<&mut dyn AnySystems> = vec![engine];
                engines.extend(others);
                alone::in_pool(|| work(&mut engines))
            }
            // Systems have no primes.
            #[cfg(target_arch = "x86_64")]
            Here::Cpu50(engine) => {
                let engine = &mut engine.with_short_primes();
                let mut engines: Vec<&mut dyn AnySystems> = vec![engine];
                engines.extend(others);
                alone::in_pool(|| work(&mut engines))
            }
            #[cfg(feature = "cuda")]
            Here::Cuda(engines) => {
                let here = engines.iter_mut().map(|engine| &mut **engine as &mut dyn AnySystems);
                work(&mut here.chain(others).collect::<Vec<_>>())
            }
        }
    }

    /// Tells a CPU engine that it shares its pool with `computations - 1` others; devices stay as they are.
    pub fn sharing(self, computations: usize) -> Self {
        let here = match self.here {
            Here::Cpu(engine) => Here::Cpu(engine.sharing(computations)),
            #[cfg(target_arch = "x86_64")]
            Here::Cpu50(engine) => Here::Cpu50(engine.sharing(computations)),
            #[cfg(feature = "cuda")]
            Here::Cuda(engines) => Here::Cuda(engines),
        };
        SelectedEngines { here, ..self }
    }

    /// Whether there are devices, which computations share; CPU engines are as many as one likes.
    pub fn has_devices(&self) -> bool {
        match &self.here {
            Here::Cpu(_) => false,
            #[cfg(target_arch = "x86_64")]
            Here::Cpu50(_) => false,
            #[cfg(feature = "cuda")]
            Here::Cuda(_) => true,
        }
    }

    /// Whether 50-bit primes were chosen by default, so that 31-bit ones may replace them.
    pub fn has_choice_of_words(&self, options: &RunOptions) -> bool {
        match &self.here {
            #[cfg(target_arch = "x86_64")]
            Here::Cpu50(_) => options.word == WordSize::Auto,
            _ => false,
        }
    }

    /// The engine of the first device; `None` for a CPU.
    #[cfg(feature = "cuda")]
    pub fn device_engine(&mut self) -> Option<&mut crate::engine::cuda::Cuda> {
        match &mut self.here {
            Here::Cuda(engines) => engines.first_mut().map(|engine| &mut **engine),
            _ => None,
        }
    }

    /// The most bytes that buffers of this computation had together on one device; 0 where there is none.
    pub fn device_bytes(&self) -> u64 {
        match &self.here {
            Here::Cpu(_) => 0,
            #[cfg(target_arch = "x86_64")]
            Here::Cpu50(_) => 0,
            #[cfg(feature = "cuda")]
            Here::Cuda(engines) => engines.iter().map(|engine| engine.peak_memory() as u64).max().unwrap_or(0),
        }
    }

    /// `cpu` or `cuda`.
    pub fn backend(&self) -> &'static str {
        if self.has_devices() { "cuda" } else { "cpu" }
    }

    /// Threads, the name of the device, or names and numbers of several.
    pub fn device(&self) -> String {
        match self.elsewhere.len() {
            0 => self.device_here(),
            1 => format!("{}, and those of another process", self.device_here()),
            others => format!("{}, and those of {others} other processes", self.device_here()),
        }
    }

    fn device_here(&self) -> String {
        match &self.here {
            Here::Cpu(_) => format!("{} threads", rayon::current_num_threads()),
            #[cfg(target_arch = "x86_64")]
            Here::Cpu50(_) => format!("{} threads, AVX-512 IFMA", rayon::current_num_threads()),
            #[cfg(feature = "cuda")]
            Here::Cuda(engines) => match &engines[..] {
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
        self.distrusted.extend(chosen.distrusted());
    }
}

/// Threads of the CPU engine.
pub(crate) fn threads(options: &RunOptions) -> usize {
    options.threads.map_or_else(rayon::current_num_threads, started)
}

/// Milliseconds of a CPU from which other processes share a computation: these begin within one, and a residue travels less long than it is computed.
const LONG: f64 = 20.0;

/// Whether `work` takes so long on the CPU that other processes should share it.
pub(crate) fn is_long(options: &RunOptions, milliseconds: impl FnOnce() -> f64) -> bool {
    options.processes.is_some() && milliseconds() >= LONG
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
        return Ok(Here::Cpu50(engine).into());
    }
    match word {
        WordSize::Bits50 => Err(Error::unsupported("50-bit primes need AVX-512 IFMA, and a lift by remaindering")),
        WordSize::Auto | WordSize::Bits31 => Ok(Here::Cpu(Cpu::new(memory, options.control.clone())).into()),
    }
}

/// The work of an operation, as [`choose`] asks for it.
pub(crate) struct EngineRequest<'a> {
    /// Whether a device would be faster.
    pub suits_device: bool,
    /// Whether it takes so long on a CPU that other processes should share it.
    pub is_long: bool,
    /// Whether it is on systems of polynomials.
    pub systems: bool,
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
    let cpu = || {
        let mut chosen = cpu(options, engine_request.word, engine_request.held)?;
        if engine_request.is_long || options.always_split {
            chosen.elsewhere = others(options, chosen.opening(options, engine_request.systems), usize::MAX)?;
        }
        Ok(chosen)
    };
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

/// The engines of at most so many other processes.
///
/// # Errors
/// `Process`.
fn others(options: &RunOptions, opening: Opening, most: usize) -> Result<Vec<Process>> {
    options.processes.as_ref().map_or(Ok(Vec::new()), |processes| processes.open(&opening, most))
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
    let processes = options.processes.as_ref().map_or(0, |processes| processes.count() - 1);
    let count = (engine_request.devices)(ordinals.len() + processes);
    let here = count.min(ordinals.len());
    let mut engines = crate::engine::cuda::engines(&ordinals[..here], options.memory_limit)?;
    // They were another computation's before.
    engines.iter_mut().for_each(|engine| engine.watch(&options.control));
    let mut chosen = SelectedEngines::from(Here::Cuda(engines));
    chosen.elsewhere = others(options, chosen.opening(options, engine_request.systems), count - here)?;
    Ok(chosen)
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
