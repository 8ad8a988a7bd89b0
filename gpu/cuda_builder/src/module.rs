//! The PTX file of one family.

use std::path::PathBuf;

/// One family's PTX file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PtxModule {
    /// The family.
    pub family: String,
    /// The architecture that it is compiled for, `sm_75` and the like.
    pub arch: String,
    /// The file.
    pub path: PathBuf,
}
