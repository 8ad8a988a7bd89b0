//! The plan of a resultant or discriminant.

use super::at_points;
use super::integers;
use super::minors;
use super::modulo;
use super::options::{Remedy, ResultantOptions};
use super::problem::{Computation, Problem};
use super::remedy;
use crate::error::Result;
use crate::run::modulus::Modulus;
use crate::run::pointwise::{self, GridPlan};
use serde::Serialize;

/// The plan of a resultant or discriminant: bounds, primes and memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResultantPlan {
    /// The operation.
    pub operation: &'static str,
    /// The kept variables.
    pub kept: Vec<String>,
    /// Degrees of f and g in the eliminated variable; `None` when the answer is known without computation.
    pub degrees: Option<(u32, u32)>,
    /// Bound on the degree of the answer per kept variable that occurs.
    pub degree_bound: Vec<u32>,
    /// Bound on the bits of the answer's coefficients.
    pub height_bound: u64,
    /// The power of what would be computed that the answer is, as in [`crate::ResultantReport::power`]; degrees of f and g and the schedule
    /// are those of what is computed.
    pub power: u32,
    /// Whether it would be computed with integers, without primes, as in [`crate::ResultantReport::integers`]; then there is no grid.
    pub integers: bool,
    /// Whether it would be computed by minors, without primes, as in [`crate::ResultantReport::minors`]; then there is no grid.
    pub minors: bool,
    /// Whether it would be computed by the formula for trinomials, as in [`crate::ResultantReport::formula`]; then there is no grid.
    pub formula: bool,
    /// Degrees of the remainder sequence; none with [`crate::Method::Sylvester`].
    pub schedule: Vec<u32>,
    /// Method of the scalar stage.
    pub method: &'static str,
    /// How values at roots of unity would be found.
    pub evaluation: &'static str,
    /// The remedy by which another pair is computed, as in [`crate::ResultantReport::remedy`]; degrees and bounds are those of it.
    pub remedy: &'static str,
    /// The prime modulo which the answer is wanted.
    pub modulus: Option<Modulus>,
    /// Whether it is computed modulo that prime alone, as in [`crate::ResultantReport::direct`].
    pub direct: bool,
    /// Grid, primes, memory and time.
    #[serde(flatten)]
    pub on_grid: GridPlan,
}

/// The plan of a problem.
pub(super) fn describe(problem: &Problem, options: &ResultantOptions) -> Result<ResultantPlan> {
    let options = &options.with_word_of_lift()?;
    let mut plan = ResultantPlan {
        operation: problem.operation,
        kept: problem.kept.clone(),
        degrees: None,
        degree_bound: Vec::new(),
        height_bound: 0,
        power: problem.power(),
        integers: false,
        minors: false,
        formula: false,
        schedule: Vec::new(),
        method: options.method.name(),
        evaluation: options.evaluation.name(),
        remedy: Remedy::None.name(),
        modulus: options.modulus,
        direct: false,
        on_grid: GridPlan::default(),
    };
    let modular = match &problem.task {
        Computation::Modular(modular) => modular,
        Computation::Trivial(value) => {
            plan.on_grid.raise(problem.bytes_of_known(value, options)?);
            return Ok(plan);
        }
    };
    if !remedy::is_sought(options)
        && let Some(expansion) = minors::Expansion::new(modular, options)?
    {
        plan.formula = expansion.is_formula();
        plan.minors = !plan.formula;
        plan.degrees = Some((modular.f.rows.len() as u32 - 1, modular.g.rows.len() as u32 - 1));
        let (bounds, terms) = ((modular.degrees(&expansion.degree_bound)?, expansion.height_bound), expansion.terms);
        (plan.degree_bound, plan.height_bound) = problem.bounds_of(modular, bounds.clone(), terms, options)?;
        let size = (&expansion.degree_bound[..], terms);
        let inflated = problem.bytes_to_inflate(modular, size, (&bounds.0, bounds.1), options)?;
        plan.on_grid.raise(expansion.bytes.max(inflated));
        return Ok(plan);
    }
    let direct =
        options.modulus.and_then(Modulus::of_31_bits).map_or(Ok(None), |p| modulo::direct(modular, p, options))?;
    plan.direct = direct.is_some();
    let remedied = match direct {
        Some(_) => None,
        None => remedy::choose(modular, options)?,
    };
    if direct.is_none()
        && remedied.is_none()
        && let Some(chosen) = at_points::pays(modular, options)?
    {
        plan.direct = true;
        plan.degrees = Some((modular.f.rows.len() as u32 - 1, modular.g.rows.len() as u32 - 1));
        let bounds = (modular.degrees(&chosen.degree_bound)?, options.modulus.map_or(0, |p| p.bits().into()));
        let size = (&chosen.degree_bound[..], chosen.support.len());
        (plan.degree_bound, plan.height_bound) = problem.bounds(modular, size, bounds.clone(), options)?;
        let inflated = problem.bytes_to_inflate(modular, size, (&bounds.0, bounds.1), options)?;
        plan.on_grid.raise(chosen.plan.bytes.saturating_add(chosen.held).max(inflated));
        return Ok(plan);
    }
    let outline = match direct {
        Some(outline) => outline,
        None => match remedied {
            None => modular.outline(options)?,
            Some(remedied) => {
                plan.remedy = remedied.remedy.name();
                remedied.outline(modular, options)?
            }
        },
    };
    plan.degrees = Some(outline.job.degrees);
    plan.schedule = outline.job.schedule().to_vec();
    let bounds = (modular.degrees(&outline.degree_bound)?, outline.height_bound);
    let size = (&outline.degree_bound[..], outline.support.len());
    (plan.degree_bound, plan.height_bound) = problem.bounds(modular, size, bounds.clone(), options)?;
    let inflated = problem.bytes_to_inflate(modular, size, (&bounds.0, bounds.1), options)?;
    if plan.remedy == Remedy::None.name()
        && let Some(sequence) = integers::pays(modular, &outline, options)
    {
        plan.integers = true;
        plan.on_grid.raise(sequence.bytes.max(inflated));
        return Ok(plan);
    }
    plan.on_grid = pointwise::describe(&outline, &options.how())?;
    plan.on_grid.raise(inflated);
    Ok(plan)
}
