//! An independent check of an answer: its values at random points modulo a prime that no engine has seen.

use crate::error::{Error, ErrorKind, Result};
use crate::plan::prime61::Prime61;
use crate::plan::support::Support;
use rug::Integer;

/// Whether an answer was found to be wrong.
pub(crate) fn is_wrong(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Verification { .. })
}

/// An independent computation that an answer is compared with. It does not depend on the answer: other threads compute
/// it while the engine works.
pub(crate) struct Check {
    field: Prime61,
    /// Points, and the answer there.
    scalars: Vec<(Vec<u64>, u64)>,
}

impl Check {
    /// By the values of an answer at some points, one coordinate for each axis.
    pub fn new(field: Prime61, scalars: Vec<(Vec<u64>, u64)>) -> Self {
        Check { field, scalars }
    }

    /// Whether the answer is 0 at all points: then it agrees with its negative.
    pub fn vanishes(&self) -> bool {
        self.scalars.iter().all(|&(_, value)| value == 0)
    }

    /// Compares the coefficients of an answer, those of a support in order; returns the prime.
    ///
    /// # Errors
    /// [`ErrorKind::Verification`] when they are wrong.
    pub fn compare(&self, operation: &'static str, support: &Support, coefficients: &[Integer]) -> Result<u64> {
        let mut values = self.values(support);
        values.include(0, coefficients);
        values.compare(operation)
    }

    /// The values of an answer whose coefficients come in parts.
    pub fn values<'c>(&'c self, support: &'c Support) -> Values<'c> {
        Values { check: self, support, found: vec![0; self.scalars.len()] }
    }
}

/// The values of an answer of which some coefficients are known, at the points of a check.
pub(crate) struct Values<'c> {
    check: &'c Check,
    support: &'c Support,
    found: Vec<u64>,
}

impl Values<'_> {
    /// Adds the coefficients from number `first` on.
    pub fn include(&mut self, first: usize, coefficients: &[Integer]) {
        let field = self.check.field;
        for (found, (point, _)) in self.found.iter_mut().zip(&self.check.scalars) {
            *found = field.add(*found, field.evaluate_part(coefficients, first, self.support, point));
        }
    }

    /// Compares what all coefficients have given; returns the prime.
    ///
    /// # Errors
    /// [`ErrorKind::Verification`] when they are wrong.
    pub fn compare(self, operation: &'static str) -> Result<u64> {
        let field = self.check.field;
        for ((point, expected), found) in self.check.scalars.iter().zip(self.found) {
            if found != *expected {
                let [expected, found] = [*expected, found].map(|x| field.leave(x));
                let point: Vec<u64> = point.iter().map(|&x| field.leave(x)).collect();
                let message = format!("at the point {point:?} expected {expected}, found {found}");
                return Err(ErrorKind::Verification { what: operation, prime: field.modulus(), message }.into());
            }
        }
        Ok(field.modulus())
    }
}
