//! The PTX file of one family.

use std::path::PathBuf;

/// One family's PTX file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PtxModule {
    /// The family.
    pub family: String,
    /// The file.
    pub path: PathBuf,
}
