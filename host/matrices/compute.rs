//! The computation: by values at points, or as determinants one by one.

use super::minors::Expansion;
use super::order::Order;
use super::plan::Bounds;
use super::problem::Problem;
use super::verify;
use crate::clock::Clock;
use crate::engine::MatrixWanted;
use crate::error::{Error, ErrorKind, Result};
use crate::poly::{Matrix, Polynomial, Term};
use crate::run::backend;
use crate::run::options::RunOptions;
use crate::run::pointwise::{self, word_of_lift};
use crate::run::threads::on_pool;
use crate::run::tuples::{ListOptions, ListPlan, ListReport, Part, Task, solved};
use rug::Integer;
use std::time::Instant;

/// Computes and verifies what is wanted of a matrix: the polynomials in their order.
pub(super) fn run(
    operation: &'static str,
    (matrix, wanted): (&Matrix, MatrixWanted),
    options: &ListOptions,
) -> Result<(Vec<Polynomial>, ListReport)> {
    let start = Instant::now();
    let mut options = ListOptions { run: word_of_lift(&options.run, options.lift)?, ..options.clone() };
    options.run.control = options.run.control.begin();
    let options = &options;
    let problem = || Problem::new(matrix, wanted, options.modulus);
    let solve = |problem: &Problem, clock: Clock| by_best_way(operation, problem, options, clock);
    let (polynomials, mut report) = on_pool(&options.run, problem, |problem| problem.is_small(), solve)?;
    report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
    Ok((polynomials, report))
}

/// The plan of the computation.
///
/// # Errors
/// As for [`run`], except for faults of a device.
pub(super) fn plan(
    operation: &'static str,
    (matrix, wanted): (&Matrix, MatrixWanted),
    options: &ListOptions,
) -> Result<ListPlan> {
    let options = &ListOptions { run: word_of_lift(&options.run, options.lift)?, ..options.clone() };
    let problem = &Problem::new(matrix, wanted, options.modulus)?;
    let mut plan = ListPlan::new(operation, options.modulus);
    plan.outputs = usize::try_from(problem.outputs()).unwrap_or(usize::MAX);
    if known(problem)?.is_some() {
        return Ok(plan);
    }
    let bounds = Bounds::new(problem)?;
    (plan.degree_bound, plan.height_bound) = (bounds.degree_bound(), bounds.height);
    let outline = bounds.outline(problem, &Order::new(problem, &options.run)?, options);
    let work = match &outline {
        Ok(outline) => Some(outline.work()),
        Err(error) if is_too_large(error) => None,
        Err(_) => return outline.map(|_| plan),
    };
    plan.minors = Expansion::new(problem, &bounds, work.as_ref(), options)?.is_some();
    if !plan.minors {
        plan.on_grid = pointwise::describe(&outline?, &options.how())?;
    }
    Ok(plan)
}

/// Milliseconds that the computation by values is predicted to take; `None` where it has no room.
///
/// # Errors
/// `Cancelled`, and others than for lack of room.
pub(super) fn predicted(matrix: &Matrix, wanted: MatrixWanted, options: &ListOptions) -> Result<Option<f64>> {
    let problem = Problem::new(matrix, wanted, options.modulus)?;
    if problem.rows == 0 || problem.entries.rows.is_empty() {
        return Ok(Some(0.0));
    }
    let outline = Bounds::new(&problem).and_then(|bounds| {
        let order = Order::new(&problem, &options.run)?;
        bounds.outline(&problem, &order, options)
    });
    match outline {
        Ok(outline) => Ok(Some(backend::milliseconds(&options.run, &outline.work()))),
        Err(error) if is_too_large(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn by_best_way(
    operation: &'static str,
    problem: &Problem,
    options: &ListOptions,
    mut clock: Clock,
) -> Result<(Vec<Polynomial>, ListReport)> {
    let mut report = ListReport::new(operation, options);
    if let Some(known) = known(problem)? {
        report.outputs = known.len();
        return Ok((known, report));
    }
    let bounds = clock.time("plan", || Bounds::new(problem))?;
    let order = clock.time("plan", || Order::new(problem, &options.run))?;
    let outline = clock.time("plan", || bounds.outline(problem, &order, options));
    let expansion = match &outline {
        Ok(outline) => clock.time("plan", || Expansion::new(problem, &bounds, Some(&outline.work()), options))?,
        Err(error) if is_too_large(error) => clock.time("plan", || Expansion::new(problem, &bounds, None, options))?,
        Err(_) => None,
    };
    let polynomials = match expansion {
        Some(expansion) => {
            report.minors = true;
            report.outputs = bounds.sides.len();
            (report.degree_bound, report.height_bound) = (bounds.degree_bound(), bounds.height);
            let (values, prime) = clock.time("minors", || expansion.values(operation, problem, options))?;
            report.run.verified_modulo = prime;
            let terms =
                values.iter().map(|value| large(operation, problem, value.terms())).collect::<Result<Vec<_>>>()?;
            clock.time("assemble", || problem.assembled(terms, None, options.modulus))?
        }
        None => {
            let check = |run: &RunOptions| verify::check(problem, &order, run);
            let task = Task { operation, outline: outline?, sides: bounds.in_order(&order), check: &check };
            let parts = solved(task, options, &mut clock, &mut report)?;
            let terms = |part: Part| problem.exponents.terms(&part.support, 0, part.coefficients, Integer::ONE);
            let terms = parts.into_iter().map(terms).collect();
            if problem.wanted == MatrixWanted::Characteristic {
                let degrees: Vec<u64> = report.degree_bound.iter().map(|&degree| degree.into()).collect();
                report.degree_bound = problem.exponents.degrees(&degrees)?;
            }
            clock.time("assemble", || problem.assembled(terms, Some(&order), options.modulus))?
        }
    };
    report.run.stages = clock.into_stages();
    Ok((polynomials, report))
}

/// The polynomials of a matrix without rows, or without elements that are not 0.
fn known(problem: &Problem) -> Result<Option<Vec<Polynomial>>> {
    let constant = |value: i32| Polynomial::constant(&problem.vars, value.into());
    let n = problem.rows;
    if !problem.entries.rows.is_empty() && n > 0 {
        return Ok(None);
    }
    let mut all = vec![constant(0)?; problem.outputs() as usize];
    if problem.wanted != MatrixWanted::Characteristic && n < 2 {
        // The determinant of no rows: that of the whole matrix, or of the one minor of an element.
        let place = match (n, problem.wanted) {
            (0, _) => all.len() - 1,
            (_, MatrixWanted::Adjugate) => 0,
            _ => return Ok(Some(all)),
        };
        all[place] = constant(1)?;
    }
    Ok(Some(all))
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
    let message = "a term that was found has no exponents of the variables".into();
    ErrorKind::Verification { what: operation, prime: 0, message }.into()
}

/// Whether a grid has more points than there may be.
fn is_too_large(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Limit { .. })
}
