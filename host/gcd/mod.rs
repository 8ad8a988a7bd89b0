//! Greatest common divisors over Z, and what follows from them.
//!
//! Conventions. gcd(f, g) includes the greatest common divisor of the contents and has a positive leading coefficient: that of the first
//! term in descending lexicographic order. gcd(0, 0) = 0 and gcd(0, g) = |g|, the one of g and -g with a positive leading coefficient.
//!
//! The method is Brown's, as in the GCD paper: GCDs modulo primes, those of the least degree scaled by the GCD of the leading
//! coefficients and lifted by Chinese remaindering. The answer is proved by exact division, whose quotients are the cofactors. With two to
//! four variables that is done at all points of a grid of all variables but one.

mod batch;
mod bound;
mod compute;
mod groups;
mod images;
mod multivariate;
mod pair;
mod plan;
mod squarefree;
mod verify;

pub use batch::{GcdBatch, gcd_batch};
pub use squarefree::{Decomposition, Squarefree, squarefree_decomposition, squarefree_part};

use crate::clock::{Clock, StageTime};
use crate::engine::gcd::GcdMethod;
use crate::error::{Error, Result};
use crate::options::Options;
use crate::poly::{Exponents, Polynomial, Term, union_vars};
use crate::run::backend::{AllStages, OnEngines};
use crate::run::threads::on_threads;
use compute::{Counts, Request, Solution};
use multivariate::OneProblem;
use pair::Pair;
use rug::Integer;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// gcd(f, g) with the default choices: see [`Gcd`].
///
/// # Errors
/// See [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, gcd};
/// let f: Polynomial = "4*x^3 - 4*x".parse()?;
/// let g: Polynomial = "-6*x^2 - 12*x - 6".parse()?;
/// assert_eq!(gcd(&f, &g)?.to_string(), "2*x + 2");
/// let zero = Polynomial::zero(&["x"])?;
/// assert_eq!(gcd(&zero, &g)?.to_string(), "6*x^2 + 12*x + 6");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn gcd(f: &Polynomial, g: &Polynomial) -> Result<Polynomial> {
    Ok(Gcd::new(f, g).run()?.gcd)
}

/// h = gcd(f, g), f / h and g / h. For f = g = 0 all three are 0.
///
/// # Errors
/// See [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, gcd_with_cofactors};
/// let f: Polynomial = "x^2 - 1".parse()?;
/// let g: Polynomial = "x^3 - 1".parse()?;
/// let (h, a, b) = gcd_with_cofactors(&f, &g)?;
/// assert_eq!([h, a, b].map(|f| f.to_string()), ["x - 1", "x + 1", "x^2 + x + 1"]);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn gcd_with_cofactors(f: &Polynomial, g: &Polynomial) -> Result<(Polynomial, Polynomial, Polynomial)> {
    let answer = Gcd::new(f, g).cofactors(true).run()?;
    let zero = || Polynomial::zero(answer.gcd.vars());
    let [a, b] = match answer.cofactors {
        Some(cofactors) => cofactors,
        None => [zero()?, zero()?],
    };
    Ok((answer.gcd, a, b))
}

/// The GCD of all polynomials of a list; 0 for none.
///
/// It ends at the first GCD that is 1. A constant or a small polynomial early in the list makes the rest cheap.
///
/// # Errors
/// See [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, gcd_list};
/// let list = ["x^4 - 1", "x^6 - 1", "x^2 + 2*x + 1"].map(|f| f.parse::<Polynomial>());
/// let list = list.into_iter().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(gcd_list(&list)?.to_string(), "x + 1");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn gcd_list(list: &[Polynomial]) -> Result<Polynomial> {
    let mut result = Polynomial::zero::<&str>(&[])?;
    for f in list {
        result = gcd(&result, f)?;
        if result.as_constant().is_some_and(|c| c == 1) {
            break;
        }
    }
    // Over the variables of all polynomials, whichever were read.
    let mut vars: Vec<&String> = list.iter().flat_map(Polynomial::vars).collect();
    vars.sort();
    vars.dedup();
    let gcd = match list {
        [first, rest @ ..] if rest.iter().all(|f| f.vars() == first.vars()) => result.with_vars(first.vars()),
        _ => result.with_vars(&vars),
    }?;
    Ok(if is_negative(&gcd) { gcd.negate() } else { gcd })
}

/// Whether the first term of f is negative.
fn is_negative(f: &Polynomial) -> bool {
    f.terms().first().is_some_and(|term| term.coefficient.is_negative())
}

/// Whether f and g have no common divisor of positive degree; contents do not count. False when one is 0 and the other not
/// constant. Usually two primes suffice.
///
/// # Errors
/// See [`Gcd::run`].
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, is_coprime};
/// let f: Polynomial = "6*x^2 - 6".parse()?;
/// assert!(is_coprime(&f, &"4*x^2 + 4".parse()?)?);
/// assert!(!is_coprime(&f, &"x^3 + 1".parse()?)?);
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn is_coprime(f: &Polynomial, g: &Polynomial) -> Result<bool> {
    Ok(gcd(f, g)?.as_constant().is_some_and(|c| !c.is_zero()))
}

/// A GCD with what was done for it.
#[derive(Debug, Clone)]
pub struct GcdAnswer {
    /// The GCD, over the variables of f and g.
    pub gcd: Polynomial,
    /// f / gcd and g / gcd, where they were asked for; `None` also for f = g = 0.
    pub cofactors: Option<[Polynomial; 2]>,
    /// Counts, choices and times.
    pub report: GcdReport,
}

/// What a computation of GCDs did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GcdReport {
    /// `cpu` or `cuda`.
    pub backend: &'static str,
    /// The device: processor threads, or the GPU's name.
    pub device: String,
    /// How GCDs modulo primes were to be computed; in several variables they are by remainder sequences.
    pub method: &'static str,
    /// Pairs.
    pub pairs: usize,
    /// Primes of images; of a batch those of all pairs together.
    pub primes: usize,
    /// Those of them that were of no use for a pair: unlucky ones, and those that divide both leading coefficients.
    pub unlucky: usize,
    /// Candidates that were tried by exact division.
    pub candidates: usize,
    /// Pairs of a batch that were computed by themselves, because primes were unlucky for them or not enough.
    pub alone: usize,
    /// The 61-bit prime of the verification; 0 where it had nothing to do.
    pub verified_modulo: u64,
    /// Wall times of the stages, in order.
    pub stages: Vec<StageTime>,
    /// Wall time of the whole, in milliseconds.
    pub milliseconds: f64,
}

impl GcdReport {
    fn new(method: GcdMethod, pairs: usize) -> Self {
        GcdReport {
            backend: "cpu",
            device: String::new(),
            method: method.name(),
            pairs,
            primes: 0,
            unlucky: 0,
            candidates: 0,
            alone: 0,
            verified_modulo: 0,
            stages: Vec::new(),
            milliseconds: 0.0,
        }
    }

    /// Adds the counts of one of several computations.
    fn include(&mut self, other: GcdReport) {
        let GcdReport { backend, device, pairs, primes, unlucky, candidates, alone, verified_modulo, .. } = other;
        if primes > 0 {
            (self.backend, self.device) = (backend, device);
        }
        self.pairs += pairs;
        self.primes += primes;
        self.unlucky += unlucky;
        self.candidates += candidates;
        self.alone += alone;
        self.verified_modulo = self.verified_modulo.max(verified_modulo);
    }

    fn add(&mut self, counts: &Counts) {
        self.primes += counts.primes;
        self.unlucky += counts.unlucky;
        self.candidates += counts.candidates;
        self.verified_modulo = self.verified_modulo.max(counts.verified_modulo);
    }
}

/// The GCD of two polynomials, with choices.
///
/// # Examples
/// ```
/// use eliminant::{Backend, Gcd, Polynomial};
/// let f: Polynomial = "x^5 - x".parse()?;
/// let g: Polynomial = "x^4 - 2*x^2 + 1".parse()?;
/// let answer = Gcd::new(&f, &g).backend(Backend::Cpu).cofactors(true).run()?;
/// assert_eq!(answer.gcd.to_string(), "x^2 - 1");
/// let [a, b] = answer.cofactors.unwrap();
/// assert_eq!((&answer.gcd * &a, &answer.gcd * &b), (f, g));
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Gcd<'a> {
    f: &'a Polynomial,
    g: &'a Polynomial,
    cofactors: bool,
    method: GcdMethod,
    options: Options,
}

macro_rules! gcd_choices {
    ($builder:ident) => {
        crate::options::engine_choices!(
            $builder,
            "The CUDA devices: they share the pairs of a batch; all other computations have the first."
        );

        impl $builder<'_> {
            /// How the GCDs modulo primes are computed, of polynomials in one variable; [`GcdMethod::Remainder`] unless set. In more
            /// variables images are by remainder sequences.
            pub fn method(mut self, method: GcdMethod) -> Self {
                self.method = method;
                self
            }
        }
    };
}
use gcd_choices;

gcd_choices!(Gcd);

impl<'a> Gcd<'a> {
    /// gcd(`f`, `g`).
    pub fn new(f: &'a Polynomial, g: &'a Polynomial) -> Self {
        Gcd { f, g, cofactors: false, method: GcdMethod::default(), options: Options::default() }
    }

    /// Whether f / gcd and g / gcd are wanted too: they are known anyway, but take a while to write down.
    pub fn cofactors(mut self, wanted: bool) -> Self {
        self.cofactors = wanted;
        self
    }

    /// Computes, proves and verifies the answer.
    ///
    /// # Errors
    /// - `Argument`: threads or memory are 0.
    /// - `Unsupported`: f and g have more than four variables that occur.
    /// - `Limit`: more than 2^25 coefficients, of all monomials in the box of the exponents, counted with a common divisor of all
    ///   differences of exponents taken out; or the answer needs more memory than there is.
    /// - `DriverUnavailable`, `NoDevice`, `BuiltWithoutKernels`, `UnsupportedDevice`, `Ptx`, `Driver`, `OutOfMemory`,
    ///   `Device`: the CUDA engine.
    /// - `Verification`: the answer disagrees with an independent computation; nothing is returned.
    /// - `Cancelled`: by [`crate::Control::cancel`].
    ///
    /// # Complexity
    /// For degrees p >= q, a GCD of degree d and H bits, and f, g of B bits: O(H (p q - d^2)) element steps of three products for the
    /// images, O(H p log^2 p) for long ones on a CPU, and O(B (p log p + B p)) products for proof and lift, with words of 30 or 50 bits.
    /// In more variables: as many times as the kept ones have points, about the product of max(deg f, deg g) + 1 over them, with
    /// H = max(bits of f, g).
    pub fn run(&self) -> Result<GcdAnswer> {
        let start = Instant::now();
        let mut answer = on_threads(self.options.threads, || self.computed())??;
        self.options.control.report(1.0);
        answer.report.milliseconds = start.elapsed().as_secs_f64() * 1e3;
        Ok(answer)
    }

    fn computed(&self) -> Result<GcdAnswer> {
        let mut clock = Clock::default();
        let mut report = GcdReport::new(self.method, 1);
        let input = clock.time("input", || Input::new(self.f, self.g))?;
        let (gcd, cofactors) = match &input.task {
            Case::Zero(gcd, cofactors) => (gcd.clone(), self.cofactors.then(|| cofactors.clone()).flatten()),
            Case::Multivariate(problem) => {
                let wish = clock.time("engine", || plan::wish_of_points(&self.options, [problem.work()]));
                let mut chosen = clock.time("engine", || wish.choose(&self.options, || 1))?;
                report.backend = chosen.backend();
                report.device = chosen.device();
                let (solution, counts) = chosen.run(OneProblem {
                    problem,
                    method: self.method,
                    options: &self.options,
                    clock: &mut clock,
                })?;
                report.add(&counts);
                clock.time("assemble", || problem.answer(solution, self.cofactors))?
            }
            Case::Pair(pair) => {
                let request = Request { method: self.method, cofactors: self.cofactors, options: &self.options };
                let solution = match pair.is_trivial() {
                    true => Solution::coprime(pair, request),
                    false => self.solved(pair, request, &mut report, &mut clock)?,
                };
                clock.time("assemble", || input.answer(pair, solution))
            }
        };
        report.stages = clock.into_stages();
        Ok(GcdAnswer { gcd, cofactors, report })
    }

    fn solved(
        &self,
        pair: &Pair<'_>,
        request: Request<'_>,
        report: &mut GcdReport,
        clock: &mut Clock,
    ) -> Result<Solution> {
        let options = &self.options;
        let wish = plan::wish(options, &[pair]);
        let mut chosen = clock.time("engine", || wish.choose(options, || 1))?;
        report.backend = chosen.backend();
        report.device = chosen.device();
        let (solution, counts) = chosen.run(OnePair { pair, request, clock })?;
        report.add(&counts);
        Ok(solution)
    }
}

/// The GCD of a pair, on the first of the engines.
struct OnePair<'a> {
    pair: &'a Pair<'a>,
    request: Request<'a>,
    clock: &'a mut Clock,
}

impl OnEngines for OnePair<'_> {
    type Output = Result<(Solution, Counts)>;

    fn run<E: AllStages>(self, engines: &mut [&mut E]) -> Result<(Solution, Counts)> {
        let mut counts = Counts::default();
        Ok((compute::one(first(engines)?, self.pair, self.request, self.clock, &mut counts)?, counts))
    }
}

/// The first of some engines.
///
/// # Errors
/// `Argument` when there is none.
fn first<'e, E>(engines: &'e mut [&mut E]) -> Result<&'e mut E> {
    match engines {
        [engine, ..] => Ok(&mut **engine),
        [] => Err(Error::argument("devices", "name at least one")),
    }
}

/// Two polynomials, as they are computed with.
struct Input<'a> {
    /// Variables of the answer.
    vars: Arc<[String]>,
    /// The variable that occurs, if it is one.
    var: Option<usize>,
    task: Case<'a>,
}

/// What is to be done.
enum Case<'a> {
    /// One of f and g is 0: the answer, with its cofactors unless it is 0.
    Zero(Polynomial, Option<[Polynomial; 2]>),
    /// Both are not 0, in at most one variable.
    Pair(Pair<'a>),
    /// Both are not 0, in more variables.
    Multivariate(Box<multivariate::Problem>),
}

impl<'a> Input<'a> {
    fn new(f: &'a Polynomial, g: &'a Polynomial) -> Result<Self> {
        let vars = if f.vars() == g.vars() { Arc::clone(f.shared_vars()) } else { union_vars(f, g).into() };
        let occurring: Vec<usize> = (0..vars.len()).filter(|&k| f.contains(&vars[k]) || g.contains(&vars[k])).collect();
        let var = match occurring[..] {
            [var] => Some(var),
            _ => None,
        };
        let task = match (f.is_zero(), g.is_zero()) {
            (false, false) if occurring.len() > 1 => {
                Case::Multivariate(Box::new(multivariate::Problem::new(f, g, &vars, occurring)?))
            }
            (false, false) => {
                let place = |h: &Polynomial| var.and_then(|var| h.vars().iter().position(|name| *name == vars[var]));
                Case::Pair(Pair::new((f, place(f)), (g, place(g)))?)
            }
            (true, true) => Case::Zero(Polynomial::zero(&vars)?, None),
            (f_zero, _) => {
                // The first term is that in the order of the answer's variables.
                let h = if f_zero { g } else { f }.with_vars(&vars)?;
                let negative = is_negative(&h);
                let gcd = if negative { h.negate() } else { h };
                let zero = Polynomial::zero(&vars)?;
                let sign = Polynomial::constant(&vars, Integer::from(if negative { -1 } else { 1 }))?;
                Case::Zero(gcd, Some(if f_zero { [zero, sign] } else { [sign, zero] }))
            }
        };
        Ok(Input { vars, var, task })
    }

    /// The task in more than one variable.
    fn multivariate(&self) -> Option<&multivariate::Problem> {
        match &self.task {
            Case::Multivariate(problem) => Some(problem),
            _ => None,
        }
    }

    /// The answer from that of the primitive pair.
    fn answer(&self, pair: &Pair<'_>, solution: Solution) -> (Polynomial, Option<[Polynomial; 2]>) {
        let cofactors =
            solution.cofactors.map(|cofactors| pair.cofactors(cofactors).map(|terms| self.polynomial(terms)));
        (self.polynomial(pair.gcd(solution.gcd)), cofactors)
    }

    /// The polynomial with these coefficients and exponents, which descend.
    fn polynomial(&self, terms: impl Iterator<Item = (Integer, u32)>) -> Polynomial {
        // Most of them are not 0, but they may be.
        let mut list = Vec::with_capacity(terms.size_hint().1.unwrap_or(0));
        list.extend(terms.map(|(coefficient, exponent)| {
            let mut exponents = Exponents::from_elem(0, self.vars.len());
            if let Some(var) = self.var {
                exponents[var] = exponent;
            }
            Term { coefficient, exponents }
        }));
        Polynomial::descending(&self.vars, list)
    }
}
