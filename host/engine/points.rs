//! Answers at geometric progressions of points in the field of one prime of any length, as devices compute them.

#[cfg(feature = "cuda")]
use crate::{plan::rows::Row, run::modulus::Modulus};

/// What is computed at a point from the values of some polynomials.
#[derive(Debug, Clone)]
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "what devices are asked for"))]
pub(crate) enum PointScalar {
    /// The resultant of f and g, whose coefficients are the values, constant terms first.
    Resultant {
        /// Formal degrees of f and g.
        degrees: (u32, u32),
        /// Whether it is divided by lc(f), which is not to be 0.
        discriminant: bool,
        /// Whether the answer is minus that.
        negative: bool,
    },
    /// The product of the determinants of blocks, at least one.
    Determinant {
        /// Number of rows of each, at least 1.
        sizes: Vec<u32>,
        /// Their elements, block by block and row by row, as [`gpu::determinant::matrix::entry`].
        entries: Vec<u32>,
    },
}

impl PointScalar {
    /// Steps of three products, about.
    pub fn steps(&self) -> u64 {
        match self {
            &PointScalar::Resultant { degrees: (p, q), .. } => u64::from(p) * u64::from(q) / 2,
            PointScalar::Determinant { sizes, .. } => {
                sizes.iter().fold(0u64, |all, &n| all.saturating_add(u64::from(n).saturating_pow(3) / 6))
            }
        }
    }
}

/// A polynomial that is found by its values.
#[cfg(feature = "cuda")]
pub(crate) struct ProgressionJob<'a> {
    /// The prime.
    pub p: Modulus,
    /// What is computed at a point.
    pub scalar: PointScalar,
    /// The polynomials in the kept variables.
    pub rows: Vec<&'a Row>,
    /// Coefficients of these in each kept variable.
    pub dims: &'a [usize],
    /// Coefficients of the answer in each kept variable.
    pub points: &'a [u32],
}
