//! Ends of paths in as much precision as they take.
//!
//! - `number.rs`: complex numbers of MPFR's floats.
//! - `family.rs`: the system on its way, and Newton's method.
//! - `walk.rs`: a path, step by step.
//! - `end.rs`: where it ends.
//! - `multiplicity.rs`: whether a singular zero is isolated.

mod end;
mod family;
mod multiplicity;
mod number;
mod walk;

pub(super) use end::{End, Infinity, Known, end, end_around, further};
pub(super) use family::{Family, solve};
pub(super) use multiplicity::{Local, local};
pub(crate) use number::Number;
