//! The engines and devices of this machine.

use super::args::Format;
use super::output;
use super::status::Failure;
use eliminant::{CudaBuild, build_info};
use serde::Serialize;

/// What there is.
#[derive(Serialize)]
struct Listing {
    cpu: Cpu,
    cuda: CudaBuild,
}

/// The CPU engine.
#[derive(Serialize)]
struct Cpu {
    threads: usize,
}

/// Lists what there is. A machine without a GPU is an answer, not an error.
pub fn run(format: Format) -> Result<(), Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let listing = Listing { cpu: Cpu { threads }, cuda: build_info().cuda };
    match format {
        Format::Json => output::json(&listing),
        Format::Text => output::text(format!("CPU: {threads} threads\nCUDA: {}", listing.cuda)),
    }
}
