//! From polynomials to a plan: what is eliminated, bounds, grid and primes, schedule.

use super::modulo;
use super::remedy;
use crate::backend;
use crate::engine::cpu::CPU_STEPS;
use crate::engine::input::IntegerTable;
use crate::engine::{ScalarJob, ScalarKind};
use crate::error::{Error, ErrorKind, Result};
use crate::options::{Backend, Certainty, Interpolation, Options, Remedy, WordSize};
use crate::pipeline::Job;
use crate::plan::cost::Work;
use crate::plan::grid::{self, Grid};
use crate::plan::primes::{Prime, Word};
use crate::plan::rows::{Row, Rows};
use crate::plan::schedule::schedule;
use crate::plan::{degree, height};
use crate::poly::{Polynomial, Term, union_vars};
use gpu::arith::Mont31;
#[cfg(target_arch = "x86_64")]
use gpu::arith::Mont50;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::IntegerExt64;
use serde::Serialize;

/// Largest degree in the eliminated variable: exponents of the denominators, at most (deg / 2)^2, stay below 2^32.
pub(super) const MAX_DEGREE: usize = 100_000;

/// A resultant or discriminant to be computed.
pub(super) struct Problem {
    /// Name of the operation.
    pub operation: &'static str,
    /// The kept variables.
    pub kept: Vec<String>,
    /// What is to be done.
    pub task: Task,
}

/// What is to be done.
pub(super) enum Task {
    /// The answer, known without computation.
    Trivial(Integer),
    /// The modular computation.
    Modular(Box<Modular>),
}

/// The input of the modular computation.
pub(super) struct Modular {
    /// Resultant of f and g, or discriminant of f.
    pub kind: ScalarKind,
    /// f by powers of the eliminated variable, over the variables that occur.
    pub f: Rows,
    /// g, or f'.
    pub g: Rows,
    /// Places in `Problem::kept` of the variables of `f` and `g`.
    pub places: Vec<usize>,
}

impl Problem {
    /// res_var(f, g).
    pub fn resultant(f: &Polynomial, g: &Polynomial, var: &str) -> Result<Self> {
        let vars = union_vars(f, g);
        let kept = kept_variables(&vars, var)?;
        let operation = "resultant";
        let trivial = |value: u32| Problem { operation, kept: kept.clone(), task: Task::Trivial(value.into()) };
        if f.is_zero() || g.is_zero() {
            return Ok(trivial(0));
        }
        if !f.contains(var) && !g.contains(var) {
            return Ok(trivial(1));
        }
        let places = occurring(&kept, &[f, g])?;
        let of = |h| rows(h, var, &kept, &places);
        let (f, g) = rayon::join(|| of(f), || of(g));
        let task = Modular { kind: ScalarKind::Resultant, f: f?, g: g?, places };
        Ok(Problem { operation, kept, task: Task::Modular(Box::new(task)) })
    }

    /// disc_var(f).
    pub fn discriminant(f: &Polynomial, var: &str) -> Result<Self> {
        let kept = kept_variables(f.vars(), var)?;
        let operation = "discriminant";
        let trivial = |value: u32| Problem { operation, kept: kept.clone(), task: Task::Trivial(value.into()) };
        match f.degree(var) {
            None | Some(0) => return Ok(trivial(0)),
            Some(1) => return Ok(trivial(1)),
            Some(_) => {}
        }
        let places = occurring(&kept, &[f])?;
        let derivative = f.derivative(var);
        let task = Modular {
            kind: ScalarKind::Discriminant,
            f: rows(f, var, &kept, &places)?,
            g: rows(&derivative, var, &kept, &places)?,
            places,
        };
        Ok(Problem { operation, kept, task: Task::Modular(Box::new(task)) })
    }

    /// The answer over the kept variables from its coefficients, row-major over exponents below `keep` of the variables at
    /// `places`.
    pub fn answer(&self, places: &[usize], keep: &[u32], coefficients: Vec<Integer>) -> Result<Polynomial> {
        // Row-major order over places that ascend is the lexicographic order of the exponents.
        let mut terms = Vec::with_capacity(coefficients.len());
        for (mut index, coefficient) in coefficients.into_iter().enumerate().rev() {
            if coefficient.is_zero() {
                continue;
            }
            let mut exponents = vec![0; self.kept.len()];
            for (&place, &n) in places.iter().zip(keep).rev() {
                exponents[place] = (index % n as usize) as u32;
                index /= n as usize;
            }
            terms.push(Term { coefficient, exponents });
        }
        Polynomial::from_descending(&self.kept, terms)
    }
}

/// All variables but `var`.
fn kept_variables(vars: &[String], var: &str) -> Result<Vec<String>> {
    if !vars.iter().any(|v| v == var) {
        let list = if vars.is_empty() { "there are none".into() } else { format!("variables are {}", vars.join(", ")) };
        return Err(Error::argument("variable", format!("{var:?} does not occur; {list}")));
    }
    Ok(vars.iter().filter(|v| *v != var).cloned().collect())
}

/// Places of the kept variables that occur: at most one.
fn occurring(kept: &[String], polynomials: &[&Polynomial]) -> Result<Vec<usize>> {
    let places: Vec<usize> = (0..kept.len()).filter(|&k| polynomials.iter().any(|f| f.contains(&kept[k]))).collect();
    if places.len() > 1 {
        let names: Vec<&str> = places.iter().map(|&k| kept[k].as_str()).collect();
        return Err(Error::unsupported(format!(
            "more than one variable would be kept ({}); this version eliminates from polynomials in two variables",
            names.join(", ")
        )));
    }
    Ok(places)
}

/// `f` by powers of `var`, over the variables of `kept` at `places`: all others that occur.
fn rows(f: &Polynomial, var: &str, kept: &[String], places: &[usize]) -> Result<Rows> {
    let degree = f.degree(var).unwrap_or(0) as usize;
    if degree > MAX_DEGREE {
        let (needed, allowed) = (degree as u128, MAX_DEGREE as u128);
        return Err(ErrorKind::Limit { what: "degree in the eliminated variable", needed, allowed }.into());
    }
    // A variable that is not in the list of f has the exponent 0.
    let index = |name: &str| f.vars().iter().position(|v| v == name);
    let exponent = |term: &Term, index: Option<usize>| index.map_or(0, |i| term.exponents[i]);
    let (y, others) = (index(var), places.iter().map(|&k| index(&kept[k])).collect::<Vec<_>>());
    let mut sizes = vec![0; degree + 1];
    f.terms().iter().for_each(|term| sizes[exponent(term, y) as usize] += 1);
    let mut rows: Vec<Row> = sizes.into_iter().map(|size| Row { terms: Vec::with_capacity(size) }).collect();
    for term in f.terms() {
        let exponents = others.iter().map(|&i| exponent(term, i)).collect();
        rows[exponent(term, y) as usize].terms.push((term.coefficient.clone(), exponents));
    }
    Ok(Rows { kept: places.len(), rows })
}

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
    /// made, and on the CPU the residues and values of one prime, as the pipeline counts them.
    fn check_memory(&self, degree_bound: &[u32], options: &Options) -> Result<()> {
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
        if options.backend != Backend::Cuda {
            needed = needed.max(values);
        }
        let allowed = u128::from(crate::backend::memory(options));
        match needed > allowed {
            true => Err(ErrorKind::Limit { what: "bytes of memory for one prime", needed, allowed }.into()),
            false => Ok(()),
        }
    }

    /// Bounds on the degree in each kept variable.
    pub fn degree_bound(&self, options: &Options) -> Result<Vec<u32>> {
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
    pub fn scalar_job(&self, options: &Options, modulus: Option<u32>, rng: &mut StdRng) -> ScalarJob {
        ScalarJob {
            kind: self.kind,
            p: self.f.rows.len() as u32 - 1,
            q: self.g.rows.len() as u32 - 1,
            schedule: schedule(&self.f, &self.g, modulus, rng),
            method: options.method,
            shape: options.shape,
        }
    }

    /// Bounds and schedule of the computation over Z.
    pub fn outline(&self, options: &Options) -> Result<Outline> {
        let degree_bound = self.degree_bound(options)?;
        // The three take about as long as each other.
        let height_bound = || match self.kind {
            ScalarKind::Resultant => height::resultant_height_bits(&self.f, &self.g),
            ScalarKind::Discriminant => height::discriminant_height_bits(&self.f),
        };
        let job = || self.scalar_job(options, None, &mut rng(options, 1));
        let (height_bound, (table, job)) = rayon::join(height_bound, || rayon::join(|| self.table(), job));
        let table = table?;
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

    /// Element steps of one scalar.
    fn steps(&self) -> u64 {
        (self.job.p as u64 + 1) * (self.job.q as u64 + 1)
    }

    /// The work of the certified computation with 31-bit primes, about.
    pub fn work(&self) -> Work {
        let keep = self.keep();
        let product = |size: fn(u32) -> u64| keep.iter().fold(1u64, |product, &n| product.saturating_mul(size(n)));
        let (points, coefficients) = (product(grid::smooth_len), product(u64::from));
        let primes = if self.direct.is_some() { 1 } else { self.height_bound as usize / 30 + 1 };
        let steps = self.steps().saturating_mul(points);
        Work::new(primes, steps, u64::from(self.table.rows), points, coefficients)
    }

    /// The word to be used on the CPU: one field of the caller's choice has its grid for 31-bit words.
    pub fn word(&self, options: &Options) -> WordSize {
        if self.direct.is_some() { WordSize::Bits31 } else { options.word }
    }

    /// Grid and primes of the computation over Z.
    pub fn prepare<M: Word>(&self, options: &Options) -> Result<Prepared<'_, M>> {
        let mut rng = rng(options, 5);
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

    /// Grid and primes for 31-bit words, also of a computation in one field.
    pub fn prepare_31(&self, options: &Options) -> Result<Prepared<'_, Mont31>> {
        let Some(Direct { grid, prime, interpolation }) = &self.direct else { return self.prepare(options) };
        let (grid, primes) = (grid.clone(), vec![prime.clone()]);
        Ok(Prepared { outline: self, grid, primes, needed: 1, interpolation: *interpolation })
    }
}

impl<M: Word> Prepared<'_, M> {
    /// The work for so many primes.
    pub fn work_of(&self, primes: usize) -> Work {
        let keep = self.outline.keep();
        let job = self.pipeline_job(&keep);
        let (rows, coefficients) = (u64::from(self.outline.table.rows), job.coefficients() as u64);
        Work::new(primes, job.work_per_prime, rows, self.grid.points(), coefficients)
    }

    /// The job of the pipeline; `keep` is [`Outline::keep`].
    pub fn pipeline_job<'a>(&'a self, keep: &'a [u32]) -> Job<'a> {
        let work_per_prime = self.outline.steps().saturating_mul(self.grid.points());
        Job { table: &self.outline.table, grid: &self.grid, keep, word: size_of::<M::Elem>() as u64, work_per_prime }
    }

    /// The primes of the certified computation.
    pub fn certified(&self) -> &[Prime<M>] {
        &self.primes[self.primes.len() - self.needed..]
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

/// The random generator for `purpose`: from the seed, or from the system.
pub(super) fn rng(options: &Options, purpose: u64) -> StdRng {
    match options.seed {
        Some(seed) => StdRng::seed_from_u64(seed ^ purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        None => StdRng::from_os_rng(),
    }
}

/// What would be done, for people and for JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResultantPlan {
    /// The operation.
    pub operation: &'static str,
    /// The kept variables.
    pub kept: Vec<String>,
    /// Degrees of f and g in the eliminated variable; `None` when the answer is known without computation.
    pub degrees: Option<(u32, u32)>,
    /// Bound on the degree of the answer per kept variable that occurs.
    pub degree_bound: Vec<u32>,
    /// Bound on the bits of the answer's coefficients.
    pub height_bound: u64,
    /// Per kept variable: length of the transform and number of cosets.
    pub grid: Vec<(u32, u32)>,
    /// Number of primes of the certified computation.
    pub primes: usize,
    /// Least and largest prime.
    pub prime_range: (u64, u64),
    /// Degrees of the remainder sequence.
    pub schedule: Vec<u32>,
    /// Method of the scalar stage.
    pub method: &'static str,
    /// What is computed in place of the pair, as in [`crate::Report::remedy`]; degrees and bounds are those of it.
    pub remedy: &'static str,
    /// Primes in one batch on the CPU engine under the memory limit.
    pub batch: usize,
    /// Element steps of the scalar stage, three products each.
    pub element_steps: u64,
    /// Bytes of the answer's residues.
    pub residue_bytes: u64,
    /// What [`Backend::Auto`] would take: `cpu`, or `cuda` where there is a device.
    pub automatic: &'static str,
    /// Predicted milliseconds of the CPU engine, and of a device that is ready.
    pub predicted_milliseconds: (f64, f64),
    /// The prime modulo which the answer is wanted.
    pub modulus: Option<u32>,
    /// Whether it is computed modulo that prime alone, as in [`crate::Report::direct`].
    pub direct: bool,
}

/// The plan of a problem.
pub(super) fn describe(problem: &Problem, options: &Options) -> Result<ResultantPlan> {
    let mut plan = ResultantPlan {
        operation: problem.operation,
        kept: problem.kept.clone(),
        degrees: None,
        degree_bound: Vec::new(),
        height_bound: 0,
        grid: Vec::new(),
        primes: 0,
        prime_range: (0, 0),
        schedule: Vec::new(),
        method: options.method.name(),
        remedy: Remedy::None.name(),
        batch: 0,
        element_steps: 0,
        residue_bytes: 0,
        automatic: "cpu",
        predicted_milliseconds: (0.0, 0.0),
        modulus: options.modulus,
        direct: false,
    };
    let Task::Modular(modular) = &problem.task else { return Ok(plan) };
    let direct = options.modulus.map_or(Ok(None), |p| modulo::direct(modular, p, options))?;
    plan.direct = direct.is_some();
    let outline = match direct {
        Some(outline) => outline,
        None => {
            let remedied = remedy::choose(modular, options)?;
            if let Some(remedied) = &remedied {
                plan.remedy = remedied.remedy.name();
            }
            remedied.as_ref().map_or(&**modular, |remedied| &remedied.problem).outline(options)?
        }
    };
    plan.degrees = Some((outline.job.p, outline.job.q));
    plan.height_bound = outline.height_bound;
    plan.schedule = outline.job.schedule.clone();
    plan.degree_bound = outline.degree_bound.clone();
    let work = outline.work();
    plan.automatic = backend::automatic(options, &work);
    plan.predicted_milliseconds = (work.cpu(backend::threads(options)), work.device());
    // Devices have 31-bit words.
    match backend::cpu(options, outline.word(options))? {
        #[cfg(target_arch = "x86_64")]
        backend::Chosen::Cpu50(_) if options.backend != Backend::Cuda => {
            plan.prepared(&outline.prepare::<Mont50>(options)?, options)?;
        }
        _ => plan.prepared(&outline.prepare_31(options)?, options)?,
    }
    Ok(plan)
}

impl ResultantPlan {
    /// Fills in what depends on the word.
    fn prepared<M: Word>(&mut self, prepared: &Prepared<'_, M>, options: &Options) -> Result<()> {
        let keep = prepared.outline.keep();
        let job = prepared.pipeline_job(&keep);
        let used = prepared.certified();
        self.grid = prepared.grid.axes.iter().map(|axis| (axis.len, axis.cosets)).collect();
        self.primes = used.len();
        self.prime_range = (used.first().map_or(0, |p| p.field.p()), used.last().map_or(0, |p| p.field.p()));
        self.batch = job.batch_len(backend::memory(options), CPU_STEPS, used.len())?;
        self.element_steps = job.work_per_prime.saturating_mul(used.len() as u64);
        self.residue_bytes = job.word * (used.len() * job.coefficients()) as u64;
        Ok(())
    }
}

/// The interpolation asked for, for messages and reports.
pub(super) fn interpolation_name(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Ntt => "ntt",
        Interpolation::Vandermonde => "vandermonde",
    }
}
