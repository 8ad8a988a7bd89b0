//! The residues of answers, in device memory.

use super::DeviceBuffer;

/// Plain residues \[prime\]\[coefficient\] in device memory.
pub struct Residues {
    pub(super) coefficients: usize,
    pub(super) values: DeviceBuffer<u32>,
}
