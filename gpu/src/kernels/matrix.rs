//! Family `matrix`: adjugates, solutions of linear systems and characteristic polynomials at points, with pivots of each point's own.
//!
//! `values` is \[prime\]\[value\]\[point\], `entries` has the elements of the matrix row by row ([`crate::determinant::matrix::entry`]), and `outputs` is \[prime\]\[number\]\[point\]. No point is bad:
//! there is an inversion for each pivot.

use super::device::*;
#[cfg(target_arch = "nvptx64")]
use super::problems::matrix::body;
pub use super::problems::matrix::{ADJUGATE, CHARACTERISTIC, MatrixParameters, SOLUTION, room};
use crate::arith::Mont31;
use crate::team::Team;
use cuda_std::prelude::*;

macro_rules! in_shared {
    ($($name:ident, $wanted:ident, $threads:literal;)*) => { $(
        #[doc = concat!("One matrix a block of ", stringify!($threads), " threads, for [`", stringify!($wanted), "`]. Block (x, p): point x of prime p. Shared: [`room`].")]
        #[kernel(family = "matrix", block = $threads)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            entries: *const u32,
            outputs: *mut u32,
            job: MatrixParameters,
        ) {
            let place = (thread::block_idx_y() as usize, thread::block_idx_x());
            // SAFETY: the grid is (points, primes); the whole block has one problem.
            unsafe {
                let room = SharedRow::new(dynamic_shared_mem(), 1);
                body::at_point::<$wanted, _, _>(Block::current(), room, place, (primes, values, entries), outputs, &job);
            }
        }
    )* };
}

in_shared! {
    adjugate_warp, ADJUGATE, 32;
    adjugate_block, ADJUGATE, 128;
    solution_warp, SOLUTION, 32;
    solution_block, SOLUTION, 128;
    characteristic_warp, CHARACTERISTIC, 32;
    characteristic_block, CHARACTERISTIC, 128;
}

macro_rules! in_memory {
    ($($name:ident, $wanted:ident;)*) => { $(
        #[doc = concat!("One matrix a block at a time in memory of the device, for [`", stringify!($wanted), "`]: points `first` to `end`, counted prime points + point, in turn among")]
        /// the blocks of a one-dimensional grid. `scratch` has [`room`] words a block.
        #[kernel(family = "matrix", block = 512)]
        #[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            entries: *const u32,
            scratch: *mut u32,
            outputs: *mut u32,
            first: u32,
            end: u32,
            job: MatrixParameters,
        ) {
            // SAFETY: the whole block is here.
            let team = unsafe { Block::current() };
            let words = room($wanted, job.rows, job.columns);
            let mut at = first + thread::block_idx_x();
            while at < end {
                let place = ((at / job.points) as usize, at % job.points);
                // SAFETY: points of the launch only, in the block's own part of `scratch`; barriers separate one point's use of it from the next one's.
                unsafe {
                    let room = GlobalRow::new(scratch.add(thread::block_idx_x() as usize * words), 1);
                    body::at_point::<$wanted, _, _>(team, room, place, (primes, values, entries), outputs, &job);
                }
                team.sync();
                at += thread::grid_dim_x();
            }
        }
    )* };
}

in_memory! {
    adjugate_global, ADJUGATE;
    solution_global, SOLUTION;
    characteristic_global, CHARACTERISTIC;
}
