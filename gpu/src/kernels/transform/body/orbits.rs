//! Values of few coefficients at the orbits of the last pass.

use super::ends::Four;
use super::{AxisShape, ORBIT_THREADS, ORBITS, start};
use crate::arith::Mont31;
use crate::kernels::device::*;
use crate::transform::ntt::{Passes, Twiddles};
use crate::transform::orbit::{self, Powers};
use cuda_std::prelude::*;

/// Evaluation of few coefficients directly, see [`crate::transform::orbit`]: K / 3 groups of three in each sum. Block (c j + b, k, p),
/// c = ceil(len / r / 128), r the radix of the last pass: orbits 128 b .. of coset j, two a thread, of vectors `chunk` k .. of
/// prime p. `shifts` has cosets words a prime; there are less than 2^32 vectors.
#[inline(always)]
pub unsafe fn evaluate_orbits<const K: usize>(
    (primes, powers, shifts): (*const Mont31, *const u32, *const u32),
    (source, target): (*const u32, *mut u32),
    shape: &AxisShape,
    passes: u64,
    chunk: u32,
) {
    let (x, p, t) = (thread::block_idx_x(), thread::block_idx_z(), thread::thread_idx_x());
    let (len, n, inner) = (shape.len, shape.coefficients, shape.inner as usize);
    let passes = Passes::from_code(passes);
    let radix = orbit::radix(passes);
    let triples = K as u32 / 3;
    let orbits = len / radix;
    let blocks = orbits.div_ceil(ORBITS);
    let (j, first) = (x / blocks, x % blocks * ORBITS);
    let from = thread::block_idx_y() * chunk;
    let vectors = chunk.min(shape.outer * shape.inner - from);
    let start = |v: u32, n: u32| start(shape, p, v / shape.inner, n) + (v % shape.inner) as usize;
    // SAFETY: the grid is (blocks cosets, ceil(vectors / chunk), primes); tables and tensors have the shapes of the module
    // header; the shared block has orbits_shared(chunk, ..) bytes. Barriers separate the loading of the coefficients from their
    // use, and each warp's staging words are its own, with warp barriers between writing and reading.
    unsafe {
        let field = *primes.add(p as usize);
        let shared = dynamic_shared_mem::<u32>();
        // Group g of a vector: coefficients a + r (3 t + i), i < 3, for a = g / triples, t = g % triples.
        let groups = radix * triples;
        let mut at = t;
        while at < vectors * groups {
            let (v, g) = (at / groups, at % groups);
            let (a, t) = (g / triples, g % triples);
            let base = source.add(start(from + v, n));
            for i in 0..3 {
                let index = a + radix * (3 * t + i);
                let value = if index < n { *base.add(index as usize * inner) } else { 0 };
                shared.st(4 * at + i, value);
            }
            at += ORBIT_THREADS;
        }
        thread::sync_threads();
        let table = GlobalRow::read_only(powers.add(p as usize * len as usize), 1);
        let w = Twiddles::new(table, len, false);
        let shift = *shifts.add((p * shape.cosets + j) as usize);
        // Orbits beyond the last compute the last one and are not written.
        let point = |m: u32| orbit::first_point(&field, shift, m.min(orbits - 1) * radix, passes, &w);
        let here = Powers::<K>::new(&field, point(first + t), point(first + ORBIT_THREADS + t), radix, &w);
        let (lane, warp) = (warp::lane_id(), t / warp::SIZE);
        let staging = shared.add(4 * chunk * groups + warp * warp::SIZE * radix);
        let points = len * shape.cosets;
        // Values of an orbit are four neighbours at a multiple of four.
        let wide = radix == 4 && inner == 1;
        for v in 0..vectors {
            let [one, two] = here.values(&field, radix, |a, t| {
                let [c0, c1, c2, _] = shared.ld4(4 * (v * groups + a * triples + t));
                [c0, c1, c2]
            });
            let target = target.add(start(from + v, points));
            // The warp's orbits from `first` on are consecutive positions, up to the coset's end.
            let write = |first: u32, values: [u32; 5]| {
                if wide {
                    let m = first + t;
                    if m < orbits {
                        let [v0, v1, v2, v3, _] = values;
                        *target.add((j * len + 4 * m) as usize).cast::<Four>() = Four([v0, v1, v2, v3]);
                    }
                    return;
                }
                warp::sync_warp(warp::FULL);
                for k in 0..5 {
                    if k < radix {
                        staging.st(lane * radix + k, values[k as usize]);
                    }
                }
                warp::sync_warp(warp::FULL);
                let begin = (first + warp * warp::SIZE) * radix;
                for k in 0..5 {
                    let i = begin + k * warp::SIZE + lane;
                    if k < radix && i < len {
                        *target.add((j * len + i) as usize * inner) = staging.ld(k * warp::SIZE + lane);
                    }
                }
            };
            write(first, one);
            write(first + ORBIT_THREADS, two);
        }
    }
}
