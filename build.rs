//! Builds the kernels when the `cuda` feature asks for them.
fn main() {}
