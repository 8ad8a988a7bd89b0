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
//! - for any A >= max sqrt(S) and |t - t_k| <= pi / K: sqrt(S(t)) <= A cos(max(0, v(t_k) - eta)). With x = sqrt(S(t_k)) / A
//!   this is A (x cos(eta) + sqrt(1 - x^2) sin(eta)) where x < cos(eta), and A elsewhere.
//!
//! The second bounds products of two such sums by their joint behaviour, not by two separate maxima.
//!
//! K = 4 N with N a power of two, N > d, as 4 shifted transforms of length N. The coefficients are real, so shifts c and 4 - c
//! give conjugate values: c = 0, 1, 2 suffice. Four times as many samples gain at most 11 bits for the rows of the 2013 paper.
//!
//! Eight rows are transformed together, side by side in vectors.
//!
//! **Rounding.** A value of a transform of a is a sum of terms a_j w with |w| = 1 whose every partial result is bounded by
//! the sum of the |a_j| that enter it; a step (addition, product with a table entry) adds at most 6 * 2^-53 relative to
//! that, and there are at most log2(N) + 2 <= 20 steps: the error is below 2^-46 ||a||_1. [`SLACK`] = 2^-40 also covers the
//! rounding of the scaled coefficients, of the sum over i, and anything that underflows.
//!
//! Sources: M. Riesz, Jahresber. DMV 23 (1914); Ehlich and Zeller, Math. Z. 86 (1964), for trigonometric polynomials on grids.

use std::f64::consts::{PI, TAU};

use crate::alone::prelude::*;

use super::scaled::{ScaledRow, ScaledRows};

/// Errors of transforms, relative to the 1-norm of what is transformed.
const SLACK: f64 = 1.0 / (1u64 << 40) as f64;

/// Samples for each root of unity of order N.
const SHIFTS: usize = 4;

/// The largest transform, and the largest number of coefficients over all rows: beyond them sampling would take seconds.
const MAX_LEN: usize = 1 << 18;
const MAX_WORK: usize = 1 << 24;

/// Values from which the shifts are shared among threads: below, waking them takes longer.
const PARALLEL_WORK: usize = 1 << 14;

/// One number of each of eight rows.
type Lanes = [f64; LANES];
const LANES: usize = 8;

/// The points at which polynomials in one variable are sampled: 4 N-th roots of unity, from 1 to -1 and a little beyond.
pub(super) struct Grid {
    len: usize,
    /// exp(2 pi i k / 4 N) for 0 <= k <= 2 N.
    table: Vec<(f64, f64)>,
    /// For blocks of length N, N / 2, ..., 2: the roots of unity of that order in the upper half plane, side by side.
    twiddles: Vec<Vec<(f64, f64)>>,
}

/// One polynomial on the circle.
pub(super) struct Samples {
    rows: Vec<f64>,
    /// Bounds for sqrt(S) / A around each sample: cos(max(0, v(t_k) - eta)).
    near: Vec<f64>,
    /// log2 A.
    log2_max: f64,
}

/// Rows that are transformed together.
struct Group<'a> {
    rows: Vec<&'a ScaledRow>,
    /// w_i^2, and 0 where there is no row.
    squares: Lanes,
}

/// The results of one shift: S at its points, and the largest |f_i|^2 per group and row.
type Shift = (Vec<f64>, Vec<Lanes>);

/// Every group at one shift, with the instructions of this processor.
struct GroupsAtShift<'a> {
    grid: &'a Grid,
    groups: &'a [Group<'a>],
    shift: usize,
}

impl pulp::NullaryFnOnce for GroupsAtShift<'_> {
    type Output = Shift;

    #[inline(always)]
    fn call(self) -> Shift {
        let len = self.grid.len;
        let (mut re, mut im) = (vec![[0.0; LANES]; len], vec![[0.0; LANES]; len]);
        let mut sums = vec![[0.0; LANES]; len];
        let mut peaks = Vec::with_capacity(self.groups.len());
        for group in self.groups {
            self.grid.transform(group, self.shift, &mut re, &mut im);
            let mut peak = [0.0; LANES];
            for ((sum, re), im) in sums.iter_mut().zip(&re).zip(&im) {
                for lane in 0..LANES {
                    let norm = re[lane] * re[lane] + im[lane] * im[lane];
                    sum[lane] += group.squares[lane] * norm;
                    peak[lane] = if norm > peak[lane] { norm } else { peak[lane] };
                }
            }
            peaks.push(peak);
        }
        (sums.iter().map(|sum| sum.iter().sum()).collect(), peaks)
    }
}

/// Nanoseconds of a transform for each value and stage: nine shifts of 38 rows of length 64 took 0.17 ms of one core with
/// AVX-512.
const VALUE: f64 = 1.1;

impl Grid {
    /// Milliseconds that [`Grid::sample`] takes for both on one core, about; 0 where there is no grid.
    pub(super) fn milliseconds(f: &ScaledRows, g: &ScaledRows) -> f64 {
        let Some(len) = Self::len(f, g) else { return 0.0 };
        let values = (f.rows.len() + g.rows.len()) as f64 * len as f64 * (SHIFTS / 2 + 1) as f64;
        VALUE * values * f64::from(len.trailing_zeros() + 1) * 1e-6
    }

    /// Length of the transforms; `None` with more than one kept variable and beyond the limits on size.
    fn len(f: &ScaledRows, g: &ScaledRows) -> Option<usize> {
        let len = (f.span().max(g.span()) + 1).next_power_of_two();
        let rows = f.rows.len() + g.rows.len();
        let fits = f.kept <= 1 && len <= MAX_LEN && rows.saturating_mul(len) <= MAX_WORK;
        fits.then_some(len)
    }

    /// A grid that is fine enough for both; `None` with more than one kept variable and beyond the limits on size.
    pub(super) fn new(f: &ScaledRows, g: &ScaledRows) -> Option<Self> {
        let len = Self::len(f, g)?;
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
    /// O(rows N log N) operations; large ones in parallel over the three shifts. The result does not depend on the number of
    /// threads or the instructions of the processor.
    pub(super) fn sample(&self, f: &ScaledRows, tilt: f64) -> Samples {
        let log2_weight = |i: usize, row: &ScaledRow| row.exponent + tilt * i as f64;
        let present = || f.rows.iter().enumerate().filter_map(|(i, row)| Some((i, row.as_ref()?)));
        let unit = present().map(|(i, row)| log2_weight(i, row)).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = present().map(|(i, row)| (log2_weight(i, row) - unit).exp2()).collect();
        let (places, rows): (Vec<usize>, Vec<&ScaledRow>) = present().unzip();

        let groups: Vec<Group> = rows
            .chunks(LANES)
            .zip(weights.chunks(LANES))
            .map(|(rows, weights)| {
                let mut squares = [0.0; LANES];
                squares.iter_mut().zip(weights).for_each(|(square, weight)| *square = weight * weight);
                Group { rows: rows.to_vec(), squares }
            })
            .collect();
        let run = |shift| pulp::Arch::new().dispatch(GroupsAtShift { grid: self, groups: &groups, shift });
        let shifts: Vec<Shift> = match groups.len() * LANES * self.len < PARALLEL_WORK {
            true => (0..=SHIFTS / 2).map(run).collect(),
            false => (0..SHIFTS / 2 + 1).into_par_iter().map(run).collect(),
        };

        let eta = |degree: usize| PI * degree as f64 / (2 * SHIFTS * self.len) as f64;
        let mut bounds = vec![f64::NEG_INFINITY; f.rows.len()];
        for (k, (&i, row)) in places.iter().zip(&rows).enumerate() {
            let peak = shifts.iter().map(|(_, peaks)| peaks[k / LANES][k % LANES]).fold(0.0, f64::max);
            bounds[i] = ((peak.sqrt() + SLACK * row.norm1) / eta(row.degree).cos()).log2() + row.exponent;
        }
        // Minkowski: the errors of the values are a vector of norm at most `slack`.
        let norms = rows.iter().zip(&weights).map(|(row, weight)| (weight * row.norm1).powi(2));
        let slack = SLACK * norms.sum::<f64>().sqrt();
        let roots: Vec<f64> = shifts.iter().flat_map(|(sums, _)| sums).map(|s| s.sqrt() + slack).collect();
        let (sin, cos) = eta(rows.iter().map(|row| row.degree).max().unwrap_or(0)).sin_cos();
        let max = roots.iter().copied().fold(0.0, f64::max) / cos;
        let near = |root: &f64| {
            // Below cos(eta) the error of 1 - x^2, 2^-52, is at most 2^-52 / sin(eta) in its root, times sin(eta) here.
            let x = root / max;
            if x < cos { x * cos + ((1.0 - x) * (1.0 + x)).sqrt() * sin } else { 1.0 }
        };
        Samples { rows: bounds, near: roots.iter().map(near).collect(), log2_max: max.log2() + unit }
    }

    /// The values of up to eight rows at exp(2 pi i (m / N + shift / 4 N)), m = 0, ..., N - 1, in bit-reversed order of m.
    ///
    /// Decimation in frequency. The order is the same for all rows, so that sums over rows are right.
    #[inline(always)]
    fn transform(&self, group: &Group, shift: usize, re: &mut [Lanes], im: &mut [Lanes]) {
        re.fill([0.0; LANES]);
        im.fill([0.0; LANES]);
        for (lane, row) in group.rows.iter().enumerate() {
            for &(power, c) in &row.coefficients {
                // power < N and shift <= 2: the index is at most 2 N.
                let (cos, sin) = self.table[power * shift];
                re[power][lane] += c * cos;
                im[power][lane] += c * sin;
            }
        }
        for twiddles in &self.twiddles {
            let half = twiddles.len();
            for (re, im) in re.chunks_exact_mut(2 * half).zip(im.chunks_exact_mut(2 * half)) {
                let ((re0, re1), (im0, im1)) = (re.split_at_mut(half), im.split_at_mut(half));
                for ((((a, b), c), d), &(cos, sin)) in re0.iter_mut().zip(im0).zip(re1).zip(im1).zip(twiddles) {
                    for lane in 0..LANES {
                        let (x, y) = (a[lane] - c[lane], b[lane] - d[lane]);
                        (a[lane], b[lane]) = (a[lane] + c[lane], b[lane] + d[lane]);
                        (c[lane], d[lane]) = (x * cos - y * sin, x * sin + y * cos);
                    }
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
        let both = self.near.iter().zip(&g.near).map(|(a, b)| q * a.log2() + p * b.log2());
        both.fold(f64::NEG_INFINITY, f64::max) + q * self.log2_max + p * g.log2_max
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::exact::{config, dense, ragged};
    use super::super::rows::{Exponents, Row, Rows};
    use super::*;

    fn scaled(f: &Rows) -> ScaledRows {
        ScaledRows::new(f)
    }

    /// |f_i(e^(it))| in plain f64, with coefficients divided by 2^unit.
    fn size(row: &Row, t: f64, unit: i32) -> f64 {
        let term = |(c, e): &(rug::Integer, Exponents)| {
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
        let row = |c: i32, e: u32| Row { terms: vec![(c.into(), Exponents::from_slice(&[e]))] };
        let f = Rows { kept: 1, rows: vec![row(-1024, 999), Row::default(), row(1, 0)] };
        let f = scaled(&f);
        let grid = Grid::new(&f, &f).unwrap();
        assert_eq!(grid.len, 1);
        let samples = grid.sample(&f, 0.0);
        assert!((10.0..10.0 + 1e-9).contains(&samples.rows[0]));
        assert_eq!(samples.rows[1], f64::NEG_INFINITY);
        assert!((0.0..1e-9).contains(&samples.rows[2]));
    }

    #[test]
    fn two_kept_variables_have_no_circle() {
        let f = Rows { kept: 2, rows: vec![Row { terms: vec![(1.into(), Exponents::from_slice(&[0, 0]))] }] };
        assert!(Grid::new(&scaled(&f), &scaled(&f)).is_none());
    }

    proptest! {
        #![proptest_config(config(60))]

        #[test]
        fn transform_is_evaluation(f in dense(10, 12, 30), shift in 0..=SHIFTS / 2) {
            let all = scaled(&f);
            let grid = Grid::new(&all, &all).unwrap();
            let rows: Vec<&ScaledRow> = all.rows.iter().flatten().collect();
            for (rows, plain) in rows.chunks(LANES).zip(f.rows.chunks(LANES)) {
                let (mut re, mut im) = (vec![[1.0; LANES]; grid.len], vec![[1.0; LANES]; grid.len]);
                grid.transform(&Group { rows: rows.to_vec(), squares: [1.0; LANES] }, shift, &mut re, &mut im);
                for (k, (re, im)) in re.iter().zip(&im).enumerate() {
                    let m = k.reverse_bits() >> (usize::BITS - grid.len.trailing_zeros());
                    let t = TAU * (m * SHIFTS + shift) as f64 / (SHIFTS * grid.len) as f64;
                    for (lane, row) in plain.iter().enumerate() {
                        let want = size(row, t, rows[lane].exponent as i32);
                        prop_assert!((f64::hypot(re[lane], im[lane]) - want).abs() < 1e-12);
                    }
                }
            }
        }

        // Anywhere on the circle, not only at the samples; and not much above the largest value seen.
        #[test]
        fn bounds_hold_between_samples(f in ragged(3, 9), g in ragged(4, 6), q in 1..9i32, p in 1..9i32) {
            prop_assume!(!f.rows.is_empty() && !g.rows.is_empty());
            let grid = Grid::new(&scaled(&f), &scaled(&g)).unwrap();
            let (on_f, on_g) = (grid.sample(&scaled(&f), 0.0), grid.sample(&scaled(&g), 0.0));
            let points: Vec<f64> = (0..2000).map(|k| TAU * f64::from(k) / 2000.0).collect();
            for (h, samples) in [(&f, &on_f), (&g, &on_g)] {
                for (row, bound) in h.rows.iter().zip(samples.rows()) {
                    let bits = row.terms.iter().map(|(c, _)| c.significant_bits()).max().unwrap_or(0) as i32;
                    let most = points.iter().map(|t| size(row, *t, bits)).fold(0.0, f64::max).log2() + f64::from(bits);
                    prop_assert!(most <= *bound && (most == *bound || *bound <= most + 0.12), "{} {}", most, bound);
                }
            }
            let norm = |h: &Rows, t: f64| h.rows.iter().map(|row| size(row, t, unit(h)).powi(2)).sum::<f64>().log2() / 2.0;
            let value = |t: &f64| f64::from(q) * norm(&f, *t) + f64::from(p) * norm(&g, *t);
            let most = points.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
                + f64::from(q * unit(&f)) + f64::from(p * unit(&g));
            let joint = on_f.joint_maximum(q.into(), &on_g, p.into());
            prop_assert!(most <= joint + 1e-9, "{} {}", most, joint);
            prop_assert!(joint <= most + 0.3 * f64::from(p + q) + 0.1, "{} {}", most, joint);
        }
    }
}
