//! Eliminant computes resultants, discriminants, determinants of polynomial matrices, greatest common divisors and real roots exactly, and finds the isolated
//! zeros of systems of polynomials, on NVIDIA GPUs or on all CPU cores.
//!
//! # Overview
//!
//! Polynomials have integer or rational coefficients. A resultant eliminates one variable and keeps any number of others; GCDs have any number
//! of variables. Answers are computed modulo many primes, resultants at many points, and combined by Chinese remaindering. As many primes are taken as
//! proved bounds demand, and each answer is compared with an independent computation before it is returned. One exception: that two polynomials are
//! coprime is proved modulo one prime and confirmed modulo a second one.
//!
//! | to compute | function | builder with all choices |
//! |---|---|---|
//! | a resultant, a discriminant | [`resultant()`], [`discriminant()`] | [`Resultant`], [`Discriminant`] |
//! | a determinant | [`determinant()`] | [`Determinant`] |
//! | an adjugate, a rank, the solution of a linear system | | [`Adjugate`], [`Rank`], [`LinearSystem`] |
//! | greatest common divisors | [`gcd()`], [`gcd_with_cofactors`], [`gcd_list`], [`is_coprime`] | [`Gcd`] |
//! | those of many pairs | [`gcd_batch`] | [`GcdBatch`] |
//! | s f + t g = gcd(f, g) | [`extended_gcd`] | [`ExtendedGcd`] |
//! | a content and a primitive part | [`content()`] | [`Content`] |
//! | a squarefree decomposition | [`squarefree_decomposition`], [`squarefree_part`] | [`Decomposition`] |
//! | the real roots of a polynomial | [`Polynomial::real_roots`] | [`RealRoots`] |
//! | its complex roots | [`Polynomial::complex_roots`] | [`ComplexRoots`] |
//! | the isolated zeros of a system | [`system::solve_system`] | [`system::Solve`] |
//! | the components of all zeros of a system | [`System::decompose`] | [`system::Decompose`] |
//!
//! A builder also has a `plan` (bounds, primes, memory and predicted time, nothing of the answer), and `run` returns the answer with a report. Input over
//! Q goes to `of_rational`, as [`Resultant::of_rational`], and rational functions to `of_functions`.
//!
//! - [`Polynomial`], [`RationalPolynomial`] and [`RationalFunction`], [`Matrix`], [`RationalMatrix`] and [`RationalFunctionMatrix`]: operators, text and
//!   JSON.
//! - [`system`]: systems of polynomials with complex coefficients: text, the formats of PHCpack, msolve and Bertini, JSON, families; values and Jacobians,
//!   Newton's method, paths of zeros, all zeros, certificates of roots. [`System::solve`] finds the zeros, each with its certificate.
//! - [`floating`]: numbers of one, two and four doubles, their lanes, their decimal text.
//! - [`engine`], [`plan`], [`lift`]: the stages, for those who build other computations from them.
//!
//! # Resultants
//!
//! res_y(f, g) is the determinant of the Sylvester matrix, rows of f first: lc(f)^q prod g(a) over the roots a of f, q = deg g.
//! [`mod@resultant`] has the conventions for constants and zero.
//!
//! ```
//! use eliminant::{Polynomial, resultant};
//!
//! let f: Polynomial = "x^2 + y^2 - 1".parse()?;
//! let g: Polynomial = "y - x^2".parse()?;
//! assert_eq!(resultant(&f, &g, "y")?.to_string(), "x^4 + x^2 - 1");
//! assert_eq!(resultant(&f, &g, "x")?.to_string(), "y^4 + 2*y^3 - y^2 - 2*y + 1");
//! # Ok::<(), eliminant::Error>(())
//! ```
//!
//! # Discriminants
//!
//! disc_y(f) = (-1)^(n(n-1)/2) res_y(f, f') / lc(f), n = deg_y f; 1 for n = 1, 0 for n = 0.
//!
//! ```
//! use eliminant::{Backend, Discriminant, Polynomial};
//!
//! let folium: Polynomial = "x^3 + y^3 - 3*x*y".parse()?;
//! let answer = Discriminant::new(&folium, "y").backend(Backend::Cpu).run()?;
//! assert_eq!(answer.polynomial.to_string(), "-27*x^6 + 108*x^3");
//! assert_eq!(answer.report.run.backend, "cpu");
//! # Ok::<(), eliminant::Error>(())
//! ```
//!
//! # Determinants
//!
//! det M for a square matrix of polynomials in any number of variables; 1 for the matrix without rows.
//!
//! ```
//! use eliminant::{Matrix, determinant};
//!
//! let matrix: Matrix = "[[x, y, z], [y, z, x], [z, x, y]]".parse()?;
//! assert_eq!(determinant(&matrix)?.to_string(), "-x^3 + 3*x*y*z - y^3 - z^3");
//! # Ok::<(), eliminant::Error>(())
//! ```
//!
//! # Greatest common divisors
//!
//! gcd(f, g), in any number of variables, includes the GCD of the contents and has a positive leading coefficient; gcd(0, 0) = 0. It is proved
//! by exact division, whose quotients are the cofactors. [`mod@gcd`] has the conventions.
//!
//! ```
//! use eliminant::{GcdBatch, Polynomial, gcd, squarefree_decomposition};
//!
//! let f: Polynomial = "6*x^5 - 6*x".parse()?;
//! let g: Polynomial = "4*x^4 - 8*x^2 + 4".parse()?;
//! assert_eq!(gcd(&f, &g)?.to_string(), "2*x^2 - 2");
//!
//! // Many pairs of any sizes at once.
//! let pairs = [(f.clone(), g.clone()), (g.clone(), "x^3 - x^2".parse()?)];
//! let (gcds, report) = GcdBatch::new(&pairs).run()?;
//! assert_eq!((gcds[1].to_string(), report.pairs), ("x - 1".to_owned(), 2));
//!
//! // 4 (x^2 - 1)^2
//! let decomposition = squarefree_decomposition(&g)?;
//! assert_eq!((decomposition.content, decomposition.factors), (4.into(), vec![("x^2 - 1".parse()?, 2)]));
//! # Ok::<(), eliminant::Error>(())
//! ```
//!
//! # Systems of polynomials
//!
//! Each regular zero has a certificate: a box that is proved to contain exactly one zero. That no zero is missing is not proved;
//! [`system::SolveAnswer`] accounts for each path.
//!
//! ```
//! use eliminant::system::{System, solve_system};
//!
//! let system: System = "x^2 + y^2 - 5; x*y - 2".parse()?;
//! let answer = solve_system(&system)?;
//! assert_eq!((answer.solutions.len(), answer.failed), (4, 0));
//! assert!(answer.solutions.iter().all(|zero| zero.certificate.root().is_some()));
//! # Ok::<(), eliminant::Error>(())
//! ```
//!
//! # Without a GPU
//!
//! All of the library works on the CPU. [`Backend::Auto`] uses a CUDA device if this build has kernels, a device has room for the work (GCDs do not ask),
//! and the work is worth it; otherwise all CPU cores. [`Backend::Cuda`] is an error if there is no device. If a kernel faults, the call ends with
//! [`ErrorKind::Device`], the process cannot use that device again, and later calls with [`Backend::Auto`] use the CPU. With the feature `cuda` one binary
//! serves machines with and without a GPU: the driver is opened when it is first needed. [`build_info`] says what is built in.
//!
//! # Limits
//!
//! | what | limit | beyond it |
//! |---|---|---|
//! | variables kept | any number; 1 with [`Interpolation::Vandermonde`] | [`ErrorKind::Unsupported`] |
//! | coefficients of f and g together, zeros below the degrees in the kept variables included | 2^32 - 1 | [`ErrorKind::Limit`] |
//! | coefficients of an answer, zeros below its bounds on the degrees included | 2^44, and what memory holds | [`ErrorKind::Limit`] |
//! | rows of a matrix | 32,768 | [`ErrorKind::Limit`] |
//! | coefficients of the different entries of a matrix, zeros included | 2^32 - 1 | [`ErrorKind::Limit`] |
//! | coefficients of an image of sparse inputs of a GCD in one variable | 2^22; then the next line holds | [`ErrorKind::Limit`] |
//! | coefficients of inputs of a GCD with longer images, each, zeros included, a common divisor of all differences of exponents taken out | 2^25 | [`ErrorKind::Limit`] |
//! | devices of one GCD; of a batch | 1; any: [`GcdBatch::devices`] | |
//! | degree in the eliminated variable | 100,000 | [`ErrorKind::Limit`] |
//! | the same on a device, degrees p >= q, Schur methods | 4 p + q + 1 words fit the shared memory of a block: 58,112 on an H100 | [`ErrorKind::Limit`]; the CPU with [`Backend::Auto`] |
//! | degree of the answer | below 2^30 | [`ErrorKind::Limit`] |
//! | exponents of the input | below 2^31 | [`ErrorKind::Parse`] |
//! | primes | 2^29 to 2^32 / 3, 43 million of them; on CPUs with AVX-512 IFMA 2^48 to 2^50; 2^20 of them in a lift by remainders | [`ErrorKind::Limit`] |
//! | memory | [`Resultant::memory_limit`], or three quarters of what there is | [`ErrorKind::Limit`], [`ErrorKind::OutOfMemory`] |
//!
//! The memory limit counts everything that grows with the problem: the polynomials, the answer and all between them on the host, and on each
//! device what is there. Sizes are computed and compared with it before the work. It does not count the process itself, threads and code, nor
//! page-locked host memory: for each device three chunks of the lift, of at most 64 MiB, or of 64 coefficients where these are longer (from 8 Mbit a coefficient on), and 1 MiB a stream for small copies.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `cli` (default) | the program `eliminant` and what it depends on, and `png` |
//! | `png` | `Plot::png`: pictures of pixels |
//! | `cuda` | the CUDA engine: the module `engine::cuda`, and [`Backend::Cuda`] that works |
//! | `num-bigint` | the module `bigint`: conversions of coefficients from and to the crate `num-bigint` |
//!
//! None needs CUDA to build, nor a driver to start. Polynomials, matrices, systems and their zeros implement the traits of `serde` without a feature.
//!
//! # Reading an error
//!
//! Every error is an [`Error`]. [`Error::kind`] is for programs; its text is one sentence for people, with the values in it. Errors of
//! parsing have a line, a column and a caret. A mathematical outcome, such as a resultant that is 0, is an answer and not an error.
//!
//! ```
//! use eliminant::{ErrorKind, Polynomial, resultant};
//!
//! let error = "x^2 + y x".parse::<Polynomial>().unwrap_err();
//! assert!(matches!(error.kind(), ErrorKind::Parse { line: 1, column: 9, .. }));
//!
//! let f: Polynomial = "x + y".parse()?;
//! let error = resultant(&f, &f, "z").unwrap_err();
//! assert!(matches!(error.kind(), ErrorKind::Argument { .. }));
//! assert!(error.to_string().contains("\"z\" does not occur; variables are x, y"));
//! # Ok::<(), eliminant::Error>(())
//! ```
//!
//! | kinds | what to do |
//! |---|---|
//! | `Parse`, `Binary`, `Argument`, `Unsupported`, `File` | change the input |
//! | `DriverUnavailable`, `NoDevice`, `BuiltWithoutKernels`, `UnsupportedDevice`, `Ptx` | the text says what is missing; [`Backend::Cpu`] needs none of it |
//! | `Limit`, `OutOfMemory` | another backend, more memory, or a smaller problem |
//! | `Driver`, `Device` | the device or its driver; after a fault of a kernel this process computes on that device no more |
//! | `Process` | another process, or the connection to it; the same call goes on from a checkpoint with any number of processes |
//! | `Verification`, `Shape` | a faulty machine or a bug of ours; no answer is returned |
//! | `Cancelled` | by [`Control::cancel`] |

mod alone;
mod at_points;
#[cfg(feature = "num-bigint")]
pub mod bigint;
mod build_info;
mod calibration;
mod clock;
mod control;
pub mod curve;
pub mod determinant;
pub mod engine;
pub mod error;
mod finite_field;
pub mod floating;
pub mod gcd;
pub mod lift;
pub mod matrices;
mod meter;
#[doc(hidden)]
pub mod option_text;
mod parallel;
pub mod plan;
pub mod plane;
pub mod plot;
#[doc(hidden)]
pub mod plural;
pub mod poly;
pub mod processes;
#[cfg(test)]
mod progress_tests;
mod records;
pub mod resultant;
pub mod roots;
mod run;
#[doc(hidden)]
pub mod shorten;
mod simd;
mod sparse;
mod start_up;
pub mod subresultants;
pub mod system;
mod tasks;
#[doc(hidden)]
pub mod tiny;

pub use build_info::{BuildInfo, CudaBuild, build_info};
pub use calibration::Calibration;
pub use clock::{Clock, StageTime};
pub use control::Control;
pub use curve::{
    Arrangement, Asymptote, CurveComponent, CurveEdge, CurveFace, CurveGraph, CurveVertex, EdgeEnd, VertexKind, Window,
};
pub use determinant::{
    Determinant, DeterminantAnswer, DeterminantOptions, DeterminantPlan, DeterminantReport, PaperPrediction,
    determinant,
};
pub use engine::gcd::GcdMethod;
pub use engine::{DeterminantMethod, MatrixShape, ScalarShape};
pub use error::{Error, ErrorKind, Result};
pub use floating::Complex64;
pub use gcd::{
    CombinationPlan, Content, ContentAnswer, Decomposition, ExtendedGcd, ExtendedGcdAnswer, Gcd, GcdAnswer, GcdBatch,
    GcdOptions, GcdPlan, GcdReport, Squarefree, content, extended_gcd, gcd, gcd_batch, gcd_list, gcd_with_cofactors,
    is_coprime, squarefree_decomposition, squarefree_part,
};
pub use lift::Lift;
pub use matrices::{Adjugate, AdjugateAnswer, LinearAnswer, LinearSystem, Rank, RankAnswer, Solvability};
pub use plan::grid::Evaluation;
pub use plane::{ComplexPlaneSolution, PlaneAnswer, PlaneSolution, SolvePlane};
pub use plot::Plot;
pub use poly::{
    Matrix, Polynomial, RationalFunction, RationalFunctionMatrix, RationalMatrix, RationalPolynomial,
    UnivariatePolynomial,
};
#[doc(hidden)]
pub use resultant::Remedy;
pub use resultant::{
    Discriminant, Interpolation, Method, Resultant, ResultantAnswer, ResultantOptions, ResultantPlan, ResultantReport,
    discriminant, resultant,
};
pub use roots::{ComplexAlgebraic, ComplexRoot, ComplexRoots, RealAlgebraic, RealRoot, RealRoots};
/// Coefficients of polynomials over Z and over Q are numbers of the crate `rug`.
pub use rug::{Integer, Rational};
pub use run::checkpoint::remove_checkpoint;
#[doc(hidden)]
pub use run::modulus::Modulus;
pub use run::options::WordSize;
pub use run::options::{Backend, Devices, RunOptions};
pub use run::pointwise::{DevicePlan, GridPlan, Prediction};
pub use run::report::RunReport;
pub use run::stopping::Certainty;
pub use run::tuples::{ListOptions, ListPlan, ListReport};
pub use subresultants::{Cofactors, CofactorsAnswer, SubresultantValues, Subresultants, SubresultantsAnswer};
pub use system::{Solution, Solve, SolveAnswer, System, solve_system};

/// The examples of the README and of the page on the library are compiled and run.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/library.md")]
    struct Library;
}
