//! What a caller may choose of GCDs.

use super::batch::GcdBatch;
use super::builder::Gcd;
use super::content::Content;
use super::extended::ExtendedGcd;
use super::squarefree::Decomposition;
use crate::engine::gcd::GcdMethod;
use crate::run::options::{RunOptions, run_setters};

/// All choices of [`Gcd`], [`GcdBatch`], [`Decomposition`] and [`Content`]. Begin with the defaults and set what should differ.
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
}

/// The setters of all builders.
macro_rules! setters {
    ($builder:ident) => {
        run_setters!(
            $builder<P>,
            "The CUDA devices: they share the pairs of a batch; all other computations have the first."
        );

        impl<P> $builder<'_, P> {
            /// All choices together.
            pub fn options(mut self, options: GcdOptions) -> Self {
                self.options = options;
                self
            }

            /// How the GCDs modulo primes are computed, of polynomials in one variable; [`GcdMethod::Remainder`] unless set. In more
            /// variables images are by remainder sequences.
            pub fn method(mut self, method: GcdMethod) -> Self {
                self.options.method = method;
                self
            }
        }
    };
}

setters!(Gcd);
setters!(GcdBatch);
setters!(Decomposition);
setters!(Content);
setters!(ExtendedGcd);
