//! The driver and what is made of it: devices, contexts, modules, launches, streams and memory. Nothing here knows of a stage.

pub(super) mod arena;
pub(super) mod buffer;
pub(super) mod code;
pub(super) mod context;
pub(super) mod device;
pub(super) mod error;
pub(super) mod faults;
pub(super) mod graph;
pub(super) mod host_buffer;
pub(super) mod image;
pub(super) mod kernel_usage;
pub(super) mod launch;
pub(super) mod loader;
pub(super) mod module;
mod patience;
pub(super) mod primary;
pub(super) mod staging;
pub(super) mod stream;
