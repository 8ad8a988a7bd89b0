//! Family `interpolate`: Vandermonde-Schur interpolation at arbitrary distinct points, one block per prime.
//!
//! `points` and `values` are \[prime\]\[point\], n words each, in Montgomery form. The values give way to the coefficients
//! times a denominator, which goes to `denominators`\[prime\]; dividing is left to the batched inverse. Grid: one block per
//! prime. Pick the entry by n: see [`ENTRIES`].

use super::device::*;
use crate::arith::Mont31;
use crate::team::Team;
use crate::transform::vandermonde;
use cuda_std::prelude::*;

/// Names of the entries that keep the generator in registers, smallest first, with their threads and rows per thread: good
/// for n up to the product of the two. The shared memory is [`crate::transform::vandermonde::exchange_len`] of the threads, in words.
/// Larger n: [`VandermondeGlobal`].
pub const ENTRIES: [(&str, u32, u32); 5] = [
    ("vandermonde_1x64", 64, 1),
    ("vandermonde_2x128", 128, 2),
    ("vandermonde_4x256", 256, 4),
    ("vandermonde_4x512", 512, 4),
    ("vandermonde_4x1024", 1024, 4),
];

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// One prime by the threads of a block with `ROWS` rows of the generator each.
    #[inline(always)]
    pub unsafe fn rows<const ROWS: usize>(
        primes: *const Mont31,
        points: *const u32,
        values: *mut u32,
        denominators: *mut u32,
        n: u32,
    ) {
        let prime = thread::block_idx_x() as usize;
        let at = prime * n as usize;
        // SAFETY: the grid is the number of primes, n at most ROWS times the block; the shared block has exchange_len words,
        // and the team's barriers separate writes from reads.
        unsafe {
            let field = *primes.add(prime);
            let team = Block::current();
            let x = GlobalRow::read_only(points.add(at), 1);
            let mut values = GlobalRow::new(values.add(at), 1);
            let mut exchange = SharedRow::new(dynamic_shared_mem::<u32>(), 1);
            let denominator = vandermonde::interpolate_rows::<Mont31, GlobalRow, SharedRow, Block, ROWS>(
                &field,
                team,
                n,
                &x,
                &mut values,
                &mut exchange,
            );
            if team.rank() == 0 {
                *denominators.add(prime) = denominator;
            }
        }
    }
}

/// n <= 64.
#[kernel(family = "interpolate", block = 64)]
pub unsafe fn vandermonde_1x64(
    primes: *const Mont31,
    points: *const u32,
    values: *mut u32,
    denominators: *mut u32,
    n: u32,
) {
    // SAFETY: passed on to the host: n <= 64.
    unsafe { body::rows::<1>(primes, points, values, denominators, n) }
}

/// n <= 256.
#[kernel(family = "interpolate", block = 128)]
pub unsafe fn vandermonde_2x128(
    primes: *const Mont31,
    points: *const u32,
    values: *mut u32,
    denominators: *mut u32,
    n: u32,
) {
    // SAFETY: passed on to the host: n <= 256.
    unsafe { body::rows::<2>(primes, points, values, denominators, n) }
}

/// n <= 1024.
#[kernel(family = "interpolate", block = 256)]
pub unsafe fn vandermonde_4x256(
    primes: *const Mont31,
    points: *const u32,
    values: *mut u32,
    denominators: *mut u32,
    n: u32,
) {
    // SAFETY: passed on to the host: n <= 1024.
    unsafe { body::rows::<4>(primes, points, values, denominators, n) }
}

/// n <= 2048.
#[kernel(family = "interpolate", block = 512)]
pub unsafe fn vandermonde_4x512(
    primes: *const Mont31,
    points: *const u32,
    values: *mut u32,
    denominators: *mut u32,
    n: u32,
) {
    // SAFETY: passed on to the host: n <= 2048.
    unsafe { body::rows::<4>(primes, points, values, denominators, n) }
}

/// n <= 4096.
#[kernel(family = "interpolate", block = 1024)]
pub unsafe fn vandermonde_4x1024(
    primes: *const Mont31,
    points: *const u32,
    values: *mut u32,
    denominators: *mut u32,
    n: u32,
) {
    // SAFETY: passed on to the host: n <= 4096.
    unsafe { body::rows::<4>(primes, points, values, denominators, n) }
}

/// Any n, with the generator in global memory: `work` has 2 n words per prime.
#[kernel(family = "interpolate", block = 1024)]
pub unsafe fn vandermonde_global(
    primes: *const Mont31,
    points: *const u32,
    values: *mut u32,
    work: *mut u32,
    denominators: *mut u32,
    n: u32,
) {
    let prime = thread::block_idx_x() as usize;
    let at = prime * n as usize;
    // SAFETY: the grid is the number of primes; the rows are this block's, and barriers separate its threads' accesses.
    unsafe {
        let field = *primes.add(prime);
        let team = Block::current();
        let x = GlobalRow::read_only(points.add(at), 1);
        let mut b = GlobalRow::new(values.add(at), 1);
        let a = GlobalRow::new(work.add(2 * at), 1);
        let spare = GlobalRow::new(work.add(2 * at + n as usize), 1);
        let denominator = vandermonde::interpolate(&field, team, n, &x, &mut b, a, spare);
        if team.rank() == 0 {
            *denominators.add(prime) = denominator;
        }
    }
}
