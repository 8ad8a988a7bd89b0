//! Sizes of coefficient polynomials on the unit circle, from samples, as rigorous upper bounds.
//!
//! Let S(t) = sum_i w_i^2 |f_i(e^(it))|^2. It is a trigonometric polynomial of degree at most d, the largest difference of
//! two exponents in one f_i (a power of x taken out of f_i does not change |f_i| on the circle).
//!
//! **Lemma.** Let 0 <= S <= A^2 everywhere and v = arccos(sqrt(S) / A), in [0, pi/2]. Then |v(t) - v(t')| <= d |t - t'| / 2.
//!
//! *Proof.* T = S - A^2 / 2 = (A^2 / 2) cos 2v satisfies |T| <= A^2 / 2, so T'^2 + d^2 T^2 <= d^2 A^4 / 4 (the
//! Bernstein-Szego inequality), which says |2 v'| <= d wherever 0 < S < A^2. The remaining points are isolated unless T is
//! constant, and v is continuous.
//!
//! Let the samples be t_k = 2 pi k / K with eta = pi d / (2 K) < pi / 2. Every t has a sample within pi / K, so:
//!
//! - with A^2 = max S, v = 0 at the maximum, v <= eta at the sample nearest to it: max sqrt(S) <= max_k sqrt(S(t_k)) / cos(eta);
//! - for any A >= max sqrt(S) and |t - t_k| <= pi / K: sqrt(S(t)) <= A cos(max(0, v(t_k) - eta)).
//!
//! The second bounds products of two such sums by their joint behaviour, not by two separate maxima.
//!
//! K = 16 N with N a power of two, N > d, as 16 shifted transforms of length N. The coefficients are real, so shifts c and
//! 16 - c give conjugate values: c = 0, ..., 8 suffice.
//!
//! **Rounding.** A value of a transform of a is a sum of terms a_j w with |w| = 1 whose every partial result is bounded by
//! the sum of the |a_j| that enter it; a step (addition, product with a table entry) adds at most 6 * 2^-53 relative to
//! that, and there are at most log2(N) + 2 <= 20 steps: the error is below 2^-46 ||a||_1. [`SLACK`] = 2^-40 also covers the
//! rounding of the scaled coefficients, of the sum over i, and anything that underflows.
//!
//! Sources: M. Riesz, Jahresber. DMV 23 (1914); Ehlich and Zeller, Math. Z. 86 (1964), for trigonometric polynomials on grids.

use std::f64::consts::{PI, TAU};

use rayon::prelude::*;

use super::rows::{Row, Rows};

/// Errors of transforms, relative to the 1-norm of what is transformed.
const SLACK: f64 = 1.0 / (1u64 << 40) as f64;

/// Samples for each root of unity of order N.
const SHIFTS: usize = 16;

/// The largest transform, and the largest number of coefficients over all rows: beyond them sampling would take seconds.
const MAX_LEN: usize = 1 << 18;
const MAX_WORK: usize = 1 << 24;

/// The points at which polynomials in one variable are sampled: 16 N-th roots of unity, from 1 to -1 and a little beyond.
pub(super) struct Grid {
    len: usize,
    /// exp(2 pi i k / 16 N) for 0 <= k <= 8 N.
    table: Vec<(f64, f64)>,
    /// For blocks of length N, N / 2, ..., 2: the roots of unity of that order in the upper half plane, side by side.
    twiddles: Vec<Vec<(f64, f64)>>,
}

/// One polynomial on the circle.
pub(super) struct Samples {
    rows: Vec<f64>,
    /// sqrt(S) = A cos v around each sample, with A = 1: v(t_k) - eta, or 0 where that is negative.
    angles: Vec<f64>,
    /// log2 A.
    log2_max: f64,
}

/// A row's coefficients divided by 2^exponent, with the lowest power of x taken out.
struct Scaled {
    coefficients: Vec<(usize, f64)>,
    norm1: f64,
    exponent: f64,
    degree: usize,
}

impl Scaled {
    /// `None` for the zero row. The largest coefficient is in [1/2, 1].
    fn new(row: &Row) -> Option<Self> {
        let power = |exponents: &[u32]| exponents.first().copied().unwrap_or(0) as usize;
        let low = row.terms.iter().map(|(_, e)| power(e)).min()?;
        let top = row.terms.iter().map(|(c, _)| c.significant_bits()).max()?;
        let coefficients: Vec<(usize, f64)> = row
            .terms
            .iter()
            .map(|(c, e)| {
                let (mantissa, exponent) = c.to_f64_exp();
                // Below 2^-1074 the coefficient becomes 0: covered by SLACK.
                (power(e) - low, mantissa * (f64::from(exponent) - f64::from(top)).exp2())
            })
            .collect();
        let norm1 = coefficients.iter().map(|(_, c)| c.abs()).sum();
        let degree = coefficients.iter().map(|(e, _)| *e).max()?;
        Some(Scaled { coefficients, norm1, exponent: f64::from(top), degree })
    }
}

/// The largest difference of two exponents within a row.
fn span(f: &Rows) -> usize {
    let row_span = |row: &Row| {
        let powers = || row.terms.iter().filter_map(|(_, e)| e.first());
        powers().max().zip(powers().min()).map_or(0, |(high, low)| (high - low) as usize)
    };
    f.rows.iter().map(row_span).max().unwrap_or(0)
}

impl Grid {
    /// A grid that is fine enough for both; `None` with more than one kept variable and beyond the limits on size.
    pub(super) fn new(f: &Rows, g: &Rows) -> Option<Self> {
        let len = (span(f).max(span(g)) + 1).next_power_of_two();
        let rows = f.rows.len() + g.rows.len();
        if f.kept > 1 || len > MAX_LEN || rows.saturating_mul(len) > MAX_WORK {
            return None;
        }
        let order = SHIFTS * len;
        let root = |k| {
            let (sin, cos) = (TAU * k as f64 / order as f64).sin_cos();
            (cos, sin)
        };
        let table: Vec<(f64, f64)> = (0..=order / 2).map(root).collect();
        let blocks = (0..len.trailing_zeros()).map(|stage| len >> stage);
        let half = |block: usize| table.iter().copied().step_by(order / block).take(block / 2).collect();
        let twiddles = blocks.map(half).collect();
        Some(Grid { len, table, twiddles })
    }

    /// The rows of f, and S with the weights w_i = 2^(tilt i).
    ///
    /// O(rows N log N) operations, in parallel over the nine shifts: the result does not depend on the number of threads.
    pub(super) fn sample(&self, f: &Rows, tilt: f64) -> Samples {
        let scaled: Vec<Option<Scaled>> = f.rows.iter().map(Scaled::new).collect();
        let log2_weight = |i: usize, row: &Scaled| row.exponent + tilt * i as f64;
        let present = || scaled.iter().enumerate().filter_map(|(i, row)| Some((i, row.as_ref()?)));
        let unit = present().map(|(i, row)| log2_weight(i, row)).fold(f64::NEG_INFINITY, f64::max);
        let weight = |i: usize, row: &Scaled| (log2_weight(i, row) - unit).exp2();

        let shifts: Vec<(Vec<f64>, Vec<f64>)> = (0..=SHIFTS / 2)
            .into_par_iter()
            .map(|shift| {
                let (mut sums, mut peaks) = (vec![0.0; self.len], vec![0.0; scaled.len()]);
                let mut values = vec![(0.0, 0.0); self.len];
                for (i, row) in present() {
                    self.transform(row, shift, &mut values);
                    let square = weight(i, row).powi(2);
                    let mut peak: f64 = 0.0;
                    for (sum, (re, im)) in sums.iter_mut().zip(&values) {
                        let norm = re * re + im * im;
                        *sum += square * norm;
                        peak = peak.max(norm);
                    }
                    peaks[i] = peak;
                }
                (sums, peaks)
            })
            .collect();

        let eta = |degree: usize| PI * degree as f64 / (2 * SHIFTS * self.len) as f64;
        let mut rows = vec![f64::NEG_INFINITY; scaled.len()];
        for (i, row) in present() {
            let peak = shifts.iter().map(|(_, peaks)| peaks[i]).fold(0.0, f64::max);
            rows[i] = ((peak.sqrt() + SLACK * row.norm1) / eta(row.degree).cos()).log2() + row.exponent;
        }
        // Minkowski: the errors of the values are a vector of norm at most `slack`.
        let slack = SLACK * present().map(|(i, row)| (weight(i, row) * row.norm1).powi(2)).sum::<f64>().sqrt();
        let roots: Vec<f64> = shifts.iter().flat_map(|(sums, _)| sums).map(|s| s.sqrt() + slack).collect();
        let eta = eta(present().map(|(_, row)| row.degree).max().unwrap_or(0));
        let max = roots.iter().copied().fold(0.0, f64::max) / eta.cos();
        let angles = roots.iter().map(|root| ((root / max).min(1.0).acos() - eta).max(0.0)).collect();
        Samples { rows, angles, log2_max: max.log2() + unit }
    }

    /// The values of one row at exp(2 pi i (m / N + shift / 16 N)), m = 0, ..., N - 1, in bit-reversed order of m.
    ///
    /// Decimation in frequency. The order is the same for all rows, so that sums over rows are right.
    fn transform(&self, row: &Scaled, shift: usize, values: &mut [(f64, f64)]) {
        values.fill((0.0, 0.0));
        for &(power, c) in &row.coefficients {
            // power < N and shift <= 8: the index is below 8 N.
            let (re, im) = self.table[power * shift];
            values[power].0 += c * re;
            values[power].1 += c * im;
        }
        for twiddles in &self.twiddles {
            for block in values.chunks_exact_mut(2 * twiddles.len()) {
                let (low, high) = block.split_at_mut(twiddles.len());
                for ((a, b), w) in low.iter_mut().zip(high).zip(twiddles) {
                    let difference = (a.0 - b.0, a.1 - b.1);
                    *a = (a.0 + b.0, a.1 + b.1);
                    *b = (difference.0 * w.0 - difference.1 * w.1, difference.0 * w.1 + difference.1 * w.0);
                }
            }
        }
    }
}

impl Samples {
    /// log2 of an upper bound for max |f_i| over the circle, per row; -infinity for zero rows.
    pub(super) fn rows(&self) -> &[f64] {
        &self.rows
    }

    /// log2 of an upper bound for the maximum over the circle of S_f^(q/2) S_g^(p/2).
    pub(super) fn joint_maximum(&self, q: f64, g: &Samples, p: f64) -> f64 {
        let both = self.angles.iter().zip(&g.angles).map(|(a, b)| q * a.cos().log2() + p * b.cos().log2());
        both.fold(f64::NEG_INFINITY, f64::max) + q * self.log2_max + p * g.log2_max
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::exact::{config, dense, ragged};
    use super::*;

    /// |f_i(e^(it))| in plain f64, with coefficients divided by 2^unit.
    fn size(row: &Row, t: f64, unit: i32) -> f64 {
        let term = |(c, e): &(rug::Integer, Vec<u32>)| {
            let (mantissa, exponent) = c.to_f64_exp();
            let c = mantissa * f64::from(exponent as i32 - unit).exp2();
            (c * (t * f64::from(e[0])).cos(), c * (t * f64::from(e[0])).sin())
        };
        let (re, im) = row.terms.iter().map(term).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        f64::hypot(re, im)
    }

    fn unit(f: &Rows) -> i32 {
        let bits = f.rows.iter().flat_map(|row| &row.terms).map(|(c, _)| c.significant_bits());
        bits.max().unwrap_or(0) as i32
    }

    #[test]
    fn single_powers_are_exact() {
        let row = |c: i32, e: u32| Row { terms: vec![(c.into(), vec![e])] };
        let f = Rows { kept: 1, rows: vec![row(-1024, 999), Row::default(), row(1, 0)] };
        let grid = Grid::new(&f, &f).unwrap();
        assert_eq!(grid.len, 1);
        let samples = grid.sample(&f, 0.0);
        assert!((10.0..10.0 + 1e-9).contains(&samples.rows[0]));
        assert_eq!(samples.rows[1], f64::NEG_INFINITY);
        assert!((0.0..1e-9).contains(&samples.rows[2]));
    }

    #[test]
    fn two_kept_variables_have_no_circle() {
        let f = Rows { kept: 2, rows: vec![Row { terms: vec![(1.into(), vec![0, 0])] }] };
        assert!(Grid::new(&f, &f).is_none());
    }

    proptest! {
        #![proptest_config(config(60))]

        #[test]
        fn transform_is_evaluation(f in dense(0, 12, 30), shift in 0usize..=8) {
            let grid = Grid::new(&f, &f).unwrap();
            let row = Scaled::new(&f.rows[0]).unwrap();
            let mut values = vec![(0.0, 0.0); grid.len];
            grid.transform(&row, shift, &mut values);
            for (k, (re, im)) in values.into_iter().enumerate() {
                let m = k.reverse_bits() >> (usize::BITS - grid.len.trailing_zeros());
                let t = TAU * (m * SHIFTS + shift) as f64 / (SHIFTS * grid.len) as f64;
                prop_assert!((f64::hypot(re, im) - size(&f.rows[0], t, row.exponent as i32)).abs() < 1e-12);
            }
        }

        // Anywhere on the circle, not only at the samples; and not much above the largest value seen.
        #[test]
        fn bounds_hold_between_samples(f in ragged(3, 9), g in ragged(4, 6), q in 1..9i32, p in 1..9i32) {
            prop_assume!(!f.rows.is_empty() && !g.rows.is_empty());
            let grid = Grid::new(&f, &g).unwrap();
            let (on_f, on_g) = (grid.sample(&f, 0.0), grid.sample(&g, 0.0));
            let points: Vec<f64> = (0..2000).map(|k| TAU * f64::from(k) / 2000.0).collect();
            for (h, samples) in [(&f, &on_f), (&g, &on_g)] {
                for (row, bound) in h.rows.iter().zip(samples.rows()) {
                    let bits = row.terms.iter().map(|(c, _)| c.significant_bits()).max().unwrap_or(0) as i32;
                    let most = points.iter().map(|t| size(row, *t, bits)).fold(0.0, f64::max).log2() + f64::from(bits);
                    prop_assert!(most <= *bound && (most == *bound || *bound <= most + 0.01), "{} {}", most, bound);
                }
            }
            let norm = |h: &Rows, t: f64| h.rows.iter().map(|row| size(row, t, unit(h)).powi(2)).sum::<f64>().log2() / 2.0;
            let value = |t: &f64| f64::from(q) * norm(&f, *t) + f64::from(p) * norm(&g, *t);
            let most = points.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
                + f64::from(q * unit(&f)) + f64::from(p * unit(&g));
            let joint = on_f.joint_maximum(q.into(), &on_g, p.into());
            prop_assert!(most <= joint + 1e-9, "{} {}", most, joint);
            prop_assert!(joint <= most + 0.1 * f64::from(p + q) + 0.1, "{} {}", most, joint);
        }
    }
}
