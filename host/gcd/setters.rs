//! The setters of all builders of GCDs.

use super::batch::GcdBatch;
use super::builder::Gcd;
use super::content::Content;
use super::extended::ExtendedGcd;
use super::options::GcdOptions;
use super::squarefree::Decomposition;
use crate::engine::gcd::GcdMethod;
use crate::run::options::run_setters;

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

            /// Takes a grid of points, in two to four variables, also where terms are few: see [`GcdOptions::grid`].
            pub fn grid(mut self, grid: bool) -> Self {
                self.options.grid = grid;
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
