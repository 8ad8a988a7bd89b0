//! The builders of resultants and discriminants.

use super::deflation::PowersOfY;
use super::describe::{self, ResultantPlan};
use super::options::ResultantOptions;
use super::problem::Problem;
use super::report::{ResultantAnswer, ResultantReport};
use super::{compute, modulo, remedy, write};
use crate::alone::alone_if;
use crate::error::Result;
use crate::poly::{Polynomial, TermSink};
use crate::run::checkpoint::Fingerprint;
use crate::run::resume::with_checkpoint;
use crate::tiny;

/// Computes the resultant of two polynomials, with all choices: over Z by [`Resultant::new`], over Q by [`Resultant::of_rational`].
///
/// # Examples
/// ```
/// use eliminant::{Backend, Certainty, Polynomial, Resultant};
/// let f: Polynomial = "x^2 + y^2 - 1".parse()?;
/// let g: Polynomial = "y - x^2".parse()?;
/// let answer = Resultant::new(&f, &g, "y")
///     .backend(Backend::Cpu)
///     .certainty(Certainty::Probabilistic { error_exponent: 80 })
///     .run()?;
/// assert_eq!(answer.polynomial.to_string(), "x^4 + x^2 - 1");
/// assert!(answer.report.run.primes >= 1);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Resultant<'a, P = Polynomial> {
    pub(super) f: &'a P,
    pub(super) g: &'a P,
    pub(super) var: &'a str,
    pub(super) options: ResultantOptions,
}

/// Computes the discriminant of a polynomial, with all choices: over Z by [`Discriminant::new`], over Q by [`Discriminant::of_rational`].
///
/// # Examples
/// ```
/// use eliminant::{Backend, Discriminant, Polynomial};
/// let f: Polynomial = "y^2 - x^3 - x".parse()?;
/// let answer = Discriminant::new(&f, "y").backend(Backend::Cpu).run()?;
/// assert_eq!(answer.polynomial.to_string(), "4*x^3 + 4*x");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Discriminant<'a, P = Polynomial> {
    pub(super) f: &'a P,
    pub(super) var: &'a str,
    pub(super) options: ResultantOptions,
}

impl<'a> Resultant<'a> {
    /// A builder for res_y(`f`, `g`), y = `var`. All other variables of f and g are kept: in the order of their list if both have the same,
    /// otherwise in alphabetical order.
    pub fn new(f: &'a Polynomial, g: &'a Polynomial, var: &'a str) -> Self {
        Resultant { f, g, var, options: ResultantOptions::default() }
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut fingerprint = Fingerprint::new("resultant");
        fingerprint.polynomial(self.f).polynomial(self.g).text(self.var).modulus(self.options.modulus);
        fingerprint
    }

    fn is_tiny(&self) -> bool {
        tiny::resultant(&self.options.run, self.f, self.g, self.var)
    }

    fn problem(&self) -> Result<Problem> {
        Problem::resultant(self.f, self.g, self.var, powers_of_y(&self.options))
    }
}

impl<'a> Discriminant<'a> {
    /// A builder for disc_y(`f`), y = `var`. All other variables of f are kept, in the order of its list.
    pub fn new(f: &'a Polynomial, var: &'a str) -> Self {
        Discriminant { f, var, options: ResultantOptions::default() }
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut fingerprint = Fingerprint::new("discriminant");
        fingerprint.polynomial(self.f).text(self.var).modulus(self.options.modulus);
        fingerprint
    }

    fn is_tiny(&self) -> bool {
        tiny::discriminant(&self.options.run, self.f, self.var)
    }

    fn problem(&self) -> Result<Problem> {
        Problem::discriminant(self.f, self.var, powers_of_y(&self.options))
    }
}

/// The treatment of powers of y: they stay where a remedy may take them out, and with the methods of the papers, which
/// have one.
fn powers_of_y(options: &ResultantOptions) -> PowersOfY {
    match options.method.needs_remedies() || remedy::is_sought(options) {
        true => PowersOfY::Stay,
        false => PowersOfY::Go,
    }
}

/// The methods of both builders.
macro_rules! computes {
    ($builder:ident) => {
        impl $builder<'_> {
            fn reduced_problem(&self) -> Result<Problem> {
                let problem = self.problem()?;
                problem.check(&self.options)?;
                match self.options.modulus {
                    Some(p) => modulo::reduced(problem, p),
                    None => Ok(problem),
                }
            }

            /// Computes the plan alone: bounds, grid, primes, schedule and memory, nothing of the answer.
            ///
            /// # Errors
            /// As [`Self::run`], except for faults of a device.
            pub fn plan(&self) -> Result<ResultantPlan> {
                let problem = self.reduced_problem()?;
                describe::describe(&problem, &self.options)
            }

            /// Computes and verifies the answer.
            ///
            /// # Errors
            /// - `Argument`: the variable is in no list of variables, threads or memory are 0, the list of devices is empty, or the
            ///   modulus is no prime below 2^31.
            /// - `Unsupported`: [`Interpolation::Vandermonde`](crate::Interpolation::Vandermonde) with more than one kept variable;
            ///   primes of a size that there are not.
            /// - `Limit`: the answer, with all exponents below its bounds on the degrees, needs more primes or memory than there are.
            /// - `DriverUnavailable`, `NoDevice`, `BuiltWithoutKernels`, `UnsupportedDevice`, `Ptx`, `Driver`, `OutOfMemory`,
            ///   `Device`: the CUDA engine.
            /// - `Verification`: the answer disagrees with an independent computation; nothing is returned.
            /// - `Checkpoint`: the file of [`RunOptions::checkpoint`](crate::RunOptions::checkpoint) cannot be read or written, is of another
            ///   problem or version, or another computation has it.
            /// - `Cancelled`: by [`crate::Control::cancel`].
            ///
            /// # Complexity
            /// For y-degrees p, q, an answer of H bits, D the product of degree + 1 over all kept variables, and C <= D the coefficients within
            /// the bound on the total degree, zeros included: O(H D p q) element steps of three products, and O(H D log D) and O(H^2 C) for
            /// interpolation and lifting, with words of 30 bits.
            pub fn run(&self) -> Result<ResultantAnswer> {
                let answer =
                    |run| compute::run(|| self.reduced_problem(), &ResultantOptions { run, ..self.options.clone() });
                alone_if(self.is_tiny(), || {
                    with_checkpoint(&self.options.run, || self.fingerprint(), answer, |answer| &mut answer.report.run)
                })
            }

            /// Computes and verifies the answer, and gives its terms to `sink` as they are made, the highest first: they need not fit in
            /// memory. Then their residues must, or a folder for them ([`RunOptions::scratch`](crate::RunOptions::scratch)).
            ///
            /// Answers that are known only as a whole are computed as by [`Self::run`] first: probabilistic ones, those modulo a prime,
            /// from arbitrary points, or from another pair. The verification ends after the last term: what was written is of no use
            /// before this returns.
            ///
            /// # Errors
            /// As [`Self::run`]; those of the sink; `File` where the folder takes no residues. Then the sink is not finished.
            ///
            /// # Examples
            /// ```
            /// use eliminant::poly::TextWriter;
            /// use eliminant::{Backend, Polynomial, Resultant};
            /// let f: Polynomial = "x^2 + y^2 - 1".parse()?;
            /// let g: Polynomial = "y - x^2".parse()?;
            /// let mut text = Vec::new();
            /// Resultant::new(&f, &g, "y").backend(Backend::Cpu).write(&mut TextWriter::new(&mut text))?;
            /// assert_eq!(text, b"x^4 + x^2 - 1");
            /// # Ok::<(), eliminant::Error>(())
            /// ```
            pub fn write(&self, sink: &mut (dyn TermSink + Send)) -> Result<ResultantReport> {
                let written = |run| {
                    write::run(|| self.reduced_problem(), &ResultantOptions { run, ..self.options.clone() }, sink)
                };
                with_checkpoint(&self.options.run, || self.fingerprint(), written, |report| &mut report.run)
            }
        }
    };
}

computes!(Resultant);
computes!(Discriminant);
