//! Family `subresultant`: subresultants by the scheduled remainder form, their division, and what left the schedule.
//!
//! `values` is \[prime\]\[row\]\[point\]: rows 0..=p are f, the next q + 1 are g. `outputs` is \[prime\]\[coefficient\]\[point\], 0 before. `factors` is
//! \[prime\]\[step\]\[point\], as many as the schedule has degrees. Numerators and denominators are \[prime\]\[point\]; a denominator 0 marks a point that left the
//! schedule.
//!
//! The shapes are those of family `resultant`. One subresultant leaves its coefficients, and a fraction that they are to be multiplied by; principal coefficients leave
//! leading coefficients in `factors`; several subresultants, step by step, leave coefficients and factors of their denominators.

use super::device::*;
use super::problems::resultant::THREADS;
pub use super::problems::subresultant::SubresultantParameters;
#[cfg(target_arch = "nvptx64")]
use super::problems::{resultant::body as of_pair, subresultant::body};
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::memory::Row;
use crate::resultant::remainder::led::{Led, NEAR};
use crate::resultant::subresultants::{left_by, principal};
use crate::team::{Registers, Solo, Team};
use cuda_std::prelude::*;

macro_rules! threads {
    ($($name:ident, $registers:literal;)*) => { $(
        #[doc = concat!("One point a thread, which keeps degrees below ", stringify!($registers), " in registers. Block (i, p): points")]
        /// 32 i .. of prime p. Shared: 32 (p + q + 2) words, lanes side by side.
        #[kernel(family = "subresultant", block = 32)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            outputs: *mut u32,
            factors: *mut u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: SubresultantParameters,
        ) {
            let point = thread::index_1d();
            if point < job.points {
                let (inputs, outputs) = ((primes, values, schedule), (outputs, factors, numerators, denominators));
                // SAFETY: element i of thread t is shared word 32 i + t, so threads never meet.
                unsafe {
                    let shared = dynamic_shared_mem::<u32>().add(thread::thread_idx_x());
                    let rows = of_pair::in_shared(shared, THREADS, &job.of_pair());
                    let team = Registers::<$registers>;
                    body::at_point((team, body::STEPS), rows, (of_pair::prime(), point), inputs, outputs, &job);
                }
            }
        }
    )* };
}

threads! {
    subresultant_thread_16, 16;
    subresultant_thread_32, 32;
}

macro_rules! columns {
    ($($name:ident, $size:literal, $threads:literal;)*) => { $(
        #[doc = concat!("One point for each ", stringify!($size), " threads, one in each warp. Block (i, p): points 32 i .. of prime p.")]
        /// Shared: [`column_words`](super::resultant::column_words)`(p + q + 2)`, problems side by side.
        #[kernel(family = "subresultant", block = $threads)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            outputs: *mut u32,
            factors: *mut u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: SubresultantParameters,
        ) {
            let (inputs, outputs) = ((primes, values, schedule), (outputs, factors, numerators, denominators));
            // SAFETY: element i of problem k is shared word 32 i + k. All problems follow the same schedule; those beyond the last point compute
            // that point once more and write the same.
            unsafe {
                let (team, problem) = Column::<$size>::current();
                let point = (thread::block_idx_x() * THREADS + problem).min(job.points - 1);
                let shared = dynamic_shared_mem::<u32>().add(problem);
                let leader = (team.rank() == 0).then_some(Registers::<32>);
                let led = Led::new(SharedRow::new(shared, THREADS), leader);
                let rows = of_pair::in_shared(shared.add(THREADS * NEAR), THREADS, &job.of_pair());
                body::at_point((team, led), rows, (of_pair::prime(), point), inputs, outputs, &job);
            }
        }
    )* };
}

columns! {
    subresultant_columns_2, 2, 64;
    subresultant_columns_4, 4, 128;
    subresultant_columns_8, 8, 256;
}

macro_rules! lanes {
    ($($name:ident, $size:literal, $problems:literal;)*) => { $(
        #[doc = concat!("One point for each ", stringify!($size), " lanes of a warp. Block (i, p): ", stringify!($problems), " points of prime p")]
        #[doc = concat!("from ", stringify!($problems), " i on. Shared: ", stringify!($problems), " (p + q + 2) words, problems side by side.")]
        #[kernel(family = "subresultant", block = 32)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            outputs: *mut u32,
            factors: *mut u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: SubresultantParameters,
        ) {
            let (inputs, outputs) = ((primes, values, schedule), (outputs, factors, numerators, denominators));
            // SAFETY: element i of problem k is shared word problems i + k. All problems follow the same schedule; those beyond
            // the last point compute that point once more and write the same.
            unsafe {
                let (team, problem) = Lanes::<$size>::current();
                const { assert!($problems == Lanes::<$size>::PROBLEMS) };
                let point = (thread::block_idx_x() * $problems + problem).min(job.points - 1);
                let rows = of_pair::in_shared(dynamic_shared_mem::<u32>().add(problem), $problems, &job.of_pair());
                body::at_point((team, body::STEPS), rows, (of_pair::prime(), point), inputs, outputs, &job);
            }
        }
    )* };
}

lanes! {
    subresultant_lanes_4, 4, 8;
    subresultant_lanes_8, 8, 4;
    subresultant_lanes_16, 16, 2;
    subresultant_lanes_32, 32, 1;
}

macro_rules! blocks {
    ($($name:ident, $size:literal, $work:ident, $team:expr;)*) => { $(
        #[doc = concat!("One point a block of ", stringify!($size), " threads. Block (x, p): point x of prime p. Shared: p + q + 2 words.")]
        #[kernel(family = "subresultant", block = $size)]
        pub unsafe fn $name(
            primes: *const Mont31,
            values: *const u32,
            schedule: *const u32,
            outputs: *mut u32,
            factors: *mut u32,
            numerators: *mut u32,
            denominators: *mut u32,
            job: SubresultantParameters,
        ) {
            let (inputs, outputs) = ((primes, values, schedule), (outputs, factors, numerators, denominators));
            // SAFETY: the grid is (points, primes); the whole block has one problem.
            unsafe {
                let rows = of_pair::in_shared(dynamic_shared_mem(), 1, &job.of_pair());
                body::$work($team, rows, (of_pair::prime(), thread::block_idx_x()), inputs, outputs, &job);
            }
        }
    )* };
}

blocks! {
    subresultant_block_128, 128, at_point, (Block::current(), body::STEPS);
    subresultant_block_256, 256, at_point, (Block::current(), body::STEPS);
    subresultants_warp, 32, several, Lanes::<32>::current().0;
    subresultants_block, 128, several, Block::current();
}

/// One point a block at a time in memory of the device, for degrees beyond shared memory: points `first` to `end`, counted prime points + point, in turn among the
/// blocks of a one-dimensional grid. `scratch` has p + q + 2 words a block.
#[kernel(family = "subresultant", block = 512)]
#[allow(clippy::too_many_arguments, reason = "the parameters of one launch")]
pub unsafe fn subresultant_global(
    primes: *const Mont31,
    values: *const u32,
    schedule: *const u32,
    scratch: *mut u32,
    outputs: *mut u32,
    factors: *mut u32,
    numerators: *mut u32,
    denominators: *mut u32,
    first: u32,
    end: u32,
    job: SubresultantParameters,
) {
    // SAFETY: the whole block is here.
    let team = unsafe { Block::current() };
    let mut at = first + thread::block_idx_x();
    while at < end {
        let place = ((at / job.points) as usize, at % job.points);
        let (inputs, outputs) = ((primes, values, schedule), (outputs, factors, numerators, denominators));
        // SAFETY: points of the launch only; barriers separate loading, use and the next one's loading.
        unsafe {
            let rows = of_pair::in_scratch(scratch, &job.of_pair());
            if job.principal != 0 || job.low == job.high {
                body::at_point((team, body::STEPS), rows, place, inputs, outputs, &job);
            } else {
                body::several(team, rows, place, inputs, outputs, &job);
            }
        }
        team.sync();
        at += thread::grid_dim_x();
    }
}

/// Principal coefficients before they are divided, and the factors of their denominators in place of leading coefficients. Block (i, p): points 128 i .. of prime p.
#[kernel(family = "subresultant", block = 128)]
pub unsafe fn principal_numerators(
    primes: *const Mont31,
    schedule: *const u32,
    outputs: *mut u32,
    factors: *mut u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: SubresultantParameters,
) {
    let point = thread::index_1d();
    if point < job.points {
        let place = (thread::block_idx_y() as usize, point);
        // SAFETY: each thread has a point for itself.
        unsafe {
            let field = &*primes.add(place.0);
            let schedule = core::slice::from_raw_parts(schedule, job.schedule_len as usize);
            let (mut leads, mut output) = (job.factors(factors, place), job.outputs(outputs, place));
            let (wanted, signs) = (job.wanted(), job.signs());
            let put = |k: u32, value| output.set(k - job.low, value);
            let ended = principal(field, &mut leads, schedule, (wanted, signs), put);
            let at = place.0 * job.points as usize + point as usize;
            let denominator = denominators.add(at);
            *numerators.add(at) = field.one();
            *denominator = if *denominator == 0 { 0 } else { ended.denominator };
        }
    }
}

/// Divides several subresultants, or principal coefficients, by their denominators; `inverses` is 1 over the last denominator, behind `steps` factors. Block (i, p): points
/// 128 i .. of prime p.
#[kernel(family = "subresultant", block = 128)]
pub unsafe fn divide_steps(
    primes: *const Mont31,
    schedule: *const u32,
    outputs: *mut u32,
    factors: *mut u32,
    inverses: *const u32,
    steps: u32,
    job: SubresultantParameters,
) {
    let point = thread::index_1d();
    if point < job.points {
        let place = (thread::block_idx_y() as usize, point);
        // SAFETY: each thread has a point for itself.
        unsafe {
            let field = &*primes.add(place.0);
            let schedule = core::slice::from_raw_parts(schedule, job.schedule_len as usize);
            let (factors, mut output) = (job.factors(factors, place), job.outputs(outputs, place));
            let mut inverse = *inverses.add(place.0 * job.points as usize + point as usize);
            let mut step = steps;
            loop {
                // One after the other: what a loop goes over would be an array in local memory.
                let [regular, defective] = left_by(schedule, step, job.wanted());
                let mut divide = |k: Option<u32>| {
                    let Some(k) = k else { return };
                    let (first, count) = (job.wanted().place(k) as u32, job.wanted().width(k));
                    Solo.each(count, |i| output.set(first + i, field.mul(output.get(first + i), inverse)));
                };
                divide(regular);
                divide(defective);
                if step == 0 {
                    break;
                }
                step -= 1;
                inverse = field.mul(inverse, factors.get(step));
            }
        }
    }
}

/// Multiplies all coefficients of a point by its own factor. Block (i, p): elements 256 i .. of prime p.
#[kernel(family = "subresultant", block = 256)]
pub unsafe fn multiply_points(primes: *const Mont31, outputs: *mut u32, factors: *const u32, points: u32, rows: u32) {
    let (at, prime) = (thread::index_1d(), thread::block_idx_y() as usize);
    // Fewer than 2^32 together, as the caller knows.
    if at < points * rows {
        // SAFETY: each thread has an element for itself.
        unsafe {
            let output = outputs.add(prime * (points * rows) as usize + at as usize);
            let factor = *factors.add(prime * points as usize + (at % points) as usize);
            *output = (*primes.add(prime)).mul(*output, factor);
        }
    }
}

/// Columns \[column\]\[row\] of a tensor \[prime\]\[row\]\[point\]: those of the points `listed`, prime points + point each. Block i: elements 256 i ..
#[kernel(family = "subresultant", block = 256)]
pub unsafe fn gather_points(
    tensor: *const u32,
    listed: *const u32,
    count: u32,
    points: u32,
    rows: u32,
    columns: *mut u32,
) {
    let at = thread::index_1d();
    if at < count * rows {
        // SAFETY: each thread has an element for itself; the listed points are some of the tensor's.
        unsafe {
            let point = *listed.add((at / rows) as usize);
            let from = ((point / points) * rows + at % rows) as usize * points as usize + (point % points) as usize;
            *columns.add(at as usize) = *tensor.add(from);
        }
    }
}

/// The other way round: columns into a tensor.
#[kernel(family = "subresultant", block = 256)]
pub unsafe fn scatter_points(
    columns: *const u32,
    listed: *const u32,
    count: u32,
    points: u32,
    rows: u32,
    tensor: *mut u32,
) {
    let at = thread::index_1d();
    if at < count * rows {
        // SAFETY: each thread has an element for itself; the listed points are some of the tensor's, each once.
        unsafe {
            let point = *listed.add((at / rows) as usize);
            let to = ((point / points) * rows + at % rows) as usize * points as usize + (point % points) as usize;
            *tensor.add(to) = *columns.add(at as usize);
        }
    }
}
