//! Points to begin with.
//!
//! Where the k-th roots in size are near each other in groups, log |a_k| over k has a concave polygon with an edge for each group, and its slope is the
//! logarithm of their size.
//!
//! Source: D. Bini, Numerical computation of polynomial zeros by means of Aberth's method, Numer. Algorithms 13 (1996), section 2.

use super::scaled::Scaled;
use rug::Integer;

/// The golden ratio: multiples modulo 1 are spread evenly, whatever their number.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Logarithms to base 2 of the sizes that Newton's polygon expects of all roots, in ascending order. f(0) is not 0.
fn sizes(f: &[Integer]) -> Vec<f64> {
    let mut hull: Vec<(usize, f64)> = Vec::new();
    let points = f.iter().enumerate().filter(|(_, c)| !c.is_zero()).map(|(k, c)| (k, Scaled::of_integer(c).log2()));
    for (k, log) in points {
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

/// Points above the real axis for all pairs of roots that are not real. `real` has the logarithms of the sizes of the real ones; other seeds give other points.
pub fn points(f: &[Integer], real: &[f64], seed: u32) -> Vec<Scaled> {
    let mut sizes = sizes(f);
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
    pairs.map(|(k, pair)| Scaled::polar((pair[0] + pair[1]) / 2.0, std::f64::consts::PI * turn(k))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_roots_are_expected() {
        let f = [-8, 0, 0, 1].map(Integer::from);
        assert_eq!(sizes(&f), [1.0; 3]);
        assert_eq!(points(&f, &[1.0], 0).len(), 1);
        // (x - 2^40) (x + 1) (2^40 x - 1), about.
        let f = [Integer::from(1) << 40, -Integer::from(1) << 80, -Integer::from(1) << 80, Integer::from(1) << 40];
        assert_eq!(sizes(&f), [-40.0, 0.0, 40.0]);
    }
}
