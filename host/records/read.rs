//! Reading records. Nothing is believed before its checksum was right, and no length before there are so many bytes.

use std::io::Read;

use crc32fast::Hasher;
use rug::Integer;
use rug::integer::Order;

use super::{Form, HEAD, TELLING, little_endian};
use crate::error::{Error, ErrorKind, Result};
use crate::plural::count;

/// The longest magnitude: GMP's integers, and numbers of bits in 32 bits, end there.
const MAGNITUDE: u64 = (1 << 29) - 1;

/// Bytes that a variable takes besides its name.
const NAME: u64 = 64;

/// Reads the records of a file: one is in memory.
#[derive(Debug)]
pub(crate) struct Records<R> {
    source: R,
    /// Bytes that may be taken.
    pub memory: u64,
    crc: Hasher,
    /// Bytes that were read.
    read: u64,
    /// Records that were read.
    count: u64,
    /// The last one.
    pub record: Record,
}

/// A record whose checksum was right.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// As the file has it.
    pub count: u32,
    pub payload: Vec<u8>,
    /// Where the payload begins in the file.
    start: u64,
    /// How much of the payload was taken.
    pub taken: usize,
    /// Terms that were not taken.
    pub left: u32,
}

fn damaged<T>(byte: u64, message: impl Into<String>) -> Result<T> {
    Err(ErrorKind::Binary { byte, message: message.into() }.into())
}

pub(crate) fn limit(what: &'static str, needed: u64, allowed: u64) -> Error {
    ErrorKind::Limit { what, needed: needed.into(), allowed: allowed.into() }.into()
}

impl Record {
    /// A mistake of the writer of the file, at the last byte that was taken: nothing was changed since.
    pub fn wrong<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        damaged(self.start + at as u64, message)
    }

    pub fn bytes(&mut self, number: u64, what: &str) -> Result<&[u8]> {
        let left = &self.payload[self.taken..];
        match usize::try_from(number).ok().and_then(|number| left.get(..number)) {
            Some(bytes) => {
                self.taken += bytes.len();
                Ok(bytes)
            }
            None => self.wrong(self.taken, format!("{what} of {} is longer than its record", count(number, "byte"))),
        }
    }

    /// LEB128.
    pub fn number(&mut self) -> Result<u64> {
        let start = self.taken;
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let Some(&byte) = self.payload.get(self.taken) else {
                return self.wrong(start, "a number is longer than its record");
            };
            self.taken += 1;
            let bits = u64::from(byte & 0x7F);
            if shift == 63 && bits > 1 || byte == 0 && shift > 0 {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        self.wrong(start, "a number is not below 2^64 or has more bytes than it needs")
    }

    /// A magnitude other than 0.
    pub fn magnitude(&mut self, bytes: u64, what: &'static str) -> Result<Integer> {
        if bytes > MAGNITUDE {
            return Err(limit(what, bytes, MAGNITUDE));
        }
        let start = self.taken;
        let magnitude = self.bytes(bytes, "an integer")?;
        match magnitude.last() {
            None | Some(0) => self.wrong(start, "an integer is 0 or has leading zeros; its last byte must not be 0"),
            Some(_) => Ok(Integer::from_digits(magnitude, Order::Lsf)),
        }
    }

    /// All of it was taken.
    pub fn end(&self) -> Result<()> {
        match self.payload.len() - self.taken {
            0 => Ok(()),
            left => self.wrong(self.taken, format!("the record has {} more than it needs", count(left, "byte"))),
        }
    }
}

impl<R: Read> Records<R> {
    /// Of a source from which at most `memory` bytes are kept at a time. Reads what a file of this format begins with.
    ///
    /// # Errors
    /// `Binary` with the byte where the file is another one, not whole, or changed.
    pub fn new(source: R, memory: u64, form: &Form) -> Result<Self> {
        let (crc, record) = (Hasher::new(), Record::default());
        let mut records = Records { source, memory, crc, read: 0, count: 0, record };
        records.beginning(form)?;
        Ok(records)
    }

    /// Puts `size` bytes of the file, which are a part of `place`, into the payload.
    fn take(&mut self, size: u64, place: &str) -> Result<()> {
        let Self { source, memory, record, .. } = self;
        // A length that lies is found when so many bytes are not there: memory grows with what is.
        let most = size.min(memory.saturating_add(1));
        record.payload.clear();
        let found = match source.by_ref().take(most).read_to_end(&mut record.payload) {
            Ok(found) => found as u64,
            Err(error) => return damaged(self.read, format!("cannot be read: {error}")),
        };
        self.read += found;
        if found < most {
            let message =
                format!("the file ends in {place}, {} early; copy or compute it again", count(size - found, "byte"));
            return damaged(self.read, message);
        }
        if found < size {
            return Err(limit("bytes of memory for a block", size, *memory));
        }
        Ok(())
    }

    fn beginning(&mut self, form: &Form) -> Result<()> {
        self.take(form.magic.len() as u64, "its first bytes")?;
        let magic = &self.record.payload[..];
        if magic != form.magic {
            return match form.begins(magic) {
                true => damaged(TELLING as u64, "ends of lines were changed; copy the file as it is, not as text"),
                false => {
                    let begins: Vec<String> = form.magic[..TELLING].iter().map(|byte| format!("{byte:02X}")).collect();
                    damaged(0, format!("this is not {}, which begins with {}", form.what, begins.join(" ")))
                }
            };
        }
        self.crc.update(magic);
        self.take(4, "its version")?;
        let bytes = &self.record.payload[..];
        if bytes != form.version.to_le_bytes() {
            let (found, version) = (little_endian(bytes), form.version);
            let message = format!("this is version {found} of the format, and this program reads version {version}");
            return damaged(form.magic.len() as u64, message);
        }
        self.crc.update(bytes);
        Ok(())
    }

    /// Reads the next record. The first one is the header; another one whose count is 0 is the end.
    pub fn next(&mut self) -> Result<()> {
        let start = self.read;
        let place = match self.count {
            0 => "the header".to_owned(),
            n => format!("block {n} or its end record"),
        };
        self.take(HEAD as u64, &place)?;
        let head = &self.record.payload[..];
        self.crc.update(head);
        let (count, size) = (little_endian(&head[..4]) as u32, little_endian(&head[4..]));
        let place = match (self.count, count) {
            (0, _) => place,
            (_, 0) => "its end record".to_owned(),
            (n, _) => format!("block {n}"),
        };
        self.record.start = self.read;
        self.take(size, &place)?;
        self.crc.update(&self.record.payload);
        let payload = std::mem::take(&mut self.record.payload);
        self.take(4, &place)?;
        let (found, expected) = (self.crc.clone().finalize(), little_endian(&self.record.payload));
        if u64::from(found) != expected {
            let message =
                format!("the checksum of {place} is {found:08x}, not {expected:08x}; copy or compute the file again");
            return damaged(start, message);
        }
        self.count += 1;
        self.record = Record { count, payload, taken: 0, left: count, ..self.record };
        Ok(())
    }

    /// The names of as many variables as the header counts.
    pub fn names(&mut self) -> Result<Vec<String>> {
        let Self { record, memory, .. } = self;
        let count = std::mem::take(&mut record.left);
        // A name has a byte for its length and one of its own.
        if record.payload.len() as u64 / 2 < u64::from(count) {
            return record.wrong(0, format!("{count} variables are longer than the header"));
        }
        let needed = u64::from(count) * NAME + record.payload.len() as u64;
        if needed > *memory {
            return Err(limit("bytes of memory for the variables", needed, *memory));
        }
        let mut names = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let bytes = record.number()?;
            let at = record.taken;
            let Ok(name) = std::str::from_utf8(record.bytes(bytes, "a name")?) else {
                return record.wrong(at, "the name of a variable is not UTF-8");
            };
            names.push(name.to_owned());
        }
        Ok(names)
    }

    /// Looks at the last record, which is the end of a file of so many terms.
    pub fn finish(&mut self, terms: u64) -> Result<()> {
        let payload = &self.record.payload;
        if payload.len() != 8 || little_endian(payload) != terms {
            return self.record.wrong(0, format!("the end of the file does not count its {terms} terms"));
        }
        let at = self.read;
        self.record.payload.clear();
        match self.source.by_ref().take(1).read_to_end(&mut self.record.payload) {
            Ok(0) => Ok(()),
            Ok(_) => damaged(at, "the file goes on behind its end"),
            Err(error) => damaged(at, format!("cannot be read: {error}")),
        }
    }
}
