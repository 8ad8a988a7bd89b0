//! Interpolation along one kept variable: an inverse transform per coset, then a small solve across cosets.

use super::tile::{self, Shape, TileStage, Vectors};
use crate::engine::cpu::bundle::{AxisTables, BundleStage, Tables, Watch};
use crate::engine::cpu::word::{CpuWord, Lanes};
use gpu::team::Solo;
use gpu::transform::coset;
use gpu::transform::ntt::{self, Twiddles};

/// From values \[outer\]\[points\]\[inner\] to coefficients of the same shape along kept variable `axis`.
pub struct Interpolate {
    pub axis: usize,
    pub outer: usize,
    pub inner: usize,
}

/// On one bundle.
struct InterpolateTile<'a, B: Lanes> {
    field: &'a B,
    axis: &'a AxisTables<B>,
}

impl<B: Lanes<Modulus: CpuWord>> TileStage<B> for InterpolateTile<'_, B> {
    #[inline(always)]
    fn tile(&self, source: Vectors<'_, B::Elem>, rows: &mut [B::Elem]) {
        let &InterpolateTile { field, axis } = self;
        let (len, cosets) = (axis.len, axis.shifts.len());
        let points = len * cosets;
        for i in 0..points {
            for (c, row) in rows.chunks_exact_mut(points).enumerate() {
                row[i] = source.get(i, c);
            }
        }
        let twiddles = Twiddles::new(axis.powers.as_slice(), len as u32, true);
        for j in 0..cosets {
            for row in rows.chunks_exact_mut(points) {
                let mut row = &mut row[j * len..][..len];
                ntt::inverse(field, Solo, &mut row, len as u32, axis.passes, &twiddles);
            }
            // r_k s^k len -> r_k, r = R mod (x^len - s^len).
            let mut scale = axis.inverse_len;
            for i in j * len..(j + 1) * len {
                for row in rows.chunks_exact_mut(points) {
                    row[i] = field.mul(row[i], scale);
                }
                scale = field.mul(scale, axis.inverse_shifts[j]);
            }
        }
        if cosets > 1 {
            // Coset j knows sum_m R_(k + m len) (s_j^len)^m: solve for R_(k + m len), in the places of those.
            let mut found = vec![field.zero(); cosets];
            for row in rows.chunks_exact_mut(points) {
                for k in 0..len {
                    for (j, found) in found.iter_mut().enumerate() {
                        *found = row[j * len + k];
                    }
                    for m in 0..cosets {
                        let matrix = &axis.unmix[m * cosets..][..cosets];
                        let sum = coset::unmixed(field, &matrix, |j| found[j as usize], cosets as u32);
                        row[m * len + k] = sum;
                    }
                }
            }
        }
    }
}

impl BundleStage for Interpolate {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let axis = &tables.axes[self.axis];
        let points = axis.len * axis.shifts.len();
        let shape = Shape { outer: self.outer, n: points, points, inner: self.inner };
        tile::run(&tables.field, &InterpolateTile { field: &tables.field, axis }, input, &shape, watch)
    }
}
