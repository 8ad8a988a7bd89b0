//! The axes of a grid of evaluation points, and the tensor that they span.

use crate::error::{ErrorKind, Result};
use std::ops::Range;

/// The points of one kept variable: `cosets` cosets of the group of `len`-th roots of unity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// Length of one transform, 2^a 3^b 5^c.
    pub len: u32,
    /// Number of cosets.
    pub cosets: u32,
}

impl Axis {
    /// Number of points.
    pub fn points(&self) -> u64 {
        u64::from(self.len) * u64::from(self.cosets)
    }
}

/// The points of all kept variables, a tensor: first axis outermost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// One axis per kept variable.
    pub axes: Vec<Axis>,
}

impl Grid {
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

    /// Places of the tensor with exponents below `keep`, in lexicographic order.
    pub fn places(&self, keep: &[u32]) -> Vec<usize> {
        let mut places = vec![0usize];
        for (axis, &n) in self.axes.iter().zip(keep) {
            let points = axis.points() as usize;
            places = places
                .iter()
                .flat_map(|&base| (0..n as usize).map(move |e| base.saturating_mul(points).saturating_add(e)))
                .collect();
        }
        places
    }

    /// These places as ranges of neighbours along the last axis; those beyond 2^32 - 1 are empty.
    pub fn ranges(&self, keep: &[u32]) -> Vec<Range<u32>> {
        let (Some(last), [outer @ .., width]) = (self.axes.last(), keep) else {
            return std::iter::once(0..1).collect();
        };
        let along = last.points();
        let outer_axes = Grid { axes: self.axes[..outer.len()].to_vec() };
        let word = |place: u64| u32::try_from(place).unwrap_or(u32::MAX);
        let start = |place: usize| (place as u64).saturating_mul(along);
        let range = |start: u64| word(start)..word(start.saturating_add(u64::from(*width)));
        outer_axes.places(outer).into_iter().map(|place| range(start(place))).collect()
    }

    /// What p - 1 must be a multiple of.
    pub(super) fn modulus(&self) -> u64 {
        self.axes.iter().fold(1, |acc, axis| acc / gcd(acc, axis.len as u64) * axis.len as u64)
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
        let cube = Grid { axes: vec![axis(1626, 1); 3] };
        assert_eq!(cube.points(), 4_298_942_376);
        assert_eq!(Grid { axes: vec![axis(1 << 31, 4); 2] }.points(), u64::MAX);
    }

    #[test]
    fn places_beyond_a_word_are_empty() {
        let grid = Grid { axes: vec![Axis { len: 4, cosets: 1 }, Axis { len: 1 << 30, cosets: 3 }] };
        assert_eq!(grid.ranges(&[2, 5]), [0..5, 3 << 30..(3 << 30) + 5]);
        assert_eq!(grid.ranges(&[3, 5])[2], u32::MAX..u32::MAX);
    }
}
