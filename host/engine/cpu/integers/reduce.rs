//! Modular reduction of big integers.

use crate::engine::cpu::bundle::{BundleStage, Tables, Watch};
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::engine::input::IntegerTable;
use gpu::arith::Modulus;
use rayon::prelude::*;

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
        let part = |start: usize| {
            let range = start..table.len().min(start + PART);
            let (mut digits, mut ends) = (Vec::new(), Vec::with_capacity(range.len()));
            for i in range {
                append(table.magnitude(i), bits, &mut digits);
                ends.push(digits.len());
            }
            (digits, ends)
        };
        let parts: Vec<_> = (0..table.len().div_ceil(PART)).into_par_iter().map(|k| part(k * PART)).collect();
        let mut all = Digits {
            bits,
            offsets: vec![0],
            digits: Vec::with_capacity(parts.iter().map(|(digits, _)| digits.len()).sum()),
            negative: table.negative.clone(),
            longest: 0,
        };
        for (digits, ends) in parts {
            let start = all.digits.len();
            all.digits.extend(digits);
            all.offsets.extend(ends.into_iter().map(|end| start + end));
        }
        all.longest = all.offsets.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0);
        all
    }

    fn integer(&self, i: usize) -> &[u64] {
        &self.digits[self.offsets[i]..self.offsets[i + 1]]
    }
}

/// Appends the digits of one magnitude.
fn append(magnitude: &[u32], bits: u32, digits: &mut Vec<u64>) {
    let start = digits.len();
    let (mut low, mut held) = (0u128, 0);
    for &limb in magnitude {
        low |= (limb as u128) << held;
        held += 32;
        while held >= bits {
            digits.push(low as u64 & ((1 << bits) - 1));
            low >>= bits;
            held -= bits;
        }
    }
    if low != 0 {
        digits.push(low as u64);
    }
    while digits.len() > start && digits.last() == Some(&0) {
        digits.pop();
    }
}

/// Residues of all integers.
pub(in crate::engine::cpu) struct Reduce<'a> {
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
        let first = tables.gather(|lane| tables.primes[lane].element(1 << self.input.bits));
        let weights: Vec<B::Elem> =
            std::iter::successors(Some(first), |&w| Some(field.mul(w, first))).take(self.input.longest + 1).collect();
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
