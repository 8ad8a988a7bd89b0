//! The evaluation points of one variable.

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
