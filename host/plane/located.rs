//! Which other curves the solutions are on.

use super::answer::PlaneAnswer;
use super::projection::{Pair, Projection};
use crate::error::Result;
use crate::poly::Polynomial;
use crate::roots::RealAlgebraic;
use crate::run::options::RunOptions;
use rayon::prelude::*;
use std::cmp::Ordering;

/// Solutions, and their images under a regular projection.
pub(crate) struct Located {
    pub answer: PlaneAnswer,
    /// One for each solution.
    pub(super) images: Vec<RealAlgebraic>,
    /// Both polynomials without their common factor; `None` where one is a constant.
    pub(super) of: Option<(Polynomial, Polynomial, Projection)>,
}

impl Located {
    pub(super) fn without(answer: PlaneAnswer) -> Self {
        Located { answer, images: Vec::new(), of: None }
    }

    /// For each solution whether h is 0 there.
    pub(crate) fn vanish(&self, h: &Polynomial, run: &RunOptions) -> Result<Vec<bool>> {
        let (Some((f, g, projection)), false) = (&self.of, self.images.is_empty()) else { return Ok(Vec::new()) };
        let [x, y] = &self.answer.variables;
        let pair = Pair { f: f.clone(), g: g.clone(), x, y };
        let on_curve = projection.on_curve(&h.with_vars(&[x, y])?, &pair, run)?;
        self.images.par_iter().map(|image| Ok(image.sign_of(&on_curve)? == Ordering::Equal)).collect()
    }
}
