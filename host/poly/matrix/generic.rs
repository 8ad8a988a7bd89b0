//! Matrices of variables.

use std::sync::Arc;

use rug::Integer;

use super::Matrix;
use crate::error::{ErrorKind, Result};
use crate::poly::polynomial::{Exponents, Polynomial, Term, checked_vars};

/// The most exponents, one of each entry in each variable: 1 GiB.
const MAX_EXPONENTS: u128 = 1 << 28;

impl Matrix {
    /// The matrix whose entries are all variables of their own: in row i and column j, here from 1, stands the variable
    /// `prefix_i_j`. The list of variables has them row by row.
    ///
    /// # Errors
    /// `Argument` when `prefix` makes no names; `Limit` when there are more than 2^14 entries.
    ///
    /// # Complexity
    /// O((rows columns)^2) bytes: each entry has an exponent for each variable.
    ///
    /// ```
    /// use eliminant::Matrix;
    /// assert_eq!(Matrix::generic(2, 2, "a")?.to_string(), "[[a_1_1, a_1_2], [a_2_1, a_2_2]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn generic(rows: usize, columns: usize, prefix: &str) -> Result<Matrix> {
        let count = rows as u128 * columns as u128;
        let needed = count.saturating_mul(count);
        if needed > MAX_EXPONENTS {
            return Err(ErrorKind::Limit { what: "exponents of the entries", needed, allowed: MAX_EXPONENTS }.into());
        }
        let places = (0..rows * columns).map(|at| (at / columns + 1, at % columns + 1));
        let names: Vec<String> = places.map(|(i, j)| format!("{prefix}_{i}_{j}")).collect();
        let vars = checked_vars(&names)?;
        let entries = (0..vars.len()).map(|at| {
            let mut exponents = Exponents::from_elem(0, vars.len());
            exponents[at] = 1;
            Polynomial { vars: Arc::clone(&vars), terms: vec![Term { coefficient: Integer::from(1), exponents }] }
        });
        let entries = entries.collect();
        Ok(Matrix { vars, rows, columns, entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::matrix::naive::determinant;

    #[test]
    fn entries_are_distinct_variables() {
        let m = Matrix::generic(2, 3, "x").unwrap();
        assert_eq!(m.vars(), ["x_1_1", "x_1_2", "x_1_3", "x_2_1", "x_2_2", "x_2_3"]);
        assert_eq!(m.to_string(), "[[x_1_1, x_1_2, x_1_3], [x_2_1, x_2_2, x_2_3]]");
        assert_eq!(m.transposed().entry(2, 1).map(ToString::to_string).as_deref(), Some("x_2_3"));
        let m = Matrix::generic(3, 3, "a").unwrap();
        assert_eq!(determinant(&m).terms().len(), 6);
        let empty = Matrix::generic(0, 3, "a").unwrap();
        assert_eq!((empty.rows(), empty.columns(), empty.vars().len()), (0, 3, 0));
    }

    #[test]
    fn bad_prefixes_and_sizes_are_refused() {
        assert!(Matrix::generic(1, 1, "2a").unwrap_err().to_string().contains("`2a_1_1` is not a name"));
        assert!(Matrix::generic(128, 128, "a").is_ok());
        assert!(Matrix::generic(129, 128, "a").unwrap_err().to_string().starts_with("exponents of the entries"));
        assert!(Matrix::generic(usize::MAX, usize::MAX, "a").is_err());
    }
}
