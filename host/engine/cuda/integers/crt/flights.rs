//! Chunks of integers on their way from the device, and what takes them.

use crate::control::Control;
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::{DeviceBuffer, Event};
use crate::error::Result;
use std::collections::VecDeque;
use std::ops::Range;

/// Streams, with memory of their own.
pub(super) const STREAMS: usize = 2;

/// Chunks queued at a time: one more than there are streams, so that none waits for the host.
pub(super) const SLOTS: usize = STREAMS + 1;

/// The receiver of integers in two's complement that are computed in chunks.
pub(in crate::engine::cuda) trait Sink {
    /// Bytes of integers that it would have in a chunk.
    fn bytes(&self) -> usize;

    /// Makes ready for `width` integers of `len` words of 64 bits, `columns` a chunk; `stream` is the first one.
    fn begin(&mut self, stream: &Stream, width: usize, columns: usize, len: usize) -> Result<()>;

    /// Queues on `stream` what is done with the integers of chunk `chunk` once the work queued before has written their `words`.
    fn queue(&mut self, stream: &Stream, chunk: usize, columns: Range<usize>, words: &DeviceBuffer<u64>) -> Result<()>;

    /// The queued work of the chunk is done.
    fn done(&mut self, chunk: usize, columns: Range<usize>);
}

/// A chunk under way: its number, its coefficients, and the event after its work.
struct Flight {
    chunk: usize,
    columns: Range<usize>,
    done: Event,
}

/// The chunks under way, at most [`SLOTS`].
pub(super) struct Flights<'a> {
    sink: &'a mut dyn Sink,
    control: &'a Control,
    queued: VecDeque<Flight>,
    /// Number of the next chunk.
    next: usize,
    /// Coefficients of all chunks.
    width: usize,
}

impl<'a> Flights<'a> {
    pub fn new(sink: &'a mut dyn Sink, control: &'a Control, width: usize) -> Self {
        Flights { sink, control, queued: VecDeque::with_capacity(SLOTS), next: 0, width }
    }

    /// Waits until one more can be queued.
    pub fn make_room(&mut self) -> Result<()> {
        self.control.check()?;
        if self.queued.len() == SLOTS { self.land() } else { Ok(()) }
    }

    /// Queues what the sink does with the next chunk.
    pub fn queue(&mut self, stream: &Stream, columns: Range<usize>, words: &DeviceBuffer<u64>) -> Result<()> {
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
    pub fn end(mut self) -> Result<()> {
        while !self.queued.is_empty() {
            self.control.check()?;
            self.land()?;
        }
        Ok(())
    }
}
