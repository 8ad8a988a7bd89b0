//! The integers of several polynomials, with their check.

use super::options::ListOptions;
use super::report::ListReport;
use super::stage::Tuples;
use crate::clock::Clock;
use crate::error::Result;
use crate::plan::support::Support;
use crate::run::check::Check;
use crate::run::options::RunOptions;
use crate::run::pointwise::{Outline, Solved, solve};
use rug::Integer;

/// Several polynomials to be computed.
pub(super) struct Task<'a> {
    /// Name of the operation.
    pub operation: &'static str,
    /// Its bounds.
    pub outline: Outline<Tuples>,
    /// Of each polynomial: its exponents are below.
    pub sides: Vec<Vec<u32>>,
    /// What the sum of t^i P_i is compared with at a random point, t its first coordinate.
    pub check: &'a (dyn Fn(&RunOptions) -> Result<Check> + Sync),
}

/// One polynomial: the exponents of its coefficients, and these.
pub(super) struct Part {
    pub support: Support,
    pub coefficients: Vec<Integer>,
}

/// Computes and verifies them.
///
/// # Errors
/// Of the engines; `Limit`, `Verification`, `Cancelled`.
pub(super) fn solved(
    task: Task<'_>,
    options: &ListOptions,
    clock: &mut Clock,
    report: &mut ListReport,
) -> Result<Vec<Part>> {
    let Task { operation, outline, sides, check } = task;
    report.outputs = sides.len();
    let confirm = |values: &[_], check: &Check, clock: &mut Clock| {
        clock.time("verify", || check.compare(operation, &outline.support, values))
    };
    let Solved { solution, confirmed, chosen } = solve(&outline, &options.how(), clock, check, confirm)?;
    report.run.chose(&chosen);
    report.run.verified_modulo = confirmed.into();
    if solution.failure_log2.is_some() {
        (report.certainty, report.failure_log2) = ("probabilistic", solution.failure_log2);
    }
    report.points = solution.points;
    report.count(&solution.part);
    let mut rest = solution.coefficients.into_iter();
    let whole = outline.support.is_whole().then(|| outline.support.sides()[1..].to_vec());
    let part = |sides: Vec<u32>| {
        let support = Support::whole(whole.clone().unwrap_or(sides));
        let coefficients = rest.by_ref().take(support.len() as usize).collect();
        Part { support, coefficients }
    };
    Ok(sides.into_iter().map(part).collect())
}
