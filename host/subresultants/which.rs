//! Which subresultants are wanted.

use crate::error::{Error, Result};
use gpu::resultant::subresultants::Wanted;

/// Which ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// The principal coefficients of all of them.
    Principal { last: u32 },
    /// All of them.
    Chain { last: u32 },
    /// One.
    One(u32),
    /// One, with its cofactors.
    Cofactors(u32),
}

/// The number of the last subresultant of polynomials of these degrees: min(p, q), or one less where they are equal; `None` for two constants.
pub(super) fn last((p, q): (u32, u32)) -> Option<u32> {
    if p == q { q.checked_sub(1) } else { Some(p.min(q)) }
}

/// `k`, where there is a subresultant of that number.
///
/// # Errors
/// `Argument`.
pub(super) fn checked(k: u32, degrees: (u32, u32)) -> Result<u32> {
    match last(degrees) {
        Some(last) if k <= last => Ok(k),
        found => {
            let (p, q) = degrees;
            let right = match found {
                Some(last) => format!("there are those from 0 to {last}"),
                None => "there are none".into(),
            };
            Err(Error::argument("index", format!("{k}: of polynomials of degrees {p} and {q} {right}")))
        }
    }
}

/// The refusal of a number that the sequence of a polynomial of degree `p` does not have.
pub(super) fn beyond(k: u32, p: u32) -> Error {
    Error::argument("index", format!("{k}: the sequence of a polynomial of degree {p} ends with number {p}"))
}

impl Which {
    /// The number of the first one.
    pub fn first(self) -> u32 {
        match self {
            Which::Principal { .. } | Which::Chain { .. } => 0,
            Which::One(k) | Which::Cofactors(k) => k,
        }
    }

    /// The same of the pair that is computed, whose exponents of y are larger by so many.
    pub fn wanted(self, by: u32) -> Wanted {
        match self {
            Which::Principal { last } => Wanted { low: 0, high: last, principal: 1 },
            Which::Chain { last } => Wanted { low: 0, high: last, principal: 0 },
            Which::One(k) | Which::Cofactors(k) => Wanted { low: k + by, high: k + by, principal: 0 },
        }
    }
}
