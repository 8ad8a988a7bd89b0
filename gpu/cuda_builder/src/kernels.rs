//! [`Kernels`]: PTX files, what is assembled from them, and the index that a program includes.

use crate::assemble::{Assembler, Cubin, PTXAS_VARIABLE};
use crate::decision::{Decision, decide};
use crate::devices;
use crate::error::{BuildError, at};
use crate::image;
use crate::lanes::{each, jobs};
use crate::module::PtxModule;
use crate::paths::{device_dir, stems, variable};
use crate::wish::{CUBIN_VARIABLE, Wish, number, wish};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

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

    /// Assembles the modules for the architectures of this machine's devices, or for those that `ELIMINANT_CUBIN` asks for: `all`, `none` or a
    /// list. The `ptxas` is that in `PATH`, in `CUDA_HOME` or in `.venv` of the package that is built; `ELIMINANT_PTXAS` names another
    /// one. Prints one line that says what was decided, which cargo shows with `-vv`.
    ///
    /// Assembled files stand beside the PTX files in `out`, and once more in the target folder: what has not changed is not
    /// assembled again.
    ///
    /// # Errors
    /// When architectures that `ELIMINANT_CUBIN` asks for cannot be assembled for, or a file cannot be read or written.
    pub fn assemble(&mut self, out: &Path) -> Result<(), BuildError> {
        for name in [CUBIN_VARIABLE, PTXAS_VARIABLE, "CUDA_HOME"] {
            println!("cargo::rerun-if-env-changed={name}");
        }
        let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
        let cache = device_dir(out)?.join("cubin").join(&self.arch);
        let wish = wish(env::var(CUBIN_VARIABLE).ok().as_deref())?;
        match (self.assemble_as(&wish, &root, &cache, out), wish) {
            (Ok((decision, cubins)), _) => {
                println!("{decision}");
                self.cubins = cubins;
                Ok(())
            }
            (Err(error), Wish::Devices) => {
                let reason = error.to_string().replace('\n', " ");
                println!("cargo::warning=kernels are carried as PTX alone, which each driver has to compile: {reason}");
                Ok(())
            }
            (Err(error), _) => Err(error),
        }
    }

    fn assemble_as(
        &self,
        wish: &Wish,
        root: &Path,
        cache: &Path,
        out: &Path,
    ) -> Result<(Decision, Vec<Cubin>), BuildError> {
        let of_machine = || match devices::find(&env::var_os("PATH").unwrap_or_default()) {
            None => Ok(Vec::new()),
            Some(smi) => {
                println!("cargo::rerun-if-changed={}", smi.display());
                devices::compute_capabilities(&smi)
            }
        };
        let mut assembler = None;
        let known = || {
            assembler = Assembler::find(root)?;
            let found = assembler.as_ref();
            Ok(found.map(|assembler: &Assembler| {
                println!("cargo::rerun-if-changed={}", assembler.path().display());
                assembler.known().to_vec()
            }))
        };
        let decision = decide(wish, of_machine, known, number(&self.arch).unwrap_or(0))?;
        let cubins = match (&assembler, &*decision.architectures) {
            (Some(assembler), some @ [_, ..]) => assembler.run(&self.modules, some, cache, out)?,
            _ => Vec::new(),
        };
        Ok((decision, cubins))
    }

    /// Compresses the images, and writes a Rust file for `include!` with `ARCH: &str`, `FAMILIES: &[(&str, Image)]`, each family's name and
    /// PTX, and `CUBINS: &[(&str, u32, Image)]`, each assembled family's name, architecture and cubin. Where it is included,
    /// `Image::new(packed: &'static [u8], len: usize)` is a constant function: of a frame of Zstandard, and the bytes that they decompress
    /// to. The file stands beside theirs.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn write_index(&self, path: &Path) -> Result<(), BuildError> {
        let modules = self.modules.iter().map(|module| &module.path);
        let images: Vec<&PathBuf> = modules.chain(self.cubins.iter().map(|cubin| &cubin.path)).collect();
        let lengths = each(&images, jobs(), |path| image::compress(path))?;
        let (of_modules, of_cubins) = lengths.split_at(self.modules.len());
        let image = |name: String, len| format!("Image::new(include_bytes!(\"{name}.{}\"), {len})", image::EXTENSION);
        let mut text = format!("/// The architecture of the kernels.\npub static ARCH: &str = {:?};\n", self.arch);
        text += "/// Each family's name and PTX, sorted by name.\npub static FAMILIES: &[(&str, Image)] = &[\n";
        for (PtxModule { family, .. }, len) in self.modules.iter().zip(of_modules) {
            text += &format!("    ({family:?}, {}),\n", image(format!("{family}.ptx"), len));
        }
        text += "];\n/// Each assembled family's name, architecture and cubin, sorted by name and architecture.\n\
                 pub static CUBINS: &[(&str, u32, Image)] = &[\n";
        for (Cubin { family, arch, .. }, len) in self.cubins.iter().zip(of_cubins) {
            text += &format!("    ({family:?}, {arch}, {}),\n", image(format!("{family}.sm_{arch}.cubin"), len));
        }
        text += "];\n";
        fs::write(path, text).map_err(at(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;

    #[test]
    fn shipped_kernels_are_found() {
        let folder = Folder::new("shipped");
        let (ptx, out) = (folder.path().join("ptx"), folder.path().join("out"));
        assert_eq!(Kernels::shipped(&ptx, &out).unwrap(), None);
        fs::create_dir_all(&out).unwrap();
        folder.file("ptx/gcd.ptx", ".version 6.3\n.target sm_75\n");
        let kernels = Kernels::shipped(&ptx, &out).unwrap().unwrap();
        assert_eq!((kernels.arch.as_str(), kernels.modules[0].family.as_str()), ("sm_75", "gcd"));
        // One that needs a newer architecture, and one that names none.
        folder.file("ptx/ntt.ptx", ".target sm_80\n");
        let kernels = Kernels::shipped(&ptx, &out).unwrap().unwrap();
        let found: Vec<&str> = kernels.modules.iter().map(|module| module.arch.as_str()).collect();
        assert_eq!((kernels.arch.as_str(), &found[..]), ("sm_75", &["sm_75", "sm_80"][..]));
        folder.file("ptx/ntt.ptx", ".target none\n");
        assert!(Kernels::shipped(&ptx, &out).unwrap_err().to_string().contains("ntt.ptx"));
    }

    #[test]
    fn the_index_names_every_image_and_its_length() {
        let folder = Folder::new("index");
        let path = folder.file("gcd.ptx", ".target sm_75\n");
        let modules = vec![PtxModule { family: "gcd".into(), arch: "sm_75".into(), path }];
        let mut kernels = Kernels { arch: "sm_75".into(), modules, cubins: Vec::new() };
        let index = |kernels: &Kernels| {
            let path = folder.path().join("kernels.rs");
            kernels.write_index(&path).map(|()| fs::read_to_string(&path).unwrap())
        };
        let text = index(&kernels).unwrap();
        assert!(text.contains("ARCH: &str = \"sm_75\""), "{text}");
        assert!(text.contains("(\"gcd\", Image::new(include_bytes!(\"gcd.ptx.zst\"), 14))"), "{text}");
        assert!(text.ends_with("CUBINS: &[(&str, u32, Image)] = &[\n];\n"), "{text}");
        assert!(folder.path().join("gcd.ptx.zst").is_file());
        kernels.cubins.push(Cubin { family: "gcd".into(), arch: 90, path: folder.path().join("gcd.sm_90.cubin") });
        assert!(index(&kernels).unwrap_err().to_string().contains("gcd.sm_90.cubin"));
        folder.file("gcd.sm_90.cubin", "image");
        let text = index(&kernels).unwrap();
        assert!(text.contains("(\"gcd\", 90, Image::new(include_bytes!(\"gcd.sm_90.cubin.zst\"), 5))"), "{text}");
    }
}
