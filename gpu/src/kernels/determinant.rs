//! Family `determinant`: determinants at points by elimination or by condensation, and repair.
//!
//! `values` is \[prime\]\[value\]\[point\], or \[prime\]\[point of the other variables\]\[value\]\[4 coefficients\] where the
//! last variable is evaluated here. `sizes` and `entries` are those of [`matrix::Blocks`]. Numerators and denominators are
//! \[prime\]\[point\]; a denominator 0 marks a point at which a pivot vanished. They are divided by
//! `divide_scalars` of family `resultant`.

use super::device::*;
pub use super::problems::determinant::DeterminantParameters;
#[cfg(target_arch = "nvptx64")]
use super::problems::determinant::body;
use crate::arith::Mont31;
use crate::determinant::condensation::Condensation;
use crate::determinant::in_registers::{self, exchange};
use crate::determinant::matrix::{self, COEFFICIENTS, Method};
use crate::fraction::Fraction;
use crate::team::{Solo, Team};
use cuda_std::prelude::*;

/// Threads of a block in which several matrices share a warp.
pub const THREADS: u32 = 32;

/// Tensors \[row\]\[middle\]\[last\] as \[middle\]\[row\]\[4\], so that the values of one matrix lie together; zeros from `last` on. Block (i,
/// p): elements 256 i .. of prime p.
#[kernel(family = "determinant", block = 256)]
pub unsafe fn rows_inside(source: *const u32, target: *mut u32, rows: u32, middle: u32, last: u32) {
    let (at, count) = (thread::index_1d(), rows * middle * COEFFICIENTS);
    if at < count {
        let (k, row, m) = (at % COEFFICIENTS, at / COEFFICIENTS % rows, at / COEFFICIENTS / rows);
        let source_start = thread::block_idx_y() as usize * (rows * middle * last) as usize;
        // SAFETY: both have their elements a prime; each thread has one of the target for itself.
        unsafe {
            let found = if k < last { *source.add(source_start + ((row * middle + m) * last + k) as usize) } else { 0 };
            *target.add(thread::block_idx_y() as usize * count as usize + at as usize) = found;
        }
    }
}

/// One determinant a thread. Block (i, p): points 32 i .. of prime p. Shared: 32 matrices, side by side.
#[kernel(family = "determinant", block = 32)]
pub unsafe fn eliminate_thread(
    primes: *const Mont31,
    values: *const u32,
    powers: *const u32,
    shifts: *const u32,
    sizes: *const u32,
    entries: *const u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: DeterminantParameters,
) {
    let point = thread::index_1d();
    if point < job.points {
        let place = (thread::block_idx_y() as usize, point);
        // SAFETY: element i of thread t is shared word 32 i + t, so threads never meet.
        unsafe {
            let m = SharedRow::new(dynamic_shared_mem::<u32>().add(thread::thread_idx_x()), THREADS);
            body::determinant(
                Solo,
                m,
                Method::Elimination,
                place,
                (primes, (values, powers, shifts)),
                (sizes, entries),
                (numerators, denominators),
                &job,
            );
        }
    }
}

macro_rules! lanes {
    ($($name:ident, $size:literal, $problems:literal;)*) => { $(
        #[doc = concat!("One determinant for each ", stringify!($size), " lanes of a warp. Block (i, p): ", stringify!($problems), " points of prime p")]
        #[doc = concat!("from ", stringify!($problems), " i on. Shared: ", stringify!($problems), " matrices, side by side.")]
        #[kernel(family = "determinant", block = 32)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            powers: *const u32,
            shifts: *const u32,
            sizes: *const u32,
            entries: *const u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: DeterminantParameters,
        ) {
            // SAFETY: element i of problem k is shared word problems i + k. All eliminate in the same order; those beyond the last point
            // compute that point once more and write the same.
            unsafe {
                let (team, problem) = Lanes::<$size>::current();
                const { assert!($problems == Lanes::<$size>::PROBLEMS) };
                let place = (thread::block_idx_y() as usize, (thread::block_idx_x() * $problems + problem).min(job.points - 1));
                let m = SharedRow::new(dynamic_shared_mem::<u32>().add(problem), $problems);
                body::determinant(team, m, Method::Elimination, place, (primes, (values, powers, shifts)), (sizes, entries), (numerators, denominators), &job);
            }
        }
    )* };
}

lanes! {
    eliminate_lanes_4, 4, 8;
    eliminate_lanes_32, 32, 1;
}

macro_rules! in_registers {
    ($($name:ident, $size:literal, $rows:literal, $places:literal, $blocks:literal;)*) => {
    $(
        #[doc = concat!("One determinant for each ", stringify!($size), " lanes of a warp, whose blocks have up to ", stringify!($rows), " rows and")]
        #[doc = concat!("full rank, ", stringify!($places), " columns a lane in registers. Block (i, p): the i-th points of prime p, 32 / ", stringify!($size), " a warp.")]
        #[doc = "Shared: the exchanges, side by side for each warp."]
        #[kernel(family = "determinant", block = 64, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            powers: *const u32,
            shifts: *const u32,
            sizes: *const u32,
            places: *const u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: DeterminantParameters,
        ) {
            // SAFETY: element i of problem k is shared word problems i + k. All eliminate in the same order; those beyond the last point
            // compute that point once more and write the same.
            unsafe {
                let (team, problem) = Lanes::<$size>::current();
                let problems = Lanes::<$size>::PROBLEMS;
                let warp = thread::thread_idx_x() / warp::SIZE;
                let point = (thread::block_idx_x() * WARPS + warp) * problems + problem;
                let place = (thread::block_idx_y() as usize, point.min(job.points - 1));
                let room = dynamic_shared_mem::<u32>().add(warp * problems * exchange($rows) + problem);
                let mut room = SharedRow::new(room, problems);
                let field = *primes.add(place.0);
                let sizes = core::slice::from_raw_parts(sizes, job.blocks as usize);
                let point = body::Point { source: (values, powers, shifts), place, job: &job };
                let matrices = body::Placed { places: body::Listed(places), point };
                let found = in_registers::blocks::<$rows, $places, _, _>(&field, team, sizes, matrices, &mut room);
                body::write(&field, team, found, place, (numerators, denominators), &job);
            }
        }
    )*
        /// The kernels with the matrix in registers.
        pub const IN_REGISTERS: &[InRegisters] = &[$(InRegisters { rows: $rows, lanes: $size, columns: $places }),*];
    };
}

// Lanes, and blocks that fit together, by `benches/results/2026-11-26-h100-determinants.txt`: more warps gain more than registers for the few words that
// are needed before and after an elimination, up to a point. Their registers are given out by quarters of a multiprocessor, so that 3 warps a quarter
// have 168, 4 have 128, 5 have 96 and 6 have 80.
in_registers! {
    eliminate_registers_8, 2, 8, 4, 10;
    eliminate_registers_12, 4, 12, 3, 8;
    eliminate_registers_16, 4, 16, 4, 8;
    eliminate_registers_20, 4, 20, 5, 6;
    eliminate_registers_24, 8, 24, 3, 8;
    eliminate_registers_32, 8, 32, 4, 6;
    eliminate_registers_48, 16, 48, 3, 6;
    eliminate_registers_64, 32, 64, 2, 6;
}

/// A kernel with the matrix in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InRegisters {
    /// Most rows of a matrix.
    pub rows: u32,
    /// Lanes that have one.
    pub lanes: u32,
    /// Columns of a lane.
    pub columns: u32,
}

impl InRegisters {
    /// Matrices of a block.
    pub const fn matrices(&self) -> u32 {
        WARPS * (32 / self.lanes)
    }

    /// Bytes of shared memory of a block.
    pub const fn shared(&self) -> u32 {
        4 * self.matrices() * exchange(self.rows)
    }

    /// The width of its [`table`](in_registers::table) of places.
    pub const fn width(&self) -> u32 {
        self.columns * self.lanes
    }
}

/// Warps of a block with matrices in registers: those of neighbouring points read the same coefficients.
const WARPS: u32 = 2;

/// One determinant a block. Block (x, p): point x of prime p. Shared: the matrix.
#[kernel(family = "determinant", block = 256)]
pub unsafe fn eliminate_block(
    primes: *const Mont31,
    values: *const u32,
    powers: *const u32,
    shifts: *const u32,
    sizes: *const u32,
    entries: *const u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: DeterminantParameters,
) {
    let place = (thread::block_idx_y() as usize, thread::block_idx_x());
    // SAFETY: the grid is (points, primes); the whole block has one problem.
    unsafe {
        let m = SharedRow::new(dynamic_shared_mem(), 1);
        body::determinant(
            Block::current(),
            m,
            Method::Elimination,
            place,
            (primes, (values, powers, shifts)),
            (sizes, entries),
            (numerators, denominators),
            &job,
        );
    }
}

/// One determinant a block at a time in memory of the device: those from `first` to `end`, counted prime points + point, in turn among
/// the blocks of a one-dimensional grid; by the paper's condensation if `condense` is 1. `scratch` has a matrix a block.
#[kernel(family = "determinant", block = 512)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn determinant_global(
    primes: *const Mont31,
    values: *const u32,
    powers: *const u32,
    shifts: *const u32,
    sizes: *const u32,
    entries: *const u32,
    scratch: *mut u32,
    numerators: *mut u32,
    denominators: *mut u32,
    first: u32,
    end: u32,
    condense: u32,
    job: DeterminantParameters,
) {
    let mut at = first + thread::block_idx_x();
    while at < end {
        let place = ((at / job.points) as usize, at % job.points);
        // SAFETY: determinants of the launch only, in the block's own part of `scratch`.
        unsafe {
            let m = GlobalRow::new(scratch.add(thread::block_idx_x() as usize * job.room as usize), 1);
            let method = if condense != 0 { Method::Condensation } else { Method::Elimination };
            let (inputs, lists, outputs) =
                ((primes, (values, powers, shifts)), (sizes, entries), (numerators, denominators));
            body::determinant(Block::current(), m, method, place, inputs, lists, outputs, &job);
        }
        at += thread::grid_dim_x();
    }
}

/// Rows of a matrix that a single warp ends a condensation with.
#[cfg(target_arch = "nvptx64")]
const TAIL: u32 = warp::SIZE;

/// One determinant a block by the paper's condensation: a row a thread, half a row when half of the threads have none, and the last 32
/// rows by one warp. Block (x, p): point x of prime p. Shared: the matrix.
#[kernel(family = "determinant", block = 128)]
pub unsafe fn condense_block(
    primes: *const Mont31,
    values: *const u32,
    powers: *const u32,
    shifts: *const u32,
    sizes: *const u32,
    entries: *const u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: DeterminantParameters,
) {
    let place = (thread::block_idx_y() as usize, thread::block_idx_x());
    // SAFETY: the grid is (points, primes); the whole block has one problem. Barriers separate loading, the rows of the whole block, those of
    // the first warp, and the next block of the matrix.
    unsafe {
        let team = Block::current();
        let field = *primes.add(place.0);
        let source = body::entries(&field, (values, powers, shifts), place, &job);
        let blocks = body::blocks((sizes, entries), &job);
        let mut m = SharedRow::new(dynamic_shared_mem(), 1);
        let mut product = Fraction::one(&field);
        let mut rest = blocks.entries;
        for &n in blocks.sizes {
            let (entries, behind) = rest.split_at((n * n) as usize);
            rest = behind;
            team.sync();
            matrix::load(&field, team, entries, &source, &mut m);
            let mut condensation = Condensation::new(&field);
            let tail = n.saturating_sub(TAIL);
            condensation.rows(&field, team, &mut m, n, (0, tail));
            if team.rank() < warp::SIZE {
                let (warp, _) = Lanes::<{ warp::SIZE }>::current();
                condensation.rows(&field, warp, &mut m, n, (tail, n));
            }
            let found = condensation.finish(&field);
            product.include(&field, found);
        }
        body::write(&field, team, product, place, (numerators, denominators), &job);
    }
}

/// Repairs in shared memory, a block each.
#[kernel(family = "determinant", block = 128)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn repair_determinants(
    primes: *const Mont31,
    values: *const u32,
    powers: *const u32,
    shifts: *const u32,
    sizes: *const u32,
    entries: *const u32,
    failed: *const u32,
    count: u32,
    out: *mut u32,
    job: DeterminantParameters,
) {
    // SAFETY: the caller's; the shared memory has room for the largest block.
    unsafe {
        let m = SharedRow::new(dynamic_shared_mem(), 1);
        body::repair_all(m, (primes, (values, powers, shifts)), (sizes, entries), (failed, count), out, &job);
    }
}

/// The same in memory of the device. `scratch` has a matrix a block.
#[kernel(family = "determinant", block = 512)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn repair_determinants_global(
    primes: *const Mont31,
    values: *const u32,
    powers: *const u32,
    shifts: *const u32,
    sizes: *const u32,
    entries: *const u32,
    failed: *const u32,
    count: u32,
    scratch: *mut u32,
    out: *mut u32,
    job: DeterminantParameters,
) {
    // SAFETY: the caller's; `scratch` has `room` words a block.
    unsafe {
        let m = GlobalRow::new(scratch.add(thread::block_idx_x() as usize * job.room as usize), 1);
        body::repair_all(m, (primes, (values, powers, shifts)), (sizes, entries), (failed, count), out, &job);
    }
}
