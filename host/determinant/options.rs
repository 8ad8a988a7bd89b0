//! Options of determinants.

use crate::engine::{DeterminantMethod, MatrixShape};
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::grid::Evaluation;
use crate::resultant::ResultantOptions;
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::pointwise::{How, word_of_lift};
use crate::run::stopping::Certainty;

/// All choices of [`Determinant`](crate::Determinant). Begin with the defaults and set what should differ.
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
    /// Whether all variables are contracted to two; not by default. See [`Determinant::contraction`](crate::Determinant::contraction).
    pub contraction: bool,
    /// How values at roots of unity are found; [`Evaluation::Auto`] by default.
    pub evaluation: Evaluation,
    /// How integers are found from their residues; [`Lift::Auto`] by default.
    pub lift: Lift,
    /// How sure the answer is before it is verified; [`Certainty::Certified`] by default.
    pub certainty: Certainty,
    /// The prime modulo which the answer is wanted, of at most 256 bits; over Z by default. See [`Determinant::modulus`](crate::Determinant::modulus).
    pub modulus: Option<Modulus>,
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
        ResultantOptions {
            run: self.run.clone(),
            evaluation: self.evaluation,
            lift: self.lift,
            certainty: self.certainty,
            modulus: self.modulus,
            ..ResultantOptions::default()
        }
    }

    /// The choices that do not depend on the operation.
    pub(super) fn how(&self) -> How<'_> {
        How { run: &self.run, lift: self.lift, certainty: self.certainty }
    }
}
