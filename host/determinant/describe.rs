//! The plan of a determinant.

use super::at_points;
use super::minors;
use super::options::DeterminantOptions;
use super::problem::{Computation, OPERATION, Problem};
use super::report::{METHOD_OF_HESSENBERG, METHOD_OF_MINORS, METHOD_OF_SYLVESTER};
use crate::error::Result;
use crate::poly::Matrix;
use crate::resultant::ResultantPlan;
use crate::run::modulus::Modulus;
use crate::run::pointwise::{self, GridPlan};
use serde::Serialize;

/// The plan of a determinant: bounds, primes and memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DeterminantPlan {
    /// The operation.
    pub operation: &'static str,
    /// The variables.
    pub vars: Vec<String>,
    /// Rows of the matrix.
    pub size: usize,
    /// Rows of the blocks on the diagonal that are computed; none where the answer is known without.
    pub blocks: Vec<usize>,
    /// Different entries of the blocks, up to their sign.
    pub entries: usize,
    /// Bound on the degree of the answer per variable that occurs.
    pub degree_bound: Vec<u32>,
    /// Bounds on the degrees in the two variables that all others would be contracted to; none where they would not.
    pub contracted: Vec<u32>,
    /// Bound on the bits of the answer's coefficients, without common factors of rows and columns.
    pub height_bound: u64,
    /// Method of the scalar stage.
    pub method: &'static str,
    /// Whether it would be computed over Z by its minors, without primes; then there is no grid.
    pub minors: bool,
    /// How values at roots of unity are found.
    pub evaluation: &'static str,
    /// The prime modulo which the answer is wanted.
    pub modulus: Option<Modulus>,
    /// Whether it is computed modulo that prime alone, as in [`crate::DeterminantReport::direct`].
    pub direct: bool,
    /// Grid, primes, memory and time.
    #[serde(flatten)]
    pub on_grid: GridPlan,
}

impl DeterminantPlan {
    /// Of the resultant that the determinant of a Sylvester matrix of so many rows is.
    pub(super) fn of_resultant(plan: ResultantPlan, size: usize) -> Self {
        let computed = plan.degrees.is_some();
        DeterminantPlan {
            operation: OPERATION,
            vars: plan.kept,
            size,
            blocks: if computed { vec![size] } else { Vec::new() },
            entries: if computed { size + 2 } else { 0 },
            degree_bound: plan.degree_bound,
            contracted: Vec::new(),
            height_bound: plan.height_bound,
            method: METHOD_OF_SYLVESTER,
            minors: plan.minors,
            evaluation: plan.evaluation,
            modulus: plan.modulus,
            direct: plan.direct,
            on_grid: plan.on_grid,
        }
    }

    /// Of a characteristic polynomial of a matrix with so many rows and entries, with bounds on its degrees and height.
    pub(super) fn of_characteristic(
        vars: &[String],
        (size, entries): (usize, usize),
        (degree_bound, height_bound): (Vec<u32>, u64),
        on_grid: GridPlan,
        options: &DeterminantOptions,
    ) -> Self {
        DeterminantPlan {
            operation: OPERATION,
            vars: vars.to_vec(),
            size,
            blocks: vec![size],
            entries,
            degree_bound,
            contracted: Vec::new(),
            height_bound,
            method: METHOD_OF_HESSENBERG,
            minors: false,
            evaluation: options.evaluation.name(),
            modulus: options.modulus,
            direct: false,
            on_grid,
        }
    }

    /// Of an expansion by minors, which takes at most so many bytes.
    pub(super) fn of_minors(matrix: &Matrix, bytes: u64, options: &DeterminantOptions) -> Self {
        DeterminantPlan {
            blocks: vec![matrix.rows()],
            entries: minors::entries(matrix),
            method: METHOD_OF_MINORS,
            minors: true,
            on_grid: GridPlan { usual_bytes: bytes, least_bytes: bytes, automatic: "cpu", ..GridPlan::default() },
            ..Self::of_matrix(matrix, options)
        }
    }

    /// Of a matrix of which nothing else is known.
    fn of_matrix(matrix: &Matrix, options: &DeterminantOptions) -> Self {
        DeterminantPlan {
            operation: OPERATION,
            vars: matrix.vars().to_vec(),
            size: matrix.rows(),
            blocks: Vec::new(),
            entries: 0,
            degree_bound: Vec::new(),
            contracted: Vec::new(),
            height_bound: 0,
            method: options.method.name(),
            minors: false,
            evaluation: options.evaluation.name(),
            modulus: options.modulus,
            direct: false,
            on_grid: GridPlan::default(),
        }
    }
}

/// The plan of a problem.
pub(super) fn describe(problem: &Problem<'_>, options: &DeterminantOptions) -> Result<DeterminantPlan> {
    let options = &options.with_word_of_lift()?;
    let mut plan = DeterminantPlan::of_matrix(&problem.matrix, options);
    let Computation::Modular(modular) = &problem.task else { return Ok(plan) };
    plan.blocks = modular.blocks.iter().map(|block| block.size).collect();
    plan.entries = modular.entries.rows.len();
    let direct = options.modulus.and_then(Modulus::of_31_bits).map_or(Ok(None), |p| modular.direct(p, options))?;
    plan.direct = direct.is_some();
    let outline = direct.map_or_else(|| modular.outline(options), Ok)?;
    plan.degree_bound = modular.degrees_of(&outline)?;
    if !plan.direct
        && let Some(found) = at_points::pays(modular, &outline, options)
    {
        (plan.direct, plan.height_bound) = (true, options.modulus.map_or(0, |p| p.bits().into()));
        plan.on_grid.raise(found.bytes.saturating_add(outline.held));
        return Ok(plan);
    }
    plan.contracted = outline.contracted();
    plan.height_bound = outline.height_bound;
    plan.on_grid = pointwise::describe(&outline, &options.how())?;
    Ok(plan)
}
