//! [`CudaBuilder`]: from a crate of kernels to PTX files.

use crate::compile::Job;
use crate::error::{BuildError, at};
use crate::kernels::Kernels;
use crate::lanes;
use crate::module::PtxModule;
use crate::paths::{device_dir, stems, variable};
use crate::ptx::{entries, with_launch_bounds, without_comments};
use crate::toolchain::{self, CARGO_VARIABLE, Search, Toolchain};
use crate::wish::number;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The result of a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The kernels.
    Built(Kernels),
    /// There is no device tool chain: one line for the user, with the command that installs it.
    NoToolchain(String),
}

/// Builds a crate of kernels; Rust-CUDA's interface, with a *folder* to copy to because there is one PTX file per family.
#[derive(Debug, Clone)]
pub struct CudaBuilder {
    crate_dir: PathBuf,
    arch: String,
    families: Vec<String>,
    newer: Vec<(String, String)>,
    copy_to: Option<PathBuf>,
}

impl CudaBuilder {
    /// A builder for the kernel crate in `crate_dir`, relative to the package that is built.
    pub fn new(crate_dir: impl Into<PathBuf>) -> Self {
        let (families, newer) = (Vec::new(), Vec::new());
        CudaBuilder { crate_dir: crate_dir.into(), arch: "sm_75".to_owned(), families, newer, copy_to: None }
    }

    /// The oldest architecture that the kernels shall run on; `sm_75` unless set.
    #[must_use]
    pub fn arch(mut self, arch: impl Into<String>) -> Self {
        self.arch = arch.into();
        self
    }

    /// Adds a family. Without this, every file under `src/kernels/` is one.
    #[must_use]
    pub fn family(mut self, family: impl Into<String>) -> Self {
        self.families.push(family.into());
        self
    }

    /// Says that a family has instructions of this architecture: it is compiled for it where that of the others is older.
    #[must_use]
    pub fn needs(mut self, family: impl Into<String>, arch: impl Into<String>) -> Self {
        self.newer.push((family.into(), arch.into()));
        self
    }

    /// The architecture of a family.
    fn arch_of(&self, family: &str) -> &str {
        let mut needed = self.newer.iter().filter(|(name, _)| name == family).map(|(_, arch)| arch.as_str());
        needed.rfind(|arch| number(arch) > number(&self.arch)).unwrap_or(&self.arch)
    }

    /// The folder for the PTX files; `OUT_DIR` unless set.
    #[must_use]
    pub fn copy_to(mut self, dir: impl Into<PathBuf>) -> Self {
        self.copy_to = Some(dir.into());
        self
    }

    /// Builds, and tells cargo when to build again.
    ///
    /// The crates are compiled in target folders of their own, beside the profiles of the host: the inner cargo would wait
    /// forever for the outer one's lock, and all profiles of the host share one device build. As many families as cargo allows jobs
    /// are compiled at a time.
    ///
    /// # Errors
    /// When the kernels do not compile, when `ELIMINANT_DEVICE_CARGO` names a tool chain that cannot compile them, or when a
    /// file cannot be read or written. A missing tool chain is no error but [`Outcome::NoToolchain`].
    pub fn build(self) -> Result<Outcome, BuildError> {
        let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
        let out = PathBuf::from(variable("OUT_DIR")?);
        let crate_dir = root.join(&self.crate_dir);
        println!("cargo::rerun-if-env-changed={CARGO_VARIABLE}");
        for watched in ["src", "cuda_std", "Cargo.toml"].map(|name| crate_dir.join(name)) {
            println!("cargo::rerun-if-changed={}", watched.display());
        }
        for watched in ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"].map(|name| root.join(name)) {
            if watched.exists() {
                println!("cargo::rerun-if-changed={}", watched.display());
            }
        }
        let toolchain = match toolchain::find(&root)? {
            Search::Found(toolchain) => toolchain,
            Search::Missing(missing) => {
                for file in missing.watch {
                    println!("cargo::rerun-if-changed={}", file.display());
                }
                return Ok(Outcome::NoToolchain(missing.message));
            }
        };
        self.compile(&toolchain, &crate_dir, &out).map(Outcome::Built)
    }

    fn compile(&self, toolchain: &Toolchain, crate_dir: &Path, out: &Path) -> Result<Kernels, BuildError> {
        let sources = crate_dir.join("src/kernels");
        let families = if self.families.is_empty() { stems(&sources, "rs")? } else { self.families.clone() };
        let architectures: Vec<&str> = families.iter().map(|family| self.arch_of(family)).collect();
        let target_dir = device_dir(out)?;
        fs::create_dir_all(&target_dir).map_err(at(&target_dir))?;
        let copy_to = self.copy_to.as_deref().unwrap_or(out);
        fs::create_dir_all(copy_to).map_err(at(copy_to))?;
        // Two profiles of the host may build at once: from here to the end of the function one of them writes and reads.
        let lock_path = target_dir.join("eliminant.lock");
        let lock = File::create(&lock_path).map_err(at(&lock_path))?;
        lock.lock().map_err(at(&lock_path))?;
        let package = package_name(crate_dir)?;
        let modules = lanes::run(&lanes::deal(&architectures, &self.arch, lanes::jobs()), |lane, family| {
            let (arch, family) = (lane.arch, &families[family]);
            let target_dir = target_dir.join(arch).join(lane.number.to_string());
            let job = Job { toolchain, crate_dir, package: &package, arch, target_dir: &target_dir };
            let text = with_launch_bounds(&job.run(family)?, family)?;
            if entries(&text)?.is_empty() {
                return Err(BuildError(format!(
                    "family {family:?} has no kernels: is it listed in src/kernels/mod.rs?"
                )));
            }
            let path = copy_to.join(family).with_extension("ptx");
            fs::write(&path, without_comments(&text)).map_err(at(&path))?;
            Ok(PtxModule { family: family.clone(), arch: arch.to_owned(), path })
        })?;
        Ok(Kernels { arch: self.arch.clone(), modules, cubins: Vec::new() })
    }
}

/// The `name` of the manifest in `dir`: the first line `name = ".."`, which is the package's.
fn package_name(dir: &Path) -> Result<String, BuildError> {
    let path = dir.join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(at(&path))?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = ")).map(|name| name.trim().trim_matches('"'));
    name.map(str::to_owned).ok_or_else(|| BuildError(format!("{} names no package", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_may_need_a_newer_architecture() {
        let builder = |arch| CudaBuilder::new("gpu").arch(arch).needs("tensor", "sm_80");
        for (arch, expected) in [("sm_75", "sm_80"), ("sm_80", "sm_80"), ("sm_90", "sm_90"), ("sm_90a", "sm_90a")] {
            assert_eq!(builder(arch).arch_of("tensor"), expected);
            assert_eq!(builder(arch).arch_of("gcd"), arch);
        }
    }

    #[test]
    fn families_are_the_files_of_the_folder() {
        let gpu = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let families = stems(&gpu.join("src/kernels"), "rs").unwrap();
        assert!(families.contains(&"selftest".to_owned()) && !families.contains(&"mod".to_owned()), "{families:?}");
        assert_eq!(package_name(&gpu).unwrap(), "eliminant-gpu");
    }
}
