//! Between integers and residues on a CPU.

pub(super) mod crt;
#[cfg(target_arch = "x86_64")]
pub(super) mod crt52;
pub(super) mod digits;
pub(super) mod reduce;
