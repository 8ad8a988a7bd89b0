//! The kernels of a context: how they were loaded, and the registers and memory that they take.

use super::code::KernelCode;
use super::context::Context;
use super::module::try_image;
use crate::error::Result;
use cuda_std::Kernel;
use cust::sys;

// Attributes by the driver's numbers.
const FUNC_LOCAL_SIZE_BYTES: u32 = 3;
const FUNC_NUM_REGS: u32 = 4;

/// Registers and memory of a kernel, as the driver's compiler made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KernelUsage {
    /// Registers of a thread.
    pub registers: u32,
    /// Local memory of a thread in bytes, spills included.
    pub local_bytes: u32,
    /// Blocks that a multiprocessor holds at a time, with the shared memory asked about.
    pub blocks_per_multiprocessor: u32,
}

impl Context {
    /// The usage of kernel `K`, and how many of its blocks fit with `shared` bytes each.
    ///
    /// # Errors
    /// As a launch of `K` with that much shared memory.
    pub fn kernel_usage<K: Kernel>(&self, shared: u32) -> Result<KernelUsage> {
        let function = self.modules().function(self.primary(), (K::FAMILY, K::NAME), shared)?;
        let attribute = |which| {
            let mut value = 0;
            // SAFETY: a valid place; a function of a loaded module.
            self.call("cuFuncGetAttribute", || unsafe { sys::cuFuncGetAttribute(&mut value, which, function.raw) })?;
            Ok::<u32, crate::error::Error>(u32::try_from(value).unwrap_or(0))
        };
        let mut blocks = 0;
        // A block has at most 1024 threads.
        let threads = K::BLOCK as i32;
        // SAFETY: as above.
        self.call("cuOccupancyMaxActiveBlocksPerMultiprocessor", || unsafe {
            sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, function.raw, threads, shared as usize)
        })?;
        Ok(KernelUsage {
            registers: attribute(FUNC_NUM_REGS)?,
            local_bytes: attribute(FUNC_LOCAL_SIZE_BYTES)?,
            blocks_per_multiprocessor: u32::try_from(blocks).unwrap_or(0),
        })
    }

    /// Loads the family of `K` now, so that its first launch need not.
    ///
    /// # Errors
    /// As a launch of `K`.
    pub fn preload<K: Kernel>(&self) -> Result<()> {
        self.modules().function(self.primary(), (K::FAMILY, K::NAME), 0).map(|_| ())
    }

    /// How the family of `K` came onto the device; loads it if need be.
    ///
    /// # Errors
    /// As a launch of `K`.
    pub fn kernel_code<K: Kernel>(&self) -> Result<KernelCode> {
        self.modules().code(self.primary(), K::FAMILY)
    }

    /// The families loaded so far, sorted: to test that only those in use are.
    #[doc(hidden)]
    pub fn loaded_families(&self) -> Vec<&'static str> {
        let mut families: Vec<_> = self.modules().families().collect();
        families.sort_unstable();
        families
    }

    /// Loads `cubin`, said to be for this architecture, or else `ptx`, as a family is loaded, and drops the result: to test what
    /// a broken one says.
    #[doc(hidden)]
    pub fn try_image(&self, cubin: Option<(u32, &[u8])>, ptx: &str) -> Result<KernelCode> {
        try_image(self.primary(), cubin, ptx)
    }
}
