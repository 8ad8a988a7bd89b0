//! Direct evaluation along the last kept variable, a tile of points at a time: [`gpu::transform::orbit`] over rows and orbits.
//!
//! Values are not stored: the scalar stage asks for a tile of them when it needs it, so they stay in the L2 cache.

use crate::engine::cpu::bundle::{AxisTables, Tables};
use crate::engine::cpu::word::{CpuWord, Lanes};
use gpu::transform::ntt::Twiddles;
use gpu::transform::orbit::{first_point, orbit, radix};

/// Polynomials in the last kept variable and the points they are to be evaluated at: `rows` rows of `before` polynomials
/// with `n` coefficients each, `before` the number of points of all variables before the last one.
#[derive(Clone, Copy)]
pub struct Pending {
    pub rows: usize,
    pub before: usize,
    pub n: usize,
}

/// Bytes of powers, and of values, in a tile: half of a small L1 cache, a quarter of a small L2 cache.
const POWERS: usize = 1 << 14;
const VALUES: usize = 1 << 18;

/// [`Pending`] on one bundle.
#[derive(Clone, Copy)]
pub(in crate::engine::cpu) struct Orbits<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    axis: &'a AxisTables<B>,
    pending: Pending,
    coefficients: &'a [B::Elem],
    /// Points of an orbit.
    radix: usize,
}

impl<'a, B: Lanes<Modulus: CpuWord>> Orbits<'a, B> {
    /// `None` when there is no kept variable.
    pub fn new(tables: &'a Tables<B>, pending: Pending, coefficients: &'a [B::Elem]) -> Option<Self> {
        let axis = tables.axes.last()?;
        Some(Orbits { field: &tables.field, axis, pending, coefficients, radix: radix(axis.passes) as usize })
    }

    /// Tiles start at multiples of this number of points.
    pub fn granule(&self) -> usize {
        self.radix
    }

    /// Points of a tile: a multiple of the granule.
    pub fn tile(&self) -> usize {
        let bytes = size_of::<B::Elem>();
        let by_powers = POWERS / (self.pending.n.max(1) * bytes);
        let by_values = VALUES / (self.pending.rows.max(1) * self.radix * bytes);
        by_powers.min(by_values).max(1) * self.radix
    }

    /// The powers of w.
    #[inline(always)]
    fn twiddles(&self) -> Twiddles<&'a [B::Elem]> {
        Twiddles::new(self.axis.powers.as_slice(), self.axis.len as u32, false)
    }

    /// The variables' point before the last, and the last one's x, of point `point` of the tensor, the first of an orbit.
    #[inline(always)]
    fn place(&self, point: usize) -> (usize, B::Elem) {
        let axis = self.axis;
        let along = axis.len * axis.shifts.len();
        let (before, i) = (point / along, point % along);
        let (shift, start) = (axis.shifts[i / axis.len], (i % axis.len) as u32);
        (before, first_point(self.field, shift, start, axis.passes, &self.twiddles()))
    }

    /// Values \[point\]\[row\] at the points from `first` on, a multiple of the granule, as many as `tile` has.
    #[inline(always)]
    pub fn fill(&self, first: usize, tile: &mut [B::Elem], powers: &mut Vec<B::Elem>) {
        let Pending { rows, n, .. } = self.pending;
        let (field, radix) = (self.field, self.radix);
        let orbits = tile.len() / (rows * radix).max(1);
        powers.clear();
        powers.resize(orbits * n, field.one());
        let mut xs = Vec::with_capacity(orbits);
        let mut befores = Vec::with_capacity(orbits);
        for k in 0..orbits {
            let (before, x) = self.place(first + k * radix);
            befores.push(before);
            xs.push(x);
        }
        for j in 1..n {
            for (k, &x) in xs.iter().enumerate() {
                powers[k * n + j] = field.mul(powers[k * n + j - 1], x);
            }
        }
        let mut row = 0;
        while row + 4 <= rows {
            self.rows::<4>(row, &befores, powers, tile);
            row += 4;
        }
        while row < rows {
            self.rows::<1>(row, &befores, powers, tile);
            row += 1;
        }
    }

    /// The same of `ROWS` rows from `row` on.
    #[inline(always)]
    fn rows<const ROWS: usize>(&self, row: usize, befores: &[usize], powers: &[B::Elem], tile: &mut [B::Elem]) {
        let Pending { rows, before, n } = self.pending;
        let twiddles = self.twiddles();
        for (k, &at) in befores.iter().enumerate() {
            let sources: [&[B::Elem]; ROWS] =
                std::array::from_fn(|i| &self.coefficients[((row + i) * before + at) * n..][..n]);
            let values = orbit(self.field, &sources, n as u32, &&powers[k * n..][..n], self.radix as u32, &twiddles);
            for t in 0..self.radix {
                let target = &mut tile[(k * self.radix + t) * rows + row..][..ROWS];
                for (target, values) in target.iter_mut().zip(&values) {
                    *target = values[t];
                }
            }
        }
    }
}
