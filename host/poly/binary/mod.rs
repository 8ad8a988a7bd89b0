//! The binary format: exact bytes of coefficients, in records with checksums, written and read term by term.
//!
//! It is made of records (`host/records`). The first one is the header, `count` variables; then blocks of `count` > 0 terms; the last one has
//! `count` 0 and is the end:
//!
//! ```text
//! header  := count names: number of bytes, UTF-8   denominator: number of bytes, magnitude
//! block   := count terms: an exponent for each variable, 2 * number of bytes + (1 if negative), magnitude
//! end     := number of terms: u64
//! ```
//!
//! `docs/format.md` says it at length, for those who write a reader. Since each checksum goes on from the one before, blocks that
//! were exchanged, left out or taken from another file are found, and a file without an end record is not whole.

use crate::records::Form;

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::BinaryReader;
pub use write::BinaryWriter;

const FORM: Form = Form { magic: *b"\x89ELM\r\n\x1a\n", version: 1, what: "a polynomial in binary form" };

/// Whether a file that begins with these bytes, eight or more of them where it has so many, is in the binary format, whole or not.
///
/// ```
/// use eliminant::poly::is_binary;
/// assert!(is_binary(b"\x89ELM\r\n\x1a\n") && !is_binary(b"x^2 - 1"));
/// ```
pub fn is_binary(beginning: &[u8]) -> bool {
    FORM.begins(beginning)
}
