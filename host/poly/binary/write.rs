//! Writing the binary format.

use std::io::{self, Write};

use rug::Integer;

use super::super::polynomial::{Polynomial, Term};
use super::super::rational::RationalPolynomial;
use super::super::sink::{Course, TermSink};
use super::FORM;
use crate::error::Result;
use crate::records::{BLOCK, RecordWriter, push_magnitude, push_number};

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
    records: RecordWriter<W>,
    course: Course,
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
        BinaryWriter { records: RecordWriter::new(out), course: Course::default(), terms: 0, block }
    }
}

impl<W> BinaryWriter<W> {
    /// The writer beneath it.
    pub fn into_inner(self) -> W {
        self.records.into_inner()
    }
}

/// Terms in a row.
#[derive(Default)]
struct Encoded {
    bytes: Vec<u8>,
    /// Where each one ends.
    ends: Vec<usize>,
}

/// The bytes of a term.
fn push_term(to: &mut Vec<u8>, coefficient: &Integer, exponents: &[u32]) {
    for &e in exponents {
        push_number(to, e.into());
    }
    let bytes = coefficient.significant_digits::<u8>();
    push_number(to, 2 * bytes as u64 + u64::from(coefficient.is_negative()));
    push_magnitude(to, coefficient, bytes);
}

impl<W: Write> TermSink for BinaryWriter<W> {
    fn begin(&mut self, vars: &[String], denominator: &Integer) -> io::Result<()> {
        self.course.begin(vars, denominator)?;
        self.records.beginning(&FORM)?;
        self.records.names(vars);
        let bytes = denominator.significant_digits::<u8>();
        push_number(&mut self.records.payload, bytes as u64);
        push_magnitude(&mut self.records.payload, denominator, bytes);
        self.records.record()
    }

    fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<()> {
        self.course.term(coefficient, exponents)?;
        push_term(&mut self.records.payload, coefficient, exponents);
        self.records.count += 1;
        self.terms += 1;
        if self.records.payload.len() >= self.block { self.records.record() } else { Ok(()) }
    }

    fn terms(&mut self, terms: &[Term]) -> io::Result<()> {
        let Self { records, course, terms: all, block } = self;
        let encode = |made: &mut Encoded, Term { coefficient, exponents }: &Term, _| {
            push_term(&mut made.bytes, coefficient, exponents);
            made.ends.push(made.bytes.len());
            Ok(())
        };
        course.terms(terms, encode, |Encoded { bytes, ends }| {
            *all += ends.len() as u64;
            let (mut ends, mut from) = (&ends[..], 0);
            while let Some(&end) = ends.last() {
                // The block ends with the term that makes it long enough.
                let room = block.saturating_sub(records.payload.len());
                let count = ends.partition_point(|&end| end - from < room) + 1;
                let to = ends.get(count - 1).copied().unwrap_or(end);
                records.payload.extend_from_slice(&bytes[from..to]);
                let (taken, left) = ends.split_at(count.min(ends.len()));
                records.count += taken.len() as u32;
                if records.payload.len() >= *block {
                    records.record()?;
                }
                (ends, from) = (left, to);
            }
            Ok(())
        })
    }

    fn finish(&mut self) -> io::Result<()> {
        self.course.finish()?;
        if self.records.count > 0 {
            self.records.record()?;
        }
        self.records.payload.extend(self.terms.to_le_bytes());
        self.records.record()
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
