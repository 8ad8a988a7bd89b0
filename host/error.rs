//! The one error type of the library.
//!
//! [`Error`] is opaque; [`Error::kind`] tells what happened. Mathematical outcomes (an unlucky prime, a resultant that is
//! zero) are values, never errors. `Display` is one lower-case sentence that names the values; it never calls the driver.

use std::error::Error as StdError;
use std::fmt;

/// What went wrong. New kinds may be added.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A text or JSON input is not a polynomial. `line` and `column` count from 1, in characters.
    Parse {
        /// Line of the first offending character.
        line: usize,
        /// Column of the first offending character.
        column: usize,
        /// What is wrong and what would be right.
        message: String,
        /// The offending line, for a caret under `column`.
        source_line: String,
    },
    /// An argument cannot be what it is: names the argument and says what would be right.
    Argument {
        /// Which argument.
        what: &'static str,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The computation asked for is not supported (yet) by this version.
    Unsupported {
        /// What is not supported, and what is.
        message: String,
    },
    /// A buffer or table has the wrong size: an internal contract between stages.
    Shape {
        /// Which buffer.
        what: &'static str,
        /// Its size by the plan.
        expected: usize,
        /// Its size.
        found: usize,
    },
    /// A limit was reached before anything was computed.
    Limit {
        /// What is limited.
        what: &'static str,
        /// What the computation needs.
        needed: u128,
        /// What is allowed.
        allowed: u128,
    },
    /// No CUDA driver could be opened.
    DriverUnavailable {
        /// The libraries tried, with the loader's answers.
        tried: String,
    },
    /// The program was built without kernels, or without the `cuda` feature.
    BuiltWithoutKernels {
        /// Why, and how to build with them.
        message: String,
    },
    /// There is a driver but no usable device of that number.
    NoDevice {
        /// The device asked for.
        ordinal: usize,
        /// How many there are.
        count: usize,
    },
    /// The device is older than the kernels were built for.
    UnsupportedDevice {
        /// Name and compute capability of the device.
        device: String,
        /// The architecture the kernels were built for.
        built_for: String,
    },
    /// The driver could not compile the kernels.
    Ptx {
        /// The kernel family.
        family: &'static str,
        /// The driver's log.
        log: String,
    },
    /// A driver call failed.
    Driver {
        /// The driver's code.
        code: u32,
        /// The call.
        call: &'static str,
        /// The code's name.
        name: &'static str,
    },
    /// Memory on the device or the host ran out.
    OutOfMemory {
        /// What was asked for.
        bytes: usize,
        /// What is free, where known.
        free: usize,
    },
    /// A kernel reported an internal fault, or the self-test found a wrong result.
    Device {
        /// The kernel.
        kernel: &'static str,
        /// What it found.
        message: String,
    },
    /// The answer disagrees with an independent computation: a faulty device or a bug. Nothing is returned.
    Verification {
        /// The computation.
        what: &'static str,
        /// The 61-bit prime of the check.
        prime: u64,
        /// Expected and found values.
        message: String,
    },
    /// The caller cancelled.
    Cancelled,
    /// A file could not be read or written.
    File {
        /// The path.
        path: String,
        /// The system's message.
        message: String,
    },
    /// A checkpoint cannot be used.
    Checkpoint {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
}

/// What went wrong, with its cause where there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: Box<ErrorKind>,
}

/// `Result` with this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    pub(crate) fn argument(what: &'static str, message: impl Into<String>) -> Self {
        ErrorKind::Argument { what, message: message.into() }.into()
    }

    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        ErrorKind::Unsupported { message: message.into() }.into()
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Error { kind: Box::new(kind) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ErrorKind::*;
        match &*self.kind {
            Parse { line, column, message, source_line } => {
                write!(f, "line {line}, column {column}: {message}")?;
                if !source_line.is_empty() {
                    write!(f, "\n  {source_line}\n  {:>width$}", "^", width = *column)?;
                }
                Ok(())
            }
            Argument { what, message } => write!(f, "{what}: {message}"),
            Unsupported { message } => f.write_str(message),
            Shape { what, expected, found } => write!(f, "{what} has {found} elements, expected {expected}"),
            Limit { what, needed, allowed } => write!(f, "{what}: needs {needed}, allowed {allowed}"),
            DriverUnavailable { tried } => write!(f, "no CUDA driver could be opened; tried {tried}"),
            BuiltWithoutKernels { message } => write!(f, "built without GPU kernels: {message}"),
            NoDevice { ordinal, count } => write!(f, "CUDA device {ordinal} does not exist; {count} found"),
            UnsupportedDevice { device, built_for } => {
                write!(f, "device {device} is older than the kernels, built for {built_for}")
            }
            Ptx { family, log } => write!(f, "the driver cannot compile the {family} kernels: {log}"),
            Driver { code, call, name } => write!(f, "{call} failed: {name} ({code})"),
            OutOfMemory { bytes, free } => write!(f, "out of memory: {bytes} bytes asked for, {free} free"),
            Device { kernel, message } => write!(f, "kernel {kernel}: {message}"),
            Verification { what, prime, message } => {
                write!(f, "verification of the {what} modulo {prime} failed: {message}")
            }
            Cancelled => f.write_str("cancelled"),
            File { path, message } => write!(f, "{path}: {message}"),
            Checkpoint { file, message } => write!(f, "checkpoint {file}: {message}"),
        }
    }
}

impl StdError for Error {}
