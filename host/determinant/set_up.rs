//! The steps before an engine computes, by themselves.

use super::compute::prepared;
use super::options::DeterminantOptions;
use super::problem::{Computation, Problem};
use crate::error::Result;
use crate::plan::plain_primes::PrimeSize;
use crate::plan::slabs::Cut;
use crate::poly::Matrix;
use crate::run::options::RunOptions;
use std::borrow::Cow;

/// Sets up what [`super::Determinant::run`] computes, up to its primes, and computes nothing: how long that takes is measured.
///
/// # Errors
/// As [`super::Determinant::run`] as far as it goes.
pub(crate) fn set_up(size: PrimeSize, matrix: &Matrix, run: &RunOptions) -> Result<()> {
    let options = DeterminantOptions { run: run.clone(), ..DeterminantOptions::default() };
    let problem = || Problem::new(Cow::Borrowed(matrix));
    prepared(problem, &options, |problem, options, _| match &problem.task {
        Computation::Trivial(_) => Ok(()),
        Computation::Modular(modular) => modular.outline(options)?.prepare(size, &options.how(), Cut::none()).map(drop),
    })
}
