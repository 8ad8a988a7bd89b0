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
    pub fn points(&self) -> u32 {
        self.len * self.cosets
    }
}

/// The points of all kept variables, a tensor: first axis outermost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// One axis per kept variable.
    pub axes: Vec<Axis>,
}

impl Grid {
    /// Number of points of the tensor.
    pub fn points(&self) -> u64 {
        self.axes.iter().map(|axis| axis.points() as u64).product()
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
            places = places.iter().flat_map(|&base| (0..n as usize).map(move |e| base * points + e)).collect();
        }
        places
    }

    /// These places as ranges of neighbours along the last axis.
    pub fn ranges(&self, keep: &[u32]) -> Vec<Range<u32>> {
        let (Some(last), [outer @ .., width]) = (self.axes.last(), keep) else {
            return std::iter::once(0..1).collect();
        };
        let along = last.points();
        let outer_axes = Grid { axes: self.axes[..outer.len()].to_vec() };
        let start = |place: usize| place as u32 * along;
        outer_axes.places(outer).into_iter().map(|place| start(place)..start(place) + width).collect()
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
