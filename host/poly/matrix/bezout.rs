//! Bezout matrices.

use std::sync::Arc;

use super::sylvester::collect_both;
use super::{Matrix, check_size};
use crate::error::Result;
use crate::poly::Polynomial;

impl Matrix {
    /// The Bezout matrix of f and g in the variable y = `var`: with n the larger of deg_y f and deg_y g its entry in row i and
    /// column j, from 0 to n - 1, is the coefficient of y^i z^j in
    ///
    /// > (f(y) g(z) - f(z) g(y)) / (y - z).
    ///
    /// It is symmetric, and changes its sign with f and g exchanged. With p = deg_y f and q = deg_y g its determinant is
    ///
    /// > (-1)^(n (n-1)/2) lc(f)^(p - q) res_y(f, g) for p >= q,
    /// > (-1)^(n (n-1)/2 + n (p+1)) lc(g)^(q - p) res_y(f, g) for p < q.
    ///
    /// Its variables are those of f and g without y. Two polynomials without y give the 0 x 0 matrix.
    ///
    /// # Errors
    /// `Argument` when f or g is 0, when `var` is in neither list of variables, or when an exponent would pass
    /// [`Polynomial::MAX_EXPONENT`]; `Limit` when there are more than 2^24 entries.
    ///
    /// # Complexity
    /// n^2 + n products of coefficients.
    ///
    /// ```
    /// use eliminant::{Matrix, Polynomial};
    /// let f: Polynomial = "y^2 + a".parse()?;
    /// let g: Polynomial = "3*y + b".parse()?;
    /// assert_eq!(Matrix::bezout(&f, &g, "y")?.to_string(), "[[-3*a, b], [b, 3]]");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn bezout(f: &Polynomial, g: &Polynomial, var: &str) -> Result<Matrix> {
        let [mut f, mut g] = collect_both(f, g, var)?;
        let n = f.len().max(g.len()) - 1;
        check_size(n, n)?;
        // Neither is 0: each has a first row.
        let vars = Arc::clone(&f[0].vars);
        let zero = Polynomial { vars: Arc::clone(&vars), terms: Vec::new() };
        f.resize(n + 1, zero.clone());
        g.resize(n + 1, zero.clone());
        let mut entries = vec![zero; n * n];
        for i in 0..n {
            for j in i..n {
                // Times y - z, b_(i-1) j - b_i (j-1) is the coefficient of y^i z^j: f_i g_j - f_j g_i. So along an antidiagonal
                // b_ij = b_(i-1)(j+1) + f_(j+1) g_i - f_i g_(j+1).
                let mut entry = &f[j + 1].checked_mul(&g[i])? - &f[i].checked_mul(&g[j + 1])?;
                if i > 0 && j + 1 < n {
                    entry = &entry + &entries[(i - 1) * n + j + 1];
                }
                entries[j * n + i] = entry.clone();
                entries[i * n + j] = entry;
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
    fn its_determinant_is_the_resultant_with_a_sign_and_a_leading_coefficient() {
        let list = [
            "x*y^3 + 2*y - 5*x",
            "3*y^2 - x*y + x^2",
            "(x + 2)*y + 1",
            "y^3 + x*y + 1",
            "(x - 1)*y^4 + y + x",
            "x + 3",
            "x*y^2 - 1",
        ];
        for f in list {
            for g in list {
                let [f, g] = [f, g].map(|text| Polynomial::parse_in(text, &["x", "y"]).unwrap());
                let m = Matrix::bezout(&f, &g, "y").unwrap();
                let [p, q] = [&f, &g].map(|f| f.degree("y").unwrap());
                let n = p.max(q);
                let (longer, sign) = match p >= q {
                    true => (&f, n * n.saturating_sub(1) / 2),
                    false => (&g, n * n.saturating_sub(1) / 2 + n * (p + 1)),
                };
                let leading = longer.collect("y").unwrap().pop().unwrap().pow(p.abs_diff(q)).unwrap();
                let expected = &leading * &resultant(&f, &g, "y").unwrap();
                let expected = if sign % 2 == 0 { expected } else { -&expected };
                assert_eq!(determinant(&m).to_string(), expected.to_string(), "{f}, {g}");
                assert_eq!((m.rows(), m.transposed()), (n as usize, m.clone()));
            }
        }
    }

    #[test]
    fn its_entries_are_those_of_the_quotient() {
        let f: Polynomial = "a*y^3 + b*y^2 + c*y + d".parse().unwrap();
        let g: Polynomial = "y^3 - 2*y + e".parse().unwrap();
        let m = Matrix::bezout(&f, &g, "y").unwrap();
        let [y, z] = ["y", "z"].map(|text| text.parse::<Polynomial>().unwrap());
        let sum = (0..9).fold(Polynomial::zero(&["y"]).unwrap(), |sum, at| {
            let (i, j) = (at / 3, at % 3);
            let power = &y.pow(i).unwrap() * &z.pow(j).unwrap();
            &sum + &(m.entry(i as usize, j as usize).unwrap() * &power)
        });
        let in_z = |f: &Polynomial| f.substitute("y", &z).unwrap();
        let expected = &(&f * &in_z(&g)) - &(&in_z(&f) * &g);
        assert!((&(&sum * &(&y - &z)) - &expected).is_zero());
    }

    #[test]
    fn what_has_no_matrix_is_refused() {
        let [zero, f] = ["0", "y"].map(|text| Polynomial::parse_in(text, &["y"]).unwrap());
        assert!(Matrix::bezout(&f, &zero, "y").unwrap_err().to_string().starts_with("g: is 0"));
        assert!(Matrix::bezout(&f, &f, "z").is_err());
        let large: Polynomial = "y^5000".parse().unwrap();
        assert!(Matrix::bezout(&f, &large, "y").unwrap_err().to_string().starts_with("entries of the matrix"));
    }
}
