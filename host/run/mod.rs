//! How a computation is run: the choice of an engine, the sequence of stages, several engines, progress, random numbers.

pub(crate) mod backend;
pub(crate) mod pipeline;
pub(crate) mod progress;
pub(crate) mod random;
pub(crate) mod start_up;
pub(crate) mod team;
