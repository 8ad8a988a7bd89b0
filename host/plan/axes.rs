//! The axes of a grid of evaluation points, and the tensor that they span.

use super::axis::Axis;
use super::columns::Columns;
use super::evaluation::Evaluation;
use crate::error::{ErrorKind, Result};
use gpu::columns::BoxAxis;
use std::ops::Range;

/// The points of all kept variables, a tensor: first axis outermost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// One axis per kept variable.
    pub axes: Vec<Axis>,
    /// How values are found from coefficients, and back.
    pub evaluation: Evaluation,
    /// Points of the transforms by which polynomials at a point are multiplied, where they are: primes have these roots of unity too.
    pub products: Option<u32>,
}

impl Grid {
    /// These axes, with the default evaluation.
    pub fn new(axes: Vec<Axis>) -> Self {
        Grid { axes, evaluation: Evaluation::Auto, products: None }
    }

    /// The same axes with another evaluation.
    pub fn evaluated_by(self, evaluation: Evaluation) -> Self {
        Grid { evaluation, ..self }
    }

    /// The same with products at a point by transforms of `len` points.
    pub fn with_products(self, len: u32) -> Self {
        Grid { products: Some(len), ..self }
    }

    /// Refuses axes that the evaluation has no transforms for.
    ///
    /// # Errors
    /// `Shape`.
    pub(crate) fn check_lens(&self) -> Result<()> {
        match self.axes.iter().find(|axis| !self.evaluation.transforms(axis.len)) {
            None => Ok(()),
            Some(axis) => {
                let expected = self.evaluation.axis(axis.len, 1).len as usize;
                Err(ErrorKind::Shape { what: "length of a transform", expected, found: axis.len as usize }.into())
            }
        }
    }

    /// Number of points of the tensor; 2^64 - 1 for more than that.
    pub fn points(&self) -> u64 {
        self.axes.iter().fold(1, |points: u64, axis| points.saturating_mul(axis.points()))
    }

    /// Whether the units modulo the prime `p` = 1 mod len have as many cosets of the roots of unity as each axis asks for.
    pub fn fits(&self, p: u64) -> bool {
        self.axes.iter().all(|axis| u64::from(axis.cosets) <= (p - 1) / u64::from(axis.len))
    }

    /// Refuses polynomials with `dims` coefficients that are not over as many variables as there are axes.
    ///
    /// # Errors
    /// `Shape`.
    pub(crate) fn check_axes(&self, dims: &[u32]) -> Result<()> {
        match (self.axes.len(), dims.len()) {
            (expected, found) if found == expected => Ok(()),
            (expected, found) => Err(ErrorKind::Shape { what: "axes", expected, found }.into()),
        }
    }

    /// Columns of a table \[exponents\] on this grid with exponents below `keep`, in lexicographic order.
    pub fn inside(&self, keep: &[u32]) -> Columns {
        let mut columns = Columns::new();
        self.push_inside(&mut columns, 0..1, keep);
        columns
    }

    /// The same of rows of a table \[row\]\[exponents\], behind `columns`.
    pub(crate) fn push_inside(&self, columns: &mut Columns, rows: Range<u64>, keep: &[u32]) {
        let axes: Vec<BoxAxis> = self.inner_axes(&rows, keep).collect();
        columns.push(rows.start.saturating_mul(self.points()), &axes);
    }

    /// All others of these rows. Where exponents are below `keep` along the first axes and not along the next one, those along the rest
    /// are free: a box for each axis.
    pub(crate) fn push_outside(&self, columns: &mut Columns, rows: Range<u64>, keep: &[u32]) {
        let first = rows.start.saturating_mul(self.points());
        let mut axes = Vec::with_capacity(self.axes.len() + 1);
        for (inside, axis) in self.inner_axes(&rows, keep).zip(std::iter::once(None).chain(self.axes.iter().map(Some)))
        {
            if let Some(axis) = axis {
                let begin = inside.count.saturating_mul(inside.stride);
                let whole = axis.points().saturating_mul(inside.stride);
                axes.push(BoxAxis { count: whole.saturating_sub(begin), stride: 1 });
                columns.push(first.saturating_add(begin), &axes);
                axes.pop();
            }
            axes.push(inside);
        }
    }

    /// An axis of rows, and those of the box in each.
    fn inner_axes(&self, rows: &Range<u64>, keep: &[u32]) -> impl Iterator<Item = BoxAxis> {
        let rows = BoxAxis { count: rows.end.saturating_sub(rows.start), stride: self.points() };
        let mut stride = rows.stride;
        let inside = self.axes.iter().zip(keep).map(move |(axis, &keep)| {
            // 0 / 0 where an axis has no points, and so the tensor none.
            stride = stride.checked_div(axis.points()).unwrap_or(0);
            BoxAxis { count: keep.into(), stride }
        });
        std::iter::once(rows).chain(inside)
    }

    /// The divisor that p - 1 must have.
    pub(super) fn modulus(&self) -> u64 {
        let lens = self.axes.iter().map(|axis| axis.len).chain(self.products);
        lens.fold(1, |acc, len| acc / gcd(acc, len.into()) * u64::from(len))
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers just beyond 2^32, and beyond 2^64: computed, nothing is allocated.
    #[test]
    fn numbers_of_points_have_64_bits() {
        let axis = |len, cosets| Axis { len, cosets };
        assert_eq!(axis(1 << 16, (1 << 16) + 1).points(), (1 << 32) + (1 << 16));
        assert_eq!(axis(u32::MAX, u32::MAX).points(), ((1 << 32) - 1) * ((1 << 32) - 1));
        let cube = Grid::new(vec![axis(1626, 1); 3]);
        assert_eq!(cube.points(), 4_298_942_376);
        assert_eq!(Grid::new(vec![axis(1 << 31, 4); 2]).points(), u64::MAX);
    }

    /// Every column of some rows is inside or outside, once.
    #[test]
    fn inside_and_outside() {
        let axis = |len, cosets| Axis { len, cosets };
        for (axes, keep) in [
            (vec![], vec![]),
            (vec![axis(5, 2)], vec![7]),
            (vec![axis(5, 2)], vec![10]),
            (vec![axis(3, 1), axis(2, 2), axis(5, 1)], vec![2, 3, 4]),
            (vec![axis(3, 1), axis(2, 2), axis(5, 1)], vec![3, 1, 5]),
            (vec![axis(3, 1), axis(2, 2), axis(5, 1)], vec![2, 0, 4]),
            (vec![axis(1, 1), axis(6, 1)], vec![1, 3]),
        ] {
            let grid = Grid::new(axes);
            let strides: Vec<u64> =
                (0..keep.len()).map(|k| grid.axes[k + 1..].iter().map(Axis::points).product()).collect();
            let is_inside = |&column: &usize| {
                let place = column as u64 % grid.points();
                (0..keep.len()).all(|k| place / strides[k] % grid.axes[k].points() < u64::from(keep[k]))
            };
            let rows = 2..5;
            let all = || (rows.start * grid.points()) as usize..(rows.end * grid.points()) as usize;
            let (mut inside, mut outside) = (Columns::new(), Columns::new());
            grid.push_inside(&mut inside, rows.clone(), &keep);
            grid.push_outside(&mut outside, rows.clone(), &keep);
            assert_eq!(inside.ranges().flatten().collect::<Vec<_>>(), all().filter(is_inside).collect::<Vec<_>>());
            let mut others: Vec<usize> = outside.ranges().flatten().collect();
            others.sort_unstable();
            assert_eq!(others, all().filter(|column| !is_inside(column)).collect::<Vec<_>>(), "{keep:?}");
            assert_eq!(grid.inside(&keep).len(), keep.iter().product::<u32>() as usize);
        }
    }

    #[test]
    fn columns_have_64_bits() {
        let grid = Grid::new(vec![Axis { len: 4, cosets: 1 }, Axis { len: 1 << 30, cosets: 3 }]);
        assert_eq!(grid.inside(&[3, 5]).ranges().collect::<Vec<_>>(), [0, 3 << 30, 6 << 30].map(|at| at..at + 5));
    }
}
