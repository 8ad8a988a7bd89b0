//! The computation of several polynomials: by values at points, or as minors of a matrix.

use super::expansion::Expansion;
use super::options::ListOptions;
use super::plan::ListPlan;
use super::report::ListReport;
use super::solve::{Part, Task, solved};
use super::stage::Tuples;
use crate::alone::prelude::*;
use crate::clock::Clock;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::cost::Work;
use crate::plan::exponents::AnswerExponents;
use crate::plan::prime61::Prime61;
use crate::poly::{Polynomial, Term};
use crate::run::backend;
use crate::run::check::Check;
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::pointwise::{self, Outline, word_of_lift};
use crate::run::threads::on_pool;
use rug::Integer;
use std::time::Instant;

/// The sum of t^i P_i at a point modulo a prime, t its first coordinate.
pub(crate) struct Drawn {
    pub field: Prime61,
    pub point: Vec<u64>,
    pub value: u64,
}

/// Several polynomials that are to be computed from what an operation has been given.
pub(crate) trait List: Sized + Sync {
    /// Bounds, and an order.
    type Decided: Sync;

    /// Whether one thread does all but the computation itself as fast as several.
    fn is_small(&self) -> bool;

    /// How many polynomials there are.
    fn outputs(&self) -> u64;

    /// The polynomials, where these follow from the shape.
    ///
    /// # Errors
    /// None for a shape that is one.
    fn known(&self) -> Result<Option<Vec<Polynomial>>>;

    /// How small exponents become large.
    fn exponents(&self) -> &AnswerExponents;

    /// The decisions before the computation.
    ///
    /// # Errors
    /// `Limit`, `Cancelled`.
    fn decide(&self, run: &RunOptions) -> Result<Self::Decided>;

    /// Bounds on degrees, and on bits before contents are multiplied back.
    ///
    /// # Errors
    /// None for bounds that were decided.
    fn bounds(&self, decided: &Self::Decided) -> Result<(Vec<u32>, u64)>;

    /// What is known of the computation by values before an engine is chosen.
    ///
    /// # Errors
    /// `Limit`, `Cancelled`.
    fn outline(&self, decided: &Self::Decided, options: &ListOptions) -> Result<Outline<Tuples>>;

    /// Of each polynomial, in the order of that computation: its exponents are below.
    fn sides(&self, decided: &Self::Decided) -> Vec<Vec<u32>>;

    /// The minors, where these are predicted to be found faster than by values, with this `work`; there is none where that cannot be done.
    ///
    /// # Errors
    /// `Limit` where exponents are too large.
    fn expansion(
        &self,
        decided: &Self::Decided,
        work: Option<&Work>,
        options: &ListOptions,
    ) -> Result<Option<Expansion>>;

    /// An independent value of the polynomials: in their own order, or in that of the computation by values.
    ///
    /// # Errors
    /// `Cancelled`.
    fn drawn(&self, decided: &Self::Decided, by_values: bool, run: &RunOptions) -> Result<Drawn>;

    /// The polynomials from their terms, in their own order or in that of the computation by values.
    ///
    /// # Errors
    /// None for terms that are some.
    fn assembled(
        &self,
        decided: &Self::Decided,
        by_values: bool,
        terms: Vec<Vec<Term>>,
        modulus: Option<Modulus>,
    ) -> Result<Vec<Polynomial>>;
}

/// Computes and verifies the polynomials of the problem that `problem` sets up.
///
/// # Errors
/// Of the problem and of the engines; `Limit`, `Verification`, `Cancelled`.
pub(crate) fn run<L: List + Send>(
    operation: &'static str,
    problem: impl FnOnce() -> Result<L> + Send,
    options: &ListOptions,
) -> Result<(Vec<Polynomial>, ListReport)> {
    let start = Instant::now();
    let mut options = ListOptions { run: word_of_lift(&options.run, options.lift)?, ..options.clone() };
    options.run.control = options.run.control.begin();
    let options = &options;
    let solve = |problem: &L, clock: Clock| by_best_way(operation, problem, options, clock);
    let (polynomials, mut report) = on_pool(&options.run, problem, L::is_small, solve)?;
    report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
    Ok((polynomials, report))
}

/// The way that is predicted to be faster.
enum Way {
    ByValues(Box<Outline<Tuples>>),
    Minors(Expansion),
}

/// The way of a problem.
///
/// # Errors
/// `Limit` where there is none; `Cancelled`.
fn way<L: List>(problem: &L, decided: &L::Decided, options: &ListOptions) -> Result<Way> {
    let outline = problem.outline(decided, options);
    let expansion = match &outline {
        Ok(outline) => problem.expansion(decided, Some(&outline.work()), options)?,
        Err(error) if is_too_large(error) => problem.expansion(decided, None, options)?,
        Err(_) => None,
    };
    match expansion {
        Some(expansion) => Ok(Way::Minors(expansion)),
        None => Ok(Way::ByValues(Box::new(outline?))),
    }
}

/// The plan of a problem.
///
/// # Errors
/// As for [`run`], except for faults of a device.
pub(crate) fn plan<L: List>(operation: &'static str, problem: &L, options: &ListOptions) -> Result<ListPlan> {
    let options = &ListOptions { run: word_of_lift(&options.run, options.lift)?, ..options.clone() };
    let mut plan = ListPlan::new(operation, options.modulus);
    plan.outputs = usize::try_from(problem.outputs()).unwrap_or(usize::MAX);
    if problem.known()?.is_some() {
        return Ok(plan);
    }
    let decided = problem.decide(&options.run)?;
    (plan.degree_bound, plan.height_bound) = problem.bounds(&decided)?;
    match way(problem, &decided, options)? {
        Way::Minors(_) => plan.minors = true,
        Way::ByValues(outline) => plan.on_grid = pointwise::describe(&outline, &options.how())?,
    }
    Ok(plan)
}

/// Milliseconds that the computation by values is predicted to take; `None` where it has no room.
///
/// # Errors
/// `Cancelled`, and others than for lack of room.
pub(crate) fn predicted<L: List>(problem: &L, options: &ListOptions) -> Result<Option<f64>> {
    if problem.known()?.is_some() {
        return Ok(Some(0.0));
    }
    match problem.decide(&options.run).and_then(|decided| problem.outline(&decided, options)) {
        Ok(outline) => Ok(Some(backend::milliseconds(&options.run, &outline.work()))),
        Err(error) if is_too_large(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn by_best_way<L: List>(
    operation: &'static str,
    problem: &L,
    options: &ListOptions,
    mut clock: Clock,
) -> Result<(Vec<Polynomial>, ListReport)> {
    let mut report = ListReport::new(operation, options);
    if let Some(known) = problem.known()? {
        report.outputs = known.len();
        return Ok((known, report));
    }
    let decided = clock.time("plan", || problem.decide(&options.run))?;
    let way = clock.time("plan", || way(problem, &decided, options))?;
    let by_values = matches!(way, Way::ByValues(_));
    let terms = match way {
        Way::Minors(expansion) => {
            report.minors = true;
            report.outputs = expansion.minors.len();
            let values = clock.time("minors", || expansion.values(&options.run))?;
            let drawn = clock.time("verify", || problem.drawn(&decided, false, &options.run))?;
            report.run.verified_modulo = drawn.compare(operation, &values)?.into();
            values.iter().map(|value| large(operation, problem.exponents(), value.terms())).collect::<Result<_>>()?
        }
        Way::ByValues(outline) => {
            let check = |run: &RunOptions| {
                let Drawn { field, point, value } = problem.drawn(&decided, true, run)?;
                Ok(Check::new(field, vec![(point, value)]))
            };
            let task = Task { operation, outline: *outline, sides: problem.sides(&decided), check: &check };
            let parts = solved(task, options, &mut clock, &mut report)?;
            let terms = |part: Part| problem.exponents().terms(&part.support, 0, part.coefficients, Integer::ONE);
            clock.time("assemble", || parts.into_par_iter().map(terms).collect())
        }
    };
    (report.degree_bound, report.height_bound) = problem.bounds(&decided)?;
    let polynomials = clock.time("assemble", || problem.assembled(&decided, by_values, terms, options.modulus))?;
    report.run.stages = clock.into_stages();
    Ok((polynomials, report))
}

impl Drawn {
    /// Compares polynomials in the axes; returns the prime.
    ///
    /// # Errors
    /// `Verification`.
    pub fn compare(&self, operation: &'static str, values: &[Polynomial]) -> Result<u64> {
        let Drawn { field, point, value: expected } = self;
        let of = |value: &Polynomial| {
            field.sum_of_terms(value.terms(), |term| (&term.coefficient, &term.exponents[..]), &point[1..])
        };
        let found = values.iter().rev().fold(0, |sum, value| field.add(field.mul(sum, point[0]), of(value)));
        if found != *expected {
            let [expected, found] = [*expected, found].map(|x| field.leave(x));
            let message = format!("at a random point expected {expected}, found {found}");
            return Err(ErrorKind::Verification { what: operation, prime: field.modulus(), message }.into());
        }
        Ok(field.modulus())
    }
}

/// Terms with large exponents.
///
/// # Errors
/// `Verification` for a term that cannot be: every exponent of an axis is one of its variable.
fn large(operation: &'static str, exponents: &AnswerExponents, terms: &[Term]) -> Result<Vec<Term>> {
    let of = |term: &Term| match exponents.large(&term.exponents) {
        Some(exponents) => Ok(Term { coefficient: term.coefficient.clone(), exponents }),
        None => {
            let message = "a term that was found has no exponents of the variables".into();
            Err(ErrorKind::Verification { what: operation, prime: 0, message }.into())
        }
    };
    terms.iter().map(of).collect()
}

/// Whether a grid has more points than there may be.
fn is_too_large(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Limit { .. })
}

/// Bytes of the bounds of a polynomial on so many axes: two vectors of degrees, and what they are made from.
pub(crate) fn bytes_of_bounds(axes: usize) -> u64 {
    96 + 24 * axes as u64
}

/// Above the exponents of a polynomial of these degrees; 0 along all axes for one that must be 0. No grid is as long as the largest number of 32 bits, which stands for all above it.
pub(crate) fn side_of(degrees: Option<&[u64]>, axes: usize) -> Vec<u32> {
    match degrees {
        Some(degrees) => degrees.iter().map(|&degree| u32::try_from(degree + 1).unwrap_or(u32::MAX)).collect(),
        None => vec![0; axes],
    }
}
