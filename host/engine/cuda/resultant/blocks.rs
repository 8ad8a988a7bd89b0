//! Scalars whose ordinary steps are taken in blocks on tensor cores: which kernel, and its launch.

use super::scalars::Launch;
use crate::engine::cuda::driver::launch::{blocks, word};
use crate::engine::cuda::in_turn::in_turn;
use crate::engine::cuda::means::Means;
use crate::error::Result;
use gpu::kernels::resultant_tensor::{
    PARTS, ResultantBlocks96, ResultantBlocks160, ResultantBlocks224, ResultantBlocksGlobal, ResultantBlocksLanes8,
    ResultantBlocksLanes16, ResultantBlocksLanes32, far_words, near_words, shared_words,
};
use std::ops::Range;

/// The threads of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::cuda) enum Threads {
    Lanes8,
    Lanes16,
    Lanes32,
    Block96,
    Block160,
    Block224,
    /// A block of 384, with operands in memory of the device.
    Global,
}

/// Up to which p + q + 2 each is taken, by `benches/results/2026-11-26-h100-blocks.txt`, and above 7600 by `2026-11-27-h100-ahead.txt` there.
const BY_ROWS: [(usize, Threads); 6] = [
    (1000, Threads::Lanes8),
    (2400, Threads::Lanes16),
    (7600, Threads::Lanes32),
    (13_000, Threads::Block96),
    (27_000, Threads::Block160),
    (usize::MAX, Threads::Block224),
];

impl Threads {
    /// Scalars of a block of threads.
    pub fn per_block(self) -> u32 {
        match self {
            Threads::Lanes8 => 4,
            Threads::Lanes16 => 2,
            _ => 1,
        }
    }

    /// Bytes of shared memory of a block of threads for `rows` = p + q + 2.
    pub fn shared(self, rows: usize) -> usize {
        4 * match self {
            Threads::Global => near_words(PARTS),
            _ => shared_words(PARTS, self.per_block(), rows as u32),
        } as usize
    }

    /// Those for `rows` = p + q + 2 with the operands in shared memory, more than the fastest ones where there is little of it; or in
    /// memory of the device. `None` for a device without tensor cores.
    pub fn of(rows: usize, means: Means) -> Option<Self> {
        let fits = |threads: &Threads| threads.shared(rows) <= means.shared;
        let from = BY_ROWS.iter().position(|&(most, _)| rows <= most)?;
        let near = BY_ROWS[from..].iter().map(|&(_, threads)| threads).find(fits);
        means.tensor.then(|| near.unwrap_or(Threads::Global))
    }
}

/// All scalars of a batch as fractions.
pub(super) fn launch(launch: Launch<'_>, threads: Threads) -> Result<()> {
    let Launch { stream, primes, count, values, schedule, numerators, denominators, job } = launch;
    let rows = (job.p + job.q) as usize + 2;
    let bytes = word("bytes of shared memory for one block", threads.shared(rows))?;
    let grid = (blocks(job.points as usize, threads.per_block())?, count, 1);
    macro_rules! launch {
        ($kernel:ident) => {{
            let kernel = $kernel { primes, values, schedule, numerators, denominators, job };
            // SAFETY: as for the shapes without blocks; the shared memory that the kernel asks for.
            unsafe { stream.launch(&kernel, grid, bytes) }
        }};
    }
    match threads {
        Threads::Lanes8 => launch!(ResultantBlocksLanes8),
        Threads::Lanes16 => launch!(ResultantBlocksLanes16),
        Threads::Lanes32 => launch!(ResultantBlocksLanes32),
        Threads::Block96 => launch!(ResultantBlocks96),
        Threads::Block160 => launch!(ResultantBlocks160),
        Threads::Block224 => launch!(ResultantBlocks224),
        Threads::Global => {
            let words = far_words(rows as u32) as usize;
            let work = (count * job.points, super::scalars::steps(&job));
            in_turn(stream, words, work, |scratch, blocks, Range { start: first, end }| {
                let kernel = ResultantBlocksGlobal {
                    primes,
                    values,
                    schedule,
                    scratch,
                    numerators,
                    denominators,
                    first,
                    end,
                    job,
                };
                // SAFETY: as above, with `words` words of `scratch` a block.
                unsafe { stream.launch(&kernel, (blocks, 1, 1), bytes) }
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chosen shape fits every device with tensor cores for bytes; the rows that are left to memory of the device
    /// would not.
    #[test]
    fn threads_fit_any_device() {
        for shared in [48 << 10, 64 << 10, 99 << 10, 163 << 10, 227 << 10] {
            let means = Means { shared, tensor: true };
            for rows in (4..120_000).step_by(37) {
                let threads = Threads::of(rows, means).unwrap();
                assert!(threads.shared(rows) <= shared, "{rows} rows in {shared} bytes: {threads:?}");
                assert_eq!(threads == Threads::Global, Threads::Block224.shared(rows) > shared, "{rows} rows");
                assert_eq!(Threads::of(rows, Means { tensor: false, ..means }), None);
            }
        }
        let of = |rows| Threads::of(rows, Means { shared: 227 << 10, tensor: true });
        assert_eq!([802, 2002, 4098].map(of), [Threads::Lanes8, Threads::Lanes16, Threads::Lanes32].map(Some));
    }
}
