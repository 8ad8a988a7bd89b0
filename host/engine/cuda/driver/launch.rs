//! Launching kernels, and numbers of blocks and of elements as launches take them.

use super::faults::{self, Fault};
use super::stream::Stream;
use crate::error::{Error, ErrorKind, Result};
use cuda_std::Kernel;
use cust::sys;
use gpu::kernels::selftest::SelftestTrap;
use std::ffi::c_void;
use std::ptr;

/// Most blocks of a grid per dimension, on every device.
pub(in crate::engine::cuda) const GRID_LIMITS: [u32; 3] = [i32::MAX as u32, 65535, 65535];

/// Most blocks of a grid in its second and in its third dimension.
pub(in crate::engine::cuda) const MOST_BLOCKS: usize = GRID_LIMITS[1] as usize;

/// Checks a grid against the limits of every device.
fn check_grid(grid: (u32, u32, u32)) -> Result<()> {
    for (needed, allowed) in [grid.0, grid.1, grid.2].into_iter().zip(GRID_LIMITS) {
        if needed == 0 {
            return Err(Error::argument("grid", "must have at least one block"));
        }
        if needed > allowed {
            let (needed, allowed) = (needed.into(), allowed.into());
            return Err(ErrorKind::Limit { what: "blocks of a grid in one dimension", needed, allowed }.into());
        }
    }
    Ok(())
}

/// Blocks of `size` that cover `n`, at least one.
pub(in crate::engine::cuda) fn blocks(n: usize, size: u32) -> Result<u32> {
    u32::try_from(n.div_ceil(size as usize).max(1)).map_err(|_| {
        let (needed, allowed) = (n as u128, u32::MAX as u128);
        ErrorKind::Limit { what: "threads of a launch", needed, allowed }.into()
    })
}

/// `n` as a kernel's parameter.
pub(in crate::engine::cuda) fn word(what: &'static str, n: usize) -> Result<u32> {
    u32::try_from(n).map_err(|_| ErrorKind::Limit { what, needed: n as u128, allowed: u32::MAX as u128 }.into())
}

impl Stream {
    /// Queues `kernel` over `grid` blocks with `shared` bytes of launch-sized shared memory each. The block's shape, the family
    /// and the parameters are the kernel's own.
    ///
    /// # Errors
    /// `Argument` for an empty grid; `Limit` when grid or shared memory is too large; `Ptx` when the family does not compile;
    /// `Driver`, or the context's fault. A fault *of this kernel* shows at a later call that waits.
    ///
    /// # Safety
    /// - Every address in `kernel` points into a live buffer with the lengths that the kernel's documentation asks for.
    /// - Those buffers belong to this stream, or events order their other uses; none is dropped before the stream has passed
    ///   this point unless it belongs to this stream.
    /// - Nothing else accesses what the kernel writes at the same time.
    /// - `shared` is what the kernel's documentation asks for.
    pub unsafe fn launch<K: Kernel>(&self, kernel: &K, grid: (u32, u32, u32), shared: u32) -> Result<()> {
        if !self.is_to_launch(grid)? {
            return Ok(());
        }
        // SAFETY: passed on to the caller.
        unsafe { self.queue(kernel, grid, shared) }
    }

    /// Whether a kernel is to be queued over a grid: tests may order otherwise, or a fault before it.
    fn is_to_launch(&self, grid: (u32, u32, u32)) -> Result<bool> {
        check_grid(grid)?;
        match faults::launch() {
            Some(Fault::LeftOut) => return Ok(false),
            // SAFETY: takes no addresses and no shared memory.
            Some(_) => unsafe { self.queue(&SelftestTrap { condition: 1 }, (1, 1, 1), 0)? },
            None => (),
        }
        Ok(true)
    }

    /// [`Stream::launch`] of a grid within the limits. There are some hundred kernels, so that what does not depend on their types is apart.
    unsafe fn queue<K: Kernel>(&self, kernel: &K, grid: (u32, u32, u32), shared: u32) -> Result<()> {
        let entry = Entry { family: K::FAMILY, name: K::NAME, block: K::BLOCK_DIM };
        // SAFETY: one address per parameter, in order and of the right size, since both sides come from one signature; the caller vouches
        // for what the parameters point to.
        kernel.with_params(|parameters| unsafe { self.queue_entry(&entry, parameters, grid, shared) })
    }

    /// Queues a kernel with the addresses of its parameters.
    ///
    /// # Safety
    /// As [`Stream::launch`]; the parameters are those of the kernel.
    unsafe fn queue_entry(
        &self,
        entry: &Entry,
        parameters: &mut [*mut c_void],
        grid: (u32, u32, u32),
        shared: u32,
    ) -> Result<()> {
        let context = self.context();
        let function = context.modules().function(context.primary(), (entry.family, entry.name), shared)?;
        context.primary().set_last_kernel(entry.name);
        let (x, y, z) = entry.block;
        // SAFETY: a function of a loaded module; the rest is passed on to the caller.
        context.call("cuLaunchKernel", || unsafe {
            sys::cuLaunchKernel(
                function.raw,
                grid.0,
                grid.1,
                grid.2,
                x,
                y,
                z,
                shared,
                self.raw(),
                parameters.as_mut_ptr(),
                ptr::null_mut(),
            )
        })
    }
}

/// A kernel without its parameters.
struct Entry {
    family: &'static str,
    name: &'static str,
    block: (u32, u32, u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_checked_before_the_driver_sees_them() {
        assert!(check_grid((1, 1, 1)).is_ok());
        assert!(check_grid((i32::MAX as u32, 65535, 65535)).is_ok());
        assert!(check_grid((0, 1, 1)).unwrap_err().to_string().contains("at least one block"));
        assert!(check_grid((1 << 31, 1, 1)).is_err());
        assert_eq!(
            check_grid((1, 65536, 1)).unwrap_err().to_string(),
            "blocks of a grid in one dimension: 65,536 needed, at most 65,535 possible"
        );
    }
}
