//! Writing the binary format.

use std::io::{self, Write};

use crc32fast::Hasher;
use rug::Integer;

use super::super::polynomial::Polynomial;
use super::super::rational::RationalPolynomial;
use super::super::sink::{Course, TermSink};
use super::{MAGIC, VERSION};
use crate::error::Result;

/// A block ends with the term that reaches so many bytes.
const BLOCK: usize = 1 << 20;

/// Writes a polynomial in the binary format, a block at a time: about 1 MiB, or one term where that is longer, is in memory. It needs no
/// buffer below it.
///
/// ```
/// use eliminant::poly::{BinaryWriter, RationalPolynomial, TermSink};
///
/// let mut bytes = Vec::new();
/// let mut sink = BinaryWriter::new(&mut bytes);
/// sink.begin(&["x".to_owned()], &2.into())?;
/// sink.term(&3.into(), &[2])?;
/// sink.term(&(-4).into(), &[0])?;
/// sink.finish()?;
/// assert_eq!(RationalPolynomial::read_binary(&bytes[..])?.to_string(), "3/2*x^2 - 2");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug)]
pub struct BinaryWriter<W> {
    out: W,
    course: Course,
    crc: Hasher,
    /// The record that is being made.
    payload: Vec<u8>,
    count: u32,
    /// Terms in all.
    terms: u64,
    block: usize,
}

impl<W: Write> BinaryWriter<W> {
    /// A writer of one polynomial.
    pub fn new(out: W) -> Self {
        Self::with_blocks(out, BLOCK)
    }

    /// A writer whose blocks have about so many bytes.
    pub(super) fn with_blocks(out: W, block: usize) -> Self {
        let (course, crc) = (Course::default(), Hasher::new());
        BinaryWriter { out, course, crc, payload: Vec::new(), count: 0, terms: 0, block }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.crc.update(bytes);
        self.out.write_all(bytes)
    }

    /// Writes what was gathered, as a record.
    fn record(&mut self) -> io::Result<()> {
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
}

/// LEB128.
fn push_number(to: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// The bytes of a magnitude, and of its limbs all those above it.
fn push_magnitude(to: &mut Vec<u8>, integer: &Integer, bytes: usize) {
    let end = to.len() + bytes;
    to.extend(integer.as_limbs().iter().flat_map(|limb| limb.to_le_bytes()));
    to.truncate(end);
}

impl<W> BinaryWriter<W> {
    /// What it has written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> TermSink for BinaryWriter<W> {
    fn begin(&mut self, vars: &[String], denominator: &Integer) -> io::Result<()> {
        self.course.begin(vars, denominator)?;
        self.write(&MAGIC)?;
        self.write(&VERSION.to_le_bytes())?;
        for name in vars {
            push_number(&mut self.payload, name.len() as u64);
            self.payload.extend(name.bytes());
        }
        let bytes = denominator.significant_digits::<u8>();
        push_number(&mut self.payload, bytes as u64);
        push_magnitude(&mut self.payload, denominator, bytes);
        // A list of distinct names in memory is shorter than that.
        self.count = vars.len() as u32;
        self.record()
    }

    fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<()> {
        self.course.term(coefficient, exponents)?;
        for &e in exponents {
            push_number(&mut self.payload, e.into());
        }
        let bytes = coefficient.significant_digits::<u8>();
        push_number(&mut self.payload, 2 * bytes as u64 + u64::from(coefficient.is_negative()));
        push_magnitude(&mut self.payload, coefficient, bytes);
        self.count += 1;
        self.terms += 1;
        if self.payload.len() >= self.block { self.record() } else { Ok(()) }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.course.finish()?;
        if self.count > 0 {
            self.record()?;
        }
        self.payload.extend(self.terms.to_le_bytes());
        self.record()
    }
}

impl Polynomial {
    /// Writes the polynomial in the [binary format](crate::poly#binary), with the denominator 1.
    ///
    /// # Errors
    /// `File` when it cannot be written.
    ///
    /// ```
    /// use eliminant::poly::{Polynomial, RationalPolynomial};
    /// let f: Polynomial = "x^2*y - 7".parse()?;
    /// let mut bytes = Vec::new();
    /// f.write_binary(&mut bytes)?;
    /// assert_eq!(RationalPolynomial::read_binary(&bytes[..])?, f.into());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn write_binary(&self, out: impl Write) -> Result<()> {
        Ok(self.write_to(&mut BinaryWriter::new(out))?)
    }
}

impl RationalPolynomial {
    /// Writes the polynomial in the [binary format](crate::poly#binary).
    ///
    /// # Errors
    /// `File` when it cannot be written.
    pub fn write_binary(&self, out: impl Write) -> Result<()> {
        Ok(self.write_to(&mut BinaryWriter::new(out))?)
    }
}
