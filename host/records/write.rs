//! Writing records.

use std::io::{self, Write};

use crc32fast::Hasher;
use rug::Integer;

use super::Form;

/// Writes records. It needs no buffer below it.
#[derive(Debug)]
pub(crate) struct RecordWriter<W> {
    out: W,
    crc: Hasher,
    /// The record that is being made.
    pub payload: Vec<u8>,
    /// Its count.
    pub count: u32,
}

impl<W: Write> RecordWriter<W> {
    pub fn new(out: W) -> Self {
        RecordWriter { out, crc: Hasher::new(), payload: Vec::new(), count: 0 }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.crc.update(bytes);
        self.out.write_all(bytes)
    }

    /// Writes what a file of this format begins with.
    pub fn beginning(&mut self, form: &Form) -> io::Result<()> {
        self.write(&form.magic)?;
        self.write(&form.version.to_le_bytes())
    }

    /// Writes what was gathered, as a record.
    pub fn record(&mut self) -> io::Result<()> {
        let payload = std::mem::take(&mut self.payload);
        self.write(&self.count.to_le_bytes())?;
        self.write(&(payload.len() as u64).to_le_bytes())?;
        self.write(&payload)?;
        self.out.write_all(&self.crc.clone().finalize().to_le_bytes())?;
        self.payload = payload;
        self.payload.clear();
        self.count = 0;
        Ok(())
    }

    /// Writes the names of variables into the payload, and counts them.
    pub fn names(&mut self, names: &[String]) {
        for name in names {
            push_number(&mut self.payload, name.len() as u64);
            self.payload.extend(name.bytes());
        }
        // A list of distinct names in memory is shorter than 2^32.
        self.count = names.len() as u32;
    }
}

impl<W> RecordWriter<W> {
    /// The inner writer.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// LEB128.
pub(crate) fn push_number(to: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// The bytes of a magnitude, and of its limbs all those above it.
pub(crate) fn push_magnitude(to: &mut Vec<u8>, integer: &Integer, bytes: usize) {
    let end = to.len() + bytes;
    to.extend(integer.as_limbs().iter().flat_map(|limb| limb.to_le_bytes()));
    to.truncate(end);
}
