//! How polynomials of a matrix are computed as a list.

use super::minors::expansion;
use super::order::Order;
use super::plan::Bounds;
use super::problem::Problem;
use super::verify::drawn;
use crate::engine::MatrixWanted;
use crate::error::Result;
use crate::plan::cost::Work;
use crate::plan::exponents::AnswerExponents;
use crate::poly::{Matrix, Polynomial, Term};
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::pointwise::Outline;
use crate::run::tuples::{self, Drawn, Expansion, List, ListOptions, ListPlan, ListReport, Tuples};

/// Computes and verifies what is wanted of a matrix: the polynomials in their order.
///
/// # Errors
/// Of the engines; `Limit`, `Verification`, `Cancelled`.
pub(super) fn run(
    operation: &'static str,
    (matrix, wanted): (&Matrix, MatrixWanted),
    options: &ListOptions,
) -> Result<(Vec<Polynomial>, ListReport)> {
    tuples::run(operation, || Problem::new(matrix, wanted, options.modulus), options)
}

/// The plan of the computation.
///
/// # Errors
/// As for [`run`], except for faults of a device.
pub(super) fn plan(
    operation: &'static str,
    (matrix, wanted): (&Matrix, MatrixWanted),
    options: &ListOptions,
) -> Result<ListPlan> {
    tuples::plan(operation, &Problem::new(matrix, wanted, options.modulus)?, options)
}

/// Bounds on all polynomials, and the order of rows and columns.
pub(super) struct Decided {
    pub bounds: Bounds,
    pub order: Order,
}

impl List for Problem {
    type Decided = Decided;

    fn is_small(&self) -> bool {
        Problem::is_small(self)
    }

    fn outputs(&self) -> u64 {
        Problem::outputs(self)
    }

    /// Those of a matrix without rows, or without elements that are not 0.
    fn known(&self) -> Result<Option<Vec<Polynomial>>> {
        let constant = |value: i32| Polynomial::constant(&self.vars, value.into());
        let n = self.rows;
        if !self.entries.rows.is_empty() && n > 0 {
            return Ok(None);
        }
        let mut all = vec![constant(0)?; self.outputs() as usize];
        if self.wanted != MatrixWanted::Characteristic && n < 2 {
            // The determinant of no rows: that of the whole matrix, or of the one minor of an element.
            let place = match (n, self.wanted) {
                (0, _) => all.len() - 1,
                (_, MatrixWanted::Adjugate) => 0,
                _ => return Ok(Some(all)),
            };
            all[place] = constant(1)?;
        }
        Ok(Some(all))
    }

    fn exponents(&self) -> &AnswerExponents {
        &self.exponents
    }

    fn decide(&self, run: &RunOptions) -> Result<Decided> {
        Ok(Decided { bounds: Bounds::new(self, run)?, order: Order::new(self, run)? })
    }

    fn bounds(&self, Decided { bounds, .. }: &Decided) -> Result<(Vec<u32>, u64)> {
        let degrees = match self.wanted {
            MatrixWanted::Characteristic => {
                let small: Vec<u64> = bounds.degree_bound().iter().map(|&degree| degree.into()).collect();
                self.exponents.degrees(&small)?
            }
            _ => bounds.degree_bound(),
        };
        Ok((degrees, bounds.height))
    }

    fn outline(&self, Decided { bounds, order }: &Decided, options: &ListOptions) -> Result<Outline<Tuples>> {
        self.exponents.degrees(&bounds.largest)?;
        bounds.outline(self, order, options)
    }

    fn sides(&self, Decided { bounds, order }: &Decided) -> Vec<Vec<u32>> {
        bounds.in_order(order)
    }

    fn expansion(
        &self,
        Decided { bounds, .. }: &Decided,
        work: Option<&Work>,
        options: &ListOptions,
    ) -> Result<Option<Expansion>> {
        expansion(self, bounds, work, options)
    }

    fn drawn(&self, Decided { order, .. }: &Decided, by_values: bool, run: &RunOptions) -> Result<Drawn> {
        drawn(self, by_values.then_some(order), run)
    }

    fn assembled(
        &self,
        Decided { order, .. }: &Decided,
        by_values: bool,
        terms: Vec<Vec<Term>>,
        modulus: Option<Modulus>,
    ) -> Result<Vec<Polynomial>> {
        Problem::assembled(self, terms, by_values.then_some(order), modulus)
    }
}
