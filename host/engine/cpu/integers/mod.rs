//! Between integers and residues on a CPU.

mod crt;
#[cfg(target_arch = "x86_64")]
mod crt52;
mod digits;
mod lift31;
#[cfg(target_arch = "x86_64")]
mod lift50;
pub(super) mod reduce;
mod share;
#[cfg(target_arch = "x86_64")]
mod tree50;
