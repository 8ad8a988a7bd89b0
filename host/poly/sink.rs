//! Polynomials term by term: whoever makes the terms in order needs no memory for all of them.

use std::io;

use rug::Integer;

use super::polynomial::{Exponents, Polynomial, Term, checked_vars};
use super::rational::RationalPolynomial;
use crate::error::{Error, Result};

/// Takes a polynomial term by term: [`begin`](TermSink::begin) once, [`term`](TermSink::term) for each term in strictly descending
/// lexicographic order of the exponents, [`finish`](TermSink::finish) once. The polynomial is the sum of the terms over the denominator.
///
/// [`TextWriter`](super::TextWriter), [`JsonWriter`](super::JsonWriter) and [`BinaryWriter`](super::BinaryWriter) write it,
/// [`InMemory`] keeps it.
///
/// # Errors
/// Those of the writer below; and of the kind `InvalidInput`, with an [`Error`] inside, where calls or terms come out of order, a
/// coefficient or the denominator is not what it must be, or a term has not one exponent, below 2^31, for each variable.
/// [`Error::from`] takes that [`Error`] out again. After an error what was written is of no use.
///
/// ```
/// use eliminant::poly::{TermSink, TextWriter};
///
/// let mut text = Vec::new();
/// let mut sink = TextWriter::new(&mut text);
/// sink.begin(&["x".to_owned()], &2.into())?;
/// sink.term(&3.into(), &[2])?;
/// sink.term(&(-4).into(), &[0])?;
/// sink.finish()?;
/// assert_eq!(text, b"3/2*x^2 - 2");
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait TermSink {
    /// The variables, in order, and a positive denominator, which may have divisors in common with all coefficients.
    fn begin(&mut self, vars: &[String], denominator: &Integer) -> io::Result<()>;

    /// The next term: a coefficient other than 0, and an exponent for each variable.
    fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<()>;

    /// There are no more terms; without any the polynomial is 0.
    fn finish(&mut self) -> io::Result<()>;
}

/// What a sink has been given so far, so that every sink refuses the same.
#[derive(Debug, Default)]
pub(super) struct Course {
    stage: Stage,
    vars: usize,
    /// The exponents of the last term.
    last: Option<Exponents>,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    New,
    Begun,
    Finished,
}

fn refused(error: Error) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}

fn wrong<T>(message: impl Into<String>) -> io::Result<T> {
    Err(refused(Error::argument("terms", message)))
}

impl Course {
    pub(super) fn begin(&mut self, vars: &[String], denominator: &Integer) -> io::Result<()> {
        if self.stage != Stage::New {
            return wrong("this polynomial has begun before; take a sink for each");
        }
        checked_vars(vars).map_err(refused)?;
        if !denominator.is_positive() {
            return wrong(format!("the denominator is {denominator}; give a positive one"));
        }
        (self.stage, self.vars) = (Stage::Begun, vars.len());
        Ok(())
    }

    /// Whether this is the first term.
    pub(super) fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<bool> {
        if self.stage != Stage::Begun {
            return wrong("terms come between the beginning and the end of a polynomial");
        }
        if coefficient.is_zero() {
            return wrong(format!("the term with the exponents {exponents:?} is 0; leave it out"));
        }
        if exponents.len() != self.vars {
            let (given, wanted) = (exponents.len(), self.vars);
            return wrong(format!("a term has {given} exponents; give one for each of {wanted} variables"));
        }
        if let Some(large) = exponents.iter().find(|&&e| e > Polynomial::MAX_EXPONENT) {
            return wrong(format!("a term has exponent {large}; exponents must be below 2147483648"));
        }
        match &mut self.last {
            None => {
                self.last = Some(Exponents::from_slice(exponents));
                Ok(true)
            }
            Some(last) if exponents < &last[..] => {
                last.copy_from_slice(exponents);
                Ok(false)
            }
            Some(last) => {
                wrong(format!("{exponents:?} comes after {last:?}; give terms in descending order of exponents"))
            }
        }
    }

    /// Whether there was no term.
    pub(super) fn finish(&mut self) -> io::Result<bool> {
        if self.stage != Stage::Begun {
            return wrong("a polynomial ends once, after its beginning");
        }
        self.stage = Stage::Finished;
        Ok(self.last.is_none())
    }
}

fn begin(poly: &Polynomial, denominator: &Integer, sink: &mut (impl TermSink + ?Sized)) -> io::Result<()> {
    sink.begin(poly.vars(), denominator)?;
    poly.terms().iter().try_for_each(|term| sink.term(&term.coefficient, &term.exponents))
}

impl Polynomial {
    /// Gives the polynomial to a sink, from its beginning to its end.
    ///
    /// # Errors
    /// Those of the sink.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// use eliminant::poly::TextWriter;
    /// let mut text = Vec::new();
    /// "y*x - 1".parse::<Polynomial>()?.write_to(&mut TextWriter::new(&mut text))?;
    /// assert_eq!(text, b"x*y - 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn write_to(&self, sink: &mut (impl TermSink + ?Sized)) -> io::Result<()> {
        begin(self, Integer::ONE, sink)?;
        sink.finish()
    }
}

impl RationalPolynomial {
    /// Gives the polynomial to a sink, from its beginning to its end.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write_to(&self, sink: &mut (impl TermSink + ?Sized)) -> io::Result<()> {
        self.write_terms_to(sink)?;
        sink.finish()
    }

    /// [`RationalPolynomial::write_to`] up to the last term; the end is for the caller, as [`JsonWriter::finish_with`](super::JsonWriter::finish_with).
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write_terms_to(&self, sink: &mut (impl TermSink + ?Sized)) -> io::Result<()> {
        begin(self.numerator(), self.denominator(), sink)
    }
}

/// A sink that keeps the terms.
///
/// ```
/// use eliminant::poly::{InMemory, RationalPolynomial, TermSink};
///
/// let mut sink = InMemory::default();
/// sink.begin(&["x".to_owned()], &6.into())?;
/// sink.term(&3.into(), &[5])?;
/// sink.finish()?;
/// assert_eq!(sink.into_polynomial()?, "x^5/2".parse::<RationalPolynomial>()?);
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct InMemory {
    course: Course,
    vars: Vec<String>,
    denominator: Integer,
    terms: Vec<Term>,
}

impl InMemory {
    /// The polynomial.
    ///
    /// # Errors
    /// `Argument` when it was not finished.
    pub fn into_polynomial(self) -> Result<RationalPolynomial> {
        if self.course.stage != Stage::Finished {
            return Err(Error::argument("terms", "the polynomial is not finished"));
        }
        RationalPolynomial::new(Polynomial::from_descending(&self.vars, self.terms)?, self.denominator)
    }
}

impl TermSink for InMemory {
    fn begin(&mut self, vars: &[String], denominator: &Integer) -> io::Result<()> {
        self.course.begin(vars, denominator)?;
        (self.vars, self.denominator) = (vars.to_vec(), denominator.clone());
        Ok(())
    }

    fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<()> {
        self.course.term(coefficient, exponents)?;
        self.terms.push(Term { coefficient: coefficient.clone(), exponents: Exponents::from_slice(exponents) });
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.course.finish().map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BinaryWriter, JsonWriter, TextWriter};
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    /// Every sink refuses what is out of order, in the same words.
    #[test]
    fn what_no_sink_takes() {
        let sinks: [fn() -> Box<dyn TermSink>; 4] = [
            || Box::new(InMemory::default()),
            || Box::new(TextWriter::new(Vec::new())),
            || Box::new(JsonWriter::new(Vec::new())),
            || Box::new(BinaryWriter::new(Vec::new())),
        ];
        for new in sinks {
            let message = |result: io::Result<()>| {
                let error = result.unwrap_err();
                assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
                Error::from(error).to_string()
            };
            let one = Integer::from(1);
            assert!(message(new().term(&one, &[])).contains("between the beginning and the end"));
            assert!(message(new().finish()).contains("after its beginning"));
            assert!(message(new().begin(&names(&["x", "x"]), &one)).contains("occurs twice"));
            assert!(message(new().begin(&names(&["2"]), &one)).contains("is not a name"));
            for d in [0, -2] {
                assert!(message(new().begin(&[], &Integer::from(d))).contains("give a positive one"));
            }
            let mut sink = new();
            sink.begin(&names(&["x", "y"]), &one).unwrap();
            assert!(message(sink.begin(&[], &one)).contains("has begun before"));
            assert!(message(sink.term(&Integer::new(), &[9, 9])).contains("is 0"));
            assert!(message(sink.term(&one, &[9])).contains("1 exponents; give one for each of 2"));
            assert!(message(sink.term(&one, &[9, 1 << 31])).contains("exponent 2147483648"));
            sink.term(&one, &[3, 4]).unwrap();
            for after in [[3, 4], [3, 5], [4, 0]] {
                assert!(message(sink.term(&one, &after)).contains("comes after [3, 4]"), "{after:?}");
            }
            sink.term(&one, &[3, 3]).unwrap();
            sink.finish().unwrap();
            assert!(message(sink.term(&one, &[0, 0])).contains("between"));
            assert!(message(sink.finish()).contains("ends once"));
        }
        let mut unfinished = InMemory::default();
        unfinished.begin(&[], Integer::ONE).unwrap();
        assert!(unfinished.into_polynomial().unwrap_err().to_string().contains("not finished"));
    }
}
