//! Sums of two doubles: 106 bits.
//!
//! M. Joldes, J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building blocks of double-word arithmetic, ACM Trans.
//! Math. Softw. 44 (2017), whose numbers of algorithms and whose bounds are given below, u = 2^-53; the square root: V. Lefevre,
//! N. Louvet, J.-M. Muller, J. Picot, L. Rideau, Accurate calculation of Euclidean norms using double-word arithmetic, ACM Trans. Math.
//! Softw. 49 (2023).

use super::exact::{fast_two_sum, two_product, two_sum};
use super::float::Float;
use super::real::Real;
use crate::arith::Ring;

/// Numbers h + l with h = h + l rounded to a double: every operation gives such a pair and expects it.
#[derive(Clone, Copy, Default)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub struct DoubleDouble<F>(pub F);

impl<F: Float> Ring for DoubleDouble<F> {
    type Elem = [F::Elem; 2];
    const LANES: u32 = F::LANES;

    #[inline(always)]
    fn zero(&self) -> Self::Elem {
        [self.0.splat(0.0); 2]
    }
    #[inline(always)]
    fn one(&self) -> Self::Elem {
        [self.0.splat(1.0), self.0.splat(0.0)]
    }
    /// Algorithm 6: error at most 3 u^2 / (1 - 4 u), exact for a zero. 20 operations.
    #[inline(always)]
    fn add(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        let f = &self.0;
        let [h, e] = two_sum(f, a[0], b[0]);
        let [t, d] = two_sum(f, a[1], b[1]);
        let [h, l] = fast_two_sum(f, h, f.add(e, t));
        fast_two_sum(f, h, f.add(d, l))
    }
    #[inline(always)]
    fn sub(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        self.add(a, self.neg(b))
    }
    #[inline(always)]
    fn neg(&self, [h, l]: Self::Elem) -> Self::Elem {
        [self.0.neg(h), self.0.neg(l)]
    }
    /// Algorithm 12: error at most 5 u^2. 9 operations.
    #[inline(always)]
    fn mul(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        let f = &self.0;
        let [h, e] = two_product(f, a[0], b[0]);
        let cross = f.fma(a[1], b[0], f.fma(a[0], b[1], f.mul(a[1], b[1])));
        fast_two_sum(f, h, f.add(e, cross))
    }
    /// As the product, with one rounding less.
    #[inline(always)]
    fn square(&self, [h, l]: Self::Elem) -> Self::Elem {
        let f = &self.0;
        let [p, e] = two_product(f, h, h);
        let cross = f.fma(f.add(h, h), l, f.mul(l, l));
        fast_two_sum(f, p, f.add(e, cross))
    }
    #[inline(always)]
    fn times(&self, a: Self::Elem, n: u32) -> Self::Elem {
        self.mul_part(a, self.0.count(n))
    }
}

impl<F: Float> Real for DoubleDouble<F> {
    type Float = F;
    const PARTS: usize = 2;
    /// 10 u^2.
    const ERROR: f64 = 2.5 * f64::EPSILON * f64::EPSILON;

    #[inline(always)]
    fn float(&self) -> F {
        self.0
    }
    /// Algorithm 4: error at most 2 u^2. 10 operations.
    #[inline(always)]
    fn add_part(&self, a: Self::Elem, x: F::Elem) -> Self::Elem {
        let f = &self.0;
        let [h, e] = two_sum(f, a[0], x);
        fast_two_sum(f, h, f.add(a[1], e))
    }
    /// Algorithm 9: error at most 2 u^2. 6 operations.
    #[inline(always)]
    fn mul_part(&self, a: Self::Elem, x: F::Elem) -> Self::Elem {
        let f = &self.0;
        let [h, e] = two_product(f, a[0], x);
        fast_two_sum(f, h, f.fma(a[1], x, e))
    }
    /// Both products without their last step, 12 operations, where two of algorithm 12 and the sum of algorithm 6 are 38: 22 operations.
    ///
    /// With p = |a b| + |c d|: the low part of a product is below 3 u of it and has two roundings and a_l b_l off, 6 u^2; the sum of the low
    /// parts, below 3 u p, rounds by 3 u^2 p, and with the error of the high sum, 4 u p, by 4 u^2 p. So the error is at most 13 u^2 p to
    /// first order. High parts may cancel, so that the last step is that for terms of any order.
    #[inline(always)]
    fn dot(&self, a: Self::Elem, b: Self::Elem, c: Self::Elem, d: Self::Elem) -> Self::Elem {
        let f = &self.0;
        let ([h1, e1], [h2, e2]) = (two_product(f, a[0], b[0]), two_product(f, c[0], d[0]));
        let l1 = f.fma(a[1], b[0], f.fma(a[0], b[1], e1));
        let l2 = f.fma(c[1], d[0], f.fma(c[0], d[1], e2));
        let [h, e] = two_sum(f, h1, h2);
        two_sum(f, h, f.add(e, f.add(l1, l2)))
    }
    /// Algorithm 18: error at most 9.8 u^2. One division of doubles and 30 operations.
    #[inline(always)]
    fn div(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        let f = &self.0;
        // 1 / b is t (1 + r) nearly, for t = 1 / b_h rounded and r = 1 - b t.
        let t = f.div(f.splat(1.0), b[0]);
        let r = fast_two_sum(f, f.neg(f.mul_sub(b[0], t, f.splat(1.0))), f.neg(f.mul(b[1], t)));
        let inverse = self.add_part(self.mul_part(r, t), t);
        self.mul(a, inverse)
    }
    /// Error at most 25/8 u^2. One root and one division of doubles, 9 operations.
    #[inline(always)]
    fn sqrt(&self, a: Self::Elem) -> Self::Elem {
        let f = &self.0;
        let s = f.sqrt(a[0]);
        let rest = f.add(a[1], f.neg(f.mul_sub(s, s, a[0])));
        let root = fast_two_sum(f, s, f.div(rest, f.add(s, s)));
        // a = 0: not 0 / 0.
        let nothing = f.less(f.abs(a[0]), f.splat(f64::from_bits(1)));
        self.select(nothing, self.zero(), root)
    }
}
