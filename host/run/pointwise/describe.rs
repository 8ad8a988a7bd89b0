//! The plan of a computation on a grid.

use super::job::{How, Pointwise};
use super::memory::DeviceFootprint;
use super::outline::Outline;
use super::prepared::Prepared;
use crate::clock::StageTime;
use crate::engine::AnyEngine;
use crate::error::Result;
use crate::plan::cost::{Rates, Work};
use crate::run::backend::{self, first};
use crate::run::memory::{Footprint, is_lack};
use crate::run::options::{Backend, WordSize};
use serde::Serialize;

/// Grid, primes, memory and time of a computation by values at points; all 0 where the answer is known without it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GridPlan {
    /// Per axis: length of the transform and number of cosets.
    pub grid: Vec<(u32, u32)>,
    /// Coefficients of the answer that are computed, zeros included: those within the bounds on its degrees and on its total degree.
    pub coefficients: u64,
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
    /// The choice of [`Backend::Auto`]: `cpu`, or `cuda` where there is a device with room for the work.
    pub automatic: &'static str,
    /// The memory of devices, where there are some and the options or their automatic choice take them. The first such
    /// plan of a process makes them ready, which takes a fraction of a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_devices: Option<DevicePlan>,
    /// The work that its times are proportional to; none where the answer is known.
    #[serde(skip)]
    pub(crate) works: Option<Box<Works>>,
}

/// The plan of a computation on devices.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DevicePlan {
    /// The device, or names and numbers of several.
    pub device: String,
    /// Number of primes of the certified computation, of 31 bits; several devices share them.
    pub primes: usize,
    /// Primes in one batch of a device.
    pub batch: usize,
    /// Bytes of the memory of each device with such batches.
    pub usual_bytes: u64,
    /// The least memory limit under which the devices compute. A fifth of it is kept for tables and for blocks larger than asked for.
    pub least_bytes: u64,
    /// Bytes of the host's memory, with input and answer.
    pub host_bytes: u64,
}

/// The work of a plan.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Works {
    /// About, for whatever primes an engine has.
    about: Work,
    /// With the grid and the primes of the plan, and the bits that these are sure to have.
    planned: Option<(Work, u32)>,
}

/// The time that an engine is predicted to take.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Prediction {
    /// Milliseconds of all: the sum of those of the stages.
    pub milliseconds: f64,
    /// Those of each stage.
    pub stages: Vec<StageTime>,
}

impl Default for GridPlan {
    /// Of an answer that is known.
    fn default() -> Self {
        GridPlan {
            grid: Vec::new(),
            coefficients: 0,
            primes: 0,
            prime_range: (0, 0),
            batch: 0,
            usual_bytes: 0,
            least_bytes: 0,
            element_steps: 0,
            residue_bytes: 0,
            automatic: "cpu",
            on_devices: None,
            works: None,
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
        ..GridPlan::default()
    };
    plan.works = Some(Box::new(Works { about: work, planned: None }));
    plan.on_cpu(outline, how)?;
    if how.run.backend == Backend::Cuda || plan.automatic == "cuda" {
        plan.on_devices = on_devices(outline, how)?;
    }
    Ok(plan)
}

/// The plan for the devices that would be chosen; `None` where there are none.
///
/// # Errors
/// As the computation: `Limit` where they were asked for and have too little memory, devices that are not there or fail.
fn on_devices<J: Pointwise>(outline: &Outline<J>, how: &How<'_>) -> Result<Option<DevicePlan>> {
    match outline.choose(how, false) {
        Ok(mut chosen) if chosen.has_devices() => {
            let device = chosen.device();
            chosen.run(|engines| {
                let count = engines.len();
                let engine = first(engines)?;
                let (prepared, _) = outline.prepare_on(engine, how)?;
                let DeviceFootprint { usual, host, batch } = prepared.on_device(engine, count, how)?;
                let mut least_bytes = prepared.least_limit(engine, how);
                for cut in outline.cuts(how.run) {
                    let prepared = outline.prepare(engine.prime_size(), how, cut)?;
                    least_bytes = least_bytes.min(prepared.least_limit(engine, how));
                }
                let primes = prepared.needed;
                Ok(Some(DevicePlan { device, primes, batch, usual_bytes: usual, least_bytes, host_bytes: host }))
            })
        }
        Ok(_) => Ok(None),
        Err(error) if backend::is_absence(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

impl GridPlan {
    /// The work for an engine with these rates, and its primes: those of the plan where they are of its size.
    pub(crate) fn work_for(&self, rates: &Rates) -> Option<(&Work, u64)> {
        let Works { about, planned } = &**self.works.as_ref()?;
        match planned {
            Some((work, bits)) if *bits == rates.prime_bits => Some((work, self.primes as u64)),
            _ => Some((about, rates.primes(about.bits))),
        }
    }

    /// The time that an engine with these rates takes for a certified answer, by the numbers of integers, values, element steps, residues
    /// and coefficients: all 0 where the answer is known. Input that is read before and output that is written
    /// afterwards are not in it.
    ///
    /// Rates of this machine are those of a [`crate::Calibration`]. The plan's grid and primes are those of the CPU engine with the
    /// words that it was made for; for an engine with primes of another size they are estimated. Waiting for memory, other programs, devices
    /// that are made ready, slabs and checkpoints are not predicted.
    ///
    /// # Complexity
    /// O(kept variables) operations.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Polynomial, Resultant, plan::cost::CORE_31};
    ///
    /// let f: Polynomial = "x^2*y^3 + x*y - 1".parse()?;
    /// let g: Polynomial = "y^2 - x^3 + 5".parse()?;
    /// let plan = Resultant::new(&f, &g, "y").plan()?;
    /// let prediction = plan.on_grid.predict(&CORE_31);
    /// let sum: f64 = prediction.stages.iter().map(|stage| stage.milliseconds).sum();
    /// assert!((prediction.milliseconds - sum).abs() < 1e-9 && sum > 0.0);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn predict(&self, rates: &Rates) -> Prediction {
        let stages = self.work_for(rates).map_or(Vec::new(), |(work, primes)| rates.stages(work, primes));
        Prediction { milliseconds: stages.iter().map(|stage| stage.milliseconds).sum(), stages }
    }

    /// The milliseconds that so many equal engines with these rates take together, 1 at least: each has as many of the primes, and then of
    /// the coefficients, as the others, or one more. The fixed time of the rates and what the input takes on the host are not divided: plan and
    /// answer are, so where these take the host long, less is gained (`benches/results/2026-11-25-h100-x2-devices.txt`, row N256). What
    /// further engines cost is not predicted.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Polynomial, Resultant, plan::cost::H200};
    ///
    /// let f: Polynomial = "x^20*y^30 + 10^300*x*y^7 - 1".parse()?;
    /// let g: Polynomial = "y^20 - 10^200*x^30*y^3 + 5".parse()?;
    /// let plan = Resultant::new(&f, &g, "y").plan()?;
    /// let [one, two, eight] = [1, 2, 8].map(|engines| plan.on_grid.predict_shared(&H200, engines));
    /// assert_eq!(one, plan.on_grid.predict(&H200).milliseconds);
    /// assert!(one > two && two > eight && eight > one / 8.0);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn predict_shared(&self, rates: &Rates, engines: usize) -> f64 {
        let Some((work, primes)) = self.work_for(rates) else { return 0.0 };
        let (whole, alone) = (self.predict(rates).milliseconds, rates.fixed + rates.input(work));
        let largest = primes.max(1).div_ceil(engines.max(1) as u64) as f64 / primes.max(1) as f64;
        alone + (whole - alone) * largest
    }

    /// Fills in what depends on the word of the CPU engine. Devices have 31-bit words.
    fn on_cpu<J: Pointwise>(&mut self, outline: &Outline<J>, how: &How<'_>) -> Result<()> {
        let word = match how.run.backend {
            Backend::Cuda => WordSize::Bits31,
            _ => outline.word(how.run),
        };
        let mut chosen = backend::cpu(how.run, word, outline.held)?;
        let found = chosen.run(|engines| self.prepared_on(first(engines)?, outline, how));
        if !chosen.has_choice_of_words(how.run) {
            return found;
        }
        // Shorter primes take less memory, and are taken where that is short.
        let mut shorter = self.clone();
        chosen.shorten(how.run)?;
        match found {
            Ok(()) => {
                chosen.run(|engines| shorter.prepared_on(first(engines)?, outline, how))?;
                self.least_bytes = self.least_bytes.min(shorter.least_bytes);
                Ok(())
            }
            Err(error) if is_lack(&error) => chosen.run(|engines| self.prepared_on(first(engines)?, outline, how)),
            Err(error) => Err(error),
        }
    }

    /// Memory is no less than so many bytes.
    #[doc(hidden)]
    pub fn raise(&mut self, bytes: u64) {
        (self.least_bytes, self.usual_bytes) = (self.least_bytes.max(bytes), self.usual_bytes.max(bytes));
    }

    /// Fills in grid, primes and memory on an engine.
    fn prepared_on<J: Pointwise>(&mut self, engine: &dyn AnyEngine, outline: &Outline<J>, how: &How<'_>) -> Result<()> {
        let (prepared, mut footprint) = outline.prepare_on(engine, how)?;
        footprint.least = footprint.least.min(outline.least_on(engine, how)?);
        self.prepared(&prepared, engine, footprint);
        Ok(())
    }

    fn prepared<J: Pointwise>(&mut self, prepared: &Prepared<'_, J>, engine: &dyn AnyEngine, footprint: Footprint) {
        let (cost, used) = (prepared.cost(engine), prepared.certified());
        self.grid = prepared.grid.axes.iter().map(|axis| (axis.len, axis.cosets)).collect();
        self.coefficients = prepared.outline.support.len();
        self.primes = used.len();
        self.prime_range = (used.first().map_or(0, |p| p.p), used.last().map_or(0, |p| p.p));
        if let Some(works) = &mut self.works {
            works.planned = Some((prepared.work(used.len()), prepared.size.bits() as u32));
        }
        self.element_steps = cost.steps.saturating_mul(used.len() as u64);
        self.residue_bytes = engine.batching().kept(&cost, used.len());
        self.batch = footprint.batch;
        (self.least_bytes, self.usual_bytes) = (footprint.least, footprint.usual);
    }
}
