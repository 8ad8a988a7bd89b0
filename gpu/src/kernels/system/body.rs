//! Functions that the kernels share.

use super::BatchForm;
use crate::arith::Ring;
use crate::floating::{Complex, Real};
pub use crate::kernels::device::{GlobalNumbers, SharedNumbers, SharedPlanes};
use crate::kernels::device::{read_number, write_number};
use crate::memory::Row;
use crate::system::evaluate::{self, Keep, polynomial};
use crate::system::lists::Lengths;
use crate::system::program::{Factor, Program, powers_of};
use crate::system::record::{Header, Record};
use crate::system::shape::Shape;
use crate::system::term::{self, Sink, add_derivative};
use cuda_std::prelude::*;

/// The shape of a system, where its points are and where its values go.
pub struct System {
    variables: u32,
    polynomials: u32,
    coefficients: *const f64,
    points: *const f64,
    values: *mut f64,
    jacobians: *mut f64,
}

impl System {
    /// Of a program with these lengths.
    #[inline(always)]
    pub fn of(
        lengths: &Lengths,
        coefficients: *const f64,
        points: *const f64,
        values: *mut f64,
        jacobians: *mut f64,
    ) -> Self {
        let &Lengths { variables, polynomials, .. } = lengths;
        System { variables, polynomials, coefficients, points, values, jacobians }
    }

    /// Variable `v` of point `i`.
    #[inline(always)]
    unsafe fn coordinate<const N: usize>(&self, i: u32, v: u32) -> [[f64; N]; 2] {
        // SAFETY: the caller's i and v are those of a point and a variable.
        unsafe { read_number(self.points, i as usize * self.variables as usize + v as usize) }
    }

    /// The coefficient of term `t`.
    #[inline(always)]
    unsafe fn coefficient<const N: usize>(&self, t: u32) -> [[f64; N]; 2] {
        // SAFETY: the caller's t is that of a term.
        unsafe { read_number(self.coefficients, t as usize) }
    }

    /// Writes the value of polynomial `p` at point `i`.
    #[inline(always)]
    unsafe fn write_value<const N: usize>(&self, i: u32, p: u32, value: [[f64; N]; 2]) {
        let at = i as usize * self.polynomials as usize + p as usize;
        // SAFETY: the caller's i and p are those of a point and a polynomial; no other thread writes there.
        unsafe { write_number(self.values, at, value) }
    }

    /// Number of the first element of row `p` of the Jacobian at point `i`.
    #[inline(always)]
    fn row(&self, i: u32, p: u32) -> usize {
        (i as usize * self.polynomials as usize + p as usize) * self.variables as usize
    }
}

/// Groups of points in turn: their tables, a barrier, and the polynomials by turns of the threads of each point.
///
/// `at` gives the numbers of the block from a pair on, with pairs of a number so far apart.
#[inline(always)]
pub unsafe fn batch<const N: usize, R, M>(
    reals: R,
    keep: impl Keep,
    form: BatchForm,
    program: &Program<'static>,
    system: &System,
    shape: &Shape,
    at: impl Fn(u32, u32) -> M,
) where
    R: Real<Elem = [f64; N]>,
    M: Row<[[f64; N]; 2]>,
{
    let ring = Complex(reals);
    let (n, m) = (system.variables, system.polynomials);
    let (thread, points) = (thread::thread_idx_x(), 1 << shape.log_points);
    let (lane, worker, workers) = (thread % points, thread >> shape.log_points, form.threads >> shape.log_points);
    let sums = (N as u32 * program.entries()) << shape.log_points;
    let forward = sums + N as u32 * shape.sums * form.threads;
    let mut table = at(lane, points);
    let (mut sums, mut forward) = (at(sums + thread, form.threads), at(forward + thread, form.threads));
    let mut group = thread::block_idx_x();
    while (group as u64) << shape.log_points < shape.points as u64 {
        let point = (group << shape.log_points) + lane;
        // SAFETY: points beyond the last one compute that one and write nothing; each thread has polynomials of its own, and sums and products
        // of its own; barriers separate the tables' writing and reading.
        unsafe {
            let source = point.min(shape.points - 1);
            let mut v = worker;
            while v < n {
                table.set(v, system.coordinate(source, v));
                program.powers_of(&ring, v, &mut table);
                v += workers;
            }
            thread::sync_threads();
            let mut p = worker;
            while p < m {
                let coefficient = |t| system.coefficient(t);
                if system.jacobians.is_null() {
                    let value = evaluate::value(&ring, (program, p), coefficient, &table);
                    if point < shape.points {
                        system.write_value(point, p, value);
                    }
                } else {
                    polynomial(&ring, (program, p), keep, coefficient, &table, &mut forward, &mut sums);
                    if point < shape.points {
                        system.write_value(point, p, sums.get(0));
                        let (columns, start) = (program.columns_of(p), system.row(point, p));
                        let (all, mut slot) = (columns.len() == n as usize, 0);
                        for v in 0..n {
                            // Where all variables occur, nothing waits for the list.
                            let there = all || slot < columns.len() && columns[slot] == v;
                            slot += there as usize;
                            let derivative = if there { sums.get(slot as u32) } else { ring.zero() };
                            write_number(system.jacobians, start + v as usize, derivative);
                        }
                    }
                }
                p += workers;
            }
            thread::sync_threads();
        }
        group += thread::grid_dim_x();
    }
}

/// Keeps the values of terms, and the derivatives in the places of their factors.
struct Keeper<M> {
    /// Numbers of the first factor of the term, and of its value.
    places: (u32, u32),
    numbers: M,
}

impl<E: Copy, M: Row<E>> Sink<E> for Keeper<M> {
    #[inline(always)]
    fn value(&mut self, value: E) {
        self.numbers.set(self.places.1, value);
    }
    #[inline(always)]
    fn derivative(&mut self, j: u32, _: &Factor, derivative: E) {
        self.numbers.set(self.places.0 + j, derivative);
    }
}

/// The record of the block's polynomial, in memory of the device. `records` as the kernels have them.
#[inline(always)]
pub unsafe fn record(records: *const u32, lengths: &Lengths) -> Record<'static> {
    // SAFETY: the caller's records are those of all polynomials, a block has one.
    unsafe {
        let start = *records.add(thread::block_idx_x() as usize) as usize;
        Record::at(records.add(4 * start), lengths.variables, lengths.powers)
    }
}

/// The same in shared memory: 16 bytes a thread, four of them on their way at a time. The next barrier separates it from reading.
#[inline(always)]
pub unsafe fn shared_record(records: *const u32, lengths: &Lengths, to: SharedPtr<u32>) -> Record<'static> {
    let (p, threads) = (thread::block_idx_x() as usize, thread::block_dim_x());
    // SAFETY: the caller's records are those of all polynomials, and the launch has room for one.
    unsafe {
        let (start, end) = (*records.add(p), *records.add(p + 1));
        let read = |i: u32| records.add(4 * (start + i) as usize).cast::<Quad>().read().0;
        let count = end - start;
        let mut i = thread::thread_idx_x();
        while i + 3 * threads < count {
            let (a, b, c, d) = (read(i), read(i + threads), read(i + 2 * threads), read(i + 3 * threads));
            to.st4(4 * i, a);
            to.st4(4 * (i + threads), b);
            to.st4(4 * (i + 2 * threads), c);
            to.st4(4 * (i + 3 * threads), d);
            i += 4 * threads;
        }
        while i < count {
            to.st4(4 * i, read(i));
            i += threads;
        }
        thread::sync_threads();
        Record::at(to.generic(), lengths.variables, lengths.powers)
    }
}

/// Four words by one load.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Quad([u32; 4]);

/// sum_0 + .. in their order, four reads at a time.
#[inline(always)]
fn sum<E: Copy, T: Copy>(start: E, count: u32, read: impl Fn(u32) -> T, add: impl Fn(E, T) -> E) -> E {
    let (mut sum, mut i) = (start, 0);
    while i + 4 <= count {
        let (a, b, c, d) = (read(i), read(i + 1), read(i + 2), read(i + 3));
        sum = add(add(add(add(sum, a), b), c), d);
        i += 4;
    }
    while i < count {
        sum = add(sum, read(i));
        i += 1;
    }
    sum
}

/// One polynomial at one point: the table by a thread for each variable, terms by a thread each, sums by a thread for each variable. `record`
/// gives the lists when variables are in the table, and synchronises where it copies them.
///
/// Forward products are kept where the derivatives will be, and are read before these are written: of stored ones, f_{j-1} is in the place
/// of the derivative by x_j; of those that are in registers number i, at the end of chunk i, is read with chunk i + 1, before those of the chunk of factor i.
#[inline(always)]
pub unsafe fn polynomial_at_point<const N: usize, R, M, K>(
    reals: R,
    keep: K,
    system: &System,
    record: impl FnOnce() -> Record<'static>,
    at: impl Fn(u32) -> M,
) where
    R: Real<Elem = [f64; N]>,
    M: Row<[[f64; N]; 2]>,
    K: Keep,
{
    let ring = Complex(reals);
    let (p, i) = (thread::block_idx_x(), thread::block_idx_y());
    let (thread, threads) = (thread::thread_idx_x(), thread::block_dim_x());
    let n = system.variables;
    let mut table = at(0);
    // SAFETY: block (p, i) is polynomial p at point i; barriers separate the table, what terms leave, and the sums of it.
    unsafe {
        let mut v = thread;
        while v < n {
            table.set(v, system.coordinate(i, v));
            v += threads;
        }
        let record = record();
        let Header { terms, places, first_term, .. } = record.header;
        let derivatives = n + record.powers.len() as u32;
        let values = derivatives + places;
        let mut v = thread;
        while v < n {
            powers_of(&ring, (record.power_starts, record.powers), v, &mut table);
            v += threads;
        }
        thread::sync_threads();
        let mut t = thread;
        while t < terms {
            let [start, count] = record.terms[t as usize];
            let factors = &record.factors[start as usize..(start + count) as usize];
            let first = derivatives + start;
            let mut keeper = Keeper { places: (first, values + t), numbers: at(0) };
            let coefficient = system.coefficient(first_term + t);
            if system.jacobians.is_null() {
                keeper.value(term::value(&ring, coefficient, factors, &table));
            } else {
                let mut forward = at(if K::CHUNK == 0 { first + 1 } else { first });
                keep.term(&ring, coefficient, factors, &table, &mut forward, &mut keeper);
            }
            t += threads;
        }
        thread::sync_threads();
        let numbers = at(0);
        if thread == threads - 1 {
            let value = sum(ring.zero(), terms, |t| numbers.get(values + t), |sum, value| ring.add(sum, value));
            system.write_value(i, p, value);
        }
        if system.jacobians.is_null() {
            return;
        }
        let row = system.row(i, p);
        let mut v = thread;
        while v < n {
            let (start, end) = (record.slot_starts[v as usize], record.slot_starts[v as usize + 1]);
            let read = |k: u32| {
                let [place, exponent] = record.slots[(start + k) as usize];
                (numbers.get(derivatives + place), exponent)
            };
            let add = |sum, (derivative, exponent)| add_derivative(&ring, sum, derivative, exponent);
            write_number(system.jacobians, row + v as usize, sum(ring.zero(), end - start, read, add));
            v += threads;
        }
    }
}
