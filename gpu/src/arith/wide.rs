//! The one multiply all residues are made of.

/// a b + c, exact: (2^32 - 1)^2 + c fits in 64 bits whenever c <= 2^33 - 2; larger c must keep the sum below 2^64.
///
/// On the device one instruction; written as plain `u64` Rust the compiler splits it into more.
pub use cuda_std::arith::mad_wide_u32 as mad_wide;

/// The high word of a b + c under the same bounds.
pub use cuda_std::arith::mad_wide_hi_u32 as mad_wide_hi;

/// High word of a b.
#[inline(always)]
pub fn mul_hi(a: u32, b: u32) -> u32 {
    ((a as u64 * b as u64) >> 32) as u32
}
