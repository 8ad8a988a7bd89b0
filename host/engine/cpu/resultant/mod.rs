//! Resultants at points on a CPU: the scalar stage, and samples at arbitrary points.

pub(super) mod samples;
pub(super) mod scalar;
