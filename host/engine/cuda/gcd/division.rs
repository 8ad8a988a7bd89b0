//! Exact divisions: by values at the points of the grid where it has enough of them and they are long, else by the schoolbook method.

use super::classes::{LEAST_CLASS, classes, room, threads};
use crate::engine::cuda::driver::launch::{MOST_BLOCKS, blocks, word};
use crate::engine::cuda::engine::Cuda;
use crate::engine::cuda::grid::columns::{inside, records, row_len};
use crate::engine::cuda::grid::tables::{Batch, prime_ptr};
use crate::engine::cuda::in_turn::in_turn;
use crate::engine::cuda::{DeviceBuffer, Stream};
use crate::engine::gcd::Division;
use crate::error::{Error, Result};
use gpu::kernels::division::{
    DivideBlock32, DivideBlock128, DivideBlock512, DivideGlobal, DivisionOperands, DivisionQuotients, Rows,
};
use gpu::kernels::resultant::{DIVIDERS, DivideScalars, PER_INVERSE};

/// Words of a division by values for each point and prime: both operands, their values, the list of values 0, and what transforms
/// take.
const WORDS_PER_POINT: usize = 8;

/// A division as kernels take it: [`gpu::kernels::division::Quotient`].
type Record = [u32; 6];

/// Degrees of the dividend and of the divisor.
fn degrees_of(record: &Record) -> (u32, u32) {
    (record[1], record[3])
}

/// Words of both operands.
fn words(record: &Record) -> usize {
    let (n, d) = degrees_of(record);
    n as usize + d as usize + 2
}

/// Parameters that all launches of a stage share.
struct DivisionLaunches<'a> {
    stream: &'a Stream,
    batch: &'a Batch,
    dividends: &'a DeviceBuffer<u32>,
    divisors: &'a DeviceBuffer<u32>,
    out: DeviceBuffer<u32>,
    flags: DeviceBuffer<u32>,
    rows: Rows,
}

impl Cuda {
    /// [`crate::engine::gcd::GcdEngine::divide`].
    pub(super) fn divide_all(
        &mut self,
        batch: &Batch,
        dividends: &DeviceBuffer<u32>,
        divisors: &DeviceBuffer<u32>,
        divisions: &[Division],
    ) -> Result<(DeviceBuffer<u32>, Vec<bool>)> {
        let primes = batch.len();
        let mut rows = Rows {
            dividends: word("dividends", row_len("dividends", dividends, primes)?)?,
            divisors: word("divisors", row_len("divisors", divisors, primes)?)?,
            quotients: 0,
        };
        let mut all: Vec<Record> = Vec::with_capacity(divisions.len());
        let mut out = 0usize;
        for (index, &Division { dividend, n, divisor, d }) in divisions.iter().enumerate() {
            if d > n {
                return Err(Error::argument("divisions", format!("a divisor of degree {d} above the dividend's, {n}")));
            }
            inside("coefficients of a dividend", dividend, u64::from(n) + 1, rows.dividends)?;
            inside("coefficients of a divisor", divisor, u64::from(d) + 1, rows.divisors)?;
            all.push([dividend, n, divisor, d, word("coefficients of quotients", out)?, word("divisions", index)?]);
            out += (n - d) as usize + 1;
        }
        rows.quotients = word("coefficients of quotients", out)?;
        let stream = self.stream.clone();
        let (out, flags) = (stream.alloc(primes * out)?, stream.zeroed(divisions.len())?);
        let stage = DivisionLaunches { stream: &stream, batch, dividends, divisors, out, flags, rows };
        if primes > 0 && !all.is_empty() {
            let points = match &batch.axes[..] {
                [axis] => axis.points(),
                _ => 0,
            };
            let from = self.thresholds.divide_from;
            let by_points = |record: &Record| record[1] >= from && record[1] < points;
            let (long, short): (Vec<Record>, Vec<Record>) = all.into_iter().partition(by_points);
            for class in classes(short, |record| words(record).max(LEAST_CLASS), room(stage.stream, primes)) {
                stage.schoolbook(&class)?;
            }
            for class in classes(long, |record| record[1] as usize, 0) {
                self.divide_by_points(&stage, &class, points)?;
            }
        }
        let exact = stage.flags.to_vec()?.into_iter().map(|flag| flag == 0).collect();
        Ok((stage.out, exact))
    }

    /// Divisions by values at all `points` points of the grid's one axis.
    fn divide_by_points(&mut self, stage: &DivisionLaunches, divisions: &[Record], points: u32) -> Result<()> {
        let (stream, batch) = (stage.stream, stage.batch);
        let primes = batch.len();
        let bytes = 4 * WORDS_PER_POINT * points as usize * primes;
        let room = stream.context().available_memory()? / 2 / bytes;
        // Their scalars are numbered by words.
        let numbers = (u32::MAX / 2) as usize / (points as usize * primes);
        for chunk in divisions.chunks(room.min(numbers).clamp(1, MOST_BLOCKS)) {
            let table = stream.copy_of(chunk)?;
            let failed = self.values_divided(stage, chunk, &table, points)?;
            if !failed.is_empty() {
                stage.in_global_memory(chunk, &table, &failed)?;
            }
        }
        Ok(())
    }

    /// One chunk by values. Returns prime and division, in turn, of those where the divisor has a root among the points: they are
    /// left out.
    fn values_divided(
        &mut self,
        stage: &DivisionLaunches,
        chunk: &[Record],
        table: &DeviceBuffer<Record>,
        points: u32,
    ) -> Result<Vec<u32>> {
        let (stream, batch) = (stage.stream, stage.batch);
        let primes = word("primes", batch.len())?;
        let count = word("divisions", chunk.len())?;
        let total = batch.len() * chunk.len() * points as usize;
        word("values of divisions", total)?;
        let mut values = |which: u32| {
            let (source, integers) = match which {
                0 => (stage.dividends, stage.rows.dividends),
                _ => (stage.divisors, stage.rows.divisors),
            };
            let degree = |record: &Record| if which == 0 { record[1] } else { record[3] };
            let len = chunk.iter().map(degree).max().unwrap_or(0) + 1;
            let out = stream.alloc(batch.len() * chunk.len() * len as usize)?;
            let kernel = DivisionOperands {
                source: source.as_ptr(),
                table: records(table),
                out: out.as_ptr(),
                which,
                integers,
                len,
            };
            // SAFETY: operands are inside their rows by `divide_all`; `out` has `len` words a division and prime.
            unsafe { stream.launch(&kernel, (blocks(len as usize, 256)?, count, primes), 0)? };
            self.evaluate_along(batch, &batch.axes[0], &out, chunk.len(), 1, len)
        };
        let (numerators, denominators) = (values(0)?, values(1)?);
        let (failed, zeros) = (stream.alloc::<u32>(total)?, stream.zeroed::<u32>(1)?);
        let divide = DivideScalars {
            primes: prime_ptr(&batch.primes),
            numerators: numerators.as_ptr(),
            denominators: denominators.as_ptr(),
            points: count * points,
            failed: failed.as_ptr(),
            count: zeros.as_ptr(),
        };
        let grid = (blocks((count * points) as usize, DIVIDERS * PER_INVERSE)?, primes, 1);
        // SAFETY: `total` words each; `failed` has room for all.
        unsafe { stream.launch(&divide, grid, 0)? };
        let mut found = [0];
        zeros.download(0, &mut found)?;
        // Places with a root as prime count + division.
        let mut places = vec![0; found[0] as usize];
        failed.download(0, &mut places)?;
        places.iter_mut().for_each(|place| *place /= points);
        places.sort_unstable();
        places.dedup();
        let mut skip = vec![0u32; if places.is_empty() { 0 } else { batch.len() * chunk.len() }];
        places.iter().for_each(|&place| skip[place as usize] = 1);
        let skip = stream.copy_of(&skip)?;
        drop((failed, denominators));
        let coefficients = self.interpolate_along(batch, &batch.axes[0], numerators, chunk.len(), 1)?;
        let kernel = DivisionQuotients {
            source: coefficients.as_ptr(),
            table: records(table),
            skip: skip.as_ptr(),
            points,
            quotients: stage.rows.quotients,
            out: stage.out.as_ptr(),
            flags: stage.flags.as_ptr(),
        };
        // SAFETY: `points` coefficients a division and prime; quotients are inside rows of `out` by `divide_all`.
        unsafe { stream.launch(&kernel, (blocks(points as usize, 256)?, count, primes), 0)? };
        Ok(places.into_iter().flat_map(|place| [place / count, place % count]).collect())
    }
}

impl DivisionLaunches<'_> {
    /// Divisions of like size by the schoolbook method, modulo all primes.
    fn schoolbook(&self, divisions: &[Record]) -> Result<()> {
        let stream = self.stream;
        let device = stream.context().device();
        let (shared, multiprocessors) = (device.shared_per_block as usize, device.multiprocessors as usize);
        let most = divisions.iter().map(words).max().unwrap_or(0);
        let table = stream.copy_of(divisions)?;
        if 4 * most > shared {
            let (primes, count) = (word("primes", self.batch.len())?, word("divisions", divisions.len())?);
            let items: Vec<u32> = (0..primes).flat_map(|prime| (0..count).flat_map(move |k| [prime, k])).collect();
            return self.in_global_memory(divisions, &table, &items);
        }
        let bytes = word("bytes of shared memory for one block", 4 * most)?;
        let grid = (word("divisions", divisions.len())?, word("primes", self.batch.len())?, 1);
        let primes = prime_ptr(&self.batch.primes);
        let (dividends, divisors) = (self.dividends.as_ptr(), self.divisors.as_ptr());
        let (out, flags, rows) = (self.out.as_ptr(), self.flags.as_ptr(), self.rows);
        macro_rules! launch {
            ($kernel:ident) => {{
                let table = records(&table);
                let kernel = $kernel { primes, dividends, divisors, table, out, flags, rows };
                // SAFETY: operands and quotients are inside their rows by `divide_all`; shared memory for the longest.
                unsafe { stream.launch(&kernel, grid, bytes) }
            }};
        }
        let longest = divisions.iter().map(|record| record[3] as usize).max().unwrap_or(0);
        match threads(multiprocessors, divisions.len() * self.batch.len(), longest / 64, longest / 4) {
            32..128 => launch!(DivideBlock32),
            128..512 => launch!(DivideBlock128),
            _ => launch!(DivideBlock512),
        }
    }

    /// Divisions in memory of the device; `items` are prime and number of the division in turn.
    fn in_global_memory(&self, divisions: &[Record], table: &DeviceBuffer<Record>, items: &[u32]) -> Result<()> {
        let stream = self.stream;
        let most = divisions.iter().map(words).max().unwrap_or(0);
        let steps = |record: &Record| (u64::from(record[3]) + 1) * u64::from(record[1] - record[3] + 1);
        let steps = divisions.iter().map(steps).max().unwrap_or(0);
        let list = stream.copy_of(items)?;
        let total = word("divisions", items.len() / 2)?;
        in_turn(stream, most, (total, steps), |scratch, blocks, piece| {
            let kernel = DivideGlobal {
                primes: prime_ptr(&self.batch.primes),
                dividends: self.dividends.as_ptr(),
                divisors: self.divisors.as_ptr(),
                table: records(table),
                items: list.as_ptr(),
                first: piece.start,
                end: piece.end,
                scratch,
                words: word("words of a division", most)?,
                out: self.out.as_ptr(),
                flags: self.flags.as_ptr(),
                rows: self.rows,
            };
            // SAFETY: operands and quotients are inside their rows by `divide_all`; `most` words of scratch a block.
            unsafe { stream.launch(&kernel, (blocks, 1, 1), 0) }
        })
    }
}
