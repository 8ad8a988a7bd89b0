//! Finding a compiler for the device: a cargo, the rustc beside it, and the library sources that match it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment variable that names the device's cargo, or `none`.
pub const CARGO_VARIABLE: &str = "ELIMINANT_DEVICE_CARGO";

/// A cargo and a rustc that can build `core` for the device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// The cargo.
    pub cargo: PathBuf,
    /// The rustc beside it.
    pub rustc: PathBuf,
}

/// The result of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Search {
    /// The first tool chain that has its sources.
    Found(Toolchain),
    /// None: where it looked, what was missing, what to run.
    Missing(Missing),
}

/// Why there is no tool chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// One line for the user, with the command that mends it.
    pub message: String,
    /// Files that change when a tool chain is installed.
    pub watch: Vec<PathBuf>,
}

/// Looks, in this order, at `ELIMINANT_DEVICE_CARGO`; the cargo that runs this build; the cargo of the tool chain that
/// `rust-toolchain.toml` in `root` pins; and Debian's `/usr/bin/cargo`.
///
/// # Errors
/// A message when `ELIMINANT_DEVICE_CARGO` names a cargo that cannot do it: what was asked for is not replaced silently.
pub fn find(root: &Path) -> Result<Search, String> {
    let channel = pinned_channel(root);
    if let Some(value) = env::var_os(CARGO_VARIABLE) {
        if value == "none" {
            let message = format!("built without GPU kernels: {CARGO_VARIABLE}=none; unset it to build them");
            return Ok(Search::Missing(Missing { message, watch: Vec::new() }));
        }
        return match inspect(Path::new(&value)) {
            Ok(toolchain) => Ok(Search::Found(toolchain)),
            Err(reason) => Err(format!("{CARGO_VARIABLE}={}: {}", Path::new(&value).display(), reason.text)),
        };
    }
    let running = env::var_os("CARGO").map(PathBuf::from);
    let pinned = channel.as_deref().and_then(rustup_cargo);
    let (mut tried, mut watch) = (Vec::new(), Vec::new());
    for cargo in running.into_iter().chain(pinned).chain([PathBuf::from("/usr/bin/cargo")]) {
        match inspect(&cargo) {
            Ok(toolchain) => return Ok(Search::Found(toolchain)),
            Err(reason) => {
                if !tried.contains(&reason.text) {
                    tried.push(reason.text);
                }
                watch.extend(reason.watch);
            }
        }
    }
    // Debian's package manager rewrites this file whenever it installs something.
    watch.push(PathBuf::from("/var/lib/dpkg/status"));
    watch.retain(|file| file.exists());
    let toolchain = channel.map(|c| format!(" --toolchain {c}")).unwrap_or_default();
    let message = format!(
        "built without GPU kernels: no device tool chain ({}). Run `rustup component add rust-src{toolchain}`, or on Debian \
         `apt-get install rustc-web cargo-web rust-web-src`, and build again",
        tried.join("; ")
    );
    Ok(Search::Missing(Missing { message, watch }))
}

struct Reason {
    text: String,
    watch: Option<PathBuf>,
}

/// The tool chain of `cargo`, if its rustc is there and has its sources.
fn inspect(cargo: &Path) -> Result<Toolchain, Reason> {
    let no = |text: String| Reason { text, watch: None };
    if !cargo.is_file() {
        return Err(no(format!("no {}", cargo.display())));
    }
    let rustc = cargo.with_file_name("rustc");
    let output = Command::new(&rustc)
        .args(["--print", "sysroot"])
        .output()
        .map_err(|error| no(format!("{}: {error}", rustc.display())))?;
    if !output.status.success() {
        return Err(no(format!("{} --print sysroot fails", rustc.display())));
    }
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let rustlib = sysroot.join("lib/rustlib");
    if !rustlib.join("src/rust/library/core/src/lib.rs").is_file() {
        let text = format!("{} has no library sources in {}", cargo.display(), rustlib.join("src").display());
        // rustup rewrites this list whenever it adds a component.
        return Err(Reason { text, watch: Some(rustlib.join("components")) });
    }
    Ok(Toolchain { cargo: cargo.to_path_buf(), rustc })
}

/// The channel of `rust-toolchain.toml`: the one line `channel = ".."` of it.
fn pinned_channel(root: &Path) -> Option<String> {
    let text = std::fs::read_to_string(root.join("rust-toolchain.toml")).ok()?;
    let value = text.lines().find_map(|line| line.trim().strip_prefix("channel")?.trim().strip_prefix('='))?;
    Some(value.trim().trim_matches('"').to_owned())
}

/// The cargo of an installed rustup tool chain.
fn rustup_cargo(channel: &str) -> Option<PathBuf> {
    let output = Command::new("rustup").args(["which", "cargo", "--toolchain", channel]).output().ok()?;
    output.status.success().then(|| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pinned_channel_is_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        assert_eq!(pinned_channel(&root).as_deref(), Some("1.95.0"));
        assert_eq!(pinned_channel(Path::new("/nonexistent")), None);
    }

    #[test]
    fn a_cargo_that_is_not_there_is_named() {
        let Err(reason) = inspect(Path::new("/nonexistent/cargo")) else {
            panic!("found a tool chain in /nonexistent")
        };
        assert_eq!(reason.text, "no /nonexistent/cargo");
    }
}
