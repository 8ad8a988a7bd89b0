//! Options of resultants and discriminants.

use crate::engine::{ScalarMethod, ScalarShape};
use crate::error::Result;
use crate::lift::Lift;
use crate::plan::grid::Evaluation;
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::pointwise::{How, word_of_lift};
use crate::run::stopping::Certainty;

/// How the resultant at one point is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Method {
    /// Division-free remainder sequence on a common schedule of degrees.
    #[default]
    Remainder,
    /// Generalised Schur algorithm, the displacement form of the 2013 paper (f monic).
    Schur,
    /// Generalised Schur algorithm, the displacement form of the 2010 paper (f and g monic).
    Schur2010,
    /// The determinant of the Sylvester matrix, by the elimination of [`crate::DeterminantMethod::Elimination`]: O((p + q)^3) steps
    /// for degrees p and q, where the others take O(p q). At the points of a grid only, for p + q up to 2^15.
    Sylvester,
}

impl Method {
    /// The name the program uses.
    pub fn name(self) -> &'static str {
        match self {
            Method::Remainder => "remainder",
            Method::Schur => "schur",
            Method::Schur2010 => "schur-2010",
            Method::Sylvester => "sylvester",
        }
    }

    /// That of the stage that goes through f and g; `None` where there is a matrix.
    pub(super) fn of_pair(self) -> Option<ScalarMethod> {
        match self {
            Method::Remainder => Some(ScalarMethod::Remainder),
            Method::Schur => Some(ScalarMethod::Schur),
            Method::Schur2010 => Some(ScalarMethod::Schur2010),
            Method::Sylvester => None,
        }
    }

    /// Whether there are pairs on which it fails at every point.
    pub(super) fn needs_remedies(self) -> bool {
        matches!(self, Method::Schur | Method::Schur2010)
    }
}

/// How the polynomial is recovered from its values at the grid's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Interpolation {
    /// Cosets of roots of unity and inverse transforms.
    #[default]
    Ntt,
    /// Arbitrary points and the Vandermonde-Schur algorithm of the 2013 paper, for one kept variable at most; points where the
    /// scalar stage fails are replaced by excess points.
    Vandermonde,
}

impl Interpolation {
    /// The name in messages and reports.
    pub fn name(self) -> &'static str {
        match self {
            Interpolation::Ntt => "ntt",
            Interpolation::Vandermonde => "vandermonde",
        }
    }
}

/// The pair that is computed in place of a pair (f, g) on which the Schur forms fail at every point: remedies of
/// section 4.2 of the 2013 paper. The answer is the same for all.
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

/// All choices of [`Resultant`](crate::Resultant) and [`Discriminant`](crate::Discriminant). Begin with the defaults and set what should differ.
///
/// # Examples
/// ```
/// use eliminant::{Backend, Interpolation, Polynomial, Resultant, ResultantOptions};
/// let mut options = ResultantOptions::default();
/// options.interpolation = Interpolation::Vandermonde;
/// options.run.backend = Backend::Cpu;
/// let f: Polynomial = "y^2 - x".parse()?;
/// let g: Polynomial = "y - x + 1".parse()?;
/// let answer = Resultant::new(&f, &g, "y").options(options).run()?;
/// assert_eq!(answer.polynomial.to_string(), "x^2 - 3*x + 1");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ResultantOptions {
    /// Where and how it is computed.
    pub run: RunOptions,
    /// How the resultant at one point is computed; [`Method::Remainder`] by default.
    pub method: Method,
    /// The remedy of [`Method::Schur`] and [`Method::Schur2010`] for pairs on which they fail everywhere.
    #[doc(hidden)]
    pub remedy: Remedy,
    /// How many threads of a device share one scalar of [`Method::Remainder`]; [`ScalarShape::Auto`] by default.
    pub shape: ScalarShape,
    /// How the polynomial is recovered from its values; [`Interpolation::Ntt`] by default.
    pub interpolation: Interpolation,
    /// How values at roots of unity are found; [`Evaluation::Auto`] by default.
    pub evaluation: Evaluation,
    /// How integers are found from their residues; [`Lift::Auto`] by default.
    pub lift: Lift,
    /// How sure the answer is before it is verified; [`Certainty::Certified`] by default.
    pub certainty: Certainty,
    /// The prime modulo which the answer is wanted, of at most 256 bits; over Z by default. See [`Resultant::modulus`](crate::Resultant::modulus).
    pub modulus: Option<Modulus>,
    /// Terms and pairs of rows below which one thread sets the problem up; as measured unless set.
    #[doc(hidden)]
    pub small: Option<usize>,
}

impl ResultantOptions {
    /// These options with the size of the primes that the lift asks for: mixed-radix digits are of 31-bit primes.
    ///
    /// # Errors
    /// `Unsupported` where 50-bit primes are asked for too.
    pub(super) fn with_word_of_lift(&self) -> Result<Self> {
        Ok(Self { run: word_of_lift(&self.run, self.lift)?, ..self.clone() })
    }

    /// The choices that do not depend on the operation.
    pub(super) fn how(&self) -> How<'_> {
        How { run: &self.run, lift: self.lift, certainty: self.certainty }
    }
}
