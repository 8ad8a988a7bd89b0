//! The setters of [`Resultant`] and [`Discriminant`].

use super::builder::{Discriminant, Resultant};
use super::options::{Interpolation, Method, Remedy, ResultantOptions};
use crate::engine::ScalarShape;
use crate::lift::Lift;
use crate::plan::grid::Evaluation;
use crate::run::options::run_setters;
use crate::run::stopping::Certainty;

/// The setters of both builders.
macro_rules! setters {
    ($builder:ident) => {
        run_setters!(
            $builder<P>,
            "The CUDA devices that share the work: each takes a part of the primes and lifts a part of the coefficients."
        );

        impl<P> $builder<'_, P> {
            /// All choices together.
            pub fn options(mut self, options: ResultantOptions) -> Self {
                self.options = options;
                self
            }

            /// How the resultant at one point is computed; [`Method::Remainder`] unless set.
            pub fn method(mut self, method: Method) -> Self {
                self.options.method = method;
                self
            }

            /// The remedy of [`Method::Schur`] and [`Method::Schur2010`] for pairs on which they fail everywhere.
            #[doc(hidden)]
            pub fn remedy(mut self, remedy: Remedy) -> Self {
                self.options.remedy = remedy;
                self
            }

            /// How many threads of a device share one scalar of [`Method::Remainder`]; [`ScalarShape::Auto`] unless set.
            pub fn scalar_shape(mut self, shape: ScalarShape) -> Self {
                self.options.shape = shape;
                self
            }

            /// How the polynomial is recovered from its values; [`Interpolation::Ntt`] unless set.
            pub fn interpolation(mut self, interpolation: Interpolation) -> Self {
                self.options.interpolation = interpolation;
                self
            }

            /// How values at roots of unity are computed, and the answer from them; [`Evaluation::Auto`] unless set. Not together with
            /// [`Interpolation::Vandermonde`].
            pub fn evaluation(mut self, evaluation: Evaluation) -> Self {
                self.options.evaluation = evaluation;
                self
            }

            /// How integers are recovered from their residues; [`Lift::Auto`] unless set.
            pub fn lift(mut self, lift: Lift) -> Self {
                self.options.lift = lift;
                self
            }

            /// How sure the answer is before it is verified; [`Certainty::Certified`] unless set.
            pub fn certainty(mut self, certainty: Certainty) -> Self {
                self.options.certainty = certainty;
                self
            }

            /// The answer modulo this prime, of at most 256 bits, 2 allowed: the image of the answer over Z, with coefficients from 0 to
            /// `p` - 1. So the degrees in the eliminated variable are those over Z, also where a leading coefficient is a
            /// multiple of `p`. [`ResultantReport::direct`](crate::ResultantReport::direct) says whether it was computed modulo
            /// `p` alone or over Z.
            ///
            /// # Examples
            /// ```
            /// use eliminant::{Polynomial, Resultant};
            /// let f: Polynomial = "y^2 - x".parse()?;
            /// let g: Polynomial = "y - x + 1".parse()?;
            /// let answer = Resultant::new(&f, &g, "y").modulus(5).run()?;
            /// assert_eq!(answer.polynomial.to_string(), "x^2 + 2*x + 1"); // x^2 - 3*x + 1 over Z
            /// assert!(Resultant::new(&f, &g, "y").modulus(6).run().is_err());
            /// # Ok::<(), eliminant::Error>(())
            /// ```
            pub fn modulus(mut self, p: impl Into<crate::Modulus>) -> Self {
                self.options.modulus = Some(p.into());
                self
            }
        }
    };
}

setters!(Resultant);
setters!(Discriminant);
