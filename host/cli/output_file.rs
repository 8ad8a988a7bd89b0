//! The file of `--output`: it appears, or is replaced, when the answer is complete.
//!
//! An answer is written to a file of another name in the same folder, which then takes the name asked for. So whoever looks at that name sees
//! what was there before or all of the answer, and a run that fails or is interrupted leaves nothing. Only a pipe or a device is
//! written to as it is.

use super::status::{Failure, Status};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::{NamedTempFile, TempPath};

/// A path that can be written to.
pub struct OutputFile {
    /// As it was given.
    path: PathBuf,
    /// The regular file that it leads to; `None` for a pipe or a device.
    target: Option<PathBuf>,
    pending: Pending,
}

/// The file that has not got its name yet, while there is one.
#[derive(Clone, Default)]
pub struct Pending(Arc<Mutex<Option<TempPath>>>);

impl Pending {
    fn put(&self, path: Option<TempPath>) -> Option<TempPath> {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), path)
    }

    /// Removes it, whatever still writes to it.
    pub fn abandon(&self) {
        drop(self.put(None));
    }
}

/// A file that is being written. Dropped before [`Writing::complete`] it leaves nothing.
pub struct Writing<'a> {
    file: &'a OutputFile,
    out: BufWriter<File>,
}

impl OutputFile {
    /// Makes sure that a file can be written there, before anything is computed; nothing is changed.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        let target = target(path).map_err(|error| Failure::file(path, format!("cannot be written: {error}")))?;
        let file = OutputFile { path: path.to_owned(), target, pending: Pending::default() };
        if let Some(target) = &file.target {
            temporary(target).map_err(|error| file.failed("cannot be created", error))?;
        }
        Ok(file)
    }

    /// Whether it is a file, or will be: not a pipe or a device, whose reader may go.
    pub fn is_regular(&self) -> bool {
        self.target.is_some()
    }

    /// The unfinished file, which an interrupt abandons.
    pub fn pending(&self) -> Pending {
        self.pending.clone()
    }

    /// Begins to write.
    pub fn open(&self) -> Result<Writing<'_>, Failure> {
        let file = match &self.target {
            None => OpenOptions::new().write(true).open(&self.path),
            Some(target) => temporary(target).map(|file| {
                let (file, path) = file.into_parts();
                self.pending.put(Some(path));
                file
            }),
        };
        let file = file.map_err(|error| self.failed("cannot be created", error))?;
        Ok(Writing { file: self, out: BufWriter::with_capacity(1 << 16, file) })
    }

    fn failed(&self, what: &str, error: io::Error) -> Failure {
        Failure::file(&self.path, format!("{what}: {error}"))
    }
}

/// The regular file that a path leads to, through links, there or not; `None` where something else is there.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::Error::other("it is a folder; name a file in it")),
        Ok(there) if there.is_file() => {
            // A file that must not be written must not be replaced either.
            OpenOptions::new().append(true).open(path)?;
            fs::canonicalize(path).map(Some)
        }
        Ok(_) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(path.to_owned())),
        Err(error) => Err(error),
    }
}

/// A new file in the folder of `target`, with the permissions that a file of that name has, or would get.
fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".eliminant-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    if let Ok(there) = fs::metadata(target) {
        file.as_file().set_permissions(there.permissions())?;
    }
    Ok(file)
}

impl Writing<'_> {
    /// As it was given.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// All is written: the file gets its name.
    pub fn complete(mut self) -> Result<(), Failure> {
        let Self { file, out } = &mut self;
        let written = out.flush().and_then(|()| match &file.target {
            // Some file systems tell only now that there is no room.
            Some(_) => out.get_ref().sync_all(),
            None => Ok(()),
        });
        written.map_err(|error| file.failed("cannot be written", error))?;
        let Some(target) = &file.target else { return Ok(()) };
        match file.pending.put(None) {
            Some(path) => path.persist(target).map_err(|error| file.failed("cannot be replaced", error.error)),
            None => {
                Err(Failure { status: Status::Interrupted, message: "interrupted".to_owned(), lacks_memory: false })
            }
        }
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.file.pending.abandon();
    }
}

impl Write for Writing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let file = OutputFile::new(&path).unwrap();
        assert!(names(folder.path()).is_empty());
        for text in ["1", "2"] {
            let before = fs::read(&path).ok();
            let mut writing = file.open().unwrap();
            writing.write_all(text.as_bytes()).unwrap();
            writing.flush().unwrap();
            assert_eq!(fs::read(&path).ok(), before);
            writing.complete().unwrap();
            assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(folder.path()).len()), (text, 1));
        }
        // Left before it is complete, and interrupted.
        let mut writing = file.open().unwrap();
        writing.write_all(b"3").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        drop(writing);
        assert_eq!(names(folder.path()), ["a"]);
        let writing = file.open().unwrap();
        file.pending().abandon();
        assert_eq!(names(folder.path()), ["a"]);
        assert_eq!(writing.complete().unwrap_err().status, Status::Interrupted);
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(folder.path()).len()), ("2", 1));
    }

    #[test]
    fn paths_that_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let message = |path: &Path| OutputFile::new(path).err().unwrap().message;
        assert!(message(folder.path()).ends_with("cannot be written: it is a folder; name a file in it"));
        let nowhere = folder.path().join("no").join("a");
        assert!(message(&nowhere).starts_with(&format!("{}: cannot be created: ", nowhere.display())));
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    #[cfg(unix)]
    fn links_permissions_and_devices_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["a", "b"].map(|name| folder.path().join(name));
        fs::write(&path, "1").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        let file = OutputFile::new(&link).unwrap();
        let mut writing = file.open().unwrap();
        writing.write_all(b"2").unwrap();
        writing.complete().unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), fs::read_link(&link).unwrap()), ("2", path.clone()));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        // Nothing takes the place of a device.
        let null = OutputFile::new(Path::new("/dev/null")).unwrap();
        null.open().unwrap().complete().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        // A new file gets what any new file gets.
        fs::write(folder.path().join("c"), "").unwrap();
        OutputFile::new(&folder.path().join("d")).unwrap().open().unwrap().complete().unwrap();
        let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode("c"), mode("d"));
    }
}
