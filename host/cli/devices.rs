//! The engines and devices of this machine.

use super::output::Destination;
use super::output_args::Format;
use super::status::Failure;
use eliminant::{CudaBuild, build_info};
use serde::Serialize;

/// The engines and devices of this machine.
#[derive(Debug, Serialize)]
pub struct Listing {
    pub cpu: Cpu,
    pub cuda: CudaBuild,
    /// Why there are no devices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_devices: Option<String>,
    pub devices: Vec<Device>,
}

/// The CPU engine.
#[derive(Debug, Serialize)]
pub struct Cpu {
    pub threads: usize,
}

/// A CUDA device.
#[derive(Debug, Serialize)]
pub struct Device {
    pub ordinal: usize,
    pub name: String,
    pub compute_capability: String,
    pub memory_bytes: usize,
    pub multiprocessors: u32,
    pub driver: String,
    /// Whether the kernels' architecture is not newer than the device's.
    pub supported: bool,
    pub self_test: SelfTest,
}

/// The result of the self-test.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "result")]
#[cfg_attr(not(feature = "cuda"), allow(dead_code, reason = "a build without the engine tests nothing"))]
pub enum SelfTest {
    Right { groups: usize, milliseconds: f64, kernels: String },
    Failed { message: String },
}

/// Lists what there is, and tests every device. A machine without a GPU is an answer; a device that fails its test is an
/// error, after the list.
pub fn run(format: Format) -> Result<(), Failure> {
    let (listing, failure) = Listing::of_machine();
    match format {
        Format::Json => Destination::default().json(&listing)?,
        Format::Text => Destination::default().text(listing)?,
    }
    failure.map_or(Ok(()), Err)
}

impl Listing {
    /// The engines and devices, and the first failure of a device.
    pub fn of_machine() -> (Listing, Option<Failure>) {
        let mut listing = Listing {
            cpu: Cpu { threads: std::thread::available_parallelism().map_or(1, usize::from) },
            cuda: build_info().cuda,
            without_devices: None,
            devices: Vec::new(),
        };
        let failure = cuda(&mut listing);
        (listing, failure)
    }
}

/// A build without the engine has no devices.
#[cfg(not(feature = "cuda"))]
fn cuda(_: &mut Listing) -> Option<Failure> {
    None
}

/// Adds the devices; returns the first failure that a machine without a GPU would not have.
#[cfg(feature = "cuda")]
fn cuda(listing: &mut Listing) -> Option<Failure> {
    use eliminant::ErrorKind;
    use eliminant::engine::cuda::{devices, self_test};

    let CudaBuild::Kernels { arch, .. } = listing.cuda else { return None };
    let found = match devices() {
        Ok(found) => found,
        Err(error) => {
            listing.without_devices = Some(error.to_string());
            let absent = matches!(error.kind(), ErrorKind::DriverUnavailable { .. } | ErrorKind::NoDevice { .. });
            return if absent { None } else { Some(error.into()) };
        }
    };
    // Side by side: most of a test is the driver making the device ready.
    let tests: Vec<_> = std::thread::scope(|scope| {
        let running: Vec<_> = found.iter().map(|info| scope.spawn(|| self_test(info.ordinal))).collect();
        running.into_iter().map(|test| test.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let mut failure = None;
    for (info, test) in found.into_iter().zip(tests) {
        let result = match test {
            Ok(test) => SelfTest::Right {
                groups: test.checks.len(),
                milliseconds: test.time.as_secs_f64() * 1e3,
                kernels: test.code.to_string(),
            },
            Err(error) => {
                let message = error.to_string();
                failure.get_or_insert_with(|| Failure::from(error).within(&format!("device {}", info.ordinal)));
                SelfTest::Failed { message }
            }
        };
        listing.devices.push(Device {
            ordinal: info.ordinal,
            supported: info.runs(arch),
            compute_capability: format!("{}.{}", info.compute_capability.0, info.compute_capability.1),
            memory_bytes: info.memory,
            multiprocessors: info.multiprocessors,
            driver: format!("{}.{}", info.driver_version.0, info.driver_version.1),
            name: info.name,
            self_test: result,
        });
    }
    failure
}

impl std::fmt::Display for Listing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CPU: {} threads\nCUDA: {}", self.cpu.threads, self.cuda)?;
        if let Some(reason) = &self.without_devices {
            write!(f, "\n  {reason}")?;
        }
        for device in &self.devices {
            write!(
                f,
                "\n  device {}: {}, compute capability {}{}, {}, {} multiprocessors, driver for CUDA {}\n    self-test: ",
                device.ordinal,
                device.name,
                device.compute_capability,
                if device.supported { "" } else { " (older than the kernels)" },
                super::describe::bytes(device.memory_bytes as u64),
                device.multiprocessors,
                device.driver,
            )?;
            match &device.self_test {
                SelfTest::Right { groups, milliseconds, kernels } => {
                    write!(f, "{groups} groups right, {milliseconds:.0} ms, kernels {kernels}")?;
                }
                SelfTest::Failed { message } => write!(f, "failed: {message}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(self_test: SelfTest) -> Listing {
        let device = Device {
            ordinal: 0,
            name: "Test".into(),
            compute_capability: "9.0".into(),
            memory_bytes: 80 << 30,
            multiprocessors: 132,
            driver: "12.4".into(),
            supported: true,
            self_test,
        };
        let cuda = CudaBuild::Kernels { arch: "sm_75", assembled: vec!["sm_90".into()], families: vec!["ntt"] };
        Listing { cpu: Cpu { threads: 2 }, cuda, without_devices: None, devices: vec![device] }
    }

    #[test]
    fn devices_in_words_and_json() {
        let right = listing(SelfTest::Right { groups: 10, milliseconds: 81.6, kernels: "assembled for sm_90".into() });
        let words = "CPU: 2 threads\nCUDA: kernels for sm_75 and newer, assembled for sm_90\n  device 0: Test, compute capability 9.0, \
                     80.0 GiB, 132 multiprocessors, driver for CUDA 12.4\n    self-test: 10 groups right, 82 ms, \
                     kernels assembled for sm_90";
        assert_eq!(right.to_string(), words);
        let value = serde_json::to_value(&right).unwrap();
        assert_eq!(value["devices"][0]["self_test"]["result"], "right");
        assert_eq!(value["cuda"]["arch"], "sm_75");
        let failed = listing(SelfTest::Failed { message: "kernel x: word 3".into() });
        assert!(failed.to_string().ends_with("self-test: failed: kernel x: word 3"));
    }
}
