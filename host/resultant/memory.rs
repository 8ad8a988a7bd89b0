//! The memory of a resultant, before anything is made.

use super::modular::Modular;
use super::options::{Method, ResultantOptions};
use crate::engine::ScalarKind;
use crate::engine::determinant::MOST_ROWS;
use crate::engine::input;
use crate::error::{ErrorKind, Result};
use crate::plan::rows::Rows;
use crate::poly::{Term, size};
use crate::run::pointwise;

/// Rows of the table, and their coefficients in all places of the box of exponents.
fn dense(modular: &Modular, options: &ResultantOptions) -> (u64, u64) {
    let constants = modular.constants(options);
    let rows = modular.f.rows.iter().chain(&modular.g.rows).chain(&constants.rows);
    (rows.clone().count() as u64, pointwise::dense(modular.f.kept, rows))
}

/// Bytes of the host that are in use whatever computes: f and g as polynomials, as rows, as a table and as an engine's digits;
/// the elements of a matrix as codes twice, and as 61-bit values while pivots are looked for.
pub(super) fn held(modular: &Modular, options: &ResultantOptions) -> u64 {
    let mut limbs = 0;
    // As polynomials in all variables, and as rows.
    let variables = modular.thinning.kept() + 1;
    let mut sizes = |f: &Rows| {
        let terms = f.rows.iter().flat_map(|row| &row.terms);
        terms.fold((0u64, 0u64), |(given, rows), (c, exponents)| {
            let words = c.as_limbs().len() as u64;
            limbs += 8 * words;
            (given + size_of::<Term>() as u64 + size::beside(words, variables), rows + size::term(c, exponents))
        })
    };
    let (f, g) = (sizes(&modular.f), sizes(&modular.g));
    // The derivative is nobody's polynomial.
    let given = if modular.kind == ScalarKind::Discriminant { f.0 } else { f.0 + g.0 };
    let elements = if options.method == Method::Sylvester { (modular.rows_of_matrix() as u64).pow(2) } else { 0 };
    (given + f.1 + g.1 + elements * (4 + 4 + 8)).saturating_add(input::bytes(dense(modular, options).1, limbs))
}

/// Refuses what cannot fit before anything of that size is made: the input, and an answer of these degrees.
///
/// # Errors
/// `Limit`.
pub(super) fn check(modular: &Modular, degree_bound: &[u32], options: &ResultantOptions) -> Result<()> {
    let of_matrix = modular.rows_of_matrix();
    if options.method == Method::Sylvester && of_matrix > MOST_ROWS as usize {
        let (needed, allowed) = (of_matrix as u128, MOST_ROWS.into());
        return Err(ErrorKind::Limit { what: "rows of the Sylvester matrix", needed, allowed }.into());
    }
    let (rows, integers) = dense(modular, options);
    pointwise::check((rows, integers, 1), degree_bound, held(modular, options), &options.run)
}
