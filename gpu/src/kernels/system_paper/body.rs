//! The bodies of the kernels, for any precision.

use super::{PAPER_THREADS, PaperShape};
use crate::arith::Ring;
use crate::floating::{Complex, Real};
use crate::kernels::device::{SharedNumbers, read_number, write_number};
use crate::memory::Row;
use crate::system::paper;
use crate::system::program::Factor;
use cuda_std::prelude::*;

/// The factors of term `t`.
#[inline(always)]
unsafe fn factors_of((factors, starts): (*const Factor, *const u32), t: u32) -> &'static [Factor] {
    // SAFETY: there is one more start than terms.
    unsafe {
        let (start, end) = (*starts.add(t as usize), *starts.add(t as usize + 1));
        core::slice::from_raw_parts(factors.add(start as usize), (end - start) as usize)
    }
}

/// Variable `v` of the block's point.
#[inline(always)]
unsafe fn variable<const N: usize>(points: *const f64, shape: &PaperShape, v: u32) -> [[f64; N]; 2] {
    // SAFETY: v < n.
    unsafe { read_number(points, thread::block_idx_y() as usize * shape.variables as usize + v as usize) }
}

/// Where term `t` of the block's point is in an array \[point\]\[term\].
#[inline(always)]
fn of_term(shape: &PaperShape, t: u32) -> usize {
    thread::block_idx_y() as usize * shape.terms as usize + t as usize
}

#[inline(always)]
pub unsafe fn common_factors<const N: usize, R: Real<Elem = [f64; N]>>(
    reals: R,
    lists: (*const Factor, *const u32),
    points: *const f64,
    common: *mut f64,
    shape: &PaperShape,
) {
    let ring = Complex(reals);
    let (n, d) = (shape.variables, shape.degree);
    // SAFETY: the block has one table, which a barrier ends; each thread has a term.
    unsafe {
        let mut table = SharedNumbers::<N>::new(dynamic_shared_mem(), 1);
        let mut v = thread::thread_idx_x();
        while v < n {
            paper::powers(&ring, variable(points, shape, v), (v, n, d), &mut table);
            v += PAPER_THREADS;
        }
        thread::sync_threads();
        let t = thread::index_1d();
        if t < shape.terms {
            let factor = if shape.compact != 0 {
                let bytes = lists.0.cast::<[u8; 2]>().add(t as usize * shape.widest as usize);
                let pairs = core::slice::from_raw_parts(bytes, shape.widest as usize);
                paper::product(&ring, pairs.iter().map(|&[v, e]| table.get(e as u32 * n + v as u32)))
            } else {
                paper::common_factor(&ring, factors_of(lists, t), n, &table)
            };
            write_number(common, of_term(shape, t), factor);
        }
    }
}

#[inline(always)]
pub unsafe fn without_table<const N: usize, R: Real<Elem = [f64; N]>>(
    reals: R,
    lists: (*const Factor, *const u32),
    points: *const f64,
    common: *mut f64,
    shape: &PaperShape,
) {
    let t = thread::index_1d();
    if t < shape.terms {
        // SAFETY: each thread has a term.
        unsafe {
            let variable = |v| variable(points, shape, v);
            let factor = paper::common_factor_without_table(&Complex(reals), factors_of(lists, t), variable);
            write_number(common, of_term(shape, t), factor);
        }
    }
}

#[inline(always)]
pub unsafe fn terms<const N: usize, R: Real<Elem = [f64; N]>>(
    reals: R,
    (factors, starts, places): (*const Factor, *const u32, *const u32),
    (coefficients, points, common): (*const f64, *const f64, *const f64),
    terms: *mut f64,
    shape: &PaperShape,
) {
    let t = thread::index_1d();
    if t >= shape.terms {
        return;
    }
    let (n, m, i) = (shape.variables, shape.polynomials, thread::block_idx_y() as usize);
    // SAFETY: each thread has a term, and k + 1 numbers of shared memory; places of terms are different.
    unsafe {
        let factors = factors_of((factors, starts), t);
        let k = factors.len() as u32;
        let base = dynamic_shared_mem::<f64>().add(2 * thread::thread_idx_x());
        let mut l = SharedNumbers::<N>::new(base, PAPER_THREADS);
        // The value's is behind those of the widest term.
        let row = |j: u32| if j == k { shape.widest } else { j };
        let coefficient = |j: u32| read_number(coefficients, row(j) as usize * shape.terms as usize + t as usize);
        let x = |j: u32| variable(points, shape, factors[j as usize].variable);
        let factor = read_number(common, of_term(shape, t));
        paper::term(&Complex(reals), k, factor, x, coefficient, &mut l);
        if shape.coalesced != 0 {
            let start = i * shape.terms as usize * (shape.widest as usize + 1);
            for j in 0..=k {
                write_number(terms, start + row(j) as usize * shape.terms as usize + t as usize, l.get(j));
            }
        } else {
            let (p, number) = (*places.add(2 * t as usize), *places.add(2 * t as usize + 1));
            let each = m as usize * (n as usize + 1);
            let start = (i * shape.longest as usize + number as usize) * each + p as usize;
            for j in 0..k {
                let at = (factors[j as usize].variable as usize + 1) * m as usize;
                write_number(terms, start + at, l.get(j));
            }
            write_number(terms, start, l.get(k));
        }
    }
}

#[inline(always)]
pub unsafe fn sums<const N: usize, R: Real<Elem = [f64; N]>>(
    reals: R,
    (starts, slots): (*const u32, *const u32),
    terms: *const f64,
    (values, jacobians): (*mut f64, *mut f64),
    shape: &PaperShape,
) {
    let ring = Complex(reals);
    let (n, m) = (shape.variables as usize, shape.polynomials as usize);
    let (at, i) = (thread::index_1d() as usize, thread::block_idx_y() as usize);
    if at >= m * (n + 1) {
        return;
    }
    let mut sum: [[f64; N]; 2] = ring.zero();
    // SAFETY: each thread has a sum.
    unsafe {
        if shape.coalesced != 0 {
            let start = i * shape.terms as usize * (shape.widest as usize + 1);
            for slot in *starts.add(at)..*starts.add(at + 1) {
                sum = ring.add(sum, read_number(terms, start + *slots.add(slot as usize) as usize));
            }
        } else {
            for j in 0..shape.longest as usize {
                sum = ring.add(sum, read_number(terms, (i * shape.longest as usize + j) * m * (n + 1) + at));
            }
        }
        let (v, p) = (at / m, at % m);
        match v.checked_sub(1) {
            None => write_number(values, i * m + p, sum),
            Some(v) => write_number(jacobians, (i * m + p) * n + v, sum),
        }
    }
}
