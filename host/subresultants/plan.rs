//! The decisions before the computation: bounds and schedule.

use super::bounds::{Degrees, Heights};
use super::problem::Problem;
use crate::alone::prelude::*;
use crate::engine::input::{self, IntegerTable};
use crate::engine::{SubresultantJob, TupleJob};
use crate::error::{ErrorKind, Result};
use crate::plan::rows::Rows;
use crate::plan::schedule::schedule;
use crate::plan::support::Support;
use crate::poly::size;
use crate::run::memory;
use crate::run::options::RunOptions;
use crate::run::pointwise::{self, Outline};
use crate::run::random::{Purpose, rng};
use crate::run::tuples::{ListOptions, Tuples, bytes_of_bounds, side_of};
use gpu::resultant::subresultants::Wanted;

/// The pair that is computed, with all bounds.
pub(super) struct Bounds {
    /// Its rows.
    pub pair: [Rows; 2],
    /// Its subresultants.
    pub wanted: Wanted,
    /// Of each coefficient the exponents per axis are below.
    pub sides: Vec<Vec<u32>>,
    /// The largest degrees per axis, of which some may be too large for a grid.
    pub largest: Vec<u64>,
    /// Bits of the largest one.
    pub height: u64,
    /// Bits of the largest content that it is multiplied by.
    pub factor: u64,
}

/// Most bits of a content that coefficients are multiplied by: what a denominator may have.
const BITS: u64 = 1 << 32;

/// Coefficients of subresultants in the kept variables that come out.
pub(super) const OUTPUTS: u64 = 1 << 24;

impl Bounds {
    /// Of a problem.
    ///
    /// # Errors
    /// `Limit` where there are too many coefficients for the memory, or a degree is too large.
    pub fn new(problem: &Problem, run: &RunOptions) -> Result<Self> {
        let wanted = problem.wanted();
        let (needed, allowed) = (u128::from(wanted.outputs()), u128::from(OUTPUTS));
        if needed > allowed {
            return Err(ErrorKind::Limit { what: "coefficients of subresultants", needed, allowed }.into());
        }
        let pair = problem.pair();
        let [f, g] = &pair;
        memory::check(wanted.outputs() * bytes_of_bounds(f.kept), memory::allowed(run))?;
        let degrees: Vec<Degrees> = (0..f.kept).map(|axis| Degrees::new(f, g, axis)).collect();
        let heights = Heights::new(f, g);
        let outputs: Vec<(u32, u32)> = (wanted.low..=wanted.high)
            .flat_map(|k| if wanted.principal != 0 { k..=k } else { 0..=k }.map(move |j| (k, j)))
            .collect();
        let small = |&(k, j): &(u32, u32)| degrees.iter().map(|of| of.of(k, j)).collect::<Option<Vec<u64>>>();
        let found: Vec<(Option<Vec<u64>>, u64)> =
            outputs.par_iter().map(|output| (small(output), heights.of(output.0, output.1))).collect();
        let mut largest = vec![0; f.kept];
        for degrees in found.iter().filter_map(|(degrees, _)| degrees.as_ref()) {
            largest.iter_mut().zip(degrees).for_each(|(most, &degree)| *most = degree.max(*most));
        }
        problem.check_factors(&problem.exponents.large_degrees(&largest))?;
        let factor = problem.bits_of_factor();
        if factor > BITS {
            let (needed, allowed) = (factor.into(), BITS.into());
            return Err(ErrorKind::Limit { what: "bits of the answer's coefficients", needed, allowed }.into());
        }
        let sides = found.iter().map(|(degrees, _)| side_of(degrees.as_deref(), f.kept));
        let height = found.iter().map(|(_, height)| *height).max().unwrap_or(1);
        Ok(Bounds { sides: sides.collect(), height, factor, wanted, largest, pair })
    }

    /// Bound on the degree per axis.
    pub fn degree_bound(&self) -> Vec<u32> {
        let most = |axis: usize| self.sides.iter().map(|sides| sides[axis]).max().unwrap_or(1).max(1) - 1;
        (0..self.pair[0].kept).map(most).collect()
    }

    /// Bytes of the host that are in use whatever computes: f and g as polynomials, as rows, as a table and as an engine's digits.
    fn held(&self) -> u64 {
        let terms = || self.pair.iter().flat_map(|h| &h.rows).flat_map(|row| &row.terms);
        let limbs = terms().map(|(c, _)| 8 * c.as_limbs().len() as u64).sum();
        let rows: u64 = terms().map(|(c, exponents)| size::term(c, exponents)).sum();
        (3 * rows).saturating_add(input::bytes(self.integers().1, limbs))
    }

    /// Rows, and coefficients in all places of the box of exponents.
    fn integers(&self) -> (u64, u64) {
        let rows = self.pair[0].rows.iter().chain(&self.pair[1].rows);
        (rows.clone().count() as u64, pointwise::dense(self.pair[0].kept, rows))
    }

    /// The stage at a point, with a schedule that may be any one of the pair.
    pub fn job(&self, schedule: Vec<u32>) -> SubresultantJob {
        let [p, q] = [0, 1].map(|which| self.pair[which].rows.len() as u32 - 1);
        SubresultantJob { p, q, schedule, wanted: self.wanted }
    }

    /// What is known before an engine is chosen.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`.
    pub fn outline(&self, variables: usize, options: &ListOptions) -> Result<Outline<Tuples>> {
        let (degree_bound, held) = (self.degree_bound(), self.held());
        let (rows, integers) = self.integers();
        pointwise::check((rows, integers, self.sides.len() as u64), &degree_bound, held, &options.run)?;
        let [f, g] = &self.pair;
        let schedule = schedule(f, g, None, &mut rng(&options.run, Purpose::Outline), &options.run.control)?;
        let job = self.job(schedule);
        job.check()?;
        let support = Support::stacked(&self.sides);
        Ok(Outline {
            table: IntegerTable::new(&[f, g]).ok_or_else(|| pointwise::too_dense(1 << 32))?,
            // Contents are multiplied back term by term.
            held: held.saturating_add(support.bytes()).saturating_add((self.factor / 8).saturating_mul(support.len())),
            degree_bound,
            support,
            variables: variables + 1,
            height_bound: self.height,
            job: Tuples { job: TupleJob::Subresultants(job) },
            contents: Vec::new(),
            direct: None,
        })
    }
}
