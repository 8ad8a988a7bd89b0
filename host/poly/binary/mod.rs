//! The binary format: exact bytes of coefficients, in records with checksums, written and read term by term.
//!
//! ```text
//! file    := 89 45 4C 4D 0D 0A 1A 0A   version: u32 = 1   record ...
//! record  := count: u32   size: u64   payload: size bytes   crc: u32
//! ```
//!
//! Integers are little-endian. `crc` is the CRC-32 of everything in the file before it, the `crc` fields themselves left out. The first
//! record is the header, `count` variables; then blocks of `count` > 0 terms; the last one has `count` 0 and is the end:
//!
//! ```text
//! header  := count names: number of bytes, UTF-8   denominator: number of bytes, magnitude
//! block   := count terms: an exponent for each variable, 2 * number of bytes + (1 if negative), magnitude
//! end     := number of terms: u64
//! number  := LEB128, 7 bits a byte from the lowest, the high bit set in all but the last; no byte more than needed
//! ```
//!
//! `docs/format.md` says it at length, for those who write a reader. Since each checksum goes on from the one before, blocks that
//! were exchanged, left out or taken from another file are found, and a file without an end record is not whole.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::BinaryReader;
pub use write::BinaryWriter;

/// What a file begins with. No text does; and a copy that changes ends of lines, or stops at a control character, changes it.
const MAGIC: [u8; 8] = *b"\x89ELM\r\n\x1a\n";

/// How many of its bytes tell it from text.
const TELLING: usize = 4;

const VERSION: u32 = 1;

/// Bytes of `count` and `size`.
const HEAD: usize = 12;

/// Whether a file that begins with these bytes, eight or more of them where it has so many, is in the binary format, whole or not.
///
/// ```
/// use eliminant::poly::is_binary;
/// assert!(is_binary(b"\x89ELM\r\n\x1a\n") && !is_binary(b"x^2 - 1"));
/// ```
pub fn is_binary(beginning: &[u8]) -> bool {
    beginning.starts_with(&MAGIC[..TELLING])
}
