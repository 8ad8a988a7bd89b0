//! Numbers on their way to the host.

use super::flights::{SLOTS, Sink};
use crate::engine::cuda::{DeviceBuffer, HostBuffer, Stream};
use crate::error::{ErrorKind, Result};
use crate::lift::crt::{Chinese, from_twos_complement};
use rayon::prelude::*;
use rug::Integer;
use std::ops::Range;

/// Page-locked bytes of a chunk of short numbers: a copy of a tenth of a millisecond.
const CHUNK_BYTES: usize = 4 << 20;

/// Integers up to which one thread makes all of a chunk, where they have few bytes: waking others takes longer.
const FEW: usize = 2048;

/// Bytes that are few.
const FEW_BYTES: usize = 1 << 18;

/// Bytes that a thread makes integers of, at least.
const PER_THREAD: usize = 1 << 13;

/// Big integers on the host: by way of page-locked memory, of which a slot is free again when its chunk is done.
pub(super) struct ToHost<'a> {
    slots: &'a mut [Option<HostBuffer<u64>>; SLOTS],
    chinese: &'a Chinese,
    /// The coefficients of each polynomial, ascending.
    polynomials: &'a [Range<usize>],
    found: Vec<Vec<Integer>>,
    /// Words of an integer.
    len: usize,
}

impl<'a> ToHost<'a> {
    /// For polynomials with these ranges of the coefficients.
    pub fn new(
        slots: &'a mut [Option<HostBuffer<u64>>; SLOTS],
        chinese: &'a Chinese,
        polynomials: &'a [Range<usize>],
    ) -> Self {
        ToHost { slots, chinese, polynomials, found: polynomials.iter().map(|_| Vec::new()).collect(), len: 0 }
    }

    /// The polynomials, after all chunks.
    pub fn into_found(self) -> Vec<Vec<Integer>> {
        self.found
    }
}

/// Integers of one polynomial in a chunk.
struct Part<'a> {
    polynomial: &'a mut Vec<Integer>,
    /// Coefficients of the whole polynomial.
    whole: usize,
    words: &'a mut [u64],
}

/// The parts of all polynomials in a chunk of `columns`, whose integers have `len` of the `words` each.
fn parts<'a>(
    (polynomials, found): (&[Range<usize>], &'a mut [Vec<Integer>]),
    columns: Range<usize>,
    (mut words, len): (&'a mut [u64], usize),
) -> Vec<Part<'a>> {
    let first = polynomials.partition_point(|range| range.end <= columns.start);
    let mut parts = Vec::new();
    let mut at = columns.start;
    for (range, polynomial) in
        polynomials.iter().zip(found).skip(first).take_while(|(range, _)| range.start < columns.end)
    {
        let (start, end) = (range.start.max(at), range.end.min(columns.end));
        let (_, rest) = words.split_at_mut((start - at) * len);
        let (part, rest) = rest.split_at_mut((end - start) * len);
        parts.push(Part { polynomial, whole: range.len(), words: part });
        (words, at) = (rest, end);
    }
    parts
}

impl Sink for ToHost<'_> {
    fn bytes(&self) -> usize {
        CHUNK_BYTES
    }

    fn begin(&mut self, stream: &Stream, width: usize, columns: usize, len: usize) -> Result<()> {
        self.len = len;
        for slot in self.slots.iter_mut().take(width.div_ceil(columns)) {
            if slot.as_ref().is_none_or(|slot| slot.len() < columns * len) {
                *slot = None;
                *slot = Some(HostBuffer::zeroed(stream.context(), columns * len)?);
            }
        }
        Ok(())
    }

    fn queue(&mut self, _: &Stream, chunk: usize, columns: Range<usize>, words: &DeviceBuffer<u64>) -> Result<()> {
        match &mut self.slots[chunk % SLOTS] {
            // SAFETY: the slot is read when the chunk is done only, and given to no other chunk before.
            Some(host) => unsafe { words.download_async(0, &mut host[..columns.len() * self.len]) },
            None => {
                let (expected, found) = (columns.len() * self.len, 0);
                Err(ErrorKind::Shape { what: "page-locked memory", expected, found }.into())
            }
        }
    }

    fn done(&mut self, chunk: usize, columns: Range<usize>) {
        let (chinese, len) = (self.chinese, self.len);
        let wrap = |words: &mut [u64]| chinese.symmetric(from_twos_complement(words));
        let Some(host) = &mut self.slots[chunk % SLOTS] else { return };
        let words = &mut host[..columns.len() * len];
        let few = columns.len() <= FEW && size_of_val(words) <= FEW_BYTES;
        let parts = parts((self.polynomials, &mut self.found), columns, (words, len));
        let least = PER_THREAD / (8 * len) + 1;
        let fill = |Part { polynomial, whole, words }: Part<'_>| {
            polynomial.reserve_exact(whole - polynomial.len());
            match few || words.len() <= least * len {
                true => polynomial.extend(words.chunks_mut(len).map(wrap)),
                false => polynomial.par_extend(words.par_chunks_mut(len).with_min_len(least).map(wrap)),
            }
        };
        match few {
            true => parts.into_iter().for_each(fill),
            false => parts.into_par_iter().for_each(fill),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However chunks cut them, polynomials get their words in order; what is between them is left out.
    #[test]
    fn parts_are_those_of_the_polynomials() {
        let polynomials = [3..3, 3..10, 10..10, 12..13, 13..40];
        for columns in [1, 2, 5, 7, 13, 50] {
            let mut words: Vec<u64> = (0..100).collect();
            let mut found = vec![Vec::new(); 5];
            let mut of_parts = vec![Vec::new(); 5];
            let mut rest = &mut words[..];
            for start in (0usize..50).step_by(columns) {
                let range = start..50.min(start + columns);
                let (chunk, after) = rest.split_at_mut(2 * range.len());
                rest = after;
                let numbers: Vec<*const Vec<Integer>> = found.iter().map(std::ptr::from_ref).collect();
                for part in parts((&polynomials, &mut found), range, (chunk, 2)) {
                    let number = numbers.iter().position(|&at| std::ptr::eq(at, part.polynomial)).unwrap();
                    assert_eq!(part.whole, polynomials[number].len());
                    of_parts[number].extend_from_slice(part.words);
                }
            }
            for (range, words) in polynomials.iter().zip(of_parts) {
                assert_eq!(words, (2 * range.start as u64..2 * range.end as u64).collect::<Vec<_>>());
            }
        }
    }
}
