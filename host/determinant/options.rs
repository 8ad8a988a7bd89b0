//! What a caller may choose of a determinant.

use super::builder::Determinant;
use crate::engine::{DeterminantMethod, MatrixShape};
use crate::error::Result;
use crate::lift::Lift;
use crate::resultant::ResultantOptions;
use crate::run::goal::Certainty;
use crate::run::options::{RunOptions, run_setters};
use crate::run::pointwise::{How, word_of_lift};

/// All choices of [`Determinant`]. Begin with the defaults and set what should differ.
///
/// # Examples
/// ```
/// use eliminant::{Backend, Determinant, DeterminantMethod, DeterminantOptions, Matrix};
/// let mut options = DeterminantOptions::default();
/// options.method = DeterminantMethod::Condensation;
/// options.run.backend = Backend::Cpu;
/// let matrix: Matrix = "[[x, y], [1, x*y]]".parse()?;
/// let answer = Determinant::new(&matrix).options(options).run()?;
/// assert_eq!(answer.polynomial.to_string(), "x^2*y - y");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DeterminantOptions {
    /// Where and how it is computed.
    pub run: RunOptions,
    /// How the determinant at one point is computed; [`DeterminantMethod::Auto`] by default.
    pub method: DeterminantMethod,
    /// How many threads of a device share one determinant; [`MatrixShape::Auto`] by default.
    pub shape: MatrixShape,
    /// How integers are found from their residues; [`Lift::Auto`] by default.
    pub lift: Lift,
    /// How sure the answer is before it is verified; [`Certainty::Certified`] by default.
    pub certainty: Certainty,
    /// The prime modulo which the answer is wanted, below 2^31; over Z by default. See [`Determinant::modulus`].
    pub modulus: Option<u32>,
}

impl DeterminantOptions {
    /// These options with the size of the primes that the lift asks for: mixed-radix digits are of 31-bit primes.
    ///
    /// # Errors
    /// `Unsupported` where 50-bit primes are asked for too.
    pub(super) fn with_word_of_lift(&self) -> Result<Self> {
        Ok(Self { run: word_of_lift(&self.run, self.lift)?, ..self.clone() })
    }

    /// The same choices for a resultant.
    pub(super) fn of_resultant(&self) -> ResultantOptions {
        let (run, lift, certainty, modulus) = (self.run.clone(), self.lift, self.certainty, self.modulus);
        ResultantOptions { run, lift, certainty, modulus, ..ResultantOptions::default() }
    }

    /// What of it does not depend on the operation.
    pub(super) fn how(&self) -> How<'_> {
        How { run: &self.run, lift: self.lift, certainty: self.certainty }
    }
}

run_setters!(
    Determinant,
    "The CUDA devices that share the work: each takes a part of the primes and lifts a part of the coefficients."
);

impl Determinant<'_> {
    /// All choices together.
    pub fn options(mut self, options: DeterminantOptions) -> Self {
        self.options = options;
        self
    }

    /// How the determinant at one point is computed; [`DeterminantMethod::Auto`] unless set.
    pub fn method(mut self, method: DeterminantMethod) -> Self {
        self.options.method = method;
        self
    }

    /// How many threads of a device share one determinant; [`MatrixShape::Auto`] unless set.
    pub fn shape(mut self, shape: MatrixShape) -> Self {
        self.options.shape = shape;
        self
    }

    /// How integers are found from their residues; [`Lift::Auto`] unless set.
    pub fn lift(mut self, lift: Lift) -> Self {
        self.options.lift = lift;
        self
    }

    /// How sure the answer is before it is verified; [`Certainty::Certified`] unless set.
    pub fn certainty(mut self, certainty: Certainty) -> Self {
        self.options.certainty = certainty;
        self
    }

    /// The answer modulo this prime, below 2^31, 2 allowed, with coefficients from 0 to `p` - 1.
    /// [`DeterminantReport::direct`](crate::DeterminantReport::direct) says whether it was computed modulo `p` alone or over Z.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Determinant, Matrix};
    /// let matrix: Matrix = "[[x, 3], [2, x + 1]]".parse()?;
    /// assert_eq!(Determinant::new(&matrix).modulus(5).run()?.polynomial.to_string(), "x^2 + x + 4");
    /// assert!(Determinant::new(&matrix).modulus(6).run().is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn modulus(mut self, p: u32) -> Self {
        self.options.modulus = Some(p);
        self
    }
}
