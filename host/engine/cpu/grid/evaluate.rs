//! Evaluation along one kept variable: a scaled transform per coset, or what direct evaluation left undone.

use super::orbits::{Orbits, Pending};
use crate::engine::cpu::bundle::{AxisTables, BundleStage, Tables, Watch};
use crate::engine::cpu::word::{CpuWord, Lanes};
use gpu::team::Solo;
use gpu::transform::ntt::{self, Twiddles};
use rayon::prelude::*;

/// From \[outer\]\[coefficients\]\[inner\] to \[outer\]\[points\]\[inner\] along kept variable `axis`.
pub(in crate::engine::cpu) struct Evaluate {
    pub axis: usize,
    pub outer: usize,
    pub coefficients: usize,
    pub inner: usize,
}

/// One vector: `coefficients` of them at stride `inner` into `points` of them at stride `inner`.
struct EvaluateVector<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    axis: &'a AxisTables<B>,
    source: &'a [B::Elem],
    target: &'a mut [B::Elem],
    inner: usize,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for EvaluateVector<'_, B> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let EvaluateVector { field, axis, source, target, inner } = self;
        let len = axis.len;
        let twiddles = Twiddles::new(axis.powers.as_slice(), len as u32, false);
        let mut work = vec![field.zero(); len];
        for offset in 0..inner {
            for (j, &shift) in axis.shifts.iter().enumerate() {
                // f(s x) mod x^len - s^len: coefficient k goes to place k mod len, scaled by s^k.
                work.fill(field.zero());
                let mut scale = field.one();
                let mut place = 0;
                for &coefficient in source.iter().skip(offset).step_by(inner) {
                    work[place] = field.add(work[place], field.mul(scale, coefficient));
                    scale = field.mul(scale, shift);
                    place += 1;
                    if place == len {
                        place = 0;
                    }
                }
                ntt::forward(field, Solo, &mut work.as_mut_slice(), len as u32, axis.passes, &twiddles);
                for (i, &value) in work.iter().enumerate() {
                    target[(j * len + i) * inner + offset] = value;
                }
            }
        }
    }
}

impl BundleStage for Evaluate {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let axis = &tables.axes[self.axis];
        let points = axis.len * axis.shifts.len();
        let mut output = vec![tables.field.zero(); self.outer * points * self.inner];
        if output.is_empty() {
            return output;
        }
        let tasks = watch.tasks(self.outer);
        output.par_chunks_mut(points * self.inner).zip(input.par_chunks(self.coefficients * self.inner)).for_each(
            |(target, source)| {
                if !tasks.is_stopped() {
                    tables.field.simd(EvaluateVector { field: &tables.field, axis, source, target, inner: self.inner });
                    tasks.done(1);
                }
            },
        );
        output
    }
}

/// Values \[row\]\[point\] of what is still to be evaluated along the last kept variable.
pub(in crate::engine::cpu) struct Finish {
    pub pending: Pending,
    pub points: usize,
}

/// A tile of [`Finish`].
struct Tile<'a, B: Lanes<Modulus: CpuWord>> {
    orbits: &'a Orbits<'a, B>,
    first: usize,
    tile: &'a mut [B::Elem],
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Tile<'_, B> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.orbits.fill(self.first, self.tile, &mut Vec::new());
    }
}

impl BundleStage for Finish {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let Some(orbits) = Orbits::new(tables, self.pending, input) else { return input.to_vec() };
        let rows = self.pending.rows;
        let mut by_point = vec![tables.field.zero(); self.points * rows];
        let size = orbits.tile();
        let tasks = watch.tasks(by_point.len());
        by_point.par_chunks_mut((size * rows).max(1)).enumerate().for_each(|(number, tile)| {
            if !tasks.is_stopped() {
                let count = tile.len();
                tables.field.simd(Tile { orbits: &orbits, first: number * size, tile });
                tasks.done(count);
            }
        });
        (0..rows * self.points).map(|i| by_point[i % self.points * rows + i / self.points]).collect()
    }
}
