//! The computation: by values at points, or as minors of a matrix.

use super::minors::Expansion;
use super::plan::Bounds;
use super::problem::Problem;
use super::verify;
use crate::clock::Clock;
use crate::error::{Error, ErrorKind, Result};
use crate::poly::{Polynomial, Term};
use crate::run::options::RunOptions;
use crate::run::pointwise::{self, Outline, word_of_lift};
use crate::run::threads::on_pool;
use crate::run::tuples::{ListOptions, ListPlan, ListReport, Part, Task, Tuples, solved};
use rug::Integer;
use std::time::Instant;

/// Computes and verifies the polynomials of the problem that `problem` sets up.
pub(super) fn run(
    operation: &'static str,
    problem: impl FnOnce() -> Result<Problem> + Send,
    options: &ListOptions,
) -> Result<(Vec<Polynomial>, ListReport)> {
    let start = Instant::now();
    let mut options = ListOptions { run: word_of_lift(&options.run, options.lift)?, ..options.clone() };
    options.run.control = options.run.control.begin();
    let options = &options;
    let solve = |problem: &Problem, clock: Clock| by_best_way(operation, problem, options, clock);
    let (polynomials, mut report) = on_pool(&options.run, problem, |problem| problem.is_small(), solve)?;
    report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
    Ok((polynomials, report))
}

/// The way that is predicted to be faster.
enum Way {
    ByValues(Box<Outline<Tuples>>),
    Minors(Expansion),
}

/// The way of a problem with these bounds.
///
/// # Errors
/// `Limit` where there is none; `Cancelled`.
fn way(problem: &Problem, bounds: &Bounds, options: &ListOptions) -> Result<Way> {
    let outline = bounds.outline(problem.kept.len(), options);
    let expansion = match &outline {
        Ok(outline) => Expansion::new(problem, bounds, Some(&outline.work()), options)?,
        Err(error) if is_too_large(error) => Expansion::new(problem, bounds, None, options)?,
        Err(_) => None,
    };
    match expansion {
        Some(expansion) => Ok(Way::Minors(expansion)),
        None => Ok(Way::ByValues(Box::new(outline?))),
    }
}

/// The plan of the problem that `problem` sets up.
pub(super) fn plan(
    operation: &'static str,
    problem: impl FnOnce() -> Result<Problem>,
    options: &ListOptions,
) -> Result<ListPlan> {
    let options = &ListOptions { run: word_of_lift(&options.run, options.lift)?, ..options.clone() };
    let problem = problem()?;
    let bounds = Bounds::new(&problem)?;
    let mut plan = ListPlan::new(operation, options.modulus);
    plan.outputs = bounds.sides.len();
    (plan.degree_bound, plan.height_bound) = (bounds.degree_bound(), bounds.height + bounds.factor);
    match way(&problem, &bounds, options)? {
        Way::Minors(_) => plan.minors = true,
        Way::ByValues(outline) => plan.on_grid = pointwise::describe(&outline, &options.how())?,
    }
    Ok(plan)
}

fn by_best_way(
    operation: &'static str,
    problem: &Problem,
    options: &ListOptions,
    mut clock: Clock,
) -> Result<(Vec<Polynomial>, ListReport)> {
    let mut report = ListReport::new(operation, options);
    let bounds = clock.time("plan", || Bounds::new(problem))?;
    let way = clock.time("plan", || way(problem, &bounds, options))?;
    let terms = match way {
        Way::Minors(expansion) => {
            report.minors = true;
            report.outputs = bounds.sides.len();
            (report.degree_bound, report.height_bound) = (bounds.degree_bound(), bounds.height + bounds.factor);
            let (values, prime) = clock.time("minors", || expansion.values(operation, &bounds, options))?;
            report.run.verified_modulo = prime;
            values.iter().map(|value| large(operation, problem, value.terms())).collect::<Result<_>>()?
        }
        Way::ByValues(outline) => {
            let check = |run: &RunOptions| verify::check(&bounds, run);
            let task = Task { operation, outline: *outline, sides: bounds.sides.clone(), check: &check };
            let parts = solved(task, options, &mut clock, &mut report)?;
            let terms = |part: Part| problem.exponents.terms(&part.support, 0, part.coefficients, Integer::ONE);
            parts.into_iter().map(terms).collect()
        }
    };
    let polynomials = clock.time("assemble", || problem.assembled(terms, options.modulus))?;
    report.run.stages = clock.into_stages();
    Ok((polynomials, report))
}

/// Terms with large exponents.
fn large(operation: &'static str, problem: &Problem, terms: &[Term]) -> Result<Vec<Term>> {
    let of = |term: &Term| {
        let exponents = problem.exponents.large(&term.exponents).ok_or_else(|| outside(operation))?;
        Ok(Term { coefficient: term.coefficient.clone(), exponents })
    };
    terms.iter().map(of).collect()
}

/// A term that cannot be: every exponent of an axis is one of its variable.
fn outside(operation: &'static str) -> Error {
    let message = "a term that was found has no exponents of the kept variables".into();
    ErrorKind::Verification { what: operation, prime: 0, message }.into()
}

/// Whether a grid has more points than there may be.
fn is_too_large(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Limit { .. })
}
