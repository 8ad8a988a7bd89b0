//! Residues in the SIMD vectors of a CPU: a prime for each lane, by the shared arithmetic of [`gpu::arith`].

#[cfg(target_arch = "x86_64")]
pub(crate) mod ifma;
mod lanes;
mod mont31;
#[cfg(target_arch = "x86_64")]
mod mont31x16;
#[cfg(target_arch = "x86_64")]
mod mont50x8;

#[cfg(not(target_arch = "x86_64"))]
pub use gpu::arith::Mont31x16;
pub use lanes::Lanes;
pub(crate) use lanes::Residue;
#[cfg(target_arch = "x86_64")]
pub use mont31x16::Mont31x16;
#[cfg(target_arch = "x86_64")]
pub use mont50x8::Mont50x8;
