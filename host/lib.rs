//! Exact elimination on GPUs.

mod backend;
mod build_info;
pub mod engine;
pub mod error;
pub mod lift;
mod options;
mod pipeline;
pub mod plan;
pub mod poly;
mod report;
pub mod resultant;

pub use build_info::{BuildInfo, CudaBuild, build_info};
pub use engine::{Method, ScalarShape};
pub use error::{Error, ErrorKind, Result};
#[doc(hidden)]
pub use options::Remedy;
pub use options::{Backend, Certainty, Control, Interpolation};
pub use poly::{Polynomial, RationalPolynomial};
pub use report::{Report, StageTime};
pub use resultant::{Answer, Discriminant, Resultant, ResultantPlan, discriminant, resultant};
