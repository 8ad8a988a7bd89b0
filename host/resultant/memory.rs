//! What a resultant takes of memory before anything is made.

use super::options::ResultantOptions;
use super::problem::Modular;
use crate::engine::ScalarKind;
use crate::engine::input;
use crate::error::Result;
use crate::plan::rows::Rows;
use crate::poly::{Term, size};
use crate::run::pointwise;

/// Coefficients of f and g in all places of the box of exponents.
fn dense(modular: &Modular) -> u64 {
    pointwise::dense(modular.f.kept, modular.f.rows.iter().chain(&modular.g.rows))
}

/// Bytes of the host that are in use whatever computes: f and g as polynomials, as rows, as a table and as an engine's digits.
pub(super) fn held(modular: &Modular) -> u64 {
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
    (given + f.1 + g.1).saturating_add(input::bytes(dense(modular), limbs))
}

/// Refuses what cannot fit before anything of that size is made: the input, and an answer of these degrees.
///
/// # Errors
/// `Limit`.
pub(super) fn check(modular: &Modular, degree_bound: &[u32], options: &ResultantOptions) -> Result<()> {
    let rows = (modular.f.rows.len() + modular.g.rows.len()) as u64;
    pointwise::check((rows, dense(modular)), degree_bound, held(modular), &options.run)
}
