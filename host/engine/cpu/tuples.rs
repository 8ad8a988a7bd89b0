//! Several scalars at each point of one bundle: by one routine for all lanes, one division for many points, and the lanes that failed once more by a
//! routine that never does.

use super::bundle::{BundleStage, Tables, Watch};
use super::grid::orbits::Pending;
use super::grid::values::Values;
use super::inverses::Prefixes;
use super::stages::Stage;
use super::watched::Steps;
use super::word::{CpuWord, Lanes};
use super::{Batch, Buffer, Cpu};
use crate::alone::prelude::*;
use crate::engine::tuple::{TupleEngine, TupleJob};
use crate::engine::{MatrixJob, MatrixWanted, ScalarCounts, SubresultantJob};
use crate::error::Result;
use crate::tasks::Tasks;
use gpu::Field;
use gpu::arith::Modulus;
use gpu::determinant::matrix::load;
use gpu::matrix::{hessenberg, jordan};
use gpu::resultant::subresultants::Ended;
use gpu::team::{Solo, Team};
use std::sync::atomic::{AtomicU64, Ordering};

/// Elements beside values and outputs.
pub struct Room<'a, E> {
    /// Those that a point keeps until it is divided.
    pub factors: &'a mut [E],
    /// Those that it needs while it is computed.
    pub scratch: &'a mut [E],
}

/// The computation at a point from a column of values.
pub trait TuplePoint: Sync {
    /// Values that go in.
    fn rows(&self) -> usize;

    /// Values that come out.
    fn outputs(&self) -> usize;

    /// Elements that a point keeps until it is divided.
    fn factors(&self) -> usize;

    /// Elements that are needed while a point is computed.
    fn scratch(&self) -> usize {
        0
    }

    /// Element steps of one point as it tells of them itself.
    fn told(&self) -> usize;

    /// The outputs of values, which are destroyed, each before it is divided; `output` is 0. What they are to be divided by follows from `factors`, the
    /// returned number, and the returned denominator, which is not 0 but in lanes that are off. `scratch` is as another point left it.
    fn undivided<F: Field, T: Team>(
        &self,
        field: &F,
        team: T,
        values: &mut [F::Elem],
        output: &mut [F::Elem],
        room: Room<'_, F::Elem>,
    ) -> Ended<F::Elem>;

    /// Divides them; `inverse` is 1 / denominator, and `steps` the number.
    fn divide<F: Field>(&self, field: &F, of: (u32, F::Elem), output: &mut [F::Elem], factors: &[F::Elem]);

    /// The outputs modulo one prime, whatever the values are.
    fn repaired<M: Modulus>(&self, field: &M, values: &[M::Elem]) -> Vec<M::Elem>;
}

impl TuplePoint for SubresultantJob {
    fn rows(&self) -> usize {
        SubresultantJob::rows(self) as usize
    }

    fn outputs(&self) -> usize {
        SubresultantJob::outputs(self) as usize
    }

    fn factors(&self) -> usize {
        self.schedule.len()
    }

    fn told(&self) -> usize {
        // Passes do two steps.
        let left = self.wanted.low as usize;
        ((self.p as usize * self.q as usize).saturating_sub(left * left) / 2).max(1)
    }

    #[inline(always)]
    fn undivided<F: Field, T: Team>(
        &self,
        field: &F,
        team: T,
        values: &mut [F::Elem],
        output: &mut [F::Elem],
        room: Room<'_, F::Elem>,
    ) -> Ended<F::Elem> {
        SubresultantJob::undivided(self, field, team, values, output, room.factors)
    }

    #[inline(always)]
    fn divide<F: Field>(&self, field: &F, of: (u32, F::Elem), output: &mut [F::Elem], factors: &[F::Elem]) {
        SubresultantJob::divide(self, field, of, output, factors);
    }

    fn repaired<M: Modulus>(&self, field: &M, values: &[M::Elem]) -> Vec<M::Elem> {
        SubresultantJob::repaired(self, field, values)
    }
}

impl TuplePoint for MatrixJob {
    fn rows(&self) -> usize {
        self.values as usize
    }

    fn outputs(&self) -> usize {
        MatrixJob::outputs(self) as usize
    }

    fn factors(&self) -> usize {
        match self.wanted {
            MatrixWanted::Adjugate | MatrixWanted::Solution => self.rows as usize,
            MatrixWanted::Characteristic => 0,
        }
    }

    fn scratch(&self) -> usize {
        let elements = self.entries.len();
        match self.wanted {
            // In place.
            MatrixWanted::Adjugate => 0,
            MatrixWanted::Solution => elements,
            MatrixWanted::Characteristic => elements + hessenberg::beside(self.rows) as usize,
        }
    }

    fn told(&self) -> usize {
        usize::try_from(self.steps()).unwrap_or(usize::MAX)
    }

    #[inline(always)]
    fn undivided<F: Field, T: Team>(
        &self,
        field: &F,
        team: T,
        values: &mut [F::Elem],
        output: &mut [F::Elem],
        room: Room<'_, F::Elem>,
    ) -> Ended<F::Elem> {
        let (n, shape) = (self.rows, self.shape());
        let elements = self.entries.len();
        let Room { mut factors, scratch } = room;
        match self.wanted {
            MatrixWanted::Adjugate => {
                let (mut m, last) = output.split_at_mut(elements);
                load(field, team, &self.entries, &&*values, &mut m);
                if self.vanishes() {
                    let off = jordan::off_rank(field, team, &mut m, n, self.rank);
                    m.fill(field.zero());
                    return Ended { denominator: field.one(), steps: 0, off };
                }
                let found = jordan::eliminate(field, team, &mut m, shape, &mut factors);
                last[0] = found.product;
                Ended { denominator: found.denominator, steps: n, off: found.off }
            }
            MatrixWanted::Solution => {
                let mut m = scratch;
                load(field, team, &self.entries, &&*values, &mut m);
                let found = jordan::eliminate(field, team, &mut m, shape, &mut factors);
                let (beside, columns) = (self.beside() as usize, self.columns as usize);
                for (to, row) in output.chunks_exact_mut(beside.max(1)).zip(m.chunks_exact(columns.max(1))) {
                    to.copy_from_slice(&row[n as usize..]);
                }
                output[n as usize * beside] = found.product;
                Ended { denominator: found.denominator, steps: n, off: found.off }
            }
            MatrixWanted::Characteristic => {
                let (mut m, mut beside) = scratch.split_at_mut(elements);
                load(field, team, &self.entries, &&*values, &mut m);
                let found = hessenberg::characteristic(field, team, &mut m, n, &self.pivots, &mut beside);
                output.copy_from_slice(&beside[hessenberg::answer(n) as usize..][..n as usize]);
                Ended { denominator: found.product, steps: n, off: found.off }
            }
        }
    }

    #[inline(always)]
    fn divide<F: Field>(
        &self,
        field: &F,
        (steps, inverse): (u32, F::Elem),
        mut output: &mut [F::Elem],
        factors: &[F::Elem],
    ) {
        if steps == 0 && self.vanishes() {
            return;
        }
        if self.wanted == MatrixWanted::Characteristic {
            return hessenberg::divide(field, &mut output, self.rows, inverse);
        }
        let width = if self.wanted == MatrixWanted::Adjugate { self.rows } else { self.beside() };
        let (all, determinant) = output.split_at_mut(output.len() - 1);
        for (row, &factor) in all.chunks_exact_mut(width.max(1) as usize).zip(factors) {
            let factor = field.mul(factor, inverse);
            row.iter_mut().for_each(|x| *x = field.mul(factor, *x));
        }
        determinant[0] = field.mul(determinant[0], inverse);
    }

    fn repaired<M: Modulus>(&self, field: &M, values: &[M::Elem]) -> Vec<M::Elem> {
        let (n, elements, shape) = (self.rows, self.entries.len(), self.shape());
        let mut m = vec![field.zero(); elements + 1];
        load(field, Solo, &self.entries, &values, &mut &mut m[..elements]);
        if self.wanted == MatrixWanted::Characteristic {
            let mut beside = vec![field.zero(); hessenberg::beside(n) as usize];
            hessenberg::with_pivots(field, Solo, &mut &mut m[..elements], n, &mut &mut beside[..]);
            return beside[hessenberg::answer(n) as usize..][..n as usize].to_vec();
        }
        let mut swaps = vec![0; 2 * n as usize];
        let determinant = jordan::with_pivots(field, Solo, &mut &mut m[..elements], shape, &mut &mut swaps[..]);
        if self.wanted == MatrixWanted::Adjugate {
            m[elements] = determinant;
            return m;
        }
        let rows = m[..elements].chunks_exact(self.columns.max(1) as usize);
        rows.flat_map(|row| &row[n as usize..]).copied().chain([determinant]).collect()
    }
}

/// Values \[output\]\[point\] from values.
pub struct Tuples<'a, J> {
    job: &'a J,
    points: usize,
    pending: Option<Pending>,
    repairs: AtomicU64,
    scalars: AtomicU64,
}

impl<'a, J> Tuples<'a, J> {
    /// Of stored values \[row\]\[point\], or of what is still to be evaluated.
    fn new(job: &'a J, points: usize, pending: Option<Pending>) -> Self {
        Tuples { job, points, pending, repairs: AtomicU64::new(0), scalars: AtomicU64::new(0) }
    }

    fn counts(&self) -> ScalarCounts {
        ScalarCounts { scalars: self.scalars.load(Ordering::Relaxed), repairs: self.repairs.load(Ordering::Relaxed) }
    }
}

/// Elements of the outputs of points that are taken together, so that they share an inversion and stay in cache; one point at least.
const TOGETHER: usize = 1 << 12;

/// Element steps that are taken together: an inversion is little beside them.
const STEPS: usize = 1 << 17;

/// The points of a chunk.
struct Chunk<'a, B: Lanes<Modulus: CpuWord>, J> {
    tables: &'a Tables<B>,
    job: &'a J,
    values: &'a Values<'a, B>,
    first: usize,
    count: usize,
    tasks: &'a Tasks<'a>,
}

/// Outputs \[point\]\[output\] of a chunk, and the lanes of each point that left the schedule.
struct Found<E> {
    outputs: Vec<E>,
    masks: Vec<u32>,
}

impl<B: Lanes<Modulus: CpuWord>, J: TuplePoint> pulp::NullaryFnOnce for Chunk<'_, B, J> {
    type Output = Found<B::Elem>;

    #[inline(always)]
    fn call(self) -> Found<B::Elem> {
        let Chunk { tables, job, values, first, count, tasks } = self;
        let field = &tables.field;
        let (rows, width, steps) = (job.rows(), job.outputs(), job.factors());
        let granule = values.granule();
        let mut tile = vec![field.zero(); count.next_multiple_of(granule) * rows];
        values.fill(first, rows, &mut tile, &mut Vec::new());
        let mut outputs = vec![field.zero(); count * width];
        let mut factors = vec![field.one(); count * steps];
        let mut scratch = vec![field.zero(); job.scratch()];
        let (mut ends, mut masks) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut taken = 0;
        for i in 0..count {
            let output = &mut outputs[i * width..][..width];
            let column = &mut tile[i * rows..][..rows];
            let watched = Steps::new(tasks);
            let room = Room { factors: &mut factors[i * steps..][..steps], scratch: &mut scratch };
            let Ended { denominator, steps: of_point, off } =
                job.undivided(field, watched.team(), column, output, room);
            taken = of_point;
            ends.push(field.select(off, field.one(), denominator));
            masks.push(off);
        }
        // What was not computed to the end may not be divided by.
        if !tasks.is_stopped() {
            let inverses = Prefixes::new(field, ends.iter().copied()).inverses(tables, ends.iter().copied());
            for (i, inverse) in inverses.into_iter().enumerate() {
                let output = &mut outputs[i * width..][..width];
                job.divide(field, (taken, inverse), output, &factors[i * steps..][..steps]);
            }
        }
        Found { outputs, masks }
    }
}

/// One lane of one point by the routine that follows its own degrees.
fn repair<B: Lanes<Modulus: CpuWord>>(
    tables: &Tables<B>,
    job: &impl TuplePoint,
    values: &Values<'_, B>,
    (point, lane): (usize, usize),
    output: &mut [B::Elem],
) {
    let (granule, rows) = (values.granule(), job.rows());
    let first = point / granule * granule;
    let mut tile = vec![tables.field.zero(); granule * rows];
    values.fill(first, rows, &mut tile, &mut Vec::new());
    let column = &tile[(point - first) * rows..][..rows];
    let of_lane: Vec<_> = column.iter().map(|value| B::lane(value, lane)).collect();
    let repaired = job.repaired(&tables.primes[lane], &of_lane);
    output.iter_mut().zip(repaired).for_each(|(to, value)| B::set_lane(to, lane, value));
}

impl<J: TuplePoint> BundleStage for Tuples<'_, J> {
    fn run<B: Lanes<Modulus: CpuWord>>(&self, tables: &Tables<B>, input: &[B::Elem], watch: Watch<'_>) -> Vec<B::Elem> {
        let Tuples { job, points, .. } = *self;
        let values = Values::new(tables, self.pending, input, points);
        let (lanes, width) = (tables.primes.len(), job.outputs());
        let in_use = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
        let size = (TOGETHER / width.max(1))
            .min(STEPS / job.told().max(1))
            .max(1)
            .next_multiple_of(values.granule())
            .min(points.max(1));
        let size = size.next_multiple_of(values.granule());
        let tasks = watch.tasks(points.saturating_mul(job.told()));
        let mut output = vec![tables.field.zero(); points * width];
        // Parts of a few chunks side by side, which are turned round once they are there.
        let chunks: Vec<usize> = (0..points).step_by(size).collect();
        for some in chunks.chunks(rayon::current_num_threads().max(1) * 4) {
            let found: Vec<(usize, Vec<B::Elem>)> = some
                .par_iter()
                .map(|&first| {
                    let count = size.min(points - first);
                    let chunk = Chunk { tables, job, values: &values, first, count, tasks: &tasks };
                    let Found { mut outputs, masks } = tables.field.simd(chunk);
                    for (i, mask) in masks.into_iter().enumerate() {
                        for lane in (0..lanes).filter(|lane| mask & in_use & (1 << lane) != 0) {
                            if tasks.is_stopped() {
                                break;
                            }
                            let output = &mut outputs[i * width..][..width];
                            repair(tables, job, &values, (first + i, lane), output);
                            self.repairs.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    self.scalars.fetch_add((count * lanes) as u64, Ordering::Relaxed);
                    (first, outputs)
                })
                .collect();
            if tasks.is_stopped() {
                break;
            }
            output.par_chunks_mut(points).enumerate().for_each(|(row, to)| {
                for (first, outputs) in &found {
                    let column = outputs.iter().skip(row).step_by(width);
                    to[*first..].iter_mut().zip(column).for_each(|(to, &value)| *to = value);
                }
            });
        }
        output
    }
}

impl<M: CpuWord> TupleEngine for Cpu<M> {
    fn tuples(&mut self, batch: &Batch<M>, values: Buffer<M>, job: &TupleJob) -> Result<(Buffer<M>, ScalarCounts)> {
        job.check()?;
        values.check(batch, job.rows())?;
        let (points, pending) = (batch.grid.points() as usize, values.pending);
        match job {
            TupleJob::Subresultants(job) => {
                let stage = Tuples::new(job, points, pending);
                let found = batch.run(&Stage::Subresultants(&stage), Some(&values), self.whole())?;
                Ok((found, stage.counts()))
            }
            TupleJob::Matrix(job) => {
                let stage = Tuples::new(job, points, pending);
                let found = batch.run(&Stage::Matrix(&stage), Some(&values), self.whole())?;
                Ok((found, stage.counts()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gpu::arith::Mont31;
    use gpu::determinant::matrix::entry;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// What is computed without division, with pivots of the caller, and what repairs it are the same where both are defined; the order of the outputs too.
    #[test]
    fn repairs_of_matrices() {
        let field = Mont31::new(1_000_003).unwrap();
        let mut rng = StdRng::seed_from_u64(1);
        let (mut on, mut off) = (0, 0);
        for round in 0..600 {
            let n = 1 + rng.random_range(0..5u32);
            let wanted = [MatrixWanted::Adjugate, MatrixWanted::Solution, MatrixWanted::Characteristic][round % 3];
            let columns = if wanted == MatrixWanted::Solution { n + 1 + rng.random_range(0..3) } else { n };
            let values = 6;
            // Some elements are equal, some negatives, some 0.
            let element = |_| match rng.random_range(0..3) {
                0 if round % 2 == 0 => 0,
                _ => entry(rng.random_range(0..values), rng.random_range(0..2) == 0),
            };
            let mut entries: Vec<u32> = (0..n * columns).map(element).collect();
            let rank = if wanted == MatrixWanted::Adjugate && round % 5 == 0 { 1 } else { n };
            if rank == 1 {
                (1..n as usize).for_each(|i| entries.copy_within(0..n as usize, i * n as usize));
            }
            let steps = if wanted == MatrixWanted::Characteristic { n.saturating_sub(2) as usize } else { 0 };
            let job = MatrixJob { values, rows: n, columns, entries, wanted, rank, pivots: vec![1; steps] };
            job.check().unwrap();
            let all: Vec<u32> = (0..values).map(|_| field.enter(rng.random_range(1..1000))).collect();
            let expected = TuplePoint::repaired(&job, &field, &all);
            let mut output = vec![0; TuplePoint::outputs(&job)];
            let (mut factors, mut scratch) = (vec![0; job.factors()], vec![7; TuplePoint::scratch(&job)]);
            let room = Room { factors: &mut factors, scratch: &mut scratch };
            let ended = TuplePoint::undivided(&job, &field, Solo, &mut all.clone(), &mut output, room);
            if ended.off != 0 {
                off += 1;
                continue;
            }
            let inverse = field.reciprocal(ended.denominator);
            TuplePoint::divide(&job, &field, (ended.steps, inverse), &mut output, &factors);
            assert_eq!(output, expected, "{job:?}");
            on += 1;
        }
        assert!(on > 200 && off > 50, "{on} {off}");
    }
}
