//! The file that keeps the rates of one engine.

use crate::plan::cost::Rates;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::xxh3_64;

/// Of what is measured and how; files with another one are not read.
const FORMAT: u32 = 3;

/// A file is smaller; a larger one is not ours.
const MOST_BYTES: u64 = 1 << 16;

/// The contents of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    format: u32,
    /// The program: builds without optimisation are slower.
    version: String,
    engine: String,
    rates: Rates,
    /// CRC-32 of the other fields as [`Content::text`] writes them.
    checksum: u32,
}

/// The version of this program.
fn version() -> String {
    let build = if cfg!(debug_assertions) { ", checked" } else { "" };
    format!("{}{build}", env!("CARGO_PKG_VERSION"))
}

impl Content {
    fn new(engine: &str, rates: Rates) -> Self {
        let mut content = Content { format: FORMAT, version: version(), engine: engine.to_owned(), rates, checksum: 0 };
        content.checksum = content.sum();
        content
    }

    /// The checksum that it should have. Numbers are compared as they are written: shortest digits that give the same number.
    fn sum(&self) -> u32 {
        let rates = serde_json::to_string(&self.rates).unwrap_or_default();
        crc32fast::hash(format!("{}\n{}\n{}\n{rates}", self.format, self.version, self.engine).as_bytes())
    }

    /// Whether it is what this program would write for the engine.
    fn is_of(&self, engine: &str) -> bool {
        let is_ours = self.format == FORMAT && self.version == version() && self.engine == engine;
        is_ours && self.checksum == self.sum() && self.rates.is_sound()
    }
}

/// The folder for files of all engines; `None` where the environment names none.
pub(super) fn folder() -> Option<PathBuf> {
    folder_of(std::env::var_os("XDG_CACHE_HOME"), std::env::var_os("HOME"))
}

/// The same for these values of the two variables. Relative paths are to be ignored (XDG Base Directory Specification).
pub(super) fn folder_of(cache: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let absolute = |path: Option<OsString>| path.map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute(cache).or_else(|| absolute(home).map(|home| home.join(".cache")))?;
    Some(cache.join("eliminant"))
}

/// The file of an engine.
pub(super) fn path(folder: &Path, engine: &str) -> PathBuf {
    folder.join(format!("rates-{:016x}.json", xxh3_64(engine.as_bytes())))
}

/// The rates that were kept for an engine, if the file is there, whole, and of this version.
pub(super) fn read(folder: &Path, engine: &str) -> Option<Rates> {
    let path = path(folder, engine);
    fs::metadata(&path).ok().filter(|file| file.is_file() && file.len() < MOST_BYTES)?;
    let content: Content = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    content.is_of(engine).then_some(content.rates)
}

/// Keeps the rates of an engine. Another process sees the whole file or none.
///
/// # Errors
/// The folder or the file cannot be written.
pub(super) fn write(folder: &Path, engine: &str, rates: &Rates) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(&serde_json::to_vec_pretty(&Content::new(engine, *rates))?)?;
    file.persist(path(folder, engine))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::cost::{CORE_31, CORE_50, H200};

    const ENGINE: &str = "a processor, 2 threads";

    #[test]
    fn what_was_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("not/yet/there");
        assert_eq!(read(&below, ENGINE), None);
        // Digits that are no short decimals come back too.
        let odd = Rates { table: 1.0 / 3.0, fixed: f64::MIN_POSITIVE, ..CORE_31 };
        for rates in [CORE_50, odd, H200] {
            write(&below, ENGINE, &rates).unwrap();
            assert_eq!(read(&below, ENGINE), Some(rates));
        }
        write(&below, "another", &CORE_31).unwrap();
        assert_eq!((read(&below, ENGINE), read(&below, "another")), (Some(H200), Some(CORE_31)));
        // Nothing else is left behind.
        assert_eq!(fs::read_dir(&below).unwrap().count(), 2);
    }

    #[test]
    fn damaged_files_are_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), ENGINE, &CORE_50).unwrap();
        let path = path(folder.path(), ENGINE);
        let whole = fs::read(&path).unwrap();
        // Every shorter file, and every one with another byte that matters.
        for len in 0..whole.len() {
            fs::write(&path, &whole[..len]).unwrap();
            assert_eq!(read(folder.path(), ENGINE), None, "{len} bytes");
        }
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 1;
            fs::write(&path, &other).unwrap();
            // A space may become another character between two values; what it says is the same or nothing.
            assert!(read(folder.path(), ENGINE).is_none_or(|rates| rates == CORE_50), "byte {at}");
        }
        for other in [&b"{}"[..], b"[1]", &[0; 100], &vec![b' '; 1 << 17]] {
            fs::write(&path, other).unwrap();
            assert_eq!(read(folder.path(), ENGINE), None);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(read(folder.path(), ENGINE), None);
        assert!(write(folder.path(), ENGINE, &CORE_50).is_err());
        fs::remove_dir(&path).unwrap();
        fs::write(&path, whole).unwrap();
        assert_eq!(read(folder.path(), ENGINE), Some(CORE_50));
    }

    /// Files that are whole, but not of this program, this engine, or possible.
    #[test]
    fn other_files_are_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path(), ENGINE);
        let found = |mut content: Content| {
            content.checksum = content.sum();
            fs::write(&path, serde_json::to_vec(&content).unwrap()).unwrap();
            read(folder.path(), ENGINE)
        };
        let content = || Content::new(ENGINE, CORE_31);
        assert_eq!(found(content()), Some(CORE_31));
        assert_eq!(found(Content { version: "0.0.9".into(), ..content() }), None);
        assert_eq!(found(Content { format: FORMAT + 1, ..content() }), None);
        assert_eq!(found(Content { engine: "another".into(), ..content() }), None);
        for rates in [
            Rates { lift: -1.0, ..CORE_31 },
            Rates { bundle: (0, 4), ..CORE_31 },
            Rates { determinant: [0.0; 6], ..CORE_31 },
            Rates { prime_bits: 0, ..CORE_31 },
        ] {
            assert_eq!(found(Content { rates, ..content() }), None);
        }
    }

    #[test]
    fn folders_of_the_environment() {
        let of = |cache: Option<&str>, home: Option<&str>| folder_of(cache.map(Into::into), home.map(Into::into));
        assert_eq!(of(Some("/c"), Some("/h")), Some("/c/eliminant".into()));
        assert_eq!(of(None, Some("/h")), Some("/h/.cache/eliminant".into()));
        // Empty and relative paths are as none.
        for cache in ["", "here", "./here"] {
            assert_eq!(of(Some(cache), Some("/h")), Some("/h/.cache/eliminant".into()));
            assert_eq!(of(Some(cache), Some(cache)), None);
        }
        assert_eq!(of(None, None), None);
    }

    #[test]
    fn folders_that_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a file");
        fs::write(&file, "").unwrap();
        assert!(write(&file, ENGINE, &CORE_50).is_err());
        assert!(write(&file.join("below"), ENGINE, &CORE_50).is_err());
        assert_eq!(read(&file, ENGINE), None);
    }
}
