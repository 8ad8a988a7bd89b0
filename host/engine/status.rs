//! How points and paths ended.

use crate::floating::{Precision, relative_error};
use gpu::system::{newton, track};
use std::fmt;

/// How Newton's method ended at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum NewtonStatus {
    /// The last step was below the tolerance, or the values are 0.
    Converged,
    /// Steps below the square root of the tolerance no longer shrink: the accuracy that the precision allows was reached, or the root is of
    /// multiplicity 3 or more.
    Stagnated,
    /// The greatest number of iterations was reached.
    #[default]
    Iterations,
    /// The Jacobian has no inverse at the point.
    Singular,
    /// Values at the point, or the point after it, are beyond the range of doubles. The point is the last one in the range.
    Overflow,
}

impl NewtonStatus {
    /// Of the double that lanes hold.
    pub(crate) fn from_lane(code: f64) -> Self {
        match code {
            newton::status::CONVERGED => Self::Converged,
            newton::status::STAGNATED => Self::Stagnated,
            newton::status::SINGULAR => Self::Singular,
            newton::status::OVERFLOW => Self::Overflow,
            _ => Self::Iterations,
        }
    }
}

/// In words, as the program prints it: `did not converge` for [`NewtonStatus::Iterations`].
impl fmt::Display for NewtonStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Converged => "converged",
            Self::Stagnated => "stagnated",
            Self::Iterations => "did not converge",
            Self::Singular => "singular Jacobian",
            Self::Overflow => "overflow",
        })
    }
}

/// The report of Newton's method at a point. The norm of complex numbers here is the largest real or imaginary part.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct NewtonReport {
    /// How it ended.
    pub status: NewtonStatus,
    /// The norm of the values at the point, to the accuracy of a double; infinite where one is not finite.
    pub residual: f64,
    /// The norm of the last step over that of the largest point on the way; infinite before the first step.
    pub step: f64,
    /// Steps.
    pub iterations: u32,
    /// The smallest pivot of the Jacobian at the point over the largest one on the way, 0 for a singular one: about the inverse of its condition
    /// number, mostly. For one variable it is the derivative over the largest one on the way.
    pub pivots: f64,
}

impl NewtonReport {
    /// The point is a root to the accuracy that precision and Jacobian allow.
    pub fn is_converged(&self) -> bool {
        matches!(self.status, NewtonStatus::Converged | NewtonStatus::Stagnated)
    }

    /// A warning: the Jacobian is so near to a singular matrix that the root can be a multiple one, or belong to a set of positive
    /// dimension, as far as this precision tells. `pivots` is below 64 sqrt(e), e the error of an operation: 7e-7, 1e-15 and 3e-30.
    pub fn is_rank_deficient<R: Precision>(&self) -> bool {
        self.pivots < 64.0 * relative_error::<R>().sqrt()
    }
}

/// How a path ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrackStatus {
    /// It is at the end.
    End,
    /// Steps became too small: the path is near a singular point, or the precision is too low.
    SmallSteps,
    /// The greatest number of attempts was made.
    Steps,
    /// The point became too large: the path goes to infinity.
    Diverged,
    /// Newton's method does not settle at the start: it is no zero of the first system, or a singular one.
    Start,
}

/// In words, as the program prints it: `steps became too small` for [`TrackStatus::SmallSteps`].
impl fmt::Display for TrackStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::End => "end",
            Self::SmallSteps => "steps became too small",
            Self::Steps => "too many steps",
            Self::Diverged => "diverged",
            Self::Start => "not a regular zero",
        })
    }
}

impl TrackStatus {
    /// Of the double that lanes hold.
    pub(crate) fn from_lane(code: f64) -> Self {
        match code {
            track::status::END => Self::End,
            track::status::SMALL => Self::SmallSteps,
            track::status::DIVERGED => Self::Diverged,
            track::status::START => Self::Start,
            _ => Self::Steps,
        }
    }
}
