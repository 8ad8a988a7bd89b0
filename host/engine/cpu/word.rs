//! What the engine needs of a word besides the shared arithmetic: bundles of it, and how they take in big integers.

use super::bundle::Residue;
use super::{Cpu, Residues, integers::crt};
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::LiftEngine;
use crate::error::{Error, Result};
use crate::lift::Lift;
use crate::plan::primes::Word;
use gpu::Field;
use gpu::arith::{Bundle, Lanes4, Lanes16, Mont31, Mont31x4, Mont31x16};
use rug::Integer;

/// A word this engine can compute with.
pub trait CpuWord: Word {
    /// Its bundles.
    type Wide: Lanes<Modulus = Self>;
    /// Bundles of fewer lanes for the last primes; the same where there are none.
    type Narrow: Lanes<Modulus = Self>;
    /// Big integers are taken in as digits of this many bits.
    const DIGIT_BITS: u32;

    /// Most coefficients for which direct evaluation is taken: a transform's values are stored and read again. One core of a
    /// Zen 4, degree 32, 16 primes, 4000 points, evaluation and scalars: 64 coefficients 50 ms against 99 by a transform with
    /// 50-bit primes, 59 against 66 with 31-bit ones; 128 coefficients 75 against 101, and 90 against 71.
    const DIRECT: usize;

    /// Degree of the shorter polynomial from which half-gcd of a full bundle is faster than the plain remainder sequence. One core of
    /// a Zen 4, full bundles, f and g of one degree n, their GCD of degree n / 2, milliseconds of half-gcd and of the plain
    /// sequence: 8 primes of 50 bits, n = 4000 21 and 17, 6000 32 and 37, 8000 50 and 65, 12000 72 and 148;
    /// 13 of 31 bits, other programs running, n = 2000 17 and 19, 3000 21 and 42, 4000 28 and 69.
    const HALF_GCD: u32;

    /// Time of an element step modulo one prime, a vector of coefficients at a time, in those of a bundle of as many lanes. There too
    /// 1.05 with 50-bit primes and 1.25 to 1.5 with 31-bit ones, where compilers make the vectors, degrees 4000 to 12000.
    const ALONE: f64;

    /// What the lift takes: words per residue, of the residues and copies of them, and bytes of tables of `primes` primes.
    fn lift_memory(primes: u64, how: Lift) -> (u64, u64);

    /// See [`crate::engine::LiftEngine::crt`].
    fn crt(residues: &Residues<Self>, moduli: &[Self], control: &Control) -> Result<Vec<Integer>>;

    /// See [`crate::engine::LiftEngine::lift`].
    fn lift(
        engine: &mut Cpu<Self>,
        residues: Residues<Self>,
        moduli: &[Self],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>>;
}

/// A bundle and the instructions it is made for.
pub trait Lanes: Bundle {
    /// Runs a closure body compiled for them.
    fn simd<R>(&self, task: impl pulp::NullaryFnOnce<Output = R>) -> R;

    /// The element sum `digits`\[k\] 2^(b k), b = [`CpuWord::DIGIT_BITS`]; `weights`\[k\] is the element 2^(b (k + 1)), for
    /// k = 0..=len. 0 for no digits.
    fn integer(&self, digits: &[u64], weights: &[Self::Elem]) -> Self::Elem;

    /// Neighbours of a row of residues modulo one prime, as many as lanes.
    type Neighbours: Copy;

    /// A row in parts of them, and what is left.
    fn parts(row: &[Residue<Self>]) -> (&[Self::Neighbours], &[Residue<Self>]);

    /// The same to write to.
    fn parts_mut(row: &mut [Residue<Self>]) -> (&mut [Self::Neighbours], &mut [Residue<Self>]);

    /// Residue i of the neighbours in lane i.
    fn load(neighbours: Self::Neighbours) -> Self::Elem;

    /// Lane i as residue i of neighbours.
    fn store(a: Self::Elem) -> Self::Neighbours;

    /// A residue in every lane.
    fn splat(a: Residue<Self>) -> Self::Elem;

    /// The last lane of `before` in lane 0, lane i - 1 of `a` in lane i.
    fn shifted(&self, before: Self::Elem, a: Self::Elem) -> Self::Elem;
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

impl CpuWord for Mont31 {
    type Wide = Mont31x16;
    type Narrow = Mont31x4;
    const DIGIT_BITS: u32 = 32;
    const DIRECT: usize = 64;
    const HALF_GCD: u32 = 2000;
    const ALONE: f64 = 1.4;

    fn lift_memory(primes: u64, how: Lift) -> (u64, u64) {
        match crate::lift::is_explicit(how, primes as usize, super::integers::CRT_PRIMES) {
            // Residues and integers; 72 limbs and three constants a prime.
            true => (2, primes.saturating_mul(320)),
            // Residues, panels of them and digits; the weights.
            false => (3, primes.saturating_mul(primes).saturating_mul(2)),
        }
    }

    fn crt(residues: &Residues, moduli: &[Self], control: &Control) -> Result<Vec<Integer>> {
        crt::crt(residues, moduli, control)
    }

    fn lift(
        engine: &mut Cpu,
        residues: Residues,
        moduli: &[Self],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>> {
        crate::engine::lift::by_choice(engine, residues, moduli, how, control, clock)
    }
}

#[cfg(target_arch = "x86_64")]
impl CpuWord for gpu::arith::Mont50 {
    type Wide = super::mont50x8::Mont50x8;
    type Narrow = super::mont50x8::Mont50x8;
    const DIGIT_BITS: u32 = 52;
    const DIRECT: usize = 128;
    const HALF_GCD: u32 = 5000;
    const ALONE: f64 = 1.05;

    fn lift_memory(primes: u64, _how: Lift) -> (u64, u64) {
        // Residues and integers; the table.
        (2, super::integers::crt52::table_bytes(primes))
    }

    fn crt(residues: &Residues<Self>, moduli: &[Self], control: &Control) -> Result<Vec<Integer>> {
        super::integers::crt52::crt(residues, moduli, control)
    }

    fn lift(
        engine: &mut Cpu<Self>,
        residues: Residues<Self>,
        moduli: &[Self],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>> {
        match how {
            Lift::Auto | Lift::Crt => clock.time("crt", || engine.crt(residues, moduli, control)),
            Lift::MixedRadix => Err(Error::unsupported("mixed-radix digits of 50-bit primes")),
        }
    }
}
