//! Binomial systems: x^(u_j) = e^(2 pi i b_j) for n independent vectors u_j of integers.
//!
//! All coordinates of the |det U| solutions have absolute value 1. Arguments are words, as parts 2^-64 of a turn: integral multiples of them are
//! exact, whatever the integers are.

/// A system in triangular form: row j has no variables before j.
pub(super) struct Binomial {
    /// h_{j,v}, \[j\]\[v\].
    rows: Vec<Vec<i128>>,
    /// b_j.
    turns: Vec<u64>,
}

/// 1/2, as a part of a turn: the argument of -1.
pub(super) const HALF: u64 = 1 << 63;

impl Binomial {
    /// The triangular form, by Euclid's algorithm on rows (H. Cohen, A Course in Computational Algebraic Number Theory, 1993, section 2.4); nothing where
    /// the vectors are dependent, or integers become too large.
    ///
    /// # Complexity
    /// O(n^3) operations for each bit of a pivot, at most.
    pub(super) fn new(vectors: Vec<Vec<i64>>, turns: Vec<u64>) -> Option<Self> {
        let mut rows: Vec<Vec<i128>> = vectors.into_iter().map(|u| u.into_iter().map(i128::from).collect()).collect();
        let (n, mut turns) = (rows.len(), turns);
        for v in 0..n {
            loop {
                let pivot = (v..n).filter(|&i| rows[i][v] != 0).min_by_key(|&i| rows[i][v].unsigned_abs())?;
                rows.swap(v, pivot);
                turns.swap(v, pivot);
                let mut is_done = true;
                for i in v + 1..n {
                    let quotient = rows[i][v].div_euclid(rows[v][v]);
                    subtract(&mut rows, &mut turns, (i, v), quotient)?;
                    is_done &= rows[i][v] == 0;
                }
                if is_done {
                    break;
                }
            }
            if rows[v][v] < 0 {
                rows[v].iter_mut().for_each(|x| *x = -*x);
                turns[v] = turns[v].wrapping_neg();
            }
            // Smaller numbers above it, too.
            for i in 0..v {
                let quotient = rows[i][v].div_euclid(rows[v][v]);
                subtract(&mut rows, &mut turns, (i, v), quotient)?;
            }
        }
        Some(Binomial { rows, turns })
    }

    /// The number of solutions.
    #[cfg(test)]
    fn count(&self) -> u128 {
        (0..self.rows.len()).map(|j| self.rows[j][j].unsigned_abs()).product()
    }

    /// The arguments of the solution of this number, as parts 2^-64 of a turn.
    pub(super) fn solution(&self, mut number: u64) -> Vec<u64> {
        let n = self.rows.len();
        let mut turns = vec![0u64; n];
        for j in (0..n).rev() {
            let row = &self.rows[j];
            let known = (j + 1..n).fold(self.turns[j], |rest, v| {
                // Modulo 2^64, which is a turn.
                rest.wrapping_sub((row[v] as u64).wrapping_mul(turns[v]))
            });
            // A divisor of the number of solutions, which is below 2^64.
            let divisor = row[j] as u64;
            let digit = number % divisor;
            number /= divisor;
            turns[j] = (((u128::from(digit) << 64) + u128::from(known)) / u128::from(divisor)) as u64;
        }
        turns
    }
}

/// Row i less so many times row v, and the same of the arguments.
fn subtract(rows: &mut [Vec<i128>], turns: &mut [u64], (i, v): (usize, usize), quotient: i128) -> Option<()> {
    if quotient != 0 {
        let row = rows[v].clone();
        for (x, y) in rows[i].iter_mut().zip(row) {
            *x = x.checked_sub(quotient.checked_mul(y)?)?;
        }
        turns[i] = turns[i].wrapping_sub((quotient as u64).wrapping_mul(turns[v]));
    }
    Some(())
}

/// The number of absolute value 1 with this argument.
pub(super) fn of_turns(turns: u64) -> [f64; 2] {
    let (im, re) = (std::f64::consts::TAU * (turns as f64 / 2f64.powi(64))).sin_cos();
    [re, im]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use std::collections::BTreeSet;

    /// x^u_j is e^(2 pi i b_j) for all solutions, which are different and as many as they must be.
    fn check(vectors: &[Vec<i64>], turns: &[u64], count: u128) {
        let found = Binomial::new(vectors.to_vec(), turns.to_vec()).unwrap();
        assert_eq!(found.count(), count, "{vectors:?}");
        let solutions: BTreeSet<Vec<u64>> = (0..count as u64).map(|number| found.solution(number)).collect();
        assert_eq!(solutions.len() as u128, count, "{vectors:?}");
        for solution in &solutions {
            for (u, &b) in vectors.iter().zip(turns) {
                let value =
                    u.iter().zip(solution).fold(0u64, |sum, (&u, &x)| sum.wrapping_add((u as u64).wrapping_mul(x)));
                let error = value.wrapping_sub(b) as i64;
                assert!(error.unsigned_abs() < 1 << 24, "{vectors:?}: {error}");
            }
        }
    }

    #[test]
    fn all_solutions() {
        // x^2 = -1; x^3 y^-2 = 1, and x y = i, x y^-1 = 1.
        check(&[vec![2, 0], vec![3, -2]], &[HALF, 0], 4);
        check(&[vec![1, 1], vec![1, -1]], &[HALF / 2, 0], 2);
        let mut random = StdRng::seed_from_u64(7);
        let mut independent = 0;
        for _ in 0..400 {
            let n = random.random_range(1..6);
            let vectors: Vec<Vec<i64>> = (0..n).map(|_| (0..n).map(|_| random.random_range(-4..5)).collect()).collect();
            let turns: Vec<u64> = (0..n).map(|_| random.random()).collect();
            let determinant = determinant(&vectors);
            if determinant == 0 {
                assert!(Binomial::new(vectors, turns).is_none());
            } else if determinant.unsigned_abs() < 2000 {
                check(&vectors, &turns, determinant.unsigned_abs());
                independent += 1;
            }
        }
        assert!(independent > 200);
    }

    /// By Laplace's expansion.
    fn determinant(rows: &[Vec<i64>]) -> i128 {
        let Some((first, rest)) = rows.split_first() else { return 1 };
        let minor = |v: usize| {
            let without = |row: &Vec<i64>| [&row[..v], &row[v + 1..]].concat();
            determinant(&rest.iter().map(without).collect::<Vec<_>>())
        };
        (0..first.len()).map(|v| i128::from(first[v]) * minor(v) * if v % 2 == 0 { 1 } else { -1 }).sum()
    }
}
