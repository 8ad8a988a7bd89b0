//! Finite fields of less than 2^63 elements, and polynomials in one variable over them.

mod arithmetic;
pub(crate) mod dense;
mod extension;
mod fields;
mod powers;
mod prime;
mod tables;

pub(crate) use arithmetic::{Arithmetic, remainder_by_products};
pub(crate) use extension::{Extension, Packed, degree_of};
pub(crate) use fields::{Chosen, Fields};
pub(crate) use powers::Powers;
pub(crate) use prime::Field;
pub(crate) use tables::Tabled;
#[cfg(test)]
pub(crate) use tables::Tables;
