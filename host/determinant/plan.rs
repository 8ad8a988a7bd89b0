//! What is decided before the computation: bounds, pivots, and how an answer modulo one prime is computed in its field.

use super::memory::{check, check_input, held};
use super::options::DeterminantOptions;
use super::problem::{Block, Modular};
use super::stages::Determinants;
use crate::engine::DeterminantJob;
use crate::engine::input::IntegerTable;
use crate::error::Result;
use crate::plan::assignment::Assignment;
use crate::plan::blocks::is_odd;
use crate::plan::exponents::Variable;
use crate::plan::grid;
use crate::plan::hadamard::log2_height;
use crate::plan::pivots::pivots;
use crate::plan::prime61::Prime61;
use crate::run::pointwise::{self, Direct};
use crate::run::random::{Purpose, rng};
use rug::Integer;

/// A determinant with its bounds.
pub(super) type Outline = pointwise::Outline<Determinants>;

/// Points are fewer than the modulus by this factor at least: then a random point is a good one, and a few of them check an answer.
const ROOM: u64 = 16;

/// Random points that are tried for pivots modulo a prime of the caller's choice, which may be small.
const TRIES: usize = 8;

impl Modular {
    /// Bounds on the degree per axis, of small exponents: the sum over the blocks of the largest sums of degrees.
    ///
    /// # Errors
    /// `Limit` when a degree of the answer, or its box of exponents or that of the input, is too large.
    pub fn degree_bound(&self, options: &DeterminantOptions) -> Result<Vec<u32>> {
        check_input(self)?;
        let mut bounds = Vec::with_capacity(self.entries.kept);
        for axis in 0..self.entries.kept {
            let degrees: Vec<i64> = self.entries.rows.iter().map(|row| row.degree(axis).unwrap_or(0).into()).collect();
            let most = |block: &Block| {
                let found = Assignment::least(block.size, |i, j| block.number(i, j).map(|number| -degrees[number]));
                found.map_or(0, |found| found.least.unsigned_abs())
            };
            bounds.push(self.blocks.iter().map(most).sum());
        }
        self.exponents.degrees(&bounds)?;
        // Small degrees are no larger.
        let bounds: Vec<u32> = bounds.into_iter().map(|d| d as u32).collect();
        check(self, &bounds, options)?;
        Ok(bounds)
    }

    /// Bounds of an outline on the degree per variable that occurs.
    ///
    /// # Errors
    /// `Limit` as [`Self::degree_bound`].
    pub fn degrees_of(&self, outline: &Outline) -> Result<Vec<u32>> {
        self.exponents.degrees(&outline.degree_bound.iter().map(|&d| d.into()).collect::<Vec<u64>>())
    }

    /// Bound on the bits of the coefficients of the product of the blocks' determinants.
    pub fn height_bound(&self) -> u64 {
        let norms: Vec<Integer> = self.entries.rows.iter().map(|row| row.norm1()).collect();
        let of_block = |block: &Block| {
            let norm =
                |k: usize| block.number(k / block.size, k % block.size).map_or(Integer::new(), |n| norms[n].clone());
            log2_height(block.size, &(0..block.elements.len()).map(norm).collect::<Vec<_>>())
        };
        self.blocks.iter().map(of_block).sum::<f64>().ceil() as u64
    }

    /// The input integers for an engine.
    ///
    /// # Errors
    /// `Limit`.
    fn table(&self) -> Result<IntegerTable> {
        IntegerTable::new(&[&self.entries]).ok_or_else(|| pointwise::too_dense(1 << 32))
    }

    /// The stage at a point, with rows and columns of each block in an order that has pivots on the diagonal; over Z or modulo a prime.
    ///
    /// # Errors
    /// `Cancelled`.
    fn job(&self, options: &DeterminantOptions, modulus: Option<u32>) -> Result<DeterminantJob> {
        let mut rng = rng(&options.run, Purpose::Outline);
        let control = &options.run.control;
        let mut job = DeterminantJob {
            values: self.entries.rows.len() as u32,
            sizes: Vec::with_capacity(self.blocks.len()),
            rank: 0,
            entries: Vec::new(),
            negative: false,
            method: options.method,
            shape: options.shape,
        };
        let mut best = vec![None; self.blocks.len()];
        for _ in 0..modulus.map_or(1, |_| TRIES) {
            let field = modulus.map_or_else(|| Prime61::random(&mut rng), |p| Prime61::new(p.into()));
            let point: Vec<u64> = (0..self.entries.kept).map(|_| field.element(&mut rng)).collect();
            let values = field.specialise(&self.entries, &point);
            for (block, best) in self.blocks.iter().zip(&mut best) {
                let value = |&element: &u32| match element {
                    0 => 0,
                    _ if element % 2 == 1 => field.sub(0, values[element as usize / 2 - 1]),
                    _ => values[element as usize / 2 - 1],
                };
                let found = pivots(field, block.size, block.elements.iter().map(value).collect(), control)?;
                if best.as_ref().is_none_or(|(_, rank)| *rank < found.rank) {
                    let rank = found.rank;
                    *best = Some((found, rank));
                }
            }
        }
        let blocks = || self.blocks.iter().zip(best.iter().flatten().map(|(found, _)| found));
        // A block that has no inverse is all that matters: the determinant is 0 where it is that.
        let singular = blocks().find(|(block, found)| found.rank < block.size);
        for (block, found) in blocks().filter(|(block, _)| singular.is_none_or(|(only, _)| std::ptr::eq(*block, only)))
        {
            let n = block.size;
            job.negative ^= is_odd(&found.rows) ^ is_odd(&found.columns);
            job.entries
                .extend(found.rows.iter().flat_map(|&i| found.columns.iter().map(move |&j| block.elements[i * n + j])));
            job.sizes.push(n as u32);
            job.rank = found.rank as u32;
        }
        Ok(job)
    }

    /// Bounds and pivots of the computation over Z.
    ///
    /// # Errors
    /// `Limit`; `Cancelled`.
    pub fn outline(&self, options: &DeterminantOptions) -> Result<Outline> {
        let degree_bound = self.degree_bound(options)?;
        let (height_bound, (table, job)) =
            rayon::join(|| self.height_bound(), || rayon::join(|| self.table(), || self.job(options, None)));
        let (table, job, variables, held) = (table?, job?, self.exponents.kept, held(self));
        let (job, contents) = (Determinants { job }, Vec::new());
        Ok(Outline { table, degree_bound, variables, height_bound, job, contents, direct: None, held })
    }

    /// What the degrees of an answer and of the entries add up to as the caller has them, without common powers, and one.
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
        let points: Vec<u32> = degree_bound.iter().map(|&d| d + 1).collect();
        if self.degrees(&points).saturating_mul(ROOM) > u64::from(p) {
            return Ok(None);
        }
        let Some((grid, prime)) = grid::modulo(&points, p, &mut rng(&options.run, Purpose::Grid)) else {
            return Ok(None);
        };
        Ok(Some(Outline {
            table: self.table()?,
            degree_bound,
            variables: self.exponents.kept,
            height_bound: u64::from(u32::BITS - p.leading_zeros()),
            job: Determinants { job: self.job(options, Some(p))? },
            contents: Vec::new(),
            direct: Some(Direct { grid, prime }),
            held: held(self),
        }))
    }
}
