//! The command that compiles one family.

use crate::error::{BuildError, at};
use crate::toolchain::Toolchain;
use std::fs;
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

/// The parameters of one compilation.
pub struct Job<'a> {
    pub toolchain: &'a Toolchain,
    pub crate_dir: &'a Path,
    pub package: &'a str,
    pub arch: &'a str,
    pub target_dir: &'a Path,
}

impl Job<'_> {
    /// The PTX of `family`.
    ///
    /// # Errors
    /// The compiler's messages, what keeps it from starting, or a file that cannot be read or written.
    pub fn run(&self, family: &str) -> Result<String, BuildError> {
        // In this folder: from what cargo has compiled here, and not elsewhere, it tells whether the file is up to date.
        let stage = self.target_dir.join("ptx");
        fs::create_dir_all(&stage).map_err(at(&stage))?;
        let ptx = stage.join(family).with_extension("ptx");
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
        let output = command.output().map_err(at(&self.toolchain.cargo))?;
        if !output.status.success() {
            let messages = String::from_utf8_lossy(&output.stderr);
            return Err(BuildError(format!("compiling the kernels of {family:?} failed ({command:?}):\n{messages}")));
        }
        if !ptx.is_file() {
            let (ptx, dir) = (ptx.display(), self.target_dir.display());
            return Err(BuildError(format!("cargo took {family:?} for up to date but {ptx} is gone: remove {dir}")));
        }
        fs::read_to_string(&ptx).map_err(at(&ptx))
    }
}
