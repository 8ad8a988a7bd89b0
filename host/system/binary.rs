//! The binary format of systems: exact coefficients and exponents, in records with checksums (`host/records`).
//!
//! The first record is the header; then blocks of `count` > 0 terms; the last one has `count` 0 and is the end:
//!
//! ```text
//! magic     := 89 45 4C 53 0D 0A 1A 0A   version: u32 = 1
//! header    := count names: number of bytes, UTF-8   number of polynomials   for each its number of terms
//! block     := count terms: number of variables that occur
//!              for each its place less that of the one before, the first one plus 1, and its exponent
//!              real part   imaginary part
//! end       := number of terms: u64
//! part      := 2 * number of bytes + (1 if negative), magnitude; of one that is not 0 also the denominator: number of bytes, magnitude
//! ```
//!
//! A compiled system is written as the polynomials it was made of, and compiled when it is read. So a file does not depend on how the engines
//! want their lists, and no list of a file has to be trusted.

use super::size;
use crate::error::Result;
use crate::poly::systems::{Coefficient, Compiled, System, Term, check_names};
use crate::records::{BLOCK, Form, Record, RecordWriter, Records, limit, push_magnitude, push_number};
use rug::{Integer, Rational};
use std::cmp::Reverse;
use std::io::{Read, Write};

pub(super) const FORM: Form = Form { magic: *b"\x89ELS\r\n\x1a\n", version: 1, what: "a system in binary form" };

/// Whether a file that begins with these bytes, eight or more of them where it has so many, is in the binary format of systems, whole or not.
///
/// ```
/// use eliminant::system::is_binary;
/// assert!(is_binary(b"\x89ELS\r\n\x1a\n") && !is_binary(b"x^2 - 1;"));
/// ```
pub fn is_binary(beginning: &[u8]) -> bool {
    FORM.begins(beginning)
}

impl System {
    /// Writes the system in the [binary format](crate::system#binary).
    ///
    /// # Errors
    /// `File` when it cannot be written.
    ///
    /// ```
    /// use eliminant::system::System;
    /// let system: System = "x^2/3 + i*y - 7; y^4294967295".parse()?;
    /// let mut bytes = Vec::new();
    /// system.write_binary(&mut bytes)?;
    /// assert_eq!(System::read_binary(&bytes[..])?, system);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn write_binary(&self, out: impl Write) -> Result<()> {
        self.write_blocks(out, BLOCK)
    }

    /// In blocks of about so many bytes.
    pub(super) fn write_blocks(&self, out: impl Write, block: usize) -> Result<()> {
        let mut records = RecordWriter::new(out);
        records.beginning(&FORM)?;
        records.names(self.variables());
        push_number(&mut records.payload, self.len() as u64);
        for terms in self.polynomials() {
            push_number(&mut records.payload, terms.len() as u64);
        }
        records.record()?;
        let mut terms = 0u64;
        for term in self.polynomials().iter().flatten() {
            let payload = &mut records.payload;
            push_number(payload, term.exponents.len() as u64);
            let mut next = 0;
            for &(place, e) in &term.exponents {
                push_number(payload, (place + 1 - next) as u64);
                push_number(payload, e.into());
                next = place + 1;
            }
            push_part(payload, &term.coefficient.re);
            push_part(payload, &term.coefficient.im);
            records.count += 1;
            terms += 1;
            if records.payload.len() >= block {
                records.record()?;
            }
        }
        if records.count > 0 {
            records.record()?;
        }
        records.payload.extend(terms.to_le_bytes());
        Ok(records.record()?)
    }

    /// Reads a system in the [binary format](crate::system#binary), to the end of the source.
    ///
    /// # Errors
    /// `Binary`, with the byte of the file, where it is not in this format, not whole, or changed; `Limit` for numbers of 2^32 bits.
    pub fn read_binary(source: impl Read) -> Result<Self> {
        Self::read_binary_within(source, u64::MAX)
    }

    /// As [`System::read_binary`]; `Limit` already where the system, or a block, takes more than `bytes` bytes.
    pub fn read_binary_within(source: impl Read, bytes: u64) -> Result<Self> {
        let mut records = Records::new(source, bytes, &FORM)?;
        records.next()?;
        let names = records.names()?;
        let record = &mut records.record;
        check_names(&names).or_else(|error| record.wrong(0, error.to_string()))?;
        let mut left = Left { memory: bytes, left: bytes };
        let polynomials = record.number()?;
        // Each has a byte for its number of terms.
        if polynomials > (record.payload.len() - record.taken) as u64 {
            return record.wrong(record.taken, format!("{polynomials} polynomials are longer than the header"));
        }
        left.take(polynomials * (size_of::<Vec<Term>>() + size_of::<u64>()) as u64)?;
        let counts: Vec<u64> = (0..polynomials).map(|_| record.number()).collect::<Result<_>>()?;
        record.end()?;
        let mut system = Vec::with_capacity(counts.len());
        let mut read = 0;
        for count in counts {
            let mut terms: Vec<Term> = Vec::new();
            for _ in 0..count {
                while records.record.left == 0 {
                    records.record.end()?;
                    records.next()?;
                    let Record { count, payload, .. } = &records.record;
                    if *count == 0 {
                        let message = format!("the file ends after {read} terms, fewer than its header counts");
                        return records.record.wrong(0, message);
                    }
                    // A byte for the number of variables, and one for each part.
                    if u64::from(*count).saturating_mul(3) > payload.len() as u64 {
                        return records.record.wrong(0, format!("{count} terms are longer than their block"));
                    }
                }
                left.room(&mut terms)?;
                let term = term(&mut records.record, names.len(), terms.last(), &mut left)?;
                terms.push(term);
                records.record.left -= 1;
                read += 1;
            }
            system.push(terms);
        }
        if records.record.left > 0 {
            return records.record.wrong(records.record.taken, "there are more terms than the header counts");
        }
        records.record.end()?;
        records.next()?;
        if records.record.count > 0 {
            return records.record.wrong(0, "there are more terms than the header counts");
        }
        records.finish(read)?;
        Ok(System::of_terms(names, system))
    }
}

impl Compiled {
    /// Writes the system in the [binary format](crate::system#binary), which [`System::write_binary`] writes too.
    ///
    /// # Errors
    /// `File` when it cannot be written.
    pub fn write_binary(&self, out: impl Write) -> Result<()> {
        System::from(self).write_binary(out)
    }

    /// Reads a system in the [binary format](crate::system#binary) and compiles it.
    ///
    /// # Errors
    /// As [`System::read_binary`] and [`System::compile`].
    ///
    /// ```
    /// use eliminant::system::{Compiled, System};
    /// let compiled = System::katsura(4)?.compile()?;
    /// let mut bytes = Vec::new();
    /// compiled.write_binary(&mut bytes)?;
    /// assert_eq!(Compiled::read_binary(&bytes[..])?, compiled);
    ///
    /// bytes[70] ^= 1;
    /// let error = Compiled::read_binary(&bytes[..]).unwrap_err().to_string();
    /// assert!(error.contains("the checksum of block 1 is"), "{error}");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn read_binary(source: impl Read) -> Result<Self> {
        System::read_binary(source)?.compile()
    }

    /// As [`Compiled::read_binary`]; `Limit` already where the polynomials, or a block, take more than `bytes` bytes.
    pub fn read_binary_within(source: impl Read, bytes: u64) -> Result<Self> {
        System::read_binary_within(source, bytes)?.compile()
    }
}

/// The polynomials that a compiled system was made of.
impl From<&Compiled> for System {
    fn from(compiled: &Compiled) -> Self {
        let of = |p: usize| {
            let term = |t: usize| Term {
                coefficient: compiled.coefficients()[t].clone(),
                exponents: compiled.factors_of(t).iter().map(|f| (f.variable as usize, f.exponent)).collect(),
            };
            let mut terms: Vec<Term> = compiled.terms_of(p).map(term).collect();
            terms.sort_by_cached_key(|term| Reverse(order(term)));
            terms
        };
        System::of_terms(compiled.names().to_vec(), (0..compiled.polynomials()).map(of).collect())
    }
}

/// The key by which monomials are compared.
fn order(term: &Term) -> Vec<(Reverse<usize>, u32)> {
    term.exponents.iter().map(|&(place, e)| (Reverse(place), e)).collect()
}

fn push_part(to: &mut Vec<u8>, x: &Rational) {
    let mut push = |x: &Integer, number: u64| {
        push_number(to, number);
        push_magnitude(to, x, x.significant_digits::<u8>());
    };
    let bytes = |x: &Integer| x.significant_digits::<u8>() as u64;
    push(x.numer(), 2 * bytes(x.numer()) + u64::from(x.is_negative()));
    if !x.is_zero() {
        push(x.denom(), bytes(x.denom()));
    }
}

fn part(record: &mut Record) -> Result<Rational> {
    let start = record.taken;
    let number = record.number()?;
    match number {
        0 => return Ok(Rational::new()),
        1 => return record.wrong(start, "a 0 has a sign"),
        _ => {}
    }
    let numerator = record.magnitude(number / 2, "bytes of a coefficient")?;
    let bytes = record.number()?;
    let denominator = record.magnitude(bytes, "bytes of a denominator")?;
    let size = Rational::from((numerator, denominator));
    Ok(if number % 2 == 1 { -size } else { size })
}

/// The next term, which comes behind `last`.
fn term(record: &mut Record, variables: usize, last: Option<&Term>, left: &mut Left) -> Result<Term> {
    let start = record.taken;
    let count = record.number()?;
    // Those of a term are different, so that there is no more room to make than that for all of them.
    if count > variables as u64 {
        return record.wrong(start, format!("a term has {count} variables, of {variables}"));
    }
    let mut exponents = Vec::with_capacity(count as usize);
    let mut next = 0u64;
    for _ in 0..count {
        let (at, gap) = (record.taken, record.number()?);
        let place = next.checked_add(gap).filter(|&end| gap > 0 && end <= variables as u64);
        let Some(end) = place else {
            return record.wrong(at, "a term has variables that are not there, or not in their order");
        };
        next = end;
        match u32::try_from(record.number()?) {
            Ok(e) if e > 0 => exponents.push((end as usize - 1, e)),
            _ => return record.wrong(at, "a term has an exponent that is 0, or 2^32 or more"),
        }
    }
    let coefficient = Coefficient::new(part(record)?, part(record)?);
    if coefficient.is_zero() {
        return record.wrong(start, "a term is 0");
    }
    let term = Term { coefficient, exponents };
    if last.is_some_and(|last| order(last) <= order(&term)) {
        return record.wrong(start, "a term comes after one that is not greater; terms must be in descending order");
    }
    left.take(size::of_term(&term) - size_of::<Term>() as u64)?;
    Ok(term)
}

/// Bytes that are left for a system.
struct Left {
    memory: u64,
    left: u64,
}

impl Left {
    fn take(&mut self, bytes: u64) -> Result<()> {
        let used = self.memory - self.left;
        self.left = self
            .left
            .checked_sub(bytes)
            .ok_or_else(|| limit("bytes of memory for the system", used.saturating_add(bytes), self.memory))?;
        Ok(())
    }

    /// Room for a term more: a half more than there are, so that a list is seldom moved.
    fn room(&mut self, terms: &mut Vec<Term>) -> Result<()> {
        if terms.len() < terms.capacity() {
            return Ok(());
        }
        let more = terms.len() / 2 + 1;
        self.take((more * size_of::<Term>()) as u64)?;
        terms.reserve_exact(more);
        Ok(())
    }
}
