//! Family `tensor`: the instruction of tensor cores alone, for comparison with its model and for the benchmark of the stages. For `sm_80` and
//! newer.

use cuda_std::prelude::*;
#[cfg(target_arch = "nvptx64")]
use cuda_std::tensor::mma_m16n8k32_u8;

/// The product of fragments of bytes by one warp. Block of 32: `a`, `b` and `c` hold 4, 2 and 4 words of each lane, and `out` gets 4.
#[kernel(family = "tensor", block = 32)]
pub unsafe fn selftest_tensor(a: *const u32, b: *const u32, c: *const u32, out: *mut u32) {
    let lane = (thread::block_idx_x() * 32 + thread::thread_idx_x()) as usize;
    // SAFETY: there are so many words a block; all lanes of the warp are here.
    unsafe {
        let (a, b, c) = (a.add(4 * lane), b.add(2 * lane), c.add(4 * lane));
        let a = [*a, *a.add(1), *a.add(2), *a.add(3)];
        let c = [*c, *c.add(1), *c.add(2), *c.add(3)];
        let found = mma_m16n8k32_u8(a, [*b, *b.add(1)], c);
        for (i, word) in found.into_iter().enumerate() {
            *out.add(4 * lane + i) = word;
        }
    }
}

/// Independent sums of a warp in `bound_tensor`.
pub const SUMS: u32 = 8;

/// `rounds` products of fragments, of 16 x 8 sums of 32 products each, in each of 8 sums of every warp. A word of `out` a thread.
#[kernel(family = "tensor", block = 128)]
pub unsafe fn bound_tensor(rounds: u32, out: *mut u32) {
    let t = thread::index_1d();
    let (mut a, b) = ([t, t + 1, t + 2, t + 3], [t ^ 5, t ^ 9]);
    let mut sums = [[0; 4]; SUMS as usize];
    for _ in 0..rounds {
        for sum in &mut sums {
            // SAFETY: all lanes of the warp are here.
            *sum = unsafe { mma_m16n8k32_u8(a, b, *sum) };
        }
        // Another left factor each time, which the compiler cannot know.
        a[0] ^= sums[0][0];
    }
    let sum = sums.iter().flatten().fold(0, |sum, &x| sum ^ x);
    // SAFETY: a word a thread.
    unsafe { *out.add(t as usize) = sum };
}
