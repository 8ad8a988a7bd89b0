//! Exact elimination on GPUs.

pub mod error;
pub mod poly;

pub use error::{Error, ErrorKind, Result};
