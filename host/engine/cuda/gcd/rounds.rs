//! Plain rounds: one block finds from the leading coefficients what many steps do, then many blocks do that to everything.

use crate::control::Control;
use crate::engine::cuda::driver::launch::blocks;
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::error::{Error, ErrorKind, Result};
use cuda_std::DevicePtr;
use gpu::kernels::gcd::{GcdHead, GcdUpdate, UPDATE_WORDS, UPDATED};
use gpu::kernels::gcd_tensor::{self, GcdUpdateTensor};
use gpu::kernels::problems::{HEAD_WORDS, Problems};

/// Rounds queued before the host looks whether all problems are done: about a microsecond each where they are not needed.
pub(super) const ROUNDS: u32 = 8;

// Rounds change sides, and the first of every batch of them reads the side of the first.
const _: () = assert!(ROUNDS.is_multiple_of(2));

/// Where rounds are launched, and modulo what.
#[derive(Clone, Copy)]
pub(super) struct Launches<'a> {
    pub stream: &'a Stream,
    pub batch: &'a Batch,
    pub control: &'a Control,
    /// Whether tensor cores take the second halves of rounds.
    pub tensor: bool,
}

/// The problems that are worked on together. Whoever makes one has rows and states for all of them.
pub(super) struct Work {
    pub problems: Problems,
    pub count: u32,
    /// Four rows of `problems.width` words a problem.
    pub rows: DevicePtr<u32>,
    /// A state a problem.
    pub states: DevicePtr<u32>,
}

/// Further parameters of plain rounds.
pub(super) struct Plain {
    /// Degree up to which a problem is done.
    pub short: u32,
    /// How many are.
    pub done: DevicePtr<u32>,
}

/// How far the problems are: the degree that the longest ones lose until they are done, as expected, all of it one part of the work.
pub(super) struct Told {
    pub control: Control,
    pub degrees: f64,
}

impl Told {
    /// A normal sequence has taken so many steps more.
    pub fn steps(&self, steps: u32) {
        self.control.advance(f64::from(steps) / self.degrees.max(1.0));
    }
}

impl Launches<'_> {
    /// [`ROUNDS`] rounds of all problems that are not done; the rows are on side `side`, and will be again.
    pub fn plain_rounds(&self, work: &Work, plain: &Plain, side: u32) -> Result<()> {
        let &Work { problems, count, rows, states } = work;
        let &Plain { short, done } = plain;
        let primes = prime_ptr(&self.batch.primes);
        for round in 0..ROUNDS {
            let side = (side + round) & 1;
            let head = GcdHead { primes, rows, states, done, side, short, problems };
            // SAFETY: rows and states of `count` problems as [`Work`] says; the shared memory that the kernel asks for.
            unsafe { self.stream.launch(&head, (count, 1, 1), 4 * HEAD_WORDS)? };
            // SAFETY: as above.
            unsafe { self.update((rows, states), problems, count, side)? };
        }
        Ok(())
    }

    /// Queues the second half of a round of `count` problems: their matrices times their rows, from side `side` to the other one.
    ///
    /// # Safety
    /// Each has four rows of `problems.width` words and a state.
    pub unsafe fn update(
        &self,
        (rows, states): (DevicePtr<u32>, DevicePtr<u32>),
        problems: Problems,
        count: u32,
        side: u32,
    ) -> Result<()> {
        let (primes, width) = (prime_ptr(&self.batch.primes), problems.width as usize);
        // SAFETY: the caller's; the grid covers the rows; the shared memory that the kernel asks for.
        unsafe {
            if self.tensor {
                let update = GcdUpdateTensor { primes, rows, states, side, problems };
                let grid = (blocks(width, gcd_tensor::UPDATED)?, count, 1);
                self.stream.launch(&update, grid, 4 * gcd_tensor::UPDATE_WORDS)
            } else {
                let update = GcdUpdate { primes, rows, states, side, problems };
                self.stream.launch(&update, (blocks(width, UPDATED)?, count, 1), 4 * UPDATE_WORDS)
            }
        }
    }
}

/// The error of rounds that do not end.
pub(super) fn endless(kernel: &'static str, left: u32, count: u32, queued: usize) -> Error {
    let message = format!("{left} of {count} GCDs are not done after {queued} rounds");
    ErrorKind::Device { kernel, message }.into()
}
