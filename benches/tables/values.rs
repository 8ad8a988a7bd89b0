//! Values of options: how they are read from the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;

/// A number of CPU threads; `None`: all cores.
pub type Threads = Option<usize>;

/// CUDA devices by number, which share the work.
pub type DeviceList = Vec<usize>;

pub fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "give a positive number".to_owned())
}

pub fn threads(text: &str) -> Result<Threads, String> {
    match text {
        "all" => Ok(None),
        _ => positive(text).map(Some).map_err(|_| "give a positive number or all".to_owned()),
    }
}

pub fn device_list(text: &str) -> Result<DeviceList, String> {
    let numbers: Result<DeviceList, _> = text.split(',').map(str::parse).collect();
    numbers.map_err(|_| "give numbers from 0 with commas between, and / between lists".to_owned())
}

pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "give a positive number of seconds".to_owned())
}

/// One of some values by its name; the help and the errors list the names.
pub fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(|(name, _)| name)).try_map(move |text| {
        let found = all.iter().find(|(name, _)| *name == text);
        found.map(|&(_, value)| value).ok_or_else(|| format!("{text} is none of them"))
    })
}

/// A number of GiB, as bytes.
pub fn gibibytes(text: &str) -> Result<u64, String> {
    let bytes = text.parse().ok().filter(|&size: &f64| size > 0.0).map(|size| size * f64::from(1 << 30));
    bytes
        .filter(|&bytes| bytes < u64::MAX as f64)
        .map(|bytes| bytes as u64)
        .ok_or_else(|| "give a positive number of GiB".to_owned())
}
