//! Reading the binary format. Nothing is believed before its checksum was right, and no length before there are so many bytes.

use std::io::Read;
use std::sync::Arc;

use crc32fast::Hasher;
use rug::Integer;
use rug::integer::Order;

use super::super::polynomial::{Exponents, Polynomial, Term, checked_vars};
use super::super::rational::RationalPolynomial;
use super::super::size;
use super::{HEAD, MAGIC, TELLING, VERSION};
use crate::error::{Error, ErrorKind, Result};

/// The longest magnitude: GMP's integers, and numbers of bits in 32 bits, end there.
const MAGNITUDE: u64 = (1 << 29) - 1;

/// Bytes that a variable takes besides its name.
const NAME: u64 = 64;

/// Reads a polynomial in the binary format term by term: one block is in memory.
///
/// It is an iterator over the terms, in descending lexicographic order; the polynomial is their sum over the
/// [denominator](Self::denominator), which may have divisors in common with all coefficients. After an error there is nothing more.
/// Only when the iterator has ended without one was the file whole.
///
/// ```
/// use eliminant::poly::{BinaryReader, Polynomial};
///
/// let mut bytes = Vec::new();
/// "x^2 - 7".parse::<Polynomial>()?.write_binary(&mut bytes)?;
/// let reader = BinaryReader::new(&bytes[..])?;
/// assert_eq!((reader.vars(), reader.denominator()), (&["x".to_owned()][..], &1.into()));
/// let degrees: Vec<u32> = reader.map(|term| Ok(term?.exponents[0])).collect::<eliminant::Result<_>>()?;
/// assert_eq!(degrees, [2, 0]);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug)]
pub struct BinaryReader<R> {
    source: R,
    /// Bytes that may be taken.
    memory: u64,
    vars: Arc<[String]>,
    denominator: Integer,
    crc: Hasher,
    /// Bytes that were read.
    read: u64,
    /// Blocks that were read.
    blocks: u64,
    /// Terms that were given.
    terms: u64,
    record: Record,
    last: Option<Exponents>,
    finished: bool,
}

/// A record whose checksum was right.
#[derive(Debug, Default)]
struct Record {
    /// As the file has it.
    count: u32,
    payload: Vec<u8>,
    /// Where the payload begins in the file.
    start: u64,
    /// How much of the payload was taken.
    taken: usize,
    /// Terms that were not taken.
    left: u32,
}

fn damaged<T>(byte: u64, message: impl Into<String>) -> Result<T> {
    Err(ErrorKind::Binary { byte, message: message.into() }.into())
}

fn limit(what: &'static str, needed: u64, allowed: u64) -> Error {
    ErrorKind::Limit { what, needed: needed.into(), allowed: allowed.into() }.into()
}

impl Record {
    /// What the writer of the file did wrong, at the last byte that was taken: nothing was changed since.
    fn wrong<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        damaged(self.start + at as u64, message)
    }

    fn bytes(&mut self, count: u64, what: &str) -> Result<&[u8]> {
        let left = &self.payload[self.taken..];
        match usize::try_from(count).ok().and_then(|count| left.get(..count)) {
            Some(bytes) => {
                self.taken += bytes.len();
                Ok(bytes)
            }
            None => self.wrong(self.taken, format!("{what} of {count} bytes is longer than its record")),
        }
    }

    /// LEB128.
    fn number(&mut self) -> Result<u64> {
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
    fn magnitude(&mut self, bytes: u64, what: &'static str) -> Result<Integer> {
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
    fn end(&self) -> Result<()> {
        match self.payload.len() - self.taken {
            0 => Ok(()),
            left => self.wrong(self.taken, format!("the record has {left} bytes more than it needs")),
        }
    }
}

impl<R: Read> BinaryReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// `Binary` with the byte of the file where it is not in this format, not whole, or changed: of a header or block with a wrong checksum
    /// its first byte.
    pub fn new(source: R) -> Result<Self> {
        Self::within(source, u64::MAX)
    }

    /// As [`BinaryReader::new`]; also `Limit` where header or a block take more than `bytes` bytes.
    pub fn within(source: R, bytes: u64) -> Result<Self> {
        let mut reader = BinaryReader {
            source,
            memory: bytes,
            vars: Arc::default(),
            denominator: Integer::new(),
            crc: Hasher::new(),
            read: 0,
            blocks: 0,
            terms: 0,
            record: Record::default(),
            last: None,
            finished: false,
        };
        reader.beginning()?;
        reader.header()?;
        Ok(reader)
    }

    /// The variables, in order.
    pub fn vars(&self) -> &[String] {
        &self.vars
    }

    /// The denominator, positive.
    pub fn denominator(&self) -> &Integer {
        &self.denominator
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
            let message = format!("the file ends in {place}, {} bytes early; copy or compute it again", size - found);
            return damaged(self.read, message);
        }
        if found < size {
            return Err(limit("bytes of memory for a block", size, *memory));
        }
        Ok(())
    }

    fn beginning(&mut self) -> Result<()> {
        self.take(MAGIC.len() as u64, "its first bytes")?;
        let magic = &self.record.payload[..];
        if magic != MAGIC {
            return match magic[..TELLING] == MAGIC[..TELLING] {
                true => damaged(TELLING as u64, "ends of lines were changed; copy the file as it is, not as text"),
                false => damaged(0, "this is not a polynomial in binary form, which begins with 89 45 4C 4D"),
            };
        }
        self.crc.update(magic);
        self.take(4, "its version")?;
        let bytes = &self.record.payload[..];
        if bytes != VERSION.to_le_bytes() {
            let version = little_endian(bytes);
            let message = format!("this is version {version} of the format, and this program reads version {VERSION}");
            return damaged(MAGIC.len() as u64, message);
        }
        self.crc.update(bytes);
        Ok(())
    }

    /// Reads the next record.
    fn record(&mut self) -> Result<()> {
        let start = self.read;
        let place = match self.blocks {
            0 => "the header".to_owned(),
            n => format!("block {n} or its end record"),
        };
        self.take(HEAD as u64, &place)?;
        let head = &self.record.payload[..];
        self.crc.update(head);
        let (count, size) = (little_endian(&head[..4]) as u32, little_endian(&head[4..]));
        let place = match (self.blocks, count) {
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
        self.blocks += 1;
        self.record = Record { count, payload, taken: 0, left: count, ..self.record };
        Ok(())
    }

    fn header(&mut self) -> Result<()> {
        self.record()?;
        let record = &mut self.record;
        let count = std::mem::take(&mut record.left);
        // A name has a byte for its length and one of its own.
        if record.payload.len() as u64 / 2 < u64::from(count) {
            return record.wrong(0, format!("{count} variables are longer than the header"));
        }
        let needed = u64::from(count) * NAME + record.payload.len() as u64;
        if needed > self.memory {
            return Err(limit("bytes of memory for the variables", needed, self.memory));
        }
        let mut vars = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let bytes = record.number()?;
            let at = record.taken;
            let Ok(name) = std::str::from_utf8(record.bytes(bytes, "a name")?) else {
                return record.wrong(at, "the name of a variable is not UTF-8");
            };
            vars.push(name.to_owned());
        }
        self.vars = checked_vars(&vars).or_else(|error| record.wrong(0, error.to_string()))?;
        let bytes = record.number()?;
        self.denominator = record.magnitude(bytes, "bytes of the denominator")?;
        record.end()
    }

    /// A block, or the end of the file.
    fn block(&mut self) -> Result<()> {
        self.record()?;
        let vars = self.vars.len() as u64;
        let Record { count, payload, .. } = &self.record;
        if *count > 0 {
            // A byte for each exponent, one for the size and one for the coefficient.
            return match u64::from(*count).saturating_mul(vars + 2) > payload.len() as u64 {
                true => self.record.wrong(0, format!("{count} terms are longer than their block")),
                false => Ok(()),
            };
        }
        if payload.len() != 8 || little_endian(payload) != self.terms {
            let message = format!("the end of the file does not count its {} terms", self.terms);
            return self.record.wrong(0, message);
        }
        let at = self.read;
        self.record.payload.clear();
        match self.source.by_ref().take(1).read_to_end(&mut self.record.payload) {
            Ok(0) => {
                self.finished = true;
                Ok(())
            }
            Ok(_) => damaged(at, "the file goes on behind its end"),
            Err(error) => damaged(at, format!("cannot be read: {error}")),
        }
    }

    /// Whether there is a term more; its block is read.
    fn is_more(&mut self) -> Result<bool> {
        if self.record.left == 0 && !self.finished {
            self.record.end()?;
            self.block()?;
        }
        Ok(!self.finished)
    }

    /// The next term, which is there; `left` is what it may take besides its place in a list.
    fn term(&mut self, left: &mut u64) -> Result<Term> {
        let record = &mut self.record;
        let start = record.taken;
        let mut exponents = Exponents::with_capacity(self.vars.len());
        for _ in 0..self.vars.len() {
            match record.number()? {
                e if e <= u64::from(Polynomial::MAX_EXPONENT) => exponents.push(e as u32),
                e => {
                    return record.wrong(start, format!("a term has exponent {e}; exponents must be below 2147483648"));
                }
            }
        }
        if self.last.as_ref().is_some_and(|last| *last <= exponents) {
            return record
                .wrong(start, "a term comes after one that is not greater; terms must be in descending order");
        }
        let number = record.number()?;
        let needed = size::beside((number / 2).div_ceil(8), exponents.len());
        *left = left.checked_sub(needed).ok_or_else(|| {
            limit("bytes of memory for the polynomial", self.memory.saturating_sub(*left) + needed, self.memory)
        })?;
        let magnitude = record.magnitude(number / 2, "bytes of a coefficient")?;
        let coefficient = if number % 2 == 1 { -magnitude } else { magnitude };
        self.last = Some(exponents.clone());
        record.left -= 1;
        self.terms += 1;
        Ok(Term { coefficient, exponents })
    }

    /// All terms as a polynomial.
    fn polynomial(mut self) -> Result<RationalPolynomial> {
        let (mut terms, mut left) = (Vec::new(), self.memory);
        while self.is_more()? {
            make_room(&mut terms, self.record.left as usize, &mut left, self.memory)?;
            terms.push(self.term(&mut left)?);
        }
        RationalPolynomial::new(Polynomial::descending(&self.vars, terms), self.denominator)
    }
}

/// Room for `more` terms: twice the list, so that it is seldom moved, or less where that does not fit.
fn make_room(terms: &mut Vec<Term>, more: usize, left: &mut u64, memory: u64) -> Result<()> {
    let needed = terms.len() + more;
    if needed <= terms.capacity() {
        return Ok(());
    }
    let bytes = |count: usize| (count * size_of::<Term>()) as u64;
    // The old list is there until the new one is filled.
    let rooms = [needed.max(2 * terms.capacity()), needed + needed / 4, needed];
    let Some(room) = rooms.into_iter().find(|&room| bytes(room) <= *left) else {
        return Err(limit("bytes of memory for the polynomial", memory.saturating_sub(*left) + bytes(needed), memory));
    };
    *left = *left - bytes(room) + bytes(terms.capacity());
    terms.reserve_exact(room - terms.len());
    Ok(())
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl<R: Read> Iterator for BinaryReader<R> {
    type Item = Result<Term>;

    fn next(&mut self) -> Option<Result<Term>> {
        let mut left = u64::MAX;
        let term = self.is_more().and_then(|more| if more { self.term(&mut left).map(Some) } else { Ok(None) });
        self.finished |= term.is_err();
        term.transpose()
    }
}

impl RationalPolynomial {
    /// Reads a polynomial in the [binary format](crate::poly#binary), to the end of the source.
    ///
    /// # Errors
    /// `Binary`, with the byte of the file, where it is not in this format, not whole, or changed; `Limit` for coefficients of
    /// 2^32 bits.
    ///
    /// # Complexity
    /// O(bytes); with a denominator other than 1 also a GCD of integers for each term.
    ///
    /// ```
    /// use eliminant::poly::RationalPolynomial;
    /// let f: RationalPolynomial = "x^2/2 - y".parse()?;
    /// let mut bytes = Vec::new();
    /// f.write_binary(&mut bytes)?;
    /// assert_eq!(RationalPolynomial::read_binary(&bytes[..])?, f);
    ///
    /// bytes[50] ^= 1;
    /// let error = RationalPolynomial::read_binary(&bytes[..]).unwrap_err().to_string();
    /// assert!(error.contains("the checksum of block 1 is"), "{error}");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn read_binary(source: impl Read) -> Result<Self> {
        BinaryReader::new(source)?.polynomial()
    }

    /// As [`RationalPolynomial::read_binary`]; `Limit` already where the polynomial, or a block, takes more than `bytes` bytes.
    pub fn read_binary_within(source: impl Read, bytes: u64) -> Result<Self> {
        BinaryReader::within(source, bytes)?.polynomial()
    }
}
