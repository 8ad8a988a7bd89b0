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
use crate::run::memory;
use crate::run::options::RunOptions;
use crate::run::pointwise::{self, Outline};
use crate::run::tuples::{ListOptions, Tuples, bytes_of_bounds, side_of};

/// Bounds on all polynomials.
pub(super) struct Bounds {
    /// Of each polynomial the exponents per axis are below.
    pub sides: Vec<Vec<u32>>,
    /// The largest degrees per axis, of which some may be too large for a grid.
    pub largest: Vec<u64>,
    /// Bits of the largest coefficient.
    pub height: u64,
    /// Bits of the largest content that it is multiplied by.
    pub factor: u64,
}

/// Most polynomials that are computed together.
const OUTPUTS: u64 = 1 << 24;

impl Bounds {
    /// Of a problem.
    ///
    /// # Errors
    /// `Limit` where there are too many polynomials, or a degree is too large; `Cancelled`.
    pub fn new(problem: &Problem, run: &RunOptions) -> Result<Self> {
        let (needed, allowed) = (problem.outputs(), OUTPUTS);
        if needed > allowed {
            let (needed, allowed) = (needed.into(), allowed.into());
            return Err(ErrorKind::Limit { what: "polynomials that are computed together", needed, allowed }.into());
        }
        let axes = problem.entries.kept;
        memory::check(needed * bytes_of_bounds(axes), memory::allowed(run))?;
        let numbers: Vec<usize> = (0..axes).collect();
        let degrees = |axis: usize| bounds::degrees(problem, axis, &run.control);
        let degrees: Vec<Vec<Option<u64>>> = numbers.into_par_iter().map(degrees).collect::<Result<_>>()?;
        let largest: Vec<u64> =
            degrees.iter().map(|of_axis| of_axis.iter().flatten().copied().max().unwrap_or(0)).collect();
        problem.check_exponents(&problem.exponents.large_degrees(&largest))?;
        let sides = (0..needed as usize).map(|k| {
            let of_all: Option<Vec<u64>> = degrees.iter().map(|of_axis| of_axis[k]).collect();
            side_of(of_all.as_deref(), axes)
        });
        let (height, factor) = (bounds::height(problem), problem.bits_of_factor());
        Ok(Bounds { sides: sides.collect(), largest, height, factor })
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
            // Contents are multiplied back term by term.
            held: held.saturating_add(support.bytes()).saturating_add((self.factor / 8).saturating_mul(support.len())),
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
