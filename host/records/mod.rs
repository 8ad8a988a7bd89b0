//! The frame of binary files: records with checksums, each of which goes on from the one before.
//!
//! ```text
//! file    := magic: 8 bytes   version: u32   record ...
//! record  := count: u32   size: u64   payload: size bytes   crc: u32
//! number  := LEB128, 7 bits a byte from the lowest, the high bit set in all but the last; no byte more than needed
//! ```
//!
//! Integers are little-endian. `crc` is the CRC-32 of everything in the file before it, the `crc` fields themselves left out. The formats
//! say which meaning counts and payloads have: [`crate::poly#binary`] and [`crate::system#binary`].

mod read;
mod write;

pub(crate) use read::{Record, Records, limit};
pub(crate) use write::{RecordWriter, push_magnitude, push_number};

/// How many of the first bytes tell a file from text.
pub(crate) const TELLING: usize = 4;

/// Bytes of `count` and `size`.
pub(crate) const HEAD: usize = 12;

/// A record ends with the term that reaches so many bytes.
pub(crate) const BLOCK: usize = 1 << 20;

/// The marks of the files of a format.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    /// The first bytes of a file. No text has them; and a copy that changes ends of lines, or stops at a control
    /// character, changes it.
    pub magic: [u8; 8],
    pub version: u32,
    /// A noun for its contents, with its article.
    pub what: &'static str,
}

impl Form {
    /// Whether a file that begins with these bytes is in this format, whole or not.
    pub fn begins(&self, beginning: &[u8]) -> bool {
        beginning.starts_with(&self.magic[..TELLING])
    }
}

/// An integer of up to 8 bytes.
pub(crate) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
