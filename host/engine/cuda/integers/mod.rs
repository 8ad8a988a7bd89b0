//! From residues to integers on a device: the lift, and residues that move from device to device.

pub(super) mod crt;
pub(super) mod digits;
pub(super) mod exchange;
pub(super) mod measure;
