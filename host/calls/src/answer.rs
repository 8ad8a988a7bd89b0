//! What a call gives.

use eliminant::{Error, ErrorKind, RationalFunction, Result};
use serde::Serialize;

/// The answer of a call.
#[derive(Debug, Clone)]
pub struct Answer {
    /// One function for most operations. A GCD with cofactors has these behind it; an extended GCD is followed by s and t, a content by
    /// the primitive part, and the content of a squarefree decomposition by the factors.
    pub values: Vec<RationalFunction>,
    /// The multiplicities of squarefree factors; else empty.
    pub multiplicities: Vec<i32>,
    /// The report of the program, as JSON.
    pub report: String,
}

impl Answer {
    /// Of these functions.
    pub(crate) fn new(values: Vec<RationalFunction>, report: &impl Serialize) -> Result<Self> {
        Ok(Answer { values, multiplicities: Vec::new(), report: json(report)? })
    }
}

/// A report or a plan as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String> {
    let failed = |error: serde_json::Error| {
        Error::from(ErrorKind::File { path: "the report".to_owned(), message: error.to_string() })
    };
    serde_json::to_string(value).map_err(failed)
}
