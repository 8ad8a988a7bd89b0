//! The header of a result: when, where, with what.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// First line that a command prints; `None` where there is no such command or it fails.
pub fn first_line(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}

/// Year-month-day and time of day, UTC, from the days since 1970: H. Hinnant, "chrono-compatible low-level date algorithms".
fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let days = seconds / 86400 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let of_day = seconds % 86400;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", of_day / 3600, of_day / 60 % 60)
}

/// Processor and number of cores of the host.
fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name))?;
        line.split(':').nth(1).map(|value| value.trim().to_owned())
    };
    let name = field("model name").unwrap_or_else(|| "unknown processor".to_owned());
    let number = |name| field(name).unwrap_or_else(|| "?".to_owned());
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let (family, model) = (number("cpu family"), number("model"));
    format!("{name} (family {family}, model {model}), {cores} threads")
}

/// The CUDA device and its driver, as far as they can be known.
fn device() -> String {
    let queried = first_line("nvidia-smi", &["--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"]);
    let driver = || {
        let version = std::fs::read_to_string("/proc/driver/nvidia/version").ok()?;
        version.lines().next().map(str::to_owned)
    };
    queried.or_else(driver).unwrap_or_else(|| "no CUDA driver".to_owned())
}

/// The commit: as given, as set when this was built, or as the current folder says.
fn commit(given: Option<&str>) -> String {
    given
        .or(option_env!("ELIMINANT_COMMIT"))
        .map(str::to_owned)
        .or_else(|| first_line("git", &["describe", "--always", "--dirty", "--abbrev=12"]))
        .unwrap_or_else(|| "unknown (give --commit)".to_owned())
}

/// The compiler: as set when this was built, or the one in the path.
fn compiler() -> String {
    let built = option_env!("ELIMINANT_RUSTC").map(str::to_owned);
    built.or_else(|| first_line("rustc", &["--version"])).unwrap_or_else(|| "rustc unknown".to_owned())
}

/// Lines that say when and where the numbers below them come from.
pub fn header(given_commit: Option<&str>) -> String {
    let command: Vec<String> = std::env::args().collect();
    let lines = [
        ("date", date()),
        ("host", processor()),
        ("device", device()),
        ("compiler", compiler()),
        ("commit", commit(given_commit)),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("command", command.join(" ")),
    ];
    lines.iter().map(|(name, value)| format!("{name:<9}{value}\n")).collect()
}

/// Host and device of a header, for the title of a plot.
pub fn host_and_device(header: &str) -> String {
    header
        .lines()
        .filter(|line| line.starts_with("host ") || line.starts_with("device "))
        .filter_map(|line| line.get(9..))
        .collect::<Vec<_>>()
        .join("; ")
}
