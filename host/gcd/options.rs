//! Options of GCDs.

use crate::engine::gcd::GcdMethod;
use crate::run::options::{Backend, RunOptions};

/// All choices of [`Gcd`](crate::Gcd), [`GcdBatch`](crate::GcdBatch), [`Decomposition`](crate::Decomposition) and [`Content`](crate::Content). Begin with the defaults and set what should differ.
///
/// # Examples
/// ```
/// use eliminant::{Gcd, GcdMethod, GcdOptions, Polynomial};
/// let mut options = GcdOptions::default();
/// options.method = GcdMethod::Schur;
/// options.run.memory_limit = Some(1 << 30);
/// let f: Polynomial = "x^4 - 1".parse()?;
/// let g: Polynomial = "x^6 - 1".parse()?;
/// assert_eq!(Gcd::new(&f, &g).options(options).run()?.gcd.to_string(), "x^2 - 1");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct GcdOptions {
    /// Where and how they are computed.
    pub run: RunOptions,
    /// How the GCDs modulo primes are computed, of polynomials in one variable; [`GcdMethod::Remainder`] by default. In more
    /// variables images are by remainder sequences.
    pub method: GcdMethod,
    /// Takes Brown's dense algorithm on a grid of points, in two to four variables, also where terms are so few that a geometric progression is faster.
    /// [`Backend::Cuda`] does so too, as progressions are the host's.
    pub grid: bool,
}

impl GcdOptions {
    /// Whether a grid is taken wherever there can be one.
    pub(super) fn on_grid(&self) -> bool {
        self.grid || self.run.backend == Backend::Cuda
    }
}
