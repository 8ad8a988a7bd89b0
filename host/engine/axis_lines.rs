//! Tensors as the stages along one kept variable see them.

use crate::error::{ErrorKind, Result};
use crate::plan::grid::{Axis, Grid};

/// A tensor \[outer\]\[n\]\[inner\] of residues modulo each prime; the middle index belongs to kept variable `axis`. Its vectors have
/// `n` elements at stride `inner`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Along {
    /// Number of the kept variable.
    pub axis: usize,
    /// Number of groups of vectors: rows times the points of the variables before.
    pub outer: usize,
    /// Coefficients, or points, of a vector.
    pub n: usize,
    /// The distance of two elements of a vector: coefficients or points of the variables behind.
    pub inner: usize,
}

impl Along {
    /// Elements modulo one prime, and the same with `points` elements to a vector.
    ///
    /// # Errors
    /// `Limit` when either is beyond a machine word: no memory holds that.
    pub fn elements(&self, points: u64) -> Result<(usize, usize)> {
        let size = |n: u128| -> Result<usize> {
            // Two factors of 64 bits and one of 64: saturates at 2^128 - 1.
            let needed = (self.outer as u128 * self.inner as u128).saturating_mul(n);
            let allowed = isize::MAX as u128;
            let fits = usize::try_from(needed).ok().filter(|_| needed <= allowed);
            fits.ok_or_else(|| ErrorKind::Limit { what: "elements of a tensor", needed, allowed }.into())
        };
        Ok((size(self.n as u128)?, size(points.into())?))
    }

    /// The axis of `grid` that it names.
    ///
    /// # Errors
    /// `Shape` when the grid has no such axis.
    pub fn axis_of<'g>(&self, grid: &'g Grid) -> Result<&'g Axis> {
        let wrong = ErrorKind::Shape { what: "axes", expected: grid.axes.len(), found: self.axis + 1 };
        grid.axes.get(self.axis).ok_or_else(|| wrong.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes just beyond 2^32, and beyond what a word counts: computed, not allocated.
    #[test]
    fn sizes_have_64_bits() {
        let along = |outer, n, inner| Along { axis: 0, outer, n, inner };
        assert_eq!(along(65536, 2, 65537).elements(3).unwrap(), ((1 << 33) + (1 << 17), 3 * 65536 * 65537));
        assert_eq!(along(1, (1 << 32) + 1, 1).elements((1 << 32) + 6).unwrap(), ((1 << 32) + 1, (1 << 32) + 6));
        assert_eq!(along(3, 5, 1 << 32).elements(7).unwrap(), (15 << 32, 21 << 32));
        assert_eq!(along(0, 5, usize::MAX).elements(7).unwrap(), (0, 0));
        for (outer, n, inner, points) in
            [(1 << 32, 1 << 31, 1, 1), (1, 1, 1 << 32, 1 << 32), (usize::MAX, 9, usize::MAX, u64::MAX)]
        {
            let error = along(outer, n, inner).elements(points).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::Limit { what: "elements of a tensor", .. }), "{error}");
        }
    }

    #[test]
    fn axes_are_checked() {
        let grid = Grid::new(vec![Axis { len: 4, cosets: 2 }]);
        let along = |axis| Along { axis, outer: 1, n: 1, inner: 1 };
        assert_eq!(along(0).axis_of(&grid).unwrap().len, 4);
        assert!(matches!(along(1).axis_of(&grid).unwrap_err().kind(), ErrorKind::Shape { what: "axes", .. }));
    }
}
