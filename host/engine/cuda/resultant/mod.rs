//! Resultants at points on a device: the scalar stage, and samples at arbitrary points.

pub(super) mod samples;
pub(super) mod scalars;
pub(super) mod schur;
