//! Products of matrices and polynomials: short ones directly, long ones by transforms.

use super::steps::trim;
use super::{Half, Length, Matrix, Poly, products};
use crate::alone;
use crate::alone::prelude::*;
use crate::engine::cpu::bundle::AxisTables;
use crate::engine::cpu::word::{CpuWord, Lanes};
use gpu::gcd::quotient_steps::add_product;
use gpu::team::Solo;
use gpu::transform::ntt::{self, Passes, Twiddles};

/// Short products: m0 a + m1 b.
struct Combine<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    row: &'a [Poly<B::Elem>; 2],
    a: &'a [B::Elem],
    b: &'a [B::Elem],
    len: usize,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Combine<'_, B> {
    type Output = Poly<B::Elem>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Combine { field, row, a, b, len } = self;
        let mut out = vec![field.zero(); len];
        add_product(field, &mut out, &row[0], a);
        add_product(field, &mut out, &row[1], b);
        out
    }
}

/// A transform in place.
struct Transform<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    axis: &'a AxisTables<B>,
    row: &'a mut Vec<B::Elem>,
    passes: Passes,
    inverse: bool,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Transform<'_, B> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Transform { field, axis, row, passes, inverse } = self;
        let twiddles = Twiddles::new(axis.powers.as_slice(), axis.len as u32, inverse);
        let n = row.len() as u32;
        match inverse {
            false => ntt::forward(field, Solo, &mut row.as_mut_slice(), n, passes, &twiddles),
            true => ntt::inverse(field, Solo, &mut row.as_mut_slice(), n, passes, &twiddles),
        }
    }
}

/// scale (m0 a + m1 b) of values.
struct Pointwise<'a, B: Lanes<Modulus: CpuWord>> {
    field: &'a B,
    row: [&'a [B::Elem]; 2],
    a: &'a [B::Elem],
    b: &'a [B::Elem],
    scale: B::Elem,
}

impl<B: Lanes<Modulus: CpuWord>> pulp::NullaryFnOnce for Pointwise<'_, B> {
    type Output = Vec<B::Elem>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Pointwise { field, row: [m0, m1], a, b, scale } = self;
        let mut values = Vec::with_capacity(a.len());
        for ((&m0, &a), (&m1, &b)) in m0.iter().zip(a).zip(m1.iter().zip(b)) {
            values.push(field.mul(scale, field.dot2(m0, a, m1, b)));
        }
        values
    }
}

impl<B: Lanes<Modulus: CpuWord>> Half<'_, B> {
    /// Values of polynomials with at most `n` coefficients at some points, at least `n`.
    fn values<const N: usize>(&self, n: usize, polys: [&[B::Elem]; N]) -> [Vec<B::Elem>; N] {
        let fits = self.lengths.partition_point(|length| length.points < n).min(self.lengths.len() - 1);
        let Length { points: len, passes, .. } = self.lengths[fits];
        let mut rows = polys.map(|poly| {
            let mut row = poly.to_vec();
            row.resize(len, self.field.zero());
            row
        });
        let transform = |row: &mut Vec<B::Elem>| {
            self.field.simd(Transform { field: self.field, axis: self.axis, row, passes, inverse: false });
        };
        rows.par_iter_mut().for_each(transform);
        self.tasks.done(N * products(len));
        rows
    }

    /// The first `n` coefficients of polynomials of lower degree than there are values, of which [`Half::pointwise`] made the values.
    fn coefficients<const N: usize>(&self, n: usize, mut rows: [Vec<B::Elem>; N]) -> [Poly<B::Elem>; N] {
        let transform = |row: &mut Vec<B::Elem>| {
            if let Some(&Length { passes, .. }) = self.length(row.len()) {
                self.field.simd(Transform { field: self.field, axis: self.axis, row, passes, inverse: true });
            }
            row.truncate(n);
        };
        let products = rows.iter().map(|row| products(row.len())).sum();
        rows.par_iter_mut().for_each(transform);
        self.tasks.done(products);
        rows
    }

    /// The length of this many points.
    fn length(&self, points: usize) -> Option<&Length<B::Elem>> {
        self.lengths.iter().find(|length| length.points == points)
    }

    /// (m0 a + m1 b) / points: the inverse transform multiplies by as many as there are.
    fn pointwise(&self, row: [&[B::Elem]; 2], a: &[B::Elem], b: &[B::Elem]) -> Vec<B::Elem> {
        let scale = self.length(a.len()).map_or(self.field.one(), |length| length.inverse);
        self.field.simd(Pointwise { field: self.field, row, a, b, scale })
    }

    /// M (a, b), of lower degree than a; trimmed.
    pub fn apply(&self, m: &Matrix<B::Elem>, a: &[B::Elem], b: &[B::Elem], off: &mut u32) -> [Poly<B::Elem>; 2] {
        let degree = m.iter().flatten().map(Vec::len).max().unwrap_or(0);
        // The products' leading coefficients cancel: as polynomials they are no longer than a.
        let n = a.len();
        let mut out = match degree < self.thresholds.half_products {
            true => {
                let combine = |row| self.field.simd(Combine { field: self.field, row, a, b, len: n });
                let (x, y) = alone::join(|| combine(&m[0]), || combine(&m[1]));
                [x, y]
            }
            false => {
                let [a, b, m00, m01, m10, m11] = self.values(n, [a, b, &m[0][0], &m[0][1], &m[1][0], &m[1][1]]);
                let (x, y) =
                    alone::join(|| self.pointwise([&m00, &m01], &a, &b), || self.pointwise([&m10, &m11], &a, &b));
                self.coefficients(n, [x, y])
            }
        };
        out.iter_mut().for_each(|f| trim(self.field, f, off));
        out
    }

    /// M N.
    pub fn product(&self, m: &Matrix<B::Elem>, n: &Matrix<B::Elem>) -> Matrix<B::Elem> {
        let longest = |m: &Matrix<B::Elem>| m.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let len = (longest(m) + longest(n)).saturating_sub(1);
        let mut out = match longest(m).min(longest(n)) < self.thresholds.half_products {
            true => {
                let entry = |i: usize, j: usize| {
                    self.field.simd(Combine { field: self.field, row: &m[i], a: &n[0][j], b: &n[1][j], len })
                };
                [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
            }
            false => {
                let [m00, m01, m10, m11, n00, n01, n10, n11] =
                    self.values(len, [&m[0][0], &m[0][1], &m[1][0], &m[1][1], &n[0][0], &n[0][1], &n[1][0], &n[1][1]]);
                let rows = [
                    self.pointwise([&m00, &m01], &n00, &n10),
                    self.pointwise([&m00, &m01], &n01, &n11),
                    self.pointwise([&m10, &m11], &n00, &n10),
                    self.pointwise([&m10, &m11], &n01, &n11),
                ];
                let [p00, p01, p10, p11] = self.coefficients(len, rows);
                [[p00, p01], [p10, p11]]
            }
        };
        // Zeros in all lanes only: what is 0 in some lanes is not at the end of their true polynomials.
        for f in out.iter_mut().flatten() {
            while f.last().is_some_and(|&c| self.field.zeros(c) == B::ALL) {
                f.pop();
            }
        }
        out
    }
}
