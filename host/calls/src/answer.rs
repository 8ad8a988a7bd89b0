//! What a call gives.

use eliminant::{Error, ErrorKind, RationalFunction, Result};
use serde::Serialize;
use std::fmt::Debug;
use std::sync::Arc;

/// The answer of a call.
#[derive(Debug, Clone)]
pub struct Answer {
    /// One function for most operations. A GCD with cofactors has these behind it; an extended GCD is followed by s and t, a content by
    /// the primitive part, and the content of a squarefree decomposition by the factors.
    /// The entries of an adjugate, row by row, are followed by the determinant, and the numerators of a linear system, those of the first unknown first, by
    /// their denominator; without a solution there is none.
    pub values: Vec<RationalFunction>,
    /// The multiplicities of squarefree factors; numbers, from 0, of the free unknowns of a linear system, and of the rows, then of the columns of a minor that proves a rank; else
    /// empty.
    pub multiplicities: Vec<i32>,
    /// The report of the program.
    pub report: Report,
}

/// A report, which becomes a text where that is wanted: to write it takes as long as a tiny computation.
#[derive(Debug, Clone)]
pub struct Report(Arc<dyn Reported>);

/// A report of any operation.
trait Reported: Debug + Send + Sync {
    fn json(&self) -> Result<String>;
}

impl<T: Serialize + Debug + Send + Sync> Reported for T {
    fn json(&self) -> Result<String> {
        json(self)
    }
}

impl Report {
    /// The report as JSON.
    ///
    /// # Errors
    /// `File` where it cannot be written.
    pub fn json(&self) -> Result<String> {
        self.0.json()
    }
}

impl Answer {
    /// Of these functions.
    pub(crate) fn new(values: Vec<RationalFunction>, report: impl Serialize + Debug + Send + Sync + 'static) -> Self {
        Answer { values, multiplicities: Vec::new(), report: Report(Arc::new(report)) }
    }
}

/// A report or a plan as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String> {
    let failed = |error: serde_json::Error| {
        Error::from(ErrorKind::File { path: "the report".to_owned(), message: error.to_string() })
    };
    serde_json::to_string(value).map_err(failed)
}
