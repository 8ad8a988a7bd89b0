//! Matrices of polynomials.
//!
//! All entries of a [`Matrix`] are over the same list of variables, and stand row by row. Rows and columns count from 0 in
//! the interface, and from 1 in messages. A [`RationalMatrix`] has rational polynomials as entries, a [`RationalFunctionMatrix`] rational
//! functions; all three are a [`MatrixOver`] their entries.
//!
//! # Text
//!
//! ```text
//! matrix := list | name '(' ( list { ',' row } | size ',' list | sum ) ')'    name: matrix, Matrix or Mat
//! list   := '[' [ row { ',' row } ] ']' | '[' entries { ';' entries } ']'
//! row    := '[' [ entries ] ']'
//! entries := sum { ',' sum }
//! size   := integer ',' integer                                               rows, columns
//! ```
//!
//! An entry is a `sum` as polynomials are written. Braces may stand for brackets, one for one. White space is free. So these are all the same matrix, as Sage, SymPy and Magma have it, Maple, Maxima, PARI and MATLAB, and Mathematica:
//!
//! ```text
//! [[x, y], [1, x*y]]    Matrix([[x, y], [1, x*y]])    Matrix(2, 2, [[x, y], [1, x*y]])
//! matrix([x, y], [1, x*y])    [x, y; 1, x*y]    {{x, y}, {1, x*y}}
//! ```
//!
//! `[]` is the 0 x 0 matrix, `[[]]` has one row and no columns. `[x, y]` and `matrix([x, y])` have one row, and `Mat(x)` is
//! 1 x 1. A matrix without rows is written `[]` whatever its columns are.
//!
//! In a row without commas between brackets blanks separate entries, `[1 x; 2 y]`, and rows may stand on lines of their own, as PARI and Sage print
//! them. An entry has no blanks then, but between parentheses: `[1 -2]` has two readings and is refused, and so is `[x + y z]`.

mod arithmetic;
mod bezout;
mod blanks;
pub(crate) mod centrosymmetric;
mod characteristic;
mod companion;
mod display;
mod entry;
mod functions;
mod generic;
mod hankel;
mod json;
mod layout;
pub(crate) mod minors;
#[cfg(test)]
pub(crate) mod naive;
mod parse;
#[cfg(test)]
mod properties;
mod rational;
mod sylvester;
mod vandermonde;

pub use entry::Entry;
pub(super) use entry::NOT_CONSTANT;

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::polynomial::{Polynomial, checked_vars};
use super::rational::RationalPolynomial;
use super::rational_function::RationalFunction;
use super::variables::embed;
use crate::error::{Error, ErrorKind, Result};
use crate::shorten::shortened;

use entry::occurring;

/// The most entries of a matrix that is made from less.
const MAX_ENTRIES: u128 = 1 << 24;

/// Refuses more entries than can be made.
fn check_size(rows: usize, columns: usize) -> Result<()> {
    let needed = rows as u128 * columns as u128;
    match needed > MAX_ENTRIES {
        true => Err(ErrorKind::Limit { what: "entries of the matrix", needed, allowed: MAX_ENTRIES }.into()),
        false => Ok(()),
    }
}

/// A matrix of polynomials or rational functions.
///
/// Invariant: all entries are over the list of variables of the matrix; there are rows times columns of them, row by row. A
/// matrix may have no rows or no columns: the determinant of the 0 x 0 matrix is 1.
///
/// Equality compares the lists of variables too, as that of polynomials does.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MatrixOver<E> {
    vars: Arc<[String]>,
    rows: usize,
    columns: usize,
    entries: Vec<E>,
}

/// A matrix of polynomials over Z.
///
/// ```
/// use eliminant::{Matrix, Polynomial};
///
/// let (x, y): (Polynomial, Polynomial) = ("x".parse()?, "y".parse()?);
/// let m = Matrix::new(vec![vec![x.clone(), y.clone()], vec![&y - &x, x]])?;
/// assert_eq!((m.rows(), m.columns(), m.vars()), (2, 2, &["x".to_owned(), "y".to_owned()][..]));
/// assert_eq!(m.to_string(), "[[x, y], [-x + y, x]]");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub type Matrix = MatrixOver<Polynomial>;

/// A matrix of polynomials with rational coefficients.
///
/// ```
/// use eliminant::RationalMatrix;
///
/// let m = RationalMatrix::parse("[[x/2, 1/3], [1, y]]")?;
/// assert_eq!(m.to_string(), "[[1/2*x, 1/3], [1, y]]");
/// let (integral, scale) = m.into_parts();
/// assert_eq!((integral.to_string().as_str(), scale), ("[[3*x, 2], [1, y]]", 6.into()));
/// # Ok::<(), eliminant::Error>(())
/// ```
pub type RationalMatrix = MatrixOver<RationalPolynomial>;

/// A matrix of rational functions.
///
/// ```
/// use eliminant::poly::RationalFunctionMatrix;
///
/// let m = RationalFunctionMatrix::parse("[[1/x, 1], [1, x/(x - 1)]]")?;
/// assert_eq!(m.to_string(), "[[1/x, 1], [1, x/(x - 1)]]");
/// assert_eq!(m.determinant()?.to_string(), "(-x + 2)/(x - 1)");
/// # Ok::<(), eliminant::Error>(())
/// ```
pub type RationalFunctionMatrix = MatrixOver<RationalFunction>;

/// The entries of rows one after the other, with the numbers of rows and columns.
fn rectangle<T>(rows: Vec<Vec<T>>) -> Result<(usize, usize, Vec<T>)> {
    let columns = rows.first().map_or(0, Vec::len);
    if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != columns) {
        return Err(Error::argument("rows", ragged(index, row.len(), columns)));
    }
    Ok((rows.len(), columns, rows.into_iter().flatten().collect()))
}

/// That a row has another length than the first.
fn ragged(index: usize, found: usize, columns: usize) -> String {
    let entries = if found == 1 { "entry" } else { "entries" };
    format!("row {} has {found} {entries} and row 1 has {columns}; give each row as many", index + 1)
}

/// Where an entry stands, for messages.
fn place(row: usize, column: usize) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// The list that all of the polynomials are over, or the union of their lists in alphabetical order.
fn common_vars<'a>(mut entries: impl Iterator<Item = &'a Polynomial>) -> Arc<[String]> {
    let Some(first) = entries.next() else { return Arc::new([]) };
    let mut lists = BTreeSet::from([&first.vars]);
    lists.extend(entries.map(|entry| &entry.vars));
    if lists.len() == 1 {
        return Arc::clone(&first.vars);
    }
    let names: BTreeSet<&String> = lists.into_iter().flat_map(|list| list.iter()).collect();
    names.into_iter().cloned().collect()
}

/// A polynomial over a list that has all its variables; the list is shared.
fn onto(mut entry: Polynomial, vars: &Arc<[String]>) -> Polynomial {
    if entry.vars != *vars {
        return embed(&entry, vars);
    }
    entry.vars = Arc::clone(vars);
    entry
}

/// Whether all variables that occur in the entries are in the list: an error names the one that is not, and its place.
fn all_known<E: Entry>(entries: &[E], columns: usize, vars: &[String]) -> Result<()> {
    let known: HashSet<&str> = vars.iter().map(String::as_str).collect();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(name) = occurring(entry).find(|name| !known.contains(name)) {
            let place = place(index / columns, index % columns);
            let message = format!("`{}` occurs in {place}; add it to the list", shortened(name));
            return Err(Error::argument("variables", message));
        }
    }
    Ok(())
}

impl<E: Entry> MatrixOver<E> {
    /// The matrix of these rows. Its variables are those of the entries where all have the same list, else the union of their
    /// lists in alphabetical order. No rows give the 0 x 0 matrix.
    ///
    /// # Errors
    /// `Argument` when a row has another length than the first.
    ///
    /// # Complexity
    /// O(terms), with a sort of an entry's terms where its list of variables changes.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::new(vec![vec!["b".parse()?, "a + c".parse()?]])?;
    /// assert_eq!((m.rows(), m.columns()), (1, 2));
    /// assert_eq!(m.vars(), ["a", "b", "c"]);
    /// let error = Matrix::new(vec![vec!["b".parse()?, "1".parse()?], vec!["a".parse()?]]).unwrap_err();
    /// assert_eq!(error.to_string(), "rows: row 2 has 1 entry and row 1 has 2; give each row as many");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn new(rows: Vec<Vec<E>>) -> Result<Self> {
        let (rows, columns, entries) = rectangle(rows)?;
        let vars = common_vars(entries.iter().flat_map(|entry| entry.parts().take(1)));
        Ok(Self::of_entries(vars, rows, columns, entries))
    }

    /// The matrix of these rows over the given variables. The entries may have other lists.
    ///
    /// # Errors
    /// `Argument` when a row has another length than the first, when a name is no identifier or occurs twice, or when a variable
    /// that occurs in an entry is missing.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::over(&["y", "x"], vec![vec!["x + y".parse()?]])?;
    /// assert_eq!(m.to_string(), "[[y + x]]");
    /// let error = Matrix::over(&["x"], vec![vec!["x".parse()?, "y".parse()?]]).unwrap_err();
    /// assert_eq!(error.to_string(), "variables: `y` occurs in row 1, column 2; add it to the list");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn over<S: AsRef<str>>(vars: &[S], rows: Vec<Vec<E>>) -> Result<Self> {
        let vars = checked_vars(vars)?;
        let (rows, columns, entries) = rectangle(rows)?;
        all_known(&entries, columns, &vars)?;
        Ok(Self::of_entries(vars, rows, columns, entries))
    }

    /// The same matrix over another list of variables: a permutation, with further variables, or without variables that do not
    /// occur.
    ///
    /// # Errors
    /// `Argument` when a name is no identifier or occurs twice, or when a variable that occurs in an entry is missing.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::parse("[[x + y]]")?.with_vars(&["y", "x", "t"])?;
    /// assert_eq!(m.to_string(), "[[y + x]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn with_vars<S: AsRef<str>>(self, vars: &[S]) -> Result<Self> {
        let vars = checked_vars(vars)?;
        all_known(&self.entries, self.columns, &vars)?;
        Ok(Self::of_entries(vars, self.rows, self.columns, self.entries))
    }

    /// The matrix of entries whose variables are all in the list, rows times columns of them.
    fn of_entries(vars: Arc<[String]>, rows: usize, columns: usize, entries: Vec<E>) -> Self {
        debug_assert_eq!(entries.len(), rows * columns);
        let entries = entries.into_iter().map(|entry| entry.over(&vars)).collect();
        MatrixOver { vars, rows, columns, entries }
    }

    /// The variables, in order.
    pub fn vars(&self) -> &[String] {
        &self.vars
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether there are as many rows as columns.
    pub fn is_square(&self) -> bool {
        self.rows == self.columns
    }

    /// An entry, by row and column from 0; `None` outside of the matrix.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::new(vec![vec!["x".parse()?, "7".parse()?]])?;
    /// assert_eq!(m.entry(0, 1).map(|f| f.to_string()), Some("7".to_owned()));
    /// assert_eq!((m.entry(1, 0), m.entry(0, 2)), (None, None));
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn entry(&self, row: usize, column: usize) -> Option<&E> {
        (row < self.rows && column < self.columns).then(|| &self.entries[row * self.columns + column])
    }

    /// All entries, row by row.
    pub fn entries(&self) -> &[E] {
        &self.entries
    }

    /// The same, without the matrix.
    pub(crate) fn into_entries(self) -> Vec<E> {
        self.entries
    }

    /// The matrix of some rows and columns, by their numbers from 0, in this order; one may occur more than once.
    ///
    /// # Errors
    /// `Argument` for a row or a column that is not there; `Limit` for more than 2^24 entries.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::parse("[[a, b, c], [d, e, f], [g, h, i]]")?;
    /// assert_eq!(m.submatrix(&[0, 2], &[2, 0])?.to_string(), "[[c, a], [i, g]]");
    /// assert!(m.submatrix(&[3], &[]).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn submatrix(&self, rows: &[usize], columns: &[usize]) -> Result<Self> {
        check_size(rows.len(), columns.len())?;
        for (name, numbers, count) in [("row", rows, self.rows), ("column", columns, self.columns)] {
            if let Some(number) = numbers.iter().find(|&&number| number >= count) {
                return Err(Error::argument(name, format!("{number}: there are {count}, and the first one is 0")));
            }
        }
        let entry = |(i, j): (usize, usize)| self.entries[i * self.columns + j].clone();
        let entries = rows.iter().flat_map(|&i| columns.iter().map(move |&j| (i, j))).map(entry).collect();
        Ok(MatrixOver { vars: Arc::clone(&self.vars), rows: rows.len(), columns: columns.len(), entries })
    }

    /// The transposed matrix: its entry in row i and column j is that in row j and column i.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// let m = Matrix::new(vec![vec!["x".parse()?, "y".parse()?]])?;
    /// assert_eq!(m.transposed().to_string(), "[[x], [y]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn transposed(&self) -> Self {
        let places = (0..self.columns).flat_map(|j| (0..self.rows).map(move |i| i * self.columns + j));
        let entries = places.map(|at| self.entries[at].clone()).collect();
        MatrixOver { vars: Arc::clone(&self.vars), rows: self.columns, columns: self.rows, entries }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(text: &str) -> Polynomial {
        text.parse().unwrap()
    }

    #[test]
    fn lists_of_variables_are_united_or_kept() {
        let f = Polynomial::parse_in("z + x", &["z", "x"]).unwrap();
        let same = Matrix::new(vec![vec![f.clone(), f.clone()]]).unwrap();
        assert_eq!(same.vars(), ["z", "x"]);
        let m = Matrix::new(vec![vec![f.clone()], vec![poly("y")]]).unwrap();
        assert_eq!((m.vars().join(""), m.to_string()), ("xyz".to_owned(), "[[x + z], [y]]".to_owned()));
        assert!(m.entries().iter().all(|entry| Arc::ptr_eq(&entry.vars, &m.vars)));
        // A variable of a list need not occur.
        let unused = Polynomial::parse_in("x", &["x", "t"]).unwrap();
        assert_eq!(Matrix::over(&["x"], vec![vec![unused.clone()]]).unwrap().vars(), ["x"]);
        assert_eq!(Matrix::new(vec![vec![unused, poly("1")]]).unwrap().vars(), ["t", "x"]);
    }

    #[test]
    fn matrices_without_entries() {
        let empty = Matrix::new(vec![]).unwrap();
        assert_eq!((empty.rows(), empty.columns(), empty.is_square()), (0, 0, true));
        assert_eq!((empty.vars().len(), empty.to_string().as_str()), (0, "[]"));
        let row = Matrix::over(&["x"], vec![vec![]]).unwrap();
        assert_eq!((row.rows(), row.columns(), row.is_square()), (1, 0, false));
        assert_eq!((row.to_string().as_str(), row.vars()), ("[[]]", &["x".to_owned()][..]));
        assert_eq!((row.transposed().rows(), row.transposed().columns()), (0, 1));
        assert_eq!((row.transposed().to_string().as_str(), row.entry(0, 0)), ("[]", None));
    }

    #[test]
    fn bad_rows_and_variables_are_named() {
        let message = |result: Result<Matrix>| result.unwrap_err().to_string();
        let ragged = vec![vec![poly("x")], vec![poly("x")], vec![]];
        assert_eq!(message(Matrix::new(ragged)), "rows: row 3 has 0 entries and row 1 has 1; give each row as many");
        let rows = || vec![vec![poly("x"), poly("0*y")], vec![poly("1"), poly("x*z")]];
        assert!(message(Matrix::over(&["x"], rows())).contains("`z` occurs in row 2, column 2"));
        assert!(message(Matrix::over(&["x", "x"], rows())).contains("`x` occurs twice"));
        assert_eq!(Matrix::over(&["z", "x"], rows()).unwrap().transposed().to_string(), "[[x, 1], [0, z*x]]");
    }
}
