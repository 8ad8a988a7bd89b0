//! Family `gcd_points`: GCDs and cofactors at all points of a grid, and what is 0 after interpolation.
//!
//! The mathematics is [`crate::gcd::points`]. `values` is \[prime\]\[row\]\[point\] with rows f, g, c, `out` the same with rows h, f / h,
//! g / h; `found` has the least and the greatest degree of each prime, by atomics, one a warp and each.
//!
//! A point's p + q + 2 words are in shared memory. Points that go with each other's lanes lie side by side, so that shared words are in
//! banks of their own and global ones neighbours. Up to some degree one thread a point is best, since it needs no barrier and all
//! of its instructions are for one element; more lanes a point where few such problems fit. Degrees differ from point to point, so
//! a team of lanes waits for its own lanes only. Degrees without bound: blocks in memory of the device.

use super::device::*;
use crate::arith::Mont31;
use crate::columns::{self, BoxAxis, TensorBox};
use crate::gcd::points;
use crate::gcd::points::Degrees;
use crate::memory::Part;
use crate::resultant::remainder::RemainderRow;
use crate::team::{Solo, Team};
use cuda_std::prelude::*;

/// The parameters of the computation.
#[kernel_param]
pub struct PointsParameters {
    /// Formal degree of f.
    pub p: u32,
    /// Formal degree of g.
    pub q: u32,
    /// Degree of the GCD at most points.
    pub d: u32,
    /// Points per prime.
    pub points: u32,
}

impl PointsParameters {
    /// The degrees.
    #[inline(always)]
    pub const fn degrees(&self) -> Degrees {
        Degrees { p: self.p, q: self.q, d: self.d }
    }
}

/// Degree of a point that is of no use.
pub const UNLUCKY: u32 = u32::MAX;

/// Threads of a block where a point has one warp at most.
pub const THREADS: u32 = 32;

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// Least and greatest degree.
    pub type Range = (u32, u32);

    /// Of no point.
    pub const NONE: Range = (UNLUCKY, 0);

    /// Adds degrees to those of prime number `prime`.
    #[inline(always)]
    pub unsafe fn include(found: *mut u32, prime: usize, (least, most): Range) {
        // SAFETY: two words a prime.
        unsafe {
            atomic::min_u32(found.add(2 * prime), least);
            atomic::max_u32(found.add(2 * prime + 1), most);
        }
    }

    /// Adds the degrees that all lanes of the warp have found.
    #[inline(always)]
    pub unsafe fn include_warp(found: *mut u32, prime: usize, (mut least, mut most): Range) {
        // SAFETY: all lanes are here.
        unsafe {
            warp::sync_warp(warp::FULL);
            let mut distance = warp::SIZE / 2;
            while distance > 0 {
                least = least.min(warp::shuffle_xor(warp::FULL, least, distance));
                most = most.max(warp::shuffle_xor(warp::FULL, most, distance));
                distance /= 2;
            }
            if warp::lane_id() == 0 {
                include(found, prime, (least, most));
            }
        }
    }

    /// One point by a team, in `memory` of its own of p + q + 2 words.
    #[inline(always)]
    pub unsafe fn at_point<R: Part<u32> + RemainderRow<u32>, T: Team>(
        team: T,
        memory: R,
        (prime, point): (usize, u32),
        (primes, values, out): (*const Mont31, *const u32, *mut u32),
        job: &PointsParameters,
    ) -> Range {
        let (degrees, points) = (job.degrees(), job.points as usize);
        // SAFETY: values and out have a column of inputs and outputs at every point of every prime; the column is the team's own, and
        // its threads write elements of their own.
        let found = unsafe {
            let field = *primes.add(prime);
            let inputs = values.add(prime * degrees.inputs() as usize * points + point as usize);
            let outputs = out.add(prime * degrees.outputs() as usize * points + point as usize);
            let (inputs, mut outputs) = (GlobalRow::read_only(inputs, points), GlobalRow::new(outputs, points));
            points::point(&field, team, &degrees, &inputs, memory, &mut outputs)
        };
        match found {
            Some(degree) => (degree, degree),
            None => (UNLUCKY, UNLUCKY),
        }
    }

    /// The number of the block's prime where the grid's second dimension is that of the primes.
    #[inline(always)]
    pub fn prime() -> usize {
        thread::block_idx_y() as usize
    }
}

/// One point a thread. Block (i, p): points 32 i .. of prime p. Shared: 32 (p + q + 2) words, lanes side by side.
#[kernel(family = "gcd_points", block = 32)]
pub unsafe fn gcd_points_thread(
    primes: *const Mont31,
    values: *const u32,
    out: *mut u32,
    found: *mut u32,
    job: PointsParameters,
) {
    let point = thread::index_1d();
    let mut degrees = body::NONE;
    // SAFETY: element i of thread t is shared word 32 i + t, so threads never meet; all of them include their degrees.
    unsafe {
        if point < job.points {
            let memory = SharedRow::new(dynamic_shared_mem::<u32>().add(thread::thread_idx_x()), THREADS);
            degrees = body::at_point(Solo, memory, (body::prime(), point), (primes, values, out), &job);
        }
        body::include_warp(found, body::prime(), degrees);
    }
}

macro_rules! lanes {
    ($($name:ident, $size:literal, $problems:literal;)*) => { $(
        #[doc = concat!("One point for each ", stringify!($size), " lanes of a warp. Block (i, p): ", stringify!($problems), " points of prime p")]
        #[doc = concat!("from ", stringify!($problems), " i on. Shared: ", stringify!($problems), " (p + q + 2) words, problems side by side.")]
        #[kernel(family = "gcd_points", block = 32)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            out: *mut u32,
            found: *mut u32,
            job: PointsParameters,
        ) {
            let mut degrees = body::NONE;
            // SAFETY: element i of problem k is shared word problems i + k, so teams never meet. The lanes of a team have one
            // problem; all lanes include their degrees.
            unsafe {
                let (team, problem) = Apart::<$size>::current();
                const { assert!($problems == Apart::<$size>::PROBLEMS) };
                let point = thread::block_idx_x() * $problems + problem;
                if point < job.points {
                    let memory = SharedRow::new(dynamic_shared_mem::<u32>().add(problem), $problems);
                    degrees = body::at_point(team, memory, (body::prime(), point), (primes, values, out), &job);
                }
                body::include_warp(found, body::prime(), degrees);
            }
        }
    )* };
}

lanes! {
    gcd_points_lanes_4, 4, 8;
    gcd_points_lanes_32, 32, 1;
}

/// One point a block. Block (x, p): point x of prime p. Shared: p + q + 2 words.
#[kernel(family = "gcd_points", block = 128)]
pub unsafe fn gcd_points_block(
    primes: *const Mont31,
    values: *const u32,
    out: *mut u32,
    found: *mut u32,
    job: PointsParameters,
) {
    // SAFETY: the grid is (points, primes); the whole block has one problem.
    unsafe {
        let team = Block::current();
        let memory = SharedRow::new(dynamic_shared_mem::<u32>(), 1);
        let degrees = body::at_point(team, memory, (body::prime(), thread::block_idx_x()), (primes, values, out), &job);
        if team.rank() == 0 {
            body::include(found, body::prime(), degrees);
        }
    }
}

/// One point a block at a time in memory of the device, for degrees beyond shared memory: points `first` to `end`, counted
/// prime points + point, in turn among the blocks of a one-dimensional grid. `scratch` has p + q + 2 words a block.
#[kernel(family = "gcd_points", block = 512)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn gcd_points_global(
    primes: *const Mont31,
    values: *const u32,
    scratch: *mut u32,
    out: *mut u32,
    found: *mut u32,
    first: u32,
    end: u32,
    job: PointsParameters,
) {
    // SAFETY: the whole block is here.
    let team = unsafe { Block::current() };
    let mut at = first + thread::block_idx_x();
    while at < end {
        let (prime, point) = ((at / job.points) as usize, at % job.points);
        // SAFETY: points of the launch only; barriers separate loading, use and the next one's loading.
        unsafe {
            let words = job.degrees().memory() as usize;
            let memory = GlobalRow::new(scratch.add(thread::block_idx_x() as usize * words), 1);
            let degrees = body::at_point(team, memory, (prime, point), (primes, values, out), &job);
            if team.rank() == 0 {
                body::include(found, prime, degrees);
            }
        }
        team.sync();
        at += thread::grid_dim_x();
    }
}

/// Sets `flags`\[prime\] where an element of the `count` boxes of `source`, `width` elements a prime, is not 0. Block (j, p): piece j of
/// prime p.
#[kernel(family = "gcd_points", block = 128)]
pub unsafe fn nonzero_columns(
    source: *const u32,
    boxes: *const TensorBox,
    axes: *const BoxAxis,
    count: u32,
    width: u64,
    flags: *mut u32,
) {
    let j = u64::from(thread::block_idx_x());
    // SAFETY: boxes lie within rows of `width` elements; one flag a prime.
    unsafe {
        let found = *boxes.add(columns::box_of(j, count, |k| (*boxes.add(k as usize)).pieces) as usize);
        let axes = axes.add(found.axes as usize);
        let row = source.add(body::prime() * width as usize);
        let first = (j - found.pieces) * columns::PIECE;
        let end = (first + columns::PIECE).min(found.len);
        let mut nonzero = false;
        let mut k = first + u64::from(thread::thread_idx_x());
        while k < end {
            nonzero |= *row.add(found.place(k, |axis| *axes.add(axis as usize)) as usize) != 0;
            k += u64::from(thread::block_dim_x());
        }
        if nonzero {
            atomic::or_u32(flags.add(body::prime()), 1);
        }
    }
}
