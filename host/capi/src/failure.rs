//! What went wrong, and the frame of every function that can fail.

use crate::last_error;
use crate::status::Status;
use eliminant::{Error, ErrorKind};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A failure, on its way to the caller.
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) text: String,
    /// Line and column of a text, from 1.
    pub(crate) place: Option<(usize, usize)>,
}

impl Failure {
    /// Of an argument of this name.
    pub(crate) fn argument(name: &str, message: impl AsRef<str>) -> Failure {
        let text = format!("{name}: {}", message.as_ref());
        Failure { status: Status::ELIMINANT_ARGUMENT, text, place: None }
    }

    /// Of a place in a list that ends before.
    pub(crate) fn index(index: usize, count: usize) -> Failure {
        Failure::argument("index", format!("is {index}, and there are {count}, counted from 0"))
    }

    /// Of this library.
    pub(crate) fn internal(text: impl AsRef<str>) -> Failure {
        let text = format!("a fault of eliminant: {}", text.as_ref());
        Failure { status: Status::ELIMINANT_INTERNAL, text, place: None }
    }

    fn of_panic(panic: &(dyn Any + Send)) -> Failure {
        let reason = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
            (Some(text), _) => text,
            (None, Some(text)) => text.as_str(),
            (None, None) => "no reason is known",
        };
        Failure::internal(reason)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let place = match error.kind() {
            ErrorKind::Parse { line, column, .. } => Some((*line, *column)),
            _ => None,
        };
        Failure { status: Status::of(error.kind()), text: error.to_string(), place }
    }
}

/// Runs the body of a function. A failure, also a panic, becomes the last error of this thread.
pub(crate) fn guarded(body: impl FnOnce() -> Result<(), Failure>) -> Status {
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return Status::ELIMINANT_OK,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure::of_panic(&*panic),
    };
    let status = failure.status;
    last_error::keep(failure);
    status
}

/// Runs the body of a function that has a value and no status; a panic gives `otherwise`.
pub(crate) fn valued<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        last_error::keep(Failure::of_panic(&*panic));
        otherwise
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    #[test]
    fn panics_become_a_status_with_a_text() {
        std::panic::set_hook(Box::new(|_| {}));
        let status = guarded(|| std::panic::panic_any("nobody thought of this".to_owned()));
        assert_eq!(status, Status::ELIMINANT_INTERNAL);
        // SAFETY: the text is one of C, and no function fails before it is read.
        let text = unsafe { CStr::from_ptr(last_error::eliminant_last_error()) };
        assert_eq!(text.to_str(), Ok("a fault of eliminant: nobody thought of this"));
        assert_eq!(valued(7, || std::panic::panic_any(())), 7);
    }
}
