//! The means of a device that the shape of a kernel depends on.

use super::driver::device::DeviceInfo;

/// Means of a device.
#[derive(Debug, Clone, Copy)]
pub(super) struct Means {
    /// Bytes of shared memory of a block of threads.
    pub shared: usize,
    /// Whether tensor cores have the product of bytes that the kernels use (compute capability 8.0).
    pub tensor: bool,
}

impl Means {
    pub fn of(device: &DeviceInfo) -> Self {
        Means { shared: device.shared_per_block as usize, tensor: device.compute_capability >= (8, 0) }
    }
}
