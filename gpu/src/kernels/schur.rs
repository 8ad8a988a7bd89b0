//! Family `schur`: scalars by the generalized Schur algorithm, in the shapes of the 2013 paper, section 5.4 (2010: kernels A,
//! B, C): a warp per resultant, two of them in a block of 32 x 2; or a block of 64, 96 or 128 threads.
//!
//! Degrees below the number of threads keep one element per thread: lite steps two at a time, full steps with a and c in
//! registers, half steps per thread once half the threads would idle, the last 33 steps by one warp without barriers of the
//! block, and the product of the factors by a tree. Larger degrees run too, with several elements per thread.
//!
//! Layouts are those of family `resultant`: `values` is \[prime\]\[row\]\[point\], rows 0..=p are f, the next q + 1 are g;
//! numerators and denominators are \[prime\]\[point\], a denominator 0 marks a point where the algorithm fails.

use super::device::*;
use crate::arith::field::Field;
use crate::arith::{Float24, Float31, Mont31};
use crate::memory::Row;
use crate::resultant::scalar::Kind;
use crate::resultant::schur::{self, Columns, Form};
use crate::team::Team;
use cuda_std::prelude::*;

/// The parameters of the Schur kernels.
#[kernel_param]
pub struct SchurJob {
    /// Formal degree of f.
    pub p: u32,
    /// Formal degree of g.
    pub q: u32,
    /// Points per prime.
    pub points: u32,
    /// 1 for the displacement of the 2010 paper, 0 for that of 2013.
    pub shift: u32,
    /// 1 for discriminants: divide by lc(f).
    pub discriminant: u32,
    /// 1 when the answer is minus the value.
    pub negative: u32,
}

impl SchurJob {
    /// Shared words of one resultant: rows of p + 1, p + q, p and p.
    #[inline(always)]
    pub const fn words(&self) -> u32 {
        4 * self.p + self.q + 1
    }
}

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// Full steps of one warp: the last ones have 0 to 32 elements, at most one for each of its lanes.
    const TAIL: u32 = warp::SIZE + 1;

    /// One scalar: loads its columns to `shared`, runs all steps with `team`, the last ones with `tail` when this thread belongs
    /// to it, and writes.
    ///
    /// # Safety
    /// `values` and `numerators`, `denominators` are of this prime and in bounds for `point`; `shared` has `job.words()` words of
    /// this team's own; all threads of `team` are here and those of `tail` are its first.
    #[inline(always)]
    pub unsafe fn scalar<F: Field<Elem = u32>, T: Team, W: Team>(
        field: &F,
        (team, tail): (T, Option<W>),
        shared: SharedPtr<u32>,
        values: *const u32,
        (numerators, denominators): (*mut u32, *mut u32),
        point: u32,
        job: &SchurJob,
    ) {
        let (p, q) = (job.p, job.q);
        // SAFETY: the rows of this point, and words inside the shared block, by the contract.
        let (source, mut columns) = unsafe {
            let row = |first| SharedRow::new(shared.add(first), 1);
            let columns = Columns { f: row(0), b: row(p + 1), c: row(2 * p + q + 1), d: row(3 * p + q + 1) };
            (GlobalRow::read_only(values.add(point as usize), job.points as usize), columns)
        };
        columns.load(team, &source, p, q);
        team.sync();
        let form = if job.shift != 0 { Form::Shift2010 } else { Form::Block2013 };
        let found = schur::resultant_with_tail(field, (team, tail), TAIL, form, columns, (p, q));
        if let Some(found) = found
            && team.rank() == 0
        {
            let kind = Kind { discriminant: job.discriminant != 0, negative: job.negative != 0 };
            let scalar = kind.scalar(field, found, source.get(p));
            // SAFETY: this point's, by the contract.
            unsafe {
                *numerators.add(point as usize) = scalar.numerator;
                *denominators.add(point as usize) = scalar.denominator;
            }
        }
    }

    /// One scalar by the whole block.
    ///
    /// # Safety
    /// The grid is (points, primes), the block has `job.words()` shared words, and the buffers have the sizes of the header.
    #[inline(always)]
    pub unsafe fn by_block<F: Field<Elem = u32>>(
        primes: *const F,
        values: *const u32,
        numerators: *mut u32,
        denominators: *mut u32,
        job: &SchurJob,
    ) {
        let (point, prime) = (thread::block_idx_x(), thread::block_idx_y() as usize);
        let points = job.points as usize;
        // SAFETY: point and prime are inside the grid; the first warp is the tail, and all its lanes are here.
        unsafe {
            let field = *primes.add(prime);
            let tail = (thread::thread_idx_x() < warp::SIZE).then(|| Lanes::<32>::current().0);
            let values = values.add(prime * (job.p + job.q + 2) as usize * points);
            let out = (numerators.add(prime * points), denominators.add(prime * points));
            scalar(&field, (Block::current(), tail), dynamic_shared_mem::<u32>(), values, out, point, job);
        }
    }
}

/// Two scalars a block, a warp each, without barriers of the block. Block (i, p): points 2 i, 2 i + 1 of prime p. Shared:
/// 2 `words()`.
#[kernel(family = "schur", block = (32, 2))]
pub unsafe fn schur_pair(
    primes: *const Mont31,
    values: *const u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: SchurJob,
) {
    let (warp, prime) = (thread::thread_idx_y(), thread::block_idx_y() as usize);
    let point = thread::block_idx_x() * 2 + warp;
    if point >= job.points {
        return;
    }
    let points = job.points as usize;
    // SAFETY: the 32 lanes of a warp have the same second index, so the same point, and all are here; each warp has its own
    // shared words.
    unsafe {
        let field = *primes.add(prime);
        let team = Lanes::<32>::current().0;
        let shared = dynamic_shared_mem::<u32>().add(warp * job.words());
        let values = values.add(prime * (job.p + job.q + 2) as usize * points);
        let out = (numerators.add(prime * points), denominators.add(prime * points));
        body::scalar(&field, (team, Some(team)), shared, values, out, point, &job);
    }
}

/// One scalar a block of 64. Block (x, p): point x of prime p. Shared: `words()`.
#[kernel(family = "schur", block = 64)]
pub unsafe fn schur_block_64(
    primes: *const Mont31,
    values: *const u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: SchurJob,
) {
    // SAFETY: the contract of this kernel's documentation.
    unsafe { body::by_block(primes, values, numerators, denominators, &job) };
}

/// As `schur_block_64`, with 96 threads.
#[kernel(family = "schur", block = 96)]
pub unsafe fn schur_block_96(
    primes: *const Mont31,
    values: *const u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: SchurJob,
) {
    // SAFETY: as above.
    unsafe { body::by_block(primes, values, numerators, denominators, &job) };
}

/// As `schur_block_64`, with 128 threads; for all larger degrees too.
#[kernel(family = "schur", block = 128)]
pub unsafe fn schur_block_128(
    primes: *const Mont31,
    values: *const u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: SchurJob,
) {
    // SAFETY: as above.
    unsafe { body::by_block(primes, values, numerators, denominators, &job) };
}

/// As `schur_block_64` on plain residues modulo 24-bit primes, in the arithmetic of Listing 1.
#[kernel(family = "schur", block = 64)]
pub unsafe fn schur_float24_block_64(
    primes: *const Float24,
    values: *const u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: SchurJob,
) {
    // SAFETY: as above.
    unsafe { body::by_block(primes, values, numerators, denominators, &job) };
}

/// As `schur_block_64` on plain residues modulo 31-bit primes, in the arithmetic of Listing 2.
#[kernel(family = "schur", block = 64)]
pub unsafe fn schur_float31_block_64(
    primes: *const Float31,
    values: *const u32,
    numerators: *mut u32,
    denominators: *mut u32,
    job: SchurJob,
) {
    // SAFETY: as above.
    unsafe { body::by_block(primes, values, numerators, denominators, &job) };
}
