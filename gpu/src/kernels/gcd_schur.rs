//! Family `gcd_schur`: GCDs by the Schur algorithm on S^T S; the mathematics is [`crate::gcd::schur`] and
//! [`crate::gcd::schur_block`], after the GCD paper of 2010, sections 4.3 to 4.5.
//!
//! Short pairs: `gcd_schur_simple`, one block for a pair and a prime, the generator in shared memory. Long ones:
//! `gcd_schur_begin`, `gcd_schur_block_lite` as often as needed, `gcd_schur_join`, `gcd_schur_block_full` as often as needed,
//! `gcd_schur_rest`; the launches are [`crate::gcd::schur_block::Chunks`].
//!
//! Layouts: residues and images are \[prime\]\[integer\] and \[prime\]\[coefficient\], Montgomery form; degrees \[prime\]\[pair\], least
//! degrees \[pair\]. The state of a long pair is \[prime\]\[buffer\]\[column\]\[row\] with 2 buffers of 4 columns of p + q + 1 rows, and its marks
//! are \[prime\]\[2\]: where the steps stopped, and the product of the factors of its lite steps.

use super::device::*;
use crate::arith::Mont31;
use crate::arith::field::Field;
use crate::gcd::schur::{Generator, Stop, begin_row, factor, finish, full, join_row};
use crate::gcd::schur_block::{self, Chunk, Chunks, Mark, Shared};
use crate::memory::Row;
use crate::team::Team;
use cuda_std::prelude::*;

/// Rows of a chunk: the best size in the paper.
pub const CHUNK: u32 = 128;

/// Threads of all blocks: two chunks.
pub const THREADS: u32 = 256;

/// Degree of an image that is of no use.
pub const UNLUCKY: u32 = u32::MAX;

/// A pair of polynomials, the constant terms first.
#[kernel_param]
pub struct SchurShape {
    /// First coefficient of f among the integers.
    pub f: u32,
    /// Formal degree of f.
    pub p: u32,
    /// First coefficient of g.
    pub g: u32,
    /// Formal degree of g, at most p.
    pub q: u32,
    /// The integer that the leading coefficient of the image shall be.
    pub lead: u32,
    /// First coefficient of the image, which has q + 1.
    pub image: u32,
}

impl SchurShape {
    /// Shared words of [`GcdSchurSimple`]; 0 for q = 0, where nothing is computed.
    pub const fn simple_words(&self) -> u64 {
        if self.q == 0 { 0 } else { words(self.p as u64 + self.q as u64 + 1) }
    }

    /// Words of the state of a prime.
    pub const fn state_words(&self) -> u64 {
        8 * (self.p as u64 + self.q as u64 + 1)
    }
}

/// Shared words for a generator of `rows` rows and one more column, at least a word for each thread.
const fn words(rows: u64) -> u64 {
    4 * rows + if rows > THREADS as u64 { rows } else { THREADS as u64 }
}

/// Shared words of [`GcdSchurBlockLite`] and [`GcdSchurBlockFull`].
pub const BLOCK_WORDS: u32 = crate::gcd::schur_block::shared_len(CHUNK);

/// Shared words of [`GcdSchurRest`].
pub const REST_WORDS: u32 = words(Chunks::rest(CHUNK) as u64) as u32;

/// Sizes of the tables.
#[kernel_param]
pub struct Tables {
    /// Integers, in a row of the residues.
    pub integers: u32,
    /// Coefficients of all images.
    pub width: u32,
    /// Pairs.
    pub pairs: u32,
}

/// A launch of the block form.
#[kernel_param]
pub struct Steps {
    /// The first step.
    pub start: u32,
    /// How many.
    pub steps: u32,
    /// Blocks of a prime.
    pub blocks: u32,
    /// The buffer read, 0 or 1; the other one is written.
    pub source: u32,
}

impl Steps {
    /// The launch `chunk` from the buffer `source`.
    pub const fn new(chunk: Chunk, source: u32) -> Self {
        Steps { start: chunk.start, steps: chunk.steps, blocks: chunk.blocks, source }
    }
}

/// Functions that the bodies of the kernels share.
#[cfg(target_arch = "nvptx64")]
mod body {
    use super::*;

    /// Where the answers of one prime and pair go.
    #[derive(Clone, Copy)]
    pub struct Output {
        /// The image's first coefficient.
        pub image: *mut u32,
        pub degree: *mut u32,
        pub least: *mut u32,
    }

    impl Output {
        /// Those of pair number `pair` and prime number `prime`.
        ///
        /// # Safety
        /// The tables have the sizes of `tables`, and prime and pair are inside.
        #[inline(always)]
        pub unsafe fn new(
            (images, degrees, least): (*mut u32, *mut u32, *mut u32),
            tables: &Tables,
            shape: &SchurShape,
            prime: usize,
            pair: usize,
        ) -> Self {
            // SAFETY: inside, by the contract.
            unsafe {
                Output {
                    image: images.add(prime * tables.width as usize + shape.image as usize),
                    degree: degrees.add(prime * tables.pairs as usize + pair),
                    least: least.add(pair),
                }
            }
        }

        /// Writes the degree, and the minimum over the primes by an atomic. By one thread.
        ///
        /// # Safety
        /// The addresses are valid.
        #[inline(always)]
        pub unsafe fn degree(&self, degree: u32) {
            // SAFETY: by the contract; UNLUCKY is above every degree.
            unsafe {
                *self.degree = degree;
                atomic::min_u32(self.least, degree);
            }
        }
    }

    /// Proves what the steps found, and writes the image with the leading coefficient `lead`.
    ///
    /// # Safety
    /// All threads of the block are here; `output` is valid and has `q` + 1 coefficients.
    #[inline(always)]
    pub unsafe fn answer<R: Row<u32>>(
        field: &Mont31,
        team: Block,
        columns: &Generator<R>,
        l: &mut SharedRow,
        (last, stop): (u32, Stop),
        (lead, q): (u32, u32),
        output: Output,
    ) {
        let found = finish(field, team, columns, l, last, stop);
        // More than q where g vanishes: of no use, as there is no room.
        let unlucky = found.off != 0 || found.degree > q || lead == 0;
        if team.rank() == 0 {
            // SAFETY: by the contract.
            unsafe { output.degree(if unlucky { UNLUCKY } else { found.degree }) };
        }
        if unlucky {
            return;
        }
        let scale = field.mul(lead, field.inverse(found.coefficient(field, columns, last, found.degree)));
        let mut i = team.rank();
        while i <= q {
            let mut value = 0;
            if i <= found.degree {
                value = field.mul(scale, found.coefficient(field, columns, last, i));
            }
            // SAFETY: i <= q.
            unsafe { *output.image.add(i as usize) = value };
            i += team.size();
        }
    }

    /// A generator of `rows` rows in shared memory, and the column behind it.
    ///
    /// # Safety
    /// `words(rows)` words from `base` on lie in the launch's shared block.
    #[inline(always)]
    pub unsafe fn shared_generator(base: SharedPtr<u32>, rows: u32) -> (Generator<SharedRow>, SharedRow) {
        // SAFETY: by the contract.
        let row = |k: u32| unsafe { SharedRow::new(base.add(k * rows), 1) };
        (Generator { a: row(0), b: row(1), c: row(2), d: row(3) }, row(4))
    }

    /// Buffer `buffer` of prime number `prime`, from row `from` on.
    ///
    /// # Safety
    /// `state` has [`SchurShape::state_words`] a prime, `from` is at most p + q.
    #[inline(always)]
    pub unsafe fn buffer(
        state: *mut u32,
        shape: &SchurShape,
        prime: usize,
        buffer: u32,
        from: u32,
    ) -> Generator<GlobalRow> {
        let rows = (shape.p + shape.q + 1) as usize;
        // SAFETY: by the contract.
        unsafe {
            let base = state.add((8 * prime + 4 * buffer as usize) * rows + from as usize);
            let row = |k: usize| GlobalRow::new(base.add(k * rows), 1);
            Generator { a: row(0), b: row(1), c: row(2), d: row(3) }
        }
    }

    /// f and g modulo prime number `prime`.
    ///
    /// # Safety
    /// `residues` has `integers` words a prime, those of `shape` inside.
    #[inline(always)]
    pub unsafe fn operands(
        residues: *const u32,
        integers: u32,
        shape: &SchurShape,
        prime: usize,
    ) -> (GlobalRow, GlobalRow) {
        // SAFETY: by the contract.
        unsafe {
            let residues = residues.add(prime * integers as usize);
            (
                GlobalRow::read_only(residues.add(shape.f as usize), 1),
                GlobalRow::read_only(residues.add(shape.g as usize), 1),
            )
        }
    }

    /// One block of the block form.
    ///
    /// # Safety
    /// As [`GcdSchurBlockLite`].
    #[inline(always)]
    pub unsafe fn block_steps<const FULL: bool>(
        primes: *const Mont31,
        state: *mut u32,
        marks: *mut u32,
        shape: &SchurShape,
        steps: &Steps,
    ) {
        let (block, prime) = (thread::block_idx_x(), thread::block_idx_y() as usize);
        // SAFETY: `run` reads and writes rows up to p + q; blocks write different rows of one buffer and read the other; the marks are
        // written by block 0 alone.
        unsafe {
            let marks = marks.add(2 * prime);
            // Stopped before this launch. Block 0 may write the mark of a stop in this launch while others read: that is not
            // before `start`.
            if Mark::from_word(core::ptr::read_volatile(marks)).row < steps.start {
                return;
            }
            let field = *primes.add(prime);
            let team = Block::current();
            let base = dynamic_shared_mem::<u32>();
            let row = |k: u32| SharedRow::new(base.add(k * CHUNK), 1);
            let head = Generator { a: row(0), b: row(1), c: row(2), d: row(3) };
            let mut shared = Shared { head, last: row(4), even: row(5), odd: row(7) };
            let source = buffer(state, shape, prime, steps.source, 0);
            let mut target = buffer(state, shape, prime, 1 - steps.source, 0);
            let chunk = Chunk { full: FULL, start: steps.start, steps: steps.steps, blocks: steps.blocks };
            let degrees = (shape.p, shape.q);
            let ran = schur_block::run::<FULL, _, _, _, _>(
                &field,
                team,
                (chunk, CHUNK, block),
                degrees,
                &source,
                &mut target,
                &mut shared,
                0,
            );
            if block == 0 && team.rank() == 0 {
                if !FULL {
                    *marks.add(1) = field.mul(*marks.add(1), ran.product);
                }
                if ran.steps < steps.steps {
                    *marks = Mark { row: steps.start + ran.steps, buffer: 1 - steps.source }.word();
                }
            }
        }
    }
}

/// The naive form (section 4.3): one block for a pair and a prime. Grid: (count, primes); block (k, i) takes the pair number
/// `list`\[k\] modulo prime i. Shared: the most [`SchurShape::simple_words`] of them.
#[kernel(family = "gcd_schur", block = 256)]
pub unsafe fn gcd_schur_simple(
    primes: *const Mont31,
    residues: *const u32,
    shapes: *const SchurShape,
    list: *const u32,
    images: *mut u32,
    degrees: *mut u32,
    least: *mut u32,
    tables: Tables,
) {
    let prime = thread::block_idx_y() as usize;
    // SAFETY: pair and prime are inside the tables; the shared block has the words of this pair; all threads go the same way.
    unsafe {
        let pair = *list.add(thread::block_idx_x() as usize) as usize;
        let field = *primes.add(prime);
        let shape = *shapes.add(pair);
        let team = Block::current();
        let output = body::Output::new((images, degrees, least), &tables, &shape, prime, pair);
        let lead = *residues.add(prime * tables.integers as usize + shape.lead as usize);
        let (f, g) = body::operands(residues, tables.integers, &shape, prime);
        if shape.q == 0 {
            if team.rank() == 0 {
                // gcd(f, c) = 1 for a constant c != 0.
                output.degree(if g.get(0) == 0 || lead == 0 { UNLUCKY } else { 0 });
                *output.image = lead;
            }
            return;
        }
        let n = shape.p + shape.q;
        let (mut columns, mut l) = body::shared_generator(dynamic_shared_mem::<u32>(), n + 1);
        let stop = factor(&field, team, (&f, shape.p), (&g, shape.q), &mut columns, &mut l);
        body::answer(&field, team, &columns, &mut l, (n, stop), (lead, shape.q), output);
    }
}

/// Columns a and b of a long pair in buffer 0, and its marks. Block (i, k): rows 256 i .. of prime k.
#[kernel(family = "gcd_schur", block = 256)]
pub unsafe fn gcd_schur_begin(
    primes: *const Mont31,
    residues: *const u32,
    state: *mut u32,
    marks: *mut u32,
    shape: SchurShape,
    integers: u32,
) {
    let (j, prime) = (thread::index_1d(), thread::block_idx_y() as usize);
    // SAFETY: row j <= p + q of this prime, and its two marks.
    unsafe {
        let field = *primes.add(prime);
        if j <= shape.p + shape.q {
            let (f, g) = body::operands(residues, integers, &shape, prime);
            let mut columns = body::buffer(state, &shape, prime, 0, 0);
            let (a, b) = begin_row(&field, (&f, shape.p), (&g, shape.q), j);
            columns.a.set(j, a);
            columns.b.set(j, b);
        }
        if j == 0 {
            *marks.add(2 * prime) = Mark::RUNNING.word();
            *marks.add(2 * prime + 1) = field.one();
        }
    }
}

/// Columns c and d behind the lite steps, at the common denominator, in buffer `target`. Block (i, k): rows q + 256 i .. of prime k.
#[kernel(family = "gcd_schur", block = 256)]
pub unsafe fn gcd_schur_join(
    primes: *const Mont31,
    residues: *const u32,
    state: *mut u32,
    marks: *const u32,
    shape: SchurShape,
    integers: u32,
    target: u32,
) {
    let (j, prime) = (shape.q + thread::index_1d(), thread::block_idx_y() as usize);
    if j <= shape.p + shape.q {
        // SAFETY: row j <= p + q of this prime.
        unsafe {
            let field = *primes.add(prime);
            let (f, g) = body::operands(residues, integers, &shape, prime);
            let mut columns = body::buffer(state, &shape, prime, target, 0);
            let product = *marks.add(2 * prime + 1);
            let (c, d) = join_row(&field, (&f, shape.p), (&g, shape.q), product, j);
            columns.c.set(j, c);
            columns.d.set(j, d);
        }
    }
}

/// Lite steps (section 4.4). Grid: (`steps.blocks`, primes). Shared: [`BLOCK_WORDS`].
#[kernel(family = "gcd_schur", block = 256)]
pub unsafe fn gcd_schur_block_lite(
    primes: *const Mont31,
    state: *mut u32,
    marks: *mut u32,
    shape: SchurShape,
    steps: Steps,
) {
    // SAFETY: the contract of this kernel's documentation.
    unsafe { body::block_steps::<false>(primes, state, marks, &shape, &steps) };
}

/// Full steps (section 4.4). Grid: (`steps.blocks`, primes). Shared: [`BLOCK_WORDS`].
#[kernel(family = "gcd_schur", block = 256)]
pub unsafe fn gcd_schur_block_full(
    primes: *const Mont31,
    state: *mut u32,
    marks: *mut u32,
    shape: SchurShape,
    steps: Steps,
) {
    // SAFETY: the contract of this kernel's documentation.
    unsafe { body::block_steps::<true>(primes, state, marks, &shape, &steps) };
}

/// The end of a long pair, number `pair`: the last steps in shared memory from step `steps.start` on, columns in buffer
/// `steps.source`; or what a prime that has stopped found. Grid: (1, primes). Shared: [`REST_WORDS`].
///
/// `images`, `degrees` begin with the first prime of the grid.
#[kernel(family = "gcd_schur", block = 256)]
pub unsafe fn gcd_schur_rest(
    primes: *const Mont31,
    residues: *const u32,
    state: *mut u32,
    marks: *const u32,
    shape: SchurShape,
    steps: Steps,
    pair: u32,
    images: *mut u32,
    degrees: *mut u32,
    least: *mut u32,
    tables: Tables,
) {
    let prime = thread::block_idx_y() as usize;
    // SAFETY: rows up to p + q of this prime, at most 3 CHUNK of them in shared memory; all threads go the same way.
    unsafe {
        let field = *primes.add(prime);
        let team = Block::current();
        let n = shape.p + shape.q;
        let output = body::Output::new((images, degrees, least), &tables, &shape, prime, pair as usize);
        let lead = *residues.add(prime * tables.integers as usize + shape.lead as usize);
        let (mut columns, mut l) = body::shared_generator(dynamic_shared_mem::<u32>(), Chunks::rest(CHUNK));
        let mark = Mark::from_word(*marks.add(2 * prime));
        if mark != Mark::RUNNING {
            // Too early in lite steps: c and d are not there.
            let stop = Stop { row: 0, off: (mark.row < shape.q) as u32 };
            let rows = body::buffer(state, &shape, prime, mark.buffer, mark.row);
            body::answer(&field, team, &rows, &mut l, (n - mark.row, stop), (lead, shape.q), output);
            return;
        }
        let rows = body::buffer(state, &shape, prime, steps.source, steps.start);
        let last = n - steps.start;
        team.each(last + 1, |j| {
            columns.a.set(j, rows.a.get(j));
            columns.b.set(j, rows.b.get(j));
            columns.c.set(j, rows.c.get(j));
            columns.d.set(j, rows.d.get(j));
        });
        team.sync();
        let stop = full(&field, team, &mut columns, &mut l, (0, last), 0);
        body::answer(&field, team, &columns, &mut l, (last, stop), (lead, shape.q), output);
    }
}
