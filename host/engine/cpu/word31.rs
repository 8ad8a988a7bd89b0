//! 31-bit words: bundles of 16 and of 4, whose vectors compilers make.

use super::thresholds::{BITS_31, Thresholds};
use super::word::{CpuWord, Lanes};
use gpu::Field;
use gpu::arith::{Lanes4, Lanes16, Mont31, Mont31x4, Mont31x16};

impl CpuWord for Mont31 {
    type Wide = Mont31x16;
    type Narrow = Mont31x4;
    const DIGIT_BITS: u32 = 32;
    const THRESHOLDS: Thresholds = BITS_31;
}

macro_rules! lanes31 {
    ($field:ident, $lanes:ident, $n:literal) => {
        impl Lanes for $field {
            #[inline(always)]
            fn simd<R>(&self, task: impl pulp::NullaryFnOnce<Output = R>) -> R {
                pulp::Arch::new().dispatch(task)
            }

            /// [`gpu::integers::reduction`] lane by lane: after W steps X / R^W, R = 2^32; the product with R^(W + 2) divides by R again.
            #[inline(always)]
            fn integer(&self, digits: &[u64], weights: &[$lanes]) -> $lanes {
                let mut s = self.zero();
                for &digit in digits {
                    let mut t = [0u64; $n];
                    for i in 0..$n {
                        t[i] = s.0[i] as u64 + digit;
                    }
                    s = self.reduce(&t);
                }
                self.mul(s, weights[digits.len()])
            }

            type Neighbours = [u32; $n];

            #[inline(always)]
            fn parts(row: &[u32]) -> (&[[u32; $n]], &[u32]) {
                row.as_chunks()
            }
            #[inline(always)]
            fn parts_mut(row: &mut [u32]) -> (&mut [[u32; $n]], &mut [u32]) {
                row.as_chunks_mut()
            }
            #[inline(always)]
            fn load(neighbours: [u32; $n]) -> $lanes {
                $lanes(neighbours)
            }
            #[inline(always)]
            fn store(a: $lanes) -> [u32; $n] {
                a.0
            }
            #[inline(always)]
            fn splat(a: u32) -> $lanes {
                $lanes([a; $n])
            }
            #[inline(always)]
            fn shifted(&self, before: $lanes, a: $lanes) -> $lanes {
                $lanes(std::array::from_fn(|i| if i == 0 { before.0[$n - 1] } else { a.0[i - 1] }))
            }
        }
    };
}

lanes31!(Mont31x4, Lanes4, 4);
lanes31!(Mont31x16, Lanes16, 16);
