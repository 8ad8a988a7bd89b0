//! Family `resultant`: scalars by the scheduled remainder form, their division, and repair.
//!
//! `values` is \[prime\]\[row\]\[point\]: rows 0..=p are f, the next q + 1 are g. Numerators and denominators are
//! \[prime\]\[point\]; a denominator 0 marks a scalar that left the schedule.

use super::device::*;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::arith::inverse::invert_few;
use crate::fraction::Fraction;
use crate::memory::Row;
use crate::resultant::remainder::{self, RemainderRow};
use crate::resultant::repair;
use crate::team::{Registers, Team};
use cuda_std::prelude::*;

/// What the scalar kernels compute.
#[kernel_param]
pub struct ScalarParameters {
    /// Formal degree of f.
    pub p: u32,
    /// Formal degree of g.
    pub q: u32,
    /// Points per prime.
    pub points: u32,
    /// Length of the schedule.
    pub schedule_len: u32,
    /// 1 for discriminants: divide by lc(f).
    pub discriminant: u32,
    /// 1 when the answer is minus the scheduled value.
    pub negative: u32,
}

/// Threads of a block with fewer than 33 threads a scalar: one warp, so that shared memory holds as many problems as it can.
pub const THREADS: u32 = 32;

/// What the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// One scalar from rows `f` and `g`, which are loaded; the first thread of the team writes it.
    #[inline(always)]
    pub unsafe fn scalar<R: RemainderRow<u32> + Copy, T: Team>(
        field: &Mont31,
        team: T,
        (f, g): (R, R),
        job: &ScalarParameters,
        schedule: *const u32,
        numerator: *mut u32,
        denominator: *mut u32,
    ) {
        let lead = f.get(job.p);
        let (a, b) = if job.p < job.q { (g, f) } else { (f, g) };
        // SAFETY: `schedule` has schedule_len elements.
        let schedule = unsafe { core::slice::from_raw_parts(schedule, job.schedule_len as usize) };
        let Fraction { numerator: n, denominator: mut d, off } = remainder::resultant(field, team, a, b, schedule);
        // What `scalar::Kind` does, which takes 8 registers more here.
        if job.discriminant != 0 {
            d = field.mul(d, lead);
        }
        if team.rank() == 0 {
            // SAFETY: the pointers are this problem's.
            unsafe {
                *numerator = if job.negative != 0 { field.neg(n) } else { n };
                *denominator = if off != 0 { 0 } else { d };
            }
        }
    }

    /// The values at `point` of prime number `prime`, which a team copies to row `f`, those of g behind those of f; it waits for them.
    #[inline(always)]
    pub unsafe fn load<R: Row<u32>, T: Team>(
        team: T,
        f: &mut R,
        values: *const u32,
        prime: usize,
        point: u32,
        job: &ScalarParameters,
    ) {
        let (rows, points) = (job.p + job.q + 2, job.points as usize);
        // SAFETY: the values of a prime are rows * points words; point < points.
        let source =
            unsafe { GlobalRow::read_only(values.add(prime * rows as usize * points + point as usize), points) };
        team.each(rows, |i| f.set(i, source.get(i)));
        team.sync();
    }

    /// One scalar by a team, in memory of its own: element i of p + q + 2 of `f`, of which those from p + 1 on are `g`.
    #[inline(always)]
    pub unsafe fn at_point<R: RemainderRow<u32> + Copy, T: Team>(
        team: T,
        (mut f, g): (R, R),
        (prime, point): (usize, u32),
        (primes, values, schedule): (*const Mont31, *const u32, *const u32),
        (numerators, denominators): (*mut u32, *mut u32),
        job: &ScalarParameters,
    ) {
        // SAFETY: the caller's.
        unsafe {
            let field = *primes.add(prime);
            load(team, &mut f, values, prime, point, job);
            let at = prime * job.points as usize + point as usize;
            scalar(&field, team, (f, g), job, schedule, numerators.add(at), denominators.add(at));
        }
    }

    /// Rows for f and g in shared memory, element i of p + q + 2 at `shared + i stride`.
    #[inline(always)]
    pub unsafe fn in_shared(shared: SharedPtr<u32>, stride: u32, job: &ScalarParameters) -> (SharedRow, SharedRow) {
        // SAFETY: the caller's.
        unsafe { (SharedRow::new(shared, stride), SharedRow::new(shared.add(stride * (job.p + 1)), stride)) }
    }

    /// Rows for f and g in the block's part of `scratch`, which has p + q + 2 words for each block of a one-dimensional grid.
    #[inline(always)]
    pub unsafe fn in_scratch(scratch: *mut u32, job: &ScalarParameters) -> (GlobalRow, GlobalRow) {
        let rows = (job.p + job.q + 2) as usize;
        // SAFETY: the caller's.
        unsafe {
            let f = scratch.add(thread::block_idx_x() as usize * rows);
            (GlobalRow::new(f, 1), GlobalRow::new(f.add(job.p as usize + 1), 1))
        }
    }

    /// The number of the block's prime where the grid's second dimension is that of the primes.
    #[inline(always)]
    pub fn prime() -> usize {
        thread::block_idx_y() as usize
    }

    /// The failed scalars by the routine that follows its own degrees, one a block in a loop over them, in rows of the block's own.
    #[inline(always)]
    pub unsafe fn repair_all<R: Row<u32> + Copy>(
        (f, g): (R, R),
        primes: *const Mont31,
        values: *const u32,
        (failed, count): (*const u32, u32),
        out: *mut u32,
        job: &ScalarParameters,
    ) {
        // SAFETY: the whole block is here.
        let team = unsafe { Block::current() };
        let mut i = thread::block_idx_x();
        while i < count {
            // SAFETY: `failed` has `count` elements below primes * points; the block has one problem at a time, and barriers
            // separate loading, use and the next one's loading.
            unsafe {
                let at = *failed.add(i as usize);
                let (prime, point) = ((at / job.points) as usize, at % job.points);
                let field = *primes.add(prime);
                let mut f = f;
                load(team, &mut f, values, prime, point, job);
                let value = if job.discriminant != 0 {
                    repair::discriminant(&field, team, f, g, job.p)
                } else {
                    repair::resultant(&field, team, f, g, job.p, job.q)
                };
                if team.rank() == 0 {
                    *out.add(at as usize) = value;
                }
                team.sync();
            }
            i += thread::grid_dim_x();
        }
    }
}

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
                    body::at_point(Registers::<$registers>, rows, (body::prime(), point), inputs, outputs, &job);
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
                body::at_point(team, rows, (body::prime(), point), inputs, outputs, &job);
            }
        }
    )* };
}

lanes! {
    resultant_lanes_2, 2, 16;
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
                body::at_point(Block::current(), rows, (body::prime(), thread::block_idx_x()), inputs, outputs, &job);
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
        unsafe { body::at_point(team, body::in_scratch(scratch, &job), place, inputs, outputs, &job) };
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
