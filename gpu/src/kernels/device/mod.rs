//! How the shared mathematics reaches the device's memory and threads.

mod elements;
mod numbers;
mod rows;
mod teams;

pub use elements::{GlobalElements, SharedElements};
pub use numbers::{GlobalNumbers, SharedNumbers, SharedPlanes, read_number, write_number};
pub use rows::{GlobalRow, SharedQuads, SharedRow};
pub use teams::{Apart, Block, Column, FirstWarp, Lanes, LanesOfPoint};
