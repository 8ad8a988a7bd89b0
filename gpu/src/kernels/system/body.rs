//! What the kernels share.

use super::{BatchForm, Shape};
use crate::arith::Ring;
use crate::floating::{Complex, Real};
pub use crate::kernels::device::{GlobalNumbers, SharedNumbers};
use crate::memory::Row;
use crate::system::evaluate::{Keep, polynomial, term};
use crate::system::program::{Factor, Program};
use crate::system::term::{Sink, add_derivative};
use cuda_std::prelude::*;

/// A system, where its points are and where its values go.
pub struct System {
    pub program: Program<'static>,
    pub coefficients: *const f64,
    pub points: *const f64,
    pub values: *mut f64,
    pub jacobians: *mut f64,
}

impl System {
    /// Variable `v` of point `i`.
    #[inline(always)]
    unsafe fn coordinate<const N: usize>(&self, i: u32, v: u32) -> [[f64; N]; 2] {
        // SAFETY: the caller's i and v are those of a point and a variable.
        unsafe { read(self.points, i as usize * self.program.variables() as usize + v as usize) }
    }

    /// The coefficient of term `t`.
    #[inline(always)]
    unsafe fn coefficient<const N: usize>(&self, t: u32) -> [[f64; N]; 2] {
        // SAFETY: the caller's t is that of a term.
        unsafe { read(self.coefficients, t as usize) }
    }

    /// Writes the value of polynomial `p` at point `i`.
    #[inline(always)]
    unsafe fn write_value<const N: usize>(&self, i: u32, p: u32, value: [[f64; N]; 2]) {
        let at = i as usize * self.program.polynomials() as usize + p as usize;
        // SAFETY: the caller's i and p are those of a point and a polynomial; no other thread writes there.
        unsafe { write(self.values, at, value) }
    }

    /// Number of the first element of row `p` of the Jacobian at point `i`.
    #[inline(always)]
    fn row(&self, i: u32, p: u32) -> usize {
        (i as usize * self.program.polynomials() as usize + p as usize) * self.program.variables() as usize
    }
}

/// Number `at` of an array of complex numbers.
#[inline(always)]
unsafe fn read<const N: usize>(from: *const f64, at: usize) -> [[f64; N]; 2] {
    let mut number = [[0.0; N]; 2];
    for (k, pair) in number.as_flattened_mut().chunks_exact_mut(2).enumerate() {
        // SAFETY: the caller's; numbers are aligned to 16 bytes, as arrays are.
        let Aligned(read) = unsafe { *from.cast::<Aligned>().add(N * at + k) };
        pair.copy_from_slice(&read);
    }
    number
}

/// Sets it.
#[inline(always)]
unsafe fn write<const N: usize>(to: *mut f64, at: usize, number: [[f64; N]; 2]) {
    for (k, pair) in number.as_flattened().chunks_exact(2).enumerate() {
        // SAFETY: as for `read`; no other thread has this number.
        unsafe { *to.cast::<Aligned>().add(N * at + k) = Aligned([pair[0], pair[1]]) };
    }
}

/// Two doubles by one load or store.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Aligned([f64; 2]);

/// Groups of points in turn: their tables, a barrier, and the polynomials by turns of the threads of each point.
///
/// `at` gives the numbers of the block from a pair on, with pairs of a number so far apart.
#[inline(always)]
pub unsafe fn batch<const N: usize, R, M>(
    reals: R,
    form: BatchForm,
    system: &System,
    shape: &Shape,
    at: impl Fn(u32, u32) -> M,
) where
    R: Real<Elem = [f64; N]>,
    M: Row<[[f64; N]; 2]>,
{
    let ring = Complex(reals);
    let program = &system.program;
    let (n, m) = (program.variables(), program.polynomials());
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
                polynomial(&ring, (program, p), form.keep, coefficient, &table, &mut forward, &mut sums);
                if point < shape.points {
                    system.write_value(point, p, sums.get(0));
                    if !system.jacobians.is_null() {
                        let (columns, start) = (program.columns_of(p), system.row(point, p));
                        let mut slot = 0;
                        for v in 0..n {
                            let there = slot < columns.len() && columns[slot] == v;
                            slot += there as usize;
                            let derivative = if there { sums.get(slot as u32) } else { ring.zero() };
                            write(system.jacobians, start + v as usize, derivative);
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

/// One polynomial at one point: the table by a thread for each variable, terms by a thread each, sums by a thread for each variable.
///
/// Forward products are kept where the derivatives will be: that by x_j is written when f_{j-1} has been read for the last time.
#[inline(always)]
pub unsafe fn polynomial_at_point<const N: usize, R, M>(reals: R, system: &System, at: impl Fn(u32) -> M)
where
    R: Real<Elem = [f64; N]>,
    M: Row<[[f64; N]; 2]>,
{
    let ring = Complex(reals);
    let program = &system.program;
    let (p, i) = (thread::block_idx_x(), thread::block_idx_y());
    let (first, threads) = (thread::thread_idx_x(), thread::block_dim_x());
    let terms = program.polynomial_starts[p as usize]..program.polynomial_starts[p as usize + 1];
    let factors = program.term_starts[terms.start as usize]..program.term_starts[terms.end as usize];
    let derivatives = program.entries();
    let values = derivatives + (factors.end - factors.start);
    let mut table = at(0);
    // SAFETY: block (p, i) is polynomial p at point i; barriers separate the table, what terms leave, and the sums of it.
    unsafe {
        let mut v = first;
        while v < program.variables() {
            table.set(v, system.coordinate(i, v));
            program.powers_of(&ring, v, &mut table);
            v += threads;
        }
        thread::sync_threads();
        let mut t = terms.start + first;
        while t < terms.end {
            let start = derivatives + program.term_starts[t as usize] - factors.start;
            let mut forward = at(N as u32 * (start + 1));
            let mut keeper = Keeper { places: (start, values + t - terms.start), numbers: at(0) };
            term(&ring, (program, t), Keep::Stored, system.coefficient(t), &table, &mut forward, &mut keeper);
            t += threads;
        }
        thread::sync_threads();
        let numbers = at(0);
        if first == threads - 1 {
            let mut sum = ring.zero();
            for t in 0..terms.end - terms.start {
                sum = ring.add(sum, numbers.get(values + t));
            }
            system.write_value(i, p, sum);
        }
        if system.jacobians.is_null() {
            return;
        }
        let (start, column) = (system.row(i, p), program.column_starts[p as usize]);
        let columns = program.columns_of(p);
        let mut v = first;
        while v < program.variables() {
            let mut sum = ring.zero();
            if let Ok(slot) = columns.binary_search(&v) {
                let of_slot = column as usize + slot;
                let slots = program.slot_starts[of_slot] as usize..program.slot_starts[of_slot + 1] as usize;
                for &number in &program.slots[slots] {
                    let derivative = numbers.get(derivatives + number - factors.start);
                    sum = add_derivative(&ring, sum, derivative, program.factors[number as usize].exponent);
                }
            }
            write(system.jacobians, start + v as usize, sum);
            v += threads;
        }
    }
}
