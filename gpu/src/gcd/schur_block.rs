//! The block form of the Schur algorithm: several blocks on one GCD, many steps without a word between them.
//!
//! P. Emeliyanenko, High-performance polynomial GCD computations on graphics processors (2010), sections 4.4 and 4.5, Algorithm 2.
//! Steps start .. start + steps, steps <= chunk, are done by blocks of 2 chunk threads. Each has
//!
//! - HEAD: rows start .. start + chunk, the same for all blocks;
//! - its working set: 2 chunk rows, from w = start + chunk (1 + 2 block) on;
//! - the aux set: the chunk rows before w. That of block 0 is HEAD.
//!
//! *gen_run*, a thread for each row of HEAD and aux set. Step s takes the top row HEAD\[s\], computes L of rows s .. chunk of both
//! sets, and updates rows s + 1 ..: row s of HEAD has all its steps, row s of the aux set cannot go on, as L of the row above is
//! not known. L of the last aux row, which is row w - 1, is kept for each step.
//!
//! *update_run*, a thread for each row of the working set: step s takes HEAD\[s\] as the first phase left it, and L of row w - 1.
//!
//! Where a factor vanishes all blocks see it in HEAD and stop before that step, so that the columns written are those of one
//! step everywhere; block 0 writes the rest of HEAD then.

use super::schur::{Generator, Pivot, Quad};
use crate::arith::field::Field;
use crate::memory::Row;
use crate::team::Team;

/// One launch of Algorithm 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Whether all four columns take part.
    pub full: bool,
    /// The first step.
    pub start: u32,
    /// How many, at most a chunk.
    pub steps: u32,
    /// Blocks.
    pub blocks: u32,
}

/// The launches of Algorithm 2 for degrees `p` >= `q` >= 1; [`Chunks::start`] is where the simple form goes on after the last.
///
/// Lite launches reach rows start + chunk .. start + chunk + p, so (p + 1) / (2 chunk) blocks, rounded up, are needed: the paper's
/// (p + chunk) / (2 chunk), rounded down, is one too few for p = 2 chunk. The last of them has the steps that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunks {
    p: u32,
    q: u32,
    chunk: u32,
    start: u32,
}

impl Chunks {
    /// From step 0 on.
    pub fn new(p: u32, q: u32, chunk: u32) -> Self {
        Chunks { p, q, chunk, start: 0 }
    }

    /// The first step that no launch so far does.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The most rows the simple form is left with.
    pub const fn rest(chunk: u32) -> u32 {
        3 * chunk
    }
}

impl Iterator for Chunks {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let Chunks { p, q, chunk, start } = *self;
        let launch = if start < q {
            let (steps, blocks) = ((q - start).min(chunk), (p + 1).div_ceil(2 * chunk));
            Chunk { full: false, start, steps, blocks }
        } else {
            let rows = p + q + 1 - start;
            if rows <= Self::rest(chunk) {
                return None;
            }
            Chunk { full: true, start, steps: chunk, blocks: (rows - chunk).div_ceil(2 * chunk) }
        };
        self.start += launch.steps;
        Some(launch)
    }
}

/// Memory that the threads of a block share.
#[derive(Clone, Copy)]
pub struct Shared<W> {
    /// `chunk` rows: HEAD, each as it is when it is the top row.
    pub head: Generator<W>,
    /// `chunk` elements: L of the row above the working set, by steps.
    pub last: W,
    /// 2 `chunk` elements: L of the rows at hand in even steps.
    pub even: W,
    /// The same of odd steps.
    pub odd: W,
}

/// Words of [`Shared`].
pub const fn shared_len(chunk: u32) -> u32 {
    9 * chunk
}

/// The result of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran<E> {
    /// Steps done: fewer than asked for where the next factor vanishes in all lanes that are not off.
    pub steps: u32,
    /// Lanes with a vanishing factor before.
    pub off: u32,
    /// The product of the factors of lite steps.
    pub product: E,
}

/// Where the steps of a prime stopped. Launches leave it to those that follow in one word, as both are read together: rows are below
/// 2^31 - 1.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "nvptx64"), derive(Debug))]
pub struct Mark {
    /// The row whose factor vanishes.
    pub row: u32,
    /// The one of the two buffers, 0 or 1, that has the columns before its step.
    pub buffer: u32,
}

impl Mark {
    /// They have not stopped: a row above all that there are.
    pub const RUNNING: Mark = Mark { row: u32::MAX >> 1, buffer: 1 };

    /// As a word.
    #[inline(always)]
    pub const fn word(self) -> u32 {
        self.row << 1 | self.buffer
    }

    /// From [`Mark::word`].
    #[inline(always)]
    pub const fn from_word(word: u32) -> Self {
        Mark { row: word >> 1, buffer: word & 1 }
    }
}

/// Block number `block` of the launch `chunk`, by a team of exactly 2 `len` threads, `len` >= `chunk.steps` being the size of a chunk:
/// from the rows of `source` to those of `target`, both ending with row p + q.
///
/// Reads rows from chunk.start on, of lite steps only those up to chunk.start + p (the others are 0), and writes rows from
/// chunk.start + steps on. `FULL` is `chunk.full`. Every thread returns the same. Three barriers a step.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "what a block is given")]
pub fn run<const FULL: bool, F: Field, R: Row<F::Elem>, W: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (chunk, len, block): (Chunk, u32, u32),
    (p, q): (u32, u32),
    source: &Generator<R>,
    target: &mut Generator<R>,
    shared: &mut Shared<W>,
    off: u32,
) -> Ran<F::Elem> {
    let (n, rank) = (p + q, team.rank());
    let reach = if FULL || n - chunk.start < p { n } else { chunk.start + p };
    let zero = field.zero();
    let load = |j: u32| {
        if j <= reach { source.row(j, FULL, zero) } else { Quad { a: zero, b: zero, c: zero, d: zero } }
    };
    let first = chunk.start + len * (1 + 2 * block);
    let in_head = rank < len;
    let t = if in_head { rank } else { rank - len };
    let ran = gen_run::<FULL, F, W, T>(
        field,
        team,
        (chunk.steps, len),
        load(if in_head { chunk.start + t } else { first - len + t }),
        shared,
        off,
    );
    if block == 0 && in_head && t >= ran.0.steps && chunk.start + t <= n {
        target.set_row(chunk.start + t, ran.1, FULL);
    }
    let row = update_run::<FULL, F, W, T>(field, team, ran.0.steps, load(first + rank), shared);
    if first + rank <= n {
        target.set_row(first + rank, row, FULL);
    }
    ran.0
}

/// The first phase: HEAD and the update sequence. Returns this thread's row too.
#[inline(always)]
fn gen_run<const FULL: bool, F: Field, W: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    (steps, len): (u32, u32),
    mut row: Quad<F::Elem>,
    shared: &mut Shared<W>,
    mut off: u32,
) -> (Ran<F::Elem>, Quad<F::Elem>) {
    let rank = team.rank();
    let in_head = rank < len;
    let t = if in_head { rank } else { rank - len };
    if rank == 0 {
        shared.head.set_row(0, row, FULL);
    }
    team.sync();
    let mut product = field.one();
    let mut s = 0;
    while s < steps {
        let pivot = Pivot::new(field, shared.head.row(s, FULL, field.zero()), FULL);
        let zeros = field.zeros(pivot.factor) | off;
        if zeros == F::ALL {
            break;
        }
        off = zeros;
        if !FULL {
            product = field.mul(product, pivot.factor);
        }
        let here = pivot.column(field, row, FULL);
        // Rows above s are not up to date, and not read.
        shared.even.set(rank, here);
        if rank == 2 * len - 1 {
            shared.last.set(s, here);
        }
        team.sync();
        if t > s {
            row = pivot.step(field, row, here, shared.even.get(rank - 1), FULL);
            if in_head && t == s + 1 {
                shared.head.set_row(t, row, FULL);
            }
        }
        team.sync();
        s += 1;
    }
    (Ran { steps: s, off, product }, row)
}

/// The second phase: the sequence applied to the working set.
#[inline(always)]
fn update_run<const FULL: bool, F: Field, W: Row<F::Elem>, T: Team>(
    field: &F,
    team: T,
    steps: u32,
    mut row: Quad<F::Elem>,
    shared: &mut Shared<W>,
) -> Quad<F::Elem> {
    let rank = team.rank();
    for s in 0..steps {
        let pivot = Pivot::new(field, shared.head.row(s, FULL, field.zero()), FULL);
        let here = pivot.column(field, row, FULL);
        // Two rows by turns: one barrier lies between a read and the next write of the same.
        let l = if s % 2 == 0 { &mut shared.even } else { &mut shared.odd };
        l.set(rank, here);
        team.sync();
        let above = if rank == 0 { shared.last.get(s) } else { l.get(rank - 1) };
        row = pivot.step(field, row, here, above, FULL);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_words() {
        for mark in [Mark { row: 0, buffer: 0 }, Mark { row: 77, buffer: 1 }, Mark { row: (1 << 31) - 2, buffer: 1 }] {
            assert_eq!(Mark::from_word(mark.word()), mark);
            assert!(mark != Mark::RUNNING && mark.row < Mark::RUNNING.row);
        }
        assert_eq!(Mark::from_word(Mark::RUNNING.word()), Mark::RUNNING);
    }
}
