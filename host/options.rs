//! What a caller may choose, for every operation alike.

use crate::control::Control;
use crate::engine::{Method, ScalarShape};
use crate::lift::Lift;

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

/// How sure the answer is before it is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Certainty {
    /// As many primes as a proven bound on the coefficients demands. The answer is proved correct, up to faults of the
    /// machine, which the verification looks for.
    #[default]
    Certified,
    /// Primes in growing batches until the answer agrees with independent random primes. It is wrong with probability at
    /// most 2^-`error_exponent`.
    Probabilistic {
        /// Minus log2 of the probability of a wrong answer.
        error_exponent: u32,
    },
}

/// How the polynomial is recovered from its values at the grid's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Interpolation {
    /// Cosets of roots of unity and inverse transforms.
    #[default]
    Ntt,
    /// Arbitrary points and the Vandermonde-Schur algorithm of the 2013 paper; points where the scalar stage fails are
    /// replaced by excess points.
    Vandermonde,
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

/// What is computed in place of a pair (f, g) on which the Schur forms fail at every point: remedies of section 4.2 of the
/// 2013 paper. The answer is the same for all.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Remedy {
    /// The first one of those below, in this order, that succeeds at random points.
    #[default]
    Auto,
    /// The pair as it is.
    None,
    /// (g, f).
    Swap,
    /// Without the power of y that divides f or g.
    Factor,
    /// f + c g for a random c, or g + c f.
    Combination,
    /// f^2 or g^2, and a square root.
    Squares,
}

impl Remedy {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Remedy::Auto => "auto",
            Remedy::None => "none",
            Remedy::Swap => "swap",
            Remedy::Factor => "factor y^k",
            Remedy::Combination => "combination",
            Remedy::Squares => "squares",
        }
    }
}

/// The CUDA devices to compute on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Devices {
    /// All there are.
    All,
    /// Those with these numbers.
    These(Vec<usize>),
}

impl Default for Devices {
    fn default() -> Self {
        Devices::These(vec![0])
    }
}

/// All choices.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    pub backend: Backend,
    pub devices: Devices,
    /// Split the work over all devices, however small it is.
    pub always_split: bool,
    pub threads: Option<usize>,
    pub method: Method,
    pub remedy: Remedy,
    pub shape: ScalarShape,
    pub interpolation: Interpolation,
    pub lift: Lift,
    pub word: WordSize,
    pub certainty: Certainty,
    pub memory_limit: Option<u64>,
    pub seed: Option<u64>,
    pub modulus: Option<u32>,
    pub control: Control,
}

impl Options {
    /// The same with another control.
    pub fn with_control(&self, control: &Control) -> Options {
        Options { control: control.clone(), ..self.clone() }
    }
}

/// What every builder lets one choose of engines, memory and control; `devices` says what several devices share.
macro_rules! engine_choices {
    ($builder:ident, $devices:literal) => {
        impl $builder<'_> {
            /// Where the work is done; [`Backend::Auto`](crate::Backend::Auto) unless set.
            pub fn backend(mut self, backend: crate::Backend) -> Self {
                self.options.backend = backend;
                self
            }

            /// The CUDA device, counted from 0; 0 unless set.
            pub fn device(self, ordinal: usize) -> Self {
                self.devices(&[ordinal])
            }

            #[doc = $devices]
            ///
            /// Devices are counted from 0, and all must be there; of them as many are used, from the first on, as make it faster. One
            /// that is named twice is two engines that share its memory.
            pub fn devices(mut self, ordinals: &[usize]) -> Self {
                self.options.devices = crate::options::Devices::These(ordinals.to_vec());
                self
            }

            /// As [`Self::devices`], with all devices of this host.
            pub fn all_devices(mut self) -> Self {
                self.options.devices = crate::options::Devices::All;
                self
            }

            /// Whether the work is split over all devices however small it is.
            #[doc(hidden)]
            pub fn always_split(mut self, always: bool) -> Self {
                self.options.always_split = always;
                self
            }

            /// Number of CPU threads; all cores unless set.
            pub fn threads(mut self, threads: usize) -> Self {
                self.options.threads = Some(threads);
                self
            }

            /// Size of the primes.
            #[doc(hidden)]
            pub fn word(mut self, word: crate::options::WordSize) -> Self {
                self.options.word = word;
                self
            }

            /// Bytes of memory for the work on the engine, on each device where there are several; half of what is free unless set.
            pub fn memory_limit(mut self, bytes: u64) -> Self {
                self.options.memory_limit = Some(bytes);
                self
            }

            /// Seed of the random choices; the answer does not depend on it.
            pub fn seed(mut self, seed: u64) -> Self {
                self.options.seed = Some(seed);
                self
            }

            /// Cancellation and progress.
            pub fn control(mut self, control: crate::Control) -> Self {
                self.options.control = control;
                self
            }
        }
    };
}
pub(crate) use engine_choices;
