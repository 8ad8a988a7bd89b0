//! The least sum of one element of each row and column of a square matrix, with potentials that prove it.
//!
//! For the degrees of a determinant: with d_ij the lowest exponent of a variable in entry (i, j), all exponents of the determinant are at
//! least the least sum, and with potentials u_i + v_j <= d_ij, whose sum is that, row i may be divided by x^(u_i) and column j by x^(v_j).
//! With the negative highest exponents it is the bound on the degree, which is at most the bounds by rows and by columns.
//!
//! Source: Kuhn, The Hungarian method for the assignment problem (1955), as shortest augmenting paths: Jonker and Volgenant,
//! Computing 38 (1987).

/// The best choice of an element in each row and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Assignment {
    /// Its sum.
    pub least: i64,
    /// The column of each row.
    pub columns: Vec<usize>,
    /// u_i.
    pub rows: Vec<i64>,
    /// v_j, with u_i + v_j at most element (i, j), and equal to it where that is chosen.
    pub potentials: Vec<i64>,
}

/// Above every sum of elements.
const FAR: i64 = i64::MAX / 2;

impl Assignment {
    /// Of the n x n elements, each below 2^40 in absolute value or not there; `None` when every choice has one that is not there.
    ///
    /// O(n^3) operations.
    pub fn least(n: usize, element: impl Fn(usize, usize) -> Option<i64>) -> Option<Self> {
        // Columns begin with their least elements, so that most rows find a free one at once.
        let mut potentials: Vec<i64> = Vec::with_capacity(n);
        for j in 0..n {
            potentials.push((0..n).filter_map(|i| element(i, j)).min()?);
        }
        let mut rows = vec![0; n];
        // The row of each column; n for none.
        let mut row_of = vec![n; n];
        for start in 0..n {
            // Shortest paths from the free row to all columns, by lengths reduced by the potentials.
            let mut distance = vec![FAR; n];
            let mut before = vec![n; n];
            let mut done = vec![false; n];
            let (mut row, mut last, mut length) = (start, n, 0);
            let end = loop {
                for j in (0..n).filter(|&j| !done[j]) {
                    let Some(cost) = element(row, j) else { continue };
                    let through = length + cost - rows[row] - potentials[j];
                    if through < distance[j] {
                        distance[j] = through;
                        before[j] = last;
                    }
                }
                // Of columns as far away a free one ends the search: where all elements are equal, each row finds one at once.
                let next = (0..n).filter(|&j| !done[j]).min_by_key(|&j| (distance[j], row_of[j] < n))?;
                if distance[next] >= FAR {
                    return None;
                }
                (length, last) = (distance[next], next);
                done[next] = true;
                if row_of[next] == n {
                    break next;
                }
                row = row_of[next];
            };
            for j in (0..n).filter(|&j| done[j]) {
                let nearer = length - distance[j];
                potentials[j] -= nearer;
                if row_of[j] < n {
                    rows[row_of[j]] += nearer;
                }
            }
            rows[start] += length;
            // The rows along the path move on by one column.
            let mut column = end;
            while before[column] < n {
                row_of[column] = row_of[before[column]];
                column = before[column];
            }
            row_of[column] = start;
        }
        let mut columns = vec![0; n];
        row_of.iter().enumerate().for_each(|(column, &row)| columns[row] = column);
        let least = rows.iter().chain(&potentials).sum();
        Some(Assignment { least, columns, rows, potentials })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// The least sum over all permutations.
    fn naive(n: usize, element: &dyn Fn(usize, usize) -> Option<i64>, row: usize, used: u32) -> Option<i64> {
        if row == n {
            return Some(0);
        }
        let free = (0..n).filter(|&j| used >> j & 1 == 0);
        free.filter_map(|j| Some(element(row, j)? + naive(n, element, row + 1, used | 1 << j)?)).min()
    }

    #[test]
    fn against_all_permutations() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut missing = 0;
        for round in 0..2000 {
            let n = rng.random_range(0..6);
            let holes = [0, 30, 60][round % 3];
            let range = [3, 1000][round % 2];
            let table: Vec<Option<i64>> = (0..n * n)
                .map(|_| (rng.random_range(0..100) >= holes).then(|| rng.random_range(-range..range)))
                .collect();
            let element = |i: usize, j: usize| table[i * n + j];
            let found = Assignment::least(n, element);
            assert_eq!(found.as_ref().map(|found| found.least), naive(n, &element, 0, 0));
            let Some(found) = found else {
                missing += 1;
                continue;
            };
            let mut columns = found.columns.clone();
            columns.sort_unstable();
            assert!(columns.into_iter().eq(0..n));
            for i in 0..n {
                let sum = |j: usize| found.rows[i] + found.potentials[j];
                assert!((0..n).all(|j| element(i, j).is_none_or(|cost| sum(j) <= cost)));
                assert_eq!(element(i, found.columns[i]), Some(sum(found.columns[i])));
            }
        }
        assert!(missing > 200, "{missing}");
    }

    #[test]
    fn equal_elements_are_looked_at_twice_at_most() {
        let (n, count) = (200, std::cell::Cell::new(0));
        let found = Assignment::least(n, |_, _| {
            count.set(count.get() + 1);
            Some(-7)
        });
        assert_eq!(found.map(|found| found.least), Some(-7 * n as i64));
        assert!(count.get() <= 2 * n * n, "{}", count.get());
    }
}
