//! Sylvester matrices, whose determinants are resultants.
//!
//! The matrix of f and g of formal degrees p and q has q rows with the coefficients of f, the highest first, each shifted by one column
//! against the one above, then p rows of g alike ([`Matrix::sylvester`]). A remainder sequence takes O(p q) steps at a point for what
//! elimination takes O((p + q)^3).

use super::options::DeterminantOptions;
use crate::error::Result;
use crate::poly::{Matrix, Polynomial};
use crate::resultant::Resultant;

/// Polynomials whose Sylvester matrix in `var` a matrix is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub f: Polynomial,
    pub g: Polynomial,
    /// A name that no variable of the matrix has.
    pub var: String,
}

impl Pair {
    /// Its resultant, with the choices made of the determinant.
    pub fn resultant(&self, options: &DeterminantOptions) -> Resultant<'_> {
        Resultant::new(&self.f, &self.g, &self.var).options(options.of_resultant())
    }
}

/// The pair of a square matrix; `None` where there is none of positive degrees whose leading coefficients are not 0.
///
/// O(n^2) comparisons of entries.
///
/// # Errors
/// Those of polynomials that are too large.
pub(super) fn pair(matrix: &Matrix) -> Result<Option<Pair>> {
    let n = matrix.rows();
    let entry = |i: usize, j: usize| &matrix.entries()[i * n + j];
    // Whether row i + 1 is row i shifted.
    let shifts = |i: usize| entry(i + 1, 0).is_zero() && (1..n).all(|j| entry(i + 1, j) == entry(i, j - 1));
    let Some(first) = (0..n.saturating_sub(1)).find(|&i| !shifts(i)) else { return Ok(None) };
    let (q, p) = (first + 1, n - first - 1);
    // Row 0 of f ends p + 1 columns from the left, row q of g after q + 1.
    let ends = |row: usize, degree: usize| (degree + 1..n).all(|j| entry(row, j).is_zero());
    let is_pair =
        ends(0, p) && ends(q, q) && (q..n - 1).all(shifts) && !entry(0, 0).is_zero() && !entry(q, 0).is_zero();
    if !is_pair {
        return Ok(None);
    }
    let mut var = "y".to_owned();
    while matrix.vars().contains(&var) {
        var.push('_');
    }
    let mut vars = matrix.vars().to_vec();
    vars.push(var.clone());
    let of_row = |row: usize, degree: usize| -> Result<Polynomial> {
        let coefficients: Vec<Polynomial> = (0..=degree).rev().map(|j| entry(row, j).clone()).collect();
        Polynomial::from_rows(&vars, &var, &coefficients)
    };
    Ok(Some(Pair { f: of_row(0, p)?, g: of_row(q, q)?, var }))
}

#[cfg(test)]
mod tests {
    use super::super::report::METHOD_OF_SYLVESTER;
    use super::*;
    use crate::poly::TextWriter;
    use crate::{Backend, Determinant, DeterminantMethod};

    #[test]
    fn sylvester_matrices_are_known() {
        for (f, g) in [
            ("a*y^3 - 2*y + x", "y^2 + x*y"),
            ("y - 1", "3*y + x"),
            ("y^2", "y^2"),
            ("x*y^4 + 1", "y - a"),
            ("y + 1", "y^5 - y^4 - x"),
        ] {
            let [f, g] = [f, g].map(|text| Polynomial::parse_in(text, &["a", "x", "y"]).unwrap());
            let matrix = Matrix::sylvester(&f, &g, "y").unwrap();
            let found = pair(&matrix).unwrap().unwrap();
            assert_eq!(Matrix::sylvester(&found.f, &found.g, &found.var).unwrap(), matrix);
            assert!(!matrix.vars().contains(&found.var));
        }
    }

    #[test]
    fn others_are_not() {
        for text in [
            "[]",
            "[[x]]",
            "[[1, 2], [3, 4]]",
            "[[0, 1], [1, 1]]",
            "[[1, 2], [0, 1]]",
            "[[1, 2, 0], [0, 1, 2], [3, 4, 6]]",
            "[[1, 2, 3], [4, 5, 0], [0, 4, 5]]",
            "[[1, 2, 0], [3, 4, 5], [0, 3, 4]]",
        ] {
            let matrix: Matrix = text.parse().unwrap();
            let found = pair(&matrix).unwrap();
            let is_one = |pair: &Pair| Matrix::sylvester(&pair.f, &pair.g, &pair.var).unwrap() == matrix;
            assert!(found.as_ref().is_none_or(is_one), "{text}: {found:?}");
        }
        assert!(pair(&"[[0, 1], [1, 1]]".parse().unwrap()).unwrap().is_none());
        assert!(pair(&"[[1, 2], [0, 1]]".parse().unwrap()).unwrap().is_none());
    }

    #[test]
    fn the_resultant_is_the_determinant() {
        let [f, g] = ["a*y^4 - 2*x*y + 3", "7*y^3 + x*y^2 - a^2"]
            .map(|text| Polynomial::parse_in(text, &["a", "x", "y"]).unwrap());
        let matrix = Matrix::sylvester(&f, &g, "y").unwrap();
        let of = |method| Determinant::new(&matrix).backend(Backend::Cpu).method(method);
        let (found, eliminated) = (of(DeterminantMethod::Auto), of(DeterminantMethod::Elimination));
        let [answer, expected] = [&found, &eliminated].map(|determinant| determinant.run().unwrap());
        assert_eq!(answer.polynomial, expected.polynomial);
        assert_eq!((answer.report.method, expected.report.method), (METHOD_OF_SYLVESTER, "elimination"));
        assert_eq!(found.plan().unwrap().on_grid.primes, answer.report.run.primes);
        for p in [2, 97, 998_244_353] {
            let [answer, expected] = [&found, &eliminated].map(|d| d.clone().modulus(p).run().unwrap().polynomial);
            assert_eq!(answer, expected, "modulo {p}");
        }
        let mut text = Vec::new();
        found.write(&mut TextWriter::new(&mut text)).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), expected.polynomial.to_string());
    }
}
