//! Interpolation along one kept variable: an inverse transform per coset, then a small solve across cosets.

use crate::engine::cpu::bundle::{AxisTables, BundleStage, Tables, Watch};
use crate::engine::cpu::word::{CpuWord, Lanes};
use gpu::team::Solo;
use gpu::transform::coset;
use gpu::transform::ntt::{self, Twiddles};
use rayon::prelude::*;

/// From values \[outer\]\[points\]\[inner\] to coefficients of the same shape along kept variable `axis`.
pub(in crate::engine::cpu) struct Interpolate {
    pub axis: usize,
    pub outer: usize,
    pub inner: usize,
}

struct InterpolateVector<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    axis: &'a AxisTables<B>,
    source: &'a [B::Elem],
    target: &'a mut [B::Elem],
    inner: usize,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for InterpolateVector<'_, B> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        let InterpolateVector { field, axis, source, target, inner } = self;
        let len = axis.len;
        let cosets = axis.shifts.len();
        let twiddles = Twiddles::new(axis.powers.as_slice(), len as u32, true);
        let mut work = vec![field.zero(); len * cosets];
        for offset in 0..inner {
            for (j, row) in work.chunks_mut(len).enumerate() {
                for (i, value) in row.iter_mut().enumerate() {
                    *value = source[(j * len + i) * inner + offset];
                }
                let mut row = row;
                ntt::inverse(field, Solo, &mut row, len as u32, axis.passes, &twiddles);
                // r_k s^k len -> r_k, r = R mod (x^len - s^len).
                let mut scale = axis.inverse_len;
                for value in row.iter_mut() {
                    *value = field.mul(*value, scale);
                    scale = field.mul(scale, axis.inverse_shifts[j]);
                }
            }
            // Coset j knows sum_m R_(k + m len) (s_j^len)^m: solve for R_(k + m len).
            for k in 0..len {
                for m in 0..cosets {
                    let found = |j: u32| work[j as usize * len + k];
                    target[(m * len + k) * inner + offset] = match cosets {
                        1 => found(0),
                        _ => coset::unmixed(field, &&axis.unmix[m * cosets..][..cosets], found, cosets as u32),
                    };
                }
            }
        }
    }
}

impl BundleStage for Interpolate {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let axis = &tables.axes[self.axis];
        let chunk = axis.len * axis.shifts.len() * self.inner;
        let mut output = vec![tables.field.zero(); self.outer * chunk];
        if output.is_empty() {
            return output;
        }
        let tasks = watch.tasks(self.outer);
        output.par_chunks_mut(chunk).zip(input.par_chunks(chunk)).for_each(|(target, source)| {
            if !tasks.is_stopped() {
                tables.field.simd(InterpolateVector { field: &tables.field, axis, source, target, inner: self.inner });
                tasks.done(1);
            }
        });
        output
    }
}
