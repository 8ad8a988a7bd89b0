//! Rates from times: least squares, none of them negative.

/// A time that was measured, with the counts that it is made of.
pub(super) type Sample<const N: usize> = ([f64; N], f64);

/// The x >= 0 with the least sum over the samples (c, t) of ((c x) / t - 1)^2: errors count by what part of the time they are. A count that
/// would have a negative rate has the rate 0.
///
/// Normal equations of few unknowns, each solution without the unknown that is most negative, until none is. O(N^4 + N^2 samples).
pub(super) fn least_squares<const N: usize>(samples: &[Sample<N>]) -> [f64; N] {
    let mut free = [true; N];
    loop {
        let found = solve(samples, &free);
        let negative = (0..N).filter(|&i| found[i] < 0.0).min_by(|&i, &j| {
            let share = |k: usize| samples.iter().map(|(counts, time)| found[k] * counts[k] / time).sum::<f64>();
            share(i).total_cmp(&share(j))
        });
        match negative {
            Some(worst) => free[worst] = false,
            None => return found,
        }
    }
}

/// The solution of the normal equations in the unknowns that are free; 0 for the others, and for those that no sample tells of.
fn solve<const N: usize>(samples: &[Sample<N>], free: &[bool; N]) -> [f64; N] {
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (counts, time) in samples.iter().filter(|(_, time)| *time > 0.0) {
        for i in 0..N {
            right[i] += counts[i] / time;
            matrix[i].iter_mut().zip(counts).for_each(|(sum, count)| *sum += counts[i] * count / (time * time));
        }
    }
    let mut pivots = [None; N];
    // Counts differ by orders of magnitude: what is left of a diagonal is compared with what it was.
    let before: [f64; N] = std::array::from_fn(|i| matrix[i][i]);
    for k in (0..N).filter(|&k| free[k]) {
        if matrix[k][k] <= 1e-12 * before[k] {
            continue;
        }
        pivots[k] = Some(matrix[k][k]);
        for i in (0..N).filter(|&i| i != k) {
            let factor = matrix[i][k] / matrix[k][k];
            right[i] -= factor * right[k];
            let above = matrix[k];
            matrix[i].iter_mut().zip(above).for_each(|(x, y)| *x -= factor * y);
        }
    }
    std::array::from_fn(|k| pivots[k].map_or(0.0, |pivot| right[k] / pivot))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_found_again() {
        let time = |counts: &[f64; 3]| 2.0 * counts[0] + 0.5 * counts[1] + 1e-3 * counts[2];
        let counts = [[1.0, 10.0, 1e4], [3.0, 1.0, 1e5], [1.0, 100.0, 2e3], [50.0, 2.0, 1e2]];
        let samples: Vec<Sample<3>> = counts.iter().map(|counts| (*counts, time(counts))).collect();
        let found = least_squares(&samples);
        assert!(found.iter().zip([2.0, 0.5, 1e-3]).all(|(a, b)| (a / b - 1.0).abs() < 1e-6), "{found:?}");
    }

    #[test]
    fn none_is_negative() {
        // The line through both would have a negative value at 0.
        let [each, further] = least_squares(&[([1.0, 10.0], 5.0), ([1.0, 20.0], 20.0)]);
        assert_eq!(each, 0.0);
        assert!((0.5..1.0).contains(&further), "{further}");
        assert_eq!(least_squares(&[([1.0, 0.0], 3.0), ([1.0, 0.0], 3.0)]), [3.0, 0.0]);
        assert_eq!(least_squares::<2>(&[]), [0.0, 0.0]);
    }
}
