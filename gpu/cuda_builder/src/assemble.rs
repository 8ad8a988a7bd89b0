//! NVIDIA's assembler: finding it, and turning PTX into cubins, which a driver loads without compiling them.

use crate::error::{BuildError, at};
use crate::lanes::jobs;
use crate::module::PtxModule;
use std::collections::hash_map::DefaultHasher;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The environment variable that says for which architectures to assemble: `none`, or a list like `sm_90,sm_100`.
pub const CUBIN_VARIABLE: &str = "ELIMINANT_CUBIN";

/// The environment variable that names the assembler.
pub const PTXAS_VARIABLE: &str = "ELIMINANT_PTXAS";

/// Architectures to assemble for unless told otherwise, as numbers: Turing to Blackwell. A cubin runs on its own and on later minor
/// versions of the same major one, so that of sm_80 is there for sm_86 and sm_89; on all other devices the driver compiles the PTX.
const ARCHITECTURES: [u32; 5] = [75, 80, 90, 100, 120];

/// The same for builds that are not optimised for release, those of tests: the kernels of one architecture take 44 s of two cores.
const ARCHITECTURES_OF_DEBUG: [u32; 2] = [75, 90];

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

/// What [`CUBIN_VARIABLE`] asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Wish {
    /// Not set: what the assembler at hand can do, nothing where there is none.
    Whatever,
    Nothing,
    /// These, ascending, or the build fails.
    These(Vec<u32>),
}

/// Reads a value of [`CUBIN_VARIABLE`].
fn wish(value: Option<&str>) -> Result<Wish, String> {
    match value {
        None | Some("") => Ok(Wish::Whatever),
        Some("none") => Ok(Wish::Nothing),
        Some(list) => {
            let numbers = list.split(',').map(|word| portable(word.trim()));
            numbers
                .collect::<Option<Vec<u32>>>()
                .map(|mut numbers| {
                    numbers.sort_unstable();
                    numbers.dedup();
                    Wish::These(numbers)
                })
                .ok_or_else(|| format!("{CUBIN_VARIABLE}={list}: give `none` or architectures like `sm_90,sm_100`"))
        }
    }
}

/// 90 from `sm_90`; `None` for other forms, `sm_90a` among them, whose code runs on no later device.
fn portable(arch: &str) -> Option<u32> {
    arch.strip_prefix("sm_")?.parse().ok()
}

/// 90 from `sm_90` and from `sm_90a`.
pub fn number(arch: &str) -> Option<u32> {
    portable(arch.trim_end_matches(|c: char| c.is_ascii_lowercase()))
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

/// What the assembler prints.
fn output(ptxas: &Path, argument: &str) -> Result<String, String> {
    let output = Command::new(ptxas).arg(argument).output().map_err(|error| format!("{}: {error}", ptxas.display()))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{} {argument}: {}", ptxas.display(), output.status)),
    }
}

/// Whether the assembler's help lists `sm_ARCH` as a word of its own.
fn lists(help: &str, arch: u32) -> bool {
    let name = format!("sm_{arch}");
    help.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}

/// Assembles the families, whose PTX is for architecture `oldest`, into `out`; keeps what was assembled in `cache`.
///
/// Nothing is assembled where there is no assembler or the wish is `none`. An assembler that cannot do it is a warning, unless
/// architectures were asked for by name.
///
/// # Errors
/// When what was asked for by name cannot be done, or a file cannot be read or written.
pub fn assemble(
    modules: &[PtxModule],
    oldest: &str,
    root: &Path,
    cache: &Path,
    out: &Path,
) -> Result<Vec<Cubin>, BuildError> {
    for name in [CUBIN_VARIABLE, PTXAS_VARIABLE, "CUDA_HOME"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let wish = wish(std::env::var(CUBIN_VARIABLE).ok().as_deref())?;
    if wish == Wish::Nothing {
        return Ok(Vec::new());
    }
    let Some(ptxas) = find(root, &|name| std::env::var_os(name)) else {
        return match wish {
            Wish::These(_) => Err(BuildError::from(format!(
                "{CUBIN_VARIABLE} asks for cubins, and there is no ptxas in PATH, CUDA_HOME or .venv"
            ))),
            _ => Ok(Vec::new()),
        };
    };
    println!("cargo::rerun-if-changed={}", ptxas.display());
    let usual: &[u32] = match std::env::var("PROFILE").as_deref() {
        Ok("debug") => &ARCHITECTURES_OF_DEBUG,
        _ => &ARCHITECTURES,
    };
    let done = Assembler::new(ptxas, &wish, (usual, oldest)).and_then(|assembler| assembler.run(modules, cache, out));
    match (done, wish) {
        (Err(error), Wish::Whatever) => {
            let reason = error.to_string().replace('\n', " ");
            println!("cargo::warning=kernels are built in as PTX alone, which each driver has to compile: {reason}");
            Ok(Vec::new())
        }
        (done, _) => done,
    }
}

struct Assembler {
    ptxas: PathBuf,
    version: String,
    architectures: Vec<u32>,
}

impl Assembler {
    /// Where nothing was asked for, for those of the `usual` architectures that it can do.
    fn new(ptxas: PathBuf, wish: &Wish, (usual, oldest): (&[u32], &str)) -> Result<Self, BuildError> {
        let version = output(&ptxas, "--version")?;
        let help = output(&ptxas, "--help")?;
        let oldest = number(oldest).unwrap_or(0);
        let can = |arch: u32| arch >= oldest && lists(&help, arch);
        let architectures = match wish {
            Wish::These(list) => match list.iter().find(|&&arch| !can(arch)) {
                Some(arch) => {
                    let text = format!("{} cannot assemble these kernels for sm_{arch}", ptxas.display());
                    return Err(BuildError::from(text));
                }
                None => list.clone(),
            },
            _ => usual.iter().copied().filter(|&arch| can(arch)).collect(),
        };
        Ok(Assembler { ptxas, version, architectures })
    }

    /// Every family for every architecture, as many at a time as cargo allows.
    fn run(&self, modules: &[PtxModule], cache: &Path, out: &Path) -> Result<Vec<Cubin>, BuildError> {
        fs::create_dir_all(cache).map_err(at(cache))?;
        let lock_path = cache.join("lock");
        let lock = File::create(&lock_path).map_err(at(&lock_path))?;
        // Two profiles of the host may build at once.
        lock.lock().map_err(at(&lock_path))?;
        let runs = |module: &PtxModule, arch: u32| number(&module.arch).is_none_or(|oldest| oldest <= arch);
        let pairs = modules.iter().flat_map(|module| self.architectures.iter().map(move |&arch| (module, arch)));
        let work: Vec<(&PtxModule, u32)> = pairs.filter(|&(module, arch)| runs(module, arch)).collect();
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..jobs().clamp(1, work.len().max(1)) {
                scope.spawn(|| {
                    while let Some((module, arch)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = self.one(module, *arch, cache, out);
                        done.lock().unwrap_or_else(|poison| poison.into_inner()).push(result);
                    }
                });
            }
        });
        let done = done.into_inner().unwrap_or_else(|poison| poison.into_inner());
        let mut cubins = done.into_iter().collect::<Result<Vec<Cubin>, BuildError>>()?;
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
    use std::collections::HashMap;

    #[test]
    fn wishes_are_none_whatever_or_a_list() {
        assert_eq!(wish(None), Ok(Wish::Whatever));
        assert_eq!(wish(Some("none")), Ok(Wish::Nothing));
        assert_eq!(wish(Some("sm_100, sm_90,sm_100")), Ok(Wish::These(vec![90, 100])));
        for wrong in ["sm_90a", "90", "sm_90,", "all"] {
            assert!(wish(Some(wrong)).unwrap_err().contains(wrong), "{wrong}");
        }
    }

    #[test]
    fn architectures_are_whole_words_of_the_help() {
        let help = "Allowed values: 'lto_89','sm_100a','sm_90',\n        'sm_120'.";
        assert!(lists(help, 90) && lists(help, 120));
        assert!(!lists(help, 100) && !lists(help, 89) && !lists(help, 12));
    }

    /// A folder that goes away with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("cuda-builder-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        /// An empty file there.
        fn file(&self, name: &str) -> PathBuf {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            path
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn the_assembler_is_looked_for_in_order() {
        let folder = Folder::new("ptxas");
        let root = &folder.0;
        let look = |set: &[(&str, &Path)]| {
            let set: HashMap<String, OsString> =
                set.iter().map(|&(name, value)| (name.to_owned(), value.as_os_str().to_owned())).collect();
            find(root, &|name| set.get(name).cloned())
        };
        let (bin, home) = (root.join("bin"), root.join("cuda"));
        assert_eq!(look(&[("PATH", &bin), ("CUDA_HOME", &home)]), None);
        let in_venv = folder.file(".venv/lib/python3.11/site-packages/nvidia/cu13/bin/ptxas");
        assert_eq!(look(&[("PATH", &bin), ("CUDA_HOME", &home)]), Some(in_venv.clone()));
        assert_eq!(look(&[]), Some(in_venv));
        let in_home = folder.file("cuda/bin/ptxas");
        assert_eq!(look(&[("PATH", &bin), ("CUDA_HOME", &home)]), Some(in_home));
        let in_path = folder.file("bin/ptxas");
        assert_eq!(look(&[("PATH", &bin), ("CUDA_HOME", &home)]), Some(in_path));
        // What is named is taken, so that a mistake in it is seen.
        let named = Path::new("/nonexistent/ptxas");
        assert_eq!(look(&[("PATH", &bin), (PTXAS_VARIABLE, named)]), Some(named.to_owned()));
    }

    /// A script in place of the assembler: knows sm_80 and sm_90, writes its second argument's bytes and counts its runs.
    #[cfg(unix)]
    fn pretend(folder: &Folder) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.file("ptxas");
        let script = format!(
            "#!/bin/sh\ncase $1 in\n--version) echo pretended;;\n--help) echo \"'sm_80','sm_90'\";;\n\
             *) grep -q broken \"$2\" && {{ echo no >&2; exit 1; }}\n  echo run >> {}; (echo $1; cat \"$2\") > \"$4\";;\nesac\n",
            folder.0.join("runs").display()
        );
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    #[cfg(unix)]
    fn families_are_assembled_once_for_what_the_assembler_knows() {
        let folder = Folder::new("assemble");
        let ptxas = pretend(&folder);
        let path = folder.file("ntt.ptx");
        fs::write(&path, "text").unwrap();
        let modules = [PtxModule { family: "ntt".into(), arch: "sm_75".into(), path: path.clone() }];
        let (cache, out) = (folder.0.join("cache"), folder.0.clone());
        let runs = || fs::read_to_string(folder.0.join("runs")).unwrap().lines().count();
        let assembler = Assembler::new(ptxas.clone(), &Wish::Whatever, (&ARCHITECTURES, "sm_75")).unwrap();
        for _ in 0..2 {
            let cubins = assembler.run(&modules, &cache, &out).unwrap();
            assert_eq!(cubins.iter().map(|cubin| cubin.arch).collect::<Vec<_>>(), [80, 90]);
            assert_eq!(fs::read_to_string(&cubins[1].path).unwrap(), "-arch=sm_90\ntext");
            assert_eq!(runs(), 2);
        }
        fs::write(&path, "other text").unwrap();
        assembler.run(&modules, &cache, &out).unwrap();
        assert_eq!(runs(), 4);
        fs::write(&path, "broken").unwrap();
        assert!(assembler.run(&modules, &cache, &out).unwrap_err().to_string().contains("failed: no"));
        // Newer PTX is for newer devices only, and what is named must be possible.
        assert_eq!(
            Assembler::new(ptxas.clone(), &Wish::Whatever, (&ARCHITECTURES, "sm_86")).unwrap().architectures,
            [90]
        );
        let error = Assembler::new(ptxas, &Wish::These(vec![90, 100]), (&ARCHITECTURES, "sm_75")).err().unwrap();
        assert!(error.to_string().contains("sm_100"), "{error}");
    }
}
