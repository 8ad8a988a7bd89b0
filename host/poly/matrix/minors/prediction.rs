//! How many products and terms an expansion into minors takes, at most.

use super::next_sets;
use crate::poly::{Matrix, Polynomial};
use rustc_hash::FxHashMap;

/// Minors of one size of which a prediction is made, and products of terms, at most: such an expansion takes a few seconds.
const MOST_MINORS: usize = 1 << 13;
const MOST_PRODUCTS: f64 = 2e8;

/// The sizes of a matrix that a prediction depends on.
pub(super) struct Sizes {
    /// Terms of each entry, row by row.
    pub terms: Vec<f64>,
    /// Degrees of each row, by variable.
    degrees: Vec<Vec<u32>>,
    /// The total degree of each row, and whether all its terms have it.
    totals: Vec<(f64, bool)>,
}

impl Sizes {
    pub fn new(matrix: &Matrix) -> Self {
        let degree = |row: &[Polynomial], k| row.iter().filter_map(|entry| entry.degree_in(k)).max().unwrap_or(0);
        let degrees = |row| (0..matrix.vars().len()).map(|k| degree(row, k)).collect();
        Sizes {
            terms: matrix.entries().iter().map(|entry| entry.terms().len() as f64).collect(),
            degrees: matrix.entries().chunks(matrix.rows()).map(degrees).collect(),
            totals: matrix.entries().chunks(matrix.rows()).map(total_degree).collect(),
        }
    }

    /// Bounds on the degrees of a product of one entry of each row, by variable; `None` where one is no exponent.
    pub fn of_product(&self) -> Option<Vec<u32>> {
        let variables = self.degrees.first().map_or(0, Vec::len);
        let most = |k: usize| self.degrees.iter().map(|degrees| u64::from(degrees[k])).sum::<u64>();
        let in_range = |degree: u64| u32::try_from(degree).ok().filter(|&degree| degree <= Polynomial::MAX_EXPONENT);
        (0..variables).map(|k| in_range(most(k))).collect()
    }

    /// Terms of a polynomial whose degrees, by variable and in total, are the sums of those of these rows, at most.
    pub fn of_box(&self, rows: &[usize]) -> f64 {
        let variables = self.degrees.first().map_or(0, Vec::len);
        let degree = |k: usize| rows.iter().map(|&i| f64::from(self.degrees[i][k])).sum::<f64>();
        let degrees: Vec<f64> = (0..variables).map(degree).filter(|&degree| degree > 0.0).collect();
        let (total, is_homogeneous) =
            rows.iter().map(|&i| self.totals[i]).fold((0.0, true), |(sum, all), (d, one)| (sum + d, all && one));
        // Monomials of degree d in v variables: d + v - 1 over v - 1; of degree d at most: of one variable more.
        let others = if is_homogeneous { degrees.len().saturating_sub(1) } else { degrees.len() };
        let of_total = (1..=others).map(|k| 1.0 + total / k as f64).product();
        degrees.iter().map(|degree| 1.0 + degree).product::<f64>().min(of_total)
    }
}

/// The largest total degree of the entries of a row, and whether all terms have it.
fn total_degree(row: &[Polynomial]) -> (f64, bool) {
    let degrees =
        || row.iter().flat_map(Polynomial::terms).map(|term| term.exponents.iter().map(|&e| f64::from(e)).sum());
    let most = degrees().fold(0.0, f64::max);
    (most, degrees().all(|degree: f64| degree == most))
}

/// The rows with the fewest entries first, of as many the one with the fewest terms.
pub(super) fn row_order(n: usize, terms: &[f64]) -> Vec<usize> {
    let key = |i: usize| {
        let row = &terms[i * n..(i + 1) * n];
        (row.iter().filter(|&&terms| terms > 0.0).count(), row.iter().sum::<f64>() as u64)
    };
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| key(i));
    order
}

/// The predicted work of an expansion.
pub(super) struct Prediction {
    /// Products of terms for each number of rows, at most.
    pub products: Vec<f64>,
    /// Terms that are in memory at the same time, at most.
    pub held: f64,
    /// Terms of the determinant, at most.
    pub answer: f64,
}

/// `None` where there are too many minors or products, or no minors of all rows.
pub(super) fn predicted(order: &[usize], sizes: &Sizes) -> Option<Prediction> {
    let n = order.len();
    let mut counts = FxHashMap::from_iter([(0u32, 1.0f64)]);
    let (mut products, mut most, mut all) = (Vec::with_capacity(n), 0.0f64, 0.0);
    for (k, &i) in order.iter().enumerate() {
        let row = &sizes.terms[i * n..(i + 1) * n];
        let sets = next_sets(counts.keys().copied(), n, |j| row[j] > 0.0);
        if sets.is_empty() || sets.len() > MOST_MINORS {
            return None;
        }
        let of_box = sizes.of_box(&order[..=k]);
        let mut of_rows = 0.0;
        let next: FxHashMap<u32, f64> = sets
            .into_iter()
            .map(|(set, columns)| {
                let sum: f64 = columns.iter().map(|&j| row[j as usize] * counts[&(set & !(1 << j))]).sum();
                of_rows += sum;
                (set, sum.min(of_box))
            })
            .collect();
        all += of_rows;
        if all > MOST_PRODUCTS {
            return None;
        }
        most = most.max(counts.values().sum::<f64>() + next.values().sum::<f64>());
        products.push(of_rows);
        counts = next;
    }
    Some(Prediction { products, held: most, answer: counts.values().sum() })
}
