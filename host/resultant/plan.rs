//! The decisions before the computation: bounds and schedule.

use super::integers;
use super::memory::{check, held};
use super::modular::Modular;
use super::options::{Interpolation, Method, ResultantOptions};
use super::stages::{Outline, Scalars, Way};
use crate::alone;
use crate::engine::input::IntegerTable;
use crate::engine::{ScalarJob, ScalarKind};
use crate::error::Result;
use crate::plan::cost::{Scalar, Work, usual_points};
use crate::plan::degree;
use crate::plan::height::{self, Refinement};
use crate::plan::rows::Rows;
use crate::plan::schedule::schedule;
use crate::plan::support::Support;
use crate::run::backend;
use crate::run::pointwise;
use crate::run::random::{Purpose, rng};
use rand::rngs::StdRng;
use rug::Integer;

impl Modular {
    /// Bounds on the degree per axis, of small exponents, whatever memory a grid takes.
    ///
    /// # Errors
    /// `Limit` when a degree of the answer is too large.
    pub fn degrees_of_axes(&self) -> Result<Vec<u32>> {
        let degrees = match self.kind {
            ScalarKind::Resultant => degree::resultant_degree(&self.f, &self.g),
            ScalarKind::Discriminant => degree::discriminant_degree(&self.f),
        };
        self.thinning.degrees(&degrees)?;
        // Below 2^30, as was checked.
        Ok(degrees.into_iter().map(|d| d as u32).collect())
    }

    /// Bounds on the degree per axis, of small exponents.
    ///
    /// # Errors
    /// `Limit` when a degree of the answer, or its box of exponents or that of the input, is too large.
    pub fn degree_bound(&self, options: &ResultantOptions) -> Result<Vec<u32>> {
        let degree_bound = self.degrees_of_axes()?;
        check(self, &degree_bound, options)?;
        Ok(degree_bound)
    }

    /// Exponents of an answer of these degrees: the total degree is bounded as the others are.
    pub fn support(&self, degree_bound: &[u32]) -> Support {
        let weights: Vec<u64> = self.thinning.axes(0).map(|axis| axis.step.into()).collect();
        let sides = degree_bound.iter().map(|&d| d + 1).collect();
        if weights.len() < 2 {
            return Support::whole(sides);
        }
        let most = match self.kind {
            ScalarKind::Resultant => degree::weighted_resultant_degree(&self.f, &self.g, &weights),
            ScalarKind::Discriminant => degree::weighted_discriminant_degree(&self.f, &weights),
        };
        Support::bounded(sides, &weights, most)
    }

    /// Bounds on the degree per kept variable that occurs, for those per axis.
    ///
    /// # Errors
    /// `Limit` as [`Self::degree_bound`].
    pub fn degrees(&self, degree_bound: &[u32]) -> Result<Vec<u32>> {
        self.thinning.degrees(&degree_bound.iter().map(|&d| d.into()).collect::<Vec<u64>>())
    }

    /// The input integers for an engine.
    pub fn table(&self, options: &ResultantOptions) -> Result<IntegerTable> {
        let table = IntegerTable::new(&[&self.f, &self.g, &self.constants(options)]);
        table.ok_or_else(|| pointwise::too_dense(1 << 32))
    }

    /// The scalar stage, with the schedule or the pivots of this pair over Z or modulo a prime.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn scalars(
        &self,
        options: &ResultantOptions,
        interpolation: Interpolation,
        modulus: Option<u32>,
        rng: &mut StdRng,
    ) -> Result<Scalars> {
        let (p, q) = (self.f.rows.len() as u32 - 1, self.g.rows.len() as u32 - 1);
        let way = match options.method.of_pair() {
            None => Way::Matrix(self.matrix_job(options, modulus, rng)?),
            Some(method) => {
                let schedule = schedule(&self.f, &self.g, modulus, rng, &options.run.control)?;
                let job = ScalarJob { kind: self.kind, p, q, schedule, method, shape: options.shape };
                match interpolation {
                    Interpolation::Ntt => Way::OnGrid(job),
                    Interpolation::Vandermonde => Way::Sampled(job),
                }
            }
        };
        Ok(Scalars { kind: self.kind, degrees: (p, q), way, evaluation: options.evaluation })
    }

    /// The work of a certified computation over Z, about, for bounds on degrees and bits of the answer.
    pub fn work(&self, options: &ResultantOptions, (degree_bound, coefficients): (&[u32], u64), bits: u64) -> Work {
        let (p, q) = (self.f.rows.len() as u32, self.g.rows.len() as u32);
        let points = usual_points(degree_bound, options.evaluation);
        let (integers, axes) = (u64::from(p) + u64::from(q), points.into_iter().map(|axis| (1, axis)).collect());
        let scalar = match options.method {
            Method::Sylvester => Scalar::determinant(p + q, u64::from(p + q).saturating_pow(3) / 6),
            method => {
                let (p, q) = (p.saturating_sub(1), q.saturating_sub(1));
                let long = Some((p.max(q), p.min(q))).filter(|_| method == Method::Remainder);
                Scalar { long, ..Scalar::resultant(p, q) }
            }
        };
        Work { integers, words: 0, axes, on_roots: true, scalar, coefficients, bits }
    }

    /// Bounds and schedule of the computation over Z.
    pub fn outline(&self, options: &ResultantOptions) -> Result<Outline> {
        let degree_bound = self.degree_bound(options)?;
        let support = self.support(&degree_bound);
        // Bits of the bound cost in proportion to what the whole computation takes.
        let pays = |refinement: &Refinement| {
            let work = self.work(options, (&degree_bound, support.len()), refinement.bits);
            let with_integers = integers::likely_milliseconds(self, (&support, refinement.bits), options);
            let milliseconds = backend::milliseconds(&options.run, &work).min(with_integers);
            milliseconds * (refinement.gain / refinement.bits.max(1) as f64).min(1.0) > refinement.milliseconds
        };
        let height_bound = || match self.kind {
            ScalarKind::Resultant => height::resultant_height(&self.f, &self.g, pays),
            ScalarKind::Discriminant => height::discriminant_height(&self.f, pays),
        };
        let rng = || rng(&options.run, Purpose::Outline);
        let job = || self.scalars(options, options.interpolation, None, &mut rng());
        let (height_bound, (table, job)) = match self.is_small(options) {
            true => (height_bound(), (self.table(options), job())),
            // The three take about as long as each other.
            false => alone::join(height_bound, || alone::join(|| self.table(options), job)),
        };
        let (table, job) = (table?, job?);
        // Primes that divide a leading coefficient (the papers' bad primes) would send every point to the slow routine.
        let contents = [&self.f, &self.g].map(leading_content).into_iter().filter(|content| *content != 1).collect();
        let (variables, held) = (self.thinning.kept(), held(self, options) + support.bytes());
        Ok(Outline { table, degree_bound, support, variables, height_bound, job, contents, direct: None, held })
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
