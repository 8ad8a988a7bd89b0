//! What is decided before the computation: bounds, schedule and memory; then grid and primes for one size of word.

use super::options::{Interpolation, ResultantOptions};
use super::problem::Modular;
use crate::engine::input::IntegerTable;
use crate::engine::{ScalarJob, ScalarKind};
use crate::error::{ErrorKind, Result};
use crate::lift::Lift;
use crate::plan::cost::{StageRates, Work};
use crate::plan::degree;
use crate::plan::grid::{self, Grid};
use crate::plan::height::{self, Refinement};
use crate::plan::primes::{Prime, Word};
use crate::plan::rows::Rows;
use crate::plan::schedule::schedule;
use crate::run::backend::{self, AllStages, Chosen, OnEngines, Wish};
use crate::run::batches::Cost;
use crate::run::goal::{Bounded, Certainty};
use crate::run::options::{Backend, WordSize};
use crate::run::random::{Purpose, rng};
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::IntegerExt64;

/// What is decided before an engine is chosen.
pub(super) struct Outline {
    /// The input integers.
    pub table: IntegerTable,
    /// Bound on the degree per kept variable that occurs.
    pub degree_bound: Vec<u32>,
    /// Bound on the bits of the coefficients.
    pub height_bound: u64,
    /// The scalar stage.
    pub job: ScalarJob,
    /// Contents of the leading coefficients that are not 1.
    pub contents: Vec<Integer>,
    /// How an answer modulo one prime is computed in its field.
    pub direct: Option<Direct>,
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
}

/// Least number of primes that confirming primes are drawn from.
const POOL: u64 = 2048;

impl Modular {
    /// Refuses what cannot fit before anything of that size is made: the dense input, 13 bytes an integer while its table is
    /// made, and on the CPU the residues and values of one prime, as batches count them.
    fn check_memory(&self, degree_bound: &[u32], options: &ResultantOptions) -> Result<()> {
        let rows = || self.f.rows.iter().chain(&self.g.rows);
        let degree = |k| rows().filter_map(|row| row.degree(k)).max().unwrap_or(0);
        let size = |degrees: &mut dyn Iterator<Item = u32>| {
            degrees.fold(1u128, |product, d| product.saturating_mul(u128::from(d) + 1))
        };
        let count = rows().count() as u128;
        let integers = count.saturating_mul(size(&mut (0..self.f.kept).map(degree)));
        let points = size(&mut degree_bound.iter().copied());
        let values = points.saturating_mul(2 * count + 6).saturating_add(integers).saturating_mul(4);
        let mut needed = integers.saturating_mul(13);
        if options.run.backend != Backend::Cuda {
            needed = needed.max(values);
        }
        let allowed = u128::from(backend::memory(&options.run));
        match needed > allowed {
            true => Err(ErrorKind::Limit { what: "bytes of memory for one prime", needed, allowed }.into()),
            false => Ok(()),
        }
    }

    /// Bounds on the degree in each kept variable.
    pub fn degree_bound(&self, options: &ResultantOptions) -> Result<Vec<u32>> {
        let degrees = match self.kind {
            ScalarKind::Resultant => degree::resultant_degree(&self.f, &self.g),
            ScalarKind::Discriminant => degree::discriminant_degree(&self.f),
        };
        let mut degree_bound = Vec::with_capacity(degrees.len());
        for d in degrees {
            if d >= 1 << 30 {
                let (needed, allowed) = (d as u128, (1 << 30) - 1);
                return Err(ErrorKind::Limit { what: "degree of the answer", needed, allowed }.into());
            }
            degree_bound.push(d as u32);
        }
        self.check_memory(&degree_bound, options)?;
        Ok(degree_bound)
    }

    /// The input integers for an engine.
    pub fn table(&self) -> Result<IntegerTable> {
        let (what, needed, allowed) =
            ("dense coefficients or limbs of the input", u32::MAX as u128 + 1, u32::MAX as u128);
        IntegerTable::new(&[&self.f, &self.g]).ok_or_else(|| ErrorKind::Limit { what, needed, allowed }.into())
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
        let (height_bound, (table, job)) = match self.is_small() {
            true => (height_bound(), (self.table(), job())),
            // The three take about as long as each other.
            false => rayon::join(height_bound, || rayon::join(|| self.table(), job)),
        };
        let (table, job) = (table?, job?);
        // Primes that divide a leading coefficient (the papers' bad primes) would send every point to the slow routine.
        let contents = [&self.f, &self.g].map(leading_content).into_iter().filter(|content| *content != 1).collect();
        Ok(Outline { table, degree_bound, height_bound, job, contents, direct: None })
    }
}

impl Outline {
    /// Coefficients of the answer per kept variable.
    pub fn keep(&self) -> Vec<u32> {
        self.degree_bound.iter().map(|&d| d + 1).collect()
    }

    /// The work of the certified computation with 31-bit primes, about.
    pub fn work(&self) -> Work {
        let primes = if self.direct.is_some() { 1 } else { self.height_bound / 30 + 1 };
        work(self.job.steps(), u64::from(self.table.rows()), &self.degree_bound, primes)
    }

    /// What it needs of a device, about or more: primes above 2^29, and an eighth more points than the least that are smooth.
    fn demand(&self, options: &ResultantOptions) -> Demand<'_> {
        let keep = self.keep();
        let product = |size: fn(u32) -> u64| keep.iter().fold(1u64, |product, &n| product.saturating_mul(size(n)));
        let primes = match (&self.direct, options.certainty) {
            (Some(_), _) => 1,
            (None, Certainty::Certified) => self.height_bound / 29 + 2,
            // Blocks are a quarter of what was there before.
            (None, Certainty::Probabilistic { .. }) => self.height_bound / 116 + 32,
        };
        let points = product(grid::smooth_len);
        Demand {
            job: &self.job,
            table: &self.table,
            primes: usize::try_from(primes).unwrap_or(usize::MAX),
            points: points.saturating_add(points / 8),
            coefficients: product(u64::from),
        }
    }

    /// The word to be used on the CPU: one field of the caller's choice has its grid for 31-bit words.
    pub fn word(&self, options: &ResultantOptions) -> WordSize {
        if self.direct.is_some() { WordSize::Bits31 } else { options.run.word }
    }

    /// Grid and primes: of the computation over Z, or of one in one field where the words hold its prime.
    pub fn prepare<M: Word>(&self, options: &ResultantOptions) -> Result<Prepared<'_, M>> {
        if let Some(Direct { grid, prime, interpolation }) = &self.direct
            && let Some(prime) = M::from_31_bits(prime)
        {
            let (grid, primes) = (grid.clone(), vec![prime]);
            return Ok(Prepared { outline: self, grid, primes, needed: 1, interpolation: *interpolation });
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
        let choose = match options.interpolation {
            Interpolation::Ntt => grid::choose::<M>,
            Interpolation::Vandermonde => grid::arbitrary::<M>,
        };
        let (grid, primes) = choose(&points, wanted, &usable, &mut rng)
            .or_else(|error| if wanted == bits { Err(error) } else { choose(&points, bits, &usable, &mut rng) })?;
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
        Ok(Prepared { outline: self, grid, primes, needed, interpolation: options.interpolation })
    }

    /// The engines.
    pub fn choose(&self, options: &ResultantOptions) -> Result<Chosen> {
        let (work, demand) = (self.work(), self.demand(options));
        let wish = Wish {
            suits_device: backend::suits_device(&options.run, &work),
            devices: &|most| work.devices(most, options.run.always_split),
            has_room: &|chosen| chosen.run((&demand, options.lift)),
            word: self.word(options),
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

    /// What one prime costs.
    pub fn cost(&self) -> Cost {
        let (table, points) = (&self.outline.table, self.grid.points());
        Cost {
            words: Cost::on_grid(table.len() as u64, u64::from(table.rows()), 1, points),
            kept: self.coefficients() as u64,
            steps: self.outline.job.steps().saturating_mul(points),
        }
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

/// What a job needs of an engine with 31-bit words, estimated before grid and primes are known: about what it takes, or more.
pub(super) struct Demand<'a> {
    /// The scalar stage.
    pub job: &'a ScalarJob,
    /// The polynomials.
    pub table: &'a IntegerTable,
    /// Primes that are lifted together.
    pub primes: usize,
    /// Points of the grid.
    pub points: u64,
    /// Coefficients of the answer.
    pub coefficients: u64,
}

impl Demand<'_> {
    /// Whether the memory of each of `count` engines like `engine`, which share the work, suffices for its residues with a batch
    /// of one prime, and for its lift.
    ///
    /// # Errors
    /// Errors of the engine.
    fn fits<E: AllStages>(&self, engine: &E, count: usize, how: Lift) -> Result<bool> {
        let memory = engine.memory()?;
        let share = (self.primes.div_ceil(count) as u64).saturating_mul(self.coefficients).saturating_mul(4);
        let computed = share.saturating_add(4u64.saturating_mul(Cost::on_grid(
            self.table.len() as u64,
            u64::from(self.table.rows()),
            1,
            self.points,
        )));
        // Several engines hold their shares until all have gathered.
        let held = if count > 1 { share } else { 0 };
        let columns = usize::try_from(self.coefficients.div_ceil(count as u64)).unwrap_or(usize::MAX);
        Ok(computed.max(engine.lift_memory(self.primes, columns, how).saturating_add(held)) <= memory)
    }
}

impl OnEngines for (&Demand<'_>, Lift) {
    type Output = Result<bool>;

    /// Whether all engines have the fast memory and the memory that a computation needs.
    fn run<E: AllStages>(self, engines: &mut [&mut E]) -> Result<bool> {
        let (demand, lift) = self;
        let count = engines.len();
        for engine in engines {
            if !engine.has_room_for(demand.job) || !demand.fits(&**engine, count, lift)? {
                return Ok(false);
            }
        }
        Ok(true)
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
