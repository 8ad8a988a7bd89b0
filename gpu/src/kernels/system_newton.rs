//! Family `system_newton`: Newton's method at many points, and a step of it at one, in double, double-double and quad-double.
//!
//! A block is a warp, whose lanes are teams of as many as the launch says, a point each ([`crate::system::newton::refine`]). Lists, coefficients
//! and points are those of [`super::system`]; points are the last ones when the kernel ends.

#[cfg(target_arch = "nvptx64")]
mod body;

use crate::floating::{Double, DoubleDouble, QuadDouble, Scalar};
use crate::system::lists::Lengths;
use crate::system::newton::Stop;
use crate::system::shape::Shape;
use cuda_std::prelude::*;

/// Doubles of a report: residual, step, iterations, ratio, status.
pub const REPORT: u32 = 5;

/// Numbers that a warp needs: tables and matrices of its points, then sums and products of its lanes. `shape` has those of a lane.
pub const fn numbers_of_warp(entries: u64, n: u64, shape: &Shape) -> u64 {
    ((entries + n * (n + 1)) << shape.log_points) + 32 * (shape.sums as u64 + shape.forward as u64)
}

macro_rules! newton {
    ($($name:ident, $in_memory:ident, $parts:literal, $reals:ident;)*) => { $(
        #[doc = concat!("Newton's method at points of ", stringify!($parts), " doubles a part. `reports`: \\[point\\]\\[[`REPORT`]\\].")]
        #[doc = "Blocks take groups of points in turn. Shared: [`numbers_of_warp`]."]
        #[kernel(family = "system_newton", block = 32)]
        pub unsafe fn $name(
            lists: *const u32,
            coefficients: *const f64,
            points: *mut f64,
            reports: *mut f64,
            lengths: Lengths,
            shape: Shape,
            stop: Stop,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let base = dynamic_shared_mem::<f64>();
                let at = |pair: u32, stride: u32| body::SharedNumbers::<$parts>::new(base.add(2 * pair), stride);
                let system = body::System { program: lengths.program(lists), coefficients, points, reports };
                body::newton($reals(Scalar), &system, &shape, stop, at);
            }
        }

        #[doc = concat!("The same with what is kept in memory of the device: ", stringify!($name), " whose matrices have no room.")]
        #[doc = "`scratch`: [`numbers_of_warp`] a block."]
        #[kernel(family = "system_newton", block = 32)]
        pub unsafe fn $in_memory(
            lists: *const u32,
            coefficients: *const f64,
            points: *mut f64,
            reports: *mut f64,
            scratch: *mut f64,
            lengths: Lengths,
            shape: Shape,
            stop: Stop,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let program = lengths.program(lists);
                let numbers = numbers_of_warp(program.entries() as u64, program.variables() as u64, &shape) as usize;
                let base = scratch.add(2 * $parts * numbers * thread::block_idx_x() as usize);
                let at = |pair: u32, stride: u32| body::GlobalNumbers::<$parts>::new(base.add(2 * pair as usize), stride as usize);
                let system = body::System { program, coefficients, points, reports };
                body::newton($reals(Scalar), &system, &shape, stop, at);
            }
        }
    )* };
}

newton! {
    newton_d, newton_in_memory_d, 1, Double;
    newton_dd, newton_in_memory_dd, 2, DoubleDouble;
    newton_qd, newton_in_memory_qd, 4, QuadDouble;
}

/// Numbers that a block needs for a step at one point: the point and the matrix.
pub const fn numbers_of_step(n: u64) -> u64 {
    n + n * (n + 1)
}

macro_rules! step {
    ($($name:ident, $in_memory:ident, $parts:literal, $reals:ident;)*) => { $(
        #[doc = concat!("A step of Newton's method at one point of ", stringify!($parts), " doubles a part, from the values and the Jacobian there, n and")]
        #[doc = "n x n numbers, and [`REPORT`] doubles of a report ([`crate::system::newton::step`]). One block. Shared: [`numbers_of_step`]."]
        #[kernel(family = "system_newton", block = 256)]
        pub unsafe fn $name(
            values: *const f64,
            jacobian: *const f64,
            point: *mut f64,
            report: *mut f64,
            variables: u32,
            stop: Stop,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let base = dynamic_shared_mem::<f64>();
                let at = |pair: u32| body::SharedNumbers::<$parts>::new(base.add(2 * pair), 1);
                let place = body::Place { values, jacobian, point, report };
                body::step($reals(Scalar), &place, variables, stop, at);
            }
        }

        #[doc = concat!("The same with what is kept in memory of the device: ", stringify!($name), " whose matrix has no room.")]
        #[doc = "`scratch`: [`numbers_of_step`]."]
        #[kernel(family = "system_newton", block = 256)]
        pub unsafe fn $in_memory(
            values: *const f64,
            jacobian: *const f64,
            point: *mut f64,
            report: *mut f64,
            scratch: *mut f64,
            variables: u32,
            stop: Stop,
        ) {
            // SAFETY: the caller's.
            unsafe {
                let at = |pair: u32| body::GlobalNumbers::<$parts>::new(scratch.add(2 * pair as usize), 1);
                let place = body::Place { values, jacobian, point, report };
                body::step($reals(Scalar), &place, variables, stop, at);
            }
        }
    )* };
}

step! {
    step_d, step_in_memory_d, 1, Double;
    step_dd, step_in_memory_dd, 2, DoubleDouble;
    step_qd, step_in_memory_qd, 4, QuadDouble;
}
