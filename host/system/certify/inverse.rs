//! Approximate inverses of complex matrices in doubles.

use gpu::arith::Ring;
use gpu::floating::{Complex, Double, Scalar};

/// An approximate inverse of a square matrix, by Gauss-Jordan elimination with scaled partial pivoting; `None` where a pivot is 0 or
/// something overflows. Nothing is proved of it.
///
/// # Complexity
/// 2 n^3 complex products.
pub(super) fn inverse(matrix: &[Vec<[f64; 2]>]) -> Option<Vec<Vec<[f64; 2]>>> {
    let (field, n) = (Complex(Double(Scalar)), matrix.len());
    let size = |x: [f64; 2]| x[0].abs().max(x[1].abs());
    let largest = |row: &[[f64; 2]]| row.iter().map(|&x| size(x)).fold(0.0, f64::max);
    // Pivots are chosen as if every column, and then every row, had the largest entry 1: units of variables and of polynomials do not matter.
    let columns: Vec<f64> = (0..n).map(|j| matrix.iter().map(|row| size(row[j])).fold(0.0, f64::max)).collect();
    // The largest scaled entry, and the row of the matrix and of the identity.
    let mut rows: Vec<(f64, Vec<[[f64; 1]; 2]>)> = Vec::with_capacity(n);
    for (i, row) in matrix.iter().enumerate() {
        let scaled: Vec<[f64; 2]> = row.iter().zip(&columns).map(|(&[re, im], c)| [re / c, im / c]).collect();
        let unit = (0..n).map(|j| if i == j { field.one() } else { field.zero() });
        rows.push((largest(&scaled), row.iter().map(|&[re, im]| [[re], [im]]).chain(unit).collect()));
    }
    for k in 0..n {
        let weight = |i: &usize| {
            let (scale, row) = &rows[*i];
            let [[re], [im]] = row[k];
            size([re, im]) / scale
        };
        let pivot = (k..n).max_by(|i, j| weight(i).total_cmp(&weight(j)))?;
        rows.swap(k, pivot);
        let (head, rest) = rows.split_at_mut(k);
        let ((_, row), tail) = rest.split_first_mut()?;
        let reciprocal = field.div(field.one(), row[k]);
        row.iter_mut().for_each(|x| *x = field.mul(*x, reciprocal));
        for (_, other) in head.iter_mut().chain(tail) {
            let factor = other[k];
            other.iter_mut().zip(&*row).for_each(|(x, &y)| *x = field.sub(*x, field.mul(factor, y)));
        }
    }
    let right = |row: &[[[f64; 1]; 2]]| row[n..].iter().map(|&[[re], [im]]| [re, im]).collect();
    let inverse: Vec<Vec<[f64; 2]>> = rows.iter().map(|(_, row)| right(row)).collect();
    inverse.iter().flatten().flatten().all(|x| x.is_finite()).then_some(inverse)
}
