//! Evaluation along one kept variable: a scaled transform per coset, or what direct evaluation left undone.

use super::orbits::{Orbits, Pending};
use super::tile::{self, Shape, TileStage, Vectors};
use crate::alone::prelude::*;
use crate::engine::cpu::bundle::{AxisTables, BundleStage, Tables, Watch};
use crate::engine::cpu::word::{CpuWord, Lanes};
use gpu::team::Solo;
use gpu::transform::ntt::{self, Twiddles};

/// From \[outer\]\[coefficients\]\[inner\] to \[outer\]\[points\]\[inner\] along kept variable `axis`.
pub struct Evaluate {
    pub axis: usize,
    pub outer: usize,
    pub coefficients: usize,
    pub inner: usize,
}

/// Powers of a shift that are made at a time, for all vectors of a tile: each waits for the one before it.
const RUN: usize = 16;

/// The scaled coefficients from `first` on, as many as `scales`: coefficient k goes to place k mod `len`.
struct Run<'a, B: Lanes> {
    field: &'a B,
    scales: &'a [B::Elem],
    first: usize,
    len: usize,
}

impl<B: Lanes> Run<'_, B> {
    /// Puts coefficient `first` + `i` of vector `c` into its row. A function of this kind, since a closure would not be compiled for
    /// the instructions of the bundle.
    #[inline(always)]
    fn put(&self, i: usize, source: &Vectors<'_, B::Elem>, c: usize, row: &mut [B::Elem]) {
        let k = self.first + i;
        let value = self.field.mul(self.scales[i], source.get(k, c));
        if k < self.len {
            row[k] = value;
        } else {
            let place = k % self.len;
            row[place] = self.field.add(row[place], value);
        }
    }
}

/// On one bundle.
struct EvaluateTile<'a, B: Lanes> {
    field: &'a B,
    axis: &'a AxisTables<B>,
    coefficients: usize,
}

impl<B: Lanes<Modulus: CpuWord>> TileStage<B> for EvaluateTile<'_, B> {
    #[inline(always)]
    fn tile(&self, source: Vectors<'_, B::Elem>, rows: &mut [B::Elem]) {
        let &EvaluateTile { field, axis, coefficients } = self;
        let (len, points) = (axis.len, axis.len * axis.shifts.len());
        let twiddles = Twiddles::new(axis.powers.as_slice(), len as u32, false);
        let mut scales = [field.one(); RUN];
        for (j, &shift) in axis.shifts.iter().enumerate() {
            // f(s x) mod x^len - s^len: coefficient k goes to place k mod len, scaled by s^k. The rows hold zeros or an earlier tile.
            let mut next = field.one();
            for first in (0..coefficients).step_by(RUN) {
                let scales = &mut scales[..RUN.min(coefficients - first)];
                for scale in scales.iter_mut() {
                    *scale = next;
                    next = field.mul(next, shift);
                }
                let run = Run { field, scales, first, len };
                if source.lie_side_by_side() {
                    for i in 0..scales.len() {
                        for (c, row) in rows.chunks_exact_mut(points).enumerate() {
                            run.put(i, &source, c, &mut row[j * len..][..len]);
                        }
                    }
                } else {
                    for (c, row) in rows.chunks_exact_mut(points).enumerate() {
                        let row = &mut row[j * len..][..len];
                        for i in 0..scales.len() {
                            run.put(i, &source, c, row);
                        }
                    }
                }
            }
            for row in rows.chunks_exact_mut(points) {
                let mut row = &mut row[j * len..][..len];
                row[coefficients.min(len)..].fill(field.zero());
                ntt::forward(field, Solo, &mut row, len as u32, axis.passes, &twiddles);
            }
        }
    }
}

impl BundleStage for Evaluate {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let axis = &tables.axes[self.axis];
        let &Evaluate { outer, coefficients, inner, .. } = self;
        let shape = Shape { outer, n: coefficients, points: axis.len * axis.shifts.len(), inner };
        let stage = EvaluateTile { field: &tables.field, axis, coefficients };
        tile::run(&tables.field, &stage, input, &shape, watch)
    }
}

/// Values \[row\]\[point\] of what is still to be evaluated along the last kept variable.
pub struct Finish {
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
        (0..rows * self.points).into_par_iter().map(|i| by_point[i % self.points * rows + i / self.points]).collect()
    }
}
