//! Resultants and discriminants.
//!
//! Conventions. With p = deg_y f, q = deg_y g and S the Sylvester matrix of f and g in y (rows of f first),
//!
//! > res_y(f, g) = det S = lc(f)^q lc(g)^p prod (alpha_i - beta_j),
//!
//! so res(g, f) = (-1)^(p q) res(f, g), res(c, g) = c^q and res(f, d) = d^p for c, d free of y, res(c, d) = 1, and
//! res(f, g) = 0 when f or g is zero. The discriminant is disc_y(f) = (-1)^(n (n-1)/2) res_y(f, f') / lc(f), n = deg_y f;
//! degree 1 gives 1, degree 0 and f = 0 give 0.

mod compute;
mod describe;
mod early;
mod modulo;
mod plan;
mod problem;
mod remedy;
mod report;
mod stages;
mod verify;

pub use describe::ResultantPlan;
pub use report::Report;

use crate::engine::{Method, ScalarShape};
use crate::error::Result;
use crate::lift::Lift;
use crate::options::{Certainty, Interpolation, Options, Remedy};
use crate::poly::Polynomial;
use problem::Problem;

/// An answer with what was done for it.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The resultant or discriminant, over the kept variables.
    pub polynomial: Polynomial,
    /// Counts, choices and times.
    pub report: Report,
}

/// res_y(f, g) for the variable y = `var`, with the default choices: see [`Resultant`].
///
/// # Errors
/// See [`Resultant::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, resultant};
/// let f: Polynomial = "y^2 - x".parse()?;
/// let g: Polynomial = "y - x + 1".parse()?;
/// assert_eq!(resultant(&f, &g, "y")?.to_string(), "x^2 - 3*x + 1");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn resultant(f: &Polynomial, g: &Polynomial, var: &str) -> Result<Polynomial> {
    Ok(Resultant::new(f, g, var).run()?.polynomial)
}

/// disc_y(f) for the variable y = `var`, with the default choices: see [`Discriminant`].
///
/// # Errors
/// See [`Resultant::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, discriminant};
/// let f: Polynomial = "a*y^2 + b*y + 3".parse()?;
/// let g: Polynomial = "y^3 + x*y + 1".parse()?;
/// assert!(discriminant(&f, "y").is_err()); // two kept variables
/// assert_eq!(discriminant(&g, "y")?.to_string(), "-4*x^3 - 27");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn discriminant(f: &Polynomial, var: &str) -> Result<Polynomial> {
    Ok(Discriminant::new(f, var).run()?.polynomial)
}

/// The resultant of two polynomials, with choices.
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
/// assert!(answer.report.primes >= 1);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Resultant<'a> {
    f: &'a Polynomial,
    g: &'a Polynomial,
    var: &'a str,
    options: Options,
}

/// The discriminant of a polynomial, with choices.
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
pub struct Discriminant<'a> {
    f: &'a Polynomial,
    var: &'a str,
    options: Options,
}

impl<'a> Resultant<'a> {
    /// res_y(`f`, `g`) for y = `var`; the kept variables are all others of f and g, in alphabetical order.
    pub fn new(f: &'a Polynomial, g: &'a Polynomial, var: &'a str) -> Self {
        Resultant { f, g, var, options: Options::default() }
    }

    fn problem(&self) -> Result<Problem> {
        Problem::resultant(self.f, self.g, self.var)
    }
}

impl<'a> Discriminant<'a> {
    /// disc_y(`f`) for y = `var`; the kept variables are all others of f, in the order of its list.
    pub fn new(f: &'a Polynomial, var: &'a str) -> Self {
        Discriminant { f, var, options: Options::default() }
    }

    fn problem(&self) -> Result<Problem> {
        Problem::discriminant(self.f, self.var)
    }
}

macro_rules! choices {
    ($builder:ident) => {
        crate::options::engine_choices!(
            $builder,
            "The CUDA devices that share the work: each takes a part of the primes and lifts a part of the coefficients."
        );

        impl $builder<'_> {
            /// How the resultant at one point is computed; [`Method::Remainder`] unless set.
            pub fn method(mut self, method: Method) -> Self {
                self.options.method = method;
                self
            }

            /// What [`Method::Schur`] and [`Method::Schur2010`] do about pairs on which they fail everywhere.
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

            /// The answer modulo this prime, below 2^31, 2 allowed: the image of the answer over Z, with coefficients from 0 to
            /// `p` - 1. So the degrees in the eliminated variable are those over Z, also where a leading coefficient is a
            /// multiple of `p`. [`crate::Report::direct`] says whether it was computed modulo `p` alone or over Z.
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
            pub fn modulus(mut self, p: u32) -> Self {
                self.options.modulus = Some(p);
                self
            }

            fn reduced_problem(&self) -> Result<Problem> {
                let problem = self.problem()?;
                match self.options.modulus {
                    Some(p) => modulo::reduced(problem, p),
                    None => Ok(problem),
                }
            }

            /// What would be done: bounds, grid, primes, schedule, memory. Computes nothing of the answer.
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
            /// - `Unsupported`: more than one variable is kept and occurs.
            /// - `Limit`: the answer needs more primes or memory than there are.
            /// - `DriverUnavailable`, `NoDevice`, `BuiltWithoutKernels`, `UnsupportedDevice`, `Ptx`, `Driver`, `OutOfMemory`,
            ///   `Device`: the CUDA engine.
            /// - `Verification`: the answer disagrees with an independent computation; nothing is returned.
            /// - `Cancelled`: by [`crate::Control::cancel`].
            ///
            /// # Complexity
            /// For y-degrees p, q, an answer of degree D and H bits: O(H D p q) element steps of three products, and
            /// O(H D log D) and O(H^2 D) for interpolation and lifting, with words of 30 bits.
            pub fn run(&self) -> Result<Answer> {
                compute::run(|| self.reduced_problem(), &self.options)
            }
        }
    };
}

choices!(Resultant);
choices!(Discriminant);
