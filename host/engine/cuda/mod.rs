//! The CUDA engine and the layer below it.
//!
//! | module | what |
//! |---|---|
//! | `driver`, `error` | the driver, opened on first use; its codes as errors |
//! | `device`, `context` | what devices there are; one made ready |
//! | `module`, `image` | kernel families loaded on first use, assembled or as PTX |
//! | `launch` | launches checked against grid and shared memory |
//! | `stream`, `buffer`, `arena`, `staging` | queues, timing, arrays, memory kept between calls, small copies |
//! | `engine` | the stages; small ones whole |
//! | `tables`, `transforms`, `scalars`, `schur`, `samples`, `crt`, `digits` | tables of a batch; the other stages |
//! | `gcd` | images of GCDs, in rounds and long rounds; exact division; GCDs at the points of a grid |
//! | `gcd_schur` | images of GCDs by the Schur algorithm |
//! | `exchange`, `pool` | residues from one device to another; engines kept between calls |
//! | `selftest` | every primitive on the device against the host |
//!
//! A program with this engine starts without a driver and without a device: [`devices`] and [`Context::new`] say what is
//! missing.

mod arena;
mod buffer;
mod context;
mod crt;
mod device;
mod digits;
mod driver;
mod engine;
mod error;
mod exchange;
mod gcd;
mod gcd_schur;
mod image;
mod launch;
mod loader;
mod measure;
mod module;
mod pool;
mod samples;
mod scalars;
mod schur;
mod selftest;
mod staging;
mod stream;
mod tables;
mod transforms;

pub use buffer::{DeviceBuffer, HostBuffer};
pub use context::Context;
pub use device::{DeviceInfo, device, devices};
pub use engine::Cuda;
pub use image::KernelCode;
pub use module::KernelUsage;
pub(crate) use pool::{EngineGuard, engines, ordinals};
pub use selftest::{Check, SelfTest, self_test};
pub use stream::{Event, Stream};

use crate::error::Result;

/// The kernels of this build.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Kernels {
    /// The architecture they were built for, `sm_75` and the like; later ones run them too.
    pub arch: &'static str,
    /// Each family's name and PTX.
    pub families: &'static [(&'static str, &'static str)],
    /// Each assembled family's name, architecture (90 for `sm_90`) and image; none in a build without NVIDIA's assembler.
    pub cubins: &'static [(&'static str, u32, &'static [u8])],
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

/// What the build script wrote.
#[cfg(device_ptx)]
mod ptx {
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}
