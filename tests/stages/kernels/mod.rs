//! Single kernels and the stages of one kernel family on a device, against the same functions on one host thread, word by word.
//! Without a device each test prints one line and passes, unless `REQUIRE_GPU=1`.

mod bound;
mod crt;
mod digits;
mod gcd;
mod gcd_schur;
mod lift;
mod schur;
mod selftest;
mod stockham;
mod transform;

use crate::device::unless_absent;
use eliminant::engine::cuda::{Context, Cuda, Stream};

/// A context of its own on the first device.
fn context() -> Option<Context> {
    unless_absent(Context::new(0))
}

/// A stream of a context of its own.
fn stream() -> Option<Stream> {
    context().map(|context| Stream::new(&context).unwrap())
}

/// An engine of its own: what one test allows it to hold is nothing to the others.
fn engine() -> Option<Cuda> {
    unless_absent(Cuda::new(0))
}
