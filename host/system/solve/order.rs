//! The order of zeros, which neither the seed nor the machine changes.

use super::Solution;
use std::cmp::Ordering;

/// Zeros closer than 2^-40 of the largest coordinate are compared by the next coordinate: what is the same number for two zeros differs in its last
/// digits where it is not certified.
const BITS: i32 = 40;

/// Zeros that are proved real, in ascending order of their coordinates; then the others, by real and imaginary part of each coordinate.
pub(super) fn sort(solutions: &mut [Solution]) {
    let variables = solutions.first().map_or(0, |zero| zero.point.len());
    let parts = |zero: &Solution, j: usize| [zero.point[j].re, zero.point[j].im];
    let units: Vec<f64> = (0..variables)
        .map(|j| {
            let most = solutions.iter().flat_map(|zero| parts(zero, j)).fold(0.0, |most: f64, x| most.max(x.abs()));
            // Below the range of doubles there is nothing to be told apart.
            (most.log2().ceil() - f64::from(BITS)).exp2().max(f64::MIN_POSITIVE)
        })
        .collect();
    // Without the sign of 0.
    let compare = |a: f64, b: f64| (a + 0.0).total_cmp(&(b + 0.0));
    let exactly = |a: &Solution, b: &Solution| {
        let each = (0..variables).flat_map(|j| parts(a, j).into_iter().zip(parts(b, j)));
        each.map(|(a, b)| compare(a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    let roughly = |a: &Solution, b: &Solution| {
        let rounded = |zero: &Solution, j: usize| parts(zero, j).map(|part| (part / units[j]).round());
        let each = (0..variables).flat_map(|j| rounded(a, j).into_iter().zip(rounded(b, j)));
        each.map(|(a, b)| compare(a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    solutions.sort_by(|a, b| match (a.is_real(), b.is_real()) {
        (true, true) => exactly(a, b),
        (false, false) => roughly(a, b).then_with(|| exactly(a, b)),
        (a, b) => b.cmp(&a),
    });
}

#[cfg(test)]
mod tests {
    use crate::system::{Solve, System};

    #[test]
    fn the_seed_does_not_change_the_order() {
        let shown = |text: &str, seed: u64| -> Vec<String> {
            let system: System = text.parse().unwrap();
            let zeros = Solve::new(&system).seed(seed).run().unwrap().solutions;
            zeros
                .iter()
                .map(|zero| format!("{:?}", zero.point.iter().map(|x| [x.re, x.im]).collect::<Vec<_>>()))
                .collect()
        };
        let real = ["[[-3.0, 0.0]]", "[[1.0, 0.0]]", "[[2.0, 0.0]]"];
        let other = ["[[0.0, -1.0]]", "[[0.0, 1.0]]"];
        for seed in 1..6 {
            assert_eq!(shown("(x - 1)*(x - 2)*(x + 3)*(x^2 + 1)", seed), [&real[..], &other].concat(), "{seed}");
            let plane = shown("x^2 + y^2 - 5; x*y - 2", seed);
            assert_eq!(plane[0], "[[-2.0, 0.0], [-1.0, 0.0]]");
            assert_eq!(plane[3], "[[2.0, 0.0], [1.0, 0.0]]");
        }
    }
}
