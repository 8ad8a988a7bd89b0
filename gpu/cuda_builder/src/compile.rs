//! The command that compiles one family.

use crate::toolchain::Toolchain;
use std::path::Path;
use std::process::Command;

/// Flags of every device crate, `core` among them.
///
/// - one `target-cpu`: all crates of a PTX module must share it;
/// - immediate aborts: else the module keeps unresolved panic functions;
/// - no jump threading: it would copy barriers into branches (rust-lang/rust issue 137086);
/// - every function as if `#[inline]`: compiled where it is called, so that only what kernels reach is in the module.
fn flags(arch: &str) -> String {
    [
        &format!("-Ctarget-cpu={arch}"),
        "-Ccodegen-units=1",
        "-Zunstable-options",
        "-Cpanic=immediate-abort",
        "-Zmir-enable-passes=-JumpThreading",
        "-Zcross-crate-inline-threshold=always",
    ]
    .join("\u{1f}")
}

/// Variables that would change the device build, or make the inner cargo wait for the outer one's locks. Among them
/// `RUSTC_WORKSPACE_WRAPPER`, which clippy leaks.
const FOREIGN: [&str; 10] = [
    "RUSTFLAGS",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "CARGO_BUILD_RUSTC",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_RUSTC_WRAPPER",
    "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER",
    "CARGO_BUILD_TARGET",
    "CARGO_TARGET_DIR",
    "CARGO_BUILD_TARGET_DIR",
];

/// What one compilation needs.
pub struct Job<'a> {
    pub toolchain: &'a Toolchain,
    pub crate_dir: &'a Path,
    pub package: &'a str,
    pub arch: &'a str,
    pub target_dir: &'a Path,
}

impl Job<'_> {
    /// Compiles `family` to the PTX file `ptx`.
    ///
    /// # Errors
    /// The compiler's messages, or what keeps it from starting.
    pub fn run(&self, family: &str, ptx: &Path) -> Result<(), String> {
        let mut command = Command::new(&self.toolchain.cargo);
        command.current_dir(self.crate_dir).args(["rustc", "--package", self.package, "--lib", "--profile", "device"]);
        command.args(["--locked", "--target", "nvptx64-nvidia-cuda", "-Zbuild-std=core", "--target-dir"]);
        command.arg(self.target_dir).arg("--").arg(format!("--emit=asm={}", ptx.display()));
        command.arg("--cfg").arg(format!("family=\"{family}\""));
        for variable in FOREIGN {
            command.env_remove(variable);
        }
        command
            .env("RUSTC", &self.toolchain.rustc)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_ENCODED_RUSTFLAGS", flags(self.arch));
        let output = command.output().map_err(|error| format!("{}: {error}", self.toolchain.cargo.display()))?;
        if !output.status.success() {
            let messages = String::from_utf8_lossy(&output.stderr);
            return Err(format!("compiling the kernels of {family:?} failed ({command:?}):\n{messages}"));
        }
        if !ptx.is_file() {
            let dir = self.target_dir.display();
            return Err(format!("cargo took {family:?} for up to date but {} is gone: remove {dir}", ptx.display()));
        }
        Ok(())
    }
}
