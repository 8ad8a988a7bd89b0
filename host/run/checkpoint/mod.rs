//! Checkpoints: what a computation has found is saved in a file, and a later run of the same computation takes it from there.
//!
//! The saved numbers are determined by the problem and a prime: residues of the answer's coefficients, whatever engine,
//! grid, method or seed they come from. So each row of residues has a key, the fingerprint of what it belongs to, and
//! its prime; a run asks for those of the primes that it takes, and computes what is not there. Slabs of a grid and
//! verified GCDs of a batch are saved in the same way, with keys of their own. The file ([`log`]) is only appended to.

mod archive;
mod fingerprint;
mod log;
#[cfg(test)]
mod tests;

pub(crate) use archive::{Archive, Kept, rows_at_once};
pub(crate) use fingerprint::Fingerprint;
pub(crate) use log::Row;

use crate::error::{Error, ErrorKind, Result};
use crate::plural::count;
use crate::shorten::shortened_middle;
use log::{Head, Log, head};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The file in the folder of a checkpoint.
pub(super) const NAME: &str = "eliminant.checkpoint";

fn refused(file: &Path, message: impl Into<String>) -> Error {
    ErrorKind::Checkpoint { file: file.display().to_string(), message: message.into() }.into()
}

/// Opens the file, which nobody else has.
fn locked(path: &Path, create: bool) -> Result<Option<File>> {
    loop {
        let file = match OpenOptions::new().read(true).write(true).create(create).truncate(false).open(path) {
            Ok(file) => file,
            Err(error) if !create && error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(refused(path, format!("it cannot be opened: {error}"))),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(refused(path, "another computation has it; wait for that, or name another folder"));
            }
            // Some file systems of clusters have no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(refused(path, format!("it cannot be locked: {error}"))),
        }
        // The one who had it may have removed it before this one got it.
        if is_at(&file, path) {
            return Ok(Some(file));
        }
    }
}

/// Whether the path still leads to the file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// A file that is open cannot be removed elsewhere.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Opens the checkpoint of a problem in `folder`, which is made where there is none.
///
/// # Errors
/// `Checkpoint`: it belongs to another problem or version, somebody else has it, or it cannot be read or written.
pub(super) fn open(folder: &Path, problem: u128, seed: Option<u64>) -> Result<Arc<Archive>> {
    let path = folder.join(NAME);
    fs::create_dir_all(folder).map_err(|error| refused(folder, format!("the folder cannot be made: {error}")))?;
    let Some(file) = locked(&path, true)? else {
        return Err(refused(&path, "it cannot be made"));
    };
    let broken = |error: io::Error| refused(&path, format!("it cannot be read or written: {error}"));
    let new = head(problem, seed.unwrap_or_else(rand::random));
    if file.metadata().map_err(broken)?.len() == 0 {
        let log = Log::begin(file, &new).and_then(|mut log| log.sync().map(|()| log)).map_err(broken)?;
        // So that the name of the file stays too.
        if let Ok(folder) = File::open(folder) {
            _ = folder.sync_all();
        }
        return Ok(Arc::new(Archive::new(path.display().to_string(), true, log, &new, None)));
    }
    let log::Found { mut log, head, damaged } = Log::open(file).map_err(broken)?;
    if let Some(Head { format, version, .. }) = &head
        && (*format, version) != (new.format, &new.version)
    {
        let (own, other) = (&new.version, format!("version {version} of the program, in format {format}"));
        let message = format!("it is of {other}, and this is version {own}, format {}", new.format);
        return Err(refused(&path, message + "; go on with that, or name another folder"));
    }
    if log.sections.is_empty() && damaged.is_empty() {
        // Nothing is lost, whatever problem it was to be of.
        log.mend(&new).map_err(broken)?;
        return Ok(Arc::new(Archive::new(path.display().to_string(), true, log, &new, None)));
    }
    let others = log.sections.iter().map(|section| section.problem).chain(head.iter().map(|head| head.problem));
    if others.into_iter().any(|found| found != problem) {
        return Err(refused(&path, "it is of another problem; name another folder, or remove it to begin anew"));
    }
    let head = Head { seed: seed.or(head.map(|head| head.seed)).unwrap_or(new.seed), ..new };
    log.mend(&head).map_err(broken)?;
    let damaged = damaged.first().map(|first| {
        let bytes: u64 = damaged.iter().map(|range| range.end - range.start).sum();
        let (path, from) = (path.display().to_string(), first.start);
        let path = shortened_middle(&path);
        let (are, they) = if bytes == 1 { ("is", "it") } else { ("are", "they") };
        let bytes = count(bytes, "byte");
        format!("checkpoint {path}: {bytes}, from byte {from} on, {are} not whole; what {they} held is computed again")
    });
    Ok(Arc::new(Archive::new(path.display().to_string(), true, log, &head, damaged)))
}

/// Removes the checkpoint in a folder, if there is one: after a computation with
/// [`RunOptions::keep_checkpoint`](crate::RunOptions::keep_checkpoint), once its answer is in a safe place. The folder stays.
///
/// # Errors
/// `Checkpoint`: a computation has it, or it cannot be removed.
///
/// # Examples
/// ```
/// use eliminant::{Polynomial, Resultant, remove_checkpoint};
/// # let folder = tempfile::tempdir().unwrap();
/// # let folder = folder.path();
/// let f: Polynomial = "y^3 - x*y + 1".parse()?;
/// let g: Polynomial = "x*y^2 - 3".parse()?;
/// let resultant = Resultant::new(&f, &g, "y").checkpoint(folder).keep_checkpoint(true);
/// let (first, second) = (resultant.run()?, resultant.run()?);
/// // Nothing was computed twice.
/// assert_eq!((first.polynomial, first.report.run.primes), (second.polynomial, second.report.run.restored));
/// remove_checkpoint(folder)?;
/// # Ok::<(), eliminant::Error>(())
/// ```
pub fn remove_checkpoint(folder: impl Into<PathBuf>) -> Result<()> {
    let path = folder.into().join(NAME);
    let Some(_file) = locked(&path, false)? else { return Ok(()) };
    fs::remove_file(&path).map_err(|error| refused(&path, format!("it cannot be removed: {error}")))
}
