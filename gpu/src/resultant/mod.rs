//! The resultant of two polynomials modulo a prime, and their subresultants.

pub mod remainder;
pub mod repair;
pub mod scalar;
pub mod schur;
pub mod subresultants;
