//! Residues that move from engine to engine.

use super::Engine;
use crate::error::{ErrorKind, Result};
use std::ops::Range;

/// An engine that shares the work on one answer with others of its kind: each computes all coefficients modulo its part of the primes,
/// then lifts its part of the coefficients.
pub trait ShareEngine: Engine {
    /// The residues of each of these ranges of coefficients, all primes.
    fn split(&mut self, residues: Self::Residues, ranges: &[Range<usize>]) -> Result<Vec<Self::Residues>>;

    /// The residues of the same coefficients modulo all primes of all parts, in order; other engines of the kind may hold the
    /// parts, and have finished them.
    fn join(&mut self, parts: &[&Self::Residues]) -> Result<Self::Residues>;
}

/// The one number of coefficients of all parts of [`ShareEngine::join`].
///
/// # Errors
/// `Shape` when they differ.
pub(crate) fn same_width(mut widths: impl Iterator<Item = usize>) -> Result<usize> {
    let expected = widths.next().unwrap_or(0);
    match widths.find(|&width| width != expected) {
        Some(found) => Err(ErrorKind::Shape { what: "coefficients of a part", expected, found }.into()),
        None => Ok(expected),
    }
}
