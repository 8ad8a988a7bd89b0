//! Functions that the bodies of the kernels share.

use super::DeterminantParameters;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::determinant::in_registers::{Columns, Elements, List, Matrices};
use crate::determinant::matrix::{self, Blocks, COEFFICIENTS, Method, Values};
use crate::determinant::panels::{self, View};
use crate::fraction::Fraction;
use crate::kernels::device::*;
use crate::memory::{Part, Row};
use crate::team::Team;
use crate::transform::ntt::{Passes, exponent_at};
use cuda_std::prelude::*;

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

/// Values at all points: those of one, and so many words from one to the next.
#[derive(Clone, Copy)]
pub struct AtPoints(*const u32, usize);

/// Polynomials in the last variable, and its value x at a point with x^2 and x^3.
#[derive(Clone, Copy)]
pub struct InLast(*const u128, [u32; 3]);

/// Entries at a point.
#[derive(Clone, Copy)]
pub enum Entries {
    /// Values.
    AtPoints(AtPoints),
    /// Polynomials.
    InLast(InLast),
}

impl Values<Mont31> for AtPoints {
    type Read = u32;
    const IS_VALUE: bool = true;
    #[inline(always)]
    fn read(&self, number: u32) -> u32 {
        // SAFETY: the contract of `entries`.
        unsafe { *self.0.add(number as usize * self.1) }
    }
    #[inline(always)]
    fn value(&self, _: &Mont31, read: u32) -> u32 {
        read
    }
}

impl Values<Mont31> for InLast {
    /// The four coefficients, lowest first: as one number they are read at once.
    type Read = u128;
    const IS_VALUE: bool = false;
    #[inline(always)]
    fn read(&self, number: u32) -> u128 {
        // SAFETY: the contract of `entries`; coefficients are aligned, as there are four of each.
        unsafe { *self.0.add(number as usize) }
    }
    #[inline(always)]
    fn value(&self, field: &Mont31, read: u128) -> u32 {
        let [c0, c1, c2, c3] = [0, 32, 64, 96].map(|shift| (read >> shift) as u32);
        let [x1, x2, x3] = self.1;
        field.add(c0, field.dot3(c1, x1, c2, x2, c3, x3))
    }
}

impl Values<Mont31> for Entries {
    type Read = u128;
    const IS_VALUE: bool = false;
    #[inline(always)]
    fn read(&self, number: u32) -> u128 {
        match self {
            Entries::AtPoints(values) => values.read(number).into(),
            Entries::InLast(values) => values.read(number),
        }
    }
    #[inline(always)]
    fn value(&self, field: &Mont31, read: u128) -> u32 {
        match self {
            Entries::AtPoints(_) => read as u32,
            Entries::InLast(values) => values.value(field, read),
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
        Listed(unsafe { self.0.add(4 * count as usize) })
    }
    #[inline(always)]
    fn four(self, i: usize) -> [u32; 4] {
        // SAFETY: there is a place for each element; a list is aligned, and read as one number at once.
        let four = unsafe { *self.0.cast::<u128>().add(i) };
        [0, 32, 64, 96].map(|shift| (four >> shift) as u32)
    }
    #[inline(always)]
    fn word(self, i: usize, k: usize) -> u32 {
        // SAFETY: as above.
        unsafe { *self.0.add(4 * i + k) }
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
        if job.len == 0 {
            let stride = job.points as usize;
            let base = values.add(prime * job.values as usize * stride + point as usize);
            return Entries::AtPoints(AtPoints(base, stride));
        }
        let along = job.len * job.cosets;
        let (outer, inner) = (point / along, point % along);
        let matrix = prime * (job.points / along) as usize + outer as usize;
        let base = values.add(matrix * job.values as usize * COEFFICIENTS as usize).cast();
        let exponent = exponent_at(inner % job.len, job.len, Passes::from_code(job.passes));
        let shift = *shifts.add(prime * job.cosets as usize + (inner / job.len) as usize);
        let x = field.mul(shift, *powers.add(prime * job.len as usize + exponent as usize));
        let square = field.mul(x, x);
        Entries::InLast(InLast(base, [x, square, field.mul(square, x)]))
    }
}

/// Entries at a point of a prime. Their addresses are computed anew for each matrix, as they would take registers while
/// one is eliminated.
#[derive(Clone, Copy)]
pub struct Point<'a> {
    pub source: Source,
    pub place: (usize, u32),
    pub job: &'a DeterminantParameters,
}

/// One choice between values and polynomials for the whole matrix.
impl panels::Entries<Mont31> for Point<'_> {
    #[inline(always)]
    fn load<R: Part<u32>, T: Team>(&self, field: &Mont31, team: T, list: &[u32], m: View<R>, n: u32) {
        // SAFETY: the contract of `entries` is the caller's of the kernel.
        match unsafe { entries(field, self.source, self.place, self.job) } {
            Entries::AtPoints(values) => panels::load(field, team, list, &values, m, n),
            Entries::InLast(values) => panels::load(field, team, list, &values, m, n),
        }
    }
}

/// Elements by their places, with values at a point.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    pub places: Listed,
    pub point: Point<'a>,
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
        let Placed { places, point: Point { source, place, job } } = self;
        let signs = job.signs != 0;
        // SAFETY: the contract of `entries` is the caller's of the kernel.
        match unsafe { entries(field, source, place, job) } {
            Entries::AtPoints(values) => Elements { places, signs, values }.load(field, team, n),
            Entries::InLast(values) => Elements { places, signs, values }.load(field, team, n),
        }
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
