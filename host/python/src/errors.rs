//! Errors as exceptions. Their classes are in `eliminant/errors.py`, where each also has the class of Python that fits it.

use eliminant::{Error, ErrorKind};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

static CLASSES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// The class of a kind.
fn class(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Parse { .. } | ErrorKind::Binary { .. } => "ParseError",
        ErrorKind::Argument { .. } => "ArgumentError",
        ErrorKind::Unsupported { .. } => "UnsupportedError",
        ErrorKind::Limit { .. } => "LimitError",
        ErrorKind::OutOfMemory { .. } => "OutOfMemoryError",
        ErrorKind::File { .. } | ErrorKind::Checkpoint { .. } => "FileError",
        ErrorKind::Verification { .. } | ErrorKind::Shape { .. } => "VerificationError",
        ErrorKind::Cancelled => "CancelledError",
        // What is left is about devices and their driver.
        _ => "DeviceError",
    }
}

/// The exception of this class with this text.
pub fn named(py: Python<'_>, class: &str, text: String) -> PyErr {
    let module = CLASSES.get_or_try_init(py, || py.import("eliminant.errors").map(Bound::unbind));
    let made = module.and_then(|module| module.bind(py).getattr(class)?.call1((text.clone(),)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        // The native module without its package.
        Err(_) => PyRuntimeError::new_err(text),
    }
}

/// The exception of an error of the library. One of parsing has its place too.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let raised = named(py, class(error.kind()), error.to_string());
    if let ErrorKind::Parse { line, column, .. } = error.kind() {
        let value = raised.value(py);
        // Without them the text still has both numbers.
        let _ = value.setattr("line", line).and_then(|()| value.setattr("column", column));
    }
    raised
}

/// The exception of one problem of several.
pub fn of_problem(py: Python<'_>, index: usize, error: &Error) -> PyErr {
    named(py, class(error.kind()), format!("problem {index}: {error}"))
}

/// Results of the library as those of Python.
pub trait OrRaise<T> {
    /// The value, or the error as an exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for eliminant::Result<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| exception(py, &error))
    }
}
