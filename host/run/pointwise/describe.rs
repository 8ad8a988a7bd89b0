//! What would be done on a grid, without doing it.

use super::{Footprint, How, Outline, Pointwise, Prepared};
use crate::error::Result;
use crate::run::backend::{self, AllStages, OnEngines, first};
use crate::run::memory::is_lack;
use crate::run::options::{Backend, WordSize};
use gpu::arith::Modulus;
use serde::Serialize;

/// Grid, primes, memory and time of a computation by values at points; all 0 where the answer is known without it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GridPlan {
    /// Per axis: length of the transform and number of cosets.
    pub grid: Vec<(u32, u32)>,
    /// Number of primes of the certified computation.
    pub primes: usize,
    /// Least and largest prime.
    pub prime_range: (u64, u64),
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
}

impl Default for GridPlan {
    /// Of an answer that is known.
    fn default() -> Self {
        GridPlan {
            grid: Vec::new(),
            primes: 0,
            prime_range: (0, 0),
            batch: 0,
            usual_bytes: 0,
            least_bytes: 0,
            element_steps: 0,
            residue_bytes: 0,
            automatic: "cpu",
            predicted_milliseconds: (0.0, 0.0),
        }
    }
}

/// The plan of an outline.
///
/// # Errors
/// `Limit` where it cannot be computed.
pub(crate) fn describe<J: Pointwise>(outline: &Outline<J>, how: &How<'_>) -> Result<GridPlan> {
    let work = outline.work();
    let mut plan = GridPlan {
        automatic: if backend::suits_device(how.run, &work) { "cuda" } else { "cpu" },
        predicted_milliseconds: (backend::cpu_milliseconds(how.run, &work), work.device()),
        ..GridPlan::default()
    };
    plan.on_cpu(outline, how)?;
    Ok(plan)
}

/// Grid, primes and memory of an outline.
struct Describe<'a, J> {
    outline: &'a Outline<J>,
    how: &'a How<'a>,
    plan: &'a mut GridPlan,
}

impl<J: Pointwise> OnEngines for Describe<'_, J> {
    type Output = Result<()>;

    fn run<E: AllStages>(self, engines: &mut [&mut E]) -> Result<()> {
        let Describe { outline, how, plan } = self;
        let engine = first(engines)?;
        let (prepared, mut footprint) = outline.prepare_on(&*engine, how)?;
        footprint.least = footprint.least.min(outline.least_on(&*engine, how)?);
        plan.prepared(&prepared, engine, footprint);
        Ok(())
    }
}

impl GridPlan {
    /// Fills in what depends on the word of the CPU engine. Devices have 31-bit words.
    fn on_cpu<J: Pointwise>(&mut self, outline: &Outline<J>, how: &How<'_>) -> Result<()> {
        let word = match how.run.backend {
            Backend::Cuda => WordSize::Bits31,
            _ => outline.word(how.run),
        };
        let mut chosen = backend::cpu(how.run, word, outline.held)?;
        let found = chosen.run(Describe { outline, how, plan: self });
        if !chosen.has_choice_of_words(how.run) || word == WordSize::Bits31 {
            return found;
        }
        // Shorter primes take less memory, and are taken where that is short.
        let (mut shorter, short) = (self.clone(), how.short_words());
        let how = &How { run: &short, ..*how };
        let mut chosen = backend::cpu(&short, WordSize::Bits31, outline.held)?;
        match found {
            Ok(()) => {
                chosen.run(Describe { outline, how, plan: &mut shorter })?;
                self.least_bytes = self.least_bytes.min(shorter.least_bytes);
                Ok(())
            }
            Err(error) if is_lack(&error) => chosen.run(Describe { outline, how, plan: self }),
            Err(error) => Err(error),
        }
    }

    /// Fills in grid, primes and memory.
    fn prepared<E: AllStages, J: Pointwise>(
        &mut self,
        prepared: &Prepared<'_, E::Modulus, J>,
        engine: &E,
        footprint: Footprint,
    ) {
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
