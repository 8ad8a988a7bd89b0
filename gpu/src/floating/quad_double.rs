//! Sums of four doubles: 212 bits.
//!
//! Terms are collected by their size as in Y. Hida, X. S. Li, D. H. Bailey, Algorithms for quad-double precision floating point arithmetic,
//! ARITH 2001. Their sum that is exact under cancellation merges by size, and their renormalisation follows the zeros: both
//! branch. Here the sum is Shewchuk's, which does not depend on the order of sizes, and the four parts of a result come from
//! [`four_of_five`], which does not mind zeros.
//!
//! The bounds of sums are proved there. Those of products, quotients and roots are counted to first order, with a factor of two or more to spare,
//! and tested against exact fractions; the largest errors seen are 2^-212.

use super::exact::{fast_two_sum, four_of_eight, four_of_five, grow, sum, sum_with_errors, two_product, two_sum};
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
    /// Error at most 2^-209 of the sum, that of [`four_of_eight`]: the eight terms before it are exact. 154 operations.
    #[inline(always)]
    fn add(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.0.apart(
            #[inline(always)]
            || {
                // Shewchuk's Expansion-Sum, theorem 12: the terms of b from the smallest to the largest, each added to the part of the sum that
                // is above the terms already final.
                let f = &self.0;
                let [t0, t1, t2, t3, h7] = grow(f, a, b[3]);
                let [t0, t1, t2, t3, h6] = grow(f, [t0, t1, t2, t3], b[2]);
                let [t0, t1, t2, t3, h5] = grow(f, [t0, t1, t2, t3], b[1]);
                let [h0, h1, h2, h3, h4] = grow(f, [t0, t1, t2, t3], b[0]);
                four_of_eight(f, [h0, h1, h2, h3, h4, h5, h6, h7])
            },
        )
    }
    #[inline(always)]
    fn sub(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.add(a, self.neg(b))
    }
    #[inline(always)]
    fn neg(&self, a: Self::Elem) -> Self::Elem {
        let f = &self.0;
        [f.neg(a[0]), f.neg(a[1]), f.neg(a[2]), f.neg(a[3])]
    }
    /// Error at most 2^-209. 214 operations.
    #[inline(always)]
    fn mul(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.0.apart(
            #[inline(always)]
            || {
                let f = &self.0;
                // Terms of size u^k a_0 b_0 for k = 0, .., 4: exact down to u^3, with all errors handed on. Of size u^5 and dropped: a_2 b_3,
                // a_3 b_2, and the roundings of the last sum.
                let [p00, q00] = two_product(f, a[0], b[0]);
                let ([p01, q01], [p10, q10]) = (two_product(f, a[0], b[1]), two_product(f, a[1], b[0]));
                let ([p02, q02], [p20, q20]) = (two_product(f, a[0], b[2]), two_product(f, a[2], b[0]));
                let ([p03, q03], [p30, q30]) = (two_product(f, a[0], b[3]), two_product(f, a[3], b[0]));
                let [p11, q11] = two_product(f, a[1], b[1]);
                let ([p12, q12], [p21, q21]) = (two_product(f, a[1], b[2]), two_product(f, a[2], b[1]));
                let (x1, [e0, e1]) = sum_with_errors!(f, p01, p10, q00);
                let (x2, [d0, d1, d2, d3, d4, d5]) = sum_with_errors!(f, p02, p20, p11, q01, q10, e0, e1);
                let (x3, [c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11]) =
                    sum_with_errors!(f, p03, p30, p12, p21, q02, q20, q11, d0, d1, d2, d3, d4, d5);
                let x4 = f.fma(a[1], b[3], f.fma(a[3], b[1], f.mul(a[2], b[2])));
                let x4 = sum!(f, x4, q03, q30, q12, q21, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11);
                four_of_five(f, [p00, x1, x2, x3, x4], two_sum)
            },
        )
    }
    /// As the product, with equal terms taken twice. 139 operations.
    #[inline(always)]
    fn square(&self, a: Self::Elem) -> Self::Elem {
        self.0.apart(
            #[inline(always)]
            || {
                let f = &self.0;
                let twice = [f.add(a[0], a[0]), f.add(a[1], a[1])];
                let [p00, q00] = two_product(f, a[0], a[0]);
                let [p01, q01] = two_product(f, twice[0], a[1]);
                let ([p02, q02], [p11, q11]) = (two_product(f, twice[0], a[2]), two_product(f, a[1], a[1]));
                let ([p03, q03], [p12, q12]) = (two_product(f, twice[0], a[3]), two_product(f, twice[1], a[2]));
                let (x1, [e0]) = sum_with_errors!(f, p01, q00);
                let (x2, [d0, d1, d2]) = sum_with_errors!(f, p02, p11, q01, e0);
                let (x3, [c0, c1, c2, c3, c4, c5]) = sum_with_errors!(f, p03, p12, q02, q11, d0, d1, d2);
                let x4 = f.fma(twice[1], a[3], f.mul(a[2], a[2]));
                let x4 = sum!(f, x4, q03, q12, c0, c1, c2, c3, c4, c5);
                four_of_five(f, [p00, x1, x2, x3, x4], two_sum)
            },
        )
    }
    #[inline(always)]
    fn times(&self, a: Self::Elem, n: u32) -> Self::Elem {
        self.mul_part(a, self.0.count(n))
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
        four_of_five(&self.0, grow(&self.0, a, x), fast_two_sum)
    }
    /// Error at most 2^-209. 102 operations.
    #[inline(always)]
    fn mul_part(&self, a: Self::Elem, x: F::Elem) -> Self::Elem {
        self.0.apart(
            #[inline(always)]
            || {
                let f = &self.0;
                let ([p0, q0], [p1, q1]) = (two_product(f, a[0], x), two_product(f, a[1], x));
                let ([p2, q2], [p3, q3]) = (two_product(f, a[2], x), two_product(f, a[3], x));
                let (x1, [e0]) = sum_with_errors!(f, p1, q0);
                let (x2, [d0, d1]) = sum_with_errors!(f, p2, q1, e0);
                let (x3, [c0, c1, c2]) = sum_with_errors!(f, p3, q2, d0, d1);
                let x4 = sum!(f, q3, c0, c1, c2);
                four_of_five(f, [p0, x1, x2, x3, x4], two_sum)
            },
        )
    }
    /// Error at most 2^-208. Long division with five digits, each the quotient of the leading doubles: five divisions of doubles and
    /// 1100 operations.
    #[inline(always)]
    fn div(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.0.apart(
            #[inline(always)]
            || {
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
                four_of_five(f, [d0, d1, d2, d3, last], two_sum)
            },
        )
    }
    /// Error at most 2^-208. From the root of the leading double, s + (a - s^2) / (2 s) four times over with the quotient in double: each adds
    /// about 52 bits. 1400 operations.
    #[inline(always)]
    fn sqrt(&self, a: Self::Elem) -> Self::Elem {
        self.0.apart(
            #[inline(always)]
            || {
                let f = &self.0;
                let start = f.sqrt(a[0]);
                let half = f.div(f.splat(0.5), start);
                let mut s = self.of_part(start);
                for _ in 0..4 {
                    let rest = self.sub(a, self.square(s));
                    s = self.add_part(s, f.mul(rest[0], half));
                }
                // a = 0: not 0 / 0.
                let nothing = f.less(f.abs(a[0]), f.splat(f64::from_bits(1)));
                self.select(nothing, self.zero(), s)
            },
        )
    }
}
