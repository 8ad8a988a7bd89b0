//! The one error type of the library.
//!
//! [`Error`] is opaque; [`Error::kind`] tells what happened. Mathematical outcomes (an unlucky prime, a resultant that is
//! zero) are values, never errors. `Display` is one lower-case sentence that names the values; it never calls the driver.

use crate::shorten::shortened_middle;
use std::error::Error as StdError;
use std::fmt;
use std::io;

/// The kinds of errors. New kinds may be added.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A text or JSON input is not a polynomial. `line` and `column` count from 1, in characters.
    Parse {
        /// Line of the first offending character.
        line: usize,
        /// Column of the first offending character.
        column: usize,
        /// The mistake, and a right form.
        message: String,
        /// The offending line, for a caret under `column`.
        source_line: String,
    },
    /// A binary file is not a polynomial or a system, or not whole.
    Binary {
        /// The first byte, from 0, of what cannot be read: a field, or a record whose checksum is wrong.
        byte: u64,
        /// The mistake, and a right form.
        message: String,
    },
    /// An argument cannot be what it is: names the argument and says what would be right.
    Argument {
        /// Which argument.
        what: &'static str,
        /// The mistake, and a right form.
        message: String,
    },
    /// The computation asked for is not supported (yet) by this version.
    Unsupported {
        /// The unsupported case, and a supported one.
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
        /// The limited quantity.
        what: &'static str,
        /// The amount that the computation needs.
        needed: u128,
        /// The largest amount allowed.
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
        /// The bytes asked for.
        bytes: usize,
        /// The free bytes, where known.
        free: usize,
        /// The bytes of the device that other computations hold; 0 for the host, and if a limit leaves no more.
        others: usize,
    },
    /// A kernel reported an internal fault, or the self-test found a wrong result.
    Device {
        /// The kernel.
        kernel: &'static str,
        /// The difference found.
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
        /// The fault of the file.
        message: String,
    },
    /// Another process that takes part in the computation is gone, or fails.
    Process {
        /// Its number; 0 is the one that reads and writes.
        number: usize,
        /// What happened.
        message: String,
    },
}

/// An error: its kind, and its cause where there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: Box<ErrorKind>,
}

/// `Result` with this crate's [`Error`], or with another one that is named: so `use eliminant::*` leaves `Result<T, E>` what it is.
///
/// ```
/// use eliminant::*;
/// fn parsed(text: &str) -> Result<i64, std::num::ParseIntError> {
///     text.parse()
/// }
/// fn polynomial(text: &str) -> Result<Polynomial> {
///     text.parse()
/// }
/// assert!(parsed("7").is_ok() && polynomial("7*x").is_ok());
/// ```
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The kind of the error.
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

/// The [`Error`] inside, where one is; else `File`, of a stream that has no path.
///
/// ```
/// use eliminant::{Error, ErrorKind};
/// use std::io;
/// let error = Error::from(io::Error::other("no room"));
/// assert!(matches!(error.kind(), ErrorKind::File { message, .. } if message == "no room"));
/// let again = Error::from(io::Error::other(error.clone()));
/// assert_eq!(again, error);
/// ```
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        error.downcast().unwrap_or_else(|error| {
            ErrorKind::File { path: "the stream".to_owned(), message: error.to_string() }.into()
        })
    }
}

/// Characters of a long line that are shown before and after the caret.
const AROUND: usize = 40;

/// The part of the line that is shown, and the column of the caret in it: long lines are cut on both sides, tabs and
/// other control characters become spaces, so that the caret stands under its character.
fn excerpt(source_line: &str, column: usize) -> (String, usize) {
    let at = column.saturating_sub(1);
    // A few more characters rather than dots in their place.
    let skipped = if at <= AROUND + 5 { 0 } else { at - AROUND };
    let mut rest = source_line.chars().skip(skipped).map(|c| if c.is_control() { ' ' } else { c });
    let mut shown = String::from(if skipped > 0 { "... " } else { "" });
    let caret = shown.len() + at - skipped + 1;
    shown.extend(rest.by_ref().take(at - skipped + AROUND));
    let tail: String = rest.by_ref().take(5).collect();
    shown.push_str(if rest.next().is_some() { " ..." } else { &tail });
    (shown, caret)
}

/// The message of a limit. Memory has units.
fn limit(what: &str, needed: u128, allowed: u128) -> String {
    let memory = |of: &str, unit: u128| {
        let [needed, allowed] =
            [decimal(needed.saturating_mul(unit), true), decimal(allowed.saturating_mul(unit), false)];
        let are = if allowed == "1 byte" { "is" } else { "are" };
        format!("needs {needed} of memory{of}; {allowed} {are} allowed")
    };
    match (what.strip_prefix("bytes of memory"), what.strip_prefix("bytes of "), what.strip_prefix("64-bit words of "))
    {
        (Some(of), ..) => memory(of, 1),
        (None, Some(of), _) => memory(&format!(" for {of}"), 1),
        (None, None, Some(of)) => memory(&format!(" for {of}"), 8),
        (None, None, None) => {
            let needed = match needed < u128::from(u64::MAX) {
                true => grouped(needed) + " needed",
                false => "too many to count".to_owned(),
            };
            format!("{what}: {needed}, at most {} possible{}", grouped(allowed), advice(what))
        }
    }
}

/// Digits in groups of three.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let is_comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits.char_indices().flat_map(|(at, digit)| is_comma(at).then_some(',').into_iter().chain([digit])).collect()
}

/// A way to need less, where there is one that people may try.
fn advice(what: &str) -> &'static str {
    match what {
        "paths" => "; follow them to fewer ends at a time",
        "paths of a system" => "; lower the degrees, or eliminate a variable first (resultant)",
        "bits of a coefficient" => "; take smaller powers of numbers",
        "steps to expand the products and powers" => "; take smaller powers, or fewer factors",
        "coefficients of the input, zeros included" => {
            "; put numbers in place of some symbols, or take a smaller matrix"
        }
        _ => "",
    }
}

/// Bytes as `26.8 GB`, with powers of 1000 and three digits or more: what is needed is rounded up, what is there down.
fn decimal(bytes: u128, up: bool) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
    let power = (1..units.len()).take_while(|&power| bytes >= 1000u128.pow(power as u32)).count();
    if power == 0 {
        return crate::plural::count(bytes, "byte");
    }
    let unit = 1000u128.pow(power as u32);
    let places = match bytes / unit {
        0..10 => 2,
        10..100 => 1,
        _ => 0,
    };
    let scale = 10u128.pow(places);
    let parts = if up { bytes.div_ceil(unit / scale) } else { bytes / (unit / scale) };
    match places {
        0 => format!("{parts} {}", units[power]),
        _ => format!("{}.{:0width$} {}", parts / scale, parts % scale, units[power], width = places as usize),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ErrorKind::*;
        match &*self.kind {
            Parse { line, column, message, source_line } => {
                write!(f, "line {line}, column {column}: {message}")?;
                if !source_line.is_empty() {
                    let (shown, caret) = excerpt(source_line, *column);
                    write!(f, "\n  {shown}\n  {:>caret$}", "^")?;
                }
                Ok(())
            }
            Binary { byte, message } => write!(f, "byte {byte}: {message}"),
            Argument { what, message } => write!(f, "{what}: {message}"),
            Unsupported { message } => f.write_str(message),
            Shape { what, expected, found } => write!(f, "{what} has {found} elements, expected {expected}"),
            Limit { what, needed, allowed } => f.write_str(&limit(what, *needed, *allowed)),
            DriverUnavailable { tried } => write!(f, "no CUDA driver could be opened; tried {tried}"),
            BuiltWithoutKernels { message } => write!(f, "built without GPU kernels: {message}"),
            NoDevice { ordinal, count } => write!(f, "CUDA device {ordinal} does not exist; {count} found"),
            UnsupportedDevice { device, built_for } => {
                write!(f, "device {device} is older than the kernels, built for {built_for}")
            }
            Ptx { family, log } => write!(f, "the driver cannot compile the {family} kernels: {log}"),
            Driver { code, call, name } => write!(f, "{call} failed: {name} ({code})"),
            OutOfMemory { bytes, free, others } => {
                let [needed, free] = [decimal(*bytes as u128, true), decimal(*free as u128, false)];
                write!(f, "out of memory: {needed} asked for, {free} free")?;
                match others {
                    0 => Ok(()),
                    _ => write!(f, "; other computations hold {} of the device", decimal(*others as u128, false)),
                }
            }
            Device { kernel, message } => write!(f, "kernel {kernel}: {message}"),
            Verification { what, prime, message } => {
                write!(f, "verification of the {what} modulo {prime} failed: {message}")
            }
            Cancelled => f.write_str("cancelled"),
            File { path, message } => write!(f, "{}: {message}", shortened_middle(path)),
            Checkpoint { file, message } => write!(f, "checkpoint {}: {message}", shortened_middle(file)),
            Process { number, message } => write!(f, "process {number} {message}"),
        }
    }
}

impl StdError for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source_line: &str, column: usize) -> Vec<String> {
        let kind = ErrorKind::Parse { line: 3, column, message: "m".into(), source_line: source_line.into() };
        Error::from(kind).to_string().lines().map(str::to_owned).collect()
    }

    #[test]
    fn limits_of_memory_have_units() {
        let limit = |what, needed, allowed| Error::from(ErrorKind::Limit { what, needed, allowed }).to_string();
        assert_eq!(
            limit("bytes of memory", 26_709_359_832, 17_629_031_424),
            "needs 26.8 GB of memory; 17.6 GB are allowed"
        );
        assert_eq!(
            limit("bytes of memory for the lift", 1001, 999),
            "needs 1.01 kB of memory for the lift; 999 bytes are allowed"
        );
        assert_eq!(limit("bytes of the text", 1000, 1000), "needs 1.00 kB of memory for the text; 1.00 kB are allowed");
        assert_eq!(
            limit("64-bit words of x", 1 << 27, u128::from(u64::MAX)),
            "needs 1.08 GB of memory for x; 147 EB are allowed"
        );
        assert_eq!(
            limit("paths", 1 << 33, 1 << 32),
            "paths: 8,589,934,592 needed, at most 4,294,967,296 possible; follow them to fewer ends at a time"
        );
        assert_eq!(limit("rows", u128::MAX, 999), "rows: too many to count, at most 999 possible");
        let full =
            |others| Error::from(ErrorKind::OutOfMemory { bytes: 12_345_678, free: 12_345_678, others }).to_string();
        assert_eq!(full(0), "out of memory: 12.4 MB asked for, 12.3 MB free");
        assert!(full(2000).ends_with("12.3 MB free; other computations hold 2.00 kB of the device"));
    }

    #[test]
    fn the_caret_stands_under_its_column() {
        assert_eq!(lines("x + é$", 6), ["line 3, column 6: m", "  x + é$", "       ^"]);
        assert_eq!(lines("x\t$", 3)[1..], ["  x $", "    ^"]);
        assert_eq!(lines("x +", 4)[1..], ["  x +", "     ^"]);
        assert_eq!(lines("", 1), ["line 3, column 1: m"]);
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        for column in [1, 2, 40, 45, 46, 47, 500, 955, 960, 999, 1000] {
            let text: String = "é".repeat(column - 1) + "$" + &"a".repeat(1000 - column);
            let shown = lines(&text, column);
            assert_eq!(shown[1].chars().position(|c| c == '$'), shown[2].chars().position(|c| c == '^'), "{column}");
            assert!(shown[1].chars().count() <= 100, "{column}");
            assert_eq!(shown[1].starts_with("  ... "), column > 46, "{column}");
            assert_eq!(shown[1].ends_with(" ..."), column < 956, "{column}");
        }
    }
}
