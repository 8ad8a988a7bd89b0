//! What is decided before the computation: bounds and schedule.

use super::memory::{check, held};
use super::options::ResultantOptions;
use super::problem::Modular;
use super::stages::Scalars;
use crate::engine::input::IntegerTable;
use crate::engine::{ScalarJob, ScalarKind};
use crate::error::Result;
use crate::plan::cost::Work;
use crate::plan::degree;
use crate::plan::height::{self, Refinement};
use crate::plan::rows::Rows;
use crate::plan::schedule::schedule;
use crate::run::backend;
use crate::run::pointwise::{self, work};
use crate::run::random::{Purpose, rng};
use rand::rngs::StdRng;
use rug::Integer;

/// A resultant or discriminant with its bounds.
pub(super) type Outline = pointwise::Outline<Scalars>;

impl Modular {
    /// Bounds on the degree per axis, of small exponents.
    ///
    /// # Errors
    /// `Limit` when a degree of the answer, or its box of exponents or that of the input, is too large.
    pub fn degree_bound(&self, options: &ResultantOptions) -> Result<Vec<u32>> {
        let degrees = match self.kind {
            ScalarKind::Resultant => degree::resultant_degree(&self.f, &self.g),
            ScalarKind::Discriminant => degree::discriminant_degree(&self.f),
        };
        self.thinning.degrees(&degrees)?;
        // Small degrees are no larger.
        let degree_bound: Vec<u32> = degrees.into_iter().map(|d| d as u32).collect();
        check(self, &degree_bound, options)?;
        Ok(degree_bound)
    }

    /// Bounds of an outline on the degree per kept variable that occurs.
    ///
    /// # Errors
    /// `Limit` as [`Self::degree_bound`].
    pub fn degrees(&self, outline: &Outline) -> Result<Vec<u32>> {
        self.thinning.degrees(&outline.degree_bound.iter().map(|&d| d.into()).collect::<Vec<u64>>())
    }

    /// The input integers for an engine.
    pub fn table(&self) -> Result<IntegerTable> {
        IntegerTable::new(&[&self.f, &self.g]).ok_or_else(|| pointwise::too_dense(1 << 32))
    }

    /// The scalar stage, with the schedule of this pair over Z or modulo a prime.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn scalar_job(&self, options: &ResultantOptions, modulus: Option<u32>, rng: &mut StdRng) -> Result<ScalarJob> {
        Ok(ScalarJob {
            kind: self.kind,
            p: self.f.rows.len() as u32 - 1,
            q: self.g.rows.len() as u32 - 1,
            schedule: schedule(&self.f, &self.g, modulus, rng, &options.run.control)?,
            method: options.method,
            shape: options.shape,
        })
    }

    /// The work of a certified computation over Z with 31-bit primes, about, for bounds on degrees and bits of the answer.
    fn work(&self, degree_bound: &[u32], height_bound: u64) -> Work {
        let (p, q) = (self.f.rows.len() as u64, self.g.rows.len() as u64);
        work(p * q, p + q, degree_bound, height_bound / 30 + 1)
    }

    /// Bounds and schedule of the computation over Z.
    pub fn outline(&self, options: &ResultantOptions) -> Result<Outline> {
        let degree_bound = self.degree_bound(options)?;
        // Bits of the bound cost in proportion to what the whole computation takes.
        let pays = |refinement: &Refinement| {
            let milliseconds = backend::milliseconds(&options.run, &self.work(&degree_bound, refinement.bits));
            milliseconds * (refinement.gain / refinement.bits.max(1) as f64).min(1.0) > refinement.milliseconds
        };
        let height_bound = || match self.kind {
            ScalarKind::Resultant => height::resultant_height(&self.f, &self.g, pays),
            ScalarKind::Discriminant => height::discriminant_height(&self.f, pays),
        };
        let job = || self.scalar_job(options, None, &mut rng(&options.run, Purpose::Outline));
        let (height_bound, (table, job)) = match self.is_small(options) {
            true => (height_bound(), (self.table(), job())),
            // The three take about as long as each other.
            false => rayon::join(height_bound, || rayon::join(|| self.table(), job)),
        };
        let (table, job) = (table?, job?);
        // Primes that divide a leading coefficient (the papers' bad primes) would send every point to the slow routine.
        let contents = [&self.f, &self.g].map(leading_content).into_iter().filter(|content| *content != 1).collect();
        let (variables, held) = (self.thinning.kept(), held(self));
        let job = Scalars { job, interpolation: options.interpolation };
        Ok(Outline { table, degree_bound, variables, height_bound, job, contents, direct: None, held })
    }
}

/// Content of the leading coefficient, as an integer.
fn leading_content(f: &Rows) -> Integer {
    let mut content = Integer::new();
    for (coefficient, _) in f.rows.last().iter().flat_map(|row| &row.terms) {
        content.gcd_mut(coefficient);
        if content == 1 {
            break;
        }
    }
    content
}
