//! Options of every table of engines.

use crate::absent;
use crate::values::{DeviceList, Threads, device_list, one_of, positive};
use clap::Args;
use eliminant::Backend;

#[derive(Args)]
#[command(next_help_heading = "Engines and runs")]
pub struct Shared {
    /// Engines; unless given cpu, and cuda where there is a device, else with a line that says so
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(value_parser = one_of([("cpu", Backend::Cpu), ("cuda", Backend::Cuda)]))]
    pub backend: Vec<Backend>,
    /// Devices of CUDA that share the work, a column for each list: 0 or 0,1 or 0/0,1/0,1,2,3; the first device unless given
    #[arg(long, value_name = "LISTS", value_delimiter = '/', value_parser = device_list)]
    pub devices: Vec<DeviceList>,
    /// Runs that count, after one that does not; fewer where a run is long
    #[arg(long, value_name = "N", value_parser = positive, default_value = "10")]
    pub repeat: usize,
    /// Commit for the header; else ELIMINANT_COMMIT of the build, else what git says
    #[arg(long, value_name = "TEXT")]
    pub commit: Option<String>,
}

impl Shared {
    /// The lists of devices asked for, or the first device alone.
    pub fn devices(&self) -> Vec<DeviceList> {
        if self.devices.is_empty() { vec![vec![0]] } else { self.devices.clone() }
    }

    /// Whether a backend was asked for, or none was named.
    pub fn wants(&self, backend: Backend) -> bool {
        self.backend.is_empty() || self.backend.contains(&backend)
    }

    /// The backends that are asked for; where none is, the CPU, and CUDA where the smallest of its runs succeeds.
    ///
    /// # Errors
    /// Any failure of that run but the absence of a device, and with REQUIRE_GPU=1 that too.
    pub fn backends<T>(&self, on_cuda: impl FnOnce() -> eliminant::Result<T>) -> Result<Vec<Backend>, String> {
        if !self.backend.is_empty() {
            return Ok(self.backend.clone());
        }
        match on_cuda() {
            Ok(_) => Ok(vec![Backend::Cpu, Backend::Cuda]),
            Err(error) if absent::is_absence(&error) => {
                absent::skip("cuda", &error.to_string())?;
                Ok(vec![Backend::Cpu])
            }
            Err(error) => Err(format!("cuda: {error}")),
        }
    }
}

/// The name of a place in a table; devices where they are not the first alone.
pub fn place(backend: Backend, threads: Threads, devices: Option<&[usize]>) -> String {
    match (backend, threads, devices) {
        (Backend::Cuda, _, None) => "cuda".to_owned(),
        (Backend::Cuda, _, Some(devices)) => {
            format!("cuda {}", devices.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
        }
        (Backend::Auto, ..) => "auto".to_owned(),
        (_, None, _) => "cpu all".to_owned(),
        (_, Some(n), _) => format!("cpu {n}"),
    }
}
