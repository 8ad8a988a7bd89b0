//! Start systems, whose zeros are where paths begin.
//!
//! - `choice.rs`: which start has the fewest paths.
//! - `powers.rs`: as many paths as the product of the degrees.
//! - `polyhedral.rs`: as many as the mixed volume.
//! - `binomial.rs`: the zeros of binomial systems, where those of polyhedral starts come from.

mod binomial;
mod choice;
mod polyhedral;
mod powers;

pub use choice::{RootCounts, StartSystem};
pub(super) use choice::{Start, choose};
pub(super) use polyhedral::Polyhedral;
pub(super) use powers::Powers;

use rand::Rng;
use rand::rngs::StdRng;
use std::f64::consts::TAU;

/// A term of a start system: a coefficient, and the exponents of projective coordinates.
#[derive(Debug, Clone)]
pub(super) struct GenericTerm {
    pub(super) coefficient: [f64; 2],
    pub(super) exponents: Vec<(usize, u32)>,
}

/// The number of size 1 with this argument.
pub(super) fn on_circle(angle: f64) -> [f64; 2] {
    let (im, re) = angle.sin_cos();
    [re, im]
}

/// A random argument.
pub(super) fn angle(random: &mut StdRng) -> f64 {
    random.random_range(0.0..TAU)
}
