//! The decisions before the computation.

use super::bounds;
use super::order::Order;
use super::problem::Problem;
use crate::alone::prelude::*;
use crate::engine::TupleJob;
use crate::engine::input::{self, IntegerTable};
use crate::error::{ErrorKind, Result};
use crate::plan::support::Support;
use crate::poly::size;
use crate::run::pointwise::{self, Outline};
use crate::run::tuples::{ListOptions, Tuples};

/// Bounds on all polynomials.
pub(super) struct Bounds {
    /// Of each polynomial the exponents per axis are below.
    pub sides: Vec<Vec<u32>>,
    /// Bits of the largest coefficient.
    pub height: u64,
}

/// Most polynomials that are computed together.
const OUTPUTS: u64 = 1 << 24;

impl Bounds {
    /// Of a problem.
    ///
    /// # Errors
    /// `Limit` where there are too many polynomials, or a degree is too large.
    pub fn new(problem: &Problem) -> Result<Self> {
        let (needed, allowed) = (problem.outputs(), OUTPUTS);
        if needed > allowed {
            let (needed, allowed) = (needed.into(), allowed.into());
            return Err(ErrorKind::Limit { what: "polynomials that are computed together", needed, allowed }.into());
        }
        let axes: Vec<usize> = (0..problem.entries.kept).collect();
        let degrees: Vec<Vec<Option<u64>>> =
            axes.into_par_iter().map(|axis| bounds::degrees(problem, axis)).collect::<Result<_>>()?;
        let largest: Vec<u64> =
            degrees.iter().map(|of_axis| of_axis.iter().flatten().copied().max().unwrap_or(0)).collect();
        problem.check_exponents(&problem.exponents.degrees(&largest)?)?;
        // Those that are below 2^30 are numbers of 32 bits.
        let side = |degree: Option<u64>| degree.map_or(0, |degree| degree as u32 + 1);
        let sides = (0..needed as usize).map(|k| {
            let of: Vec<u32> = degrees.iter().map(|of_axis| side(of_axis[k])).collect();
            // What must be 0 has no coefficients along any axis.
            if of.contains(&0) { vec![0; of.len()] } else { of }
        });
        Ok(Bounds { sides: sides.collect(), height: bounds::height(problem) })
    }

    /// Bound on the degree per axis.
    pub fn degree_bound(&self) -> Vec<u32> {
        let axes = self.sides.first().map_or(0, Vec::len);
        let most = |axis: usize| self.sides.iter().map(|sides| sides[axis]).max().unwrap_or(1).max(1) - 1;
        (0..axes).map(most).collect()
    }

    /// Those of the polynomials in the order of a job.
    pub fn in_order(&self, order: &Order) -> Vec<Vec<u32>> {
        order.places.iter().map(|&place| self.sides[place].clone()).collect()
    }

    /// Bytes of the host that are in use whatever computes.
    fn held(&self, problem: &Problem, integers: u64) -> u64 {
        let terms = || problem.entries.rows.iter().flat_map(|row| &row.terms);
        let limbs = terms().map(|(c, _)| 8 * c.as_limbs().len() as u64).sum();
        let rows: u64 = terms().map(|(c, exponents)| size::term(c, exponents)).sum();
        (2 * rows).saturating_add(problem.given).saturating_add(input::bytes(integers, limbs))
    }

    /// What is known before an engine is chosen.
    ///
    /// # Errors
    /// `Limit`.
    pub fn outline(&self, problem: &Problem, order: &Order, options: &ListOptions) -> Result<Outline<Tuples>> {
        let rows = || problem.entries.rows.iter();
        let integers = pointwise::dense(problem.entries.kept, rows());
        let (degree_bound, held) = (self.degree_bound(), self.held(problem, integers));
        let sizes = (rows().count() as u64, integers, self.sides.len() as u64);
        pointwise::check(sizes, &degree_bound, held, &options.run)?;
        let job = order.job(problem);
        job.check()?;
        let support = Support::stacked(&self.in_order(order));
        Ok(Outline {
            table: IntegerTable::new(&[&problem.entries]).ok_or_else(|| pointwise::too_dense(1 << 32))?,
            held: held.saturating_add(support.bytes()),
            degree_bound,
            support,
            variables: problem.vars.len(),
            height_bound: self.height,
            job: Tuples { job: TupleJob::Matrix(job) },
            contents: Vec::new(),
            direct: None,
        })
    }
}
