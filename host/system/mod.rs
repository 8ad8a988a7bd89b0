//! Systems of polynomials in several variables with complex coefficients: as data, their values, their zeros, and certificates of these.
//!
//! A [`System`] has m polynomials in n variables; m and n need not be equal. Polynomials are sparse, exponents go up to 2^32 - 1, and
//! coefficients are exact: complex numbers with rational parts, so that a decimal number in a text means just that number.
//!
//! # Text
//!
//! ```text
//! x^2 + y^2 = 1.25;          polynomials stand between `;`, between commas, in a list `[f, g]`, or one on a line
//! (1 + 2*i)*x*y - 3e-2;      `i` and `I` are the imaginary unit, and no variables
//! ```
//!
//! The text of a polynomial is that of [`mod@crate::poly`]. Variables are those of the text, in order of appearance, also where
//! their terms cancel. [`System::numerators`] takes the numerators of rational functions.
//!
//! [`System::from_phc`] reads the format of PHCpack, whose first line counts the polynomials and, if there are not as many, the
//! variables. [`std::str::FromStr`] takes a text whose first line is one or two integers for that. It also reads msolve's format, and Bertini's input files.
//! JSON:
//!
//! ```text
//! {"vars":["x","y"],"polynomials":[[["1",[2,0]],["-5/4",[0,0]]],[["1","2",[1,1]]]]}
//! ```
//!
//! Each term is a real part, an imaginary part where there is one, and the exponents; numbers are strings, fractions or decimal.
//!
//! # Binary
//!
//! Exact numbers in blocks with checksums ([`System::write_binary`], [`Compiled::read_binary`]): nothing has to be parsed or expanded, and a file
//! that was changed or is not whole is an error. `docs/format.md` describes every byte; version 1 stays readable.
//!
//! # Zeros
//!
//! [`Newton`] improves points in any precision, [`Track`] follows zeros while parameters of a system move, [`Solve`] finds all isolated zeros of
//! a system, and [`Decompose`] also its curves and surfaces of zeros.
//!
//! # Certificates
//!
//! [`certify()`] proves that a system has exactly one root near a point, with bounds, and whether that root is real: Krawczyk's test in interval
//! arithmetic with rigorous rounding, for the exact coefficients. [`overlaps`] proves roots to be different, or the same.
//!
//! # Example
//!
//! ```
//! use eliminant::system::System;
//!
//! let system: System = "x^2 + y^2 - 1.25; (1 + 2*i)*x*y - 3e-2".parse()?;
//! assert_eq!((system.len(), system.variables().len()), (2, 2));
//! assert_eq!(system.to_string(), "x^2 + y^2 - 5/4;\n(1 + 2*i)*x*y - 3/100;\n");
//! assert_eq!(System::katsura(5)?.degrees(), [2, 2, 2, 2, 2, 1]);
//!
//! let error = "x^2 - 1;\nx + y z;".parse::<System>().unwrap_err();
//! assert!(error.to_string().starts_with("line 2, column 7: "));
//! # Ok::<(), eliminant::Error>(())
//! ```

mod balance;
mod bertini;
mod binary;
#[cfg(test)]
mod binary_tests;
mod certify;
mod circles;
mod convert;
mod decompose;
mod display;
mod endgame;
mod evaluator;
mod families;
mod hessian;
mod homotopy;
mod infinity;
mod json;
mod mixed_cells;
mod modular;
mod msolve;
mod newton;
mod on_engine;
mod parse;
mod phc;
mod plan;
mod points;
mod precise;
mod reduce;
mod scaled;
mod size;
mod solve;
mod square;
mod start;
mod stepper;
mod synthetic;
mod taylor;
mod together;
mod track;
mod zero;

pub use crate::engine::status::{NewtonReport, NewtonStatus, TrackStatus};
pub use crate::poly::systems::{Coefficient, Compiled, System, Term};
pub use binary::is_binary;
pub use certify::{Certificate, CertifiedRoot, Coordinate, Overlap, Reality, Reason, certify, overlaps};
pub use decompose::{Component, Decompose, DecomposeAnswer, DecomposeOptions};
pub use evaluator::{Evaluator, EvaluatorOptions, Values};
pub use hessian::{HessianProducts, ModularHessianProducts};
pub use modular::ModularValues;
pub use newton::{Newton, NewtonAnswer, NewtonOptions};
pub use parse::Divided;
pub use plan::{PlannedZeros, SystemPlan};
pub use points::{number_to_json, number_to_text, parse_points};
pub(crate) use precise::Number;

pub use solve::{Proved, Solution, Solve, SolveAnswer, SolveOptions, solve_system};
pub use start::{RootCounts, StartSystem};
pub use stepper::NewtonStepper;
pub use track::{Track, TrackAnswer, TrackOptions, TrackReport};
