//! Memory of a process.

use super::engine::Engine;
use crate::machine::first_line;
use eliminant::Backend;

/// Memory that one engine takes in a process in which nothing else was computed before.
pub struct Memory {
    /// Bytes in use on the devices before; none on the host, or where they cannot be known.
    before: Option<u64>,
}

impl Memory {
    /// Begins.
    pub fn of(engine: &Engine) -> Self {
        Memory { before: on_devices(engine) }
    }

    /// Bytes: on the host the most that this process has had, on devices what it holds, the driver's own part included. The CUDA engine keeps
    /// what it has taken until it needs that for something else.
    pub fn taken(&self, engine: &Engine) -> Option<u64> {
        match engine.backend {
            Backend::Cuda => Some(on_devices(engine)?.saturating_sub(self.before?)),
            _ => peak(),
        }
    }
}

/// Bytes in use on the devices of the engine, as the driver's tool tells.
fn on_devices(engine: &Engine) -> Option<u64> {
    if engine.backend != Backend::Cuda {
        return None;
    }
    let used = |device: &usize| {
        let id = format!("--id={device}");
        let mebibytes = first_line("nvidia-smi", &[&id, "--query-gpu=memory.used", "--format=csv,noheader,nounits"])?;
        mebibytes.parse::<u64>().ok().map(|used| used << 20)
    };
    engine.devices.iter().map(used).sum()
}

/// The most resident memory that this process has had, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}
