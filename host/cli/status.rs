//! Why the program ends without an answer, and with which exit status.
//!
//! 0 answer; 2 usage or input; 3 backend or device not available; 4 a limit was reached; 5 verification failed; 6 zeros may be missing;
//! 130 interrupted.

use eliminant::shorten::shortened_middle;
use eliminant::{Error, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

/// The exit statuses besides 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Bad usage or input; a file that cannot be read or written.
    Usage = 2,
    /// The backend or the device is not available or not usable.
    Unavailable = 3,
    /// Memory or size; nothing was computed.
    Limit = 4,
    /// An answer was found wrong and is not given out.
    Wrong = 5,
    /// An answer was written, and something of it is missing or contradicts itself.
    Incomplete = 6,
    /// Ctrl-C or SIGTERM.
    Interrupted = 130,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

impl From<&ErrorKind> for Status {
    fn from(kind: &ErrorKind) -> Self {
        use ErrorKind::*;
        match kind {
            Parse { .. } | Binary { .. } | Argument { .. } | Unsupported { .. } | File { .. } | Checkpoint { .. } => {
                Status::Usage
            }
            DriverUnavailable { .. }
            | BuiltWithoutKernels { .. }
            | NoDevice { .. }
            | UnsupportedDevice { .. }
            | Ptx { .. }
            | Driver { .. }
            | Device { .. }
            | Process { .. } => Status::Unavailable,
            Limit { .. } | OutOfMemory { .. } => Status::Limit,
            Cancelled => Status::Interrupted,
            // A broken contract between stages is a wrong answer found early; so is whatever this program does not know.
            Verification { .. } | Shape { .. } | _ => Status::Wrong,
        }
    }
}

/// Advice where memory is short.
const LESS: &str = "try numbers in place of some variables, --modulus where there is one, or more memory (--memory-limit, another machine)";

/// A status with its message for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The exit status.
    pub status: Status,
    /// The fault, and what would be right.
    pub message: String,
    /// Whether there was too little memory.
    pub lacks_memory: bool,
}

impl Failure {
    /// Bad usage.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure { status: Status::Usage, message: message.into(), lacks_memory: false }
    }

    /// A file that cannot be read or written.
    pub fn file(path: &Path, message: impl ToString) -> Self {
        let message = shortened_middle(&message.to_string()).into_owned();
        let kind = ErrorKind::File { path: path.display().to_string(), message };
        Error::from(kind).into()
    }

    /// A failure to read points: the place is named once, by the option that has them.
    pub fn of_points(error: Error, place: &str) -> Self {
        let failure = match error.kind() {
            ErrorKind::Argument { what: "points", message } => Failure::usage(message.as_str()),
            _ => Failure::from(error),
        };
        failure.within(place)
    }

    /// This failure with the place it comes from in front.
    pub fn within(mut self, place: &str) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = match error.kind() {
            ErrorKind::Cancelled => "interrupted".to_owned(),
            ErrorKind::Limit { what, .. } if what.starts_with("bytes of memory") => format!("{error}; {LESS}"),
            ErrorKind::OutOfMemory { .. } => format!("{error}; {LESS}"),
            _ => error.to_string(),
        };
        let lacks_memory = matches!(error.kind(), ErrorKind::Limit { what, .. } if what.starts_with("bytes of memory"));
        Failure { status: Status::from(error.kind()), message, lacks_memory }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_status() {
        use ErrorKind::*;
        let text = String::new;
        let table = [
            (Parse { line: 1, column: 1, message: text(), source_line: text() }, 2),
            (Binary { byte: 8, message: text() }, 2),
            (Argument { what: "threads", message: text() }, 2),
            (Unsupported { message: text() }, 2),
            (File { path: text(), message: text() }, 2),
            (Checkpoint { file: text(), message: text() }, 2),
            (DriverUnavailable { tried: text() }, 3),
            (BuiltWithoutKernels { message: text() }, 3),
            (NoDevice { ordinal: 1, count: 1 }, 3),
            (UnsupportedDevice { device: text(), built_for: text() }, 3),
            (Ptx { family: "ntt", log: text() }, 3),
            (Driver { code: 999, call: "cuInit", name: "CUDA_ERROR_UNKNOWN" }, 3),
            (Device { kernel: "ntt", message: text() }, 3),
            (Limit { what: "memory", needed: 2, allowed: 1 }, 4),
            (OutOfMemory { bytes: 2, free: 1, others: 0 }, 4),
            (Verification { what: "resultant", prime: 7, message: text() }, 5),
            (Shape { what: "buffer", expected: 1, found: 2 }, 5),
            (Cancelled, 130),
        ];
        for (kind, status) in table {
            assert_eq!(Status::from(&kind) as u8, status, "{kind:?}");
            let failure = Failure::from(Error::from(kind));
            assert_eq!(failure.status as u8, status);
            assert_eq!(failure.message == "interrupted", status == 130);
        }
    }

    #[test]
    fn the_place_comes_first() {
        assert_eq!(Failure::usage("is empty").within("F").message, "F: is empty");
    }
}
