//! The devices of a machine.

use crate::error::{CudaError, CudaResult, to_result};
use crate::sys::{self, CUdevice};

/// A number that describes a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum DeviceAttribute {
    /// Most threads of a block.
    MaxThreadsPerBlock = 1,
    /// Most bytes of shared memory of a block, without opt-in.
    MaxSharedMemoryPerBlock = 8,
    /// Threads of a warp.
    WarpSize = 10,
    /// Multiprocessors.
    MultiprocessorCount = 16,
    /// Most threads that a multiprocessor holds at a time.
    MaxThreadsPerMultiprocessor = 39,
    /// The 8 of compute capability 8.6.
    ComputeCapabilityMajor = 75,
    /// The 6 of compute capability 8.6.
    ComputeCapabilityMinor = 76,
    /// Most bytes of shared memory of a block, with opt-in.
    MaxSharedMemoryPerBlockOptin = 97,
}

/// A device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device {
    device: CUdevice,
}

impl Device {
    /// How many devices there are.
    ///
    /// # Errors
    /// `NotInitialized` before [`init`](crate::init); the driver's.
    pub fn num_devices() -> CudaResult<u32> {
        let mut count = 0;
        // SAFETY: a valid place.
        to_result(unsafe { sys::cuDeviceGetCount(&mut count) })?;
        u32::try_from(count).map_err(|_| CudaError::UnknownError)
    }

    /// Device number `ordinal`.
    ///
    /// # Errors
    /// `InvalidDevice` when there is none; `NotInitialized` before [`init`](crate::init); the driver's.
    pub fn get_device(ordinal: u32) -> CudaResult<Self> {
        let ordinal = i32::try_from(ordinal).map_err(|_| CudaError::InvalidDevice)?;
        let mut device = 0;
        // SAFETY: a valid place.
        to_result(unsafe { sys::cuDeviceGet(&mut device, ordinal) })?;
        Ok(Device { device })
    }

    /// Its memory in bytes.
    ///
    /// # Errors
    /// The driver's.
    pub fn total_memory(self) -> CudaResult<usize> {
        let mut bytes = 0;
        // SAFETY: a valid place; the device exists.
        to_result(unsafe { sys::cuDeviceTotalMem_v2(&mut bytes, self.device) })?;
        Ok(bytes)
    }

    /// Its name.
    ///
    /// # Errors
    /// The driver's.
    pub fn name(self) -> CudaResult<String> {
        let mut name = [0u8; 256];
        // SAFETY: room for 256 characters; the device exists.
        to_result(unsafe { sys::cuDeviceGetName(name.as_mut_ptr().cast(), 256, self.device) })?;
        let len = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
        Ok(String::from_utf8_lossy(&name[..len]).into_owned())
    }

    /// A number that describes it.
    ///
    /// # Errors
    /// The driver's.
    pub fn get_attribute(self, attribute: DeviceAttribute) -> CudaResult<i32> {
        let mut value = 0;
        // SAFETY: a valid place; the device exists.
        to_result(unsafe { sys::cuDeviceGetAttribute(&mut value, attribute as u32, self.device) })?;
        Ok(value)
    }

    /// The driver's handle.
    pub fn as_raw(&self) -> CUdevice {
        self.device
    }
}
