//! Text to matrices: the public entry points.

use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use super::entry::bytes;
use super::layout::{ENTRY, Layout};
use super::{Entry, MatrixOver, place};
use crate::error::{Error, ErrorKind, Result};
use crate::poly::lexer::{Names, error_at};
use crate::poly::parser::{Fraction, Parser};
use crate::poly::polynomial::checked_vars;

/// The error of an entry, with where this stands in front.
pub(super) fn of_entry(error: Error, place: impl Display) -> Error {
    match error.kind().clone() {
        ErrorKind::Parse { line, column, message, source_line } => {
            let message = format!("{place}: {message}");
            ErrorKind::Parse { line, column, message, source_line }.into()
        }
        _ => error,
    }
}

/// That a matrix takes too much.
pub(super) fn check_bytes(needed: u64, allowed: u64) -> Result<()> {
    match needed > allowed {
        true => {
            let (needed, allowed) = (u128::from(needed), u128::from(allowed));
            Err(ErrorKind::Limit { what: "bytes of the matrix", needed, allowed }.into())
        }
        false => Ok(()),
    }
}

/// The entry that a part of a text is, whose numerator and divisors were read.
///
/// # Errors
/// `Parse` at the first divisor where there may be none, or at the first `/` where coefficients are to be integers.
fn entry<E: Entry>(fraction: Fraction, text: &str, part: Range<usize>) -> Result<E> {
    let divisor = fraction.divisors.first().map(|&(_, _, offset)| offset);
    E::of_function(fraction.into()).map_err(|message| {
        let at = divisor.or_else(|| text[part.clone()].find('/').map(|at| part.start + at));
        error_at(text, at.unwrap_or(part.start), message)
    })
}

/// Reads a text.
fn read<E: Entry>(text: &str, vars: Option<Arc<[String]>>, bytes: u64) -> Result<MatrixOver<E>> {
    let Layout { rows, columns, entries: parts, is_latex } = Layout::of(text, bytes)?;
    let place = |index: usize| place(index / columns, index % columns);
    let mut names = Names::default();
    for (index, part) in parts.iter().enumerate() {
        names.read(text, part.clone()).map_err(|error| of_entry(error, place(index)))?;
    }
    let mut parser = Parser::of_names(text, names, vars, bytes).map_err(|unknown| {
        // Columns come one after the other where they are written so, and their entries are not in the order of the text.
        let index = parts.iter().position(|part| part.contains(&unknown.offset)).unwrap_or(0);
        of_entry(error_at(text, unknown.offset, unknown.message), place(index))
    })?;
    parser.set_latex(is_latex);
    let mut needed = ENTRY.saturating_mul(parts.len() as u64);
    let mut read = |part: Range<usize>| {
        let entry = entry::<E>(parser.entry(part.clone(), bytes - needed)?, text, part)?;
        needed = needed.saturating_add(self::bytes(&entry));
        check_bytes(needed, bytes)?;
        Ok(entry)
    };
    let mut entries = Vec::with_capacity(parts.len());
    for (index, part) in parts.into_iter().enumerate() {
        entries.push(read(part).map_err(|error| of_entry(error, place(index)))?);
    }
    Ok(MatrixOver { vars: Arc::clone(parser.vars()), rows, columns, entries })
}

impl<E: Entry> MatrixOver<E> {
    /// Reads a text, see the [module](crate::poly::matrix); the variables are the names found, in alphabetical order.
    /// `FromStr` is the same.
    ///
    /// # Errors
    /// `Parse` with line and column in the whole text, row and column of the entry, and what would be right, also where a coefficient of a
    /// [`Matrix`](super::Matrix) is no integer, or a divisor in a [`RationalMatrix`](super::RationalMatrix) no constant; `Limit`, before it
    /// is expanded, when an expanded entry could take more than 1 GiB, all of them 2^34 steps, or a power has more than 2^26 bits.
    ///
    /// ```
    /// use eliminant::{Matrix, RationalMatrix};
    /// assert_eq!(Matrix::parse("matrix([x, y], [1, x*y])")?.to_string(), "[[x, y], [1, x*y]]");
    /// let m = RationalMatrix::parse("[(x + y)^2, 1/2; 0, x]")?;
    /// assert_eq!(m.to_string(), "[[x^2 + 2*x*y + y^2, 1/2], [0, x]]");
    /// assert_eq!(m, RationalMatrix::parse("{{(x + y)^2, 1/2}, {0, x}}")?);
    /// let error = RationalMatrix::parse("[[x, 3 x],\n [1, 0]]").unwrap_err();
    /// assert!(error.to_string().starts_with("line 1, column 8: row 1, column 2: products are written with `*`"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        read(text, None, u64::MAX)
    }

    /// Reads a text over the given variables, in their order.
    ///
    /// # Errors
    /// As [`MatrixOver::parse`]; also `Parse` when another name occurs, and `Argument` when `vars` names no identifier or one
    /// twice.
    ///
    /// ```
    /// use eliminant::{Matrix, RationalMatrix};
    /// assert_eq!(RationalMatrix::parse_in("[[x/2 + y]]", &["y", "x"])?.to_string(), "[[y + 1/2*x]]");
    /// let error = Matrix::parse_in("[[x, z]]", &["y", "x"]).unwrap_err().to_string();
    /// assert!(error.starts_with("line 1, column 6: row 1, column 2: unknown variable `z`"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse_in<S: AsRef<str>>(text: &str, vars: &[S]) -> Result<Self> {
        read(text, Some(checked_vars(vars)?), u64::MAX)
    }

    /// As [`MatrixOver::parse`] or [`MatrixOver::parse_in`]; `Limit` already where the matrix takes more than `bytes` bytes.
    #[doc(hidden)]
    pub fn parse_within<S: AsRef<str>>(text: &str, vars: Option<&[S]>, bytes: u64) -> Result<Self> {
        read(text, vars.map(checked_vars).transpose()?, bytes)
    }
}

impl<E: Entry> FromStr for MatrixOver<E> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
