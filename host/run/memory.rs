//! Memory of the host: how much a computation may take in all.

use super::options::RunOptions;
pub(crate) use crate::engine::prime_bundles::MEMORY as WHAT;
use crate::error::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of the host, or of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Footprint {
    /// With as little as possible at a time.
    pub least: u64,
    /// With batches as they are chosen.
    pub usual: u64,
    /// Primes of such a batch.
    pub batch: usize,
}

/// Processes of this program that share the memory of the machine.
static NEIGHBOURS: AtomicU64 = AtomicU64::new(1);

/// From now on so many processes of this program share the memory of the machine, this one among them.
#[cfg_attr(not(feature = "mpi"), allow(dead_code, reason = "MPI knows of them"))]
pub(crate) fn share_with(processes: usize) {
    NEIGHBOURS.store(processes.max(1) as u64, Ordering::Relaxed);
}

/// Bytes that a computation may take, with its input and its answer: the limit, or three quarters of what is there; its share of them where others run at the same
/// time.
pub(crate) fn allowed(run: &RunOptions) -> u64 {
    let share = || available() / 4 * 3 / NEIGHBOURS.load(Ordering::Relaxed);
    run.memory_limit.unwrap_or_else(share) / run.control.computations()
}

/// The rest of them beside `held` bytes.
///
/// # Errors
/// `Limit` when nothing is.
pub(crate) fn left(run: &RunOptions, held: u64) -> Result<u64> {
    let allowed = allowed(run);
    check(held, allowed)?;
    Ok(allowed - held)
}

/// Refuses a computation that needs more bytes than it may take.
///
/// # Errors
/// `Limit`.
pub(crate) fn check(needed: u64, allowed: u64) -> Result<()> {
    match needed > allowed {
        true => {
            let (needed, allowed) = (u128::from(needed), u128::from(allowed));
            Err(ErrorKind::Limit { what: WHAT, needed, allowed }.into())
        }
        false => Ok(()),
    }
}

/// Whether memory does not suffice.
pub(crate) fn is_lack(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Limit { what: WHAT, .. })
}

/// The number that an error for lack of memory asks for; 0 of others.
pub(crate) fn lack(error: &Error) -> u128 {
    match *error.kind() {
        ErrorKind::Limit { what: WHAT, needed, .. } => needed,
        _ => 0,
    }
}

/// Bytes that this process can still get: the least of what the system has available, and of what its control group and the limits of
/// the process leave. 4 GiB where nothing can be read. Asked at most ten times a second: reading takes as long as a small plan.
fn available() -> u64 {
    static LAST: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((at, bytes)) = *last
        && at.elapsed() < Duration::from_millis(100)
    {
        return bytes;
    }
    let bytes = [of_system(), of_group(), of_process()].into_iter().flatten().min().unwrap_or(4 << 30);
    *last = Some((Instant::now(), bytes));
    bytes
}

/// An error of what is done beside `held` bytes: a limit of memory names the whole of it.
pub(crate) fn beside(held: u64) -> impl Fn(Error) -> Error {
    move |error| match *error.kind() {
        ErrorKind::Limit { what: WHAT, needed, allowed } => {
            let (needed, allowed) = (needed + u128::from(held), allowed + u128::from(held));
            ErrorKind::Limit { what: WHAT, needed, allowed }.into()
        }
        _ => error,
    }
}

/// The number behind `key` in a file of lines such as `MemAvailable:  123 kB`.
fn field(text: &str, key: &str, place: usize) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().nth(place)?.parse().ok()
}

fn of_system() -> Option<u64> {
    Some(field(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:", 0)?.saturating_mul(1024))
}

/// Bytes that the limits on address space and data leave.
fn of_process() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    left_by_limits(&limits, &status)
}

fn left_by_limits(limits: &str, status: &str) -> Option<u64> {
    let left = |limit: &str, used: &str| {
        // `unlimited` is no number.
        let limit = field(limits, limit, 0)?;
        Some(limit.saturating_sub(field(status, used, 0)?.saturating_mul(1024)))
    };
    let both = [left("Max address space", "VmSize:"), left("Max data size", "VmData:")];
    both.into_iter().flatten().min()
}

/// Bytes that the control groups of this process leave, of both versions.
fn of_group() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    group_folders(&groups).iter().filter_map(|(folder, names)| left_in_group(folder, names)).min()
}

/// Names of the files of a group: its limit, and what it uses.
type Names = [&'static str; 2];

/// Folders that may have a limit: of the group and of all above it.
fn group_folders(groups: &str) -> Vec<(PathBuf, Names)> {
    let mut folders = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, names) = match controllers {
            "" => ("/sys/fs/cgroup", ["memory.max", "memory.current"]),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", ["memory.limit_in_bytes", "memory.usage_in_bytes"])
            }
            _ => continue,
        };
        let relative = Path::new(path.trim_start_matches('/'));
        folders.extend(relative.ancestors().map(|part| (Path::new(root).join(part), names)));
    }
    folders
}

/// Bytes that a group leaves; files it could give back count as used by it only where they are in use.
fn left_in_group(folder: &Path, [limit, used]: &Names) -> Option<u64> {
    let number = |name: &str| std::fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
    let (limit, used) = (number(limit)?, number(used)?);
    let stat = std::fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let files = ["total_inactive_file ", "inactive_file "].iter().find_map(|key| field(&stat, key, 0)).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(files)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_a_process() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max data size             unlimited            unlimited            bytes\n\
                      Max address space         6144000000           unlimited            bytes\n";
        let status = "VmPeak:\t 2000 kB\nVmSize:\t 1000 kB\nVmData:\t 500 kB\n";
        assert_eq!(left_by_limits(limits, status), Some(6_144_000_000 - 1_024_000));
        let both = limits.replace("size             unlimited", "size             1024000");
        assert_eq!(left_by_limits(&both, status), Some(1_024_000 - 512_000));
        assert_eq!(left_by_limits("", status), None);
    }

    #[test]
    fn groups_and_those_above() {
        let names = |groups| group_folders(groups).into_iter().map(|(folder, _)| folder).collect::<Vec<_>>();
        assert_eq!(
            names("0::/a/b\n"),
            ["/sys/fs/cgroup/a/b", "/sys/fs/cgroup/a", "/sys/fs/cgroup/"].map(PathBuf::from)
        );
        let old = "5:devices:/\n4:memory:/x\n";
        assert_eq!(names(old), ["/sys/fs/cgroup/memory/x", "/sys/fs/cgroup/memory/"].map(PathBuf::from));
        assert!(names("nonsense").is_empty());
    }

    #[test]
    fn a_group_leaves_what_it_does_not_use() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let names = ["memory.max", "memory.current"];
        assert_eq!(left_in_group(folder.path(), &names), None);
        write("memory.max", "max\n");
        write("memory.current", "5000\n");
        assert_eq!(left_in_group(folder.path(), &names), None);
        write("memory.max", "9000\n");
        assert_eq!(left_in_group(folder.path(), &names), Some(4000));
        write("memory.stat", "anon 3000\ninactive_file 1500\n");
        assert_eq!(left_in_group(folder.path(), &names), Some(5500));
    }

    #[test]
    fn what_is_held_counts() {
        assert!(allowed(&RunOptions::default()) > 1 << 20);
        let run = RunOptions { memory_limit: Some(100), ..RunOptions::default() };
        assert_eq!(left(&run, 60), Ok(40));
        assert!(matches!(left(&run, 101).unwrap_err().kind(), ErrorKind::Limit { needed: 101, allowed: 100, .. }));
    }
}
