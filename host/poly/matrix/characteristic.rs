//! Matrices whose determinant is a characteristic polynomial.

use super::entry::{Entry, occurring};
use super::{MatrixOver, place};
use crate::error::{Error, Result};
use crate::poly::Polynomial;
use crate::shorten::shortened;

/// The list of variables, `var` before them where it is not among them, for a square matrix whose entries do not have it.
fn vars_with<'a, E: Entry>(matrix: &'a MatrixOver<E>, var: &'a str) -> Result<Vec<&'a str>> {
    let MatrixOver { vars, rows, columns, entries } = matrix;
    if rows != columns {
        return Err(Error::argument("matrix", format!("is {rows} x {columns}; give it as many rows as columns")));
    }
    if let Some(index) = entries.iter().position(|entry| occurring(entry).any(|name| name == var)) {
        let place = place(index / columns, index % columns);
        return Err(Error::argument(
            "variable",
            format!("`{}` occurs in {place}; take another name, as s", shortened(var)),
        ));
    }
    let is_new = vars.iter().all(|name| name != var);
    Ok(is_new.then_some(var).into_iter().chain(vars.iter().map(String::as_str)).collect())
}

impl<E: Entry> MatrixOver<E> {
    /// t I - M for this matrix M and t = `var`: its determinant is the characteristic polynomial of M.
    ///
    /// Its variables are those of M, and t before them where it is not among them. The 0 x 0 matrix stays one, with the determinant 1.
    /// O(n^2) for n rows. Where M is dense its [determinant](crate::determinant()) takes O(n^3) steps for each prime and point of the other variables, by Hessenberg's form of M: no point
    /// of t is needed.
    ///
    /// # Errors
    /// `Argument` when the matrix is not square, `var` is no name, or it occurs in an entry.
    ///
    /// ```
    /// use eliminant::{Matrix, RationalMatrix, determinant};
    /// let m = Matrix::parse("[[1, x], [2, 3]]")?.characteristic("t")?;
    /// assert_eq!(m.to_string(), "[[t - 1, -x], [-2, t - 3]]");
    /// assert_eq!(determinant(&m)?.to_string(), "t^2 - 4*t - 2*x + 3");
    /// let m = RationalMatrix::parse("[[1/2, x], [2/3, 3]]")?.characteristic("t")?;
    /// assert_eq!(m.to_string(), "[[t - 1/2, -x], [-2/3, t - 3]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn characteristic(&self, var: &str) -> Result<Self> {
        let vars = vars_with(self, var)?;
        let mut all = self.clone().with_vars(&vars)?;
        let variable = E::from(Polynomial::variable(&vars, var)?);
        for (index, entry) in all.entries.iter_mut().enumerate() {
            let is_diagonal = index / all.columns == index % all.columns;
            *entry = if is_diagonal { variable.checked_difference(entry)? } else { entry.negative() };
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use crate::poly::Matrix;
    use crate::poly::matrix::naive::determinant;

    /// Trace and determinant are among its coefficients, and M is a zero of it.
    #[test]
    fn small_matrices() {
        let m = Matrix::parse("[[2, x, 0], [1, -3, y], [x*y, 5, 7]]").unwrap();
        let of_m = determinant(&m.characteristic("t").unwrap());
        let terms = of_m.collect("t").unwrap();
        let [constant, _, trace, lead] = &terms[..] else { panic!("{of_m}") };
        assert_eq!((lead.to_string(), trace.to_string()), ("1".into(), "-6".into()));
        assert_eq!(*constant, determinant(&m).negate());
        let empty = Matrix::parse("[]").unwrap().characteristic("t").unwrap();
        assert_eq!((empty.rows(), empty.vars()), (0, &["t".to_owned()][..]));
    }

    /// Where the variable is in the list and does not occur, the list stays.
    #[test]
    fn variables() {
        let m = Matrix::parse("[[x]]").unwrap().with_vars(&["t", "x"]).unwrap();
        assert_eq!(m.characteristic("t").unwrap().vars(), ["t", "x"]);
        assert_eq!(m.characteristic("s").unwrap().vars(), ["s", "t", "x"]);
        let message = |m: &str, var: &str| Matrix::parse(m).unwrap().characteristic(var).unwrap_err().to_string();
        assert_eq!(
            message("[[1, 2], [x, 3]]", "x"),
            "variable: `x` occurs in row 2, column 1; take another name, as s"
        );
        assert_eq!(message("[[1, 2]]", "t"), "matrix: is 1 x 2; give it as many rows as columns");
        assert!(message("[[1]]", "2t").contains("is not a name"));
    }
}
