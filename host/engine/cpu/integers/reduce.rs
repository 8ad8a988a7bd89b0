//! Modular reduction of big integers.

use crate::alone::prelude::*;
use crate::engine::cpu::bundle::{BundleStage, Tables, Watch, powers};
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::engine::input::IntegerTable;
use gpu::arith::Modulus;

/// Integers as digits of a word's size.
#[derive(Debug, Clone)]
pub struct Digits {
    bits: u32,
    /// Starts of the integers in `digits`, and the end.
    offsets: Vec<usize>,
    /// Least significant first, no leading zeros.
    digits: Vec<u64>,
    negative: Vec<bool>,
    /// Digits of the longest integer.
    longest: usize,
}

/// Integers that one thread brings into digits at a time.
const PART: usize = 512;

impl Digits {
    /// The integers of a table in digits of `bits` <= 63 bits.
    pub(in crate::engine::cpu) fn new(table: &IntegerTable, bits: u32) -> Self {
        let count = |i: usize| match table.magnitude(i) {
            limbs @ [.., top] => (32 * limbs.len() - top.leading_zeros() as usize).div_ceil(bits as usize),
            [] => 0,
        };
        let mut offsets = Vec::with_capacity(table.len() + 1);
        offsets.push(0);
        let (mut end, mut longest) = (0, 0);
        for len in (0..table.len()).map(count) {
            end += len;
            longest = longest.max(len);
            offsets.push(end);
        }
        let mut digits = vec![0; end];
        let mut rest = &mut digits[..];
        let mut parts = Vec::with_capacity(table.len().div_ceil(PART));
        for first in (0..table.len()).step_by(PART) {
            let last = table.len().min(first + PART);
            let (part, behind) = rest.split_at_mut(offsets[last] - offsets[first]);
            parts.push((first..last, part));
            rest = behind;
        }
        parts.into_par_iter().for_each(|(range, part)| {
            let start = offsets[range.start];
            for i in range {
                write(table.magnitude(i), bits, &mut part[offsets[i] - start..offsets[i + 1] - start]);
            }
        });
        Digits { bits, offsets, digits, negative: table.negative.clone(), longest }
    }

    fn integer(&self, i: usize) -> &[u64] {
        &self.digits[self.offsets[i]..self.offsets[i + 1]]
    }
}

/// Writes the digits of one magnitude, as many as it has.
fn write(magnitude: &[u32], bits: u32, digits: &mut [u64]) {
    let mut limbs = magnitude.iter();
    let (mut low, mut held) = (0u128, 0);
    for digit in digits {
        while held < bits {
            low |= u128::from(limbs.next().copied().unwrap_or(0)) << held;
            held += 32;
        }
        *digit = low as u64 & ((1 << bits) - 1);
        low >>= bits;
        held -= bits;
    }
}

/// Residues of all integers.
pub struct Reduce<'a> {
    pub input: &'a Digits,
}

/// Integers reduced between two looks at the control.
const CHUNK: usize = 64;

/// The integers from `first` on, as many as `target` has.
struct ReduceIntegers<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    input: &'a Digits,
    weights: &'a [B::Elem],
    first: usize,
    target: &'a mut [B::Elem],
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for ReduceIntegers<'_, B> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let ReduceIntegers { field, input, weights, first, target } = self;
        for (i, element) in (first..).zip(target) {
            let digits = input.integer(i);
            if !digits.is_empty() {
                let residue = field.integer(digits, weights);
                *element = if input.negative[i] { field.neg(residue) } else { residue };
            }
        }
    }
}

impl BundleStage for Reduce<'_> {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, _: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let field = &tables.field;
        let power = |bits: u32| tables.gather(|lane| tables.primes[lane].element(1 << bits));
        let (first, ratio) = (power(B::Modulus::R_BITS), power(self.input.bits));
        let weights = powers(field, first, ratio, self.input.longest);
        let mut output = vec![field.zero(); self.input.negative.len()];
        let tasks = watch.tasks(output.len());
        output.par_chunks_mut(CHUNK).enumerate().for_each(|(number, target)| {
            if !tasks.is_stopped() {
                let count = target.len();
                field.simd(ReduceIntegers {
                    field,
                    input: self.input,
                    weights: &weights,
                    first: number * CHUNK,
                    target,
                });
                tasks.done(count);
            }
        });
        output
    }
}
