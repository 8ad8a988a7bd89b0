//! An answer that is written as it is made: it need not fit in memory.

use super::compute::{prepared, solved};
use super::options::DeterminantOptions;
use super::problem::{Computation, OPERATION, Problem};
use super::report::DeterminantReport;
use super::verify;
use crate::clock::Clock;
use crate::error::Result;
use crate::poly::TermSink;
use crate::run::options::RunOptions;
use crate::run::pointwise::{Answer, write};
use crate::run::stopping::Certainty;
use std::time::Instant;

/// Computes, verifies and writes the answer of the problem that `problem` sets up.
pub(super) fn run<'m>(
    problem: impl FnOnce() -> Result<Problem<'m>> + Send,
    options: &DeterminantOptions,
    sink: &mut (dyn TermSink + Send),
) -> Result<DeterminantReport> {
    let start = Instant::now();
    let mut report = prepared(problem, options, |problem, options, clock| written(problem, options, clock, sink))?;
    report.run.milliseconds = start.elapsed().as_secs_f64() * 1e3;
    Ok(report)
}

fn written(
    problem: &Problem<'_>,
    options: &DeterminantOptions,
    mut clock: Clock,
    sink: &mut (dyn TermSink + Send),
) -> Result<DeterminantReport> {
    // Others are known only as a whole.
    let in_ranges = options.certainty == Certainty::Certified && options.modulus.is_none();
    let modular = match &problem.task {
        Computation::Modular(modular) if in_ranges => modular,
        _ => {
            let answer = solved(problem, options, clock)?;
            answer.polynomial.write_to(sink)?;
            return Ok(answer.report);
        }
    };
    let mut report = DeterminantReport::new(problem, options);
    let outline = clock.time("plan", || modular.outline(options))?;
    let new_check = |run: &RunOptions| verify::check(&problem.matrix, modular, run);
    let exponents = (&modular.exponents, &modular.factor);
    let mut answer = Answer::new(OPERATION, problem.matrix.vars(), exponents, sink);
    let written = write(&outline, &options.how(), &mut clock, new_check, &mut answer)?;
    report.run.chose(&written.chosen);
    report.run.verified_modulo = written.verified_modulo.into();
    report.points = written.points;
    report.count(&written.part);
    report.degree_bound = modular.degrees_of(&outline)?;
    report.contracted = outline.contracted();
    report.height_bound = outline.height_bound;
    report.run.stages = clock.into_stages();
    Ok(report)
}
