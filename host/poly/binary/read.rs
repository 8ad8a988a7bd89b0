//! Reading the binary format.

use std::io::Read;
use std::sync::Arc;

use rug::Integer;

use super::super::polynomial::{Exponents, Polynomial, Term, checked_vars};
use super::super::rational::RationalPolynomial;
use super::super::size;
use super::FORM;
use crate::error::Result;
use crate::records::{Records, limit};

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
    records: Records<R>,
    vars: Arc<[String]>,
    denominator: Integer,
    /// Terms that were given.
    terms: u64,
    last: Option<Exponents>,
    finished: bool,
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
            records: Records::new(source, bytes, &FORM)?,
            vars: Arc::default(),
            denominator: Integer::new(),
            terms: 0,
            last: None,
            finished: false,
        };
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

    fn header(&mut self) -> Result<()> {
        self.records.next()?;
        let vars = self.records.names()?;
        let record = &mut self.records.record;
        self.vars = checked_vars(&vars).or_else(|error| record.wrong(0, error.to_string()))?;
        let bytes = record.number()?;
        self.denominator = record.magnitude(bytes, "bytes of the denominator")?;
        record.end()
    }

    /// A block, or the end of the file.
    fn block(&mut self) -> Result<()> {
        self.records.next()?;
        let (vars, record) = (self.vars.len() as u64, &self.records.record);
        match record.count {
            0 => {
                self.records.finish(self.terms)?;
                self.finished = true;
                Ok(())
            }
            // A byte for each exponent, one for the size and one for the coefficient.
            count if u64::from(count).saturating_mul(vars + 2) > record.payload.len() as u64 => {
                record.wrong(0, format!("{count} terms are longer than their block"))
            }
            _ => Ok(()),
        }
    }

    /// Whether there is a term more; its block is read.
    fn is_more(&mut self) -> Result<bool> {
        if self.records.record.left == 0 && !self.finished {
            self.records.record.end()?;
            self.block()?;
        }
        Ok(!self.finished)
    }

    /// The next term, which is there; `left` is what it may take besides its place in a list.
    fn term(&mut self, left: &mut u64) -> Result<Term> {
        let memory = self.records.memory;
        let record = &mut self.records.record;
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
            limit("bytes of memory for the polynomial", memory.saturating_sub(*left) + needed, memory)
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
        let memory = self.records.memory;
        let (mut terms, mut left) = (Vec::new(), memory);
        while self.is_more()? {
            make_room(&mut terms, self.records.record.left as usize, &mut left, memory)?;
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
