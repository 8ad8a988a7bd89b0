//! The outcome of a function.

use eliminant::ErrorKind;

/// How a function ended. `eliminant_last_error` has the text of what is not `ELIMINANT_OK`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(non_camel_case_types, reason = "the names in C")]
pub enum Status {
    /// It has done what it should.
    ELIMINANT_OK = 0,
    /// A text is no polynomial, matrix or system. `eliminant_last_error_line` and `eliminant_last_error_column` have
    /// the place.
    ELIMINANT_PARSE = 1,
    /// An argument cannot be what it is: NULL, a name that does not occur, an option that the operation does not have.
    ELIMINANT_ARGUMENT = 2,
    /// This version cannot compute it.
    ELIMINANT_UNSUPPORTED = 3,
    /// It would pass a limit, as that of memory. Nothing was computed.
    ELIMINANT_LIMIT = 4,
    /// Memory of the host or of a device ran out.
    ELIMINANT_OUT_OF_MEMORY = 5,
    /// A file or a checkpoint cannot be read or written.
    ELIMINANT_FILE = 6,
    /// An answer disagrees with an independent computation: a faulty machine or a bug. There is no answer.
    ELIMINANT_VERIFICATION = 7,
    /// It was cancelled.
    ELIMINANT_CANCELLED = 8,
    /// A GPU, its driver or its kernels are missing or faulty. The backend `cpu` needs none.
    ELIMINANT_DEVICE = 9,
    /// A fault of this library.
    ELIMINANT_INTERNAL = 10,
}

impl Status {
    /// The group of a kind of error.
    pub(crate) fn of(kind: &ErrorKind) -> Status {
        match kind {
            ErrorKind::Parse { .. } | ErrorKind::Binary { .. } => Status::ELIMINANT_PARSE,
            ErrorKind::Argument { .. } => Status::ELIMINANT_ARGUMENT,
            ErrorKind::Unsupported { .. } => Status::ELIMINANT_UNSUPPORTED,
            ErrorKind::Limit { .. } => Status::ELIMINANT_LIMIT,
            ErrorKind::OutOfMemory { .. } => Status::ELIMINANT_OUT_OF_MEMORY,
            ErrorKind::File { .. } | ErrorKind::Checkpoint { .. } => Status::ELIMINANT_FILE,
            ErrorKind::Verification { .. } | ErrorKind::Shape { .. } => Status::ELIMINANT_VERIFICATION,
            ErrorKind::Cancelled => Status::ELIMINANT_CANCELLED,
            // What is left is about devices and their driver.
            _ => Status::ELIMINANT_DEVICE,
        }
    }
}
