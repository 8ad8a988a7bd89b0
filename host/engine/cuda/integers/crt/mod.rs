//! Explicit Chinese remaindering on the device: coefficients in chunks, so that one is computed while another is copied to page-locked
//! memory and a third is made integers of. Others take them on the device: see [`Sink`].

mod flights;
mod host;
mod short;
mod tiled;

use crate::control::Control;
use crate::engine::cuda::HostBuffer;
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::residues::Residues;
use crate::error::Result;
use crate::lift::crt::{Chinese, check_residues};
pub(in crate::engine::cuda) use flights::Sink;
use flights::{SLOTS, STREAMS};
use gpu::arith::Mont31;
use gpu::integers::crt::SHORT_MODULI;
use rug::Integer;
use std::ops::Range;
pub(in crate::engine::cuda) use tiled::least_memory;

/// A stream and host memory that are kept from one lift to the next, since the driver takes milliseconds to make them.
pub(in crate::engine::cuda) struct Lifter {
    second: Stream,
    slots: [Option<HostBuffer<u64>>; SLOTS],
}

impl Lifter {
    /// Nothing but a stream on the device of `first`.
    pub fn new(first: &Stream) -> Result<Self> {
        Ok(Lifter { second: Stream::new(first.context())?, slots: [const { None }; SLOTS] })
    }

    /// The stream of every other chunk.
    pub fn second(&self) -> &Stream {
        &self.second
    }

    /// Gives the page-locked memory back. No lift is under way.
    pub fn trim(&mut self) {
        self.slots = [const { None }; SLOTS];
    }
}

/// The integers with the given residues, of each polynomial the range of them that `polynomials` has, ascending and inside.
pub(in crate::engine::cuda) fn crt(
    stream: &Stream,
    lifter: &mut Lifter,
    (residues, moduli): (&Residues, &[Mont31]),
    polynomials: &[Range<usize>],
    control: &Control,
) -> Result<Vec<Vec<Integer>>> {
    let chinese = Chinese::new(moduli)?;
    let Lifter { second, slots } = lifter;
    let mut sink = host::ToHost::new(slots, &chinese, polynomials);
    into_sink([stream, second], (residues, moduli, &chinese), control, &mut sink)?;
    Ok(sink.into_found())
}

/// Computes the integers, or the same plus or minus the product of the moduli where that is as near to 0 but for one part in 2^10;
/// their residues are overwritten.
pub(in crate::engine::cuda) fn into_sink(
    [stream, second]: [&Stream; STREAMS],
    (residues, moduli, chinese): (&Residues, &[Mont31], &Chinese),
    control: &Control,
    sink: &mut dyn Sink,
) -> Result<()> {
    let width = residues.coefficients;
    check_residues(residues.values.len(), moduli.len(), width)?;
    if width == 0 {
        return Ok(());
    }
    let result = match moduli.len() <= SHORT_MODULI {
        true => short::run(stream, (residues, moduli, chinese), control, sink),
        false => tiled::TiledLift { streams: [stream, second], chinese, moduli, residues, control }.run(sink),
    };
    if result.is_err() {
        // Work that was queued still uses the residues and what the sink has. A fault that this finds is the context's from now on.
        let _ = second.synchronize();
        let _ = stream.synchronize();
    }
    result
}
