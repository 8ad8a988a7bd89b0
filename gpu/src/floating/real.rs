//! Real numbers of one or several doubles.

use super::float::Float;
use crate::arith::Ring;

/// The double in every lane that the parts of a number are.
pub type Part<R> = <<R as Real>::Float as Float>::Elem;

/// Real numbers that are unevaluated sums of [`Real::PARTS`] doubles, the leading one first.
///
/// The module [`crate::floating`] has the errors and what happens to numbers that are not finite.
pub trait Real: Ring<Elem: AsRef<[Part<Self>]> + AsMut<[Part<Self>]>> {
    /// Its doubles.
    type Float: Float;
    /// Doubles of a number.
    const PARTS: usize;
    /// A bound of the relative error of every operation.
    const ERROR: f64;

    /// Arithmetic of its doubles.
    fn float(&self) -> Self::Float;

    /// The number x.
    #[inline(always)]
    fn of_part(&self, x: Part<Self>) -> Self::Elem {
        let mut a = self.zero();
        a.as_mut()[0] = x;
        a
    }
    /// x in every lane.
    #[inline(always)]
    fn of_f64(&self, x: f64) -> Self::Elem {
        self.of_part(self.float().splat(x))
    }
    /// The leading double: within [`f64::EPSILON`] of the number, relatively, and of its sign.
    #[inline(always)]
    fn leading(&self, a: Self::Elem) -> Part<Self> {
        a.as_ref()[0]
    }

    /// a + x.
    fn add_part(&self, a: Self::Elem, x: Part<Self>) -> Self::Elem;
    /// a x.
    fn mul_part(&self, a: Self::Elem, x: Part<Self>) -> Self::Elem;
    /// a b + c d: error at most 2 [`Real::ERROR`] (|a b| + |c d|).
    #[inline(always)]
    fn dot(&self, a: Self::Elem, b: Self::Elem, c: Self::Elem, d: Self::Elem) -> Self::Elem {
        self.add(self.mul(a, b), self.mul(c, d))
    }
    /// a b - c d, with the same error.
    #[inline(always)]
    fn cross(&self, a: Self::Elem, b: Self::Elem, c: Self::Elem, d: Self::Elem) -> Self::Elem {
        self.dot(a, b, self.neg(c), d)
    }
    /// a / b; not finite for b = 0.
    fn div(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// The square root: 0 for 0, NaN for negative numbers.
    fn sqrt(&self, a: Self::Elem) -> Self::Elem;

    /// a x for a power of two x: exact where nothing overflows or underflows.
    #[inline(always)]
    fn scale(&self, mut a: Self::Elem, x: Part<Self>) -> Self::Elem {
        let f = self.float();
        for part in a.as_mut() {
            *part = f.mul(*part, x);
        }
        a
    }

    /// Lane by lane `a` where `mask` is true, `b` elsewhere.
    #[inline(always)]
    fn select(&self, mask: <Self::Float as Float>::Mask, mut a: Self::Elem, b: Self::Elem) -> Self::Elem {
        let f = self.float();
        for (a, &b) in a.as_mut().iter_mut().zip(b.as_ref()) {
            *a = f.select(mask, *a, b);
        }
        a
    }

    /// a < b; false where one of them is not finite. By the sign of the difference, whose relative error is below 1.
    #[inline(always)]
    fn less(&self, a: Self::Elem, b: Self::Elem) -> <Self::Float as Float>::Mask {
        let f = self.float();
        f.less(self.leading(self.sub(a, b)), f.splat(0.0))
    }

    /// Neither an infinity nor NaN.
    #[inline(always)]
    fn finite(&self, a: Self::Elem) -> <Self::Float as Float>::Mask {
        let f = self.float();
        f.less(f.abs(self.leading(a)), f.splat(f64::INFINITY))
    }

    /// |a|.
    #[inline(always)]
    fn abs(&self, a: Self::Elem) -> Self::Elem {
        let f = self.float();
        self.select(f.less(self.leading(a), f.splat(0.0)), self.neg(a), a)
    }

    /// Lane `i`: its [`Real::PARTS`] parts, then zeros.
    #[inline(always)]
    fn lane(a: &Self::Elem, i: usize) -> [f64; 4] {
        let mut parts = [0.0; 4];
        for (part, lanes) in parts.iter_mut().zip(a.as_ref()) {
            *part = Self::Float::lane(lanes, i);
        }
        parts
    }

    /// Sets lane `i` to the first [`Real::PARTS`] of these doubles.
    #[inline(always)]
    fn set_lane(a: &mut Self::Elem, i: usize, parts: [f64; 4]) {
        for (lanes, part) in a.as_mut().iter_mut().zip(parts) {
            Self::Float::set_lane(lanes, i, part);
        }
    }
}

/// Plain doubles.
#[derive(Clone, Copy, Default)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub struct Double<F>(pub F);

impl<F: Float> Ring for Double<F> {
    type Elem = [F::Elem; 1];
    const LANES: u32 = F::LANES;

    #[inline(always)]
    fn zero(&self) -> Self::Elem {
        [self.0.splat(0.0)]
    }
    #[inline(always)]
    fn one(&self) -> Self::Elem {
        [self.0.splat(1.0)]
    }
    #[inline(always)]
    fn add(&self, [a]: Self::Elem, [b]: Self::Elem) -> Self::Elem {
        [self.0.add(a, b)]
    }
    #[inline(always)]
    fn sub(&self, [a]: Self::Elem, [b]: Self::Elem) -> Self::Elem {
        [self.0.sub(a, b)]
    }
    #[inline(always)]
    fn neg(&self, [a]: Self::Elem) -> Self::Elem {
        [self.0.neg(a)]
    }
    #[inline(always)]
    fn mul(&self, [a]: Self::Elem, [b]: Self::Elem) -> Self::Elem {
        [self.0.mul(a, b)]
    }
    #[inline(always)]
    fn times(&self, [a]: Self::Elem, n: u32) -> Self::Elem {
        [self.0.mul(a, self.0.count(n))]
    }
    /// Rounded once.
    #[inline(always)]
    fn add_times(&self, [a]: Self::Elem, [b]: Self::Elem, n: u32) -> Self::Elem {
        [self.0.fma(b, self.0.count(n), a)]
    }
}

impl<F: Float> Real for Double<F> {
    type Float = F;
    const PARTS: usize = 1;
    /// u.
    const ERROR: f64 = f64::EPSILON / 2.0;

    #[inline(always)]
    fn float(&self) -> F {
        self.0
    }
    #[inline(always)]
    fn add_part(&self, [a]: Self::Elem, x: F::Elem) -> Self::Elem {
        [self.0.add(a, x)]
    }
    #[inline(always)]
    fn mul_part(&self, [a]: Self::Elem, x: F::Elem) -> Self::Elem {
        [self.0.mul(a, x)]
    }
    /// Two operations, of which the first rounds c d.
    #[inline(always)]
    fn dot(&self, [a]: Self::Elem, [b]: Self::Elem, [c]: Self::Elem, [d]: Self::Elem) -> Self::Elem {
        [self.0.fma(a, b, self.0.mul(c, d))]
    }
    #[inline(always)]
    fn cross(&self, [a]: Self::Elem, [b]: Self::Elem, [c]: Self::Elem, [d]: Self::Elem) -> Self::Elem {
        [self.0.mul_sub(a, b, self.0.mul(c, d))]
    }
    #[inline(always)]
    fn div(&self, [a]: Self::Elem, [b]: Self::Elem) -> Self::Elem {
        [self.0.div(a, b)]
    }
    #[inline(always)]
    fn sqrt(&self, [a]: Self::Elem) -> Self::Elem {
        [self.0.sqrt(a)]
    }
    /// Without a difference, which could overflow.
    #[inline(always)]
    fn less(&self, [a]: Self::Elem, [b]: Self::Elem) -> F::Mask {
        self.0.less(a, b)
    }
}
