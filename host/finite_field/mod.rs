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
pub(crate) use extension::degree_of;
#[cfg(test)]
pub(crate) use extension::{Extension, Packed};
#[cfg(test)]
pub(crate) use fields::{Chosen, Fields};
pub(crate) use powers::Powers;
pub(crate) use prime::Field;
pub(crate) use prime_fields::{Over, PrimeField, Visit, VisitPrime, over_prime};
pub(crate) use products::{LONG, by_halves, by_integers};
pub(crate) use tables::MOST as MOST_OF_TABLES;
#[cfg(test)]
pub(crate) use tables::{Tabled, Tables};
#[cfg(test)]
pub(crate) use words::Words;
pub(crate) use words::words;
