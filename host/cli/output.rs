//! Standard output: an answer, a plan or a list, whole or not at all where the reader has gone.

use super::status::Failure;
use eliminant::{ErrorKind, RationalPolynomial};
use serde::Serialize;
use std::io::{self, BufWriter, Write};

/// The object of an answer with its report.
#[derive(Serialize)]
struct Reported<'a, R> {
    #[serde(flatten)]
    polynomial: &'a RationalPolynomial,
    report: &'a R,
}

/// Writes to standard output; a reader that closes it early is content with what it has.
fn write(run: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match run(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => {
            let kind = ErrorKind::File { path: "standard output".to_owned(), message: error.to_string() };
            Err(eliminant::Error::from(kind).into())
        }
        Ok(()) => Ok(()),
    }
}

/// A text, with a line's end.
pub fn text(text: impl std::fmt::Display) -> Result<(), Failure> {
    write(|out| writeln!(out, "{text}"))
}

/// Lines of text.
pub fn lines(lines: impl Iterator<Item = impl std::fmt::Display>) -> Result<(), Failure> {
    write(|out| lines.into_iter().try_for_each(|line| writeln!(out, "{line}")))
}

/// One line of JSON.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    write(|out| {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    })
}

/// One line of JSON: the polynomial, with the key `report` where there is one.
pub fn json_answer(polynomial: &RationalPolynomial, report: Option<&impl Serialize>) -> Result<(), Failure> {
    match report {
        Some(report) => json(&Reported { polynomial, report }),
        None => json(polynomial),
    }
}

/// Writes to standard error; when nobody listens there is nobody to tell.
pub fn message(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
