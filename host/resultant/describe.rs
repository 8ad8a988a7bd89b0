//! What would be done for a problem, without doing it.

use super::memory::Footprint;
use super::modulo;
use super::options::{Remedy, ResultantOptions};
use super::plan::{Outline, Prepared};
use super::problem::{Computation, Problem};
use super::remedy;
use crate::error::Result;
use crate::run::backend::{self, AllStages, OnEngines, first};
use crate::run::memory::is_lack;
use crate::run::options::{Backend, WordSize};
use gpu::arith::Modulus;
use serde::Serialize;

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
    /// What is computed in place of the pair, as in [`crate::ResultantReport::remedy`]; degrees and bounds are those of it.
    pub remedy: &'static str,
    /// Primes in one batch on the CPU engine under the memory limit.
    pub batch: usize,
    /// Bytes of memory that the CPU engine takes with such batches, with input and answer.
    pub usual_bytes: u64,
    /// The least memory limit under which the CPU engine computes.
    pub least_bytes: u64,
    /// Element steps of the scalar stage, three products each.
    pub element_steps: u64,
    /// Bytes of the answer's residues.
    pub residue_bytes: u64,
    /// What [`Backend::Auto`] would take: `cpu`, or `cuda` where there is a device with room for the work.
    pub automatic: &'static str,
    /// Predicted milliseconds of the CPU engine, and of a device that is ready.
    pub predicted_milliseconds: (f64, f64),
    /// The prime modulo which the answer is wanted.
    pub modulus: Option<u32>,
    /// Whether it is computed modulo that prime alone, as in [`crate::ResultantReport::direct`].
    pub direct: bool,
}

/// The plan of a problem.
pub(super) fn describe(problem: &Problem, options: &ResultantOptions) -> Result<ResultantPlan> {
    let options = &options.with_word_of_lift()?;
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
        usual_bytes: 0,
        least_bytes: 0,
        element_steps: 0,
        residue_bytes: 0,
        automatic: "cpu",
        predicted_milliseconds: (0.0, 0.0),
        modulus: options.modulus,
        direct: false,
    };
    let Computation::Modular(modular) = &problem.task else { return Ok(plan) };
    let direct = options.modulus.map_or(Ok(None), |p| modulo::direct(modular, p, options))?;
    plan.direct = direct.is_some();
    let outline = match direct {
        Some(outline) => outline,
        None => match remedy::choose(modular, options)? {
            None => modular.outline(options)?,
            Some(remedied) => {
                plan.remedy = remedied.remedy.name();
                remedied.outline(modular, options)?
            }
        },
    };
    plan.degrees = Some((outline.job.p, outline.job.q));
    plan.height_bound = outline.height_bound;
    plan.schedule = outline.job.schedule.clone();
    plan.degree_bound = modular.degrees(&outline)?;
    let work = outline.work();
    plan.automatic = if backend::suits_device(&options.run, &work) { "cuda" } else { "cpu" };
    plan.predicted_milliseconds = (backend::cpu_milliseconds(&options.run, &work), work.device());
    plan.on_cpu(&outline, options)?;
    Ok(plan)
}

/// Grid, primes and memory of an outline.
struct Describe<'a> {
    outline: &'a Outline,
    options: &'a ResultantOptions,
    plan: &'a mut ResultantPlan,
}

impl OnEngines for Describe<'_> {
    type Output = Result<()>;

    fn run<E: AllStages>(self, engines: &mut [&mut E]) -> Result<()> {
        let Describe { outline, options, plan } = self;
        let engine = first(engines)?;
        let (prepared, mut footprint) = outline.prepare_on(&*engine, options)?;
        footprint.least = footprint.least.min(outline.least_on(&*engine, options)?);
        plan.prepared(&prepared, engine, footprint);
        Ok(())
    }
}

impl ResultantPlan {
    /// Fills in what depends on the word of the CPU engine. Devices have 31-bit words.
    fn on_cpu(&mut self, outline: &Outline, options: &ResultantOptions) -> Result<()> {
        let word = match options.run.backend {
            Backend::Cuda => WordSize::Bits31,
            _ => outline.word(options),
        };
        let mut chosen = backend::cpu(&options.run, word, outline.held)?;
        let found = chosen.run(Describe { outline, options, plan: self });
        if !chosen.has_choice_of_words(&options.run) || word == WordSize::Bits31 {
            return found;
        }
        // Shorter primes take less memory, and are taken where that is short.
        let (mut shorter, short) = (self.clone(), options.with_short_words());
        let mut chosen = backend::cpu(&short.run, WordSize::Bits31, outline.held)?;
        match found {
            Ok(()) => {
                chosen.run(Describe { outline, options: &short, plan: &mut shorter })?;
                self.least_bytes = self.least_bytes.min(shorter.least_bytes);
                Ok(())
            }
            Err(error) if is_lack(&error) => chosen.run(Describe { outline, options: &short, plan: self }),
            Err(error) => Err(error),
        }
    }

    /// Fills in grid, primes and memory.
    fn prepared<E: AllStages>(&mut self, prepared: &Prepared<'_, E::Modulus>, engine: &E, footprint: Footprint) {
        let (cost, used) = (prepared.cost(engine), prepared.certified());
        self.grid = prepared.grid.axes.iter().map(|axis| (axis.len, axis.cosets)).collect();
        self.primes = used.len();
        self.prime_range = (used.first().map_or(0, |p| p.field.p()), used.last().map_or(0, |p| p.field.p()));
        self.element_steps = cost.steps.saturating_mul(used.len() as u64);
        self.residue_bytes = engine.batching().kept(&cost, used.len());
        self.batch = footprint.batch;
        (self.least_bytes, self.usual_bytes) = (footprint.least, footprint.usual);
    }
}
