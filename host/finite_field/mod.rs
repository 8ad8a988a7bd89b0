//! Finite fields of primes below 2^256 and of powers below 2^62, and polynomials in one variable over them.

mod arithmetic;
pub(crate) mod dense;
pub(crate) mod determinants;
mod extension;
mod fields;
mod powers;
mod prime;
mod prime_fields;
mod products;
pub(crate) mod resultants;
mod tables;
mod words;

pub(crate) use arithmetic::{Arithmetic, Element, remainder_by_products};
#[cfg(test)]
pub(crate) use extension::Extension;
pub(crate) use extension::{Packed, degree_of};
pub(crate) use fields::{Chosen, Fields};
pub(crate) use powers::Powers;
pub(crate) use prime::Field;
pub(crate) use prime_fields::{Over, PrimeField, Visit, VisitPrime, over_prime};
pub(crate) use products::{LONG, by_halves, by_integers};
#[cfg(test)]
pub(crate) use tables::Tables;
pub(crate) use tables::{MOST as MOST_OF_TABLES, Tabled};
pub(crate) use words::{Words, words};
