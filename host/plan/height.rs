//! Bounds for the coefficients of resultants and discriminants, in bits.
//!
//! A coefficient of a polynomial R in the kept variables is a mean of R x^(-k) over the torus |x_1| = ... = |x_k| = 1, so
//! its absolute value is at most max |R| there. For R = det of the Sylvester matrix Hadamard's inequality bounds |R(x)|
//! by the product of the 2-norms of the rows, and by that of the columns. With |f_i| the maximum of |f_i(x)| on the torus
//! or anything larger, such as ||f_i||_1:
//!
//! - rows: |res| <= (sum_i |f_i|^2)^(q/2) (sum_j |g_j|^2)^(p/2). With 1-norms this is the bound of Goldstein and Graham.
//!   For one kept variable the maximum of the product over the circle replaces the product of the maxima
//!   (`circle.rs`);
//! - columns: column c holds f_(p-c), ..., f_(p-c+q-1) and g_(q-c), ..., g_(q-c+p-1), where these exist.
//!
//! **Weights.** With rho = 2^tilt and s = 2^lift, res(f(rho y), s g(rho y)) = s^p rho^(pq) res(f, g). So every bound may be
//! taken for the weighted coefficients f_i rho^i, s g_j rho^j, and its logarithm diminished by p lift + p q tilt. The
//! logarithm is convex in (tilt, lift); a search finds good weights, and whatever it finds gives a valid bound. Rows do
//! not depend on lift. This gains much where the sizes of the coefficients vary with i.
//!
//! **Rounding.** Logarithms are in f64 and relative to the largest coefficient. With a rows and columns together, the
//! argument of a logarithm is a sum of at most a squares: relative error below 2^-32 + a 2^-52, where the first part covers
//! exponentials (`exp2.rs`), arc cosines and the transforms of `circle.rs`. The sum of the logarithms, of parts with the
//! sum s in absolute value, adds at most (a + 64) 2^-52 s. Both are added to every bound.
//!
//! Norms are sums in f64, rounded up (`scaled.rs`).
//!
//! Source: Goldstein and Graham, A Hadamard-type bound on the coefficients of a determinant of polynomials, SIAM Review 16
//! (1974); Hadamard's inequality.

use super::circle::Grid;
use super::exp2::exp2;
use super::rows::Rows;
use super::scaled::ScaledRows;

/// Milliseconds that the search for weights of the columns takes, for each of them.
const COLUMNS: f64 = 1e-3;

/// Slack for the logarithm of each row or column.
const MARGIN: f64 = 1.0 / (1u64 << 30) as f64;

/// The likely gain and cost of sharper bounds than the first.
pub(crate) struct Refinement {
    /// The bound without them, in bits.
    pub bits: u64,
    /// Bits they gain: about two for each row of the Sylvester matrix of dense polynomials, fewer of sparse ones.
    pub gain: f64,
    /// Milliseconds they take.
    pub milliseconds: f64,
}

/// Terms smaller than this many bits below the largest count as this small: larger than they are, and never 0.
const FLOOR: f64 = -900.0;

/// An upper bound for the largest absolute value of a coefficient of res_y(f, g), in bits: |c| <= 2^bits.
///
/// 0 where the resultant is certainly zero (f or g zero, or both divisible by y) or 1 (both constant in y).
///
/// # Complexity
/// O(terms) integer operations and O(p + q) floating-point operations for weights, rows and columns, with p, q the degrees in
/// y. For one kept variable, of degree d, also O((p + q) d log d) in parallel, up to a limit of some seconds; beyond it, and for
/// more kept variables, 1-norms stand for the values on the torus.
///
/// # Examples
/// ```
/// use eliminant::plan::{height::resultant_height_bits, rows::{Exponents, Row, Rows}};
/// let term = |c: i32, e: u32| (c.into(), Exponents::from_slice(&[e]));
/// let f = Rows { kept: 1, rows: vec![Row { terms: vec![term(-1, 1)] }, Row { terms: vec![term(1, 0)] }] }; // y - x
/// let g = Rows { kept: 1, rows: vec![Row { terms: vec![term(3, 0)] }, Row { terms: vec![term(5, 0)] }] }; // 5 y + 3
/// let bits = resultant_height_bits(&f, &g); // the resultant is 5 x + 3
/// assert!((3..=4).contains(&bits));
/// ```
pub fn resultant_height_bits(f: &Rows, g: &Rows) -> u64 {
    resultant_height(f, g, |_| true)
}

/// The bound with sharper ones than the first only when they pay.
pub(crate) fn resultant_height(f: &Rows, g: &Rows, pays: impl Fn(&Refinement) -> bool) -> u64 {
    whole_bits(sylvester_log2(&ScaledRows::new(f), &ScaledRows::new(g), pays))
}

/// An upper bound for the largest absolute value of a coefficient of disc_y(f), in bits: |c| <= 2^bits.
///
/// 0 for n = deg_y f < 2 and where the discriminant is certainly zero (y^2 divides f).
///
/// It is the bound for the resultant of the two partial derivatives of the homogeneous form of f, divided by n^(n-2):
/// with A = f' = sum i f_i y^(i-1) and B = n f - y f' = sum (n-i) f_i y^i, both of formal degree n - 1,
///
/// ```text
/// disc(f) = +- res(A, B) / n^(n-2).
/// ```
///
/// Proof: n^(n-1) res(f, f') = res(n f, f') = res(B + y f', f') = +- (n f_n) res(B, f'), where the first B + y f' has degree
/// n, B has formal degree n - 1, and dropping one formal degree gives the factor lc(f') = n f_n. Divide by n^(n-1) f_n.
///
/// # Complexity
/// As [`resultant_height_bits`] for two polynomials of degree n - 1 in y.
///
/// # Examples
/// ```
/// use eliminant::plan::{height::discriminant_height_bits, rows::{Exponents, Row, Rows}};
/// let term = |c: i32, e: u32| Row { terms: vec![(c.into(), Exponents::from_slice(&[e]))] };
/// let f = Rows { kept: 1, rows: vec![term(3, 7), Row::default(), term(1, 2)] }; // x^2 y^2 + 3 x^7
/// let bits = discriminant_height_bits(&f); // the discriminant is -12 x^9
/// assert!((4..=5).contains(&bits));
/// ```
pub fn discriminant_height_bits(f: &Rows) -> u64 {
    discriminant_height(f, |_| true)
}

/// The bound with sharper ones than the first only when they pay.
pub(crate) fn discriminant_height(f: &Rows, pays: impl Fn(&Refinement) -> bool) -> u64 {
    let n = f.rows.len().saturating_sub(1);
    if n < 2 {
        return 0;
    }
    let f = ScaledRows::new(f);
    let (a, b) = (f.multiplied(1, n + 1, |i| i), f.multiplied(0, n, |i| n - i));
    // A lower bound for log2 n^(n-2): the logarithm is off by less than 2^-40.
    let divisor = (n - 2) as f64 * ((n as f64).log2() - MARGIN);
    whole_bits(sylvester_log2(&a, &b, pays) - divisor)
}

/// -infinity becomes 0.
fn whole_bits(log2: f64) -> u64 {
    log2.ceil().max(0.0) as u64
}

/// log2 of a bound for the determinant of the Sylvester matrix of f and g with the formal degrees p, q that the numbers of
/// rows give; last rows may be zero. -infinity where a row or a column is zero.
fn sylvester_log2(f: &ScaledRows, g: &ScaledRows, pays: impl Fn(&Refinement) -> bool) -> f64 {
    let mut norms = Norms { f: f.log2_norms(), g: g.log2_norms() };
    let zero = |h: &[f64]| h.iter().all(|x| *x == f64::NEG_INFINITY);
    if zero(&norms.f) || zero(&norms.g) {
        return f64::NEG_INFINITY;
    }
    let (p, q) = norms.degrees();

    let steepness = spread(&norms.f).max(spread(&norms.g)) + 32.0;
    let width = 1.0 / (16.0 * (p + q + 1.0));
    let (tilt, mut bound) = least(-steepness, 0.0, steepness, width, |tilt| norms.rows(tilt));
    let balance = |norms: &Norms, tilt| largest(&norms.f, tilt) - largest(&norms.g, tilt);
    bound = bound.min(norms.columns(tilt, balance(&norms, tilt)));
    let milliseconds = Grid::milliseconds(f, g) + COLUMNS * (p + q);
    if !pays(&Refinement { bits: whole_bits(bound), gain: 2.0 * (p + q), milliseconds }) {
        return bound;
    }
    if let Some(grid) = Grid::new(f, g) {
        let (on_f, on_g) = (grid.sample(f, tilt), grid.sample(g, tilt));
        let joint = on_f.joint_maximum(q, &on_g, p);
        bound = bound.min(joint - p * q * tilt + slack(p + q, norms.size(tilt) + joint.abs()));
        // The values on the circle are at most the 1-norms, but their bounds need not be.
        let lower = |logs: &mut [f64], samples: &[f64]| logs.iter_mut().zip(samples).for_each(|(x, s)| *x = x.min(*s));
        lower(&mut norms.f, on_f.rows());
        lower(&mut norms.g, on_g.rows());
    }

    // Coordinate descent, from equal largest entries of f and g; a second round where the first one moved.
    let mut tilt = tilt;
    for _ in 0..2 {
        let balance = balance(&norms, tilt);
        let by_lift = |lift| norms.columns(tilt, lift);
        let (lift, before) = least(balance - steepness, balance, balance + steepness, width, by_lift);
        let (next, after) = least(-steepness, tilt, steepness, width, |tilt| norms.columns(tilt, lift));
        bound = bound.min(after);
        tilt = next;
        if before - after < 0.25 {
            break;
        }
    }
    bound
}

/// log2 of bounds for |f_i| and |g_j| on the torus; -infinity for 0.
struct Norms {
    f: Vec<f64>,
    g: Vec<f64>,
}

impl Norms {
    /// p and q.
    fn degrees(&self) -> (f64, f64) {
        ((self.f.len() - 1) as f64, (self.g.len() - 1) as f64)
    }

    /// The bound by rows, with slack.
    fn rows(&self, tilt: f64) -> f64 {
        let (p, q) = self.degrees();
        let norm2 = |logs: &[f64]| {
            let unit = largest(logs, tilt);
            // Values that are too small, or 0, count as 2^-1000. The sum is at least 1.
            unit + 0.5 * weighted(logs, tilt).map(|x| exp2(2.0 * (x - unit))).sum::<f64>().log2()
        };
        q * norm2(&self.f) + p * norm2(&self.g) - p * q * tilt + slack(p + q, self.size(tilt))
    }

    /// The bound by columns, with slack: O(p + q).
    fn columns(&self, tilt: f64, lift: f64) -> f64 {
        let (p, q) = self.degrees();
        let unit = largest(&self.f, tilt).max(largest(&self.g, tilt) + lift);
        // Row r of the part with g has g_j in column q - j + r: with k = q - j, column c has k = c - p + 1, ..., c.
        let squares = |logs: &[f64], lift: f64| -> Vec<f64> {
            let square = |x: f64| if x.is_finite() { exp2((2.0 * (x + lift - unit)).max(FLOOR)) } else { 0.0 };
            weighted(logs, tilt).map(square).rev().collect()
        };
        let count = self.f.len() + self.g.len() - 2;
        let of_f = trailing_sums(&squares(&self.f, 0.0), self.g.len() - 1, count);
        let of_g = trailing_sums(&squares(&self.g, lift), self.f.len() - 1, count);
        // The product of the squared norms, as mantissa 2^exponent: norms are 0 or from 2^FLOOR to 4 (p + q).
        let (mut mantissa, mut exponent, mut size) = (1.0, 0, 0);
        for (a, b) in of_f.iter().zip(&of_g) {
            let product = mantissa * (a + b);
            if product == 0.0 {
                return f64::NEG_INFINITY;
            }
            let bits = f64::to_bits(product);
            let power = (bits >> 52) as i64 - 1023;
            mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
            exponent += power;
            size += power.abs() + 1;
        }
        let sum = 0.5 * (f64::log2(mantissa) + exponent as f64);
        let size = self.size(tilt) + size as f64 + (p * lift).abs() + (p + q) * unit.abs();
        sum + (p + q) * unit - p * lift - p * q * tilt + slack(p + q, size)
    }

    /// A bound for the absolute values of all parts of the bound by rows, for [`slack`].
    fn size(&self, tilt: f64) -> f64 {
        let (p, q) = self.degrees();
        let most = |logs: &[f64]| logs.iter().filter(|x| x.is_finite()).fold(0.0, |most: f64, x| most.max(x.abs()));
        q * most(&self.f) + p * most(&self.g) + 3.0 * p * q * tilt.abs() + 64.0 * (p + q)
    }
}

/// The term that is added to a sum of logarithms over `count` rows or columns whose parts have the sum `size` in
/// absolute value.
fn slack(count: f64, size: f64) -> f64 {
    count * (MARGIN + 4.0 * count * f64::EPSILON) + (count + 64.0) * size * f64::EPSILON
}

/// The logarithms of the coefficients after y -> 2^tilt y.
fn weighted(logs: &[f64], tilt: f64) -> impl DoubleEndedIterator<Item = f64> {
    logs.iter().enumerate().map(move |(i, x)| x + tilt * i as f64)
}

fn largest(logs: &[f64], tilt: f64) -> f64 {
    weighted(logs, tilt).fold(f64::NEG_INFINITY, f64::max)
}

/// The difference of the largest and the smallest finite value. Some value is finite.
fn spread(logs: &[f64]) -> f64 {
    let finite = || logs.iter().copied().filter(|x| x.is_finite());
    finite().fold(f64::NEG_INFINITY, f64::max) - finite().fold(f64::INFINITY, f64::min)
}

/// The sums of values\[c - width + 1 ..= c\] for c = 0, ..., count - 1; indices outside `values` count as 0.
///
/// Cut into blocks of `width`, a window is the end of one block and the beginning of the next. Only additions: differences
/// of running sums would lose all precision behind a large value.
fn trailing_sums(values: &[f64], width: usize, count: usize) -> Vec<f64> {
    if width == 0 {
        return vec![0.0; count];
    }
    let mut heads: Vec<f64> = (0..count).map(|c| values.get(c).copied().unwrap_or(0.0)).collect();
    let mut tails = heads.clone();
    for block in heads.chunks_mut(width) {
        (1..block.len()).for_each(|k| block[k] += block[k - 1]);
    }
    for block in tails.chunks_mut(width) {
        (1..block.len()).rev().for_each(|k| block[k - 1] += block[k]);
    }
    for (start, head) in heads.iter_mut().skip(width - 1).enumerate() {
        if !start.is_multiple_of(width) {
            *head += tails[start];
        }
    }
    heads
}

/// The least value of a convex function between `low` and `high`, near `start` if that is as good a guess as any: the point,
/// within about `width`, and the value. Returns a value that was taken, whatever the function is.
///
/// Brent, Algorithms for Minimization without Derivatives (1973), chapter 5: parabolas through the three best points, golden
/// sections where they do not help.
fn least(mut low: f64, start: f64, mut high: f64, width: f64, value: impl Fn(f64) -> f64) -> (f64, f64) {
    const RATIO: f64 = 0.381_966_011_250_105_1;
    // The best points so far, best first.
    let mut best = [(start, value(start)); 3];
    let (mut step, mut before) = (0.0f64, 0.0f64);
    for _ in 0..200 {
        let [(x, at_x), (w, at_w), (v, at_v)] = best;
        let tolerance = 0.5 * width + 4.0 * f64::EPSILON * x.abs();
        let middle = 0.5 * (low + high);
        if (x - middle).abs() + 0.5 * (high - low) <= 2.0 * tolerance || !at_x.is_finite() {
            break;
        }
        // The least point of the parabola is x + p / q.
        let (r, s) = ((x - w) * (at_x - at_v), (x - v) * (at_x - at_w));
        let (p, q) = ((x - v) * s - (x - w) * r, 2.0 * (s - r));
        let (p, q) = if q > 0.0 { (-p, q) } else { (p, -q) };
        let inside = p.abs() < (0.5 * q * before).abs() && p > q * (low - x) && p < q * (high - x);
        (before, step) = match before.abs() > tolerance && inside {
            true => (step, p / q),
            false => {
                let part = if x < middle { high - x } else { low - x };
                (part, RATIO * part)
            }
        };
        let next = match step.abs() >= tolerance {
            true => x + step,
            false => x + tolerance.copysign(if step == 0.0 { middle - x } else { step }),
        };
        let next = (next, value(next));
        if next.1 <= at_x {
            if next.0 < x {
                high = x
            } else {
                low = x
            }
            best = [next, best[0], best[1]];
        } else {
            if next.0 < x {
                low = next.0
            } else {
                high = next.0
            }
            if next.1 <= at_w || w == x {
                best = [best[0], next, best[1]];
            } else if next.1 <= at_v || v == x || v == w {
                best[2] = next;
            }
        }
    }
    best[0]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::degree::resultant_degree;
    use super::super::exact::{config, dense, discriminant, fits, height, ragged, resultant, sparse, substitute};
    use super::super::rows::{Exponents, Row};
    use super::*;
    use rug::Integer;

    /// y -> 2^shift y.
    fn stretch(f: &Rows, shift: usize) -> Rows {
        let mut f = f.clone();
        for (i, row) in f.rows.iter_mut().enumerate() {
            row.terms.iter_mut().for_each(|(c, _)| *c <<= (shift * i) as i32);
        }
        f
    }

    /// y^deg f(1 / y).
    fn reverse(f: &Rows) -> Rows {
        Rows { kept: f.kept, rows: f.rows.iter().rev().cloned().collect() }
    }

    #[test]
    fn constants_and_zero() {
        let (zero, one, seven) = (sparse(&[]), sparse(&[(1, 0, 0)]), sparse(&[(-7, 3, 0)]));
        let f = sparse(&[(1, 2, 4), (5, 9, 0)]);
        assert_eq!(resultant_height_bits(&zero, &f), 0);
        assert_eq!(resultant_height_bits(&f, &zero), 0);
        assert_eq!(resultant_height_bits(&zero, &zero), 0);
        assert_eq!(resultant_height_bits(&seven, &seven), 0);
        // 1 and 7^4 = 2401 < 2^12: the bound is the value, rounded up.
        assert!(resultant_height_bits(&one, &f) <= 1);
        assert_eq!(resultant_height_bits(&seven, &f), 12);
        assert_eq!(resultant_height_bits(&f, &seven), 12);
        assert_eq!([zero, seven, sparse(&[(9, 4, 1), (1, 0, 0)])].map(|h| discriminant_height_bits(&h)), [0; 3]);
        // The last column is zero; so is that of the discriminant of y^2 f.
        assert_eq!(resultant_height_bits(&sparse(&[(9, 5, 1)]), &sparse(&[(9, 9, 2), (9, 3, 1)])), 0);
        assert_eq!(discriminant_height_bits(&sparse(&[(9, 5, 3), (9, 9, 2)])), 0);
    }

    #[test]
    fn powers_are_found_by_weights() {
        // res(c y^p, g) = +- c^q g_0^p.
        let (f, g) = (sparse(&[(1 << 40, 3, 6)]), sparse(&[(1 << 9, 1, 0), (1 << 50, 4, 3), (1 << 20, 0, 5)]));
        let exact = height(&resultant(&f, &g));
        assert_eq!(exact, 5 * 40 + 6 * 9 + 1);
        assert!((exact - 1..=exact + 1).contains(&resultant_height_bits(&f, &g)));
    }

    #[test]
    fn more_variables_use_norms() {
        // f = y^2 - a + b, g = y - 3 a b: the resultant is 9 a^2 b^2 - a + b.
        let term = |c: i32, e: [u32; 2]| (c.into(), Exponents::from_slice(&e));
        let row = |terms: Vec<_>| Row { terms };
        let f = Rows {
            kept: 2,
            rows: vec![row(vec![term(-1, [1, 0]), term(1, [0, 1])]), Row::default(), row(vec![term(1, [0, 0])])],
        };
        let g = Rows { kept: 2, rows: vec![row(vec![term(-3, [1, 1])]), row(vec![term(1, [0, 0])])] };
        assert_eq!(resultant_degree(&f, &g), [2, 2]);
        let exact = resultant(&substitute(&f, 3), &substitute(&g, 3));
        let mut expected = vec![Integer::new(); 9];
        expected[8] += 9;
        expected[1] -= 1;
        expected[3] += 1;
        assert_eq!(exact, expected);
        // 1-norms by rows: sqrt(1 + 4) (1 + 9) = 22.4 without weights.
        assert!((4..=5).contains(&resultant_height_bits(&f, &g)));
        // Numbers only: 2 y^2 + 2 y + 2 and 3 y + 1 have the resultant 14.
        let constant = |cs: &[i32]| Rows {
            kept: 0,
            rows: cs.iter().map(|c| Row { terms: vec![((*c).into(), Exponents::new())] }).collect(),
        };
        assert!((4..=6).contains(&resultant_height_bits(&constant(&[2, 2, 2]), &constant(&[1, 3]))));
    }

    #[test]
    fn beyond_the_limits_of_sampling() {
        let f = sparse(&[(1000, u32::MAX, 3), (-1000, 0, 3), (1, 5, 0)]);
        let g = sparse(&[(1, 7, 2), (1, 0, 0)]);
        assert!(Grid::new(&ScaledRows::new(&f), &ScaledRows::new(&g)).is_none());
        // lc(f)^2 = 10^6 (x^e - 1)^2 is a term of the resultant of height 2 * 10^6 at least.
        assert!((21..=26).contains(&resultant_height_bits(&f, &g)));
    }

    #[test]
    fn positive_coefficients_keep_their_size() {
        // All coefficients 1: the maximum is at x = 1, where the rows have the norm (d + 1) sqrt(p + 1).
        let all = |p: usize, d: u32| sparse(&(0..=p).flat_map(|i| (0..=d).map(move |k| (1, k, i))).collect::<Vec<_>>());
        let (f, g) = (all(30, 40), all(20, 25));
        let rows = 20.0 * (41.0 * 31f64.sqrt()).log2() + 30.0 * (26.0 * 21f64.sqrt()).log2();
        let bits = resultant_height_bits(&f, &g) as f64;
        assert!(bits <= rows + 1.01, "{bits} {rows}");
    }

    #[test]
    fn trailing_sums_match_direct_sums() {
        let values: Vec<f64> = (0..9).map(|k| f64::from(1 << k)).collect();
        for width in 0..14 {
            for count in 0..24 {
                let direct = |c: usize| values.iter().take(c + 1).skip((c + 1).saturating_sub(width)).sum::<f64>();
                let direct: Vec<f64> = (0..count).map(|c| if width == 0 { 0.0 } else { direct(c) }).collect();
                assert_eq!(trailing_sums(&values, width, count), direct, "width {width}, count {count}");
            }
        }
    }

    proptest! {
        #![proptest_config(config(600))]

        #[test]
        fn holds_for_any_shape(f in ragged(4, 4), g in ragged(5, 3)) {
            prop_assert!(fits(&resultant(&f, &g), resultant_height_bits(&f, &g)));
            prop_assert!(fits(&resultant(&g, &f), resultant_height_bits(&g, &f)));
        }

        #[test]
        fn discriminant_holds_for_any_shape(f in ragged(5, 3)) {
            prop_assume!(f.rows.len() > 1);
            prop_assert!(fits(&discriminant(&f), discriminant_height_bits(&f)));
        }

        #[test]
        fn each_bound_holds(f in ragged(4, 3), g in ragged(3, 4), tilt in -99.0..99.0, lift in -999.0..999.0) {
            prop_assume!(!f.rows.is_empty() && !g.rows.is_empty() && f.rows.len() + g.rows.len() > 2);
            let exact = resultant(&f, &g);
            let (f, g) = (ScaledRows::new(&f), ScaledRows::new(&g));
            let norms = Norms { f: f.log2_norms(), g: g.log2_norms() };
            prop_assert!(fits(&exact, whole_bits(norms.rows(tilt))));
            prop_assert!(fits(&exact, whole_bits(norms.columns(tilt, lift))));
            let (p, q) = norms.degrees();
            let grid = Grid::new(&f, &g).unwrap();
            let joint = grid.sample(&f, tilt).joint_maximum(q, &grid.sample(&g, tilt), p) - p * q * tilt;
            prop_assert!(fits(&exact, whole_bits(joint + slack(p + q, norms.size(tilt) + joint.abs()))));
        }
    }

    proptest! {
        #![proptest_config(config(3))]

        #[test]
        fn tight_for_dense(f in dense(7, 6, 24), g in dense(6, 8, 24)) {
            let exact = resultant(&f, &g);
            let (actual, bound) = (height(&exact), resultant_height_bits(&f, &g));
            prop_assert!(fits(&exact, bound));
            prop_assert!(5 * bound <= 6 * actual, "{} {}", bound, actual);
            let exact = discriminant(&f);
            let (actual, bound) = (height(&exact), discriminant_height_bits(&f));
            prop_assert!(fits(&exact, bound));
            prop_assert!(5 * bound <= 6 * actual, "{} {}", bound, actual);
        }

        #[test]
        fn tight_for_large_coefficients(f in dense(3, 3, 10_000), g in dense(4, 2, 12_345)) {
            let exact = resultant(&f, &g);
            let (actual, bound) = (height(&exact), resultant_height_bits(&f, &g));
            prop_assert!(fits(&exact, bound));
            prop_assert!(bound <= actual + 20, "{} {}", bound, actual);
        }

        // Without weights the first pair alone would need more than 5 * 6 * 300 bits.
        #[test]
        fn tight_after_stretching(f in dense(5, 4, 30), g in dense(6, 3, 30)) {
            let plain = resultant_height_bits(&f, &g);
            let (far, near) = (stretch(&f, 300), stretch(&g, 300));
            for (f, g) in [(far.clone(), near.clone()), (reverse(&far), reverse(&near))] {
                let exact = resultant(&f, &g);
                let bound = resultant_height_bits(&f, &g);
                prop_assert!(fits(&exact, bound));
                prop_assert!(bound <= plain + 5 * 6 * 300 + 4, "{} {}", bound, plain);
                prop_assert!(5 * bound <= 6 * height(&exact), "{} {}", bound, height(&exact));
            }
        }
    }
}
