//! Polynomials of few terms from their values at geometric sequences of points modulo primes.

pub(crate) mod balanced;
pub(crate) mod prony;
pub(crate) mod shanks;
