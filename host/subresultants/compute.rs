//! How subresultants are computed as a list of coefficients.

use super::minors::expansion;
use super::plan::Bounds;
use super::problem::Problem;
use super::verify::drawn;
use crate::error::Result;
use crate::plan::cost::Work;
use crate::plan::exponents::AnswerExponents;
use crate::poly::{Polynomial, Term};
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::pointwise::Outline;
use crate::run::tuples::{Drawn, Expansion, List, ListOptions, Tuples};

impl List for Problem {
    type Decided = Bounds;

    fn is_small(&self) -> bool {
        Problem::is_small(self)
    }

    fn outputs(&self) -> u64 {
        self.wanted().outputs()
    }

    fn known(&self) -> Result<Option<Vec<Polynomial>>> {
        Ok(None)
    }

    fn exponents(&self) -> &AnswerExponents {
        &self.exponents
    }

    fn decide(&self, run: &RunOptions) -> Result<Bounds> {
        Bounds::new(self, run)
    }

    fn bounds(&self, bounds: &Bounds) -> Result<(Vec<u32>, u64)> {
        Ok((bounds.degree_bound(), bounds.height))
    }

    fn outline(&self, bounds: &Bounds, options: &ListOptions) -> Result<Outline<Tuples>> {
        self.exponents.degrees(&bounds.largest)?;
        bounds.outline(self.kept.len(), options)
    }

    fn sides(&self, bounds: &Bounds) -> Vec<Vec<u32>> {
        bounds.sides.clone()
    }

    fn expansion(&self, bounds: &Bounds, work: Option<&Work>, options: &ListOptions) -> Result<Option<Expansion>> {
        expansion(self, bounds, work, options)
    }

    fn drawn(&self, bounds: &Bounds, _by_values: bool, run: &RunOptions) -> Result<Drawn> {
        drawn(bounds, run)
    }

    fn assembled(
        &self,
        _bounds: &Bounds,
        _by_values: bool,
        terms: Vec<Vec<Term>>,
        modulus: Option<Modulus>,
    ) -> Result<Vec<Polynomial>> {
        Problem::assembled(self, terms, modulus)
    }
}
