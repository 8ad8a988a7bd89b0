//! One engine for exact operations, whatever its word and wherever it computes: an object, so that an operation is compiled once.
//!
//! Integers, tables, values and residues that an engine holds between two stages are opaque to the caller. A call through the object takes nanoseconds, a stage
//! microseconds to seconds. Every engine with all the typed stages ([`super::Engine`] and the traits beside it) is such an object.

use super::gcd::{Division, GcdEngine, GcdJob, PointDegrees, PointsJob};
use super::input::{IntegerTable, List};
use super::lift::{FieldPoint, Measured};
use super::{
    DeterminantEngine, DeterminantJob, Engine, LiftEngine, OnGridShape, ResultantEngine, SampleCounts, ScalarCounts,
    ScalarJob, ShareEngine, TupleEngine, TupleJob, Words, Worker,
};
use crate::clock::Clock;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::lift::Lift;
use crate::plan::columns::Columns;
use crate::plan::grid::Grid;
use crate::plan::plain_primes::{PlainPrime, PrimeSize, field};
use crate::plan::primes::{Prime, Word};
use crate::plan::residues::{PlainResidues, ResidueSlice, other_words};
use rug::Integer;
use std::any::Any;
use std::ops::Range;

macro_rules! held {
    ($($(#[$doc:meta])* $name:ident: $($bound:ident)*;)*) => { $(
        $(#[$doc])*
        pub struct $name(Box<dyn Any $(+ $bound)*>);

        impl $name {
            pub(in crate::engine) fn of<T: Any $(+ $bound)*>(value: T) -> Self {
                $name(Box::new(value))
            }

            #[allow(dead_code, reason = "some are never looked at in place")]
            pub(in crate::engine) fn get<T: Any>(&self) -> Result<&T> {
                self.0.downcast_ref().ok_or_else(of_another)
            }

            #[allow(dead_code, reason = "some are never changed in place")]
            fn get_mut<T: Any>(&mut self) -> Result<&mut T> {
                self.0.downcast_mut().ok_or_else(of_another)
            }

            #[allow(dead_code, reason = "some are never taken")]
            fn take<T: Any>(self) -> Result<T> {
                self.0.downcast().map(|value| *value).map_err(|_| of_another())
            }
        }
    )* };
}

held! {
    /// Integers to be reduced: [`Engine::Input`].
    Input:;
    /// Primes with their tables: [`Engine::Batch`].
    Batch:;
    /// Residues of one batch between two stages: [`Engine::Buffer`].
    Buffer:;
    /// Points with their scalars: [`ResultantEngine::Samples`].
    Samples:;
    /// Residues of the answer's coefficients, all primes: [`Engine::Residues`].
    Residues: Send Sync;
}

/// Residues on the host, on their way from one engine to another.
pub(in crate::engine) struct OnHost {
    values: PlainResidues,
    width: usize,
}

impl OnHost {
    /// Some columns of residues with rows of `width`.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn cut(values: &PlainResidues, width: usize, columns: Range<usize>) -> Result<Self> {
        let mut cut = PlainResidues::new(values.size());
        for row in 0..values.len().checked_div(width).unwrap_or(0) {
            cut.extend(values.range(row * width + columns.start..row * width + columns.end))?;
        }
        Ok(OnHost { values: cut, width: columns.len() })
    }

    fn rows(&self) -> usize {
        self.values.len().checked_div(self.width).unwrap_or(0)
    }
}

/// Brings residues of one engine to the host, for another.
///
/// # Errors
/// Of the engine.
pub(crate) fn to_host(engine: &mut dyn AnyEngine, residues: Residues, width: usize) -> Result<Residues> {
    if residues.get::<OnHost>().is_ok() {
        return Ok(residues);
    }
    Ok(Residues::of(OnHost { values: engine.export(residues)?, width }))
}

/// Residues that are on the host, one behind the other, on an engine.
///
/// # Errors
/// Of the engine; `Argument` where they are not on the host.
pub(in crate::engine) fn joined_on_host(engine: &mut dyn AnyEngine, parts: &[&Residues]) -> Result<Residues> {
    let parts: Vec<&OnHost> = parts.iter().map(|part| part.get()).collect::<Result<_>>()?;
    let (rows, width) = (parts.iter().map(|part| part.rows()).sum(), parts.iter().map(|part| part.width).max());
    let mut joined = engine.residues(rows, width.unwrap_or(0))?;
    let mut at = 0;
    for part in parts {
        engine.import(part.values.all(), &mut joined, at)?;
        at += part.rows();
    }
    Ok(joined)
}

fn of_another() -> Error {
    Error::argument("engine", "was given what an engine of another kind holds")
}

/// The stages of exact operations. Each is the typed stage of the same name.
pub trait AnyEngine: Worker {
    /// How long its primes are.
    fn prime_size(&self) -> PrimeSize;

    /// As [`Engine::words_on_grid`].
    fn words_on_grid(&self, shape: &OnGridShape<'_>) -> Words;

    /// As [`Engine::load`].
    fn load(&mut self, table: &IntegerTable) -> Result<Input>;

    /// As [`Engine::load_lists`].
    fn load_lists(&mut self, lists: &[List<'_>]) -> Result<Input>;

    /// As [`Engine::load_lists_told`].
    fn load_lists_told(&mut self, lists: &[List<'_>], control: &Control) -> Result<Input>;

    /// As [`Engine::begin`].
    fn begin(&mut self, grid: &Grid, primes: &[PlainPrime]) -> Result<Batch>;

    /// As [`Engine::reduce`].
    fn reduce(&mut self, batch: &Batch, input: &Input) -> Result<Buffer>;

    /// As [`Engine::evaluate`].
    fn evaluate(&mut self, batch: &Batch, coefficients: Buffer, rows: u32, dims: &[u32]) -> Result<Buffer>;

    /// As [`Engine::interpolate`].
    fn interpolate(&mut self, batch: &Batch, values: Buffer, rows: u32) -> Result<Buffer>;

    /// As [`Engine::vanish`].
    fn vanish(&mut self, batch: &Batch, source: &Buffer, columns: &Columns) -> Result<Vec<bool>>;

    /// As [`Engine::residues`].
    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Residues>;

    /// As [`Engine::select`].
    fn select(
        &mut self,
        batch: &Batch,
        source: &Buffer,
        primes: &[u32],
        columns: &Columns,
        into: &mut Residues,
        at: usize,
    ) -> Result<()>;

    /// As [`Engine::export`].
    fn export(&mut self, residues: Residues) -> Result<PlainResidues>;

    /// As [`Engine::import`].
    ///
    /// # Errors
    /// As there; `Shape` for words of another length.
    fn import(&mut self, values: ResidueSlice<'_>, into: &mut Residues, at: usize) -> Result<()>;

    /// As [`ShareEngine::split`].
    fn split(&mut self, residues: Residues, ranges: &[Range<usize>]) -> Result<Vec<Residues>>;

    /// As [`ShareEngine::join`], also of parts that were brought to the host from engines of other processes.
    fn join(&mut self, parts: &[&Residues]) -> Result<Residues>;

    /// As [`LiftEngine::lift_memory`].
    fn lift_memory(&self, primes: usize, coefficients: usize, how: Lift) -> u64;

    /// As [`LiftEngine::lift`].
    fn lift(
        &mut self,
        residues: Residues,
        moduli: &[u64],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>>;

    /// As [`LiftEngine::crt`].
    fn crt(&mut self, residues: Residues, moduli: &[u64], control: &Control) -> Result<Vec<Integer>>;

    /// As [`LiftEngine::crt_polynomials`].
    fn crt_polynomials(
        &mut self,
        residues: Residues,
        moduli: &[u64],
        polynomials: &[Range<usize>],
        control: &Control,
    ) -> Result<Vec<Vec<Integer>>>;

    /// As [`LiftEngine::measure`].
    fn measure(
        &mut self,
        residues: Residues,
        moduli: &[u64],
        polynomials: &[Range<usize>],
        at: FieldPoint,
        control: &Control,
    ) -> Result<Vec<Measured>>;

    /// As [`ResultantEngine::has_room_for`].
    fn has_room_for(&self, job: &ScalarJob) -> bool;

    /// As [`ResultantEngine::scalars`].
    fn scalars(&mut self, batch: &Batch, values: Buffer, job: &ScalarJob) -> Result<(Buffer, ScalarCounts)>;

    /// As [`ResultantEngine::begin_points`].
    fn begin_points(&mut self, coefficients: u32, primes: &[PlainPrime]) -> Result<Batch>;

    /// As [`ResultantEngine::samples`].
    fn samples(&mut self, batch: &Batch) -> Result<Samples>;

    /// As [`ResultantEngine::sample`].
    fn sample(
        &mut self,
        batch: &Batch,
        coefficients: &Buffer,
        job: &ScalarJob,
        points: Range<u32>,
        repair: bool,
        into: &mut Samples,
    ) -> Result<SampleCounts>;

    /// As [`ResultantEngine::interpolate_samples`].
    fn interpolate_samples(&mut self, batch: &Batch, samples: Samples) -> Result<Buffer>;

    /// As [`DeterminantEngine::has_room_for_matrix`].
    fn has_room_for_matrix(&self, job: &DeterminantJob) -> bool;

    /// As [`DeterminantEngine::evaluates_last`].
    fn evaluates_last(&self, job: &DeterminantJob, dims: &[u32]) -> bool;

    /// As [`DeterminantEngine::determinants`].
    fn determinants(&mut self, batch: &Batch, values: Buffer, job: &DeterminantJob) -> Result<(Buffer, ScalarCounts)>;

    /// As [`DeterminantEngine::determinants_of`].
    fn determinants_of(
        &mut self,
        batch: &Batch,
        coefficients: Buffer,
        dims: &[u32],
        job: &DeterminantJob,
    ) -> Result<(Buffer, ScalarCounts)>;

    /// As [`TupleEngine::tuples`].
    fn tuples(&mut self, batch: &Batch, values: Buffer, job: &TupleJob) -> Result<(Buffer, ScalarCounts)>;

    /// As [`GcdEngine::at_once`].
    fn at_once(&self) -> usize;

    /// As [`GcdEngine::image_points`].
    fn image_points(&self, degrees: (u32, u32)) -> u32;

    /// As [`GcdEngine::division_points`].
    fn division_points(&self, divisions: &[Division]) -> u32;

    /// As [`GcdEngine::gcd_images`].
    fn gcd_images(&mut self, batch: &Batch, residues: &Buffer, job: &GcdJob) -> Result<(Buffer, Vec<u32>)>;

    /// As [`GcdEngine::gcd_points`].
    fn gcd_points(&mut self, batch: &Batch, values: Buffer, job: &PointsJob) -> Result<(Buffer, Vec<PointDegrees>)>;

    /// As [`GcdEngine::divide`].
    fn divide(
        &mut self,
        batch: &Batch,
        dividends: &Buffer,
        divisors: &Buffer,
        divisions: &[Division],
    ) -> Result<(Buffer, Vec<bool>)>;
}

/// Primes with the constants of their arithmetic.
fn typed<M: Word>(primes: &[PlainPrime]) -> Result<Vec<Prime<M>>> {
    primes.iter().map(PlainPrime::with_word).collect()
}

/// The constants of the arithmetic modulo these primes.
fn fields<M: Word>(moduli: &[u64]) -> Result<Vec<M>> {
    moduli.iter().map(|&p| field(p)).collect()
}

impl<E> AnyEngine for E
where
    E: ResultantEngine + DeterminantEngine + TupleEngine + GcdEngine + LiftEngine + ShareEngine,
    E: Engine<Input: Any, Batch: Any, Buffer: Any, Residues: Any> + ResultantEngine<Samples: Any>,
{
    fn prime_size(&self) -> PrimeSize {
        E::Modulus::SIZE
    }

    fn words_on_grid(&self, shape: &OnGridShape<'_>) -> Words {
        Engine::words_on_grid(self, shape)
    }

    fn load(&mut self, table: &IntegerTable) -> Result<Input> {
        Engine::load(self, table).map(Input::of)
    }

    fn load_lists(&mut self, lists: &[List<'_>]) -> Result<Input> {
        Engine::load_lists(self, lists).map(Input::of)
    }

    fn load_lists_told(&mut self, lists: &[List<'_>], control: &Control) -> Result<Input> {
        Engine::load_lists_told(self, lists, control).map(Input::of)
    }

    fn begin(&mut self, grid: &Grid, primes: &[PlainPrime]) -> Result<Batch> {
        Engine::begin(self, grid, &typed(primes)?).map(Batch::of)
    }

    fn reduce(&mut self, batch: &Batch, input: &Input) -> Result<Buffer> {
        Engine::reduce(self, batch.get()?, input.get()?).map(Buffer::of)
    }

    fn evaluate(&mut self, batch: &Batch, coefficients: Buffer, rows: u32, dims: &[u32]) -> Result<Buffer> {
        Engine::evaluate(self, batch.get()?, coefficients.take()?, rows, dims).map(Buffer::of)
    }

    fn interpolate(&mut self, batch: &Batch, values: Buffer, rows: u32) -> Result<Buffer> {
        Engine::interpolate(self, batch.get()?, values.take()?, rows).map(Buffer::of)
    }

    fn vanish(&mut self, batch: &Batch, source: &Buffer, columns: &Columns) -> Result<Vec<bool>> {
        Engine::vanish(self, batch.get()?, source.get()?, columns)
    }

    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Residues> {
        Engine::residues(self, primes, coefficients).map(Residues::of)
    }

    fn select(
        &mut self,
        batch: &Batch,
        source: &Buffer,
        primes: &[u32],
        columns: &Columns,
        into: &mut Residues,
        at: usize,
    ) -> Result<()> {
        Engine::select(self, batch.get()?, source.get()?, primes, columns, into.get_mut()?, at)
    }

    fn export(&mut self, residues: Residues) -> Result<PlainResidues> {
        Engine::export(self, residues.take()?).map(E::Modulus::residues)
    }

    fn import(&mut self, values: ResidueSlice<'_>, into: &mut Residues, at: usize) -> Result<()> {
        let words = E::Modulus::words(values).ok_or_else(|| other_words(E::Modulus::SIZE, values.size()))?;
        Engine::import(self, words, into.get_mut()?, at)
    }

    fn split(&mut self, residues: Residues, ranges: &[Range<usize>]) -> Result<Vec<Residues>> {
        Ok(ShareEngine::split(self, residues.take()?, ranges)?.into_iter().map(Residues::of).collect())
    }

    fn join(&mut self, parts: &[&Residues]) -> Result<Residues> {
        if parts.iter().any(|part| part.get::<OnHost>().is_ok()) {
            return joined_on_host(self, parts);
        }
        let parts = parts.iter().map(|part| part.get()).collect::<Result<Vec<_>>>()?;
        ShareEngine::join(self, &parts).map(Residues::of)
    }

    fn lift_memory(&self, primes: usize, coefficients: usize, how: Lift) -> u64 {
        LiftEngine::lift_memory(self, primes, coefficients, how)
    }

    fn lift(
        &mut self,
        residues: Residues,
        moduli: &[u64],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>> {
        LiftEngine::lift(self, residues.take()?, &fields(moduli)?, how, control, clock)
    }

    fn crt(&mut self, residues: Residues, moduli: &[u64], control: &Control) -> Result<Vec<Integer>> {
        LiftEngine::crt(self, residues.take()?, &fields(moduli)?, control)
    }

    fn crt_polynomials(
        &mut self,
        residues: Residues,
        moduli: &[u64],
        polynomials: &[Range<usize>],
        control: &Control,
    ) -> Result<Vec<Vec<Integer>>> {
        LiftEngine::crt_polynomials(self, residues.take()?, &fields(moduli)?, polynomials, control)
    }

    fn measure(
        &mut self,
        residues: Residues,
        moduli: &[u64],
        polynomials: &[Range<usize>],
        at: FieldPoint,
        control: &Control,
    ) -> Result<Vec<Measured>> {
        LiftEngine::measure(self, residues.take()?, &fields(moduli)?, polynomials, at, control)
    }

    fn has_room_for(&self, job: &ScalarJob) -> bool {
        ResultantEngine::has_room_for(self, job)
    }

    fn scalars(&mut self, batch: &Batch, values: Buffer, job: &ScalarJob) -> Result<(Buffer, ScalarCounts)> {
        let (scalars, counts) = ResultantEngine::scalars(self, batch.get()?, values.take()?, job)?;
        Ok((Buffer::of(scalars), counts))
    }

    fn begin_points(&mut self, coefficients: u32, primes: &[PlainPrime]) -> Result<Batch> {
        ResultantEngine::begin_points(self, coefficients, &typed(primes)?).map(Batch::of)
    }

    fn samples(&mut self, batch: &Batch) -> Result<Samples> {
        ResultantEngine::samples(self, batch.get()?).map(Samples::of)
    }

    fn sample(
        &mut self,
        batch: &Batch,
        coefficients: &Buffer,
        job: &ScalarJob,
        points: Range<u32>,
        repair: bool,
        into: &mut Samples,
    ) -> Result<SampleCounts> {
        ResultantEngine::sample(self, batch.get()?, coefficients.get()?, job, points, repair, into.get_mut()?)
    }

    fn interpolate_samples(&mut self, batch: &Batch, samples: Samples) -> Result<Buffer> {
        ResultantEngine::interpolate_samples(self, batch.get()?, samples.take()?).map(Buffer::of)
    }

    fn has_room_for_matrix(&self, job: &DeterminantJob) -> bool {
        DeterminantEngine::has_room_for_matrix(self, job)
    }

    fn evaluates_last(&self, job: &DeterminantJob, dims: &[u32]) -> bool {
        DeterminantEngine::evaluates_last(self, job, dims)
    }

    fn determinants(&mut self, batch: &Batch, values: Buffer, job: &DeterminantJob) -> Result<(Buffer, ScalarCounts)> {
        let (scalars, counts) = DeterminantEngine::determinants(self, batch.get()?, values.take()?, job)?;
        Ok((Buffer::of(scalars), counts))
    }

    fn determinants_of(
        &mut self,
        batch: &Batch,
        coefficients: Buffer,
        dims: &[u32],
        job: &DeterminantJob,
    ) -> Result<(Buffer, ScalarCounts)> {
        let (scalars, counts) =
            DeterminantEngine::determinants_of(self, batch.get()?, coefficients.take()?, dims, job)?;
        Ok((Buffer::of(scalars), counts))
    }

    fn tuples(&mut self, batch: &Batch, values: Buffer, job: &TupleJob) -> Result<(Buffer, ScalarCounts)> {
        let (found, counts) = TupleEngine::tuples(self, batch.get()?, values.take()?, job)?;
        Ok((Buffer::of(found), counts))
    }

    fn at_once(&self) -> usize {
        GcdEngine::at_once(self)
    }

    fn image_points(&self, degrees: (u32, u32)) -> u32 {
        GcdEngine::image_points(self, degrees)
    }

    fn division_points(&self, divisions: &[Division]) -> u32 {
        GcdEngine::division_points(self, divisions)
    }

    fn gcd_images(&mut self, batch: &Batch, residues: &Buffer, job: &GcdJob) -> Result<(Buffer, Vec<u32>)> {
        let (images, degrees) = GcdEngine::gcd_images(self, batch.get()?, residues.get()?, job)?;
        Ok((Buffer::of(images), degrees))
    }

    fn gcd_points(&mut self, batch: &Batch, values: Buffer, job: &PointsJob) -> Result<(Buffer, Vec<PointDegrees>)> {
        let (values, degrees) = GcdEngine::gcd_points(self, batch.get()?, values.take()?, job)?;
        Ok((Buffer::of(values), degrees))
    }

    fn divide(
        &mut self,
        batch: &Batch,
        dividends: &Buffer,
        divisors: &Buffer,
        divisions: &[Division],
    ) -> Result<(Buffer, Vec<bool>)> {
        let (quotients, exact) = GcdEngine::divide(self, batch.get()?, dividends.get()?, divisors.get()?, divisions)?;
        Ok((Buffer::of(quotients), exact))
    }
}

/// Engines of a test as objects.
#[cfg(test)]
pub(crate) fn objects(engines: &mut [super::cpu::Cpu]) -> Vec<&mut dyn AnyEngine> {
    engines.iter_mut().map(|engine| engine as &mut dyn AnyEngine).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::Cpu;
    use crate::error::ErrorKind;

    fn engine() -> Cpu {
        Cpu::new(1 << 30, Control::default())
    }

    /// Buffers of another engine are refused by every stage.
    #[test]
    fn what_another_engine_holds_is_refused() {
        let (mut cpu, other) = (engine(), || Buffer::of("another"));
        let engine: &mut dyn AnyEngine = &mut cpu;
        let prime = PlainPrime { p: 1_000_000_007, axes: Vec::new() };
        let batch = engine.begin(&Grid::new(Vec::new()), &[prime]).unwrap();
        let columns = Columns::range(0..1);
        let mut own = engine.residues(1, 1).unwrap();
        let errors = [
            engine.reduce(&batch, &Input::of("another")).err(),
            engine.interpolate(&batch, other(), 1).err(),
            engine.vanish(&batch, &other(), &columns).err(),
            engine.vanish(&Batch::of("another"), &other(), &columns).err(),
            engine.import(ResidueSlice::Bits31(&[1]), &mut Residues::of("another"), 0).err(),
            engine.select(&batch, &other(), &[0], &columns, &mut own, 0).err(),
            engine.join(&[&own, &Residues::of("another")]).err(),
        ];
        for error in errors {
            let error = error.unwrap();
            assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "{error}");
        }
    }

    /// Residues are in words as long as the primes of the engine, and primes fit them.
    #[test]
    fn words_of_another_length_are_refused() {
        let mut cpu = engine();
        let engine: &mut dyn AnyEngine = &mut cpu;
        let mut residues = engine.residues(1, 2).unwrap();
        engine.import(ResidueSlice::Bits31(&[3, 4]), &mut residues, 0).unwrap();
        let error = engine.import(ResidueSlice::Bits50(&[3, 4]), &mut residues, 0).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Shape { expected: 4, found: 8, .. }), "{error}");
        assert_eq!(engine.export(residues).unwrap(), PlainResidues::Bits31(vec![3, 4]));
        let long = PlainPrime { p: (1 << 49) - 69, axes: Vec::new() };
        assert!(engine.begin(&Grid::new(Vec::new()), &[long]).is_err());
    }
}
