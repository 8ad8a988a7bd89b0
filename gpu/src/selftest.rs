//! The computations of the device self-test, as functions that the host runs too.
//!
//! Each takes operands chosen by the host among edge values and returns every primitive's result on them. The device's words
//! must equal the host's, bit by bit.

mod floating;

use crate::arith::Mont31;
use crate::arith::field::Field;
use cuda_std::arith;

pub use floating::{COMPLEXES, REALS, complexes, reals};

/// Results of [`integers`].
pub const INTEGERS: usize = 5;

/// The integer instructions on `a`, `b` and `c`: `a b + c` (modulo 2^64), `a b`, the high words of `a b` and of `c^2`, and the
/// wrapping difference `c - a b`.
#[inline(always)]
pub fn integers(a: u32, b: u32, c: u64) -> [u64; INTEGERS] {
    [
        arith::mad_wide_u32(a, b, c),
        arith::mul_wide_u32(a, b),
        arith::umulhi(a, b) as u64,
        arith::umul64hi(c, c),
        c.wrapping_sub(arith::mul_wide_u32(a, b)),
    ]
}

/// Results of [`singles`].
pub const SINGLES: usize = 5;

/// The f32 instructions on `x`, `y` and `z`, as bits: `x y + z` fused, `x y`, `y + z`, and `x` truncated to `u32` and to `i32`.
/// No operand is NaN and no result of a product or a sum is.
#[inline(always)]
pub fn singles(x: f32, y: f32, z: f32) -> [u32; SINGLES] {
    [
        arith::fma_f32(x, y, z).to_bits(),
        arith::mul_rn_f32(x, y).to_bits(),
        arith::add_rn_f32(y, z).to_bits(),
        arith::f32_to_u32_rz(x),
        arith::f32_to_i32_rz(x) as u32,
    ]
}

/// Results of [`doubles`].
pub const DOUBLES: usize = 9;

/// The f64 instructions on `x`, `y` and `z`, as bits: `x y + z` fused, `x y`, `y + z`, `x` truncated to `u32`, `i32`, `u64`
/// and `i64`, the root of |x|, and `x y + z` in two roundings as plain Rust writes it. No operand is NaN and no result of a product or a
/// sum is.
#[inline(always)]
pub fn doubles(x: f64, y: f64, z: f64) -> [u64; DOUBLES] {
    [
        arith::fma_f64(x, y, z).to_bits(),
        arith::mul_rn_f64(x, y).to_bits(),
        arith::add_rn_f64(y, z).to_bits(),
        arith::f64_to_u32_rz(x) as u64,
        arith::f64_to_i32_rz(x) as u32 as u64,
        arith::f64_to_u64_rz(x),
        arith::f64_to_i64_rz(x) as u64,
        arith::sqrt_rn_f64(x.abs()).to_bits(),
        (x * y + z).to_bits(),
    ]
}

/// Results of [`residues`].
pub const RESIDUES: usize = 12;

/// The operations of [`Mont31`] on elements `a`, `b` and `c`: sum, difference, negative, product, sums of two and three
/// products, zero mask, selection, the way in and out of Montgomery form, power and inverse.
#[inline(always)]
pub fn residues(m: &Mont31, a: u32, b: u32, c: u32) -> [u32; RESIDUES] {
    [
        m.add(a, b),
        m.sub(a, b),
        m.neg(a),
        m.mul(a, b),
        m.dot2(a, b, b, c),
        m.dot3(a, b, b, c, c, a),
        m.zeros(a),
        m.select(b, a, c),
        m.enter(a),
        m.leave(a),
        m.pow(a, 5),
        m.inverse(c),
    ]
}

/// One thread's step before the barrier of the hang detector: a few rounds of a 32-bit xorshift generator, never 0.
#[inline(always)]
pub fn scramble(seed: u32, rounds: u32) -> u32 {
    let mut x = seed | 1;
    for _ in 0..rounds {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_what_they_say() {
        assert_eq!(integers(3, 5, 10), [25, 15, 0, 0, u64::MAX - 4]);
        assert_eq!(singles(2.5, 4.0, 1.0), [11.0f32.to_bits(), 10.0f32.to_bits(), 5.0f32.to_bits(), 2, 2]);
        let d = doubles(-2.5, 4.0, 1.0);
        assert_eq!(d[..3], [(-9.0f64).to_bits(), (-10.0f64).to_bits(), 5.0f64.to_bits()]);
        assert_eq!(d[3..7], [0, -2i32 as u32 as u64, 0, -2i64 as u64]);
        assert_eq!(d[7..], [2.5f64.sqrt().to_bits(), (-9.0f64).to_bits()]);
        assert_eq!(scramble(1, 1), 270369);
        assert_ne!(scramble(0, 100), 0);
    }
}
