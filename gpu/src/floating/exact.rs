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

/// The rounded sum of terms from the first to the last, and the exact errors, one fewer than terms: `(sum, [errors])`.
///
/// A macro, as a loop over an array would be: compilers for CPUs do not unroll long ones, and their terms live in memory then.
macro_rules! sum_with_errors {
    ($float:expr, $first:expr, $($term:expr),+) => {{
        let mut sum = $first;
        let errors = [$({
            let [s, error] = two_sum($float, sum, $term);
            sum = s;
            error
        }),+];
        (sum, errors)
    }};
}

/// The sum of terms from the first to the last, each rounded.
macro_rules! sum {
    ($float:expr, $first:expr $(, $term:expr)+) => {{
        let mut sum = $first;
        $(sum = $float.add(sum, $term);)+
        sum
    }};
}

pub(super) use {sum, sum_with_errors};

/// x + h for an expansion h, as an expansion: Shewchuk's Grow-Expansion, from the smallest term to the largest. 24 operations.
#[inline(always)]
pub fn grow<F: Float>(f: &F, h: [F::Elem; 4], x: F::Elem) -> [F::Elem; 5] {
    let [s, e3] = two_sum(f, x, h[3]);
    let [s, e2] = two_sum(f, s, h[2]);
    let [s, e1] = two_sum(f, s, h[1]);
    let [s, e0] = two_sum(f, s, h[0]);
    [s, e0, e1, e2, e3]
}

/// The sum of variables from the smallest, the first, to the largest: it becomes the largest one, and the errors the others.
macro_rules! gather {
    ($float:expr, $sum:ident, $first:ident $(, $rest:ident)+) => {
        let mut s = $first;
        gather!(@ $float, $sum, s, $first $(, $rest)+);
    };
    (@ $float:expr, $sum:ident, $s:ident, $low:ident, $next:ident $(, $rest:ident)*) => {
        [$s, $low] = $sum($float, $next, $s);
        gather!(@ $float, $sum, $s, $next $(, $rest)*);
    };
    (@ $float:expr, $sum:ident, $s:ident, $top:ident) => {
        $top = $s;
    };
}

/// The sum of five terms as four doubles that do not overlap.
///
/// Each part is the sum of what is left, added up from the smallest to the largest, and leaves the errors of that sum to the next
/// part; the last one is rounded. `sum` is [`fast_two_sum`] where `x` is an expansion, else [`two_sum`].
#[inline(always)]
pub fn four_of_five<F: Float>(
    f: &F,
    x: [F::Elem; 5],
    sum: impl Fn(&F, F::Elem, F::Elem) -> [F::Elem; 2],
) -> [F::Elem; 4] {
    // For an expansion x_0, x_1, .. let s_i be the rounded sum of x_i and s_{i+1}, and e_i the error left behind, for i >= k. A step is
    // exact in fast form: s_{i+1} is at most the power of two that x_i is a multiple of. The errors are an expansion again: those below s_i
    // add up to less than its last set bit (by induction: a nonzero e is a multiple of the last bits of both terms, which are above
    // what lies below, and is at most half a last place of s_i, so that both together are less than one place), and the error of the
    // sum above, a multiple of that bit, does not overlap them. So each pass leaves less than one last place of its part, at most
    // 3/4 of it: 1.5 u times the part. The roundings of the last part are at most that again: |error| <= (1.5 u)^4 |sum| < 2^-209 |sum|.
    let [mut x0, mut x1, mut x2, mut x3, mut x4] = x;
    gather!(f, sum, x4, x3, x2, x1, x0);
    gather!(f, sum, x4, x3, x2, x1);
    gather!(f, sum, x4, x3, x2);
    [x0, x1, x2, f.add(x4, x3)]
}

/// The same of an expansion of eight terms.
#[inline(always)]
pub fn four_of_eight<F: Float>(f: &F, x: [F::Elem; 8]) -> [F::Elem; 4] {
    let [mut x0, mut x1, mut x2, mut x3, mut x4, mut x5, mut x6, mut x7] = x;
    gather!(f, fast_two_sum, x7, x6, x5, x4, x3, x2, x1, x0);
    gather!(f, fast_two_sum, x7, x6, x5, x4, x3, x2, x1);
    gather!(f, fast_two_sum, x7, x6, x5, x4, x3, x2);
    [x0, x1, x2, sum!(f, x7, x6, x5, x4, x3)]
}
