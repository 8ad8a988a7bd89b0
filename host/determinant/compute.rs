//! The computation: residues, lift, verification, on whichever engine was chosen.

use super::at_points;
use super::options::DeterminantOptions;
use super::problem::{Computation, OPERATION, Problem};
use super::report::{DeterminantAnswer, DeterminantReport};
use super::verify;
use crate::clock::Clock;
use crate::error::Result;
use crate::poly::Polynomial;
use crate::run::check::Check;
use crate::run::modulus::{self, Modulus};
use crate::run::options::RunOptions;
use crate::run::pointwise::{Solved, solve};
use crate::run::threads::on_pool;
use std::time::Instant;

/// Computes and verifies the answer of the problem that `problem` sets up.
pub(super) fn run<'m>(
    problem: impl FnOnce() -> Result<Problem<'m>> + Send,
    options: &DeterminantOptions,
) -> Result<DeterminantAnswer> {
    let start = Instant::now();
    let mut answer = prepared(problem, options, solved)?;
    answer.report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
    Ok(answer)
}

/// `solve` for the problem that `problem` sets up, on as many threads as the options ask for.
pub(super) fn prepared<'m, R: Send>(
    problem: impl FnOnce() -> Result<Problem<'m>> + Send,
    options: &DeterminantOptions,
    solve: impl FnOnce(&Problem<'m>, &DeterminantOptions, Clock) -> Result<R> + Send,
) -> Result<R> {
    let mut options = options.with_word_of_lift()?;
    options.run.control = options.run.control.begin();
    let options = &options;
    on_pool(&options.run, problem, Problem::is_small, |problem, clock| solve(problem, options, clock))
}

/// The answer, on this thread's pool, or with the global one.
pub(super) fn solved(
    problem: &Problem<'_>,
    options: &DeterminantOptions,
    mut clock: Clock,
) -> Result<DeterminantAnswer> {
    let mut report = DeterminantReport::new(problem, options);
    let modular = match &problem.task {
        Computation::Trivial(answer) => {
            return Ok(DeterminantAnswer { polynomial: reduced(answer.clone(), options)?, report });
        }
        Computation::Modular(modular) => modular,
    };
    let direct = match options.modulus.and_then(Modulus::of_31_bits) {
        Some(p) => clock.time("plan", || modular.direct(p, options))?,
        None => None,
    };
    report.direct = direct.is_some();
    let outline = match direct {
        Some(outline) => outline,
        None => clock.time("plan", || modular.outline(options))?,
    };
    let support = &outline.support;
    let names = problem.matrix.vars();
    let assembled = |coefficients| {
        let polynomial = modular.exponents.polynomial(names, support, coefficients, &modular.factor)?;
        reduced(polynomial, options)
    };
    if !report.direct
        && let Some(plan) = at_points::pays(modular, &outline, options)
        && let Some(mut found) = plan.answer(&**modular, support, OPERATION, &options.run, &mut clock)?
    {
        plan.tell(&found, &mut report.run);
        let values = std::mem::take(&mut found.coefficients);
        let polynomial = clock.time("assemble", || assembled(values))?;
        (report.direct, report.extension) = (true, plan.degree());
        (report.points, report.scalars, report.batches) = (plan.count(), plan.count(), 1);
        report.degree_bound = modular.degrees_of(&outline)?;
        report.height_bound = options.modulus.map_or(0, |p| p.bits().into());
        report.run.stages = clock.into_stages();
        options.run.control.finish();
        return Ok(DeterminantAnswer { polynomial, report });
    }
    let modulus = options.modulus.and_then(Modulus::of_31_bits).filter(|_| report.direct);
    let new_check = |run: &RunOptions| match modulus {
        Some(p) => verify::check_modulo((&problem.matrix, modular), p, support.sides(), run),
        None => verify::check(&problem.matrix, modular, run),
    };
    let confirm = |values: &[_], check: &Check, clock: &mut Clock| {
        clock.time("verify", || check.compare(OPERATION, support, values))
    };
    let Solved { solution, confirmed, chosen } = solve(&outline, &options.how(), &mut clock, new_check, confirm)?;
    report.run.chose(&chosen);
    report.run.verified_modulo = confirmed.into();
    let polynomial = clock.time("assemble", || assembled(solution.coefficients))?;
    if solution.failure_log2.is_some() {
        report.certainty = "probabilistic";
        report.failure_log2 = solution.failure_log2;
    }
    report.points = solution.points;
    report.count(&solution.part);
    report.degree_bound = modular.degrees_of(&outline)?;
    report.contracted = outline.contracted();
    report.height_bound = outline.height_bound;
    report.run.stages = clock.into_stages();
    Ok(DeterminantAnswer { polynomial, report })
}

/// Modulo the prime that was asked for, with coefficients from 0 on.
pub(super) fn reduced(polynomial: Polynomial, options: &DeterminantOptions) -> Result<Polynomial> {
    match options.modulus {
        Some(p) => modulus::image(&polynomial, p),
        None => Ok(polynomial),
    }
}
