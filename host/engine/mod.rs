//! Where the stages run: one trait, two engines.
//!
//! All exact jobs are the same sequence of stages with a different middle:
//!
//! > integers --reduce--> residues --evaluate--> values on a grid --(scalar stage)--> one residue per grid point
//! > --interpolate--> residues of the answer's coefficients --crt--> integers,
//! >
//! > or --digits--> mixed-radix digits.
//!
//! An [`Engine`] keeps everything between the stages in memory of its own. Stages know nothing of the operation that
//! calls them; each takes one batch of primes.

pub mod cpu;
#[cfg(feature = "cuda")]
pub mod cuda;
pub mod gcd;
pub mod input;

use crate::error::Result;
use crate::lift::MixedRadixTables;
use crate::options::{Control, Lift};
use crate::plan::grid::Grid;
use crate::plan::primes::{Prime, Word};
use crate::report::Clock;
use gpu::arith::Mont31;
use input::{IntegerTable, List};
use rug::Integer;
use std::ops::Range;

/// How the resultant at one point is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Method {
    /// Division-free remainder sequence on a common schedule of degrees.
    #[default]
    Remainder,
    /// Generalised Schur algorithm, the displacement form of the 2013 paper (f monic).
    Schur,
    /// Generalised Schur algorithm, the displacement form of the 2010 paper (f and g monic).
    Schur2010,
}

impl Method {
    /// The name the program uses.
    pub fn name(self) -> &'static str {
        match self {
            Method::Remainder => "remainder",
            Method::Schur => "schur",
            Method::Schur2010 => "schur-2010",
        }
    }
}

/// How many threads of a device share one scalar, and where its operands are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ScalarShape {
    /// By size.
    #[default]
    Auto,
    /// One thread a scalar, operands in shared memory.
    Thread,
    /// Two lanes of a warp a scalar.
    Lanes2,
    /// Four lanes of a warp a scalar.
    Lanes4,
    /// Eight lanes of a warp a scalar.
    Lanes8,
    /// Half a warp a scalar.
    Lanes16,
    /// A warp a scalar.
    Lanes32,
    /// A block of 64 threads a scalar.
    Block64,
    /// A block of 128 threads a scalar.
    Block128,
    /// A block of 256 threads a scalar.
    Block256,
    /// One block a scalar, operands in memory of the device: for any degrees.
    Global,
}

/// What the scalar stage computes at each point from f (degree p) and g (degree q).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarKind {
    /// res_(p,q)(f, g).
    Resultant,
    /// disc_p(f); g is f'.
    Discriminant,
}

/// The scalar stage of resultants and discriminants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScalarJob {
    /// What is computed.
    pub kind: ScalarKind,
    /// Formal degree of f: rows 0..=p of the values.
    pub p: u32,
    /// Formal degree of g: rows p+1..=p+q+1 of the values.
    pub q: u32,
    /// Degrees of the remainder sequence, larger degree first.
    pub schedule: Vec<u32>,
    /// How.
    pub method: Method,
    /// On how many threads of a device.
    pub shape: ScalarShape,
}

impl ScalarJob {
    /// Whether f and g change places so that the first has the larger degree.
    pub fn swapped(&self) -> bool {
        self.p < self.q
    }

    /// Whether the answer is minus what [`ScalarJob::method`] returns: the remainder form leaves out the signs of its schedule
    /// and of the swap, the Schur forms none; a discriminant has the sign of its definition.
    pub fn negative(&self) -> bool {
        let definition = self.kind == ScalarKind::Discriminant
            && !(self.p as u64 * (self.p as u64).saturating_sub(1) / 2).is_multiple_of(2);
        let remainder = self.method == Method::Remainder
            && (gpu::resultant::remainder::schedule_sign(&self.schedule)
                ^ (self.swapped() && self.p & self.q & 1 != 0));
        definition ^ remainder
    }
}

/// Counts of a scalar stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ScalarCounts {
    /// Scalars computed.
    pub scalars: u64,
    /// Scalars computed a second time by the routine that follows its own degrees.
    pub repairs: u64,
}

/// Counts of [`Engine::sample`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SampleCounts {
    /// Scalars computed, and those computed by the routine that follows its own degrees.
    pub scalars: ScalarCounts,
    /// Scalars left out.
    pub dropped: u64,
    /// Samples of the prime that has fewest.
    pub least: u32,
}

/// The stages. Shapes are row-major; `points` is the number of points of the batch's grid.
pub trait Engine: Send {
    /// The word of its residues.
    type Modulus: Word;
    /// Integers to be reduced, once for all batches.
    type Input;
    /// Primes with their tables.
    type Batch;
    /// Residues of one batch between two stages.
    type Buffer;
    /// Residues of the answer's coefficients, all primes.
    type Residues: Send + Sync;
    /// Points with their scalars, per prime.
    type Samples;

    /// The stages that follow look at `control`.
    fn watch(&mut self, control: &Control);

    /// Bytes this engine may use for one batch, besides what it holds already: but for [`Engine::uncounted`].
    ///
    /// # Errors
    /// Of a device that no longer answers.
    fn memory(&self) -> Result<u64>;

    /// Bytes of `residues` that [`Engine::memory`] does not know of.
    fn uncounted(&self, residues: &Self::Residues) -> u64;

    /// Element steps of the scalar stage after which a batch should end: progress is told and cancellation seen in between.
    fn steps_per_batch(&self) -> u64;

    /// Bytes that the residues of all primes and their way to integers take together, at least, with the lift asked for.
    fn lift_memory(&self, primes: usize, coefficients: usize, how: Lift) -> u64;

    /// Brings the integers of a table to the engine.
    fn load(&mut self, table: &IntegerTable) -> Result<Self::Input>;

    /// The integers of all lists, one behind the other.
    ///
    /// # Errors
    /// `Limit` when there are 2^32 integers or limbs; of the engine.
    fn load_lists(&mut self, lists: &[List<'_>]) -> Result<Self::Input> {
        self.load(&IntegerTable::flat(lists)?)
    }

    /// Sets up tables for a batch of primes.
    fn begin(&mut self, grid: &Grid, primes: &[Prime<Self::Modulus>]) -> Result<Self::Batch>;

    /// Residues \[prime\]\[integer\] of all integers.
    fn reduce(&mut self, batch: &Self::Batch, input: &Self::Input) -> Result<Self::Buffer>;

    /// Values \[prime\]\[row\]\[point\] of `rows` polynomials with `dims` coefficients per kept variable. Order of the points:
    /// the engine's, the same for all rows.
    fn evaluate(
        &mut self,
        batch: &Self::Batch,
        coefficients: Self::Buffer,
        rows: u32,
        dims: &[u32],
    ) -> Result<Self::Buffer>;

    /// Scalars \[prime\]\[point\].
    fn scalars(
        &mut self,
        batch: &Self::Batch,
        values: Self::Buffer,
        job: &ScalarJob,
    ) -> Result<(Self::Buffer, ScalarCounts)>;

    /// Coefficients \[prime\]\[exponents\] of the polynomial with the given values, one per point.
    fn interpolate(&mut self, batch: &Self::Batch, values: Self::Buffer) -> Result<Self::Buffer>;

    /// Room for the residues of `coefficients` integers modulo `primes` primes.
    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Self::Residues>;

    /// Copies the coefficients with exponents below `keep` per kept variable into rows `at..` of `into`.
    fn store(
        &mut self,
        batch: &Self::Batch,
        coefficients: Self::Buffer,
        keep: &[u32],
        into: &mut Self::Residues,
        at: usize,
    ) -> Result<()>;

    /// How fast this engine is, compared with others of its kind that share its work.
    fn weight(&self) -> u32;

    /// The residues of each of these ranges of coefficients, all primes.
    fn split(&mut self, residues: Self::Residues, ranges: &[Range<usize>]) -> Result<Vec<Self::Residues>>;

    /// The residues of the same coefficients modulo all primes of all parts, in order; other engines of the kind may hold the
    /// parts, and have finished them.
    fn join(&mut self, parts: &[&Self::Residues]) -> Result<Self::Residues>;

    /// Set-up for arbitrary points: a batch without transforms whose answer has `coefficients` coefficients.
    fn begin_points(&mut self, coefficients: u32, primes: &[Prime<Self::Modulus>]) -> Result<Self::Batch>;

    /// Room for one sample per coefficient and prime of a batch of [`Engine::begin_points`].
    fn samples(&mut self, batch: &Self::Batch) -> Result<Self::Samples>;

    /// Evaluates `rows` polynomials with `n` coefficients each at the integers `points` (Horner), computes the scalars and
    /// appends (point, scalar) to the samples of every prime until it has enough. Points at which [`ScalarJob::method`] fails
    /// are left out, or with `repair` computed by the routine that follows its own degrees. The points must be new and less
    /// than every prime.
    fn sample(
        &mut self,
        batch: &Self::Batch,
        coefficients: &Self::Buffer,
        job: &ScalarJob,
        points: Range<u32>,
        repair: bool,
        into: &mut Self::Samples,
    ) -> Result<SampleCounts>;

    /// Coefficients \[prime\]\[exponent\] of the polynomials through full samples (Vandermonde-Schur).
    fn interpolate_samples(&mut self, batch: &Self::Batch, samples: Self::Samples) -> Result<Self::Buffer>;

    /// The integers v, |v| <= (M - 1) / 2, of all coefficients by the explicit Chinese remainder theorem; `moduli` are the
    /// primes of the rows, distinct, with product M. Looks at `control` now and then.
    fn crt(&mut self, residues: Self::Residues, moduli: &[Self::Modulus], control: &Control) -> Result<Vec<Integer>>;

    /// The same by [`Engine::crt`], or where the engine is a [`MixedRadix`] one also by its digits; `moduli` ascend.
    /// `clock` gets the times of its parts.
    fn lift(
        &mut self,
        residues: Self::Residues,
        moduli: &[Self::Modulus],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>>;
}

/// An engine that also computes the papers' mixed-radix digits.
pub trait MixedRadix: Engine<Modulus = Mont31> {
    /// Least number of primes from which [`Engine::crt`] takes less time than [`MixedRadix::digits`] and
    /// [`crate::lift::recover()`].
    fn crt_primes(&self) -> usize;

    /// Mixed-radix digits \[prime\]\[coefficient\] of all coefficients; `tables` are those of the primes of the rows.
    fn digits(&mut self, residues: Self::Residues, tables: &MixedRadixTables) -> Result<Vec<u32>>;
}

/// The one number of coefficients of all parts of [`Engine::join`].
///
/// # Errors
/// `Shape` when they differ.
fn same_width(mut widths: impl Iterator<Item = usize>) -> Result<usize> {
    let expected = widths.next().unwrap_or(0);
    match widths.find(|&width| width != expected) {
        Some(found) => Err(crate::error::ErrorKind::Shape { what: "coefficients of a part", expected, found }.into()),
        None => Ok(expected),
    }
}
