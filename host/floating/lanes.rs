//! Doubles in the lanes of a register, by pulp: eight with AVX-512, four with AVX2, two with NEON, one elsewhere.

use gpu::floating::Float;
use pulp::{Simd, WithSimd};

/// The lanes of the instructions that the token `S` stands for; inside pulp's dispatch every operation is one
/// instruction. Public for this crate's tests and benches.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Lanes<S>(pub S);

impl<S: Simd> Float for Lanes<S> {
    type Elem = S::f64s;
    type Mask = S::m64s;
    const LANES: u32 = S::F64_LANES as u32;

    #[inline(always)]
    fn splat(&self, x: f64) -> S::f64s {
        self.0.splat_f64s(x)
    }
    #[inline(always)]
    fn lane(a: &S::f64s, i: usize) -> f64 {
        bytemuck::cast_slice::<S::f64s, f64>(std::slice::from_ref(a))[i]
    }
    #[inline(always)]
    fn set_lane(a: &mut S::f64s, i: usize, x: f64) {
        bytemuck::cast_slice_mut::<S::f64s, f64>(std::slice::from_mut(a))[i] = x;
    }
    #[inline(always)]
    fn add(&self, a: S::f64s, b: S::f64s) -> S::f64s {
        self.0.add_f64s(a, b)
    }
    #[inline(always)]
    fn sub(&self, a: S::f64s, b: S::f64s) -> S::f64s {
        self.0.sub_f64s(a, b)
    }
    #[inline(always)]
    fn neg(&self, a: S::f64s) -> S::f64s {
        self.0.neg_f64s(a)
    }
    #[inline(always)]
    fn abs(&self, a: S::f64s) -> S::f64s {
        self.0.abs_f64s(a)
    }
    #[inline(always)]
    fn mul(&self, a: S::f64s, b: S::f64s) -> S::f64s {
        self.0.mul_f64s(a, b)
    }
    #[inline(always)]
    fn fma(&self, a: S::f64s, b: S::f64s, c: S::f64s) -> S::f64s {
        self.0.mul_add_f64s(a, b, c)
    }
    #[inline(always)]
    fn div(&self, a: S::f64s, b: S::f64s) -> S::f64s {
        self.0.div_f64s(a, b)
    }
    #[inline(always)]
    fn sqrt(&self, a: S::f64s) -> S::f64s {
        self.0.sqrt_f64s(a)
    }
    #[inline(always)]
    fn less(&self, a: S::f64s, b: S::f64s) -> S::m64s {
        self.0.less_than_f64s(a, b)
    }
    #[inline(always)]
    fn select(&self, mask: S::m64s, a: S::f64s, b: S::f64s) -> S::f64s {
        self.0.select_f64s(mask, a, b)
    }
    #[inline(always)]
    fn bits(&self, mask: S::m64s) -> u32 {
        let ones = self.select(mask, self.splat(1.0), self.splat(0.0));
        (0..S::F64_LANES).map(|i| u32::from(Self::lane(&ones, i) != 0.0) << i).sum()
    }
    #[inline(always)]
    fn apart<T>(&self, work: impl FnOnce() -> T) -> T {
        self.0.vectorize(Apart(work))
    }
}

/// Work in a function of its own, with the instructions of the lanes.
struct Apart<F>(F);

impl<T, F: FnOnce() -> T> WithSimd for Apart<F> {
    type Output = T;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> T {
        (self.0)()
    }
}
