//! The plan of a GCD.

use super::bound::divisor_bits;
use super::bound::{content_bits, word};
use super::compute::{first_bits, most_bits};
use super::forecast::{Forecast, Sizes, of_engine};
use super::memory;
use super::multivariate::{self, Way};
use super::options::GcdOptions;
use super::pair::{Pair, Parts};
use super::plan::{self, GcdWish};
use super::problem::{Case, Problem, occurring};
use super::request::Request;
use crate::engine::AnyEngine;
use crate::engine::gcd::GcdMethod;
use crate::error::Result;
use crate::plan::cost::{Rates, Work};
use crate::poly::{Polynomial, Term, size};
use crate::run::backend::{self, first};
use crate::run::memory::{Footprint, is_lack};
use crate::run::options::{Backend, WordSize};
use crate::run::pointwise::Prediction;
use serde::Serialize;
use std::collections::HashMap;

/// The plan of a GCD: bounds, primes, memory, and the assumed GCD.
///
/// Primes, memory and time depend on the unknown GCD. The plan assumes a degree and a height. In one variable they are guessed from the leading
/// and the constant coefficients, which those of the GCD divide; if these are too short to show anything, the assumed degree is half of that of
/// the shorter polynomial. In several variables they are the degrees of one image for each variable, and coefficients as long as those of f and g.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GcdPlan {
    /// The operation.
    pub operation: &'static str,
    /// The polynomials whose GCD is planned, of an operation of several GCDs; empty for f and g, and where nothing is to be computed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub gcd_of: String,
    /// The variables that occur.
    pub vars: Vec<String>,
    /// Degrees of f and g in each of them; 0 for a polynomial that is 0.
    pub degrees: [Vec<u32>; 2],
    /// Bits of the longest coefficients of f and g without their contents; 0 for a polynomial that is 0.
    pub heights: [u64; 2],
    /// The kind of computation: `none` if the answer is known at once, `images`, `points` for images at the points of a grid, `sparse` for images
    /// at a geometric progression, or `coefficients` where the GCD does not have all variables and is that of coefficients. The last two have bounds alone.
    pub computation: &'static str,
    /// Bounds on the degree of the GCD in each variable.
    pub degree_bound: Vec<u32>,
    /// Bound on the bits of the GCD's coefficients.
    pub height_bound: u64,
    /// The degree of the GCD that is expected, in each variable.
    pub expected_degree: Vec<u32>,
    /// The bits of its coefficients that are expected, without content.
    pub expected_height: u64,
    /// How GCDs modulo primes are computed.
    pub method: &'static str,
    /// Points that are needed per variable but the main one; none in one variable.
    pub points: Vec<u32>,
    /// Primes of images for a GCD as is expected.
    pub primes: usize,
    /// The most primes of images, unless some of them are unlucky.
    pub most_primes: usize,
    /// Primes of the quotients that prove a GCD as is expected; in several variables they are those of the images.
    pub proof_primes: usize,
    /// Primes in one batch on the CPU engine under the memory limit.
    pub batch: usize,
    /// Bytes of memory that the CPU engine takes with such batches, with input and answer.
    pub usual_bytes: u64,
    /// The least memory limit under which the CPU engine computes a GCD whose coefficients are no longer than those of f and g.
    pub least_bytes: u64,
    /// The choice of [`Backend::Auto`]: `cpu`, or `cuda` where there is a device.
    pub automatic: &'static str,
    /// The bounds on the combination of an extended GCD, where there is one to be computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combination: Option<CombinationPlan>,
    /// The quantities that its times are proportional to.
    #[serde(skip)]
    works: Option<Box<Works>>,
    /// The time of all GCDs of the operation in units of that of this one.
    #[serde(skip)]
    pub(super) times: f64,
}

/// Bounds on s and t, where s f + t g = r is the resultant of coprime f and g.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CombinationPlan {
    /// The most coefficients of s, and of t.
    pub lengths: [usize; 2],
    /// Bound on the bits of r and of the coefficients of r s and r t.
    pub height_bound: u64,
    /// Primes of 61 bits modulo which they are computed.
    pub primes: u64,
}

/// The quantities that the time depends on.
#[derive(Debug, Clone, PartialEq)]
enum Works {
    /// In one variable, with the bits of the primes of the first round.
    Pair(Sizes, u64),
    /// In several, with the rows of values that are interpolated.
    Points(Work, u32),
}

impl GcdPlan {
    /// Whether a time is predicted: there is something to be computed, and it is not a GCD of coefficients.
    pub fn has_prediction(&self) -> bool {
        self.works.is_some()
    }

    /// Predicts the time of an engine with these rates for the assumed GCD; all 0 where [`GcdPlan::has_prediction`] is false.
    ///
    /// Rates of this machine are those of a [`crate::Calibration`]. What is read before and written afterwards is not in it, nor contents in
    /// several variables, which are mostly 1.
    ///
    /// # Complexity
    /// O(variables) operations.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Gcd, Polynomial, plan::cost::CORE_31};
    ///
    /// let f: Polynomial = "x^5 - x".parse()?;
    /// let g: Polynomial = "x^4 - 2*x^2 + 1".parse()?;
    /// let prediction = Gcd::new(&f, &g).plan()?.predict(&CORE_31);
    /// let sum: f64 = prediction.stages.iter().map(|stage| stage.milliseconds).sum();
    /// assert!((prediction.milliseconds - sum).abs() < 1e-9 && sum > 0.0);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn predict(&self, rates: &Rates) -> Prediction {
        let mut stages = match self.works.as_deref() {
            None => Vec::new(),
            Some(Works::Pair(sizes, first)) => Forecast { rates: *rates, sizes: sizes.clone() }.stages(*first),
            Some(Works::Points(work, outputs)) => {
                let mut stages = rates.stages(work, rates.primes(work.bits));
                // That of a matrix or a pair that has a resultant is another one.
                stages.retain(|stage| stage.stage != "input");
                let interpolated = stages.iter_mut().filter(|stage| stage.stage == "interpolate");
                interpolated.for_each(|stage| stage.milliseconds *= f64::from(*outputs));
                stages
            }
        };
        stages.iter_mut().for_each(|stage| stage.milliseconds *= self.times);
        Prediction { milliseconds: stages.iter().map(|stage| stage.milliseconds).sum(), stages }
    }

    /// Fills in what is known of a pair in one variable; the degree that is guessed of its GCD.
    fn of_pair(&mut self, pair: &Pair<'_>, method: GcdMethod) -> u32 {
        let both = [&pair.f, &pair.g];
        self.heights = both.map(|parts| parts.height);
        let content = content_bits(&pair.content());
        if pair.is_trivial() {
            (self.height_bound, self.expected_height) = (content.max(1), 1);
            return 0;
        }
        let least = pair.f.degree().min(pair.g.degree());
        let ends = (&pair.trail, &pair.lead);
        let bits =
            |parts: &Parts<'_>| divisor_bits(parts.magnitudes(), (&parts.first, &parts.last), least, ends) + content;
        self.height_bound = bits(&pair.f).min(bits(&pair.g));
        let sizes = Sizes::new(pair, method);
        self.expected_height = sizes.height();
        (self.computation, self.method) = ("images", method.name());
        let guess = sizes.degree();
        self.works = Some(Box::new(Works::Pair(sizes, 0)));
        guess
    }
}

/// The subject of a description on an engine.
#[derive(Clone, Copy)]
enum Task<'a> {
    Pair(&'a Pair<'a>),
    Points(&'a multivariate::Outline<'a>, usize),
}

/// Primes and memory of a task, in a plan.
struct Describe<'a> {
    task: Task<'a>,
    /// Bytes of the host that are in use whatever computes.
    held: u64,
    options: &'a GcdOptions,
    plan: &'a mut GcdPlan,
}

impl Describe<'_> {
    fn on(self, engines: &mut [&mut dyn AnyEngine]) -> Result<()> {
        let Describe { task, held, options, plan } = self;
        let engine: &dyn AnyEngine = first(engines)?;
        let whole = memory::whole(engine, held);
        let footprint = match task {
            Task::Pair(pair) => {
                let request = Request { options, control: &options.run.control, cofactors: false, beside: 0 };
                memory::footprint(engine, pair, request).map_err(whole)?
            }
            Task::Points(outline, var) => outline.footprint(engine, var, &options.run).map_err(whole)?,
        };
        let Footprint { least, usual, batch } = footprint;
        (plan.least_bytes, plan.usual_bytes) = (held.saturating_add(least), held.saturating_add(usual));
        plan.batch = batch;
        let rates = of_engine(engine);
        match (task, plan.works.as_deref_mut()) {
            (Task::Pair(pair), Some(Works::Pair(sizes, bits))) => {
                *bits = first_bits(engine, pair);
                let forecast = Forecast { rates, sizes: sizes.clone() };
                // The largest primes are taken.
                let count = |bits: u64| (bits as f64 / word(engine)) as usize + 1;
                plan.primes = count(forecast.rounds(*bits));
                plan.most_primes = (count(most_bits(engine, pair)) + 1).max(plan.primes);
                plan.proof_primes = sizes.proof_primes(&rates) as usize;
            }
            (Task::Points(outline, var), _) => (plan.primes, plan.most_primes) = outline.primes(engine, var),
            (Task::Pair(_), _) => {}
        }
        plan.batch = plan.batch.min(plan.primes);
        Ok(())
    }
}

/// Fills in what depends on the CPU engine. Shorter primes take less memory, and are taken where that is short.
fn on_cpu(task: Task<'_>, held: u64, options: &GcdOptions, plan: &mut GcdPlan) -> Result<()> {
    let run = &options.run;
    let word = if run.backend == Backend::Cuda { WordSize::Bits31 } else { run.word };
    let mut chosen = backend::cpu(run, word, held)?;
    let has_choice = chosen.has_choice_of_words(run);
    let found = plan.clone();
    chosen.run_in_memory(run, |engines| {
        *plan = found.clone();
        Describe { task, held, options, plan }.on(engines)
    })?;
    if has_choice {
        let mut other = found;
        chosen.shorten(run)?;
        match chosen.run(|engines| Describe { task, held, options, plan: &mut other }.on(engines)) {
            Ok(()) => plan.least_bytes = plan.least_bytes.min(other.least_bytes),
            Err(error) if is_lack(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Bytes of small lists, whatever the polynomials are.
const SMALL: u64 = 1 << 14;

/// Bytes, least and usual, of the GCDs of coefficients where the answer has not a variable that f or g has: as for the two largest coefficients,
/// twice, since sums of coefficients are longer than they are.
fn of_coefficients((f, g): (&Polynomial, &Polynomial), plan: &GcdPlan, options: &GcdOptions) -> Result<(u64, u64)> {
    let absent = |k: &usize| plan.degree_bound.get(*k).is_none_or(|&bound| bound == 0);
    let Some(var) = (0..plan.vars.len()).find(absent).map(|k| &plan.vars[k]) else { return Ok((SMALL, SMALL)) };
    // Terms by their exponent of that variable.
    let mut sizes: HashMap<(bool, u32), u64> = HashMap::new();
    let exponent = |term: &Term, place: Option<usize>| place.map_or(0, |place| term.exponents[place]);
    for (h, is_g) in [(f, false), (g, true)] {
        let place = h.vars().iter().position(|name| name == var);
        for term in h.terms() {
            *sizes.entry((is_g, exponent(term, place))).or_default() += size::term(&term.coefficient, &term.exponents);
        }
    }
    let mut largest: Vec<_> = sizes.into_iter().map(|(of, bytes)| (std::cmp::Reverse(bytes), of)).collect();
    largest.sort_unstable();
    let coefficient = |(is_g, e): (bool, u32)| {
        let h = if is_g { g } else { f };
        let place = h.vars().iter().position(|name| name == var);
        let terms = h.terms().iter().filter(|term| exponent(term, place) == e).map(|term| {
            let mut exponents = term.exponents.to_vec();
            place.iter().for_each(|&place| exponents[place] = 0);
            (term.coefficient.clone(), exponents)
        });
        Polynomial::from_terms(h.vars(), terms)
    };
    let [(_, first), (_, second), ..] = largest[..] else { return Ok((SMALL, SMALL)) };
    let own = size::polynomial(f).saturating_add(size::polynomial(g)).saturating_add(SMALL);
    let of_pair = describe(&coefficient(first)?, &coefficient(second)?, options)?;
    let both = |bytes: u64| bytes.saturating_mul(2).saturating_add(own);
    Ok((both(of_pair.least_bytes), both(of_pair.usual_bytes)))
}

/// The plan of gcd(f, g).
///
/// # Errors
/// As the computation, as far as it would end at once.
pub(super) fn describe(f: &Polynomial, g: &Polynomial, options: &GcdOptions) -> Result<GcdPlan> {
    let run = &options.run;
    let problem = Problem::new(f, g, false, (run, options.on_grid()))?;
    let vars: Vec<String> = occurring(f, g, &problem.vars).into_iter().map(|k| problem.vars[k].clone()).collect();
    let degrees = [f, g].map(|h| vars.iter().map(|var| h.degree(var).unwrap_or(0)).collect::<Vec<u32>>());
    let bound: Vec<u32> = degrees[0].iter().zip(&degrees[1]).map(|(&p, &q)| p.min(q)).collect();
    let automatic =
        |engine_request: &GcdWish| if cfg!(feature = "cuda") && engine_request.suits_device() { "cuda" } else { "cpu" };
    let mut plan = GcdPlan {
        operation: "gcd",
        gcd_of: String::new(),
        vars,
        degrees,
        heights: [0; 2],
        computation: "none",
        expected_degree: bound.clone(),
        degree_bound: bound,
        height_bound: 0,
        expected_height: 0,
        method: GcdMethod::Remainder.name(),
        points: Vec::new(),
        primes: 0,
        most_primes: 0,
        proof_primes: 0,
        batch: 0,
        usual_bytes: 0,
        least_bytes: 0,
        automatic: "cpu",
        combination: None,
        works: None,
        times: 1.0,
    };
    match &problem.task {
        Case::Known(gcd, _) => {
            let bits = gcd.terms().iter().map(|term| u64::from(term.coefficient.significant_bits())).max().unwrap_or(0);
            plan.degree_bound = plan.vars.iter().map(|var| gcd.degree(var).unwrap_or(0)).collect();
            plan.expected_degree = plan.degree_bound.clone();
            (plan.height_bound, plan.expected_height) = (bits, bits);
            plan.least_bytes = Problem::bytes_of_known(f, g, &problem.vars);
            plan.usual_bytes = plan.least_bytes;
        }
        Case::Sparse(problem) => {
            plan.computation = "sparse";
            plan.degree_bound = problem.degrees();
            plan.expected_degree = plan.degree_bound.clone();
            (plan.heights, plan.height_bound) = (problem.heights(), problem.height_bound());
            plan.expected_height = plan.height_bound.min(plan.heights[0].min(plan.heights[1]));
            plan.least_bytes = problem.bytes();
            plan.usual_bytes = plan.least_bytes;
        }
        Case::Pair(pair) => {
            let guess = plan.of_pair(pair, options.method);
            // One variable at most.
            let degree = |of_pair: u32| plan.vars.iter().map(|_| pair.degree_with(of_pair)).collect();
            (plan.degree_bound, plan.expected_degree) = (degree(pair.f.degree().min(pair.g.degree())), degree(guess));
            if plan.works.is_some() {
                let engine_request = plan::engine_request(run, &[pair]);
                plan.automatic = automatic(&engine_request);
                on_cpu(Task::Pair(pair), engine_request.held, options, &mut plan)?;
            }
        }
        Case::Multivariate(problem) => {
            let outline = problem.outline(run)?;
            (plan.heights, plan.degree_bound) = (outline.heights(), outline.degrees());
            plan.expected_degree = plan.degree_bound.clone();
            plan.height_bound = outline.height_bound();
            plan.expected_height = plan.height_bound.min(plan.heights[0].min(plan.heights[1]));
            let held = problem.held();
            let engine_request = plan::engine_request_of_points(run, [problem.work()], held);
            match &outline.way {
                Way::Known => {
                    // Images proved that the GCD is a constant.
                    plan.least_bytes = held.saturating_add(SMALL);
                    plan.usual_bytes = plan.least_bytes;
                }
                Way::Coefficients => {
                    plan.computation = "coefficients";
                    let (least, usual) = of_coefficients((f, g), &plan, options)?;
                    (plan.least_bytes, plan.usual_bytes) = (held.saturating_add(least), held.saturating_add(usual));
                }
                Way::Univariate(pair) => {
                    let pair = Pair::new((&pair[0], Some(0)), (&pair[1], Some(0)))?;
                    let height_bound = plan.height_bound;
                    plan.of_pair(&pair, options.method);
                    plan.height_bound = height_bound;
                    if plan.works.is_some() {
                        plan.automatic = automatic(&engine_request);
                        on_cpu(Task::Pair(&pair), held, options, &mut plan)?;
                    }
                }
                Way::Points(var) => {
                    plan.computation = "points";
                    plan.points = outline.points(*var);
                    let (work, outputs) = outline.work(*var);
                    plan.works = Some(Box::new(Works::Points(work, outputs)));
                    plan.automatic = automatic(&engine_request);
                    on_cpu(Task::Points(&outline, *var), held, options, &mut plan)?;
                }
            }
        }
    }
    Ok(plan)
}
