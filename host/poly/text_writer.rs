//! Text term by term.

use std::io::{self, Write};

use rug::Integer;

use super::display::{TermText, ZERO};
use super::notation::Notation;
use super::polynomial::Term;
use super::sink::{Course, TermSink};

/// Writes the text of a polynomial term by term: the bytes that `Display` writes, or another [`Notation`], without an end of line.
///
/// It writes in small pieces: give it a writer with a buffer, such as [`std::io::BufWriter`].
///
/// ```
/// use eliminant::poly::{RationalPolynomial, TextWriter};
///
/// let f: RationalPolynomial = "x^2/2 - 3*x".parse()?;
/// let mut text = Vec::new();
/// f.write_to(&mut TextWriter::new(&mut text))?;
/// assert_eq!(String::from_utf8_lossy(&text), f.to_string());
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug)]
pub struct TextWriter<W> {
    out: W,
    course: Course,
    vars: Vec<String>,
    denominator: Integer,
    notation: Notation,
}

impl<W: Write> TextWriter<W> {
    /// A writer of one polynomial.
    pub fn new(out: W) -> Self {
        TextWriter::in_notation(out, Notation::Plain)
    }

    /// A writer of one polynomial in a notation.
    pub fn in_notation(out: W, notation: Notation) -> Self {
        TextWriter { out, course: Course::default(), vars: Vec::new(), denominator: Integer::new(), notation }
    }
}

impl<W> TextWriter<W> {
    /// The writer beneath it.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> TermSink for TextWriter<W> {
    fn begin(&mut self, vars: &[String], denominator: &Integer) -> io::Result<()> {
        self.course.begin(vars, denominator)?;
        (self.vars, self.denominator) = (vars.to_vec(), denominator.clone());
        Ok(())
    }

    fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<()> {
        let first = self.course.term(coefficient, exponents)?;
        let Self { out, vars, denominator, notation, .. } = self;
        write!(out, "{}", TermText { vars, coefficient, exponents, denominator, first, notation: *notation })
    }

    fn terms(&mut self, terms: &[Term]) -> io::Result<()> {
        let Self { out, course, vars, denominator, notation } = self;
        let notation = *notation;
        let encode = |text: &mut Vec<u8>, Term { coefficient, exponents }: &Term, first| {
            write!(text, "{}", TermText { vars, coefficient, exponents, denominator, first, notation })
        };
        course.terms(terms, encode, |text| out.write_all(&text))
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.course.finish()? {
            self.out.write_all(ZERO.as_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::properties::polynomial;
    use super::super::{InMemory, RationalPolynomial};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn zero_and_no_variables() {
        for text in ["0", "-7", "5/3"] {
            let mut written = Vec::new();
            text.parse::<RationalPolynomial>().unwrap().write_to(&mut TextWriter::new(&mut written)).unwrap();
            assert_eq!(written, text.as_bytes());
        }
    }

    proptest! {
        /// Also where the denominator is not reduced: each coefficient is.
        #[test]
        fn the_bytes_of_display(f in polynomial(10, 5), d in 1u32..100) {
            let mut written = Vec::new();
            let mut kept = InMemory::default();
            let mut text = TextWriter::new(&mut written);
            for sink in [&mut text as &mut dyn TermSink, &mut kept] {
                sink.begin(f.vars(), &Integer::from(d))?;
                for term in f.terms() {
                    sink.term(&term.coefficient, &term.exponents)?;
                }
                sink.finish()?;
            }
            let quotient = RationalPolynomial::new(f, Integer::from(d))?;
            prop_assert_eq!(String::from_utf8(written)?, quotient.to_string());
            prop_assert_eq!(kept.into_polynomial()?, quotient);
        }
    }
}
