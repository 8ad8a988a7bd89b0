//! Text to matrices: the public entry points.

use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use super::layout::{ENTRY, Layout};
use super::{Matrix, RationalMatrix, place};
use crate::error::{Error, ErrorKind, Result};
use crate::poly::lexer::{Names, error_at};
use crate::poly::parse::not_integral;
use crate::poly::parser::Parser;
use crate::poly::polynomial::checked_vars;
use crate::poly::rational::RationalPolynomial;
use crate::poly::size;

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

/// Bytes of an entry's terms.
pub(super) fn terms(entry: &RationalPolynomial) -> u64 {
    size::polynomial(entry.numerator())
}

/// Reads a text, of entries that may have fractions unless they are to be `integral`.
fn read(text: &str, vars: Option<Arc<[String]>>, bytes: u64, integral: bool) -> Result<RationalMatrix> {
    let Layout { rows, columns, entries: parts } = Layout::of(text, bytes)?;
    let place = |index: usize| place(index / columns, index % columns);
    let mut names = Names::default();
    for (index, part) in parts.iter().enumerate() {
        names.read(text, part.clone()).map_err(|error| of_entry(error, place(index)))?;
    }
    let mut parser = Parser::of_names(text, names, vars, bytes).map_err(|unknown| {
        let index = parts.partition_point(|part| part.end <= unknown.offset);
        of_entry(error_at(text, unknown.offset, unknown.message), place(index))
    })?;
    let mut needed = ENTRY.saturating_mul(parts.len() as u64);
    let mut entry = |part: Range<usize>| {
        let entry = parser.entry(part.clone(), bytes - needed)?;
        if integral && !entry.is_integral() {
            let at = text[part.clone()].find('/').map_or(part.start, |at| part.start + at);
            return Err(error_at(text, at, not_integral(entry.denominator())));
        }
        needed = needed.saturating_add(terms(&entry));
        check_bytes(needed, bytes)?;
        Ok(entry)
    };
    let mut entries = Vec::with_capacity(parts.len());
    for (index, part) in parts.into_iter().enumerate() {
        entries.push(entry(part).map_err(|error| of_entry(error, place(index)))?);
    }
    Ok(RationalMatrix { vars: Arc::clone(parser.vars()), rows, columns, entries })
}

/// The matrix of integer entries that [`read`] has made.
fn integral(matrix: RationalMatrix) -> Matrix {
    let RationalMatrix { vars, rows, columns, entries } = matrix;
    let entries = entries.into_iter().map(|entry| entry.into_parts().0).collect();
    Matrix { vars, rows, columns, entries }
}

impl RationalMatrix {
    /// Reads a text, see the [module](crate::poly::matrix); the variables are the names found, in alphabetical order.
    /// `FromStr` is the same.
    ///
    /// # Errors
    /// `Parse` with line and column in the whole text, row and column of the entry, and what would be right; `Limit`, before it is
    /// expanded, when an expanded entry could take more than 1 GiB, all of them 2^34 steps, or a power has more than 2^26 bits.
    ///
    /// ```
    /// use eliminant::RationalMatrix;
    /// let m = RationalMatrix::parse("[(x + y)^2, 1/2; 0, x]")?;
    /// assert_eq!(m.to_string(), "[[x^2 + 2*x*y + y^2, 1/2], [0, x]]");
    /// assert_eq!(m, RationalMatrix::parse("{{(x + y)^2, 1/2}, {0, x}}")?);
    /// let error = RationalMatrix::parse("[[x, 3 x],\n [1, 0]]").unwrap_err();
    /// assert!(error.to_string().starts_with("line 1, column 8: row 1, column 2: products are written with `*`"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        read(text, None, u64::MAX, false)
    }

    /// Reads a text over the given variables, in their order.
    ///
    /// # Errors
    /// As [`RationalMatrix::parse`]; also `Parse` when another name occurs, and `Argument` when `vars` names no identifier or one
    /// twice.
    ///
    /// ```
    /// use eliminant::RationalMatrix;
    /// assert_eq!(RationalMatrix::parse_in("[[x/2 + y]]", &["y", "x"])?.to_string(), "[[y + 1/2*x]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse_in<S: AsRef<str>>(text: &str, vars: &[S]) -> Result<Self> {
        read(text, Some(checked_vars(vars)?), u64::MAX, false)
    }

    /// As [`RationalMatrix::parse`] or [`RationalMatrix::parse_in`]; `Limit` already where the matrix takes more than `bytes` bytes.
    #[doc(hidden)]
    pub fn parse_within<S: AsRef<str>>(text: &str, vars: Option<&[S]>, bytes: u64) -> Result<Self> {
        read(text, vars.map(checked_vars).transpose()?, bytes, false)
    }
}

impl Matrix {
    /// Reads a text, see the [module](crate::poly::matrix); the variables are the names found, in alphabetical order.
    /// `FromStr` is the same.
    ///
    /// # Errors
    /// As [`RationalMatrix::parse`]; also `Parse` when a coefficient is no integer.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::parse("matrix([x, y], [1, x*y])")?;
    /// assert_eq!(m.to_string(), "[[x, y], [1, x*y]]");
    /// assert!(Matrix::parse("[[x/2]]").is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        Ok(integral(read(text, None, u64::MAX, true)?))
    }

    /// Reads a text over the given variables, in their order.
    ///
    /// # Errors
    /// As [`RationalMatrix::parse_in`]; also `Parse` when a coefficient is no integer.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// assert_eq!(Matrix::parse_in("[[x, x + y]]", &["y", "x"])?.to_string(), "[[x, y + x]]");
    /// let error = Matrix::parse_in("[[x, z]]", &["y", "x"]).unwrap_err().to_string();
    /// assert!(error.starts_with("line 1, column 6: row 1, column 2: unknown variable `z`"));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn parse_in<S: AsRef<str>>(text: &str, vars: &[S]) -> Result<Self> {
        Ok(integral(read(text, Some(checked_vars(vars)?), u64::MAX, true)?))
    }
}

impl FromStr for RationalMatrix {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

impl FromStr for Matrix {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
