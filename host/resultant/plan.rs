//! What is decided before the computation: bounds, schedule and memory; then grid and primes for one size of word.

use super::memory::{Demand, Footprint, check, held, too_dense};
use super::options::{Interpolation, ResultantOptions};
use super::problem::Modular;
use crate::engine::input::IntegerTable;
use crate::engine::{ScalarJob, ScalarKind};
use crate::error::{Error, Result};
use crate::plan::cost::{StageRates, Work};
use crate::plan::degree;
use crate::plan::grid::{self, Grid};
use crate::plan::height::{self, Refinement};
use crate::plan::primes::{Prime, Word};
use crate::plan::rows::Rows;
use crate::plan::schedule::schedule;
use crate::plan::slabs::Cut;
use crate::run::backend::{self, AllStages, Chosen, Wish};
use crate::run::goal::{Bounded, Certainty};
use crate::run::memory::{self, is_lack, lack};
use crate::run::options::WordSize;
use crate::run::random::{Purpose, rng};
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::IntegerExt64;

/// What is decided before an engine is chosen.
pub(super) struct Outline {
    /// The input integers.
    pub table: IntegerTable,
    /// Bound on the degree per axis, of small exponents.
    pub degree_bound: Vec<u32>,
    /// Kept variables of the answer, with those that do not occur.
    pub variables: usize,
    /// Bound on the bits of the coefficients.
    pub height_bound: u64,
    /// The scalar stage.
    pub job: ScalarJob,
    /// Contents of the leading coefficients that are not 1.
    pub contents: Vec<Integer>,
    /// How an answer modulo one prime is computed in its field.
    pub direct: Option<Direct>,
    /// Bytes of the host from the beginning to the end: the input, whatever it is brought into.
    pub held: u64,
}

/// The grid of a computation in one field.
pub(super) struct Direct {
    /// The grid.
    pub grid: Grid,
    /// The prime.
    pub prime: Prime,
    /// How the answer is recovered from its values.
    pub interpolation: Interpolation,
}

/// Everything decided before the computation, in words of `M`.
pub(super) struct Prepared<'a, M: Word> {
    /// What does not depend on the word.
    pub outline: &'a Outline,
    /// The grid.
    pub grid: Grid,
    /// Primes of the certified computation, ascending; in probabilistic mode also the confirming ones.
    pub primes: Vec<Prime<M>>,
    /// How many of them the bound demands.
    pub needed: usize,
    /// How the answer is recovered from its values.
    pub interpolation: Interpolation,
    /// How the grid is cut into slabs.
    pub cut: Cut,
    /// Bytes of the host for coefficients in slabs, where the engine has memory of its own.
    pub host: u64,
}

/// Least number of primes that confirming primes are drawn from.
const POOL: u64 = 2048;

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
        IntegerTable::new(&[&self.f, &self.g]).ok_or_else(|| too_dense(1 << 32))
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
        Ok(Outline { table, degree_bound, variables, height_bound, job, contents, direct: None, held })
    }
}

impl Outline {
    /// Coefficients of the answer per axis.
    pub fn keep(&self) -> Vec<u32> {
        self.degree_bound.iter().map(|&d| d + 1).collect()
    }

    /// The work of the certified computation with 31-bit primes, about.
    pub fn work(&self) -> Work {
        let primes = if self.direct.is_some() { 1 } else { self.height_bound / 30 + 1 };
        work(self.job.steps(), u64::from(self.table.rows()), &self.degree_bound, primes)
    }

    /// The word to be used on the CPU: one field of the caller's choice has its grid for 31-bit words.
    pub fn word(&self, options: &ResultantOptions) -> WordSize {
        if self.direct.is_some() { WordSize::Bits31 } else { options.run.word }
    }

    /// Ways to cut the grid, the coarsest first.
    pub fn cuts(&self, options: &ResultantOptions) -> Vec<Cut> {
        let slabs = options.run.slabs;
        // Modulo one prime the grid is what it is: its outermost axes, down to the last one of several cosets.
        let along = |grid: &Grid| grid.axes.iter().rposition(|axis| axis.cosets > 1).map(|last| Cut::along(last + 1));
        let (forced, rest) = match (&self.direct, options.interpolation) {
            (Some(direct), _) if direct.interpolation == Interpolation::Ntt => {
                let cut = along(&direct.grid);
                (cut.clone(), std::iter::once(Cut::none()).chain(cut).collect())
            }
            (None, Interpolation::Ntt) => {
                (Some(Cut::into_slabs(&self.keep(), slabs)), Cut::all(&self.keep()).collect())
            }
            _ => (None, vec![Cut::none()]),
        };
        forced.filter(|_| slabs > 1).into_iter().chain(rest).collect()
    }

    /// Grid and primes with the coarsest cut for which the engine has the memory, and what that takes of the host.
    ///
    /// # Errors
    /// `Limit` when it has for none; of the engine.
    pub fn prepare_on<E: AllStages>(
        &self,
        engine: &E,
        options: &ResultantOptions,
    ) -> Result<(Prepared<'_, E::Modulus>, Footprint)> {
        let mut least: Option<Error> = None;
        for cut in self.cuts(options) {
            let prepared = self.prepare(options, cut)?;
            match prepared.footprint(engine, options) {
                Ok(footprint) => return Ok((prepared, footprint)),
                Err(error) if is_lack(&error) => {
                    least = least.filter(|least| lack(least) <= lack(&error)).or(Some(error));
                }
                Err(error) => return Err(error),
            }
        }
        Err(least.unwrap_or_else(|| Error::argument("slabs", "there is no way to cut the grid")))
    }

    /// The least memory with which an engine computes, in bytes of the host.
    ///
    /// # Errors
    /// Other than for lack of memory.
    pub fn least_on<E: AllStages>(&self, engine: &E, options: &ResultantOptions) -> Result<u64> {
        let mut least = u64::MAX;
        for cut in self.cuts(options) {
            least = least.min(match self.prepare::<E::Modulus>(options, cut)?.footprint(engine, options) {
                Ok(footprint) => footprint.least,
                Err(error) if is_lack(&error) => u64::try_from(lack(&error)).unwrap_or(u64::MAX),
                Err(error) => return Err(error),
            });
        }
        Ok(least)
    }

    /// Grid and primes: of the computation over Z, or of one in one field where the words hold its prime.
    pub fn prepare<M: Word>(&self, options: &ResultantOptions, cut: Cut) -> Result<Prepared<'_, M>> {
        // Half of what there is beside the input; the answer has the rest.
        let host = memory::left(&options.run, self.held)? / 2;
        if let Some(Direct { grid, prime, interpolation }) = &self.direct
            && let Some(prime) = M::from_31_bits(prime)
        {
            let (grid, primes) = (grid.clone(), vec![prime]);
            return Ok(Prepared { outline: self, grid, primes, needed: 1, interpolation: *interpolation, cut, host });
        }
        let mut rng = rng(&options.run, Purpose::Grid);
        let usable = |p: u64| self.contents.iter().all(|c| c.mod_u64(p) != 0);
        let points = self.keep();
        // |v| <= B = 2^height: the product must exceed 4 B.
        let bits = self.height_bound + 2;
        let per_prime = u64::from(M::MAX.ilog2());
        let wanted = match options.certainty {
            Certainty::Certified => bits,
            Certainty::Probabilistic { .. } => bits + (POOL + 7 * (bits / per_prime)) * per_prime,
        };
        let mut choose = |bits| match options.interpolation {
            Interpolation::Ntt => grid::choose_cut::<M>(&points, &cut, bits, &usable, &mut rng),
            Interpolation::Vandermonde => grid::arbitrary::<M>(&points, bits, &usable, &mut rng),
        };
        let (grid, primes) = choose(wanted).or_else(|error| if wanted == bits { Err(error) } else { choose(bits) })?;
        // The largest primes are at the end; the certified computation takes these.
        let mut needed = 0;
        let mut sum = 0.0;
        for prime in primes.iter().rev() {
            if needed > 0 && sum > bits as f64 {
                break;
            }
            sum += crate::plan::primes::product_bits([prime.field.p()]);
            needed += 1;
        }
        Ok(Prepared { outline: self, grid, primes, needed, interpolation: options.interpolation, cut, host })
    }

    /// The engines; `in_ranges` for an answer whose residues leave them.
    pub fn choose(&self, options: &ResultantOptions, in_ranges: bool) -> Result<Chosen> {
        let (work, demand) = (self.work(), Demand::new(self, options));
        let demand = if in_ranges { demand.in_ranges() } else { demand };
        let wish = Wish {
            suits_device: backend::suits_device(&options.run, &work),
            devices: &|most| work.devices(most, options.run.always_split),
            has_room: &|chosen| chosen.run((&demand, options.lift)),
            word: self.word(options),
            held: self.held,
        };
        backend::choose(&options.run, &wish)
    }
}

impl<M: Word> Prepared<'_, M> {
    /// Coefficients of the answer.
    pub fn coefficients(&self) -> usize {
        self.outline.keep().iter().map(|&n| n as usize).product()
    }

    /// The work for so many primes.
    pub fn work_of(&self, primes: usize) -> Work {
        let (rows, points) = (u64::from(self.outline.table.rows()), self.grid.points());
        let steps = self.outline.job.steps().saturating_mul(points);
        Work::new(primes, steps, rows, points, self.coefficients() as u64)
    }

    /// How long the residues modulo so many primes take, as progress is measured.
    pub fn predicted(&self, rates: &StageRates, primes: usize) -> f64 {
        let (work, integers, points) = (self.work_of(1), self.outline.table.len() as f64, self.grid.points() as f64);
        let scalars = rates.step * work.steps as f64 + rates.integer * integers;
        let points = match self.interpolation {
            Interpolation::Ntt => rates.value * work.values as f64 + rates.interpolated * points,
            // See the stage.
            Interpolation::Vandermonde => rates.step * points * (2.0 * integers + 1.5 * points),
        };
        primes as f64 * (scalars + points)
    }

    /// The primes for the integers of the answer.
    pub fn bounded(&self) -> Bounded<'_, M> {
        Bounded { primes: &self.primes, needed: self.needed, height: self.outline.height_bound }
    }

    /// The primes of the certified computation.
    pub fn certified(&self) -> &[Prime<M>] {
        &self.primes[self.primes.len() - self.needed..]
    }
}

/// The work of `primes` computations of `steps` element steps at each point, with bounds on the degrees of the answer.
fn work(steps: u64, rows: u64, degree_bound: &[u32], primes: u64) -> Work {
    let product = |size: fn(u32) -> u64| degree_bound.iter().fold(1u64, |all, &d| all.saturating_mul(size(d + 1)));
    let (points, coefficients) = (product(grid::smooth_len), product(u64::from));
    Work::new(primes as usize, steps.saturating_mul(points), rows, points, coefficients)
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
