//! Polynomials term by term: whoever makes the terms in order needs no memory for all of them.

use std::io;
use std::ops::Range;

use crate::alone::prelude::*;
use rug::Integer;

use super::polynomial::{Exponents, Polynomial, Term, checked_vars};
use super::rational::RationalPolynomial;
use crate::error::{Error, Result};
use crate::shorten::{shortened, shortened_list};

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

    /// The next terms, as if [`term`](TermSink::term) were called for one after the other.
    ///
    /// The writers of this crate make the bytes of many terms on all threads of the rayon pool that they are called from, outside of any on those
    /// of the global one.
    fn terms(&mut self, terms: &[Term]) -> io::Result<()> {
        terms.iter().try_for_each(|term| self.term(&term.coefficient, &term.exponents))
    }

    /// There are no more terms; without any the polynomial is 0.
    fn finish(&mut self) -> io::Result<()>;
}

/// The calls of a sink so far, so that every sink refuses the same.
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
            return wrong(format!("the denominator is {}; give a positive one", shortened(&denominator.to_string())));
        }
        (self.stage, self.vars) = (Stage::Begun, vars.len());
        Ok(())
    }

    /// Whether this is the first term.
    pub(super) fn term(&mut self, coefficient: &Integer, exponents: &[u32]) -> io::Result<bool> {
        self.check(self.last.as_deref(), coefficient, exponents)?;
        match &mut self.last {
            None => {
                self.last = Some(Exponents::from_slice(exponents));
                Ok(true)
            }
            Some(last) => {
                last.copy_from_slice(exponents);
                Ok(false)
            }
        }
    }

    /// Whether a term may come after that with the exponents `last`, or as the first one.
    fn check(&self, last: Option<&[u32]>, coefficient: &Integer, exponents: &[u32]) -> io::Result<()> {
        if self.stage != Stage::Begun {
            return wrong("terms come between the beginning and the end of a polynomial");
        }
        if coefficient.is_zero() {
            return wrong(format!("the term with the exponents [{}] is 0; leave it out", shortened_list(exponents)));
        }
        if exponents.len() != self.vars {
            let (given, wanted) = (exponents.len(), self.vars);
            return wrong(format!("a term has {given} exponents; give one for each of {wanted} variables"));
        }
        if let Some(large) = exponents.iter().find(|&&e| e > Polynomial::MAX_EXPONENT) {
            return wrong(format!("a term has exponent {large}; exponents must be below 2147483648"));
        }
        match last {
            Some(last) if exponents >= last => wrong(format!(
                "[{}] comes after [{}]; give terms in descending order of exponents",
                shortened_list(exponents),
                shortened_list(last)
            )),
            _ => Ok(()),
        }
    }

    /// [`Course::term`] for terms in a row. `encode` makes something of a term and adds it to what was made of those before it, on all threads of
    /// a pool; `take` gets what was made of some neighbours, in order, while the next ones are made.
    pub(super) fn terms<T: Default + Send>(
        &mut self,
        terms: &[Term],
        encode: impl Fn(&mut T, &Term, bool) -> io::Result<()> + Sync,
        mut take: impl FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let course = &*self;
        // The one before a term, if that was given with it.
        let before =
            |at: usize| at.checked_sub(1).map(|before| &terms[before].exponents[..]).or(course.last.as_deref());
        let piece = |range: Range<usize>| {
            let mut made = T::default();
            for at in range {
                let (term, last) = (&terms[at], before(at));
                course.check(last, &term.coefficient, &term.exponents)?;
                encode(&mut made, term, last.is_none())?;
            }
            Ok::<T, io::Error>(made)
        };
        if terms.len() <= PIECE {
            take(piece(0..terms.len())?)?;
        } else {
            let mut made: Vec<io::Result<T>> = Vec::new();
            let mut done = 0;
            loop {
                let batch = batch(&terms[done..]);
                let range = |k: usize| done + k * PIECE..done + batch.min((k + 1) * PIECE);
                let mut next = Vec::new();
                rayon::in_place_scope(|scope| {
                    scope.spawn(|_| {
                        next = (0..batch.div_ceil(PIECE)).into_par_iter().map(|k| piece(range(k))).collect();
                    });
                    made.drain(..).try_for_each(|piece| take(piece?))
                })?;
                if batch == 0 {
                    break;
                }
                (made, done) = (next, done + batch);
            }
        }
        if let Some(term) = terms.last() {
            self.last = Some(term.exponents.clone());
        }
        Ok(())
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

/// Terms that one thread encodes at a time.
const PIECE: usize = 256;

/// Terms, and 64-bit words of their coefficients, of which a batch has no more, unless a single piece has: what is encoded waits in memory.
const BATCH: (usize, usize) = (1 << 15, 1 << 18);

/// How many of these terms, the first ones, are encoded before the first one of them is taken.
fn batch(terms: &[Term]) -> usize {
    let mut words = 0;
    let fits = |piece: &&[Term]| {
        words += piece.iter().map(|term| term.coefficient.as_limbs().len()).sum::<usize>();
        words <= BATCH.1
    };
    let len: usize = terms.chunks(PIECE).take(BATCH.0 / PIECE).take_while(fits).map(<[Term]>::len).sum();
    len.max(terms.len().min(PIECE))
}

fn begin(poly: &Polynomial, denominator: &Integer, sink: &mut (impl TermSink + ?Sized)) -> io::Result<()> {
    sink.begin(poly.vars(), denominator)?;
    sink.terms(poly.terms())
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

    /// Terms of all sizes, more than two batches of them.
    fn many() -> Vec<Term> {
        let coefficient = |k: u32| {
            let c = Integer::from(k + 1).square() << (k % 90);
            if k.is_multiple_of(3) { -c } else { c }
        };
        let exponents = |k: u32| Exponents::from_slice(&[k / 700, k % 700]);
        (0..2 * BATCH.0 as u32 + 999)
            .rev()
            .map(|k| Term { coefficient: coefficient(k), exponents: exponents(k) })
            .collect()
    }

    /// Gives terms to a sink.
    type Give = fn(&mut dyn TermSink, &[Term]) -> io::Result<()>;

    type Write = fn(&[Term], Give) -> io::Result<Vec<u8>>;

    /// All that write bytes, with a denominator.
    const WRITERS: [Write; 3] = [
        |terms, give| {
            let mut sink = TextWriter::new(Vec::new());
            whole(&mut sink, terms, give).map(|()| sink.into_inner())
        },
        |terms, give| {
            let mut sink = JsonWriter::new(Vec::new());
            whole(&mut sink, terms, give).map(|()| sink.into_inner())
        },
        |terms, give| {
            let mut sink = BinaryWriter::new(Vec::new());
            whole(&mut sink, terms, give).map(|()| sink.into_inner())
        },
    ];

    fn whole(sink: &mut dyn TermSink, terms: &[Term], give: Give) -> io::Result<()> {
        sink.begin(&names(&["x", "y"]), &Integer::from(6))?;
        give(sink, terms)?;
        sink.finish()
    }

    fn one_by_one(sink: &mut dyn TermSink, terms: &[Term]) -> io::Result<()> {
        terms.iter().try_for_each(|term| sink.term(&term.coefficient, &term.exponents))
    }

    /// In three calls, the first of a few terms only.
    fn in_a_row(sink: &mut dyn TermSink, terms: &[Term]) -> io::Result<()> {
        let (few, rest) = terms.split_at(5.min(terms.len()));
        let (many, others) = rest.split_at(rest.len() / 4 * 3);
        [few, many, others].into_iter().try_for_each(|terms| sink.terms(terms))
    }

    fn in_pools(run: impl Fn() + Sync) {
        run();
        for threads in [1, 3] {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(&run);
        }
    }

    #[test]
    fn terms_in_a_row_are_the_bytes_of_one_after_the_other() {
        let terms = many();
        for write in WRITERS {
            let expected = write(&terms, one_by_one).unwrap();
            in_pools(|| assert!(write(&terms, in_a_row).unwrap() == expected));
            in_pools(|| assert_eq!(write(&[], in_a_row).unwrap(), write(&[], one_by_one).unwrap()));
        }
    }

    #[test]
    fn terms_in_a_row_are_refused_as_one_after_the_other() {
        let wrong: [fn(&mut Vec<Term>, usize); 4] = [
            |terms, at| terms[at].coefficient = Integer::new(),
            |terms, at| terms[at].exponents.truncate(1),
            |terms, at| terms[at].exponents[1] = 1 << 31,
            |terms, at| terms.swap(at, at - 1),
        ];
        for change in wrong {
            for at in [1, 4, 5, 5 + PIECE, 5 + BATCH.0, 2 * BATCH.0 + 998] {
                let mut terms = many();
                change(&mut terms, at);
                // Later ones do not matter.
                if let Some(last) = terms.last_mut() {
                    last.coefficient = Integer::new();
                }
                let message = |give: Give| WRITERS[2](&terms, give).unwrap_err().to_string();
                let expected = message(one_by_one);
                in_pools(|| assert_eq!(message(in_a_row), expected));
            }
        }
    }

    #[test]
    fn batches_are_small() {
        let term = |words: u32| Term { coefficient: Integer::from(1) << (64 * words - 1), exponents: Exponents::new() };
        let of = |count: usize, words: u32| batch(&vec![term(words); count]);
        assert_eq!([of(0, 1), of(7, 1), of(BATCH.0, 1), of(2 * BATCH.0, 1)], [0, 7, BATCH.0, BATCH.0]);
        assert_eq!(of(5000, 1 << 8), BATCH.1 >> 8);
        assert_eq!([of(PIECE - 1, 1 << 12), of(PIECE + 1, 1 << 12)], [PIECE - 1, PIECE]);
    }
}
