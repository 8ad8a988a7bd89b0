//! Sums and products of doubles with their rounding errors, and sums of several doubles.
//!
//! J. R. Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric predicates, Discrete Comput. Geom. 18 (1997);
//! Y. Hida, X. S. Li, D. H. Bailey, Algorithms for quad-double precision floating point arithmetic, ARITH 2001.
//!
//! Below, an *expansion* is a sum of doubles, largest first, that do not overlap: each that is not 0 is a multiple of a power of two
//! above the magnitude of everything after it. Zeros may stand between.

use super::float::Float;

/// a + b rounded, and the exact error. 6 operations; right for any order of a and b.
#[inline(always)]
pub fn two_sum<F: Float>(f: &F, a: F::Elem, b: F::Elem) -> [F::Elem; 2] {
    let s = f.add(a, b);
    let v = f.sub(s, a);
    [s, f.add(f.sub(a, f.sub(s, v)), f.sub(b, v))]
}

/// The same in 3 operations where a = 0, |a| >= |b|, or a is a multiple of the last place of b.
#[inline(always)]
pub fn fast_two_sum<F: Float>(f: &F, a: F::Elem, b: F::Elem) -> [F::Elem; 2] {
    let s = f.add(a, b);
    [s, f.sub(b, f.sub(s, a))]
}

/// a b rounded, and the exact error where it does not underflow. 2 operations.
#[inline(always)]
pub fn two_product<F: Float>(f: &F, a: F::Elem, b: F::Elem) -> [F::Elem; 2] {
    let p = f.mul(a, b);
    [p, f.mul_sub(a, b, p)]
}

/// The rounded sum of `x`, from its first to its last; leaves the N - 1 exact errors in `x[..N - 1]`.
#[inline(always)]
pub fn sum_with_errors<F: Float, const N: usize>(f: &F, x: &mut [F::Elem; N]) -> F::Elem {
    let mut sum = x[0];
    for i in 1..N {
        let [s, error] = two_sum(f, sum, x[i]);
        sum = s;
        x[i - 1] = error;
    }
    sum
}

/// `sum` + x_0 + x_1 + .., each rounded.
#[inline(always)]
pub fn plus<F: Float>(f: &F, mut sum: F::Elem, x: &[F::Elem]) -> F::Elem {
    for &term in x {
        sum = f.add(sum, term);
    }
    sum
}

/// The sum of `x` (N >= 5) as four doubles that do not overlap.
///
/// Each part is the sum of what is left, added up from the smallest to the largest, and leaves the errors of that sum to the next
/// part; the last one is rounded. `sum` is [`fast_two_sum`] where `x` is an expansion, else [`two_sum`].
#[inline(always)]
pub fn four_parts<F: Float, const N: usize>(
    f: &F,
    mut x: [F::Elem; N],
    sum: impl Fn(&F, F::Elem, F::Elem) -> [F::Elem; 2],
) -> [F::Elem; 4] {
    // For an expansion x_0, x_1, .. let s_i be the rounded sum of x_i and s_{i+1}, and e_i the error left behind, for i >= k. A step is
    // exact in fast form: s_{i+1} is at most the power of two that x_i is a multiple of. The errors are an expansion again: those below s_i
    // add up to less than its last set bit (by induction: a nonzero e is a multiple of the last bits of both terms, which are above
    // what lies below, and is at most half a last place of s_i, so that both together are less than one place), and the error of the
    // sum above, a multiple of that bit, does not overlap them. So each pass leaves less than one last place of its part, at most
    // 3/4 of it: 1.5 u times the part. The roundings of the last part are at most that again: |error| <= (1.5 u)^4 |sum| < 2^-209 |sum|.
    for k in 0..3 {
        let mut s = x[N - 1];
        for i in (k..N - 1).rev() {
            let [t, error] = sum(f, x[i], s);
            x[i + 1] = error;
            s = t;
        }
        x[k] = s;
    }
    let mut last = x[N - 1];
    for i in (3..N - 1).rev() {
        last = f.add(x[i], last);
    }
    [x[0], x[1], x[2], last]
}
