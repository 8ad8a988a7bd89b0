//! Where the stages run: traits, two engines.
//!
//! All exact jobs are the same sequence of stages with a different point stage:
//!
//! > integers --reduce--> residues --evaluate--> values on a grid --(the operation's point stage)--> values of the answer
//! > --interpolate--> residues of the answer's coefficients --lift--> integers.
//!
//! An [`Engine`] keeps everything between the stages in memory of its own. Its stages know nothing of the operation that calls
//! them; each takes one batch of primes. Stages of only one operation are in a trait beside it.
//!
//! | trait | what |
//! |---|---|
//! | [`Worker`] | something that works: its memory and speed, and the control it looks at |
//! | [`Engine`] | the stages of all operations |
//! | [`LiftEngine`] | integers from residues |
//! | [`ShareEngine`] | residues from engine to engine |
//! | [`ResultantEngine`] | resultants at points |
//! | [`DeterminantEngine`] | determinants at points |
//! | [`TupleEngine`] | several scalars at each point: subresultants, what is computed from all of a matrix |
//! | [`SystemEngine`] | systems of polynomials at points |
//! | [`HessianEngine`] | their Hessians times vectors; on the CPU only |
//! | [`NewtonEngine`] | Newton's method on them |
//! | [`TrackEngine`] | paths of their zeros |
//! | [`GcdEngine`](gcd::GcdEngine) | images of GCDs, GCDs at points, exact division |

pub mod any;
pub mod any_systems;
pub mod axis_lines;
pub mod cpu;
#[cfg(feature = "cuda")]
pub mod cuda;
pub mod determinant;
pub mod exchange;
pub mod gcd;
pub mod input;
pub mod lift;
pub mod matrix;
pub mod newton;
pub(crate) mod points;
pub mod prime_bundles;
pub(crate) mod remote;
pub mod resultant;
pub(crate) mod status;
pub mod subresultant;
pub mod system;
pub mod track;
pub mod tuple;

pub use any::AnyEngine;
pub use any_systems::AnySystems;
pub use axis_lines::Along;
pub use determinant::{DeterminantEngine, DeterminantJob, DeterminantMethod, MatrixShape};
pub use exchange::ShareEngine;
pub use lift::{LiftEngine, MixedRadix};
pub use matrix::{MatrixJob, MatrixWanted};
pub use newton::NewtonEngine;
pub(crate) use points::PointScalar;
#[cfg(feature = "cuda")]
pub(crate) use points::ProgressionJob;
pub use prime_bundles::{Batching, OnGridShape, Words};
pub use resultant::{ResultantEngine, SampleCounts, ScalarCounts, ScalarJob, ScalarKind, ScalarMethod, ScalarShape};
pub use subresultant::SubresultantJob;
pub use system::{DirectionLists, HessianEngine, SystemEngine, SystemMethod};
pub use track::TrackEngine;
pub use tuple::{TupleEngine, TupleJob};

use crate::control::Control;
use crate::error::{ErrorKind, Result};
use crate::plan::columns::Columns;
use crate::plan::cost::Rates;
use crate::plan::grid::Grid;
use crate::plan::plain_primes::PlainPrime;
use crate::plan::primes::{Prime, Word};
use gpu::Field;
use input::{IntegerTable, List};
use std::ops::Range;

/// Facts about a kind of worker that operations depend on.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// Its memory is that of the host, where input and answer are too.
    pub shares_memory: bool,
    /// Its hardware may fail unseen, so that the host confirms what no exact division proves.
    pub wants_witness: bool,
    /// A stage returns before it ends; the time of a stage includes waiting, and few points do not fill the hardware.
    pub is_asynchronous: bool,
    /// It takes long remainder sequences by half-gcd, with products by transforms modulo the prime.
    pub has_half_gcd: bool,
}

/// Something that works for a computation: an engine, or later one that needs no primes.
pub trait Worker: Send {
    /// Stages that follow look at `control`.
    fn watch(&mut self, control: &Control);

    /// Bytes this worker may use for one batch, besides what it holds already.
    ///
    /// # Errors
    /// `Device`: it no longer answers.
    fn memory(&self) -> Result<u64>;

    /// The least memory limit of which this worker uses so many bytes for one batch.
    fn limit_for(&self, bytes: u64) -> u64 {
        bytes
    }

    /// The kind of worker.
    fn facts(&self) -> Facts;

    /// How fast this worker is, compared with others of its kind that share its work.
    fn weight(&self) -> u32;

    /// How this worker takes the primes of a batch.
    fn batching(&self) -> Batching;

    /// How long its stages take on one core or device, as progress is measured.
    fn rates(&self) -> Rates;

    /// Whether it is in another process, so that it takes no threads here.
    fn is_remote(&self) -> bool {
        false
    }

    /// Primes modulo which it has computed for this process, where it is in another.
    fn computed(&self) -> Vec<PlainPrime> {
        Vec::new()
    }

    /// What it has told this process was wrong. It takes part in no other computation.
    fn distrust(&mut self) {}
}

/// The stages. Shapes are row-major; `points` is the number of points of the batch's grid.
pub trait Engine: Worker {
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

    /// The memory of a prime from the reduction of its integers to the interpolation of the answer's values.
    fn words_on_grid(&self, shape: &OnGridShape<'_>) -> Words;

    /// Brings the integers of a table to the engine.
    fn load(&mut self, table: &IntegerTable) -> Result<Self::Input>;

    /// The integers of all lists, one behind the other.
    ///
    /// # Errors
    /// `Limit` when there are 2^32 integers or limbs; of the engine.
    fn load_lists(&mut self, lists: &[List<'_>]) -> Result<Self::Input> {
        self.load(&IntegerTable::flat(lists)?)
    }

    /// The same, which `control` tells of: twice on the host, where it is memory that takes long.
    ///
    /// # Errors
    /// As [`Engine::load_lists`].
    fn load_lists_told(&mut self, lists: &[List<'_>], control: &Control) -> Result<Self::Input> {
        if !self.facts().shares_memory {
            return self.load_lists(lists);
        }
        let table = IntegerTable::flat(lists)?;
        control.advance(0.5);
        let input = self.load(&table)?;
        control.advance(0.3);
        Ok(input)
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

    /// Coefficients \[prime\]\[row\]\[exponents\] of `rows` polynomials from their values \[prime\]\[row\]\[point\].
    fn interpolate(&mut self, batch: &Self::Batch, values: Self::Buffer, rows: u32) -> Result<Self::Buffer>;

    /// Values along one kept variable alone, \[outer\]\[point\]\[inner\] modulo each prime, from the tensor of coefficients that
    /// `along` describes: what [`Engine::evaluate`] does with one variable after the other.
    ///
    /// # Errors
    /// `Shape` when the grid has no such axis or the tensor another size; `Limit` when sizes do not fit.
    fn evaluate_axis(&mut self, batch: &Self::Batch, coefficients: &Self::Buffer, along: Along)
    -> Result<Self::Buffer>;

    /// Coefficients along one kept variable alone, from the tensor of values that `along` describes, and of its shape.
    ///
    /// # Errors
    /// As [`Engine::evaluate_axis`], and `Shape` when `along` has another number of elements to a vector than there are points.
    fn interpolate_axis(&mut self, batch: &Self::Batch, values: Self::Buffer, along: Along) -> Result<Self::Buffer>;

    /// For each prime whether all elements of `source` in `columns` are 0.
    ///
    /// # Errors
    /// `Shape` when a column is outside the rows of `source`; `Limit` when a device cannot count their pieces.
    fn vanish(&mut self, batch: &Self::Batch, source: &Self::Buffer, columns: &Columns) -> Result<Vec<bool>>;

    /// Room for the residues of `coefficients` integers modulo `primes` primes.
    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Self::Residues>;

    /// Copies the elements in `columns`, in their order, for the primes number `primes` of the batch (ascending)
    /// into rows `at..` of `into`, as plain residues.
    ///
    /// # Errors
    /// As [`Engine::vanish`]; `Shape` when `into` has rows of another length, or too few; `Argument` when the batch has no such prime.
    fn select(
        &mut self,
        batch: &Self::Batch,
        source: &Self::Buffer,
        primes: &[u32],
        columns: &Columns,
        into: &mut Self::Residues,
        at: usize,
    ) -> Result<()>;

    /// All residues \[prime\]\[coefficient\] as plain residues on the host.
    fn export(&mut self, residues: Self::Residues) -> Result<Vec<<Self::Modulus as Field>::Elem>>;

    /// Puts plain residues \[prime\]\[coefficient\], each below its prime, into rows `at..` of `into`.
    fn import(&mut self, values: &[<Self::Modulus as Field>::Elem], into: &mut Self::Residues, at: usize)
    -> Result<()>;
}

/// Where the rows of `values` go in residues of `len` elements with rows of `width`, from row `at` on.
///
/// # Errors
/// `Shape` when they are no whole rows, or do not fit.
pub(crate) fn rows_at(values: usize, (width, len): (usize, usize), at: usize) -> Result<Range<usize>> {
    if values == 0 {
        return Ok(0..0);
    }
    let start = at.saturating_mul(width);
    let end = start.saturating_add(values);
    if width == 0 || !values.is_multiple_of(width) || end > len {
        return Err(
            ErrorKind::Shape { what: "imported residues", expected: len.saturating_sub(start), found: values }.into()
        );
    }
    Ok(start..end)
}
