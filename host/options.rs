//! What a caller may choose, for every operation alike.

use crate::engine::{Method, ScalarShape};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// A flag that stops a computation from another thread, and the place its progress goes to.
#[derive(Clone, Default)]
pub struct Control {
    cancel: Arc<AtomicBool>,
    /// Of a part of a computation: set when another part has failed.
    stop: Option<Arc<AtomicBool>>,
    progress: Option<Arc<dyn Fn(f64) + Send + Sync>>,
}

impl Control {
    /// A control that calls `progress` with the fraction done, from a thread that computes, one call at a time. It must not wait for
    /// other threads of the computation: no parallel loops there.
    pub fn with_progress(progress: impl Fn(f64) + Send + Sync + 'static) -> Self {
        Control { progress: Some(Arc::new(progress)), ..Control::default() }
    }

    /// Asks the computation to stop; it returns [`crate::ErrorKind::Cancelled`] within a second, or when the scalars under way
    /// are done where one takes longer: at degrees of some ten thousands.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether [`Control::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The control of one of several parts, cancelled together with the whole or when `stop` is set.
    pub(crate) fn part(&self, stop: Arc<AtomicBool>, progress: impl Fn(f64) + Send + Sync + 'static) -> Control {
        Control { cancel: self.cancel.clone(), stop: Some(stop), progress: Some(Arc::new(progress)) }
    }

    /// The control of one of many parts: cancelled with the whole, without progress of its own.
    pub(crate) fn silent(&self) -> Control {
        Control { progress: None, ..self.clone() }
    }

    /// The control of a section of a computation: its progress from 0 to 1 is that of the whole from `from` to `to`.
    pub(crate) fn section(&self, from: f64, to: f64) -> Control {
        let whole = self.clone();
        let progress = move |fraction: f64| {
            // No rounding past the end, where the next section begins.
            whole.report(if fraction < 1.0 { (from + fraction * (to - from)).min(to) } else { to });
        };
        Control { cancel: self.cancel.clone(), stop: self.stop.clone(), progress: Some(Arc::new(progress)) }
    }

    /// Whether work is to end: the computation was cancelled, or another part of it has failed. For all stages.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_cancelled() || self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// # Errors
    /// `Cancelled` when [`Control::is_stopped`].
    pub(crate) fn check(&self) -> crate::Result<()> {
        if self.is_stopped() { Err(crate::ErrorKind::Cancelled.into()) } else { Ok(()) }
    }

    pub(crate) fn report(&self, fraction: f64) {
        if let Some(progress) = &self.progress {
            progress(fraction);
        }
    }
}

impl std::fmt::Debug for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
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

/// How integers are found from their residues. The answer is the same for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Lift {
    /// On a CPU by the number of primes, on a device [`Lift::Crt`].
    #[default]
    Auto,
    /// The explicit Chinese remainder theorem: sums of a table of limbs, in words of the machine at once.
    Crt,
    /// Mixed-radix digits as in the papers, and integers from them on the host.
    MixedRadix,
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
