//! What a determinant takes of memory before anything is made.

use super::options::DeterminantOptions;
use super::problem::Modular;
use crate::engine::input;
use crate::error::{Error, ErrorKind, Result};
use crate::poly::{Term, size};
use crate::run::pointwise;

/// Coefficients of all different entries in all places of the box of exponents; the greatest number there is for more than that.
fn dense(modular: &Modular) -> u64 {
    let rows = &modular.entries.rows;
    let degree = |k| rows.iter().filter_map(|row| row.degree(k)).max().unwrap_or(0);
    (0..modular.entries.kept).fold(rows.len() as u64, |all, k| all.saturating_mul(u64::from(degree(k)) + 1))
}

/// Bytes of the host that are in use whatever computes: the matrix, its different entries as polynomials, in a list by which they are found,
/// as a table and as an engine's digits, and the blocks.
pub(super) fn held(modular: &Modular) -> u64 {
    let mut limbs = 0;
    let mut sizes = |row: &crate::plan::rows::Row| {
        row.terms.iter().fold((0u64, 0u64), |(given, rows), (c, exponents)| {
            let words = c.as_limbs().len() as u64;
            limbs += 8 * words;
            let variables = modular.exponents.kept;
            (given + size_of::<Term>() as u64 + size::beside(words, variables), rows + size::term(c, exponents))
        })
    };
    let of_entry: Vec<(u64, u64)> = modular.entries.rows.iter().map(&mut sizes).collect();
    // Each element is a polynomial of the caller's.
    let mut given = 0u64;
    let mut elements = 0u64;
    for element in modular.blocks.iter().flat_map(|block| &block.elements) {
        let terms = (*element as usize / 2).checked_sub(1).map_or(0, |number| of_entry[number].0);
        given = given.saturating_add(terms + size_of::<crate::poly::Polynomial>() as u64);
        elements += 1;
    }
    let rows: u64 = of_entry.iter().map(|&(_, rows)| rows).sum();
    // Elements as codes twice, and as 61-bit values while pivots are looked for.
    let codes = elements.saturating_mul(4 + 4 + 8);
    given.saturating_add(2 * rows).saturating_add(codes).saturating_add(input::bytes(dense(modular), limbs))
}

/// The error of an input that has too many coefficients in all places of the box of exponents.
pub(super) fn too_dense(needed: u64) -> Error {
    let what = "dense coefficients or limbs of the input";
    ErrorKind::Limit { what, needed: needed.into(), allowed: u32::MAX.into() }.into()
}

/// Refuses what cannot fit before anything of that size is made: the input, and an answer of these degrees.
///
/// # Errors
/// `Limit`.
pub(super) fn check(modular: &Modular, degree_bound: &[u32], options: &DeterminantOptions) -> Result<()> {
    let integers = dense(modular);
    if integers > u64::from(u32::MAX) {
        return Err(too_dense(integers));
    }
    pointwise::check(modular.entries.rows.len() as u64, degree_bound, held(modular), &options.run)
}
