//! Sylvester matrices.

use std::sync::Arc;

use super::{Matrix, check_size};
use crate::error::{Error, Result};
use crate::poly::Polynomial;
use crate::poly::arithmetic::over_same_vars;

/// The coefficients by powers of a variable of two polynomials, neither of them 0, over the same list of the others.
pub(super) fn collect_both(f: &Polynomial, g: &Polynomial, var: &str) -> Result<[Vec<Polynomial>; 2]> {
    for (name, poly) in [("f", f), ("g", g)] {
        if poly.is_zero() {
            return Err(Error::argument(name, "is 0, and has no degree; give two polynomials other than 0"));
        }
    }
    let (f, g) = over_same_vars(f, g);
    Ok([f.collect(var)?, g.collect(var)?])
}

impl Matrix {
    /// The Sylvester matrix of f and g in the variable y = `var`, whose determinant is res_y(f, g) as
    /// [`mod@crate::resultant`] defines it.
    ///
    /// With p = deg_y f, q = deg_y g, f = f_p y^p + ... + f_0 and g likewise it has p + q rows and columns: for i from 0 to q - 1
    /// row i has f_(p + i - j) in column j, then for i from 0 to p - 1 row q + i has g_(q + i - j). So the highest powers come
    /// first, and the rows of f above those of g. Its variables are those of f and g without y. Two polynomials without y give the
    /// 0 x 0 matrix.
    ///
    /// # Errors
    /// `Argument` when f or g is 0, or `var` is in neither list of variables; `Limit` when there are more than 2^24 entries.
    ///
    /// # Complexity
    /// O((p + q)^2) entries, each coefficient of f q times and each of g p times.
    ///
    /// ```
    /// use eliminant::{Matrix, Polynomial};
    /// let f: Polynomial = "x*y^2 + 2*y + 3".parse()?;
    /// let g: Polynomial = "5*y + 7*x".parse()?;
    /// assert_eq!(Matrix::sylvester(&f, &g, "y")?.to_string(), "[[x, 2, 3], [5, 7*x, 0], [0, 5, 7*x]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn sylvester(f: &Polynomial, g: &Polynomial, var: &str) -> Result<Matrix> {
        let [f, g] = collect_both(f, g, var)?;
        let (p, q) = (f.len() - 1, g.len() - 1);
        let n = p + q;
        check_size(n, n)?;
        // Neither is 0: each has a first row.
        let vars = Arc::clone(&f[0].vars);
        let zero = Polynomial { vars: Arc::clone(&vars), terms: Vec::new() };
        let mut entries = Vec::with_capacity(n * n);
        for (rows, degree, poly) in [(q, p, &f), (p, q, &g)] {
            for i in 0..rows {
                let coefficient = |j: usize| (degree + i).checked_sub(j).and_then(|power| poly.get(power));
                entries.extend((0..n).map(|j| coefficient(j).unwrap_or(&zero).clone()));
            }
        }
        Ok(Matrix::of_entries(vars, n, n, entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::matrix::naive::determinant;
    use crate::resultant::resultant;

    #[test]
    fn its_determinant_is_the_resultant() {
        for (f, g) in [
            ("y^2 - x", "y - x + 1"),
            ("x*y^3 + 2*y - 5", "3*y^2 - x*y + x^2"),
            ("y - x", "y^3 + x*y + 1"),
            ("x^2 + 1", "y^3 + x*y + 1"),
            ("y^2 + x", "x - 3"),
            ("x + 1", "x - 1"),
            ("(y - x)*(y + 1)", "(y - x)*y"),
        ] {
            let [f, g] = [f, g].map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
            let m = Matrix::sylvester(&f, &g, "y").unwrap();
            assert_eq!(m.vars(), ["x"]);
            assert_eq!(determinant(&m).to_string(), resultant(&f, &g, "y").unwrap().to_string(), "{f}, {g}");
        }
    }

    #[test]
    fn lists_of_variables_are_united() {
        let (f, g): (Polynomial, Polynomial) = ("y + a".parse().unwrap(), "x*y + 1".parse().unwrap());
        let m = Matrix::sylvester(&f, &g, "y").unwrap();
        assert_eq!((m.vars().join(" "), m.to_string()), ("a x".to_owned(), "[[1, a], [x, 1]]".to_owned()));
    }

    #[test]
    fn what_has_no_matrix_is_refused() {
        let [zero, f, large] = ["0", "y", "y^5000 + 1"].map(|text| Polynomial::parse_in(text, &["y"]).unwrap());
        let message = |f, g, var| Matrix::sylvester(f, g, var).unwrap_err().to_string();
        assert!(message(&zero, &f, "y").starts_with("f: is 0, and has no degree"));
        assert!(message(&f, &zero, "y").starts_with("g: is 0, and has no degree"));
        assert!(message(&f, &f, "z").contains("`z` is not a variable of the polynomial"));
        assert_eq!(
            message(&large, &large, "y"),
            "entries of the matrix: 100,000,000 needed, at most 16,777,216 possible"
        );
    }
}
