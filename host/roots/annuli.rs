//! How large roots are, from the sizes of coefficients.

use rug::Integer;

/// Intervals [2^lower, 2^upper], ascending and disjoint but for common ends: the absolute values of all roots lie within them. No coefficient of f is needed but
/// its size, and f(0) is not 0.
///
/// At a corner k of the upper hull of the points (j, log2 |f_j|), |f_j| r^j <= |f_k| r^k / 4^|k - j| for all j and r from 4 times the size that the edge before
/// the corner shows to a fourth of the size that the edge after it shows. The sum of the others is at most 2/3 of |f_k| r^k then, so no root has such an absolute value.
///
/// Source: Ostrowski, Recherches sur la methode de Graeffe, Acta Math. 72 (1940), by Pellet's theorem.
pub fn annuli(f: &[Integer]) -> Vec<[i64; 2]> {
    let log2 = |c: &Integer| {
        let (mantissa, exponent) = c.to_f64_exp();
        mantissa.abs().log2() + f64::from(exponent)
    };
    let points: Vec<(f64, f64)> =
        f.iter().enumerate().filter(|(_, c)| !c.is_zero()).map(|(k, c)| (k as f64, log2(c))).collect();
    // log2 of the size of the roots that an edge shows; sizes grow along the hull.
    let size = |(j, below): (f64, f64), (k, above): (f64, f64)| (below - above) / (k - j);
    let mut hull: Vec<(f64, f64)> = Vec::new();
    for &point in &points {
        while let [.., first, second] = hull[..]
            && size(first, second) >= size(second, point)
        {
            hull.pop();
        }
        hull.push(point);
    }
    // The ends of an interval, each with its corner.
    let mut found: Vec<[((f64, f64), i64); 2]> = Vec::new();
    for edge in hull.windows(2) {
        let size = size(edge[0], edge[1]);
        let slack = 2.0 + rounding(size);
        let [lower, upper] = [(size - slack).floor() as i64, (size + slack).ceil() as i64];
        match found.last_mut() {
            Some([_, last]) if last.1 >= lower => *last = (edge[1], upper),
            _ => found.push([(edge[0], lower), (edge[1], upper)]),
        }
    }
    // The test itself, at the ends, is less pessimistic.
    let is_free = |(k, lead): (f64, f64), end: i64| {
        let end = end as f64;
        let term = |(j, size): &(f64, f64)| {
            let exponent = size - lead + end * (j - k);
            (exponent + rounding(*size) + rounding(lead) + rounding(end * (j - k))).exp2()
        };
        points.iter().filter(|(j, _)| *j != k).map(term).sum::<f64>() < 1.0 - 1e-9
    };
    for [(below, lower), (above, upper)] in &mut found {
        while *lower < *upper - 1 && is_free(*below, *lower + 1) {
            *lower += 1;
        }
        while *lower < *upper - 1 && is_free(*above, *upper - 1) {
            *upper -= 1;
        }
    }
    found.into_iter().map(|ends| ends.map(|(_, end)| end)).collect()
}

/// More than what a logarithm of this size is wrong by.
fn rounding(size: f64) -> f64 {
    1e-9 * size.abs() + 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::UnivariatePolynomial;

    /// Planted roots of many sizes lie in the intervals, and those far apart in different ones.
    #[test]
    fn roots_lie_in_annuli() {
        for sizes in [vec![0u32, 1, 2, 40, 41, 300], vec![5], vec![0, 1, 2, 3, 4, 5, 6, 7], vec![0, 1000, 2000]] {
            for times in 0..3u32 {
                let roots: Vec<Integer> =
                    sizes.iter().flat_map(|size| (0..=times).map(|i| (Integer::from(1) << *size) + i)).collect();
                let f = UnivariatePolynomial::from_roots(roots.clone());
                let annuli = annuli(f.coefficients());
                for root in &roots {
                    let holds = |[lower, upper]: &&[i64; 2]| {
                        let size = i64::from(root.significant_bits());
                        *lower < size && (size <= *upper || *root == Integer::from(1) << *upper as u32)
                    };
                    assert_eq!(annuli.iter().filter(holds).count(), 1, "{root} {annuli:?}");
                }
                assert!(annuli.windows(2).all(|pair| pair[0][1] <= pair[1][0]));
                assert_eq!(annuli.len(), sizes.windows(2).filter(|pair| pair[1] - pair[0] > 30).count() + 1);
            }
        }
    }
}
