//! What every table of engines lets one choose.

use crate::values::{DeviceList, device_list, one_of, positive};
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
}
