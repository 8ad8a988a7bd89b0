//! What this build has, and the devices of this machine.

use crate::job::wait_for;
use eliminant::engine::cuda;
use eliminant::{CudaBuild, ErrorKind};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The version and the CUDA engine of this build, as a dict.
///
/// >>> from eliminant import build_info
/// >>> sorted(build_info())
/// ['cuda', 'version']
#[pyfunction]
pub fn build_info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let info = eliminant::build_info();
    let dict = PyDict::new(py);
    dict.set_item("version", info.version)?;
    dict.set_item("cuda", info.cuda.to_string())?;
    Ok(dict)
}

/// The CUDA devices of this machine, a dict each; none without a driver or without kernels. Each computes a known answer: `self_test` is `right`, or
/// says what was wrong, and `kernels` says which image the driver has loaded.
///
/// >>> from eliminant import devices
/// >>> [device["name"] for device in devices()]  # doctest: +SKIP
/// ['NVIDIA H100']
#[pyfunction]
pub fn devices(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    if !matches!(eliminant::build_info().cuda, CudaBuild::Kernels { .. }) {
        return Ok(Vec::new());
    }
    let found = wait_for(py, None, |_| match cuda::devices() {
        Err(error) if matches!(error.kind(), ErrorKind::DriverUnavailable { .. } | ErrorKind::NoDevice { .. }) => {
            Ok(Vec::new())
        }
        found => found.map(|all| all.into_iter().map(|info| (cuda::self_test(info.ordinal), info)).collect()),
    })?;
    let device = |(test, info): (eliminant::Result<cuda::SelfTest>, cuda::DeviceInfo)| {
        let dict = PyDict::new(py);
        dict.set_item("ordinal", info.ordinal)?;
        dict.set_item("name", info.name)?;
        dict.set_item("compute_capability", info.compute_capability)?;
        dict.set_item("memory", info.memory)?;
        dict.set_item("multiprocessors", info.multiprocessors)?;
        dict.set_item("driver", info.driver_version)?;
        match test {
            Ok(test) => {
                dict.set_item("self_test", "right")?;
                dict.set_item("kernels", test.code.to_string())?;
            }
            Err(error) => dict.set_item("self_test", error.to_string())?,
        }
        Ok(dict)
    };
    found.into_iter().map(device).collect::<PyResult<_>>()
}

/// What this machine has and why no GPU is used, as a dict: `version`, `cuda` (the kernels of this build), `threads`, `devices` as of `devices()`, and
/// `without_gpu`, which is None where large computations use a GPU.
///
/// >>> from eliminant import doctor
/// >>> sorted(doctor())
/// ['cuda', 'devices', 'threads', 'version', 'without_gpu']
#[pyfunction]
pub fn doctor(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let found = devices(py)?;
    let is_right = |device: &Bound<'_, PyDict>| {
        device.get_item("self_test").is_ok_and(|test| test.is_some_and(|test| test.to_string() == "right"))
    };
    let reason = match eliminant::build_info().cuda {
        CudaBuild::Kernels { .. } if found.iter().any(is_right) => None,
        CudaBuild::Kernels { .. } if !found.is_empty() => Some("no GPU has passed its test".to_owned()),
        CudaBuild::Kernels { .. } => wait_for(py, None, |_| Ok(cuda::devices().err().map(|error| error.to_string())))?,
        other => Some(other.to_string()),
    };
    let dict = build_info(py)?;
    dict.set_item("threads", std::thread::available_parallelism().map_or(1, usize::from))?;
    dict.set_item("devices", found)?;
    dict.set_item("without_gpu", reason)?;
    Ok(dict)
}
