//! The evaluation of the 2020 paper, [`gpu::transform::stockham`]: along the last variable, then a transposition, for each variable.
//!
//! The vectors of a launch are shared among tasks as they are among the blocks of a device, which are as many at a time as one likes: there
//! are no third situations.

use crate::alone::prelude::*;
use crate::engine::cpu::bundle::{AxisTables, BundleStage, Tables, Watch, powers};
use crate::engine::cpu::stages::Stage;
use crate::engine::cpu::word::{CpuWord, Lanes};
use crate::engine::cpu::{Batch, Buffer};
use crate::error::Result;
use gpu::team::Solo;
use gpu::transform::coset;
use gpu::transform::ntt::Twiddles;
use gpu::transform::stockham::{self, Launch, TILE, TILE_MEMORY};
use std::cell::Cell;

/// From vectors of `n` coefficients to their values at the points of kept variable `axis`, in natural order on each coset.
pub struct Evaluate {
    axis: usize,
    n: usize,
}

/// From such values to coefficients.
pub struct Interpolate {
    axis: usize,
}

/// From matrices \[`rows`\]\[`columns`\] to the transposed ones.
pub struct Transpose {
    rows: usize,
    columns: usize,
}

/// The vectors of one block: they are transformed from `source` to one coset of `target`.
struct Block<'a, B: Lanes> {
    field: &'a B,
    axis: &'a AxisTables<B>,
    /// Elements of a vector that is read.
    n: usize,
    /// Coset.
    j: usize,
    /// s_j^k for each coefficient that is read, or s_j^-k / len for each that is written.
    scales: &'a [B::Elem],
    inverse: bool,
    source: &'a [B::Elem],
    target: &'a mut [B::Elem],
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Block<'_, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Block { field, axis, n, j, scales, inverse, source, target } = self;
        let (len, points) = (axis.len, axis.len * axis.shifts.len());
        let count = target.len() / points;
        let mut memories = vec![field.zero(); 2 * count * len];
        let cells = Cell::from_mut(&mut memories[..]).as_slice_of_cells();
        let (one, other) = cells.split_at(count * len);
        let (twiddles, both) = (Twiddles::new(axis.powers.as_slice(), len as u32, inverse), [one, other]);
        let shape = (count as u32, len as u32);
        match inverse {
            false => stockham::transform(
                field,
                Solo,
                shape,
                &twiddles,
                both,
                |v, k| coset::folded(field, (&&source[v as usize * n..][..n], n as u32), &scales, k, len as u32),
                |v, k, value| target[v as usize * points + j * len + k as usize] = value,
            ),
            true => stockham::transform(
                field,
                Solo,
                shape,
                &twiddles,
                both,
                |v, k| source[v as usize * n + j * len + k as usize],
                |v, k, value| target[v as usize * points + j * len + k as usize] = field.mul(value, scales[k as usize]),
            ),
        }
    }
}

/// All vectors along `axis`, each with `n` elements in `input`.
fn blocks<B: Lanes<Modulus: CpuWord>>(
    field: &B,
    axis: &AxisTables<B>,
    (n, inverse): (usize, bool),
    input: &[B::Elem],
    watch: Watch<'_>,
) -> Vec<B::Elem> {
    let (points, cosets) = (axis.len * axis.shifts.len(), axis.shifts.len());
    let count = input.len() / n.max(1);
    let mut output = vec![field.zero(); count * points];
    let of_block = Launch::new(count.min(u32::MAX as usize) as u32, axis.len as u32, u32::MAX).vectors as usize;
    let tasks = watch.tasks(output.len());
    for j in 0..cosets {
        let scales = match inverse {
            false => powers(field, field.one(), axis.shifts[j], n),
            true => powers(field, axis.inverse_len, axis.inverse_shifts[j], axis.len),
        };
        let parts = output.par_chunks_mut(points * of_block).zip(input.par_chunks((n * of_block).max(1)));
        parts.for_each(|(target, source)| {
            if !tasks.is_stopped() {
                let done = target.len() / cosets;
                field.simd(Block { field, axis, n, j, scales: &scales, inverse, source, target });
                tasks.done(done);
            }
        });
    }
    output
}

impl BundleStage for Evaluate {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        blocks(&tables.field, &tables.axes[self.axis], (self.n, false), input, watch)
    }
}

/// Coefficients of as many vectors as there are cosets, one power of t_j in each: of `found`, one coset behind the other.
struct Unmix<'a, B: Lanes> {
    field: &'a B,
    row: &'a [B::Elem],
    found: &'a [B::Elem],
    target: &'a mut [B::Elem],
}

impl<B: Lanes> pulp::NullaryFnOnce for Unmix<'_, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Unmix { field, row, found, target } = self;
        let len = target.len();
        for (k, target) in target.iter_mut().enumerate() {
            *target = coset::unmixed(field, &row, |j: u32| found[j as usize * len + k], row.len() as u32);
        }
    }
}

impl BundleStage for Interpolate {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let (field, axis) = (&tables.field, &tables.axes[self.axis]);
        let (len, cosets) = (axis.len, axis.shifts.len());
        let found = blocks(field, axis, (len * cosets, true), input, watch);
        if cosets == 1 {
            return found;
        }
        let mut output = vec![field.zero(); found.len()];
        // Each chunk has one power of t_j^m.
        output.par_chunks_mut(len).enumerate().for_each(|(number, target)| {
            let row = &axis.unmix[number % cosets * cosets..][..cosets];
            let found = &found[number / cosets * cosets * len..][..cosets * len];
            field.simd(Unmix { field, row, found, target });
        });
        output
    }
}

impl BundleStage for Transpose {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], _: Watch<'_>) -> Vec<B::Elem> {
        let &Transpose { rows, columns } = self;
        let (zero, tile) = (tables.field.zero(), TILE as usize);
        let mut output = vec![zero; input.len()];
        let matrices = output.par_chunks_mut(rows * columns).zip(input.par_chunks(rows * columns));
        matrices.for_each(|(target, source)| {
            // Rows of the transposed matrix, as many as a tile has: the transposed columns of a matrix of so few.
            target.par_chunks_mut(rows * tile).enumerate().for_each(|(band, target)| {
                let mut memory = [zero; TILE_MEMORY as usize];
                let memory = Cell::from_mut(&mut memory[..]).as_slice_of_cells();
                let (first, shape) = (band * tile, (rows as u32, (target.len() / rows) as u32));
                for number in 0..stockham::tiles(shape.0, shape.1) as u32 {
                    stockham::transpose_tile(
                        Solo,
                        shape,
                        number,
                        memory,
                        |i, j| source[i as usize * columns + first + j as usize],
                        |j, i, value| target[j as usize * rows + i as usize] = value,
                    );
                }
            });
        });
        output
    }
}

impl<M: CpuWord> Batch<M> {
    /// Matrices transposed; there is nothing to do where they have one row or one column.
    fn transposed(&self, data: Buffer<M>, (rows, columns): (usize, usize), watch: Watch<'_>) -> Result<Buffer<M>> {
        if rows <= 1 || columns <= 1 {
            return Ok(data);
        }
        self.run(&Stage::Transpose(Transpose { rows, columns }), Some(&data), watch)
    }

    /// Algorithm 2: values \[row\]\[point\] of polynomials with `dims` coefficients per kept variable.
    pub(in crate::engine::cpu) fn evaluate_stockham(
        &self,
        mut data: Buffer<M>,
        dims: &[u32],
        watch: Watch<'_>,
    ) -> Result<Buffer<M>> {
        let mut known: usize = dims.iter().map(|&n| n as usize).product();
        let watch = watch.part(1.0 / dims.len().max(1) as f64);
        for (axis, &n) in dims.iter().enumerate().rev() {
            let points = self.grid.axes[axis].points() as usize;
            known /= n as usize;
            data = self.run(&Stage::EvaluateStockham(Evaluate { axis, n: n as usize }), Some(&data), watch)?;
            data = self.transposed(data, (known, points), watch)?;
            known *= points;
        }
        Ok(data)
    }

    /// The same way back.
    pub(in crate::engine::cpu) fn interpolate_stockham(
        &self,
        mut data: Buffer<M>,
        watch: Watch<'_>,
    ) -> Result<Buffer<M>> {
        let watch = watch.part(1.0 / self.grid.axes.len().max(1) as f64);
        for (axis, here) in self.grid.axes.iter().enumerate().rev() {
            let points = here.points() as usize;
            data = self.run(&Stage::InterpolateStockham(Interpolate { axis }), Some(&data), watch)?;
            data = self.transposed(data, (self.grid.points() as usize / points, points), watch)?;
        }
        Ok(data)
    }

    /// From \[outer\]\[n\]\[inner\] to values along one kept variable, which becomes the last one for that; or back from values.
    pub(in crate::engine::cpu) fn along_stockham(
        &self,
        data: &Buffer<M>,
        (axis, n, inner): (usize, usize, usize),
        inverse: bool,
        watch: Watch<'_>,
    ) -> Result<Buffer<M>> {
        let points = self.grid.axes[axis].points() as usize;
        let last = self.transposed(data.clone(), (n, inner), watch)?;
        let found = match inverse {
            false => self.run(&Stage::EvaluateStockham(Evaluate { axis, n }), Some(&last), watch)?,
            true => self.run(&Stage::InterpolateStockham(Interpolate { axis }), Some(&last), watch)?,
        };
        self.transposed(found, (inner, points), watch)
    }
}
