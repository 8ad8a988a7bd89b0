//! The CUDA engine and the layer below it.
//!
//! | module | what |
//! |---|---|
//! | `driver` | the driver, opened on first use; devices, contexts, modules, launches, streams, memory |
//! | `engine`, `pool` | the stages, small ones whole; engines kept between calls |
//! | `thresholds` | where one form of a stage becomes faster than another |
//! | `residues` | what the stages before a lift leave |
//! | `grid` | tables of a batch of primes, evaluation, interpolation |
//! | `means` | what a device has that the shape of a kernel depends on |
//! | `in_turn` | problems in memory of the device, in launches that are not too long |
//! | `integers` | the lift by remainders and by digits; residues from one device to another |
//! | `fractions` | division of scalars, and which failed |
//! | `determinant` | determinants at the points of a grid |
//! | `resultant` | resultants at the points of a grid, and at arbitrary points |
//! | `points` | resultants and determinants at geometric progressions of points modulo one prime of any length |
//! | `gcd` | images of GCDs, exact division, GCDs at the points of a grid |
//! | `system`, `system_paper` | systems of polynomials at points; by the paper's kernels |
//! | `system_newton`, `system_track` | Newton's method; paths of zeros |
//! | `selftest` | every primitive on the device against the host |
//!
//! A program with this engine starts without a driver and without a device: [`devices`] and [`Context::new`] say what is
//! missing.

mod determinant;
mod driver;
mod engine;
mod fractions;
mod gcd;
mod grid;
mod in_turn;
mod integers;
mod matrices;
mod means;
mod points;
mod pool;
mod residues;
mod resultant;
mod selftest;
mod subresultants;
mod system;
mod thresholds;

pub use driver::buffer::DeviceBuffer;
pub use driver::code::KernelCode;
pub use driver::context::Context;
pub use driver::device::{DeviceInfo, device, devices};
#[doc(hidden)]
pub use driver::faults::{Fault, order_fault};
pub use driver::host_buffer::HostBuffer;
pub use driver::image::{Image, UnpackedImage};
pub use driver::kernel_usage::KernelUsage;
pub use driver::stream::{Event, Stream};
pub use engine::Cuda;
pub(crate) use pool::{EngineGuard, engines, ordinals};
pub use selftest::{Check, SelfTest, self_test};
pub use system::{CudaStep, CudaSystem, PaperForm, PaperRoom, PointShape};
#[doc(hidden)]
pub use thresholds::Thresholds;

use crate::error::Result;

/// The kernels of this build.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Kernels {
    /// The architecture they were built for, `sm_75` and the like; later ones run them too.
    pub arch: &'static str,
    /// Each family's name and PTX.
    pub families: &'static [(&'static str, Image)],
    /// Each assembled family's name, architecture (90 for `sm_90`) and cubin; none unless the build had a device, or was asked for them.
    pub cubins: &'static [(&'static str, u32, Image)],
}

impl Kernels {
    /// The architectures that there are assembled kernels for, as numbers, ascending.
    pub fn assembled_for(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.cubins.iter().map(|&(_, arch, _)| arch).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The kernels of this build.
///
/// # Errors
/// `BuiltWithoutKernels` when there was no device tool chain, with what to install.
pub fn kernels() -> Result<Kernels> {
    #[cfg(device_ptx)]
    {
        Ok(Kernels { arch: ptx::ARCH, families: ptx::FAMILIES, cubins: ptx::CUBINS })
    }
    #[cfg(not(device_ptx))]
    {
        let message = env!("ELIMINANT_WITHOUT_KERNELS").trim_start_matches("built without GPU kernels: ").to_owned();
        Err(crate::error::ErrorKind::BuiltWithoutKernels { message }.into())
    }
}

/// The index of kernels that the build script wrote.
#[cfg(device_ptx)]
mod ptx {
    use super::Image;

    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}
