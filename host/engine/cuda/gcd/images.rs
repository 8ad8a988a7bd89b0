//! Images of GCDs: short pairs one a block, longer ones in rounds over all of the device, after long rounds ([`super::long`]) for those
//! that are worth it.

use super::classes::{LEAST_CLASS, classes, room, threads};
use super::long::{self, Long};
use super::rounds::{Launches, Plain, ROUNDS, Told, Work, endless};
use crate::control::Control;
use crate::engine::cuda::DeviceBuffer;
use crate::engine::cuda::driver::launch::{MOST_BLOCKS, blocks, word};
use crate::engine::cuda::driver::stream::Stream;
use crate::engine::cuda::grid::columns::{inside, records, row_len};
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::engine::cuda::means::Means;
use crate::engine::cuda::thresholds::Thresholds;
use crate::engine::gcd::{GcdJob, GcdPair, GcdShape};
use crate::error::Result;
use gpu::gcd::block::STEPS;
use gpu::kernels::gcd::{GcdBegin, GcdBlock32, GcdBlock64, GcdBlock128, GcdBlock256, GcdBlock512, GcdFinish, Widths};
use gpu::kernels::problems::{Problems, STATE};

/// A pair as kernels take it: [`gpu::kernels::gcd::Pair`].
type Record = [u32; 7];

/// p and q of a record.
fn degrees_of(record: &Record) -> (u32, u32) {
    (record[1], record[3])
}

/// The larger of both.
fn longest(record: &Record) -> u32 {
    let (p, q) = degrees_of(record);
    p.max(q)
}

/// Words of shared memory of a pair.
fn words(record: &Record) -> usize {
    let (p, q) = degrees_of(record);
    p as usize + q as usize + 2
}

/// Parameters that all launches of a stage share.
struct ImageLaunches<'a> {
    on: Launches<'a>,
    residues: &'a DeviceBuffer<u32>,
    images: DeviceBuffer<u32>,
    degrees: DeviceBuffer<u32>,
    widths: Widths,
}

/// [`crate::engine::gcd::GcdEngine::gcd_images`] by remainder sequences.
pub(super) fn images(
    stream: &Stream,
    batch: &Batch,
    residues: &DeviceBuffer<u32>,
    job: &GcdJob,
    (thresholds, control): (&Thresholds, &Control),
) -> Result<(DeviceBuffer<u32>, Vec<u32>)> {
    let integers = word("integers", row_len("residues", residues, batch.len())?)?;
    let mut pairs: Vec<Record> = Vec::with_capacity(job.pairs.len());
    let mut out = 0usize;
    for (index, pair) in job.pairs.iter().enumerate() {
        let &GcdPair { f, p, g, q, lead } = pair;
        inside("coefficients of f", f, u64::from(p) + 1, integers)?;
        inside("coefficients of g", g, u64::from(q) + 1, integers)?;
        inside("leading coefficient", lead, 1, integers)?;
        pairs.push([f, p, g, q, lead, word("coefficients of images", out)?, word("pairs", index)?]);
        out += pair.width() as usize;
    }
    let widths = Widths { integers, images: word("coefficients of images", out)?, pairs: word("pairs", pairs.len())? };
    let tensor = thresholds.tensor_rounds && Means::of(stream.context().device()).tensor;
    let stage = ImageLaunches {
        on: Launches { stream, batch, control, tensor },
        residues,
        images: stream.alloc(batch.len() * out)?,
        degrees: stream.alloc(batch.len() * pairs.len())?,
        widths,
    };
    if pairs.is_empty() || batch.len() == 0 {
        return Ok((stage.images, Vec::new()));
    }
    let shared = stream.context().device().shared_per_block as usize;
    let long = |record: &Record| match job.shape {
        GcdShape::Auto => longest(record) >= thresholds.rounds_from || 4 * words(record) > shared,
        GcdShape::Block => false,
        GcdShape::Rounds | GcdShape::Long => true,
    };
    let (long, short): (Vec<Record>, Vec<Record>) = pairs.into_iter().partition(long);
    let room = room(stream, batch.len());
    for class in classes(short, |record| words(record).max(LEAST_CLASS), room) {
        stage.one_block_each(&class)?;
    }
    let long = classes(long, |record| longest(record) as usize, 0);
    // Every pair loses the degree beyond its GCD's.
    let steps = |record: &Record| {
        let expected = job.expected.get(record[6] as usize).copied().unwrap_or(0);
        f64::from(longest(record).saturating_sub(expected))
    };
    let all = long.iter().flatten().map(steps).sum::<f64>();
    for class in &long {
        let told = Told {
            control: control.share(class.iter().map(steps).sum::<f64>() / all.max(1.0)),
            degrees: class.iter().map(steps).fold(0.0, f64::max),
        };
        stage.rounds(class, job.shape, thresholds, &told)?;
    }
    let degrees = stage.degrees.to_vec()?;
    Ok((stage.images, degrees))
}

impl ImageLaunches<'_> {
    /// The pairs of one launch, the longest first.
    fn one_block_each(&self, pairs: &[Record]) -> Result<()> {
        let stream = self.on.stream;
        let most = pairs.iter().map(words).max().unwrap_or(0);
        let bytes = word("bytes of shared memory for one block", 4 * most)?;
        let table = stream.copy_of(pairs)?;
        let grid = (word("pairs", pairs.len())?, word("primes", self.on.batch.len())?, 1);
        let (primes, residues) = (prime_ptr(&self.on.batch.primes), self.residues.as_ptr());
        let (images, degrees) = (self.images.as_ptr(), self.degrees.as_ptr());
        macro_rules! launch {
            ($kernel:ident) => {{
                let (pairs, widths) = (records(&table), self.widths);
                let kernel = $kernel { primes, residues, pairs, images, degrees, widths };
                // SAFETY: the pairs are inside the residues, and their images and degrees inside those tables, by `images`; shared
                // memory for the longest.
                unsafe { stream.launch(&kernel, grid, bytes) }
            }};
        }
        let multiprocessors = stream.context().device().multiprocessors as usize;
        match threads(multiprocessors, pairs.len() * self.on.batch.len(), most / 128, most / 8) {
            32 => launch!(GcdBlock32),
            64 => launch!(GcdBlock64),
            128 => launch!(GcdBlock128),
            256 => launch!(GcdBlock256),
            _ => launch!(GcdBlock512),
        }
    }

    /// Rounds for all of `pairs` modulo all primes, as many problems at a time as there is memory for.
    fn rounds(&self, pairs: &[Record], shape: GcdShape, thresholds: &Thresholds, told: &Told) -> Result<()> {
        let stream = self.on.stream;
        // Rounds to the very end where they are asked for.
        let short = if shape == GcdShape::Rounds { 0 } else { thresholds.handover };
        let longest = pairs.iter().map(longest).max().unwrap_or(0);
        let width = word("coefficients", longest as usize + 1)?;
        // Every round eliminates a coefficient at least, and the last one finds out.
        let most = pairs.iter().map(words).max().unwrap_or(0) + 1;
        let total = word("GCDs of a batch", pairs.len().saturating_mul(self.on.batch.len()))? as usize;
        let limit = long::limit(&self.on, shape, longest, total, thresholds)?;
        let words = 4 * width as usize + STATE as usize + limit.map_or(0, |_| long::WORDS);
        let room = stream.context().available_memory()? / 2 / (4 * words);
        let chunk = total.min(MOST_BLOCKS).min(room).max(1);
        let table = stream.copy_of(pairs)?;
        let rows = stream.alloc(chunk * 4 * width as usize)?;
        let states = stream.alloc(chunk * STATE as usize)?;
        let mut done = stream.alloc::<u32>(1)?;
        let mut long = limit.map(|limit| Long::new(self.on, limit, chunk)).transpose()?;
        let (primes, residues) = (prime_ptr(&self.on.batch.primes), self.residues.as_ptr());
        for first in (0..total).step_by(chunk) {
            let count = chunk.min(total - first) as u32;
            let problems = Problems { first: first as u32, pairs: pairs.len() as u32, width };
            let work = Work { problems, count, rows: rows.as_ptr(), states: states.as_ptr() };
            let (rows, states, pairs) = (work.rows, work.states, records(&table));
            let integers = self.widths.integers;
            let begin = GcdBegin { residues, pairs, rows, states, integers, problems };
            // SAFETY: four rows of `width` words and a state for each of `count` problems; the pairs are inside the residues.
            unsafe { stream.launch(&begin, (blocks(width as usize, 256)?, count, 1), 0)? };
            done.zero(0..1)?;
            let plain = Plain { short, done: done.as_ptr() };
            let told = Told { control: told.control.share(f64::from(count) / total as f64), ..*told };
            let side = match &mut long {
                Some(long) => long.rounds(&work, &plain, &told, most)?,
                None => 0,
            };
            let mut queued = 0;
            loop {
                self.on.control.check()?;
                self.on.plain_rounds(&work, &plain, side)?;
                queued += ROUNDS as usize;
                let mut finished = [0];
                done.download(0, &mut finished)?;
                if finished[0] == count {
                    break;
                }
                told.steps(ROUNDS * STEPS);
                if queued > most {
                    return Err(endless("gcd_head", count.saturating_sub(finished[0]), count, queued));
                }
            }
            let (images, degrees) = (self.images.as_ptr(), self.degrees.as_ptr());
            let widths = self.widths;
            let finish = GcdFinish { primes, residues, pairs, rows, states, images, degrees, short, widths, problems };
            // SAFETY: as above; images and degrees are inside their tables, by `images`; two rows of short + 1 words.
            unsafe { stream.launch(&finish, (count, 1, 1), 4 * 2 * (short + 1))? };
        }
        Ok(())
    }
}
