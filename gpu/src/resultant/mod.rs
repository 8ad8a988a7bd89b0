//! The resultant of two polynomials modulo a prime.

pub mod remainder;
pub mod repair;
pub mod scalar;
pub mod schur;
