//! The setters of [`Determinant`].

use super::builder::Determinant;
use super::options::DeterminantOptions;
use crate::engine::{DeterminantMethod, MatrixShape};
use crate::lift::Lift;
use crate::plan::grid::Evaluation;
use crate::run::modulus::Modulus;
use crate::run::options::run_setters;
use crate::run::stopping::Certainty;

run_setters!(
    Determinant<M>,
    "The CUDA devices that share the work: each takes a part of the primes and lifts a part of the coefficients."
);

impl<M> Determinant<'_, M> {
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

    /// Whether the determinant is computed with two variables that all others are contracted to: by the substitution of powers, so large that
    /// the degrees of the answer are their digits. Then transforms are few and long, and primes with such roots of unity rarer: what section
    /// 4.2 of the 2020 paper compares its transforms in all variables with. False unless set; nothing changes for up to two variables. The
    /// matrix is then not computed as one of Sylvester.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Determinant, Matrix};
    /// let matrix: Matrix = "[[x + 1, y, z], [y, z, x], [z, x, y]]".parse()?;
    /// let answer = Determinant::new(&matrix).contraction(true).run()?;
    /// assert_eq!(answer.polynomial.to_string(), "-x^3 - x^2 + 3*x*y*z - y^3 + y*z - z^3");
    /// assert_eq!((answer.report.degree_bound, answer.report.contracted), (vec![3, 3, 3], vec![3, 15]));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn contraction(mut self, contraction: bool) -> Self {
        self.options.contraction = contraction;
        self
    }

    /// How values at roots of unity are computed, and the answer from them; [`Evaluation::Auto`] unless set.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Determinant, Evaluation, Matrix};
    /// let matrix: Matrix = "[[x, y, 1], [y, x, y], [1, y, x]]".parse()?;
    /// let answer = Determinant::new(&matrix).evaluation(Evaluation::Stockham).run()?;
    /// assert_eq!(answer.polynomial.to_string(), "x^3 - 2*x*y^2 - x + 2*y^2");
    /// assert_eq!(answer.report.points, 4 * 4);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
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

    /// The answer modulo this prime, of at most 256 bits, 2 allowed, with coefficients from 0 to `p` - 1.
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
    pub fn modulus(mut self, p: impl Into<Modulus>) -> Self {
        self.options.modulus = Some(p.into());
        self
    }
}
