//! The CUDA devices of the machine that builds, as `nvidia-smi` lists them: it comes with the driver, and nothing is linked.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the Windows Subsystem for Linux has the driver's programs, outside `PATH` for some users.
const OF_WINDOWS: &str = "/usr/lib/wsl/lib";

/// `nvidia-smi`, in a folder of `path`, the variable of that name, or of the Windows Subsystem for Linux; a machine without a driver has none.
pub fn find(path: &OsStr) -> Option<PathBuf> {
    let folders = std::env::split_paths(path).chain([PathBuf::from(OF_WINDOWS)]);
    folders.map(|dir| dir.join("nvidia-smi")).find(|file| file.is_file())
}

/// The compute capability of each device, 90 for 9.0.
///
/// # Errors
/// A line about what went wrong: a driver that does not run, or one that is too old to be asked (before CUDA 11.6).
pub fn compute_capabilities(smi: &Path) -> Result<Vec<u32>, String> {
    let mut command = Command::new(smi);
    command.args(["--query-gpu=compute_cap", "--format=csv,noheader"]);
    let output = command.output().map_err(|error| format!("{}: {error}", smi.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let said = [&*text, &*String::from_utf8_lossy(&output.stderr)].join(" ");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        return Err(format!("{}: {}: {said}", smi.display(), output.status));
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| capability(line).ok_or_else(|| format!("{} answers {line:?}", smi.display()))).collect()
}

/// 90 from `9.0`.
fn capability(text: &str) -> Option<u32> {
    let (major, minor) = text.split_once('.')?;
    let (major, minor): (u32, u32) = (major.parse().ok()?, minor.parse().ok()?);
    (minor < 10).then_some(10 * major + minor)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::folder::Folder;

    #[test]
    fn capabilities_are_read_from_what_nvidia_smi_prints() {
        let folder = Folder::new("devices");
        let smi = |script: &str| {
            let asked = r#"[ "$*" = "--query-gpu=compute_cap --format=csv,noheader" ] || exit 64"#;
            let path = folder.script("nvidia-smi", &format!("{asked}\n{script}"));
            compute_capabilities(&path)
        };
        assert_eq!(smi("echo 9.0; echo 9.0; echo 12.1"), Ok(vec![90, 90, 121]));
        assert_eq!(smi("echo ' 7.5 '"), Ok(vec![75]));
        // A driver, and no device.
        assert_eq!(smi("exit 0"), Ok(vec![]));
        for (script, said) in [
            ("echo 'NVIDIA-SMI has failed'; exit 9", "NVIDIA-SMI has failed"),
            ("echo 'Field \"compute_cap\" is not a valid field to query.' >&2; exit 2", "not a valid field"),
            ("echo '[N/A]'", "[N/A]"),
            ("echo 90", "90"),
            ("echo 9.10", "9.10"),
        ] {
            assert!(smi(script).unwrap_err().contains(said), "{script}");
        }
    }

    #[test]
    fn nvidia_smi_is_looked_for_in_the_path() {
        let folder = Folder::new("smi");
        let path = std::env::join_paths([folder.path().join("other"), folder.path().join("bin")]).unwrap();
        // A machine of the Windows Subsystem for Linux finds its own.
        let elsewhere = Some(Path::new(OF_WINDOWS).join("nvidia-smi")).filter(|file| file.is_file());
        assert_eq!(find(&path), elsewhere);
        let there = folder.script("bin/nvidia-smi", "exit 0");
        assert_eq!(find(&path), Some(there));
    }
}
