//! Family `resultant`: scalars by the scheduled remainder form, their division, and repair.
//!
//! `values` is \[prime\]\[row\]\[point\]: rows 0..=p are f, the next q + 1 are g. Numerators and denominators are
//! \[prime\]\[point\]; a denominator 0 marks a scalar that left the schedule.

use super::device::*;
use super::problems::resultant::ScalarParameters;
pub use super::problems::resultant::THREADS;
#[cfg(target_arch = "nvptx64")]
use super::problems::resultant::body;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::arith::inverse::invert_few;
use crate::resultant::remainder::blocks::StepByStep;
use crate::resultant::remainder::led::{Led, NEAR};
use crate::team::{Registers, Team};
use cuda_std::prelude::*;

macro_rules! threads {
    ($($name:ident, $registers:literal, $blocks:literal;)*) => { $(
        #[doc = concat!("One scalar a thread, which keeps degrees below ", stringify!($registers), " in registers. Block (i, p): points")]
        /// 32 i .. of prime p. Shared: 32 (p + q + 2) words, lanes side by side.
        #[kernel(family = "resultant", block = 32, min_blocks = $blocks)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: ScalarParameters,
        ) {
            let point = thread::index_1d();
            if point < job.points {
                let (inputs, outputs) = ((primes, values, schedule), (numerators, denominators));
                // SAFETY: element i of thread t is shared word 32 i + t, so threads never meet.
                unsafe {
                    let shared = dynamic_shared_mem::<u32>().add(thread::thread_idx_x());
                    let rows = body::in_shared(shared, THREADS, &job);
                    body::at_point((Registers::<$registers>, StepByStep), rows, (body::prime(), point), inputs, outputs, &job);
                }
            }
        }
    )* };
}

// Blocks that fit together are as many as the registers of short operands let; long ones are bound by shared memory.
threads! {
    resultant_thread_16, 16, 28;
    resultant_thread_32, 32, 1;
}

/// Words of shared memory of a block of columns, where f and g have `rows` = p + q + 2 elements together.
pub const fn column_words(rows: usize) -> usize {
    THREADS as usize * (NEAR as usize + rows)
}

macro_rules! columns {
    ($($name:ident, $size:literal, $threads:literal;)*) => { $(
        #[doc = concat!("One scalar for each ", stringify!($size), " threads, one in each warp. Block (i, p): points 32 i .. of prime p.")]
        /// Shared: [`column_words`]`(p + q + 2)`, problems side by side.
        #[kernel(family = "resultant", block = $threads)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: ScalarParameters,
        ) {
            let (inputs, outputs) = ((primes, values, schedule), (numerators, denominators));
            // SAFETY: element i of problem k is shared word 32 i + k. All problems follow the same schedule; those beyond the last point compute
            // that point once more and write the same.
            unsafe {
                let (team, problem) = Column::<$size>::current();
                let point = (thread::block_idx_x() * THREADS + problem).min(job.points - 1);
                let shared = dynamic_shared_mem::<u32>().add(problem);
                let leader = (team.rank() == 0).then_some(Registers::<32>);
                let led = Led::new(SharedRow::new(shared, THREADS), leader);
                let rows = body::in_shared(shared.add(THREADS * NEAR), THREADS, &job);
                body::at_point((team, led), rows, (body::prime(), point), inputs, outputs, &job);
            }
        }
    )* };
}

columns! {
    resultant_columns_2, 2, 64;
    resultant_columns_4, 4, 128;
    resultant_columns_8, 8, 256;
}

macro_rules! lanes {
    ($($name:ident, $size:literal, $problems:literal;)*) => { $(
        #[doc = concat!("One scalar for each ", stringify!($size), " lanes of a warp. Block (i, p): ", stringify!($problems), " points of prime p")]
        #[doc = concat!("from ", stringify!($problems), " i on. Shared: ", stringify!($problems), " (p + q + 2) words, problems side by side.")]
        #[kernel(family = "resultant", block = 32)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: ScalarParameters,
        ) {
            let (inputs, outputs) = ((primes, values, schedule), (numerators, denominators));
            // SAFETY: element i of problem k is shared word problems i + k. All problems follow the same schedule; those beyond
            // the last point compute that point once more and write the same.
            unsafe {
                let (team, problem) = Lanes::<$size>::current();
                const { assert!($problems == Lanes::<$size>::PROBLEMS) };
                let point = (thread::block_idx_x() * $problems + problem).min(job.points - 1);
                let rows = body::in_shared(dynamic_shared_mem::<u32>().add(problem), $problems, &job);
                body::at_point((team, StepByStep), rows, (body::prime(), point), inputs, outputs, &job);
            }
        }
    )* };
}

lanes! {
    resultant_lanes_4, 4, 8;
    resultant_lanes_8, 8, 4;
    resultant_lanes_16, 16, 2;
    resultant_lanes_32, 32, 1;
}

macro_rules! blocks {
    ($($name:ident, $size:literal;)*) => { $(
        #[doc = concat!("One scalar a block of ", stringify!($size), " threads. Block (x, p): point x of prime p. Shared: p + q + 2 words.")]
        #[kernel(family = "resultant", block = $size)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: ScalarParameters,
        ) {
            let (inputs, outputs) = ((primes, values, schedule), (numerators, denominators));
            // SAFETY: the grid is (points, primes); the whole block has one problem.
            unsafe {
                let rows = body::in_shared(dynamic_shared_mem(), 1, &job);
                body::at_point((Block::current(), StepByStep), rows, (body::prime(), thread::block_idx_x()), inputs, outputs, &job);
            }
        }
    )* };
}

blocks! {
    resultant_block_64, 64;
    resultant_block_128, 128;
    resultant_block_256, 256;
}

/// One scalar a block at a time in memory of the device, for degrees beyond shared memory: scalars `first` to `end`, counted
/// prime points + point, in turn among the blocks of a one-dimensional grid. `scratch` has p + q + 2 words a block.
#[kernel(family = "resultant", block = 512)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn resultant_global(
    primes: *const Mont31,
    values: *const u32,
    schedule: *const u32,
    scratch: *mut u32,
    numerators: *mut u32,
    denominators: *mut u32,
    first: u32,
    end: u32,
    job: ScalarParameters,
) {
    // SAFETY: the whole block is here.
    let team = unsafe { Block::current() };
    let mut at = first + thread::block_idx_x();
    while at < end {
        let place = ((at / job.points) as usize, at % job.points);
        let (inputs, outputs) = ((primes, values, schedule), (numerators, denominators));
        // SAFETY: scalars of the launch only; barriers separate loading, use and the next one's loading.
        unsafe { body::at_point((team, StepByStep), body::in_scratch(scratch, &job), place, inputs, outputs, &job) };
        team.sync();
        at += thread::grid_dim_x();
    }
}

/// Scalars that one thread of `divide_scalars` takes with one inversion.
pub const PER_INVERSE: u32 = 8;
/// Threads of a block of `divide_scalars`: one warp, since a prime may have few points.
pub const DIVIDERS: u32 = 32;

/// numerators / denominators in place, and the list of failed scalars (2013 paper, section 5.5): denominators 0 go to
/// `failed` as prime points + point, in no particular order, counted in `count` (ballot, population count, one atomic a warp).
/// Block (i, p): 256 points of prime p, every 32nd of them one thread's; one inversion for those 8.
#[kernel(family = "resultant", block = 32)]
pub unsafe fn divide_scalars(
    primes: *const Mont31,
    numerators: *mut u32,
    denominators: *const u32,
    points: u32,
    failed: *mut u32,
    count: *mut u32,
) {
    let prime = thread::block_idx_y();
    let first = thread::block_idx_x() * (DIVIDERS * PER_INVERSE) + thread::thread_idx_x();
    // SAFETY: points below `points` only; `failed` has room for every scalar of the launch; all lanes reach the ballots, since
    // the loops are uniform.
    unsafe {
        let field = *primes.add(prime as usize);
        let base = prime as usize * points as usize;
        // Loops of their own, without collectives and short: they are unrolled, so that all loads are under way together and the
        // arrays are registers.
        let mut d = [0u32; PER_INVERSE as usize];
        for (i, d) in d.iter_mut().enumerate() {
            let point = first + i as u32 * DIVIDERS;
            *d = if point < points { *denominators.add(base + point as usize) } else { field.one() };
        }
        let (reciprocals, fails) = invert_few(&field, &mut d);
        for (i, &reciprocal) in reciprocals.iter().enumerate() {
            let point = first + i as u32 * DIVIDERS;
            if point < points {
                let at = numerators.add(base + point as usize);
                *at = field.mul(*at, reciprocal);
            }
        }
        for i in 0..PER_INVERSE {
            let fails = fails >> i & 1 != 0;
            let mask = warp::ballot(warp::FULL, fails);
            if mask != 0 {
                let mut at = 0;
                if warp::lane_id() == 0 {
                    at = atomic::add_u32(count, mask.count_ones());
                }
                at = warp::shuffle_idx(warp::FULL, at, 0);
                if fails {
                    *failed.add((at + warp::lanes_below(mask)) as usize) = prime * points + first + i * DIVIDERS;
                }
            }
        }
    }
}

/// Repairs in shared memory: p + q + 2 words. A whole block each, since a launch waits for its slowest and there are few.
#[kernel(family = "resultant", block = 128)]
pub unsafe fn repair_scalars(
    primes: *const Mont31,
    values: *const u32,
    failed: *const u32,
    count: u32,
    out: *mut u32,
    job: ScalarParameters,
) {
    // SAFETY: the caller's.
    unsafe {
        body::repair_all(body::in_shared(dynamic_shared_mem(), 1, &job), primes, values, (failed, count), out, &job)
    };
}

/// Repairs in memory of the device, for degrees beyond shared memory. `scratch` has p + q + 2 words a block.
#[kernel(family = "resultant", block = 512)]
pub unsafe fn repair_scalars_global(
    primes: *const Mont31,
    values: *const u32,
    failed: *const u32,
    count: u32,
    scratch: *mut u32,
    out: *mut u32,
    job: ScalarParameters,
) {
    // SAFETY: the caller's.
    unsafe { body::repair_all(body::in_scratch(scratch, &job), primes, values, (failed, count), out, &job) };
}
