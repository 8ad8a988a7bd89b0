//! Doubles in lanes.

use cuda_std::arith;

/// Arithmetic of IEEE 754 doubles, one per lane, each operation rounded to nearest even.
///
/// No operation is fused with another but [`Float::fma`] and [`Float::mul_sub`], on no side: rustc never contracts, its PTX has
/// `mul.rn.f64` and `add.rn.f64` (which NVIDIA's assembler leaves apart, unlike `mul.f64` and `add.f64`), and a test reads the PTX.
pub trait Float: Copy + Send + Sync + 'static {
    /// One double per lane.
    type Elem: Copy + Send + Sync + 'static;
    /// True or false in every lane.
    type Mask: Copy;

    /// Number of lanes, at most 32.
    const LANES: u32;

    /// x in every lane.
    fn splat(&self, x: f64) -> Self::Elem;
    /// n in every lane.
    ///
    /// On a GPU a conversion takes four times as long as a sum: 2^52 + n has n in its lowest bits, and the difference is exact.
    #[inline(always)]
    fn count(&self, n: u32) -> Self::Elem {
        const LARGE: f64 = (1u64 << 52) as f64;
        self.splat(f64::from_bits(LARGE.to_bits() | n as u64) - LARGE)
    }
    /// Lane `i` of an element.
    fn lane(a: &Self::Elem, i: usize) -> f64;
    /// Sets lane `i` of an element.
    fn set_lane(a: &mut Self::Elem, i: usize, x: f64);
    /// a + b.
    fn add(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// a - b.
    fn sub(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// -a.
    fn neg(&self, a: Self::Elem) -> Self::Elem;
    /// |a|.
    fn abs(&self, a: Self::Elem) -> Self::Elem;
    /// a b.
    fn mul(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// a b + c, rounded once.
    fn fma(&self, a: Self::Elem, b: Self::Elem, c: Self::Elem) -> Self::Elem;
    /// a b - c, rounded once.
    #[inline(always)]
    fn mul_sub(&self, a: Self::Elem, b: Self::Elem, c: Self::Elem) -> Self::Elem {
        self.fma(a, b, self.neg(c))
    }
    /// a / b.
    fn div(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// The square root.
    fn sqrt(&self, a: Self::Elem) -> Self::Elem;
    /// a < b; false where one of them is NaN.
    fn less(&self, a: Self::Elem, b: Self::Elem) -> Self::Mask;
    /// Lane `i` of `a` where `mask` is true, of `b` elsewhere.
    fn select(&self, mask: Self::Mask, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// Bit `i` is set where lane `i` is true.
    fn bits(&self, mask: Self::Mask) -> u32;

    /// The result of `work`, which takes some hundred operations. Lanes of a CPU call a function for it, which costs
    /// little beside that: all that is inlined into loops over systems is compiled again for each place where it
    /// stands.
    #[inline(always)]
    fn apart<T>(&self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

/// One double: a thread of a GPU, or plain code of a CPU.
///
/// On the host a fused multiply-add is one instruction in functions that are compiled for processors that have it (inside pulp's
/// dispatch), and a call of the C library elsewhere, slow and right.
#[derive(Clone, Copy, Default)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub struct Scalar;

impl Float for Scalar {
    type Elem = f64;
    type Mask = bool;
    const LANES: u32 = 1;

    #[inline(always)]
    fn splat(&self, x: f64) -> f64 {
        x
    }
    #[inline(always)]
    fn lane(a: &f64, _: usize) -> f64 {
        *a
    }
    #[inline(always)]
    fn set_lane(a: &mut f64, _: usize, x: f64) {
        *a = x;
    }
    #[inline(always)]
    fn add(&self, a: f64, b: f64) -> f64 {
        a + b
    }
    #[inline(always)]
    fn sub(&self, a: f64, b: f64) -> f64 {
        a - b
    }
    #[inline(always)]
    fn neg(&self, a: f64) -> f64 {
        -a
    }
    #[inline(always)]
    fn abs(&self, a: f64) -> f64 {
        a.abs()
    }
    #[inline(always)]
    fn mul(&self, a: f64, b: f64) -> f64 {
        a * b
    }
    #[inline(always)]
    fn fma(&self, a: f64, b: f64, c: f64) -> f64 {
        arith::fma_f64(a, b, c)
    }
    #[inline(always)]
    fn div(&self, a: f64, b: f64) -> f64 {
        a / b
    }
    #[inline(always)]
    fn sqrt(&self, a: f64) -> f64 {
        arith::sqrt_rn_f64(a)
    }
    #[inline(always)]
    fn less(&self, a: f64, b: f64) -> bool {
        a < b
    }
    #[inline(always)]
    fn select(&self, mask: bool, a: f64, b: f64) -> f64 {
        if mask { a } else { b }
    }
    #[inline(always)]
    fn bits(&self, mask: bool) -> u32 {
        mask as u32
    }
}
