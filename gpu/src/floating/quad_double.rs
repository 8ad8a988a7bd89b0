//! Sums of four doubles: 212 bits.
//!
//! Terms are collected by their size as in Y. Hida, X. S. Li, D. H. Bailey, Algorithms for quad-double precision floating point arithmetic,
//! ARITH 2001. Their sum that is exact under cancellation merges by size, and their renormalisation follows the zeros: both
//! branch. Here the sum is Shewchuk's, which does not depend on the order of sizes, and the four parts of a result come from
//! [`four_parts`], which does not mind zeros.

use super::exact::{fast_two_sum, four_parts, plus, sum_with_errors, two_product, two_sum};
use super::float::Float;
use super::real::Real;
use crate::arith::Ring;

/// Numbers of four doubles that do not overlap: each is below one last place of the one before it.
///
/// Every operation gives such numbers and expects them. A value can have more than one such form (1 + 3/4 e = (1 + e) - 1/4 e for the last
/// place e of 1), so equality is asked of the difference and not of the parts.
#[derive(Clone, Copy, Default)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub struct QuadDouble<F>(pub F);

/// x + h for an expansion h: the largest term of an expansion one longer, whose others take the places of h. Shewchuk's Grow-Expansion, from
/// the smallest term to the largest.
#[inline(always)]
fn grow<F: Float>(f: &F, h: &mut [F::Elem], x: F::Elem) -> F::Elem {
    let mut sum = x;
    for term in h.iter_mut().rev() {
        let [s, error] = two_sum(f, sum, *term);
        *term = error;
        sum = s;
    }
    sum
}

impl<F: Float> Ring for QuadDouble<F> {
    type Elem = [F::Elem; 4];
    const LANES: u32 = F::LANES;

    #[inline(always)]
    fn zero(&self) -> Self::Elem {
        [self.0.splat(0.0); 4]
    }
    #[inline(always)]
    fn one(&self) -> Self::Elem {
        let zero = self.0.splat(0.0);
        [self.0.splat(1.0), zero, zero, zero]
    }
    /// Error at most 2^-209 of the sum, that of [`four_parts`]: the eight terms before it are exact. 152 operations.
    #[inline(always)]
    fn add(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        // Shewchuk's Expansion-Sum, theorem 12: the terms of b from the smallest to the largest, each added to the part of the sum that
        // is above the terms already final.
        let mut h = [self.0.splat(0.0); 8];
        h[4..].copy_from_slice(&a);
        let f = &self.0;
        h[3] = grow(f, &mut h[4..8], b[3]);
        h[2] = grow(f, &mut h[3..7], b[2]);
        h[1] = grow(f, &mut h[2..6], b[1]);
        h[0] = grow(f, &mut h[1..5], b[0]);
        four_parts(f, h, fast_two_sum)
    }
    #[inline(always)]
    fn sub(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.add(a, self.neg(b))
    }
    #[inline(always)]
    fn neg(&self, a: Self::Elem) -> Self::Elem {
        a.map(|part| self.0.neg(part))
    }
    /// Error at most 2^-209. 221 operations.
    #[inline(always)]
    fn mul(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        let f = &self.0;
        let product = |i: usize, j: usize| two_product(f, a[i], b[j]);
        // Terms of size u^k a_0 b_0 for k = 0, .., 4: exact down to u^3, with all errors handed on. Of size u^5 and dropped: a_2 b_3,
        // a_3 b_2, and the roundings of the last sum.
        let [p00, q00] = product(0, 0);
        let ([p01, q01], [p10, q10]) = (product(0, 1), product(1, 0));
        let ([p02, q02], [p11, q11], [p20, q20]) = (product(0, 2), product(1, 1), product(2, 0));
        let ([p03, q03], [p12, q12]) = (product(0, 3), product(1, 2));
        let ([p21, q21], [p30, q30]) = (product(2, 1), product(3, 0));
        let mut first = [p01, p10, q00];
        let x1 = sum_with_errors(f, &mut first);
        let mut second = [p02, p20, p11, q01, q10, first[0], first[1]];
        let x2 = sum_with_errors(f, &mut second);
        let [e0, e1, e2, e3, e4, e5, _] = second;
        let mut third = [p03, p30, p12, p21, q02, q20, q11, e0, e1, e2, e3, e4, e5];
        let x3 = sum_with_errors(f, &mut third);
        let x4 = f.fma(a[1], b[3], f.fma(a[3], b[1], f.mul(a[2], b[2])));
        let x4 = plus(f, plus(f, x4, &[q03, q30, q12, q21]), &third[..12]);
        four_parts(f, [p00, x1, x2, x3, x4], two_sum)
    }
    /// As the product, with equal terms taken twice. 137 operations.
    #[inline(always)]
    fn square(&self, a: Self::Elem) -> Self::Elem {
        let f = &self.0;
        let twice = a.map(|part| f.add(part, part));
        let [p00, q00] = two_product(f, a[0], a[0]);
        let [p01, q01] = two_product(f, twice[0], a[1]);
        let ([p02, q02], [p11, q11]) = (two_product(f, twice[0], a[2]), two_product(f, a[1], a[1]));
        let ([p03, q03], [p12, q12]) = (two_product(f, twice[0], a[3]), two_product(f, twice[1], a[2]));
        let mut first = [p01, q00];
        let x1 = sum_with_errors(f, &mut first);
        let mut second = [p02, p11, q01, first[0]];
        let x2 = sum_with_errors(f, &mut second);
        let mut third = [p03, p12, q02, q11, second[0], second[1], second[2]];
        let x3 = sum_with_errors(f, &mut third);
        let x4 = f.fma(twice[1], a[3], f.mul(a[2], a[2]));
        let x4 = plus(f, plus(f, x4, &[q03, q12]), &third[..6]);
        four_parts(f, [p00, x1, x2, x3, x4], two_sum)
    }
    #[inline(always)]
    fn times(&self, a: Self::Elem, n: u32) -> Self::Elem {
        self.mul_part(a, self.0.splat(n as f64))
    }
}

impl<F: Float> Real for QuadDouble<F> {
    type Float = F;
    const PARTS: usize = 4;
    /// 2^-208.
    const ERROR: f64 = f64::EPSILON * f64::EPSILON * f64::EPSILON * f64::EPSILON;

    #[inline(always)]
    fn float(&self) -> F {
        self.0
    }
    /// Error at most 2^-209. 52 operations.
    #[inline(always)]
    fn add_part(&self, a: Self::Elem, x: F::Elem) -> Self::Elem {
        let mut h = [self.0.splat(0.0); 5];
        h[1..].copy_from_slice(&a);
        h[0] = grow(&self.0, &mut h[1..], x);
        four_parts(&self.0, h, fast_two_sum)
    }
    /// Error at most 2^-209. 102 operations.
    #[inline(always)]
    fn mul_part(&self, a: Self::Elem, x: F::Elem) -> Self::Elem {
        let f = &self.0;
        let [[p0, q0], [p1, q1], [p2, q2], [p3, q3]] = a.map(|part| two_product(f, part, x));
        let [x1, e1] = two_sum(f, p1, q0);
        let mut second = [p2, q1, e1];
        let x2 = sum_with_errors(f, &mut second);
        let mut third = [p3, q2, second[0], second[1]];
        let x3 = sum_with_errors(f, &mut third);
        let x4 = plus(f, q3, &third[..3]);
        four_parts(f, [p0, x1, x2, x3, x4], two_sum)
    }
    /// Error at most 2^-208. Long division with five digits, each the quotient of the leading doubles: five divisions of doubles and
    /// 1100 operations.
    #[inline(always)]
    fn div(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        let f = &self.0;
        let mut digits = [f.splat(0.0); 5];
        let mut rest = a;
        for _ in 0..4 {
            let digit = f.div(rest[0], b[0]);
            rest = self.sub(rest, self.mul_part(b, digit));
            // The latest one is last; the places are fixed, which keeps them in registers where this loop is one.
            digits = [digits[1], digits[2], digits[3], digits[4], digit];
        }
        let last = f.div(rest[0], b[0]);
        let [_, d0, d1, d2, d3] = digits;
        four_parts(f, [d0, d1, d2, d3, last], two_sum)
    }
    /// Error at most 2^-208. From the root of the leading double, s + (a - s^2) / (2 s) four times over with the quotient in double: each adds
    /// about 52 bits. 1400 operations.
    #[inline(always)]
    fn sqrt(&self, a: Self::Elem) -> Self::Elem {
        let f = &self.0;
        let start = f.sqrt(a[0]);
        let half = f.div(f.splat(0.5), start);
        let mut s = self.from_part(start);
        for _ in 0..4 {
            let rest = self.sub(a, self.square(s));
            s = self.add_part(s, f.mul(rest[0], half));
        }
        // a = 0: not 0 / 0.
        let nothing = f.less(f.abs(a[0]), f.splat(f64::from_bits(1)));
        self.select(nothing, self.zero(), s)
    }
}
