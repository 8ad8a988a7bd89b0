//! Points to begin with.
//!
//! Where the k-th roots in size are near each other in groups, log |a_k| over k has a concave polygon with an edge for each group, and its slope is the
//! logarithm of their size.
//!
//! Source: D. Bini, Numerical computation of polynomial zeros by means of Aberth's method, Numer. Algorithms 13 (1996), section 2.

use super::scaled::Scaled;
use std::f64::consts::PI;

/// The golden ratio: multiples modulo 1 are spread evenly, whatever their number.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Logarithms to base 2 of the sizes that Newton's polygon expects of all roots, in ascending order, from those of coefficients; minus infinity for 0. f(0) is not 0.
pub fn sizes(logarithms: &[f64]) -> Vec<f64> {
    let mut hull: Vec<(usize, f64)> = Vec::new();
    for (k, &log) in logarithms.iter().enumerate().filter(|(_, log)| log.is_finite()) {
        while let [.., (a, of_a), (b, of_b)] = hull[..] {
            // Whether b is above the line from a to k.
            if (of_b - of_a) * (k - a) as f64 > (log - of_a) * (b - a) as f64 {
                break;
            }
            hull.pop();
        }
        hull.push((k, log));
    }
    let edges = hull.windows(2).flat_map(|edge| {
        let length = edge[1].0 - edge[0].0;
        std::iter::repeat_n((edge[0].1 - edge[1].1) / length as f64, length)
    });
    edges.collect()
}

/// Points above the real axis for all pairs of roots that are not real, from the sizes of all. `real` has the logarithms of the sizes of the real ones; other seeds give
/// other points.
pub fn above(mut sizes: Vec<f64>, real: &[f64], seed: u32) -> Vec<Scaled> {
    // What is expected of the real roots is left out.
    for log in real {
        let above = sizes.partition_point(|size| size < log);
        let nearest = match (above.checked_sub(1), sizes.get(above)) {
            (Some(below), Some(next)) if log - sizes[below] > next - log => above,
            (Some(below), _) => below,
            (None, _) => above,
        };
        if nearest < sizes.len() {
            sizes.remove(nearest);
        }
    }
    let pairs = sizes.chunks_exact(2).enumerate();
    let turn = |k: usize| (GOLDEN * (k + 1) as f64 + 0.137 * f64::from(seed)).fract().clamp(0.01, 0.99);
    pairs.map(|(k, pair)| Scaled::polar((pair[0] + pair[1]) / 2.0, PI * turn(k))).collect()
}

/// A point in any direction for each size.
pub fn turned(sizes: &[f64]) -> Vec<Scaled> {
    let turn = |k: usize| (GOLDEN * (k + 1) as f64).fract();
    sizes.iter().enumerate().map(|(k, size)| Scaled::polar(*size, 2.0 * PI * turn(k))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_roots_are_expected() {
        // x^3 - 8.
        let found = sizes(&[3.0, f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0]);
        assert_eq!(found, [1.0; 3]);
        assert_eq!((above(found.clone(), &[1.0], 0).len(), turned(&found).len()), (1, 3));
        // (x - 2^40) (x + 1) (2^40 x - 1), about.
        assert_eq!(sizes(&[40.0, 80.0, 80.0, 40.0]), [-40.0, 0.0, 40.0]);
    }
}
