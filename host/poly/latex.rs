//! LaTeX of polynomials and matrices: terms in descending lexicographic order, for math mode.

use std::fmt::{self, Write};

use super::display::TermText;
use super::matrix::{Entry, MatrixOver};
use super::notation::Notation;
use super::polynomial::Polynomial;
use super::rational::RationalPolynomial;

/// A name as LaTeX: `x12` and `x_12` are x with the index 12, `x_a_1` has the index a,1. A name of several letters is one word, so that it is not
/// read as a product. One that begins with `_` keeps that before its index: `_1` is not the number 1.
fn name_to(out: &mut impl Write, name: &str) -> fmt::Result {
    let mut parts = name.split('_').filter(|part| !part.is_empty());
    let (stem, digits) = match name.starts_with('_') {
        true => ("", ""),
        false => {
            let first = parts.next().unwrap_or("");
            // A name begins with a letter here, so that something is left.
            first.split_at(first.trim_end_matches(|c: char| c.is_ascii_digit()).len())
        }
    };
    match stem.chars().count() {
        0 => out.write_str("\\_")?,
        1 => out.write_str(stem)?,
        _ => write!(out, "\\mathrm{{{stem}}}")?,
    }
    let indices: Vec<&str> = (!digits.is_empty()).then_some(digits).into_iter().chain(parts).collect();
    match indices.is_empty() {
        true => Ok(()),
        false => write!(out, "_{{{}}}", indices.join(",")),
    }
}

/// A term with its sign, as the first term has it or as the others do.
pub(super) fn term_to(out: &mut impl Write, term: &TermText<'_>) -> fmt::Result {
    out.write_str(term.sign())?;
    let (above, below) = term.reduced();
    let is_constant = term.exponents.iter().all(|&e| e == 0);
    let mut separator = " ";
    if below != 1 {
        write!(out, "\\frac{{{above}}}{{{below}}}")?;
    } else if is_constant || above != 1 {
        write!(out, "{above}")?;
    } else {
        separator = "";
    }
    for (name, &e) in term.vars.iter().zip(term.exponents).filter(|(_, e)| **e > 0) {
        out.write_str(separator)?;
        name_to(out, name)?;
        if e > 1 {
            write!(out, "^{{{e}}}")?;
        }
        separator = " ";
    }
    Ok(())
}

/// The rows of a matrix in `pmatrix`.
fn rows_to_latex<T>(entries: &[T], columns: usize, entry: impl Fn(&T) -> String) -> String {
    let rows = entries.chunks(columns.max(1));
    let rows: Vec<String> = rows.map(|row| row.iter().map(&entry).collect::<Vec<_>>().join(" & ")).collect();
    format!("\\begin{{pmatrix}}{}\\end{{pmatrix}}", rows.join(r" \\ "))
}

impl Polynomial {
    /// LaTeX for math mode; `0` for the polynomial 0. Digits at the end of a name and parts after `_` become indices: `x1` and `x_1` both `x_{1}`.
    /// Names of several letters are set upright.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// assert_eq!("3*x^2*y - 5*y + x12^10".parse::<Polynomial>()?.to_latex(), "3 x^{2} y + x_{12}^{10} - 5 y");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_latex(&self) -> String {
        self.to_text(Notation::Latex)
    }
}

impl RationalPolynomial {
    /// [`Polynomial::to_latex`] with each coefficient reduced by itself.
    ///
    /// ```
    /// use eliminant::RationalPolynomial;
    /// assert_eq!("x^2/2 - 3/4*x + 1".parse::<RationalPolynomial>()?.to_latex(), r"\frac{1}{2} x^{2} - \frac{3}{4} x + 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_latex(&self) -> String {
        self.to_text(Notation::Latex)
    }
}

impl<E: Entry> MatrixOver<E> {
    /// LaTeX for math mode: `pmatrix` of the package amsmath, with entries by [`Polynomial::to_latex`].
    ///
    /// ```
    /// use eliminant::{Matrix, RationalMatrix};
    /// assert_eq!(Matrix::parse("[[x, 1], [0, y^2]]")?.to_latex(), r"\begin{pmatrix}x & 1 \\ 0 & y^{2}\end{pmatrix}");
    /// assert_eq!(RationalMatrix::parse("[[x/2, 1]]")?.to_latex(), r"\begin{pmatrix}\frac{1}{2} x & 1\end{pmatrix}");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn to_latex(&self) -> String {
        rows_to_latex(self.entries(), self.columns(), |entry| entry.in_notation(Notation::Latex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::Matrix;

    #[test]
    fn signs_ones_and_names() {
        let latex = |text: &str| text.parse::<RationalPolynomial>().unwrap().to_latex();
        let cases = [("0", "0"), ("-1", "-1"), ("-x", "-x"), ("x - 1", "x - 1"), ("-x_1*y/3", r"-\frac{1}{3} x_{1} y")];
        for (text, expected) in cases.into_iter().chain([("alpha", r"\mathrm{alpha}"), ("a_1_2^2", "a_{1,2}^{2}")]) {
            assert_eq!(latex(text), expected);
        }
        assert_eq!(
            (latex("x12"), latex("_1"), latex("__"), latex("x1_2")),
            ("x_{12}".into(), r"\__{1}".into(), r"\_".into(), "x_{1,2}".into())
        );
        assert_eq!(Matrix::parse("[]").unwrap().to_latex(), r"\begin{pmatrix}\end{pmatrix}");
    }
}
