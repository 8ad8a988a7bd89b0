//! [`CudaBuilder`]: from a crate of kernels to PTX files and their index.

use crate::assemble::{Cubin, assemble, number};
use crate::compile::Job;
use crate::error::{BuildError, at};
use crate::lanes;
use crate::module::PtxModule;
use crate::ptx::{entries, with_launch_bounds};
use crate::toolchain::{self, CARGO_VARIABLE, Search, Toolchain};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// What a build gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The kernels.
    Built(Kernels),
    /// There is no device tool chain: one line for the user, with the command that installs it.
    NoToolchain(String),
}

/// PTX files in one folder, sorted by family; beside them what was assembled from them. All are for one architecture, but for families that
/// need a newer one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernels {
    /// The oldest architecture, `sm_75` and the like.
    pub arch: String,
    /// The modules.
    pub modules: Vec<PtxModule>,
    /// Modules assembled for architectures, sorted by family and architecture; none until [`Kernels::assemble`].
    pub cubins: Vec<Cubin>,
}

impl Kernels {
    /// The PTX files that a released package carries in `dir`, copied to `out`; `None` when it has none.
    ///
    /// # Errors
    /// When a file cannot be read or copied, or names no architecture.
    pub fn shipped(dir: &Path, out: &Path) -> Result<Option<Self>, BuildError> {
        if !dir.is_dir() {
            return Ok(None);
        }
        println!("cargo::rerun-if-changed={}", dir.display());
        let mut modules = Vec::new();
        for family in stems(dir, "ptx")? {
            let (source, path) = (dir.join(&family).with_extension("ptx"), out.join(&family).with_extension("ptx"));
            let text = fs::read_to_string(&source).map_err(at(&source))?;
            let target = text.lines().find_map(|line| line.strip_prefix(".target ")).map(str::trim);
            let target = target.ok_or_else(|| BuildError(format!("{} names no target", source.display())))?;
            let arch = target.to_owned();
            if number(&arch).is_none() {
                return Err(BuildError(format!(
                    "{} is built for {target}, which is no architecture",
                    source.display()
                )));
            }
            fs::write(&path, text).map_err(at(&path))?;
            modules.push(PtxModule { family, arch, path });
        }
        let oldest = modules.iter().map(|module: &PtxModule| &module.arch).min_by_key(|arch| number(arch)).cloned();
        Ok(oldest.map(|arch| Kernels { arch, modules, cubins: Vec::new() }))
    }

    /// Assembles the modules for the architectures in use, with the `ptxas` that is in `PATH`, in `CUDA_HOME` or in `.venv`
    /// of the package that is built; `ELIMINANT_PTXAS` names another one. Without one, nothing is assembled.
    /// `ELIMINANT_CUBIN` is `none` or a list of architectures.
    ///
    /// Assembled files stand beside the PTX files in `out`, and once more in the target folder: what has not changed is not
    /// assembled again.
    ///
    /// # Errors
    /// When architectures that `ELIMINANT_CUBIN` names cannot be assembled for, or a file cannot be read or written.
    pub fn assemble(&mut self, out: &Path) -> Result<(), BuildError> {
        let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
        let cache = device_dir(out)?.join("cubin").join(&self.arch);
        self.cubins = assemble(&self.modules, &self.arch, &root, &cache, out)?;
        Ok(())
    }

    /// Writes a Rust file for `include!` with `ARCH: &str`, `FAMILIES: &[(&str, &str)]`, each family's name and PTX, and
    /// `CUBINS: &[(&str, u32, &[u8])]`, each assembled family's name, architecture and image. The file stands beside theirs.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_index(&self, path: &Path) -> Result<(), BuildError> {
        let mut text = format!("/// The architecture of the kernels.\npub static ARCH: &str = {:?};\n", self.arch);
        text += "/// Each family's name and PTX, sorted by name.\npub static FAMILIES: &[(&str, &str)] = &[\n";
        for PtxModule { family, .. } in &self.modules {
            text += &format!("    ({family:?}, include_str!(\"{family}.ptx\")),\n");
        }
        text += "];\n";
        if !self.cubins.is_empty() {
            text += "/// An image as the driver wants it: at an address that its headers may be read from.\n\
                     #[repr(C, align(64))]\nstruct Aligned<T: ?Sized>(T);\n";
        }
        for (index, Cubin { family, arch, .. }) in self.cubins.iter().enumerate() {
            text += &format!(
                "static CUBIN_{index}: &Aligned<[u8]> = &Aligned(*include_bytes!(\"{family}.sm_{arch}.cubin\"));\n"
            );
        }
        text += "/// Each assembled family's name, architecture and image, sorted by name and architecture.\n\
                 pub static CUBINS: &[(&str, u32, &[u8])] = &[\n";
        for (index, Cubin { family, arch, .. }) in self.cubins.iter().enumerate() {
            text += &format!("    ({family:?}, {arch}, &CUBIN_{index}.0),\n");
        }
        text += "];\n";
        fs::write(path, text).map_err(at(path))
    }
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
            fs::write(&path, text).map_err(at(&path))?;
            Ok(PtxModule { family: family.clone(), arch: arch.to_owned(), path })
        })?;
        Ok(Kernels { arch: self.arch.clone(), modules, cubins: Vec::new() })
    }
}

/// The folder of device code, beside the profiles of the host, from the folder `out` of a build script:
/// `<target>/<profile>/build/<package>/out`.
fn device_dir(out: &Path) -> Result<PathBuf, BuildError> {
    let target = out.ancestors().nth(4).ok_or_else(|| BuildError(format!("OUT_DIR={} is too short", out.display())))?;
    Ok(target.join("device-ptx"))
}

fn variable(name: &str) -> Result<String, BuildError> {
    env::var(name).map_err(|_| BuildError(format!("{name} is not set: call this from a build script")))
}

/// Names, without extension, of the files of `dir` with this extension, sorted; `mod.rs` is none of them.
fn stems(dir: &Path, extension: &str) -> Result<Vec<String>, BuildError> {
    let mut stems = Vec::new();
    for file in fs::read_dir(dir).map_err(at(dir))? {
        let path = file.map_err(at(dir))?.path();
        if path.extension().is_some_and(|e| e == extension)
            && let Some(stem) = path.file_stem().and_then(|stem| stem.to_str())
            && stem != "mod"
        {
            stems.push(stem.to_owned());
        }
    }
    stems.sort();
    Ok(stems)
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

    #[test]
    fn shipped_kernels_are_found() {
        let dir = env::temp_dir().join(format!("cuda-builder-shipped-{}", std::process::id()));
        let (ptx, out) = (dir.join("ptx"), dir.join("out"));
        assert_eq!(Kernels::shipped(&ptx, &out).unwrap(), None);
        fs::create_dir_all(&ptx).unwrap();
        fs::create_dir_all(&out).unwrap();
        fs::write(ptx.join("gcd.ptx"), ".version 6.3\n.target sm_75\n").unwrap();
        let kernels = Kernels::shipped(&ptx, &out).unwrap().unwrap();
        assert_eq!((kernels.arch.as_str(), kernels.modules[0].family.as_str()), ("sm_75", "gcd"));
        let index = |kernels: &Kernels| {
            kernels.write_index(&out.join("kernels.rs")).unwrap();
            fs::read_to_string(out.join("kernels.rs")).unwrap()
        };
        let text = index(&kernels);
        assert!(text.contains("(\"gcd\", include_str!(\"gcd.ptx\"))") && text.contains("\"sm_75\""), "{text}");
        assert!(text.ends_with("CUBINS: &[(&str, u32, &[u8])] = &[\n];\n"), "{text}");
        let cubin = Cubin { family: "gcd".into(), arch: 90, path: out.join("gcd.sm_90.cubin") };
        let text = index(&Kernels { cubins: vec![cubin], ..kernels });
        assert!(
            text.contains("include_bytes!(\"gcd.sm_90.cubin\")") && text.contains("(\"gcd\", 90, &CUBIN_0.0)"),
            "{text}"
        );
        // One that needs a newer architecture, and one that names none.
        fs::write(ptx.join("ntt.ptx"), ".target sm_80\n").unwrap();
        let kernels = Kernels::shipped(&ptx, &out).unwrap().unwrap();
        let found: Vec<&str> = kernels.modules.iter().map(|module| module.arch.as_str()).collect();
        assert_eq!((kernels.arch.as_str(), &found[..]), ("sm_75", &["sm_75", "sm_80"][..]));
        fs::write(ptx.join("ntt.ptx"), ".target none\n").unwrap();
        assert!(Kernels::shipped(&ptx, &out).unwrap_err().to_string().contains("ntt.ptx"));
        fs::remove_dir_all(&dir).unwrap();
    }
}
