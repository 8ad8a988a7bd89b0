//! Family `determinant`: determinants at points by elimination or by condensation, and repair.
//!
//! `values` is \[prime\]\[value\]\[point\], or \[prime\]\[point of the other variables\]\[value\]\[4 coefficients\] where the
//! last variable is evaluated here. `sizes` and `entries` are those of [`Blocks`]. Numerators and denominators are
//! \[prime\]\[point\]; a denominator 0 marks a point at which a pivot vanished. They are divided by
//! `divide_scalars` of family `resultant`.

use super::device::*;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::determinant::condensation::Condensation;
use crate::determinant::in_registers::{self, Columns, Elements, List, Matrices, exchange};
use crate::determinant::matrix::{self, Blocks, COEFFICIENTS, Method, Values};
use crate::fraction::Fraction;
use crate::memory::Row;
use crate::team::{Solo, Team};
use crate::transform::ntt::{Passes, exponent_at};
use cuda_std::prelude::*;

/// What the kernels compute.
#[kernel_param]
pub struct DeterminantParameters {
    /// [`Passes::code`] of a transform of the last variable.
    pub passes: u64,
    /// Values at a point.
    pub values: u32,
    /// Points per prime.
    pub points: u32,
    /// Number of blocks of the matrix.
    pub blocks: u32,
    /// Rank of the last of them.
    pub rank: u32,
    /// Elements of all of them.
    pub entries: u32,
    /// Elements of the largest.
    pub room: u32,
    /// 1 when the answer is minus the product of the blocks' determinants.
    pub negative: u32,
    /// 1 when the last variable is evaluated here; 0 where entries are values.
    pub evaluates: u32,
    /// Length of a transform of the last variable.
    pub len: u32,
    /// Its cosets.
    pub cosets: u32,
}

/// Threads of a block in which several matrices share a warp.
pub const THREADS: u32 = 32;

/// What the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// The blocks of the matrix.
    #[inline(always)]
    pub unsafe fn blocks<'a>((sizes, entries): (*const u32, *const u32), job: &DeterminantParameters) -> Blocks<'a> {
        // SAFETY: the caller's: as many as the parameters say.
        unsafe {
            Blocks {
                sizes: core::slice::from_raw_parts(sizes, job.blocks as usize),
                rank: job.rank,
                entries: core::slice::from_raw_parts(entries, job.entries as usize),
            }
        }
    }

    /// Entries at all points; w^i, i < len, of every prime, and the shifts of the cosets of the last variable, where it is evaluated here.
    pub type Source = (*const u32, *const u32, *const u32);

    /// Entries at a point.
    #[derive(Clone, Copy)]
    pub enum Entries {
        /// Values at all points, so many words from one to the next.
        AtPoints(*const u32, usize),
        /// Polynomials in the last variable, and its value x there with x^2 and x^3.
        InLast(*const u128, [u32; 3]),
    }

    impl Values<Mont31> for Entries {
        /// The value, or the four coefficients, lowest first: as one number they are read at once.
        type Read = u128;
        #[inline(always)]
        fn read(&self, number: u32) -> u128 {
            // SAFETY: the contract of `entries`; coefficients are aligned, as there are four of each.
            unsafe {
                match *self {
                    Entries::AtPoints(base, stride) => (*base.add(number as usize * stride)).into(),
                    Entries::InLast(base, _) => *base.add(number as usize),
                }
            }
        }
        #[inline(always)]
        fn value(&self, field: &Mont31, read: u128) -> u32 {
            let [c0, c1, c2, c3] = [0, 32, 64, 96].map(|shift| (read >> shift) as u32);
            match *self {
                Entries::AtPoints(..) => c0,
                Entries::InLast(_, [x1, x2, x3]) => field.add(c0, field.dot3(c1, x1, c2, x2, c3, x3)),
            }
        }
    }

    /// A list in memory of the device.
    #[derive(Clone, Copy)]
    pub struct Listed(pub *const u32);

    impl List for Listed {
        #[inline(always)]
        fn behind(self, count: u32) -> Self {
            // SAFETY: the caller's, as for reading.
            Listed(unsafe { self.0.add(count as usize) })
        }
        #[inline(always)]
        fn get(self, i: usize) -> u32 {
            // SAFETY: there is a place for each element.
            unsafe { *self.0.add(i) }
        }
    }

    /// The entries at `point` of prime number `prime`.
    ///
    /// # Safety
    /// `values` are those of the launch, and point < points.
    #[inline(always)]
    pub unsafe fn entries(
        field: &Mont31,
        (values, powers, shifts): Source,
        (prime, point): (usize, u32),
        job: &DeterminantParameters,
    ) -> Entries {
        // SAFETY: entries of a prime are values * points words, or four for each value at each point of the other variables; tables have
        // len and cosets words a prime.
        unsafe {
            if job.evaluates == 0 {
                let stride = job.points as usize;
                let base = values.add(prime * job.values as usize * stride + point as usize);
                return Entries::AtPoints(base, stride);
            }
            let along = job.len * job.cosets;
            let (outer, inner) = (point / along, point % along);
            let matrix = prime * (job.points / along) as usize + outer as usize;
            let base = values.add(matrix * job.values as usize * COEFFICIENTS as usize).cast();
            let exponent = exponent_at(inner % job.len, job.len, Passes::from_code(job.passes));
            let shift = *shifts.add(prime * job.cosets as usize + (inner / job.len) as usize);
            let x = field.mul(shift, *powers.add(prime * job.len as usize + exponent as usize));
            let square = field.mul(x, x);
            Entries::InLast(base, [x, square, field.mul(square, x)])
        }
    }

    /// Elements by their places, with values at a point of a prime. What these are made of is computed anew for each matrix, as
    /// it would take registers while one is eliminated.
    #[derive(Clone, Copy)]
    pub struct Placed<'a> {
        pub places: Listed,
        pub source: Source,
        pub place: (usize, u32),
        pub job: &'a DeterminantParameters,
    }

    impl Matrices<Mont31> for Placed<'_> {
        #[inline(always)]
        fn behind(self, count: u32) -> Self {
            Placed { places: self.places.behind(count), ..self }
        }
        #[inline(always)]
        fn load<const ROWS: usize, const PLACES: usize>(
            self,
            field: &Mont31,
            team: impl Team,
            n: u32,
        ) -> Columns<u32, ROWS, PLACES> {
            // SAFETY: the contract of `entries` is the caller's of the kernel.
            let values = unsafe { entries(field, self.source, self.place, self.job) };
            Elements { places: self.places, values }.load(field, team, n)
        }
    }

    /// Writes what a team has found at a point.
    #[inline(always)]
    pub unsafe fn write<T: Team>(
        field: &Mont31,
        team: T,
        found: Fraction<u32>,
        (prime, point): (usize, u32),
        (numerators, denominators): (*mut u32, *mut u32),
        job: &DeterminantParameters,
    ) {
        if team.rank() == 0 {
            let at = prime * job.points as usize + point as usize;
            let Fraction { numerator, denominator, off } = found;
            // SAFETY: both have `points` words a prime.
            unsafe {
                *numerators.add(at) = if job.negative != 0 { field.neg(numerator) } else { numerator };
                *denominators.add(at) = if off != 0 { 0 } else { denominator };
            }
        }
    }

    /// One determinant by a team with the matrix in `m`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "the parameters of a kernel, and who works where")]
    pub unsafe fn determinant<R: Row<u32>, T: Team>(
        team: T,
        mut m: R,
        method: Method,
        place: (usize, u32),
        (primes, source): (*const Mont31, Source),
        lists: (*const u32, *const u32),
        outputs: (*mut u32, *mut u32),
        job: &DeterminantParameters,
    ) {
        // SAFETY: the caller's.
        unsafe {
            let field = *primes.add(place.0);
            let (blocks, values) = (blocks(lists, job), entries(&field, source, place, job));
            let found = matrix::determinant(&field, team, method, &blocks, &values, &mut m);
            write(&field, team, found, place, outputs, job);
        }
    }

    /// Determinants that failed once more, by condensation and one inversion each, one a block in a loop over them.
    #[inline(always)]
    pub unsafe fn repair_all<R: Row<u32> + Copy>(
        m: R,
        (primes, source): (*const Mont31, Source),
        lists: (*const u32, *const u32),
        (failed, count): (*const u32, u32),
        out: *mut u32,
        job: &DeterminantParameters,
    ) {
        // SAFETY: the whole block is here.
        let team = unsafe { Block::current() };
        let mut i = thread::block_idx_x();
        while i < count {
            // SAFETY: `failed` has `count` elements below primes * points; the block has one problem at a time.
            unsafe {
                let at = *failed.add(i as usize);
                let (prime, point) = ((at / job.points) as usize, at % job.points);
                let field = *primes.add(prime);
                let (blocks, values) = (blocks(lists, job), entries(&field, source, (prime, point), job));
                let mut m = m;
                let value = matrix::repaired(&field, team, &blocks, &values, &mut m);
                if team.rank() == 0 {
                    *out.add(at as usize) = if job.negative != 0 { field.neg(value) } else { value };
                }
            }
            i += thread::grid_dim_x();
        }
    }
}

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
                let source = (values, powers, shifts);
                let matrices = body::Placed { places: body::Listed(places), source, place, job: &job };
                let found = in_registers::blocks::<$rows, $places, _, _>(&field, team, sizes, matrices, &mut room);
                body::write(&field, team, found, place, (numerators, denominators), &job);
            }
        }
    )*
        /// The kernels with the matrix in registers.
        pub const IN_REGISTERS: &[InRegisters] = &[$(InRegisters { rows: $rows, lanes: $size, columns: $places }),*];
    };
}

// Lanes, and blocks that fit together, by `benches/results/2026-11-23-h200-determinants.txt`: more warps gain more than more registers, as long
// as nothing is spilled. Their registers are given out by quarters of a multiprocessor, so that 3 warps a quarter have 168 and 4 have 128.
in_registers! {
    eliminate_registers_8, 2, 8, 4, 8;
    eliminate_registers_12, 4, 12, 3, 8;
    eliminate_registers_16, 4, 16, 4, 8;
    eliminate_registers_20, 4, 20, 5, 6;
    eliminate_registers_24, 8, 24, 3, 6;
    eliminate_registers_32, 16, 32, 2, 8;
    eliminate_registers_48, 16, 48, 3, 4;
    eliminate_registers_64, 32, 64, 2, 4;
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

    /// The width of its table of places, see [`Elements`].
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
