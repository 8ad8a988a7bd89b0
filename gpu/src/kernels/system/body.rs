//! What the kernels share.

use super::BatchForm;
use crate::arith::Ring;
use crate::floating::{Complex, Real};
pub use crate::kernels::device::{GlobalNumbers, SharedNumbers};
use crate::kernels::device::{read_number, write_number};
use crate::memory::Row;
use crate::system::evaluate::{self, polynomial};
use crate::system::program::{Factor, Program};
use crate::system::shape::Shape;
use crate::system::term::{self, Sink, add_derivative};
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
        unsafe { read_number(self.points, i as usize * self.program.variables() as usize + v as usize) }
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
        let at = i as usize * self.program.polynomials() as usize + p as usize;
        // SAFETY: the caller's i and p are those of a point and a polynomial; no other thread writes there.
        unsafe { write_number(self.values, at, value) }
    }

    /// Number of the first element of row `p` of the Jacobian at point `i`.
    #[inline(always)]
    fn row(&self, i: u32, p: u32) -> usize {
        (i as usize * self.program.polynomials() as usize + p as usize) * self.program.variables() as usize
    }
}

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
                if system.jacobians.is_null() {
                    let value = evaluate::value(&ring, (program, p), coefficient, &table);
                    if point < shape.points {
                        system.write_value(point, p, value);
                    }
                } else {
                    polynomial(&ring, (program, p), form.keep, coefficient, &table, &mut forward, &mut sums);
                    if point < shape.points {
                        system.write_value(point, p, sums.get(0));
                        let (columns, start) = (program.columns_of(p), system.row(point, p));
                        let mut slot = 0;
                        for v in 0..n {
                            let there = slot < columns.len() && columns[slot] == v;
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

/// The lists of the block's polynomial; numbers in them are those of the whole program.
pub struct Lists {
    power_starts: &'static [u32],
    powers: &'static [[u32; 2]],
    term_starts: &'static [u32],
    pub factors: &'static [Factor],
    columns: &'static [u32],
    slot_starts: &'static [u32],
    slots: &'static [u32],
}

/// Copies a list to shared memory, a word a thread; gives the copy, and moves `at` behind it. Barriers separate it from reading.
unsafe fn copied<T>(list: &[T], at: &mut SharedPtr<u32>) -> &'static [T] {
    let words = (size_of_val(list) / 4) as u32;
    let mut i = thread::thread_idx_x();
    // SAFETY: lists are of words; the launch has room for them.
    unsafe {
        let copy = core::slice::from_raw_parts(at.cast::<T>().generic(), list.len());
        while i < words {
            at.st(i, *list.as_ptr().cast::<u32>().add(i as usize));
            i += thread::block_dim_x();
        }
        *at = at.add(words);
        copy
    }
}

impl Lists {
    /// In memory of the device.
    #[inline(always)]
    pub fn of(program: &Program<'static>) -> Self {
        let p = thread::block_idx_x() as usize;
        let terms = program.polynomial_starts[p] as usize..program.polynomial_starts[p + 1] as usize;
        let columns = program.column_starts[p] as usize..program.column_starts[p + 1] as usize;
        let factors = program.term_starts[terms.start] as usize..program.term_starts[terms.end] as usize;
        Lists {
            power_starts: program.power_starts,
            powers: program.powers,
            term_starts: &program.term_starts[terms.start..terms.end + 1],
            // The derivatives of a polynomial are those of its factors.
            slots: &program.slots[factors.clone()],
            factors: &program.factors[factors],
            columns: &program.columns[columns.clone()],
            slot_starts: &program.slot_starts[columns.start..columns.end + 1],
        }
    }

    /// Number of terms.
    #[inline(always)]
    pub fn terms(&self) -> u32 {
        self.term_starts.len() as u32 - 1
    }

    /// The same in shared memory.
    #[inline(always)]
    pub unsafe fn shared(&self, mut at: SharedPtr<u32>) -> Self {
        // SAFETY: the caller's.
        let lists = unsafe {
            Lists {
                factors: copied(self.factors, &mut at),
                powers: copied(self.powers, &mut at),
                power_starts: copied(self.power_starts, &mut at),
                term_starts: copied(self.term_starts, &mut at),
                columns: copied(self.columns, &mut at),
                slot_starts: copied(self.slot_starts, &mut at),
                slots: copied(self.slots, &mut at),
            }
        };
        thread::sync_threads();
        lists
    }
}

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

/// One polynomial at one point: the table by a thread for each variable, terms by a thread each, sums by a thread for each variable.
///
/// Forward products are kept where the derivatives will be: that by x_j is written when f_{j-1} has been read for the last time.
#[inline(always)]
pub unsafe fn polynomial_at_point<const N: usize, R, M>(reals: R, system: &System, lists: &Lists, at: impl Fn(u32) -> M)
where
    R: Real<Elem = [f64; N]>,
    M: Row<[[f64; N]; 2]>,
{
    let ring = Complex(reals);
    let program = Program { power_starts: lists.power_starts, powers: lists.powers, ..system.program };
    let (p, i) = (thread::block_idx_x(), thread::block_idx_y());
    let (thread, threads) = (thread::thread_idx_x(), thread::block_dim_x());
    let (first_term, first_factor) = (program.polynomial_starts[p as usize], lists.term_starts[0]);
    let (terms, derivatives) = (lists.terms(), program.entries());
    let values = derivatives + lists.factors.len() as u32;
    let mut table = at(0);
    // SAFETY: block (p, i) is polynomial p at point i; barriers separate the table, what terms leave, and the sums of it.
    unsafe {
        let mut v = thread;
        while v < program.variables() {
            table.set(v, system.coordinate(i, v));
            program.powers_of(&ring, v, &mut table);
            v += threads;
        }
        thread::sync_threads();
        let mut t = thread;
        while t < terms {
            let start = lists.term_starts[t as usize] - first_factor;
            let factors = &lists.factors[start as usize..(lists.term_starts[t as usize + 1] - first_factor) as usize];
            let mut keeper = Keeper { places: (derivatives + start, values + t), numbers: at(0) };
            let coefficient = system.coefficient(first_term + t);
            if system.jacobians.is_null() {
                keeper.value(term::value(&ring, coefficient, factors, &table));
            } else {
                let mut forward = at(N as u32 * (derivatives + start + 1));
                term::stored(&ring, coefficient, factors, &table, &mut forward, &mut keeper);
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
        while v < program.variables() {
            let mut derivative = ring.zero();
            if let Ok(column) = lists.columns.binary_search(&v) {
                let (start, end) = (lists.slot_starts[column], lists.slot_starts[column + 1]);
                let slots = &lists.slots[(start - first_factor) as usize..(end - first_factor) as usize];
                let read = |k: u32| {
                    let number = slots[k as usize] - first_factor;
                    (numbers.get(derivatives + number), lists.factors[number as usize].exponent)
                };
                let add = |sum, (derivative, exponent)| add_derivative(&ring, sum, derivative, exponent);
                derivative = sum(derivative, slots.len() as u32, read, add);
            }
            write_number(system.jacobians, row + v as usize, derivative);
            v += threads;
        }
    }
}
