//! When it is proved that no isolated zero is missing.

use super::{Solution, SolveAnswer};
use crate::system::certify::Coordinate;
use serde::Serialize;

/// Of which isolated zeros it is proved that all were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub enum Proved {
    /// Of all in C^n.
    #[serde(rename = "all")]
    All,
    /// Of those without a coordinate 0.
    #[serde(rename = "without zero coordinates")]
    WithoutZeroCoordinates,
}

impl Proved {
    /// `all`, or `without zero coordinates`.
    pub fn name(self) -> &'static str {
        match self {
            Proved::All => "all",
            Proved::WithoutZeroCoordinates => "without zero coordinates",
        }
    }
}

impl SolveAnswer {
    /// Of which isolated zeros it is proved that all were found; `None` where that is not proved.
    ///
    /// Certified zeros are simple, and boxes that are disjoint show that they are different. A system has no more isolated zeros, counted with multiplicities, than its
    /// least bound in [`SolveAnswer::root_counts`]; so where as many are certified there is no other. The same holds for zeros that are proved to
    /// have no coordinate 0, and the mixed volume. Curves and surfaces of zeros are not excluded.
    ///
    /// ```
    /// use eliminant::system::{Proved, System};
    ///
    /// let answer = "x^2 + y^2 - 5; x*y - 2".parse::<System>()?.solve()?;
    /// assert_eq!((answer.solutions.len(), answer.proved()), (4, Some(Proved::All)));
    /// // A double zero is not certified.
    /// assert_eq!("(x - 1)^2".parse::<System>()?.solve()?.proved(), None);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn proved(&self) -> Option<Proved> {
        let certified = || self.solutions.iter().filter(|zero| zero.is_certified());
        let count = |zeros: usize| Some(zeros as u64);
        let is_off_zero = |zero: &&Solution| zero.root().is_some_and(|root| root.coordinates.iter().all(is_not_zero));
        if self.root_counts.least().is_some() && count(certified().count()) == self.root_counts.least() {
            Some(Proved::All)
        } else if self.root_counts.mixed_volume.is_some()
            && count(certified().filter(is_off_zero).count()) == self.root_counts.mixed_volume
        {
            Some(Proved::WithoutZeroCoordinates)
        } else {
            None
        }
    }
}

/// Whether the bounds of a coordinate do not hold 0.
fn is_not_zero(coordinate: &Coordinate) -> bool {
    [coordinate.re, coordinate.im].iter().any(|[lower, upper]| *lower > 0.0 || *upper < 0.0)
}
