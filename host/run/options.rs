//! Options of all operations: where they are computed, with how much memory, and how it is watched.

use crate::control::Control;
use crate::processes::Processes;
use crate::run::checkpoint::Archive;
use std::path::PathBuf;
use std::sync::Arc;

/// Where the work is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Backend {
    /// A CUDA device when there is one with room for the work (not asked of GCDs) and this is worth a launch, otherwise the CPU.
    #[default]
    Auto,
    /// All CPU cores.
    Cpu,
    /// A CUDA device; an error when there is none.
    Cuda,
}

/// The CUDA devices to compute on. All listed devices must exist. The first k are used, where k is predicted to be fastest.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Devices {
    /// All of this host.
    All,
    /// Those with these numbers, counted from 0. One that is named twice is two engines that share its memory.
    Numbers(Vec<usize>),
}

impl Default for Devices {
    /// The first one.
    fn default() -> Self {
        Devices::Numbers(vec![0])
    }
}

/// Size of the primes. The answer is the same for all.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum WordSize {
    /// By engine and processor.
    #[default]
    Auto,
    /// Primes below 2^32 / 3.
    Bits31,
    /// Primes below 2^50: the CPU engine with AVX-512 IFMA.
    Bits50,
}

/// The choices of every operation. Begin with the defaults and set what should differ.
///
/// # Examples
/// ```
/// use eliminant::{Backend, Polynomial, Resultant, RunOptions};
/// let mut run = RunOptions::default();
/// run.backend = Backend::Cpu;
/// run.threads = Some(1);
/// let f: Polynomial = "y^2 - x".parse()?;
/// let g: Polynomial = "y - 3".parse()?;
/// assert_eq!(Resultant::new(&f, &g, "y").run_options(run).run()?.polynomial.to_string(), "-x + 9");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct RunOptions {
    /// Where the work is done; [`Backend::Auto`] by default.
    pub backend: Backend,
    /// The CUDA devices; the first one by default.
    pub devices: Devices,
    /// Whether the work is split over all devices however small it is.
    #[doc(hidden)]
    pub always_split: bool,
    /// Least number of slabs that a grid is cut into, where it has as many; more where memory is short.
    #[doc(hidden)]
    pub slabs: u32,
    /// Number of CPU threads; all cores by default. More than 128 are started only up to two for each core.
    pub threads: Option<usize>,
    /// Size of the primes.
    #[doc(hidden)]
    pub word: WordSize,
    /// Bytes of memory: of the host for everything that grows with the problem, polynomials and answer included, and of each device for
    /// what is on it. Less than the least that a computation takes is a `Limit` before any work. By default what there is: three
    /// quarters of what the system, the control group and the limits of the process leave, half of what is free on a device.
    pub memory_limit: Option<u64>,
    /// A folder for residues that memory has no room for, of answers that are written as they are made
    /// ([`Resultant::write`](crate::Resultant::write)): a file without a name, as large as the answer, that ends with the computation. None by
    /// default: then a `Limit` says what is lacking.
    pub scratch: Option<PathBuf>,
    /// A folder for a checkpoint, by default none: a file `eliminant.checkpoint` there gets what is found, prime by prime. A run of the same
    /// problem that names the folder takes it from there, however the one before has ended, and computes what is missing; the engine, the method
    /// and the other choices may be others, though engines with primes of another size begin anew. The file is removed when there is an answer.
    pub checkpoint: Option<PathBuf>,
    /// Whether the file of the checkpoint stays when there is an answer, until [`remove_checkpoint`](crate::remove_checkpoint): for a caller who has
    /// to bring the answer to a safe place first. False by default.
    pub keep_checkpoint: bool,
    /// Seed of the random choices, by default from the system; the answer does not depend on it.
    pub seed: Option<u64>,
    /// Other processes that share the computation; none by default.
    pub processes: Option<Processes>,
    /// The open checkpoint of the computation that this is a part of.
    pub(crate) archive: Option<Arc<Archive>>,
    /// Cancellation and progress.
    pub control: Control,
}

impl RunOptions {
    /// These options with another control.
    pub(crate) fn with_control(&self, control: Control) -> RunOptions {
        RunOptions { control, ..self.clone() }
    }
}

/// The setters of a builder with a field `options` whose field `run` is [`RunOptions`]; `devices` says what several devices share. A builder that is
/// generic over its input names the parameter.
macro_rules! run_setters {
    ($builder:ident $(<$input:ident>)?, $devices:literal) => {
        impl$(<$input>)? $builder<'_ $(, $input)?> {
            /// All choices of [`RunOptions`](crate::RunOptions) together.
            pub fn run_options(mut self, run: crate::run::options::RunOptions) -> Self {
                self.options.run = run;
                self
            }

            /// Where the work is done; [`Backend::Auto`](crate::Backend::Auto) unless set.
            pub fn backend(mut self, backend: crate::run::options::Backend) -> Self {
                self.options.run.backend = backend;
                self
            }

            /// The CUDA device, counted from 0; 0 unless set.
            pub fn device(self, ordinal: usize) -> Self {
                self.devices(&[ordinal])
            }

            #[doc = $devices]
            ///
            /// Devices are counted from 0, and all must exist. The first k are used, where k is predicted to be fastest. One
            /// that is named twice is two engines that share its memory.
            pub fn devices(mut self, ordinals: &[usize]) -> Self {
                self.options.run.devices = crate::run::options::Devices::Numbers(ordinals.to_vec());
                self
            }

            /// As [`Self::devices`], with all devices of this host.
            pub fn all_devices(mut self) -> Self {
                self.options.run.devices = crate::run::options::Devices::All;
                self
            }

            /// Whether the work is split over all devices however small it is.
            #[doc(hidden)]
            pub fn always_split(mut self, always: bool) -> Self {
                self.options.run.always_split = always;
                self
            }

            /// Least number of slabs that a grid is cut into.
            #[doc(hidden)]
            pub fn slabs(mut self, slabs: u32) -> Self {
                self.options.run.slabs = slabs;
                self
            }

            /// Number of CPU threads; all cores unless set. At most 128 are started, or two for each core if that is more.
            pub fn threads(mut self, threads: usize) -> Self {
                self.options.run.threads = Some(threads);
                self
            }

            /// Size of the primes.
            #[doc(hidden)]
            pub fn word(mut self, word: crate::run::options::WordSize) -> Self {
                self.options.run.word = word;
                self
            }

            /// Bytes of memory, of the host and of each device, as [`RunOptions::memory_limit`](crate::RunOptions::memory_limit).
            pub fn memory_limit(mut self, bytes: u64) -> Self {
                self.options.run.memory_limit = Some(bytes);
                self
            }

            /// A folder for residues that memory has no room for, as [`RunOptions::scratch`](crate::RunOptions::scratch).
            pub fn scratch(mut self, folder: impl Into<std::path::PathBuf>) -> Self {
                self.options.run.scratch = Some(folder.into());
                self
            }

            /// A folder for a checkpoint, from which a run of the same problem goes on, as
            /// [`RunOptions::checkpoint`](crate::RunOptions::checkpoint).
            pub fn checkpoint(mut self, folder: impl Into<std::path::PathBuf>) -> Self {
                self.options.run.checkpoint = Some(folder.into());
                self
            }

            /// Whether the checkpoint stays when there is an answer, as
            /// [`RunOptions::keep_checkpoint`](crate::RunOptions::keep_checkpoint).
            pub fn keep_checkpoint(mut self, keep: bool) -> Self {
                self.options.run.keep_checkpoint = keep;
                self
            }

            /// Seed of the random choices; the answer does not depend on it.
            pub fn seed(mut self, seed: u64) -> Self {
                self.options.run.seed = Some(seed);
                self
            }

            /// Cancellation and progress.
            pub fn control(mut self, control: crate::control::Control) -> Self {
                self.options.run.control = control;
                self
            }
        }
    };
}
pub(crate) use run_setters;
