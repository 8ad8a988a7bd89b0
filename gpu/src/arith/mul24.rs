//! Products by a multiplier of 24 bits.

/// The low 32 bits of the product of the low 24 bits of `a` and `b`.
#[inline(always)]
pub fn mul24_lo(a: u32, b: u32) -> u32 {
    (a & 0xff_ffff).wrapping_mul(b & 0xff_ffff)
}

/// The high 32 of the 48 bits of the product of the low 24 bits of `a` and `b`.
#[inline(always)]
pub fn mul24_hi(a: u32, b: u32) -> u32 {
    (((a & 0xff_ffff) as u64 * (b & 0xff_ffff) as u64) >> 16) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_24_bits() {
        let edges = [0u32, 1, 2, 0xffff, 0x1_0000, 0xff_fffe, 0xff_ffff, 0x100_0002];
        for a in edges {
            for b in edges {
                let exact = (a as u64 % (1 << 24)) * (b as u64 % (1 << 24));
                assert_eq!(mul24_lo(a, b), exact as u32);
                assert_eq!(mul24_hi(a, b), (exact >> 16) as u32);
            }
        }
    }
}
