//! How the shared mathematics reaches the device's memory and threads.

mod rows;
mod teams;

pub use rows::{GlobalRow, SharedQuads, SharedRow};
pub use teams::{Apart, Block, Lanes};
