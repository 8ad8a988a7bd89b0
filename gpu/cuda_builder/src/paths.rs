//! Where a build script's files are.

use crate::error::{BuildError, at};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of device code, beside the profiles of the host, from the folder `out` of a build script:
/// `<target>/<profile>/build/<package>/out`.
pub fn device_dir(out: &Path) -> Result<PathBuf, BuildError> {
    let target = out.ancestors().nth(4).ok_or_else(|| BuildError(format!("OUT_DIR={} is too short", out.display())))?;
    Ok(target.join("device-ptx"))
}

/// A variable that cargo sets for build scripts.
pub fn variable(name: &str) -> Result<String, BuildError> {
    env::var(name).map_err(|_| BuildError(format!("{name} is not set: call this from a build script")))
}

/// Names, without extension, of the files of `dir` with this extension, sorted; `mod.rs` is none of them.
pub fn stems(dir: &Path, extension: &str) -> Result<Vec<String>, BuildError> {
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
