//! The memory of a determinant, before anything is made.

use super::options::DeterminantOptions;
use super::problem::Modular;
use crate::engine::input;
use crate::error::Result;
use crate::plan::rows::Rows;
use crate::poly::size;
use crate::run::pointwise;

/// Coefficients of all different entries in all places of the box of exponents.
fn dense(entries: &Rows) -> u64 {
    pointwise::dense(entries.kept, entries.rows.iter())
}

/// Bytes of the host that are in use whatever computes: the matrix, as polynomials and over fewer variables, its different entries in a list
/// by which they are found, as rows, as a table and as an engine's digits, and the blocks. `entries` are those of the problem, or what they
/// were contracted to. The matrix of fractions that this one comes from is there too.
pub(super) fn held(modular: &Modular, entries: &Rows) -> u64 {
    let terms = || entries.rows.iter().flat_map(|row| &row.terms);
    let limbs = terms().map(|(c, _)| 8 * c.as_limbs().len() as u64).sum();
    let rows: u64 = terms().map(|(c, exponents)| size::term(c, exponents)).sum();
    // Elements as codes twice, and as 61-bit values while pivots are looked for.
    let codes = modular.blocks.iter().map(|block| block.elements.len() as u64 * (4 + 4 + 8)).sum::<u64>();
    let given = modular.given.saturating_mul(2).saturating_add(modular.beside);
    let lists = if std::ptr::eq(entries, &modular.entries) { 2 } else { 3 };
    given.saturating_add(lists * rows + codes).saturating_add(input::bytes(dense(entries), limbs))
}

/// Refuses an input that has too many coefficients, before anything else is asked of it: with very many variables bounds take long.
///
/// # Errors
/// `Limit`.
pub(super) fn check_input(modular: &Modular) -> Result<()> {
    match dense(&modular.entries) {
        integers if integers > u64::from(u32::MAX) => Err(pointwise::too_dense(integers)),
        _ => Ok(()),
    }
}

/// Refuses what cannot fit before anything of that size is made: the input, and an answer of these degrees.
///
/// # Errors
/// `Limit`.
pub(super) fn check(
    modular: &Modular,
    entries: &Rows,
    degree_bound: &[u32],
    options: &DeterminantOptions,
) -> Result<()> {
    let (rows, held) = (entries.rows.len() as u64, held(modular, entries));
    pointwise::check((rows, dense(entries), 1), degree_bound, held, &options.run)
}
