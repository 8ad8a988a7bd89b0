//! JSON term by term.

use std::io::{self, Write};

use rug::Integer;
use serde::Serialize;

use super::json::term;
use super::polynomial::Term;
use super::sink::{Course, TermSink};

/// Writes the JSON form of a polynomial term by term: the bytes of [`RationalPolynomial::to_json`](super::RationalPolynomial::to_json),
/// without an end of line. Further keys may follow the terms.
///
/// It writes in small pieces: give it a writer with a buffer, such as [`std::io::BufWriter`].
///
/// ```
/// use eliminant::poly::{JsonWriter, RationalPolynomial, TermSink};
///
/// let f: RationalPolynomial = "x^2/2 - 3*x".parse()?;
/// let mut text = Vec::new();
/// f.write_to(&mut JsonWriter::new(&mut text))?;
/// assert_eq!(String::from_utf8_lossy(&text), f.to_json());
///
/// let mut text = Vec::new();
/// let mut writer = JsonWriter::new(&mut text);
/// writer.begin(&["x".to_owned()], &1.into())?;
/// writer.term(&5.into(), &[2])?;
/// writer.finish_with("report", &7)?;
/// assert_eq!(text, br#"{"vars":["x"],"terms":[["5",[2]]],"report":7}"#);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonWriter<W> {
    out: W,
    course: Course,
    denominator: Integer,
}

impl<W: Write> JsonWriter<W> {
    /// A writer of one polynomial.
    pub fn new(out: W) -> Self {
        JsonWriter { out, course: Course::default(), denominator: Integer::new() }
    }

    /// [`TermSink::finish`], with one more key: `report` is skipped when the polynomial is read again.
    ///
    /// # Errors
    /// As [`TermSink`]; and where `value` cannot be written as JSON.
    pub fn finish_with(&mut self, key: &str, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        self.course.finish()?;
        self.out.write_all(b"],")?;
        serde_json::to_writer(&mut self.out, key)?;
        self.out.write_all(b":")?;
        serde_json::to_writer(&mut self.out, value)?;
        self.out.write_all(b"}")
    }
}

impl<W> JsonWriter<W> {
    /// The writer beneath it.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> TermSink for JsonWriter<W> {
    fn begin(&mut self, vars: &[String], denominator: &Integer) -> io::Result<()> {
        self.course.begin(vars, denominator)?;
        self.denominator.clone_from(denominator);
        self.out.write_all(b"{\"vars\":")?;
        serde_json::to_writer(&mut self.out, vars)?;
        self.out.write_all(b",\"terms\":[")
    }

    fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<()> {
        if !self.course.term(coefficient, exponents)? {
            self.out.write_all(b",")?;
        }
        Ok(serde_json::to_writer(&mut self.out, &term(coefficient, exponents, &self.denominator))?)
    }

    fn terms(&mut self, terms: &[Term]) -> io::Result<()> {
        let Self { out, course, denominator } = self;
        let encode = |text: &mut Vec<u8>, Term { coefficient, exponents }: &Term, first: bool| {
            if !first {
                text.push(b',');
            }
            Ok(serde_json::to_writer(text, &term(coefficient, exponents, denominator))?)
        };
        course.terms(terms, encode, |text| out.write_all(&text))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.course.finish()?;
        self.out.write_all(b"]}")
    }
}
