//! The random numbers of a computation: independent streams, one for each purpose.

use super::options::RunOptions;
use rand::SeedableRng;
use rand::rngs::StdRng;

/// The purpose of random numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Purpose {
    /// The schedule of degrees, and the shifts of a grid modulo the caller's prime.
    Outline = 1,
    /// The points of the verification.
    Check = 2,
    /// The primes that confirm an early answer.
    Confirm = 3,
    /// The first of arbitrary points.
    Points = 4,
    /// The shifts of a grid over Z.
    Grid = 5,
    /// Trials of remedies.
    Remedy = 6,
    /// The shifts of the grids of exact divisions.
    Division = 7,
    /// The constant and the patch of a homotopy.
    Homotopy = 8,
    /// Points that tell the sign of an answer.
    Sign = 9,
    /// Sequences of points of a sparse answer.
    Sparse = 10,
    /// Images that show polynomials to be coprime.
    Coprime = 11,
    /// The weights of mixed cells, and the coefficients of a polyhedral start.
    Cells = 12,
    /// Linear forms that cut surfaces of zeros, and their ways.
    Slices = 13,
}

/// The random generator for `purpose`: from the seed, or from the system.
pub(crate) fn rng(run: &RunOptions, purpose: Purpose) -> StdRng {
    match run.seed {
        Some(seed) => StdRng::seed_from_u64(seed ^ (purpose as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        None => StdRng::from_os_rng(),
    }
}
