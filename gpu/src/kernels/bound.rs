//! Family `bound`: how fast the arithmetic of the scalar stage runs when nothing but registers is touched. The benchmark of
//! the stages measures it in the same run and states their rates as a part of it.

use crate::arith::Mont31;
#[cfg(target_arch = "nvptx64")]
use crate::arith::wide::mad_wide;
#[cfg(target_arch = "nvptx64")]
use crate::field::Field;
use cuda_std::prelude::*;

/// Independent chains a thread runs.
pub const CHAINS: u32 = 8;

/// `rounds` element steps (three products, one reduction) in each of 8 chains of every thread.
#[kernel(family = "bound", block = 128)]
pub unsafe fn bound_steps(field: Mont31, rounds: u32, out: *mut u32) {
    let t = thread::index_1d();
    let mut x = [0; CHAINS as usize];
    for (k, x) in x.iter_mut().enumerate() {
        *x = field.enter(t + k as u32);
    }
    let (s, q1, q0, mut b) = (field.enter(3), field.enter(5), field.enter(7), field.r1);
    for _ in 0..rounds {
        let below = x;
        for k in 0..CHAINS as usize {
            x[k] = field.dot3(s, x[k], q1, below[(k + 1) % CHAINS as usize], q0, b);
        }
        b = below[0];
    }
    // SAFETY: a word a thread.
    unsafe { *out.add(t as usize) = x.iter().fold(0, |sum, &x| field.add(sum, x)) };
}

/// `rounds` multiply-adds 32 x 32 + 64 bits in each of 8 chains of every thread.
#[kernel(family = "bound", block = 128)]
pub unsafe fn bound_products(factor: u32, rounds: u32, out: *mut u32) {
    let t = thread::index_1d();
    let mut x = [t as u64; CHAINS as usize];
    for (k, x) in x.iter_mut().enumerate() {
        *x += k as u64;
    }
    for _ in 0..rounds {
        for x in &mut x {
            *x = mad_wide(*x as u32, factor, *x);
        }
    }
    // SAFETY: a word a thread.
    unsafe { *out.add(t as usize) = x.iter().fold(0, |sum, &x| sum ^ x as u32 ^ (x >> 32) as u32) };
}
