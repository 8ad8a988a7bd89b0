//! The builder of adjugates.

use super::answer::AdjugateAnswer;
use super::compute;
use crate::alone::alone_if;
use crate::engine::MatrixWanted;
use crate::error::{Error, Result};
use crate::plural::count;
use crate::poly::matrix::{Entry, MatrixOver};
use crate::poly::{Matrix, Polynomial, RationalMatrix, RationalPolynomial};
use crate::run::checkpoint::Fingerprint;
use crate::run::denominator::Denominator;
use crate::run::modulus::Modulus;
use crate::run::options::RunOptions;
use crate::run::resume::with_checkpoint;
use crate::run::tuples::{ListOptions, ListPlan, list_setters};
use crate::tiny;
use rug::Integer;

/// The name of the operation.
const OPERATION: &str = "adjugate";

/// Computes the adjugate of a square matrix and its determinant, with all choices: over Z by [`Adjugate::new`], over Q by [`Adjugate::of_rational`].
///
/// M adj(M) = det(M) I; where det M is not 0, adj(M) / det M is the inverse of M. The adjugate of the matrix with one row is 1, and that of a matrix of rank below n - 1 is 0.
///
/// # Examples
/// ```
/// use eliminant::{Adjugate, Matrix};
/// let m: Matrix = "[[x, 1], [2, y]]".parse()?;
/// let answer = Adjugate::new(&m).run()?;
/// assert_eq!(answer.adjugate.to_string(), "[[y, -1], [-2, x]]");
/// assert_eq!(answer.determinant.to_string(), "x*y - 2");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Adjugate<'a, M = Matrix> {
    matrix: &'a M,
    pub(super) options: ListOptions,
}

list_setters!(Adjugate<M>);

/// Refuses a matrix that is not square.
///
/// # Errors
/// `Argument`.
fn check<E: Entry>(matrix: &MatrixOver<E>) -> Result<()> {
    if matrix.is_square() {
        return Ok(());
    }
    let (rows, columns) = (count(matrix.rows(), "row"), count(matrix.columns(), "column"));
    Err(Error::argument("matrix", format!("has {rows} and {columns}; give as many rows as columns")))
}

/// The entries of a matrix with so many columns, row by row.
pub(super) fn of_rows<E: Entry>(vars: &[String], columns: usize, entries: Vec<E>) -> Result<MatrixOver<E>> {
    let mut rows: Vec<Vec<E>> = Vec::with_capacity(entries.len().checked_div(columns).unwrap_or(0));
    let mut entries = entries.into_iter().peekable();
    while entries.peek().is_some() {
        rows.push(entries.by_ref().take(columns).collect());
    }
    MatrixOver::over(vars, rows)
}

impl<'a> Adjugate<'a> {
    /// A builder for the adjugate of `matrix`. The answer has the variables of the matrix.
    pub fn new(matrix: &'a Matrix) -> Self {
        Adjugate { matrix, options: ListOptions::default() }
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut fingerprint = Fingerprint::new(OPERATION);
        fingerprint.number(self.matrix.rows() as u64).modulus(self.options.modulus);
        self.matrix.entries().iter().for_each(|entry| _ = fingerprint.polynomial(entry));
        fingerprint
    }

    /// Computes the plan alone: bounds, grid, primes and memory, nothing of the answer.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<ListPlan> {
        check(self.matrix)?;
        self.options.modulus.map_or(Ok(()), Modulus::check)?;
        compute::plan(OPERATION, (self.matrix, MatrixWanted::Adjugate), &self.options)
    }

    /// Computes and verifies the answer.
    ///
    /// # Errors
    /// - `Argument`: the matrix is not square, threads or memory are 0, the modulus is no prime.
    /// - `Limit`: the answer needs more primes or memory than there are, or has more than 2^24 entries.
    /// - Of devices, `Verification`, `Checkpoint` and `Cancelled` as for [`Determinant::run`](crate::Determinant::run).
    ///
    /// # Complexity
    /// For n rows and entries of the answer of H bits on a grid of D points: O(H D n^3) element steps, and for each of the n^2 entries O(H D log D) for
    /// interpolation and O(H^2 D) for lifting, with words of 30 bits.
    pub fn run(&self) -> Result<AdjugateAnswer> {
        check(self.matrix)?;
        self.options.modulus.map_or(Ok(()), Modulus::check)?;
        let computed = |run: RunOptions| {
            let options = ListOptions { run, ..self.options.clone() };
            let (mut polynomials, report) = compute::run(OPERATION, (self.matrix, MatrixWanted::Adjugate), &options)?;
            let none = || Polynomial::zero(self.matrix.vars());
            let determinant = polynomials.pop().map_or_else(none, Ok)?;
            let adjugate = of_rows(self.matrix.vars(), self.matrix.columns(), polynomials)?;
            Ok(AdjugateAnswer { adjugate, determinant, report })
        };
        let is_tiny = tiny::determinant(&self.options.run, self.matrix.rows(), self.matrix.entries());
        alone_if(is_tiny, || {
            with_checkpoint(
                &self.options.run,
                || self.fingerprint(),
                computed,
                |answer: &mut AdjugateAnswer| &mut answer.report.run,
            )
        })
    }
}

/// The least common multiples of the denominators of each row.
pub(super) fn denominators(matrix: &RationalMatrix) -> Vec<Integer> {
    let row = |row: &[RationalPolynomial]| {
        row.iter().fold(Integer::from(1), |mut lcm, entry| {
            lcm.lcm_mut(entry.denominator());
            lcm
        })
    };
    let mut all: Vec<Integer> = matrix.entries().chunks(matrix.columns().max(1)).map(row).collect();
    all.resize(matrix.rows(), Integer::from(1));
    all
}

impl<'a> Adjugate<'a, RationalMatrix> {
    /// The same of a matrix over Q: row i times d_i is a row over Z, and the entry in row i and column j is divided by the product of all d but d_j.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Adjugate, RationalMatrix};
    /// let m = RationalMatrix::parse("[[x/2, 1/3], [5, y]]")?;
    /// let answer = Adjugate::of_rational(&m).run()?;
    /// assert_eq!(answer.adjugate.to_string(), "[[y, -1/3], [-5, 1/2*x]]");
    /// assert_eq!(answer.determinant.to_string(), "1/2*x*y - 5/3");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_rational(matrix: &'a RationalMatrix) -> Self {
        Adjugate { matrix, options: ListOptions::default() }
    }

    /// Computes the plan for the integer matrix alone: bounds, grid, primes and memory, nothing of the answer.
    ///
    /// # Errors
    /// As [`Self::run`], except for faults of a device.
    pub fn plan(&self) -> Result<ListPlan> {
        let (matrix, _) = self.matrix.clone().into_parts();
        Adjugate { matrix: &matrix, options: self.options.clone() }.plan()
    }

    /// As [`Adjugate::run`] over Z. Modulo a prime the denominators must be prime to it.
    ///
    /// # Errors
    /// As there.
    pub fn run(&self) -> Result<AdjugateAnswer<RationalMatrix, RationalPolynomial>> {
        check(self.matrix)?;
        let all = denominators(self.matrix);
        let without = |j: Option<usize>| {
            let others = all.iter().enumerate().filter(|(k, _)| Some(*k) != j);
            Denominator::new(others.map(|(_, d)| (d.clone(), 1)), self.options.modulus)
        };
        let of_columns: Vec<Denominator> = (0..all.len()).map(|j| without(Some(j))).collect::<Result<_>>()?;
        let of_all = without(None)?;
        let (matrix, _) = self.matrix.clone().into_parts();
        let over_z = Adjugate { matrix: &matrix, options: self.options.clone() };
        let AdjugateAnswer { adjugate, determinant, report } = over_z.run()?;
        let (n, vars) = (all.len(), adjugate.vars().to_vec());
        let entry = |(k, entry): (usize, Polynomial)| of_columns[k % n].under(entry);
        let entries = adjugate.into_entries().into_iter().enumerate().map(entry).collect::<Result<_>>()?;
        let adjugate = of_rows(&vars, n, entries)?;
        Ok(AdjugateAnswer { adjugate, determinant: of_all.under(determinant)?, report })
    }
}
