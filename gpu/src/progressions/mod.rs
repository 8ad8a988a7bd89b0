//! Values at geometric progressions of points, and back, modulo primes of any length that have no roots of unity of their own.
//!
//! Sums with powers q^(i k) are products of polynomials (chirp transform), and these are products modulo a few primes that have roots of
//! unity, put together again ([`residues`]). The tables are sequences with quadratic exponents ([`sequence`]).
//!
//! Source: Bluestein (1970); Bostan, Schost, Polynomial evaluation and interpolation on special sets of points, J. Complexity 21 (2005).

pub mod horner;
pub mod residues;
pub mod sequence;
