//! Systems of polynomials with complex coefficients, as data: exact ones, and the lists that engines run over.
//!
//! [`crate::system`] has their forms, values and zeros.

mod coefficient;
mod compiled;
mod parameters;
pub(crate) mod sum;
mod system;

pub use coefficient::Coefficient;
pub use compiled::Compiled;
pub(crate) use system::check_names;
pub use system::{System, Term};
