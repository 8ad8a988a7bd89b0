//! The CPU engine: all cores, SIMD chosen at run time.
//!
//! Its word is 50 bits where the processor has AVX-512 IFMA, otherwise 31 bits. Primes are taken in bundles of 8 for the former,
//! 16 or 4 for the latter: lane i of every element belongs to prime i of the bundle, from the reduction
//! to the interpolation. So all lanes follow the same path through the same shared code that the GPU runs, one prime per
//! thread there, and nothing is ever transposed.

mod bundle;
mod determinant;
mod engine;
mod gcd;
mod grid;
mod half_gcd;
mod hessian;
mod integers;
mod inverses;
mod memory;
mod newton;
mod points;
mod resultant;
mod stages;
mod system;
mod system_loops;
pub(crate) mod thresholds;
mod track;
mod tuples;
mod until;
pub(crate) mod watched;
mod word;
mod word31;
#[cfg(target_arch = "x86_64")]
mod word50;

use crate::alone;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::plan::columns::Columns;
#[doc(hidden)]
pub use crate::plan::cost::half_gcd::half_gcd_points;
use crate::plan::grid::Grid;
use crate::plan::primes::Prime;
use bundle::{Tables, Watch};
use gpu::Field;
use gpu::arith::Mont31;
#[cfg(target_arch = "x86_64")]
use gpu::arith::Mont50;
use grid::evaluate;
use grid::orbits::Pending;
pub(crate) use half_gcd::excess as half_gcd_excess;
pub use resultant::samples::Samples;
use stages::{Stage, Stages};
use std::borrow::Cow;
use std::marker::PhantomData;
pub use system::CpuSystem;
#[doc(hidden)]
pub use thresholds::Thresholds;
pub use word::{CpuWord, Lanes};

/// The CPU engine.
#[derive(Debug, Clone)]
pub struct Cpu<M: CpuWord = Mont31> {
    memory: u64,
    control: Control,
    /// Computations that share the threads of the pool.
    sharing: usize,
    thresholds: Thresholds,
    word: PhantomData<M>,
}

impl Cpu {
    /// An engine for primes below 2^32 / 3 that uses about `memory` bytes for one batch and stops early once `control` is
    /// cancelled. For every processor.
    pub fn new(memory: u64, control: Control) -> Self {
        Cpu { memory, control, sharing: 1, thresholds: Mont31::THRESHOLDS, word: PhantomData }
    }
}

impl<M: CpuWord> Cpu<M> {
    /// Tells the engine that it shares its pool with `computations - 1` others, so that it splits work less finely.
    pub(crate) fn sharing(mut self, computations: usize) -> Self {
        self.sharing = computations.max(1);
        // As many of them as there are threads hold memory at the same time.
        self.memory /= self.sharing.min(rayon::current_num_threads()) as u64;
        self
    }

    /// Where one form of a stage is taken rather than another.
    #[doc(hidden)]
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// The same engine with other choices: for benches, which measure both sides of them. The answers are the same.
    #[doc(hidden)]
    pub fn with_thresholds(mut self, thresholds: Thresholds) -> Self {
        self.thresholds = thresholds;
        self
    }

    /// The same engine for primes of 31 bits.
    pub(crate) fn with_short_primes(&self) -> Cpu {
        Cpu { sharing: self.sharing, ..Cpu::new(self.memory, self.control.clone()) }
    }

    /// Threads of this computation.
    fn threads(&self) -> usize {
        (rayon::current_num_threads() / self.sharing).max(1)
    }
}

/// Whether the processor has the instructions that 50-bit primes are for: AVX-512 IFMA.
pub(crate) fn has_ifma() -> bool {
    #[cfg(target_arch = "x86_64")]
    return crate::simd::ifma::Ifma::try_new().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

#[cfg(target_arch = "x86_64")]
impl Cpu<Mont50> {
    /// The same for primes below 2^50; `None` where the processor has no AVX-512 IFMA.
    pub fn with_ifma(memory: u64, control: Control) -> Option<Self> {
        crate::simd::ifma::Ifma::try_new().map(|_| Cpu {
            memory,
            control,
            sharing: 1,
            thresholds: Mont50::THRESHOLDS,
            word: PhantomData,
        })
    }
}

/// Primes of a batch with their tables, in bundles.
pub struct Batch<M: CpuWord = Mont31> {
    wide: Vec<Tables<M::Wide>>,
    narrow: Vec<Tables<M::Narrow>>,
    grid: Grid,
}

/// One vector per bundle, the lanes' elements side by side.
#[derive(Clone)]
pub struct Buffer<M: CpuWord = Mont31> {
    /// The last evaluation is left to whoever needs the values.
    pending: Option<Pending>,
    wide: Vec<Vec<<M::Wide as Field>::Elem>>,
    narrow: Vec<Vec<<M::Narrow as Field>::Elem>>,
}

/// Plain residues \[prime\]\[coefficient\].
#[derive(Debug, Clone)]
pub struct Residues<M: CpuWord = Mont31> {
    /// Number of coefficients.
    pub coefficients: usize,
    /// The residues.
    pub values: Vec<M::Elem>,
}

impl<M: CpuWord> Buffer<M> {
    /// Refuses values that are not `rows` rows at the points of the batch; those that are pending were checked when they were made.
    fn check(&self, batch: &Batch<M>, rows: u32) -> Result<()> {
        match self.pending {
            Some(pending) if pending.rows != rows as usize => {
                Err(ErrorKind::Shape { what: "rows of values", expected: rows as usize, found: pending.rows }.into())
            }
            Some(_) => Ok(()),
            None => self.check_len((rows as usize).saturating_mul(batch.grid.points() as usize)),
        }
    }

    /// Refuses a tensor that has not `expected` elements modulo each prime.
    fn check_len(&self, expected: usize) -> Result<()> {
        match self.elements() {
            Some(found) if found != expected => {
                Err(ErrorKind::Shape { what: "elements of a tensor", expected, found }.into())
            }
            _ => Ok(()),
        }
    }

    /// Refuses columns outside the elements of a prime; without primes there are no rows that they could be outside of.
    fn check_columns(&self, columns: &Columns) -> Result<()> {
        self.elements().map_or(Ok(()), |width| columns.check(width))
    }

    /// Elements modulo each prime as they lie in memory; `None` where there is no prime.
    fn elements(&self) -> Option<usize> {
        self.wide.first().map(Vec::len).or(self.narrow.first().map(Vec::len))
    }
}

impl<M: CpuWord> Batch<M> {
    /// Wide bundles where the processor has them; what is left goes into narrow ones when those compute fewer lanes. Tables are those of
    /// `tables`; answers have the shape of `grid`.
    fn new(tables: &Grid, grid: &Grid, primes: &[Prime<M>]) -> Result<Self> {
        Batch::with(M::has_wide(), tables, grid, primes)
    }

    /// The same, with wide bundles or without.
    fn with(has_wide: bool, tables: &Grid, grid: &Grid, primes: &[Prime<M>]) -> Result<Self> {
        let (wide_lanes, narrow_lanes) = (M::Wide::LANES as usize, M::Narrow::LANES as usize);
        let rest = if has_wide { primes.len() % wide_lanes } else { primes.len() };
        let narrow_rest = match has_wide {
            true if narrow_lanes == wide_lanes || rest > wide_lanes / 2 => 0,
            _ => rest,
        };
        let (wide, narrow) = primes.split_at(primes.len() - narrow_rest);
        Ok(Batch {
            wide: wide.par_chunks(wide_lanes).map(|chunk| Tables::new(tables, chunk)).collect::<Result<_>>()?,
            narrow: narrow.par_chunks(narrow_lanes).map(|chunk| Tables::new(tables, chunk)).collect::<Result<_>>()?,
            grid: grid.clone(),
        })
    }

    /// Number of primes.
    fn len(&self) -> usize {
        let wide: usize = self.wide.iter().map(|t| t.primes.len()).sum();
        wide + self.narrow.iter().map(|t| t.primes.len()).sum::<usize>()
    }

    /// The control of a wide bundle and that of a narrow one: the work on a bundle is in proportion to its lanes.
    fn watches<'a>(&self, watch: Watch<'a>) -> (Watch<'a>, Watch<'a>) {
        let (wide, narrow) = (f64::from(M::Wide::LANES), f64::from(M::Narrow::LANES));
        let all = wide * self.wide.len() as f64 + narrow * self.narrow.len() as f64;
        (watch.part(wide / all), watch.part(narrow / all))
    }

    /// Runs a stage on every bundle.
    ///
    /// # Errors
    /// `Cancelled`: tasks of the stage may have been left out then, so there is no result, and none that a checkpoint could keep.
    fn run(&self, stage: &Stage<'_>, input: Option<&Buffer<M>>, watch: Watch<'_>) -> Result<Buffer<M>> {
        let (of_wide, of_narrow) = self.watches(watch);
        let (wide, narrow) = alone::join(
            || {
                let source = |i: usize| input.map_or(&[][..], |b| &b.wide[i]);
                let run = |(i, tables)| M::Wide::run(stage, tables, source(i), of_wide);
                self.wide.par_iter().enumerate().map(run).collect()
            },
            || {
                let source = |i: usize| input.map_or(&[][..], |b| &b.narrow[i]);
                let run = |(i, tables)| M::Narrow::run(stage, tables, source(i), of_narrow);
                self.narrow.par_iter().enumerate().map(run).collect()
            },
        );
        watch.control.check()?;
        Ok(Buffer { pending: None, wide, narrow })
    }

    /// The buffer with its values in place; a transform that takes half of what the caller does follows.
    ///
    /// # Errors
    /// As [`Batch::run`].
    fn finished<'d>(&self, data: &'d Buffer<M>, control: &Control) -> Result<Cow<'d, Buffer<M>>> {
        Ok(match data.pending {
            None => Cow::Borrowed(data),
            Some(pending) => {
                let points = self.grid.points() as usize;
                let finish = Stage::Finish(evaluate::Finish { pending, points });
                Cow::Owned(self.run(&finish, Some(data), Watch { control, part: 0.5 })?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::input::IntegerTable;
    use crate::engine::{Engine, ResultantEngine, ScalarJob, ScalarKind, ScalarMethod, ScalarShape};
    use crate::plan::grid;
    use crate::plan::rows::{Row, Rows};
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    /// A processor without AVX2 has narrow bundles only: the same residues of a resultant from them.
    #[test]
    fn narrow_bundles_are_enough() {
        let mut rng = StdRng::seed_from_u64(1);
        let (grid, primes) = grid::choose::<Mont31>(&[9], 600, &|_| true, &mut rng).unwrap();
        // y^2 + (x^2 - 3) y + x^2 + 2 and (5 x^2 - 6) y^2 + x^2 y + 8, and so on.
        let rows = |first: i32| Rows {
            kept: 1,
            rows: (0..3)
                .map(|i| Row {
                    terms: vec![
                        ((first * i + 2).into(), [0].into_iter().collect()),
                        ((i + 1).into(), [2].into_iter().collect()),
                    ],
                })
                .collect(),
        };
        let table = IntegerTable::new(&[&rows(-5), &rows(7)]).unwrap();
        let job = ScalarJob {
            kind: ScalarKind::Resultant,
            p: 2,
            q: 2,
            schedule: vec![2, 2, 1, 0],
            method: ScalarMethod::Remainder,
            shape: ScalarShape::Auto,
        };
        let residues = |has_wide: bool| {
            let mut engine: Cpu = Cpu::new(1 << 30, Control::default());
            let batch = Batch::with(has_wide, &grid, &grid, &primes).unwrap();
            assert_eq!((batch.len(), batch.wide.is_empty()), (primes.len(), !has_wide));
            let input = engine.load(&table).unwrap();
            let coefficients = engine.reduce(&batch, &input).unwrap();
            let values = engine.evaluate(&batch, coefficients, 6, &[3]).unwrap();
            let (scalars, counts) = engine.scalars(&batch, values, &job).unwrap();
            assert_eq!(counts.scalars, primes.len() as u64 * grid.points());
            let answer = engine.interpolate(&batch, scalars, 1).unwrap();
            let columns = Columns::range(0..9);
            let mut into = engine.residues(primes.len(), 9).unwrap();
            let all: Vec<u32> = (0..primes.len() as u32).collect();
            engine.select(&batch, &answer, &all, &columns, &mut into, 0).unwrap();
            into.values
        };
        let narrow = residues(false);
        assert!(narrow.iter().any(|&value| value != 0));
        if Mont31::has_wide() {
            assert_eq!(narrow, residues(true));
        }
    }
}
