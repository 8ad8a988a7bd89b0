//! Bounds on the coefficients of subresultants: their degrees in each kept variable, and their bits.
//!
//! The coefficient of y^j in S_k is the determinant of the rows y^s f, s < n = q - k, and y^s g, s < m = p - k, and the columns y^c, k < c < p + q - k, and y^j. In row y^s f
//! and column y^c is f_(c-s). With a weight u, deg f_i <= A - u i for A = max (deg f_i + u i), likewise deg g_i <= B - u i, so
//!
//! > deg <= n A + m B + u (sum s - sum c)
//!
//! over all shifts and columns: of several u the best. The same holds of logarithms of norms, by Hadamard's inequality: |f_i| 2^(u i) in place of f_i makes the determinant
//! 2^(u (sum c - sum s)) as large, and its rows have the norms F = (sum (|f_i| 2^(u i))^2)^(1/2) and G.

use crate::plan::rows::Rows;
use crate::plan::scaled::ScaledRows;

/// Weights that are tried for each polynomial.
const WEIGHTS: usize = 12;

/// sum s - sum c for S_k and the column y^j.
fn shifts((p, q): (u32, u32), k: u32, j: u32) -> i128 {
    let [n, m] = [i128::from(q - k), i128::from(p - k)];
    let (first, last) = (i128::from(k) + 1, i128::from(p) + i128::from(q) - i128::from(k) - 1);
    n * (n - 1) / 2 + m * (m - 1) / 2 - (first + last) * (last - first + 1).max(0) / 2 - i128::from(j)
}

/// Bounds on degrees in one variable.
pub(super) struct Degrees {
    degrees: (u32, u32),
    /// A, B and u, as multiples of 1 / the last one.
    weighted: Vec<[i128; 4]>,
}

impl Degrees {
    /// In kept variable number `axis`, of f and g of these rows.
    pub fn new(f: &Rows, g: &Rows, axis: usize) -> Self {
        let [of_f, of_g] = [f, g].map(|h| -> Vec<(i128, i128)> {
            let rows = (0..).zip(&h.rows);
            rows.filter_map(|(i, row)| row.degree(axis).map(|degree| (i, i128::from(degree)))).collect()
        });
        let mut weights = vec![(0, 1)];
        for points in [&of_f, &of_g] {
            let hull = hull(points, |a, b, c| (b.1 - a.1) * (c.0 - b.0) > (c.1 - b.1) * (b.0 - a.0));
            weights.extend(some(&hull).map(|(a, b)| (a.1 - b.1, b.0 - a.0)));
        }
        let most = |points: &[(i128, i128)], (u, d): (i128, i128)| {
            points.iter().map(|&(i, degree)| degree * d + u * i).max().unwrap_or(0)
        };
        let weighted = weights.iter().map(|&u| [most(&of_f, u), most(&of_g, u), u.0, u.1]).collect();
        Degrees { degrees: (f.rows.len() as u32 - 1, g.rows.len() as u32 - 1), weighted }
    }

    /// Of the coefficient of y^j in S_k; `None` where it must be 0.
    pub fn of(&self, k: u32, j: u32) -> Option<u64> {
        let (p, q) = self.degrees;
        let [n, m] = [i128::from(q - k), i128::from(p - k)];
        let shifts = shifts(self.degrees, k, j);
        let bound = |&[a, b, u, d]: &[i128; 4]| (n * a + m * b + u * shifts).div_euclid(d);
        u64::try_from(self.weighted.iter().map(bound).min()?).ok()
    }
}

/// Bounds on the bits of coefficients.
pub(super) struct Heights {
    degrees: (u32, u32),
    /// log2 F, log2 G and u.
    weighted: Vec<[f64; 3]>,
}

impl Heights {
    /// Of f and g of these rows.
    pub fn new(f: &Rows, g: &Rows) -> Self {
        let [of_f, of_g] = [f, g].map(|h| -> Vec<(f64, f64)> {
            let norms = ScaledRows::new(h).log2_norms();
            (0..).zip(norms).map(|(i, norm)| (f64::from(i), norm)).filter(|(_, norm)| norm.is_finite()).collect()
        });
        let mut weights = vec![0.0];
        for points in [&of_f, &of_g] {
            let hull = hull(points, |a, b, c| (b.1 - a.1) * (c.0 - b.0) > (c.1 - b.1) * (b.0 - a.0));
            weights.extend(some(&hull).map(|(a, b)| (a.1 - b.1) / (b.0 - a.0)));
        }
        let norm = |points: &[(f64, f64)], u: f64| {
            let all = || points.iter().map(|&(i, norm)| norm + u * i);
            let top = all().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = all().map(|log| (2.0 * (log - top)).exp2()).sum();
            // Far above what roundings of as many terms are.
            if points.is_empty() { 0.0 } else { top + sum.log2() / 2.0 + 1e-9 }
        };
        let weighted = weights.into_iter().map(|u| [norm(&of_f, u), norm(&of_g, u), u]).collect();
        Heights { degrees: (f.rows.len() as u32 - 1, g.rows.len() as u32 - 1), weighted }
    }

    /// Of the coefficient of y^j in S_k.
    pub fn of(&self, k: u32, j: u32) -> u64 {
        let (p, q) = self.degrees;
        let [n, m] = [f64::from(q - k), f64::from(p - k)];
        let shifts = shifts(self.degrees, k, j) as f64;
        let bound = |&[f, g, u]: &[f64; 3]| {
            let size = (n * f).abs() + (m * g).abs() + (u * shifts).abs();
            n * f + m * g + u * shifts + size * 1e-12 + 1.0
        };
        self.weighted.iter().map(bound).fold(f64::INFINITY, f64::min).ceil().max(1.0) as u64
    }
}

/// The upper hull of points with ascending first coordinates; `above` says whether the second of three is above the line through the others.
fn hull<T: Copy>(points: &[T], above: impl Fn(T, T, T) -> bool) -> Vec<T> {
    let mut hull: Vec<T> = Vec::new();
    for &point in points {
        while let [.., a, b] = hull[..]
            && !above(a, b, point)
        {
            hull.pop();
        }
        hull.push(point);
    }
    hull
}

/// A few of the edges of a hull.
fn some<T: Copy>(hull: &[T]) -> impl Iterator<Item = (T, T)> {
    let step = (hull.len() / WEIGHTS).max(1);
    hull.windows(2).step_by(step).map(|pair| (pair[0], pair[1]))
}
