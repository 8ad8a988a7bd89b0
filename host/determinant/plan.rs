//! The decisions before the computation: bounds, pivots, and how an answer modulo one prime is computed in its field.

use super::contraction::Contraction;
use super::memory::{check, check_input, held};
use super::options::DeterminantOptions;
use super::problem::Modular;
use super::stages::Determinants;
use crate::alone;
use crate::engine::DeterminantJob;
use crate::engine::input::IntegerTable;
use crate::error::Result;
use crate::plan::assignment::Assignment;
use crate::plan::blocks::Block;
use crate::plan::exponents::Variable;
use crate::plan::grid;
use crate::plan::hadamard::log2_height;
use crate::plan::plain_primes::PlainPrime;
use crate::plan::rows::{Row, Rows};
use crate::plan::scaled::ScaledRows;
use crate::plan::support::Support;
use crate::run::pointwise::{self, Direct, determinant_job};
use crate::run::random::{Purpose, rng};
use std::borrow::Cow;

/// A determinant with its bounds.
pub(super) type Outline = pointwise::Outline<Determinants>;

/// The entries and bounds that a computation begins with.
struct Input<'a> {
    entries: Cow<'a, Rows>,
    degree_bound: Vec<u32>,
    /// As [`pointwise::Outline::support`].
    support: Support,
}

impl Input<'_> {
    /// The integers for an engine.
    ///
    /// # Errors
    /// `Limit`.
    fn table(&self) -> Result<IntegerTable> {
        IntegerTable::new(&[&*self.entries]).ok_or_else(|| pointwise::too_dense(1 << 32))
    }
}

/// Points are fewer than the modulus by this factor at least: then a random point is a good one, and a few of them check an answer.
const ROOM: u64 = 16;

impl Modular {
    /// Bounds on the degree per axis, of small exponents: the sum over the blocks of the largest sums of degrees.
    ///
    /// # Errors
    /// `Limit` when a degree of the answer, or its box of exponents or that of the input, is too large.
    pub fn degree_bound(&self, options: &DeterminantOptions) -> Result<Vec<u32>> {
        check_input(self)?;
        let mut bounds = Vec::with_capacity(self.entries.kept);
        for axis in 0..self.entries.kept {
            bounds.push(self.largest_sum(|row| row.degree(axis).map(u64::from)));
        }
        self.exponents.degrees(&bounds)?;
        // Small degrees are no larger.
        let bounds: Vec<u32> = bounds.into_iter().map(|d| d as u32).collect();
        check(self, &self.entries, &bounds, options)?;
        Ok(bounds)
    }

    /// The sum over the blocks of the largest sums of degrees: a bound on the degree of the determinant.
    fn largest_sum(&self, degree: impl Fn(&Row) -> Option<u64>) -> u64 {
        let degree = |row| i64::try_from(degree(row).unwrap_or(0)).unwrap_or(i64::MAX);
        let degrees: Vec<i64> = self.entries.rows.iter().map(degree).collect();
        let most = |block: &Block| {
            let found = Assignment::least(block.size, |i, j| block.number(i, j).map(|number| -degrees[number]));
            found.map_or(0, |found| found.least.unsigned_abs())
        };
        self.blocks.iter().map(most).fold(0, u64::saturating_add)
    }

    /// Exponents of an answer of these degrees: the total degree is bounded as the others are.
    fn support(&self, degree_bound: &[u32]) -> Support {
        let weights: Vec<u64> = self.exponents.axes().map(|variable| variable.step.into()).collect();
        let sides = degree_bound.iter().map(|&d| d + 1).collect();
        if weights.len() < 2 {
            return Support::whole(sides);
        }
        Support::bounded(sides, &weights, self.largest_sum(|row| row.weighted_degree(&weights)))
    }

    /// The entries and bounds of the computation for an answer of these degrees.
    ///
    /// # Errors
    /// `Limit` when a degree of a contraction is too large, or the box of its exponents.
    fn input(&self, degree_bound: Vec<u32>, options: &DeterminantOptions) -> Result<Input<'_>> {
        let contraction = if options.contraction { Contraction::new(&degree_bound)? } else { None };
        let Some(contraction) = contraction else {
            let support = self.support(&degree_bound);
            return Ok(Input { entries: Cow::Borrowed(&self.entries), degree_bound, support });
        };
        let support = Support::whole(degree_bound.iter().map(|&d| d + 1).collect());
        let entries = contraction.entries(&self.entries);
        check(self, &entries, &contraction.degree_bound, options)?;
        let degree_bound = contraction.degree_bound.to_vec();
        Ok(Input { entries: Cow::Owned(entries), degree_bound, support })
    }

    /// Bounds of an outline on the degree per variable that occurs.
    ///
    /// # Errors
    /// `Limit` as [`Self::degree_bound`].
    pub fn degrees_of(&self, outline: &Outline) -> Result<Vec<u32>> {
        let degree = |n: &u32| u64::from(*n) - 1;
        self.exponents.degrees(&outline.support.sides().iter().map(degree).collect::<Vec<u64>>())
    }

    /// Bound on the bits of the coefficients of the product of the blocks' determinants.
    pub fn height_bound(&self) -> u64 {
        let norms = ScaledRows::new(&self.entries).log2_norms();
        let of_block = |block: &Block| {
            let norm = |k: usize| {
                let number = block.number(k / block.size, k % block.size);
                number.map_or(f64::NEG_INFINITY, |number| norms[number])
            };
            log2_height(block.size, &(0..block.elements.len()).map(norm).collect::<Vec<_>>())
        };
        self.blocks.iter().map(of_block).sum::<f64>().ceil() as u64
    }

    /// The stage at a point; over Z or modulo a prime.
    ///
    /// # Errors
    /// `Cancelled`.
    fn job(&self, entries: &Rows, options: &DeterminantOptions, modulus: Option<u32>) -> Result<DeterminantJob> {
        let (how, rng) = ((options.method, options.shape), &mut rng(&options.run, Purpose::Outline));
        determinant_job(&self.blocks, &[entries], how, modulus, &options.run, rng)
    }

    /// Bounds and pivots of the computation over Z.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`.
    pub fn outline(&self, options: &DeterminantOptions) -> Result<Outline> {
        let input = self.input(self.degree_bound(options)?, options)?;
        let (height_bound, (table, job)) = alone::join(
            || self.height_bound(),
            || alone::join(|| input.table(), || self.job(&input.entries, options, None)),
        );
        let (table, job, variables, held) = (table?, job?, self.exponents.kept(), held(self, &input.entries));
        let held = held + input.support.bytes();
        let Input { degree_bound, support, .. } = input;
        let (job, contents) = (Determinants { job, evaluation: options.evaluation }, Vec::new());
        Ok(Outline { table, degree_bound, support, variables, height_bound, job, contents, direct: None, held })
    }

    /// One more than the sum of the degrees of an answer and of the entries as the caller has them, without common
    /// powers.
    pub fn degrees(&self, keep: &[u32]) -> u64 {
        let degree = |k| u64::from(self.entries.rows.iter().filter_map(|row| row.degree(k)).max().unwrap_or(0));
        let axes = keep.iter().enumerate().zip(self.exponents.axes());
        let of_axis =
            |((k, &n), variable): ((usize, &u32), &Variable)| (u64::from(n) + degree(k)) * u64::from(variable.step);
        axes.map(of_axis).fold(1, u64::saturating_add)
    }

    /// The plan of a computation in the field of the prime `p` alone; `None` where that has no grid.
    ///
    /// # Errors
    /// `Limit` and `Cancelled` as for any plan.
    pub fn direct(&self, p: u32, options: &DeterminantOptions) -> Result<Option<Outline>> {
        let degree_bound = self.degree_bound(options)?;
        let keep: Vec<u32> = degree_bound.iter().map(|&d| d + 1).collect();
        let input = self.input(degree_bound, options)?;
        let points: Vec<u32> = input.degree_bound.iter().map(|&d| d + 1).collect();
        let contracted = points.iter().fold(0, |all: u64, &n| all.saturating_add(n.into()));
        if self.degrees(&keep).max(contracted).saturating_mul(ROOM) > u64::from(p) {
            return Ok(None);
        }
        let Some((grid, prime)) = grid::modulo(&points, p, options.evaluation, &mut rng(&options.run, Purpose::Grid))
        else {
            return Ok(None);
        };
        Ok(Some(Outline {
            table: input.table()?,
            job: Determinants { job: self.job(&input.entries, options, Some(p))?, evaluation: options.evaluation },
            held: held(self, &input.entries) + input.support.bytes(),
            degree_bound: input.degree_bound,
            support: input.support,
            variables: self.exponents.kept(),
            height_bound: u64::from(u32::BITS - p.leading_zeros()),
            contents: Vec::new(),
            direct: Some(Direct { grid, prime: PlainPrime::from(&prime) }),
        }))
    }
}
