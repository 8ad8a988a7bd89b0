//! Determinants by expansion, for tests of small matrices.

use rug::Integer;

use super::Matrix;
use crate::poly::Polynomial;

/// The determinant, by expansion along the first row: n! products.
pub(crate) fn determinant(m: &Matrix) -> Polynomial {
    assert!(m.is_square());
    let columns: Vec<usize> = (0..m.columns).collect();
    expand(m, 0, &columns)
}

/// The determinant of the rows from `row` on, with these columns.
fn expand(m: &Matrix, row: usize, columns: &[usize]) -> Polynomial {
    if columns.is_empty() {
        return Polynomial::constant_in(&m.vars, Integer::from(1));
    }
    let mut sum = Polynomial::constant_in(&m.vars, Integer::new());
    for (place, column) in columns.iter().enumerate() {
        let others: Vec<usize> = columns.iter().copied().filter(|other| other != column).collect();
        let product = &m.entries[row * m.columns + column] * &expand(m, row + 1, &others);
        sum = if place % 2 == 0 { &sum + &product } else { &sum - &product };
    }
    sum
}

#[test]
fn small_determinants() {
    let value = |text: &str| determinant(&Matrix::parse(text).unwrap()).to_string();
    assert_eq!(value("[]"), "1");
    assert_eq!(value("[[a, b], [c, d]]"), "a*d - b*c");
    assert_eq!(value("[[0, 0, 1], [1, 0, 0], [0, 1, 0]]"), "1");
}
