//! Whether everything is there that computations need, and why no GPU is used.

use super::describe::{bytes, lines};
use super::devices::{Listing, SelfTest};
use super::output::Destination;
use super::output_args::Format;
use super::status::{Failure, Status};
use eliminant::{Calibration, CudaBuild};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// There with a driver of NVIDIA.
const DRIVER: &str = "/proc/driver/nvidia/version";

/// The findings.
#[derive(Debug, Serialize)]
struct Findings {
    version: &'static str,
    simd: &'static str,
    #[serde(flatten)]
    listing: Listing,
    /// Whether the kernel of the system has NVIDIA's driver.
    driver_of_system: bool,
    cache: Cache,
    /// Why no GPU is used; `None` where one is.
    without_gpu: Option<String>,
}

/// Where what is measured of a machine is kept.
#[derive(Debug, Serialize)]
struct Cache {
    folder: Option<PathBuf>,
    /// Why nothing can be kept there.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Writes what is found.
///
/// # Errors
/// `Unavailable`, after the findings, where there is a GPU that cannot be used.
pub fn run(format: Format) -> Result<(), Failure> {
    let (listing, failure) = Listing::of_machine();
    let driver_of_system = Path::new(DRIVER).exists();
    let findings = Findings {
        version: env!("CARGO_PKG_VERSION"),
        simd: simd(),
        without_gpu: without_gpu(&listing, driver_of_system),
        listing,
        driver_of_system,
        cache: Cache::of_machine(),
    };
    match format {
        Format::Json => Destination::default().json(&findings)?,
        Format::Text => Destination::default().text(findings.in_lines())?,
    }
    match (failure, findings.without_gpu) {
        (Some(failure), _) => Err(failure),
        (None, Some(message)) if driver_of_system => {
            Err(Failure { status: Status::Unavailable, message, lacks_memory: false })
        }
        (None, _) => Ok(()),
    }
}

/// The instructions that arithmetic modulo primes has.
fn simd() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512ifma") && std::arch::is_x86_feature_detected!("avx512f") {
            return "AVX-512 IFMA";
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            return "AVX2";
        }
    }
    if cfg!(target_arch = "aarch64") { "NEON" } else { "none that is used" }
}

/// Why no GPU is used, and what would change it.
fn without_gpu(listing: &Listing, driver_of_system: bool) -> Option<String> {
    match &listing.cuda {
        CudaBuild::Absent => {
            return Some(
                "this program was built without GPUs; build it with `--features cuda`, as `make build` does".to_owned(),
            );
        }
        CudaBuild::WithoutKernels { reason } => {
            return Some(format!("this program was built without kernels for GPUs: {reason}"));
        }
        _ => {}
    }
    let is_right = |test: &SelfTest| matches!(test, SelfTest::Right { .. });
    match (&listing.devices[..], &listing.without_devices) {
        ([], Some(reason)) if driver_of_system => Some(format!("{reason}; the system has NVIDIA's driver, {DRIVER}")),
        ([], Some(reason)) => Some(format!("{reason}; the system has no driver of NVIDIA either")),
        ([], None) => Some("the driver has no device".to_owned()),
        (devices, _) if devices.iter().any(|device| device.supported && is_right(&device.self_test)) => None,
        (devices, _) if devices.iter().all(|device| !device.supported) => {
            Some("all GPUs are older than the kernels of this program".to_owned())
        }
        _ => Some("no GPU has passed its test".to_owned()),
    }
}

impl Cache {
    /// The folder of this user, and whether a file can be made there. A folder that was not there is made.
    fn of_machine() -> Cache {
        let Some(folder) = Calibration::folder() else {
            let problem = "neither XDG_CACHE_HOME nor HOME is an absolute path".to_owned();
            return Cache { folder: None, problem: Some(problem) };
        };
        let file = std::fs::create_dir_all(&folder).and_then(|()| tempfile::NamedTempFile::new_in(&folder));
        Cache { problem: file.err().map(|error| error.to_string()), folder: Some(folder) }
    }

    fn in_words(&self) -> String {
        match (&self.folder, &self.problem) {
            (Some(folder), None) => format!("{}, can be written", folder.display()),
            (Some(folder), Some(problem)) => {
                format!("{}, cannot be written: {problem}; each plan measures the machine again", folder.display())
            }
            (None, problem) => {
                format!("none: {}; each plan measures the machine again", problem.as_deref().unwrap_or("no folder"))
            }
        }
    }
}

impl Findings {
    fn in_lines(&self) -> String {
        let kernels = match &self.listing.cuda {
            CudaBuild::Kernels { arch, assembled, .. } => {
                let assembled = match &assembled[..] {
                    [] => "the driver compiles them on first use".to_owned(),
                    some => format!("assembled for {}, compiled by the driver on others", some.join(", ")),
                };
                format!("in the program, for {arch} and newer; {assembled}")
            }
            _ => "not in the program".to_owned(),
        };
        let mut rows = vec![
            ("program", format!("eliminant {}", self.version)),
            ("processor", format!("{} threads; vector instructions: {}", self.listing.cpu.threads, self.simd)),
            ("kernels", kernels),
            (
                "driver",
                if self.driver_of_system { DRIVER.to_owned() } else { format!("none, as there is no {DRIVER}") },
            ),
        ];
        if self.listing.devices.is_empty() {
            rows.push(("GPUs", "none".to_owned()));
        }
        for device in &self.listing.devices {
            let test = match &device.self_test {
                SelfTest::Right { kernels, .. } => format!("self-test passed, kernels {kernels}"),
                SelfTest::Failed { message } => format!("self-test failed: {message}"),
            };
            let (number, name, memory) = (device.ordinal, &device.name, bytes(device.memory_bytes as u64));
            let (capability, driver) = (&device.compute_capability, &device.driver);
            rows.push((
                "GPU",
                format!(
                    "{number}: {name}, compute capability {capability}, {memory}, driver for CUDA {driver}; {test}"
                ),
            ));
        }
        rows.push(("cache", self.cache.in_words()));
        rows.push((
            "result",
            match &self.without_gpu {
                None => "large computations use the GPU".to_owned(),
                Some(reason) => format!("all computations use the CPU: {reason}"),
            },
        ));
        lines(&rows)
    }
}

#[cfg(test)]
mod tests {
    use super::super::devices::{Cpu, Device};
    use super::*;

    fn listing(cuda: CudaBuild, without_devices: Option<&str>, devices: Vec<Device>) -> Listing {
        Listing { cpu: Cpu { threads: 2 }, cuda, without_devices: without_devices.map(str::to_owned), devices }
    }

    fn device(supported: bool, self_test: SelfTest) -> Device {
        Device {
            ordinal: 0,
            name: "Test".into(),
            compute_capability: "7.0".into(),
            memory_bytes: 80 << 30,
            multiprocessors: 132,
            driver: "12.4".into(),
            supported,
            self_test,
        }
    }

    #[test]
    fn reasons_to_use_no_gpu() {
        let kernels = || CudaBuild::Kernels { arch: "sm_75", assembled: vec![], families: vec![] };
        let right = || SelfTest::Right { groups: 1, milliseconds: 1.0, kernels: "compiled".into() };
        let failed = || SelfTest::Failed { message: "word 3".into() };
        let reason = |listing: &Listing| without_gpu(listing, false);
        assert!(reason(&listing(CudaBuild::Absent, None, vec![])).unwrap().contains("--features cuda"));
        assert!(reason(&listing(kernels(), Some("no library"), vec![])).unwrap().starts_with("no library; "));
        assert_eq!(reason(&listing(kernels(), None, vec![device(true, failed()), device(true, right())])), None);
        assert!(reason(&listing(kernels(), None, vec![device(true, failed())])).unwrap().contains("passed its test"));
        assert!(reason(&listing(kernels(), None, vec![device(false, right())])).unwrap().contains("older"));
    }
}
