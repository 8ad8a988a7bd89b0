//! Explicit Chinese remaindering on the device: coefficients in chunks, so that one is computed while another is copied to page-locked
//! memory and a third is made integers of. Others take them on the device: see [`Sink`].

mod host;
mod short;
mod tiled;

use crate::control::Control;
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::residues::Residues;
use crate::engine::cuda::{DeviceBuffer, Event, HostBuffer};
use crate::error::Result;
use crate::lift::crt::{Chinese, check_residues};
use gpu::arith::Mont31;
use gpu::integers::crt::SHORT_MODULI;
use rug::Integer;
use std::collections::VecDeque;
use std::ops::Range;
use tiled::STREAMS;
pub(in crate::engine::cuda) use tiled::least_memory;

/// Chunks queued at a time: one more than there are streams, so that none waits for the host.
const SLOTS: usize = STREAMS + 1;

/// What is kept from one lift to the next, since it takes the driver milliseconds to make it.
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

/// What becomes of integers in two's complement that are computed in chunks.
pub(in crate::engine::cuda) trait Sink {
    /// Bytes of integers that it would have in a chunk.
    fn bytes(&self) -> usize;

    /// Makes ready for `width` integers of `len` words of 64 bits, `columns` a chunk; `stream` is the first one.
    fn begin(&mut self, stream: &Stream, width: usize, columns: usize, len: usize) -> Result<()>;

    /// Queues on `stream` what is done with the integers of chunk `chunk` once the work queued before has written their `words`.
    fn queue(&mut self, stream: &Stream, chunk: usize, columns: Range<usize>, words: &DeviceBuffer<u64>) -> Result<()>;

    /// What was queued for the chunk is done.
    fn done(&mut self, chunk: usize, columns: Range<usize>);
}

/// A chunk under way: its number, its coefficients, and the event after its work.
struct Flight {
    chunk: usize,
    columns: Range<usize>,
    done: Event,
}

/// The chunks under way, at most [`SLOTS`].
struct Flights<'a> {
    sink: &'a mut dyn Sink,
    control: &'a Control,
    queued: VecDeque<Flight>,
    /// Number of the next chunk.
    next: usize,
    /// Coefficients of all chunks.
    width: usize,
}

impl<'a> Flights<'a> {
    fn new(sink: &'a mut dyn Sink, control: &'a Control, width: usize) -> Self {
        Flights { sink, control, queued: VecDeque::with_capacity(SLOTS), next: 0, width }
    }

    /// Waits until one more can be queued.
    fn make_room(&mut self) -> Result<()> {
        self.control.check()?;
        if self.queued.len() == SLOTS { self.land() } else { Ok(()) }
    }

    /// Queues what the sink does with the next chunk.
    fn queue(&mut self, stream: &Stream, columns: Range<usize>, words: &DeviceBuffer<u64>) -> Result<()> {
        self.sink.queue(stream, self.next, columns.clone(), words)?;
        self.queued.push_back(Flight { chunk: self.next, columns, done: stream.record()? });
        self.next += 1;
        Ok(())
    }

    /// Waits for the first one.
    fn land(&mut self) -> Result<()> {
        if let Some(Flight { chunk, columns, done }) = self.queued.pop_front() {
            done.synchronize()?;
            let part = columns.len() as f64 / self.width as f64;
            self.sink.done(chunk, columns);
            self.control.advance(part);
        }
        Ok(())
    }

    /// Waits for all.
    fn end(mut self) -> Result<()> {
        while !self.queued.is_empty() {
            self.control.check()?;
            self.land()?;
        }
        Ok(())
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
