//! NVIDIA's assembler: finding it, and turning PTX into cubins, which a driver loads without compiling them.

use crate::error::{BuildError, at};
use crate::lanes::{each, jobs};
use crate::module::PtxModule;
use crate::wish::{number, portable};
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment variable that names the assembler.
pub const PTXAS_VARIABLE: &str = "ELIMINANT_PTXAS";

/// One family assembled for one architecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cubin {
    /// The family.
    pub family: String,
    /// The architecture's number, 90 for `sm_90`.
    pub arch: u32,
    /// The file.
    pub path: PathBuf,
}

/// The assembler: named by [`PTXAS_VARIABLE`]; in `PATH`; in `CUDA_HOME`; or in the environment `.venv` of `root`, where pip puts
/// the package `nvidia-cuda-nvcc`.
fn find(root: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if let Some(named) = variable(PTXAS_VARIABLE) {
        return Some(PathBuf::from(named));
    }
    let path = variable("PATH").unwrap_or_default();
    let home = variable("CUDA_HOME").map(|home| PathBuf::from(home).join("bin"));
    let children = |dir: PathBuf| fs::read_dir(dir).into_iter().flatten().flatten().map(|file| file.path());
    let packages = children(root.join(".venv/lib")).flat_map(|python| children(python.join("site-packages/nvidia")));
    std::env::split_paths(&path)
        .chain(home)
        .chain(packages.map(|package| package.join("bin")))
        .map(|dir| dir.join("ptxas"))
        .find(|file| file.is_file())
}

/// The output of the assembler.
fn output(ptxas: &Path, argument: &str) -> Result<String, String> {
    let output = Command::new(ptxas).arg(argument).output().map_err(|error| format!("{}: {error}", ptxas.display()))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{} {argument}: {}", ptxas.display(), output.status)),
    }
}

/// The portable architectures that the assembler's help lists, ascending: words like `sm_90`.
fn known(help: &str) -> Vec<u32> {
    let words = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut known: Vec<u32> = words.filter_map(portable).collect();
    known.sort_unstable();
    known.dedup();
    known
}

/// NVIDIA's assembler, `ptxas`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembler {
    ptxas: PathBuf,
    version: String,
    known: Vec<u32>,
}

impl Assembler {
    /// The assembler that `ELIMINANT_PTXAS` names, or that is in `PATH`, in `CUDA_HOME`, or in the environment `.venv` of `root`; `None` where
    /// there is none.
    ///
    /// # Errors
    /// When it does not run.
    pub fn find(root: &Path) -> Result<Option<Self>, BuildError> {
        find(root, &|name| std::env::var_os(name)).map(Self::at).transpose()
    }

    /// That of the file `ptxas`.
    fn at(ptxas: PathBuf) -> Result<Self, BuildError> {
        let version = output(&ptxas, "--version")?;
        let known = known(&output(&ptxas, "--help")?);
        Ok(Assembler { ptxas, version, known })
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.ptxas
    }

    /// The architectures that it knows, as numbers, ascending.
    pub fn known(&self) -> &[u32] {
        &self.known
    }

    /// Assembles every family for each of these architectures that it runs on, as many at a time as cargo allows; into `out`.
    /// Assembled kernels are kept in `cache`.
    ///
    /// # Errors
    /// When a family does not assemble, or a file cannot be read or written.
    pub fn run(
        &self,
        modules: &[PtxModule],
        architectures: &[u32],
        cache: &Path,
        out: &Path,
    ) -> Result<Vec<Cubin>, BuildError> {
        for folder in [cache, out] {
            fs::create_dir_all(folder).map_err(at(folder))?;
        }
        let lock_path = cache.join("lock");
        let lock = File::create(&lock_path).map_err(at(&lock_path))?;
        // Two profiles of the host may build at once.
        lock.lock().map_err(at(&lock_path))?;
        let runs = |module: &PtxModule, arch: u32| number(&module.arch).is_none_or(|oldest| oldest <= arch);
        let pairs = modules.iter().flat_map(|module| architectures.iter().map(move |&arch| (module, arch)));
        let work: Vec<(&PtxModule, u32)> = pairs.filter(|&(module, arch)| runs(module, arch)).collect();
        let mut cubins = each(&work, jobs(), |&(module, arch)| self.one(module, arch, cache, out))?;
        cubins.sort_by(|a, b| (&a.family, a.arch).cmp(&(&b.family, b.arch)));
        Ok(cubins)
    }

    /// One family for one architecture, from the cache where it holds what the same assembler made of the same PTX.
    fn one(&self, module: &PtxModule, arch: u32, cache: &Path, out: &Path) -> Result<Cubin, BuildError> {
        let ptx = fs::read_to_string(&module.path).map_err(at(&module.path))?;
        let mut hasher = DefaultHasher::new();
        (&self.version, &ptx).hash(&mut hasher);
        let key = format!("{:016x}", hasher.finish());
        let name = format!("{}.sm_{arch}.cubin", module.family);
        let (kept, key_path) = (cache.join(&name), cache.join(format!("{name}.key")));
        if fs::read_to_string(&key_path).ok().as_deref() != Some(key.as_str()) || !kept.is_file() {
            // An interrupted run must not leave the key of an older image beside half a new one.
            if key_path.exists() {
                fs::remove_file(&key_path).map_err(at(&key_path))?;
            }
            let mut command = Command::new(&self.ptxas);
            command.arg(format!("-arch=sm_{arch}")).arg(&module.path).arg("-o").arg(&kept);
            let output = command.output().map_err(at(&self.ptxas))?;
            if !output.status.success() {
                let messages = String::from_utf8_lossy(&output.stderr);
                return Err(BuildError::from(format!("{command:?} failed: {messages}")));
            }
            fs::write(&key_path, &key).map_err(at(&key_path))?;
        }
        let path = out.join(&name);
        fs::copy(&kept, &path).map_err(at(&path))?;
        Ok(Cubin { family: module.family.clone(), arch, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;
    use std::collections::HashMap;

    #[test]
    fn architectures_are_whole_words_of_the_help() {
        let help = "Allowed values: 'lto_89','compute_87','sm_100a','sm_90',\n        'sm_120','sm_90'.";
        assert_eq!(known(help), [90, 120]);
    }

    #[test]
    fn the_assembler_is_looked_for_in_order() {
        let folder = Folder::new("ptxas");
        let root = folder.path();
        let look = |set: &[(&str, &Path)]| {
            let set: HashMap<String, OsString> =
                set.iter().map(|&(name, value)| (name.to_owned(), value.as_os_str().to_owned())).collect();
            find(root, &|name| set.get(name).cloned())
        };
        let empty = |name| folder.file(name, "");
        let (bin, home) = (root.join("bin"), root.join("cuda"));
        assert_eq!(look(&[("PATH", &bin), ("CUDA_HOME", &home)]), None);
        let in_venv = empty(".venv/lib/python3.11/site-packages/nvidia/cu13/bin/ptxas");
        assert_eq!(look(&[("PATH", &bin), ("CUDA_HOME", &home)]), Some(in_venv.clone()));
        assert_eq!(look(&[]), Some(in_venv));
        let in_home = empty("cuda/bin/ptxas");
        assert_eq!(look(&[("PATH", &bin), ("CUDA_HOME", &home)]), Some(in_home));
        let in_path = empty("bin/ptxas");
        assert_eq!(look(&[("PATH", &bin), ("CUDA_HOME", &home)]), Some(in_path));
        // A named assembler is taken, so that a mistake in the name is seen.
        let named = Path::new("/nonexistent/ptxas");
        assert_eq!(look(&[("PATH", &bin), (PTXAS_VARIABLE, named)]), Some(named.to_owned()));
    }

    /// A script in place of the assembler: knows sm_80 and sm_90, writes its second argument's bytes and counts its runs.
    #[cfg(unix)]
    fn pretend(folder: &Folder) -> PathBuf {
        let lines = format!(
            "case $1 in\n--version) echo pretended;;\n--help) echo \"'sm_80','sm_90'\";;\n\
             *) grep -q broken \"$2\" && {{ echo no >&2; exit 1; }}\n  echo run >> {}; (echo $1; cat \"$2\") > \"$4\";;\nesac",
            folder.path().join("runs").display()
        );
        folder.script("ptxas", &lines)
    }

    #[test]
    #[cfg(unix)]
    fn families_are_assembled_once_for_what_they_run_on() {
        let folder = Folder::new("assemble");
        let path = folder.file("ntt.ptx", "text");
        let module =
            |family: &str, arch: &str| PtxModule { family: family.into(), arch: arch.into(), path: path.clone() };
        let modules = [module("tensor", "sm_90"), module("ntt", "sm_75")];
        let (cache, out) = (folder.path().join("cache"), folder.path().join("out"));
        let runs = || fs::read_to_string(folder.path().join("runs")).unwrap().lines().count();
        let assembler = Assembler::at(pretend(&folder)).unwrap();
        assert_eq!(assembler.known(), [80, 90]);
        let run = || assembler.run(&modules, &[80, 90], &cache, &out);
        for _ in 0..2 {
            let cubins = run().unwrap();
            let made: Vec<(&str, u32)> = cubins.iter().map(|cubin| (&*cubin.family, cubin.arch)).collect();
            assert_eq!(made, [("ntt", 80), ("ntt", 90), ("tensor", 90)]);
            assert_eq!(fs::read_to_string(&cubins[1].path).unwrap(), "-arch=sm_90\ntext");
            assert_eq!(runs(), 3);
        }
        fs::write(&path, "other text").unwrap();
        run().unwrap();
        assert_eq!(runs(), 6);
        fs::write(&path, "broken").unwrap();
        assert!(run().unwrap_err().to_string().contains("failed: no"));
        assert!(Assembler::at(folder.path().join("missing")).unwrap_err().to_string().contains("missing"));
    }
}
