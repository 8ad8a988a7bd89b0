//! GCDs modulo primes by the Schur algorithm on S^T S: the host part, Algorithm 2 of the GCD paper of 2010.

use super::classes::classes;
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{MOST_BLOCKS, blocks, word};
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::engine::gcd::{GcdJob, GcdPair, UNLUCKY};
use crate::error::{ErrorKind, Result};
use cuda_std::DevicePtr;
use gpu::arith::Mont31;
use gpu::gcd::schur_block::Chunks;
use gpu::kernels::gcd_schur::{
    self, BLOCK_WORDS, CHUNK, GcdSchurBegin, GcdSchurBlockFull, GcdSchurBlockLite, GcdSchurJoin, GcdSchurRest,
    GcdSchurSimple, REST_WORDS, SchurShape, Steps, THREADS, Tables,
};

const _: () = assert!(gcd_schur::UNLUCKY == UNLUCKY);

/// Most bytes of shared memory for the naive form of a pair beyond 3 [`CHUNK`] rows; every device has so many.
const NAIVE_BYTES: u64 = 48 << 10;

/// Images, and what is known of their degrees.
struct Found {
    images: DeviceBuffer<u32>,
    /// \[prime\]\[pair\].
    degrees: Vec<u32>,
    /// The least over the primes, by pair, as the device found it: for tests, since a damaged copy need not agree.
    #[cfg(test)]
    least: Vec<u32>,
}

/// As [`crate::engine::gcd::GcdEngine::gcd_images`] says, for [`crate::engine::gcd::GcdMethod::Schur`]: unlucky is also a prime where a
/// factor of the algorithm vanishes, with a chance of about (p + q) / prime ([`gpu::gcd::schur`]).
///
/// Pairs of up to 3 [`CHUNK`] rows p + q + 1 take one block for each prime, in one launch for all of nearly the same size; so do
/// those whose generator has room in 48 KiB when there are enough of them. Others take a launch for [`CHUNK`] steps, one pair at a time.
pub(in crate::engine::cuda) fn images(
    stream: &Stream,
    batch: &Batch,
    residues: &DeviceBuffer<u32>,
    job: &GcdJob,
) -> Result<(DeviceBuffer<u32>, Vec<u32>)> {
    let busy = stream.context().device().multiprocessors as usize;
    let problems = job.pairs.len() * batch.len();
    let found = compute(stream, batch, residues, job, |shape| naive(shape, problems >= busy))?;
    Ok((found.images, found.degrees))
}

/// Whether one block does a pair: up to three chunks, as in the paper; more when there are enough problems for a block each.
fn naive(shape: &SchurShape, busy: bool) -> bool {
    let rows = shape.p as u64 + shape.q as u64 + 1;
    shape.q == 0 || rows <= Chunks::rest(CHUNK) as u64 || busy && 4 * shape.simple_words() <= NAIVE_BYTES
}

/// The pairs with p >= q and their places, and the coefficients of all images.
fn shapes(pairs: &[GcdPair], integers: usize) -> Result<(Vec<SchurShape>, u32)> {
    let mut width = 0u64;
    let mut shapes = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let mut shape = SchurShape {
            f: pair.f,
            p: pair.p,
            g: pair.g,
            q: pair.q,
            lead: pair.lead,
            image: word("coefficients", width as usize)?,
        };
        if pair.p < pair.q {
            (shape.f, shape.p, shape.g, shape.q) = (pair.g, pair.q, pair.f, pair.p);
        }
        let ends = [(shape.f, shape.p), (shape.g, shape.q), (shape.lead, 0)];
        let end = ends.map(|(first, degree)| first as usize + degree as usize + 1).into_iter().max().unwrap_or(0);
        if end > integers {
            return Err(ErrorKind::Shape { what: "integers of a pair", expected: end, found: integers }.into());
        }
        // A step's number and one bit are a word.
        let (needed, allowed) = (shape.p as u128 + shape.q as u128, (1 << 31) - 2);
        if needed > allowed {
            return Err(ErrorKind::Limit { what: "sum of the degrees of a pair", needed, allowed }.into());
        }
        width += shape.q as u64 + 1;
        shapes.push(shape);
    }
    Ok((shapes, word("coefficients", width as usize)?))
}

/// All images; pairs for which `naive` holds by one block each.
fn compute(
    stream: &Stream,
    batch: &Batch,
    residues: &DeviceBuffer<u32>,
    job: &GcdJob,
    naive: impl Fn(&SchurShape) -> bool,
) -> Result<Found> {
    let (primes, pairs) = (batch.len(), job.pairs.len());
    let integers = residues.len() / primes.max(1);
    let (shapes, width) = shapes(&job.pairs, integers)?;
    let tables = Tables { integers: word("integers", integers)?, width, pairs: word("pairs", pairs)? };
    let images = stream.alloc(primes * width as usize)?;
    let degrees = stream.alloc(primes * pairs)?;
    let least = stream.copy_of(&vec![UNLUCKY; pairs])?;
    let run = Run { stream, batch, residues, tables, images: &images, degrees: &degrees, least: &least };
    if primes > 0 {
        run.simple(&shapes, &naive)?;
        for (pair, shape) in shapes.iter().enumerate().filter(|(_, shape)| !naive(shape)) {
            run.long(pair as u32, shape)?;
        }
    }
    Ok(Found {
        images,
        degrees: degrees.to_vec()?,
        #[cfg(test)]
        least: least.to_vec()?,
    })
}

/// Parameters that all launches share.
struct Run<'a> {
    stream: &'a Stream,
    batch: &'a Batch,
    residues: &'a DeviceBuffer<u32>,
    tables: Tables,
    images: &'a DeviceBuffer<u32>,
    degrees: &'a DeviceBuffer<u32>,
    least: &'a DeviceBuffer<u32>,
}

/// Some primes of the batch: their number, and where their parts of the tables begin.
struct Slab {
    count: u32,
    primes: DevicePtr<Mont31>,
    residues: DevicePtr<u32>,
    images: DevicePtr<u32>,
    degrees: DevicePtr<u32>,
}

impl Run<'_> {
    /// The primes in slabs of at most `most`.
    fn slabs(&self, most: usize) -> impl Iterator<Item = Result<Slab>> {
        let all = self.batch.len();
        let most = most.clamp(1, MOST_BLOCKS);
        (0..all).step_by(most).map(move |first| {
            Ok(Slab {
                count: most.min(all - first) as u32,
                primes: prime_ptr(&self.batch.primes).wrapping_add(first),
                residues: self.residues.ptr_at(first * self.tables.integers as usize)?,
                images: self.images.ptr_at(first * self.tables.width as usize)?,
                degrees: self.degrees.ptr_at(first * self.tables.pairs as usize)?,
            })
        })
    }

    /// The naive form for all pairs that have it, those with nearly the same shared memory together.
    fn simple(&self, shapes: &[SchurShape], naive: &impl Fn(&SchurShape) -> bool) -> Result<()> {
        let words: Vec<u32> = shapes.iter().flat_map(|s| [s.f, s.p, s.g, s.q, s.lead, s.image]).collect();
        let table = self.stream.copy_of(&words)?;
        let size = |&pair: &u32| shapes[pair as usize].simple_words() as usize;
        let pairs = (0..shapes.len() as u32).filter(|&pair| naive(&shapes[pair as usize])).collect();
        for list in classes(pairs, size, 0) {
            let most = list.iter().map(size).max().unwrap_or(0);
            let shared = word("bytes of shared memory for one block", 4 * most)?;
            let count = list.len() as u32;
            let list = self.stream.copy_of(&list)?;
            for slab in self.slabs(MOST_BLOCKS) {
                let slab = slab?;
                let kernel = GcdSchurSimple {
                    primes: slab.primes,
                    residues: slab.residues,
                    shapes: DevicePtr::from_raw(table.as_ptr().as_raw()),
                    list: list.as_ptr(),
                    images: slab.images,
                    degrees: slab.degrees,
                    least: self.least.as_ptr(),
                    tables: self.tables,
                };
                // SAFETY: six words a shape; `list` has numbers of pairs, whose integers are inside the residues and whose images
                // are inside the images; the shared words of the largest.
                unsafe { self.stream.launch(&kernel, (count, slab.count, 1), shared)? };
            }
        }
        Ok(())
    }

    /// Algorithm 2 for one pair with q >= 1, as many primes at a time as half of the free memory takes.
    fn long(&self, pair: u32, shape: &SchurShape) -> Result<()> {
        let words = shape.state_words() as usize;
        let rows = shape.p as usize + shape.q as usize + 1;
        let room = self.stream.context().available_memory()? / 2 / (4 * words);
        let most = room.clamp(1, self.batch.len().min(MOST_BLOCKS));
        let state = self.stream.alloc::<u32>(most * words)?;
        let marks = self.stream.alloc::<u32>(2 * most)?;
        let (integers, shape) = (self.tables.integers, *shape);
        let (state, marks) = (state.as_ptr(), marks.as_ptr());
        for slab in self.slabs(most) {
            let Slab { count, primes, residues, images, degrees } = slab?;
            // SAFETY, all five: `state` and `marks` have room for `count` primes; the pair's integers are inside the residues, its
            // image inside the images; blocks and shared words as the kernels ask for.
            let begin = GcdSchurBegin { primes, residues, state, marks, shape, integers };
            // SAFETY: as said above.
            unsafe { self.stream.launch(&begin, (blocks(rows, THREADS)?, count, 1), 0)? };
            let mut source = 0;
            let join = |target| {
                let kernel = GcdSchurJoin { primes, residues, state, marks, shape, integers, target };
                // SAFETY: as said above.
                unsafe { self.stream.launch(&kernel, (blocks(shape.p as usize + 1, THREADS)?, count, 1), 0) }
            };
            let mut joined = false;
            let mut chunks = Chunks::new(shape.p, shape.q, CHUNK);
            for chunk in chunks.by_ref() {
                let steps = Steps::new(chunk, source);
                let grid = (chunk.blocks, count, 1);
                if chunk.full {
                    if !joined {
                        join(source)?;
                        joined = true;
                    }
                    let kernel = GcdSchurBlockFull { primes, state, marks, shape, steps };
                    // SAFETY: as said above.
                    unsafe { self.stream.launch(&kernel, grid, 4 * BLOCK_WORDS)? };
                } else {
                    let kernel = GcdSchurBlockLite { primes, state, marks, shape, steps };
                    // SAFETY: as said above.
                    unsafe { self.stream.launch(&kernel, grid, 4 * BLOCK_WORDS)? };
                }
                source = 1 - source;
            }
            if !joined {
                join(source)?;
            }
            let steps = Steps { start: chunks.start(), steps: 0, blocks: 1, source };
            let (tables, least) = (self.tables, self.least.as_ptr());
            let rest =
                GcdSchurRest { primes, residues, state, marks, shape, steps, pair, images, degrees, least, tables };
            // SAFETY: as said above.
            unsafe { self.stream.launch(&rest, (1, count, 1), 4 * REST_WORDS)? };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cuda::Context;
    use crate::engine::gcd::{GcdMethod, GcdShape};
    use crate::plan::grid::Grid;
    use crate::plan::primes::Prime;
    use gpu::Field;
    use gpu::arith::prime::is_prime;
    use gpu::team::Solo;

    /// Products of random polynomials with a common factor, back to back, and a leading coefficient, the first integer.
    fn table(fields: &[Mont31], degrees: &[(u32, u32, u32)]) -> (Vec<u32>, Vec<GcdPair>) {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = |p: u32| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % u64::from(p)) as u32
        };
        let mut residues = Vec::new();
        let mut pairs = Vec::new();
        for (number, field) in fields.iter().enumerate() {
            residues.push(field.enter(7));
            let row = residues.len() - 1;
            pairs.clear();
            for (pair, &(p, q, common)) in degrees.iter().enumerate() {
                // The second prime has one more common root in the first pair.
                let common = common + (number == 1 && pair == 0) as u32;
                let mut poly = |d: u32| (0..=d).map(|_| random(field.modulus())).collect::<Vec<u32>>();
                let times = |a: &[u32], b: &[u32]| {
                    let mut c = vec![0; a.len() + b.len() - 1];
                    for (i, &x) in a.iter().enumerate() {
                        for (j, &y) in b.iter().enumerate() {
                            c[i + j] = field.add(c[i + j], field.mul(x, y));
                        }
                    }
                    c
                };
                let h = poly(common);
                let f = (residues.len() - row) as u32;
                residues.extend(times(&poly(p - common), &h));
                let g = (residues.len() - row) as u32;
                residues.extend(times(&poly(q - common), &h));
                pairs.push(GcdPair { f, p, g, q, lead: 0 });
            }
        }
        (residues, pairs)
    }

    /// The image by a remainder sequence, and its degree.
    fn image(field: &Mont31, row: &[u32], pair: &GcdPair) -> (Vec<u32>, u32) {
        let part = |first: u32, degree: u32| row[first as usize..][..=degree as usize].to_vec();
        let (mut f, mut g) = (part(pair.f, pair.p), part(pair.g, pair.q));
        let found = gpu::gcd::gcd(field, Solo, &mut f[..], pair.p, &mut g[..], pair.q);
        let degree = found.degree.unwrap();
        let mut h = if found.in_f { f } else { g };
        h.resize(pair.width() as usize, 0);
        h[degree as usize + 1..].fill(0);
        let scale = field.mul(row[pair.lead as usize], field.inverse(h[degree as usize]));
        (h.iter().map(|&c| field.mul(c, scale)).collect(), degree)
    }

    #[test]
    fn both_forms_give_the_images() {
        let context = match Context::new(0) {
            Ok(context) => context,
            Err(error) => {
                assert!(std::env::var_os("REQUIRE_GPU").is_none(), "REQUIRE_GPU is set: {error}");
                println!("skipped: {error}");
                return;
            }
        };
        let stream = Stream::new(&context).unwrap();
        let fields: Vec<Mont31> =
            (2..=Mont31::MAX).rev().filter(|&n| is_prime(n)).take(3).map(|p| Mont31::new(p).unwrap()).collect();
        let primes: Vec<Prime> = fields.iter().map(|&field| Prime { field, axes: Vec::new() }).collect();
        let nothing = Grid::new(Vec::new());
        let batch = Batch::new(&stream, &nothing, &nothing, &primes).unwrap();
        let degrees = [
            (20, 9, 4),
            (5, 0, 0),
            (0, 6, 0),
            (70, 300, 12),
            (200, 183, 0),
            (200, 184, 100),
            (255, 255, 255),
            (256, 128, 127),
            (384, 129, 1),
            (512, 511, 30),
            (300, 700, 300),
            (900, 800, 400),
        ];
        let (table, pairs) = table(&fields, &degrees);
        let residues = stream.copy_of(&table).unwrap();
        let job = GcdJob { pairs, method: GcdMethod::Schur, shape: GcdShape::Auto, expected: Vec::new() };
        let integers = table.len() / fields.len();
        let width: usize = job.pairs.iter().map(|pair| pair.width() as usize).sum();
        for naive in [|shape: &SchurShape| super::naive(shape, true), |shape: &SchurShape| shape.q == 0] {
            let found = compute(&stream, &batch, &residues, &job, naive).unwrap();
            let images = found.images.to_vec().unwrap();
            assert_eq!(images.len(), width * fields.len());
            for (prime, field) in fields.iter().enumerate() {
                let mut at = prime * width;
                for (number, pair) in job.pairs.iter().enumerate() {
                    let (expected, degree) = image(field, &table[prime * integers..][..integers], pair);
                    let next = at + pair.width() as usize;
                    assert_eq!(found.degrees[prime * job.pairs.len() + number], degree, "{pair:?}");
                    assert!(images[at..next] == expected, "{pair:?}");
                    at = next;
                }
            }
            let least: Vec<u32> = degrees.iter().map(|&(.., common)| common).collect();
            assert_eq!(found.least, least);
        }
        let (images, degrees) = images(&stream, &batch, &residues, &job).unwrap();
        assert_eq!((images.len(), degrees.len()), (width * fields.len(), job.pairs.len() * fields.len()));
    }

    #[test]
    fn pairs_are_swapped_and_checked() {
        let pair = GcdPair { f: 1, p: 2, g: 4, q: 5, lead: 0 };
        let (found, width) = shapes(&[pair, pair], 10).unwrap();
        assert_eq!(found[0], SchurShape { f: 4, p: 5, g: 1, q: 2, lead: 0, image: 0 });
        assert_eq!((found[1].image, width), (3, 6));
        assert!(shapes(&[pair], 9).is_err());
        assert!(shapes(&[GcdPair { p: u32::MAX / 2, q: u32::MAX / 2, ..pair }], usize::MAX).is_err());
    }

    #[test]
    fn forms_by_size() {
        let shape = |p, q| SchurShape { f: 0, p, g: 0, q, lead: 0, image: 0 };
        assert!(naive(&shape(200, 183), false) && !naive(&shape(200, 184), false));
        assert!(naive(&shape(900, 800), true) && !naive(&shape(2000, 1000), true));
        assert!(naive(&shape(1 << 30, 0), false));
    }
}
