//! Answers of operations.

use crate::failure::{Failure, guarded, valued};
use crate::function::Function;
use crate::handle::{Out, boxed, free, value};
use crate::status::Status;
use crate::text::give;
use eliminant::RationalFunction;
use eliminant_calls::Report;
use std::ffi::c_char;
use std::sync::Arc;

/// The answer of an operation: one function or more, and a report. It never changes, so that threads may share it.
///
/// Free it with `eliminant_answer_free`.
#[derive(Debug)]
pub struct Answer {
    values: Vec<Arc<RationalFunction>>,
    multiplicities: Vec<i32>,
    report: Report,
}

impl From<eliminant_calls::Answer> for Answer {
    fn from(answer: eliminant_calls::Answer) -> Answer {
        let values = answer.values.into_iter().map(Arc::new).collect();
        Answer { values, multiplicities: answer.multiplicities, report: answer.report }
    }
}

/// The number of functions of an answer. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_answer_count(answer: *const Answer) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { answer.as_ref() }.map_or(0, |answer| answer.values.len()))
}

/// A function of an answer, by its index from 0, as a new handle that is to be freed. It stays valid when the answer is
/// freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_answer_value(
    answer: *const Answer,
    index: usize,
    function: *mut *mut Function,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, answer) = unsafe { (Out::handle("function", function)?, value("answer", answer)?) };
        let found = answer.values.get(index).ok_or_else(|| Failure::index(index, answer.values.len()))?;
        out.set(boxed(Function(found.clone())));
        Ok(())
    })
}

/// The multiplicity of a factor of a squarefree decomposition, by the index of the factor among the functions of the
/// answer, from 1. The content, which has index 0, has none, and neither have the answers of other operations:
/// `ELIMINANT_ARGUMENT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_answer_multiplicity(
    answer: *const Answer,
    index: usize,
    multiplicity: *mut i32,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, answer) = unsafe { (Out::new("multiplicity", multiplicity)?, value("answer", answer)?) };
        let found = index.checked_sub(1).and_then(|place| answer.multiplicities.get(place));
        let missing = || Failure::argument("index", format!("is {index}, which has no multiplicity"));
        out.set(*found.ok_or_else(missing)?);
        Ok(())
    })
}

/// The report of the computation as JSON: sizes, primes, times, where it was computed. Free the text with
/// `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_answer_report(answer: *const Answer, json: *mut *mut c_char) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, answer) = unsafe { (Out::handle("json", json)?, value("answer", answer)?) };
        give(&out, answer.report.json()?)
    })
}

/// Frees an answer. Nothing happens where it is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_answer_free(answer: *mut Answer) {
    // SAFETY: the rules of the header.
    valued((), || unsafe { free(answer) });
}
