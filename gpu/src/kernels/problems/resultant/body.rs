//! Functions that the bodies of the kernels share.

use super::ScalarParameters;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::fraction::Fraction;
use crate::kernels::device::*;
use crate::memory::Row;
use crate::resultant::remainder::blocks::Blocks;
use crate::resultant::remainder::{self, RemainderRow};
use crate::resultant::repair;
use crate::team::Team;
use cuda_std::prelude::*;

/// One scalar from rows `f` and `g`, which are loaded, with the first steps in `blocks`; the first thread of the team writes it.
#[inline(always)]
pub unsafe fn scalar<R: RemainderRow<u32> + Copy, T: Team, S: Blocks<Mont31, T, R>>(
    field: &Mont31,
    (team, blocks): (T, S),
    (f, g): (R, R),
    job: &ScalarParameters,
    schedule: *const u32,
    (numerator, denominator): (*mut u32, *mut u32),
) {
    let lead = f.get(job.p);
    let (a, b) = if job.p < job.q { (g, f) } else { (f, g) };
    // SAFETY: `schedule` has schedule_len elements.
    let schedule = unsafe { core::slice::from_raw_parts(schedule, job.schedule_len as usize) };
    let Fraction { numerator: n, denominator: mut d, off } =
        remainder::resultant_by(field, (team, blocks), a, b, schedule);
    // The same as `scalar::Kind` does, which takes 8 registers more here.
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

/// The values of `count` rows from number `first` on at `point` of prime number `prime`, which a team copies to `row` without waiting.
#[inline(always)]
pub unsafe fn load<R: Row<u32>, T: Team>(
    team: T,
    row: &mut R,
    (first, count): (u32, u32),
    values: *const u32,
    (prime, point): (usize, u32),
    job: &ScalarParameters,
) {
    let (rows, points) = ((job.p + job.q + 2) as usize, job.points as usize);
    // SAFETY: the values of a prime are rows * points words; first + count <= rows and point < points.
    let source = unsafe {
        let first = (prime * rows + first as usize) * points + point as usize;
        GlobalRow::read_only(values.add(first), points)
    };
    team.each(count, |i| row.set(i, source.get(i)));
}

/// One scalar by a team, in memory of its own: element i of p + q + 2 of `f`, of which those from p + 1 on are `g`. Runs begin with `blocks`.
#[inline(always)]
pub unsafe fn at_point<R: RemainderRow<u32> + Copy, T: Team, S: Blocks<Mont31, T, R>>(
    (team, blocks): (T, S),
    (mut f, g): (R, R),
    (prime, point): (usize, u32),
    (primes, values, schedule): (*const Mont31, *const u32, *const u32),
    (numerators, denominators): (*mut u32, *mut u32),
    job: &ScalarParameters,
) {
    // SAFETY: the caller's.
    unsafe {
        let field = *primes.add(prime);
        load(team, &mut f, (0, job.p + job.q + 2), values, (prime, point), job);
        team.sync();
        let at = prime * job.points as usize + point as usize;
        let outputs = (numerators.add(at), denominators.add(at));
        scalar(&field, (team, blocks), (f, g), job, schedule, outputs);
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
pub unsafe fn repair_all<R: RemainderRow<u32> + Copy>(
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
            load(team, &mut f, (0, job.p + job.q + 2), values, (prime, point), job);
            team.sync();
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
