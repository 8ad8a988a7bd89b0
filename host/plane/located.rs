//! Which other curves the solutions are on.

use super::answer::PlaneAnswer;
use super::projection::{Pair, Projection};
use super::solve::SolvePlane;
use crate::alone::prelude::*;
use crate::error::Result;
use crate::poly::Polynomial;
use crate::roots::RealAlgebraic;
use crate::run::options::RunOptions;
use std::cmp::Ordering;
use std::sync::OnceLock;

/// Solutions, and their images under the projection by which they were found.
pub(crate) struct Located {
    pub answer: PlaneAnswer,
    /// One for each solution.
    pub(super) images: Vec<RealAlgebraic>,
    /// Both polynomials without their common factor; `None` where one is a constant.
    pub(super) of: Option<(Polynomial, Polynomial, Projection)>,
    /// The same solutions by a regular projection, once it was needed.
    pub(super) regular: OnceLock<Box<Located>>,
}

impl Located {
    pub(super) fn without(answer: PlaneAnswer) -> Self {
        Located { answer, images: Vec::new(), of: None, regular: OnceLock::new() }
    }

    /// For each solution whether h is 0 there.
    pub(crate) fn vanish(&self, h: &Polynomial, run: &RunOptions) -> Result<Vec<bool>> {
        let (Some((f, g, projection)), false) = (&self.of, self.images.is_empty()) else { return Ok(Vec::new()) };
        let [x, y] = &self.answer.variables;
        if !projection.is_regular() {
            let again = || SolvePlane::new(f, g).variables(x, y).run_options(run.clone()).located(true);
            let regular = match self.regular.get() {
                Some(regular) => regular,
                None => {
                    let found = Box::new(again()?);
                    self.regular.get_or_init(|| found)
                }
            };
            return regular.vanish(h, run);
        }
        let pair = Pair { f: f.clone(), g: g.clone(), x, y };
        let on_curve = projection.on_curve(&h.with_vars(&[x, y])?, &pair, run)?;
        self.images.par_iter().map(|image| Ok(image.sign_of(&on_curve)? == Ordering::Equal)).collect()
    }
}
