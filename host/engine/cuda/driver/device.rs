//! The devices of this machine.

use super::error::from_cust;
use crate::error::{ErrorKind, Result};
use crate::start_up::{self, Part};
use cust::device::{Device, DeviceAttribute};
use cust::error::CudaError;
use cust::{CudaApiVersion, CudaFlags};
use std::fmt;
use std::sync::OnceLock;

/// A device, as the driver describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// Its number.
    pub ordinal: usize,
    /// Its name.
    pub name: String,
    /// Its compute capability, major and minor.
    pub compute_capability: (u32, u32),
    /// Its memory in bytes.
    pub memory: usize,
    /// Its multiprocessors.
    pub multiprocessors: u32,
    /// The most shared memory a block may have, in bytes, with opt-in.
    pub shared_per_block: u32,
    /// Threads that a multiprocessor holds at a time.
    pub threads_per_multiprocessor: u32,
    /// The CUDA version of the driver, major and minor.
    pub driver_version: (u32, u32),
}

impl DeviceInfo {
    /// Whether kernels built for `arch` (`sm_75` and the like) run on it.
    pub fn runs(&self, arch: &str) -> bool {
        let (major, minor) = self.compute_capability;
        capability(arch).is_some_and(|built_for| built_for <= 10 * major + minor)
    }
}

impl fmt::Display for DeviceInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.compute_capability;
        let gib = self.memory as f64 / (1u64 << 30) as f64;
        write!(f, "{} (sm_{major}{minor}, {gib:.1} GiB, {} multiprocessors)", self.name, self.multiprocessors)
    }
}

/// The number in `sm_75`, also in `sm_90a`.
fn capability(arch: &str) -> Option<u32> {
    arch.strip_prefix("sm_")?.trim_end_matches(|c: char| c.is_ascii_lowercase()).parse().ok()
}

/// Opens the driver and initialises it, once.
///
/// # Errors
/// `DriverUnavailable`, with what was tried; `NoDevice` when the driver finds no device; `Driver` for other answers.
fn initialize() -> Result<()> {
    static STATE: OnceLock<Result<()>> = OnceLock::new();
    let open = || {
        cust::sys::load().map_err(|tried| ErrorKind::DriverUnavailable { tried: tried.to_owned() })?;
        match cust::init(CudaFlags::empty()) {
            Err(CudaError::NoDevice) => Err(ErrorKind::NoDevice { ordinal: 0, count: 0 }.into()),
            answer => from_cust(answer, "cuInit"),
        }
    };
    STATE.get_or_init(|| start_up::time(Part::Driver, open)).clone()
}

/// All devices.
///
/// # Errors
/// `DriverUnavailable` without a driver, `NoDevice` when it finds none, `Driver` when it does not answer.
pub fn devices() -> Result<Vec<DeviceInfo>> {
    (0..count()?).map(device).collect()
}

/// How many devices there are; at least one.
pub(in crate::engine::cuda) fn count() -> Result<usize> {
    initialize()?;
    match from_cust(Device::num_devices(), "cuDeviceGetCount")? {
        0 => Err(ErrorKind::NoDevice { ordinal: 0, count: 0 }.into()),
        count => Ok(count as usize),
    }
}

/// Whether there are devices of these numbers.
///
/// # Errors
/// As [`devices`]; `NoDevice` for the first number of which there is none.
pub(in crate::engine::cuda) fn check_ordinals(ordinals: &[usize]) -> Result<()> {
    let count = count()?;
    match ordinals.iter().find(|&&ordinal| ordinal >= count) {
        Some(&ordinal) => Err(ErrorKind::NoDevice { ordinal, count }.into()),
        None => Ok(()),
    }
}

/// Device number `ordinal`.
///
/// # Errors
/// As [`devices`]; `NoDevice` when there is no such number.
pub fn device(ordinal: usize) -> Result<DeviceInfo> {
    check_ordinals(&[ordinal])?;
    let device = handle(ordinal)?;
    let attribute = |which| {
        let value = from_cust(device.get_attribute(which), "cuDeviceGetAttribute")?;
        Ok::<u32, crate::error::Error>(u32::try_from(value).unwrap_or(0))
    };
    let version = from_cust(CudaApiVersion::get(), "cuDriverGetVersion")?;
    Ok(DeviceInfo {
        ordinal,
        name: from_cust(device.name(), "cuDeviceGetName")?,
        compute_capability: (
            attribute(DeviceAttribute::ComputeCapabilityMajor)?,
            attribute(DeviceAttribute::ComputeCapabilityMinor)?,
        ),
        memory: from_cust(device.total_memory(), "cuDeviceTotalMem")?,
        multiprocessors: attribute(DeviceAttribute::MultiprocessorCount)?,
        shared_per_block: attribute(DeviceAttribute::MaxSharedMemoryPerBlockOptin)?,
        threads_per_multiprocessor: attribute(DeviceAttribute::MaxThreadsPerMultiprocessor)?,
        driver_version: (version.major().unsigned_abs(), version.minor().unsigned_abs()),
    })
}

/// The driver's handle of a device that exists.
pub(in crate::engine::cuda) fn handle(ordinal: usize) -> Result<Device> {
    let number = u32::try_from(ordinal).unwrap_or(u32::MAX);
    from_cust(Device::get_device(number), "cuDeviceGet")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_of_the_driver_is_one_answer() {
        let first = initialize();
        assert_eq!(first, initialize());
        if let Err(error) = first {
            assert!(
                matches!(error.kind(), ErrorKind::DriverUnavailable { .. } | ErrorKind::NoDevice { .. }),
                "{error}"
            );
        }
    }

    #[test]
    fn architectures_compare_by_number() {
        assert_eq!(capability("sm_75"), Some(75));
        assert_eq!(capability("sm_90a"), Some(90));
        assert_eq!(capability("sm_120"), Some(120));
        assert_eq!(capability("compute_75"), None);
        let info = DeviceInfo {
            ordinal: 0,
            name: "Test".into(),
            compute_capability: (8, 0),
            memory: 3 << 29,
            multiprocessors: 4,
            shared_per_block: 0,
            threads_per_multiprocessor: 0,
            driver_version: (12, 4),
        };
        assert!(info.runs("sm_75") && info.runs("sm_80") && !info.runs("sm_90") && !info.runs("what"));
        assert_eq!(info.to_string(), "Test (sm_80, 1.5 GiB, 4 multiprocessors)");
    }
}
