//! Family `bound`: how fast the arithmetic of the scalar stage runs when nothing but registers is touched. The benchmark of
//! the stages measures it in the same run and states their rates as a part of it. No engine launches these kernels; they are
//! built in like all others, so that the benchmark runs wherever the program does.

use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::arith::wide::mad_wide;
use cuda_std::arith::fma_f64;
use cuda_std::prelude::*;

/// Independent chains a thread runs.
pub const CHAINS: u32 = 8;

/// The word that thread `t` writes: the sum of its chains after `rounds` element steps of each.
#[inline(always)]
pub fn steps(field: &Mont31, t: u32, rounds: u32) -> u32 {
    let mut x = [0; CHAINS as usize];
    for (k, x) in x.iter_mut().enumerate() {
        *x = field.enter(t + k as u32);
    }
    let (s, q1, q0, mut b) = (field.enter(3), field.enter(5), field.enter(7), field.one());
    for _ in 0..rounds {
        let below = x;
        for k in 0..CHAINS as usize {
            x[k] = field.dot3(s, x[k], q1, below[(k + 1) % CHAINS as usize], q0, b);
        }
        b = below[0];
    }
    x.iter().fold(0, |sum, &x| field.add(sum, x))
}

/// `rounds` element steps (three products, one reduction) in each of 8 chains of every thread. A word of `out` a thread.
#[kernel(family = "bound", block = 128)]
pub unsafe fn bound_steps(field: Mont31, rounds: u32, out: *mut u32) {
    let t = thread::index_1d();
    // SAFETY: a word a thread.
    unsafe { *out.add(t as usize) = steps(&field, t, rounds) };
}

/// The words that thread `t` writes: all words of its chains after `rounds` multiply-adds of each. A chain grows by
/// less than 2^32 factor a round, so that rounds times factor below 2^32 - 1 keep it below 2^64.
#[inline(always)]
pub fn products(factor: u32, t: u32, rounds: u32) -> u32 {
    let mut x = [t as u64; CHAINS as usize];
    for (k, x) in x.iter_mut().enumerate() {
        *x += k as u64;
    }
    for _ in 0..rounds {
        for x in &mut x {
            *x = mad_wide(*x as u32, factor, *x);
        }
    }
    x.iter().fold(0, |sum, &x| sum ^ x as u32 ^ (x >> 32) as u32)
}

/// `rounds` multiply-adds 32 x 32 + 64 bits in each of 8 chains of every thread. A word of `out` a thread.
#[kernel(family = "bound", block = 128)]
pub unsafe fn bound_products(factor: u32, rounds: u32, out: *mut u32) {
    let t = thread::index_1d();
    // SAFETY: a word a thread.
    unsafe { *out.add(t as usize) = products(factor, t, rounds) };
}

/// The numbers that thread `t` writes: its chains after `rounds` element steps of each modulo a prime of 50 bits, in
/// double precision. A product is exact as h + l; q = round(h / p) by the magic number 3 2^51, and h - q p is exact.
/// Residues stay within a few p.
#[inline(always)]
pub fn float_steps(t: u32, rounds: u32) -> u32 {
    const P: f64 = 1_125_899_906_842_597.0;
    const INVERSE: f64 = 1.0 / P;
    const MAGIC: f64 = (3u64 << 51) as f64;
    let product = |a: f64, b: f64| {
        let h = a * b;
        let l = fma_f64(a, b, -h);
        let q = fma_f64(h, INVERSE, MAGIC) - MAGIC;
        fma_f64(-q, P, h) + l
    };
    let mut x = [0.0; CHAINS as usize];
    for (k, x) in x.iter_mut().enumerate() {
        *x = (t + k as u32) as f64;
    }
    let (s, q1, q0, mut b) = (281_474_976_710_649.0, 140_737_488_355_324.0, 70_368_744_177_662.0, 1.0);
    for _ in 0..rounds {
        let below = x;
        for k in 0..CHAINS as usize {
            x[k] = product(s, x[k]) + product(q1, below[(k + 1) % CHAINS as usize]) + product(q0, b);
        }
        b = below[0];
    }
    x.iter().fold(0, |sum, &x| sum ^ (x as i64) as u32)
}

/// `rounds` integer element steps of each chain in blocks of even number, `float_rounds` in double precision in the others: whether
/// the two kinds of arithmetic run beside each other. A word of `out` a thread.
#[kernel(family = "bound", block = 128)]
pub unsafe fn bound_floats(field: Mont31, rounds: u32, float_rounds: u32, out: *mut u32) {
    let t = thread::index_1d();
    let value =
        if thread::block_idx_x().is_multiple_of(2) { steps(&field, t, rounds) } else { float_steps(t, float_rounds) };
    // SAFETY: a word a thread.
    unsafe { *out.add(t as usize) = value };
}
