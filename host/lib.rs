//! Exact elimination on GPUs.

pub mod engine;
pub mod error;
pub mod plan;
pub mod poly;

pub use error::{Error, ErrorKind, Result};
