//! Tensor cores: a product of small matrices of bytes by a warp.
//!
//! The instruction works on *fragments*: each of the 32 lanes holds some elements of every matrix in its registers, by the tables of the PTX
//! manual (section "Matrix fragments for mma.m16n8k32"). [`fragment_a`], [`fragment_b`] and [`fragment_c`] are these tables; [`product`]
//! is the whole instruction from them, on the host, so that code for lanes is tested where there is no device.

/// Rows of A and of the product.
pub const ROWS: u32 = 16;
/// Columns of B and of the product.
pub const COLUMNS: u32 = 8;
/// Columns of A, and rows of B: the bytes that a sum has products of.
pub const DEPTH: u32 = 32;

/// The part of A, 16 x 32 bytes, in a lane: four words of four bytes, lowest byte first.
pub type A = [u32; 4];
/// The part of B, 32 x 8 bytes, in a lane.
pub type B = [u32; 2];
/// The part of a sum, 16 x 8 words, in a lane.
pub type C = [u32; 4];

/// Row and column in A of byte `byte` < 4 of word `word` < 4 of lane `lane` < 32.
pub const fn fragment_a(lane: u32, word: u32, byte: u32) -> (u32, u32) {
    (lane / 4 + 8 * (word % 2), 4 * (lane % 4) + 16 * (word / 2) + byte)
}

/// Row and column in B of byte `byte` < 4 of word `word` < 2 of lane `lane` < 32.
pub const fn fragment_b(lane: u32, word: u32, byte: u32) -> (u32, u32) {
    (4 * (lane % 4) + 16 * word + byte, lane / 4)
}

/// Row and column in the sum of word `word` < 4 of lane `lane` < 32.
pub const fn fragment_c(lane: u32, word: u32) -> (u32, u32) {
    (lane / 4 + 8 * (word / 2), 2 * (lane % 4) + word % 2)
}

/// A B + C modulo 2^32 of a warp whose lanes hold these fragments: what `mma_m16n8k32_u8` leaves in each lane.
///
/// # Examples
/// ```
/// use cuda_std::tensor::product;
///
/// // All bytes 255, so that each sum is 32 * 255^2, on top of 7.
/// let found = product(&[[u32::MAX; 4]; 32], &[[u32::MAX; 2]; 32], &[[7; 4]; 32]);
/// assert_eq!(found, [[32 * 255 * 255 + 7; 4]; 32]);
/// ```
pub fn product(a: &[A; 32], b: &[B; 32], c: &[C; 32]) -> [C; 32] {
    let mut left = [[0u8; DEPTH as usize]; ROWS as usize];
    let mut right = [[0u8; COLUMNS as usize]; DEPTH as usize];
    for lane in 0..32 {
        for byte in 0..4 {
            for word in 0..4 {
                let (i, k) = fragment_a(lane, word, byte);
                left[i as usize][k as usize] = (a[lane as usize][word as usize] >> (8 * byte)) as u8;
            }
            for word in 0..2 {
                let (k, j) = fragment_b(lane, word, byte);
                right[k as usize][j as usize] = (b[lane as usize][word as usize] >> (8 * byte)) as u8;
            }
        }
    }
    core::array::from_fn(|lane| {
        core::array::from_fn(|word| {
            let (i, j) = fragment_c(lane as u32, word as u32);
            let products = (0..DEPTH as usize).map(|k| left[i as usize][k] as u32 * right[k][j as usize] as u32);
            c[lane][word].wrapping_add(products.sum())
        })
    })
}

/// A B + C modulo 2^32 of the warp, of bytes without signs, in fragments. For `sm_80` and newer.
///
/// # Safety
/// All 32 lanes of the warp execute this call, and the kernel is built for `sm_80` at least.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub unsafe fn mma_m16n8k32_u8(a: A, b: B, c: C) -> C {
    let (d0, d1, d2, d3): (u32, u32, u32, u32);
    // Not `pure`: a call that may be moved or left out is one that may be moved into a branch, where lanes are missing.
    // SAFETY: computes on registers only; the caller vouches for the lanes.
    unsafe {
        core::arch::asm!(
            "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {{{d0}, {d1}, {d2}, {d3}}}, {{{a0}, {a1}, {a2}, {a3}}}, {{{b0}, {b1}}}, {{{c0}, {c1}, {c2}, {c3}}};",
            d0 = lateout(reg32) d0, d1 = lateout(reg32) d1, d2 = lateout(reg32) d2, d3 = lateout(reg32) d3,
            a0 = in(reg32) a[0], a1 = in(reg32) a[1], a2 = in(reg32) a[2], a3 = in(reg32) a[3],
            b0 = in(reg32) b[0], b1 = in(reg32) b[1],
            c0 = in(reg32) c[0], c1 = in(reg32) c[1], c2 = in(reg32) c[2], c3 = in(reg32) c[3],
            options(nomem, nostack, preserves_flags)
        );
    }
    [d0, d1, d2, d3]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every element of a matrix is in one place of one lane.
    #[test]
    fn fragments_are_whole_matrices() {
        let mut a = [0; (ROWS * DEPTH) as usize];
        let mut b = [0; (DEPTH * COLUMNS) as usize];
        let mut c = [0; (ROWS * COLUMNS) as usize];
        for lane in 0..32 {
            for word in 0..4 {
                for byte in 0..4 {
                    let (i, k) = fragment_a(lane, word, byte);
                    a[(i * DEPTH + k) as usize] += 1;
                    if word < 2 {
                        let (k, j) = fragment_b(lane, word, byte);
                        b[(k * COLUMNS + j) as usize] += 1;
                    }
                }
                let (i, j) = fragment_c(lane, word);
                c[(i * COLUMNS + j) as usize] += 1;
            }
        }
        assert!(a.iter().chain(&b).chain(&c).all(|&count| count == 1));
    }

    /// Single elements of A and B meet where the rule of matrix products says, with digits 0, 1 and 255.
    #[test]
    fn products_of_single_elements() {
        for (x, y) in [(1, 1), (255, 255), (255, 1), (0, 255)] {
            for i in 0..ROWS {
                for k in (0..DEPTH).step_by(5) {
                    let j = (i + k) % COLUMNS;
                    let (mut a, mut b) = ([[0; 4]; 32], [[0; 2]; 32]);
                    for lane in 0..32 {
                        for byte in 0..4 {
                            for word in 0..4 {
                                if fragment_a(lane, word, byte) == (i, k) {
                                    a[lane as usize][word as usize] |= x << (8 * byte);
                                }
                                if word < 2 && fragment_b(lane, word, byte) == (k, j) {
                                    b[lane as usize][word as usize] |= y << (8 * byte);
                                }
                            }
                        }
                    }
                    let found = product(&a, &b, &[[u32::MAX; 4]; 32]);
                    for lane in 0..32 {
                        for word in 0..4 {
                            let expected = if fragment_c(lane, word) == (i, j) { x * y } else { 0 };
                            assert_eq!(found[lane as usize][word as usize], expected.wrapping_sub(1));
                        }
                    }
                }
            }
        }
    }
}
