//! Why a build failed, and errors of files as such.

use std::path::Path;
use std::{error, fmt};

/// Why a build failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError(pub(crate) String);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for BuildError {}

impl From<String> for BuildError {
    fn from(message: String) -> Self {
        BuildError(message)
    }
}

/// An error of a file as one of the build.
pub fn at(path: &Path) -> impl FnOnce(std::io::Error) -> BuildError {
    move |error| BuildError(format!("{}: {error}", path.display()))
}
