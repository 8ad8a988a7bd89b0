//! Instructions that `core` does not offer, each equal to a plain function on the host.
//!
//! The device bodies are one instruction of assembly each; the host bodies define them.

#[cfg(target_arch = "nvptx64")]
use core::arch::asm;

/// `a b + c` modulo 2^64, where the product is exact.
///
/// On the device a pair of multiply-adds with carry, which assembles to one instruction of 64 bits. From `mad.wide.u32` the
/// assembler makes products and separate additions instead, and kernels ran up to a tenth slower (H200).
///
/// No overflow for `c <= 2^64 - 1 - (2^32 - 1)^2 = 2^33 - 2`; with residues below `p` the caller bounds the sum.
///
/// # Examples
/// ```
/// assert_eq!(cuda_std::arith::mad_wide_u32(u32::MAX, u32::MAX, 7), 0xffff_fffe_0000_0008);
/// ```
#[inline(always)]
pub fn mad_wide_u32(a: u32, b: u32, c: u64) -> u64 {
    #[cfg(target_arch = "nvptx64")]
    {
        let (lo, hi): (u32, u32);
        // SAFETY: computes on registers only; the carry flag lives between the two instructions.
        unsafe {
            asm!("{{ mad.lo.cc.u32 {l}, {a}, {b}, {cl}; madc.hi.u32 {h}, {a}, {b}, {ch}; }}", l = out(reg32) lo,
                 h = lateout(reg32) hi, a = in(reg32) a, b = in(reg32) b, cl = in(reg32) c as u32,
                 ch = in(reg32) (c >> 32) as u32, options(pure, nomem, nostack, preserves_flags));
        }
        (hi as u64) << 32 | lo as u64
    }
    #[cfg(not(target_arch = "nvptx64"))]
    {
        (a as u64 * b as u64).wrapping_add(c)
    }
}

/// The high word of `a b + c` modulo 2^64.
#[inline(always)]
pub fn mad_wide_hi_u32(a: u32, b: u32, c: u64) -> u32 {
    (mad_wide_u32(a, b, c) >> 32) as u32
}

/// The exact product `a b`.
#[inline(always)]
pub fn mul_wide_u32(a: u32, b: u32) -> u64 {
    a as u64 * b as u64
}

/// The high word of `a b`: floor(a b / 2^32).
#[inline(always)]
pub fn umulhi(a: u32, b: u32) -> u32 {
    ((a as u64 * b as u64) >> 32) as u32
}

/// The high word of `a b`: floor(a b / 2^64). One `mul.hi.u64` on the device, where 128-bit integers are kept out.
#[inline(always)]
pub fn umul64hi(a: u64, b: u64) -> u64 {
    #[cfg(target_arch = "nvptx64")]
    {
        let r: u64;
        // SAFETY: computes on registers only.
        unsafe {
            asm!("mul.hi.u64 {r}, {a}, {b};", r = out(reg64) r, a = in(reg64) a, b = in(reg64) b,
                 options(pure, nomem, nostack, preserves_flags));
        }
        r
    }
    #[cfg(not(target_arch = "nvptx64"))]
    {
        ((a as u128 * b as u128) >> 64) as u64
    }
}

/// Four of the eight bytes of `b` and `a`, numbered from the lowest of `a` on: byte i is the one that the i-th hexadecimal digit of `select`,
/// each below 8, names. One `prmt.b32` on the device.
///
/// # Examples
/// ```
/// assert_eq!(cuda_std::arith::byte_perm(0x3322_1100, 0x7766_5544, 0x5140), 0x5511_4400);
/// ```
#[inline(always)]
pub fn byte_perm(a: u32, b: u32, select: u32) -> u32 {
    #[cfg(target_arch = "nvptx64")]
    {
        let r: u32;
        // SAFETY: computes on registers only.
        unsafe {
            asm!("prmt.b32 {r}, {a}, {b}, {s};", r = out(reg32) r, a = in(reg32) a, b = in(reg32) b, s = in(reg32) select,
                 options(pure, nomem, nostack, preserves_flags));
        }
        r
    }
    #[cfg(not(target_arch = "nvptx64"))]
    {
        let bytes = (b as u64) << 32 | a as u64;
        (0..4).fold(0, |word, i| word | ((bytes >> (8 * (select >> (4 * i) & 7))) as u32 & 0xff) << (8 * i))
    }
}

macro_rules! float_ops {
    ($t:ty, $reg:ident, $suffix:literal, $fma:ident, $mul:ident, $add:ident) => {
        #[doc = concat!("`a b + c` in ", stringify!($t), ", rounded once to nearest even.")]
        #[inline(always)]
        pub fn $fma(a: $t, b: $t, c: $t) -> $t {
            #[cfg(target_arch = "nvptx64")]
            {
                let r: $t;
                // SAFETY: computes on registers only.
                unsafe {
                    asm!(concat!("fma.rn.", $suffix, " {r}, {a}, {b}, {c};"), r = out($reg) r, a = in($reg) a,
                         b = in($reg) b, c = in($reg) c, options(pure, nomem, nostack, preserves_flags));
                }
                r
            }
            #[cfg(not(target_arch = "nvptx64"))]
            {
                a.mul_add(b, c)
            }
        }

        #[doc = concat!("`a b` in ", stringify!($t), ", rounded to nearest even, never fused with a later sum.")]
        #[inline(always)]
        pub fn $mul(a: $t, b: $t) -> $t {
            #[cfg(target_arch = "nvptx64")]
            {
                let r: $t;
                // SAFETY: computes on registers only.
                unsafe {
                    asm!(concat!("mul.rn.", $suffix, " {r}, {a}, {b};"), r = out($reg) r, a = in($reg) a, b = in($reg) b,
                         options(pure, nomem, nostack, preserves_flags));
                }
                r
            }
            #[cfg(not(target_arch = "nvptx64"))]
            {
                a * b
            }
        }

        #[doc = concat!("`a + b` in ", stringify!($t), ", rounded to nearest even, never fused with an earlier product.")]
        #[inline(always)]
        pub fn $add(a: $t, b: $t) -> $t {
            #[cfg(target_arch = "nvptx64")]
            {
                let r: $t;
                // SAFETY: computes on registers only.
                unsafe {
                    asm!(concat!("add.rn.", $suffix, " {r}, {a}, {b};"), r = out($reg) r, a = in($reg) a, b = in($reg) b,
                         options(pure, nomem, nostack, preserves_flags));
                }
                r
            }
            #[cfg(not(target_arch = "nvptx64"))]
            {
                a + b
            }
        }
    };
}

float_ops!(f32, reg32, "f32", fma_f32, mul_rn_f32, add_rn_f32);
float_ops!(f64, reg64, "f64", fma_f64, mul_rn_f64, add_rn_f64);

/// The square root of `x`, rounded to nearest even.
///
/// # Examples
/// ```
/// assert_eq!(cuda_std::arith::sqrt_rn_f64(6.25), 2.5);
/// ```
#[inline(always)]
pub fn sqrt_rn_f64(x: f64) -> f64 {
    #[cfg(target_arch = "nvptx64")]
    {
        let r: f64;
        // SAFETY: computes on registers only.
        unsafe {
            asm!("sqrt.rn.f64 {r}, {x};", r = out(reg64) r, x = in(reg64) x,
                 options(pure, nomem, nostack, preserves_flags));
        }
        r
    }
    #[cfg(not(target_arch = "nvptx64"))]
    {
        x.sqrt()
    }
}

macro_rules! truncate {
    ($name:ident, $from:ty, $from_reg:ident, $to:ty, $to_reg:ident, $op:literal) => {
        #[doc = concat!("`x` rounded toward zero, clamped to the range of `", stringify!($to), "`.")]
        ///
        /// `x` is not NaN: the device's answer to that differs between formats.
        #[inline(always)]
        pub fn $name(x: $from) -> $to {
            #[cfg(target_arch = "nvptx64")]
            {
                let r: $to;
                // SAFETY: computes on registers only.
                unsafe {
                    asm!(concat!($op, " {r}, {x};"), r = out($to_reg) r, x = in($from_reg) x,
                         options(pure, nomem, nostack, preserves_flags));
                }
                r
            }
            #[cfg(not(target_arch = "nvptx64"))]
            {
                x as $to
            }
        }
    };
}

truncate!(f32_to_u32_rz, f32, reg32, u32, reg32, "cvt.rzi.u32.f32");
truncate!(f32_to_i32_rz, f32, reg32, i32, reg32, "cvt.rzi.s32.f32");
truncate!(f64_to_u32_rz, f64, reg64, u32, reg32, "cvt.rzi.u32.f64");
truncate!(f64_to_i32_rz, f64, reg64, i32, reg32, "cvt.rzi.s32.f64");
truncate!(f64_to_u64_rz, f64, reg64, u64, reg64, "cvt.rzi.u64.f64");
truncate!(f64_to_i64_rz, f64, reg64, i64, reg64, "cvt.rzi.s64.f64");

/// `x` rounded toward zero to the 24 significant bits of an `f32`.
#[inline(always)]
pub fn u32_to_f32_rz(x: u32) -> f32 {
    #[cfg(target_arch = "nvptx64")]
    {
        let r: f32;
        // SAFETY: computes on registers only.
        unsafe {
            asm!("cvt.rz.f32.u32 {r}, {x};", r = out(reg32) r, x = in(reg32) x,
                 options(pure, nomem, nostack, preserves_flags));
        }
        r
    }
    #[cfg(not(target_arch = "nvptx64"))]
    {
        // The 24 highest bits convert exactly.
        let spare = 8u32.saturating_sub(x.leading_zeros());
        (x >> spare << spare) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_products_are_exact() {
        assert_eq!(mad_wide_u32(0, 5, 9), 9);
        assert_eq!(mad_wide_u32(u32::MAX, u32::MAX, (1 << 33) - 2), u64::MAX);
        assert_eq!(mad_wide_u32(u32::MAX, u32::MAX, (1 << 33) - 1), 0);
        assert_eq!(mul_wide_u32(1 << 31, 6), 3 << 32);
        assert_eq!(umulhi(1 << 31, 6), 3);
        assert_eq!(umul64hi(u64::MAX, u64::MAX), u64::MAX - 1);
    }

    #[test]
    fn fused_and_unfused_differ_where_they_must() {
        // (1 + e)^2 = 1 + 2e + e^2 with e^2 below half a unit: only the fused form keeps e^2.
        let x = 1.0 + f32::EPSILON;
        assert_eq!(fma_f32(x, x, -mul_rn_f32(x, x)), f32::EPSILON * f32::EPSILON);
        assert_eq!(add_rn_f32(mul_rn_f32(x, x), -mul_rn_f32(x, x)), 0.0);
        let y = 1.0 + f64::EPSILON;
        assert_eq!(fma_f64(y, y, -mul_rn_f64(y, y)), f64::EPSILON * f64::EPSILON);
        assert_eq!(add_rn_f64(mul_rn_f64(y, y), -mul_rn_f64(y, y)), 0.0);
    }

    #[test]
    fn conversions_truncate_and_clamp() {
        for x in [0, 1, 0xff_ffff, 0x100_0001, 0x1ff_ffff, 0x3ff_ffff, 0x7fff_ffff, 0x8000_00ff, u32::MAX] {
            let lost = x as f64 - u32_to_f32_rz(x) as f64;
            assert!(lost >= 0.0 && lost <= x as f64 / 8388608.0 && (lost == 0.0 || x >= 1 << 24), "{x}");
        }
        assert_eq!(u32_to_f32_rz(u32::MAX), 4294967040.0);
        assert_eq!(f32_to_u32_rz(3.99), 3);
        assert_eq!(f32_to_u32_rz(-1.0), 0);
        assert_eq!(f32_to_i32_rz(-3.99), -3);
        assert_eq!(f64_to_u32_rz(4294967296.0), u32::MAX);
        assert_eq!(f64_to_i32_rz(-0.5), 0);
        assert_eq!(f64_to_u64_rz(9007199254740993.0), 9007199254740992);
        assert_eq!(f64_to_i64_rz(-1e300), i64::MIN);
    }
}
