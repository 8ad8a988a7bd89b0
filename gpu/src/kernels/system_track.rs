//! Family `system_track`: paths of zeros while parameters move, in double, double-double and quad-double.
//!
//! A block is a warp, whose lanes are teams of as many as the launch says. Each takes a path, goes on with it, and takes the next one of all that
//! run ([`crate::system::track::attempt`]); all teams of a warp make an attempt at the same time. Lists and coefficients are those of
//! [`super::system`].
//!
//! `points` and `tangents` are \[path\]\[variable\]; `lanes` are \[path\]\[[`doubles_of_path`]\], for each path two numbers, where it goes and the
//! way there, then length, done, step, known, attempts, residual, correction, ratio and status of [`crate::system::track::Lane`]; `lines` are the numbers of
//! their lines, and `ends` and `backs` are \[line\]\[parameter\], q_1 and q_0 - q_1. `counts`, 0 before, say how many paths were looked at,
//! have ended, and still run when a warp has made so many attempts as `rounds` says and gives its paths back as they are.

#[cfg(target_arch = "nvptx64")]
mod body;

use crate::floating::{Double, DoubleDouble, QuadDouble, Scalar};
use crate::system::lists::Lengths;
use crate::system::shape::Shape;
use crate::system::track::Choices;
use cuda_std::prelude::*;

/// Doubles of a path's lane, of numbers of so many.
pub const fn doubles_of_path(parts: usize) -> usize {
    4 * parts + 9
}

/// Numbers that a warp needs: tables, matrices and vectors of its points, then sums and products of its lanes.
pub const fn numbers_of_warp(entries: u64, n: u64, shape: &Shape) -> u64 {
    ((entries + n * (n + 2) + 3 * n) << shape.log_points) + 32 * (shape.sums as u64 + shape.forward as u64)
}

macro_rules! track {
    ($($name:ident, $in_memory:ident, $parts:literal, $reals:ident;)*) => { $(
        #[doc = concat!("Paths in numbers of ", stringify!($parts), " doubles a part. Shared: [`numbers_of_warp`].")]
        #[kernel(family = "system_track", block = 32)]
        pub unsafe fn $name(
            lists: *const u32,
            coefficients: *const f64,
            points: *mut f64,
            tangents: *mut f64,
            lanes: *mut f64,
            lines: *const u32,
            ends: *const f64,
            backs: *const f64,
            counts: *mut u32,
            lengths: Lengths,
            shape: Shape,
            rounds: u64,
            choices: Choices,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let base = dynamic_shared_mem::<f64>();
                let at = |pair: u32, stride: u32| body::SharedNumbers::<$parts>::new(base.add(2 * pair), stride);
                let paths = body::Places { points, tangents, lanes, lines, ends, backs, counts, rounds };
                body::track($reals(Scalar), lengths.program(lists), coefficients, &paths, &shape, choices, at);
            }
        }

        #[doc = concat!("The same with what is kept in memory of the device: ", stringify!($name), " whose matrices have no room.")]
        #[doc = "`scratch`: [`numbers_of_warp`] a block."]
        #[kernel(family = "system_track", block = 32)]
        pub unsafe fn $in_memory(
            lists: *const u32,
            coefficients: *const f64,
            points: *mut f64,
            tangents: *mut f64,
            lanes: *mut f64,
            lines: *const u32,
            ends: *const f64,
            backs: *const f64,
            counts: *mut u32,
            scratch: *mut f64,
            lengths: Lengths,
            shape: Shape,
            rounds: u64,
            choices: Choices,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let program = lengths.program(lists);
                let numbers = numbers_of_warp(program.entries() as u64, program.polynomials() as u64, &shape) as usize;
                let base = scratch.add(2 * $parts * numbers * thread::block_idx_x() as usize);
                let at = |pair: u32, stride: u32| body::GlobalNumbers::<$parts>::new(base.add(2 * pair as usize), stride as usize);
                let paths = body::Places { points, tangents, lanes, lines, ends, backs, counts, rounds };
                body::track($reals(Scalar), program, coefficients, &paths, &shape, choices, at);
            }
        }
    )* };
}

track! {
    track_d, track_in_memory_d, 1, Double;
    track_dd, track_in_memory_dd, 2, DoubleDouble;
    track_qd, track_in_memory_qd, 4, QuadDouble;
}
