//! Options of operations whose answer is several polynomials.

use crate::lift::Lift;
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::pointwise::How;
use crate::run::stopping::Certainty;

/// All choices of an operation whose answer is several polynomials ([`Subresultants`](crate::Subresultants), [`Adjugate`](crate::Adjugate)). Begin with the defaults
/// and set what should differ.
///
/// # Examples
/// ```
/// use eliminant::{Backend, ListOptions, Polynomial, Subresultants};
/// let mut options = ListOptions::default();
/// options.run.backend = Backend::Cpu;
/// let [f, g] = ["y^3 - x", "y^2 + x*y + 1"].map(|text| text.parse::<Polynomial>().unwrap());
/// let answer = Subresultants::new(&f, &g, "y").options(options).principal().run()?;
/// assert_eq!(answer.polynomials[1].to_string(), "x^2 - 1");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ListOptions {
    /// Where and how it is computed.
    pub run: RunOptions,
    /// How integers are found from their residues; [`Lift::Auto`] by default.
    pub lift: Lift,
    /// How sure the answer is before it is verified; [`Certainty::Certified`] by default.
    pub certainty: Certainty,
    /// The prime modulo which the answer is wanted, of at most 256 bits; over Z by default.
    pub modulus: Option<Modulus>,
}

impl ListOptions {
    /// The choices that do not depend on the operation.
    pub(crate) fn how(&self) -> How<'_> {
        How { run: &self.run, lift: self.lift, certainty: self.certainty }
    }
}

/// The setters of a builder with [`ListOptions`].
macro_rules! list_setters {
    ($builder:ident $(<$input:ident>)?) => {
        crate::run::options::run_setters!(
            $builder $(<$input>)?,
            "The CUDA devices that share the work: each takes a part of the primes and lifts a part of the coefficients."
        );

        impl$(<$input>)? $builder<'_ $(, $input)?> {
            /// All choices together.
            pub fn options(mut self, options: crate::run::tuples::ListOptions) -> Self {
                self.options = options;
                self
            }

            /// How integers are recovered from their residues; [`Lift::Auto`](crate::Lift::Auto) unless set.
            pub fn lift(mut self, lift: crate::lift::Lift) -> Self {
                self.options.lift = lift;
                self
            }

            /// How sure the answer is before it is verified; [`Certainty::Certified`](crate::Certainty::Certified) unless set.
            pub fn certainty(mut self, certainty: crate::run::stopping::Certainty) -> Self {
                self.options.certainty = certainty;
                self
            }

            /// The answer modulo this prime, of at most 256 bits, 2 allowed, with coefficients from 0 to `p` - 1: that over Z, reduced.
            pub fn modulus(mut self, p: impl Into<crate::Modulus>) -> Self {
                self.options.modulus = Some(p.into());
                self
            }
        }
    };
}
pub(crate) use list_setters;
