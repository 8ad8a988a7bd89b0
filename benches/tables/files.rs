//! Files and folders, with their names in messages.

use std::path::{Path, PathBuf};

/// An error that says which file or folder it is about.
pub fn at(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

pub fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(at(path))
}

pub fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(at(path))
}

pub fn make_folder(path: &Path) -> Result<(), String> {
    std::fs::create_dir_all(path).map_err(at(path))
}

/// A file of this process in the folder for temporary files, removed at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("eliminant-tables-{}-{name}.txt", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing to remove where the file was not made.
        let _ = std::fs::remove_file(&self.0);
    }
}
