//! Complex numbers over any of the reals.
//!
//! Errors in norm, for a real arithmetic of relative error e: at most e |a + b| for a sum, 4 e |a b| for a product and 16 e |a / b| for a quotient,
//! to first order in e. One part of a product can lose all its digits by cancellation, as in any complex arithmetic of this kind.

use super::float::Float;
use super::real::{Part, Real};
use crate::arith::Ring;

/// Numbers `[re, im]`.
#[derive(Clone, Copy, Default)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub struct Complex<R>(pub R);

impl<R: Real> Ring for Complex<R> {
    type Elem = [R::Elem; 2];
    const LANES: u32 = R::LANES;

    #[inline(always)]
    fn zero(&self) -> Self::Elem {
        [self.0.zero(); 2]
    }
    #[inline(always)]
    fn one(&self) -> Self::Elem {
        [self.0.one(), self.0.zero()]
    }
    #[inline(always)]
    fn add(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        [self.0.add(a[0], b[0]), self.0.add(a[1], b[1])]
    }
    #[inline(always)]
    fn sub(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        [self.0.sub(a[0], b[0]), self.0.sub(a[1], b[1])]
    }
    #[inline(always)]
    fn neg(&self, a: Self::Elem) -> Self::Elem {
        [self.0.neg(a[0]), self.0.neg(a[1])]
    }
    /// Two sums of two products.
    #[inline(always)]
    fn mul(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        let r = &self.0;
        [r.cross(a[0], b[0], a[1], b[1]), r.dot(a[0], b[1], a[1], b[0])]
    }
    /// (re + im) (re - im) and 2 re im: two real products.
    #[inline(always)]
    fn square(&self, [re, im]: Self::Elem) -> Self::Elem {
        let r = &self.0;
        let cross = r.mul(re, im);
        [r.mul(r.add(re, im), r.sub(re, im)), r.add(cross, cross)]
    }
    #[inline(always)]
    fn times(&self, a: Self::Elem, n: u32) -> Self::Elem {
        [self.0.times(a[0], n), self.0.times(a[1], n)]
    }
    #[inline(always)]
    fn add_times(&self, a: Self::Elem, b: Self::Elem, n: u32) -> Self::Elem {
        [self.0.add_times(a[0], b[0], n), self.0.add_times(a[1], b[1], n)]
    }
}

impl<R: Real> Complex<R> {
    /// The number of a real one.
    #[inline(always)]
    pub fn of_real(&self, re: R::Elem) -> [R::Elem; 2] {
        [re, self.0.zero()]
    }

    /// re - im i.
    #[inline(always)]
    pub fn conjugate(&self, [re, im]: [R::Elem; 2]) -> [R::Elem; 2] {
        [re, self.0.neg(im)]
    }

    /// a x for a real x.
    #[inline(always)]
    pub fn mul_real(&self, a: [R::Elem; 2], x: R::Elem) -> [R::Elem; 2] {
        [self.0.mul(a[0], x), self.0.mul(a[1], x)]
    }

    /// re^2 + im^2.
    #[inline(always)]
    pub fn norm_square(&self, [re, im]: [R::Elem; 2]) -> R::Elem {
        self.0.add(self.0.square(re), self.0.square(im))
    }

    /// |a|, without overflow or underflow of squares; 0 for 0.
    #[inline(always)]
    pub fn abs(&self, [re, im]: [R::Elem; 2]) -> R::Elem {
        let (r, f) = (&self.0, self.0.float());
        let (re, im) = (r.abs(re), r.abs(im));
        let swap = f.less(r.leading(re), r.leading(im));
        let (large, small) = (r.select(swap, im, re), r.select(swap, re, im));
        let ratio = r.div(small, large);
        let length = r.mul(large, r.sqrt(r.add(r.one(), r.square(ratio))));
        let nothing = f.less(r.leading(large), f.splat(f64::from_bits(1)));
        // NaN is neither less nor anything else, and stays.
        r.select(nothing, r.zero(), length)
    }

    /// a / b by R. L. Smith, Algorithm 116, Comm. ACM 5 (1962): no overflow by squares. Three real divisions; not finite for b = 0.
    #[inline(always)]
    pub fn div(&self, a: [R::Elem; 2], b: [R::Elem; 2]) -> [R::Elem; 2] {
        let (r, f) = (&self.0, self.0.float());
        // Where |re b| < |im b| both are divided by i first.
        let swap = f.less(f.abs(r.leading(b[0])), f.abs(r.leading(b[1])));
        let (c, d) = (r.select(swap, b[1], b[0]), r.select(swap, r.neg(b[0]), b[1]));
        let (x, y) = (r.select(swap, a[1], a[0]), r.select(swap, r.neg(a[0]), a[1]));
        let ratio = r.div(d, c);
        let denominator = r.add(c, r.mul(d, ratio));
        [r.div(r.add(x, r.mul(y, ratio)), denominator), r.div(r.sub(y, r.mul(x, ratio)), denominator)]
    }

    /// Both parts are finite.
    #[inline(always)]
    pub fn finite(&self, [re, im]: [R::Elem; 2]) -> <R::Float as Float>::Mask {
        let f = self.0.float();
        // |re| + |im| would overflow before either is infinite; halves do not.
        let half: Part<R> = f.splat(0.5);
        let size = |x: R::Elem| f.mul(f.abs(self.0.leading(x)), half);
        f.less(f.add(size(re), size(im)), f.splat(f64::INFINITY))
    }
}
