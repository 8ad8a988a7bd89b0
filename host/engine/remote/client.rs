//! The end that asks.

use super::link::Link;
use super::protocol::{Asked, Greeting, LOOK, Op, SILENCE, Told};
use super::types::put_residues;
use super::wire::{Wire, no_message, put_slice};
use crate::clock::{Clock, StageTime};
use crate::control::Control;
use crate::engine::any::{Batch, Buffer, Input, OnHost, Residues, Samples, joined_on_host};
use crate::engine::gcd::{Division, GcdJob, PointDegrees, PointsJob};
use crate::engine::input::{IntegerTable, List};
use crate::engine::lift::{FieldPoint, Measured};
use crate::engine::{
    AnyEngine, Batching, DeterminantJob, Facts, OnGridShape, SampleCounts, ScalarCounts, ScalarJob, TupleJob, Words,
    Worker,
};
use crate::error::{Error, ErrorKind, Result};
use crate::lift::Lift;
use crate::plan::columns::Columns;
use crate::plan::cost::Rates;
use crate::plan::grid::Grid;
use crate::plan::plain_primes::{PlainPrime, PrimeSize};
use crate::plan::residues::{PlainResidues, ResidueSlice};
use rug::Integer;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long a process may take to end a stage that was cancelled.
const GRACE: Duration = Duration::from_secs(10);

/// What the engine and all that it holds share.
struct Shared {
    link: Arc<dyn Link>,
    /// Numbers of what is no longer held here; told with the next stage.
    freed: Mutex<Vec<u64>>,
    /// A stage was not answered.
    is_waiting: AtomicBool,
    /// Why nothing more is asked of the process.
    fault: OnceLock<String>,
}

/// Something at the other end.
pub(super) struct Held {
    number: u64,
    shared: Arc<Shared>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.shared.freed.lock().unwrap_or_else(PoisonError::into_inner).push(self.number);
    }
}

/// What watches a stage, and the fraction that it was told.
#[derive(Default)]
struct Watch {
    control: Control,
    told: f64,
    /// The other end does not know of it.
    is_new: bool,
}

/// An engine of another process.
pub(crate) struct Remote {
    shared: Arc<Shared>,
    greeting: Greeting,
    watch: Watch,
    /// By their values.
    primes: BTreeMap<u64, PlainPrime>,
    is_distrusted: bool,
}

impl Shared {
    /// The error of a process of which nothing more is asked.
    fn fault(&self, message: &str) -> Error {
        ErrorKind::Process { number: self.link.number(), message: message.to_owned() }.into()
    }

    /// Asks nothing more of the process from now on.
    fn give_up(&self, message: String) -> Error {
        self.fault(self.fault.get_or_init(|| message))
    }

    /// What `answer` takes from the answer to a stage with these arguments; its times are added to `clock`.
    fn call<R>(
        &self,
        op: Op,
        (watch, clock): (Option<&mut Watch>, &mut Clock),
        arguments: impl FnOnce(&mut Vec<u8>),
        answer: impl FnOnce(&mut &[u8]) -> Result<R>,
    ) -> Result<R> {
        if let Some(fault) = self.fault.get() {
            return Err(self.fault(fault));
        }
        let mut message = Vec::new();
        Asked::Stage.put(&mut message);
        std::mem::take(&mut *self.freed.lock().unwrap_or_else(PoisonError::into_inner)).put(&mut message);
        watch.as_ref().is_some_and(|watch| watch.is_new).put(&mut message);
        op.put(&mut message);
        arguments(&mut message);
        self.link.send(message)?;
        self.is_waiting.store(true, Ordering::Relaxed);
        let mut unwatched = Watch::default();
        let watch = watch.unwrap_or(&mut unwatched);
        watch.is_new = false;
        let (sent, mut cancelled): (Instant, Option<Instant>) = (Instant::now(), None);
        loop {
            let Some(message) = self.link.receive(LOOK)? else {
                if self.link.heard().silence().min(sent.elapsed()) > SILENCE {
                    return Err(self.give_up(format!("has told nothing for {} seconds", SILENCE.as_secs())));
                }
                match cancelled {
                    None if watch.control.is_stopped() => {
                        let mut message = Vec::new();
                        Asked::Cancel.put(&mut message);
                        self.link.send(message)?;
                        cancelled = Some(Instant::now());
                    }
                    Some(when) if when.elapsed() > GRACE => return Err(self.give_up("does not answer".to_owned())),
                    _ => {}
                }
                continue;
            };
            let from = &mut &message[..];
            match Told::take(from)? {
                Told::Alive => {}
                Told::Progress => {
                    let fraction = f64::take(from)?;
                    watch.control.advance(fraction - watch.told);
                    watch.told = watch.told.max(fraction);
                }
                Told::Failed => {
                    self.is_waiting.store(false, Ordering::Relaxed);
                    return Err(Error::take(from)?);
                }
                Told::Done => {
                    self.is_waiting.store(false, Ordering::Relaxed);
                    for StageTime { stage, milliseconds } in Vec::<StageTime>::take(from)? {
                        clock.add(stage, milliseconds);
                    }
                    let found = answer(from)?;
                    return if from.is_empty() { Ok(found) } else { Err(no_message()) };
                }
            }
        }
    }
}

impl Remote {
    /// The engine at the other end of the link, which has greeted.
    pub fn new(link: Arc<dyn Link>, greeting: Greeting) -> Self {
        let shared = Arc::new(Shared {
            link,
            freed: Mutex::default(),
            is_waiting: AtomicBool::new(false),
            fault: OnceLock::new(),
        });
        Remote { shared, greeting, watch: Watch::default(), primes: BTreeMap::new(), is_distrusted: false }
    }

    /// Whether all stages were answered.
    pub fn is_heard(&self) -> bool {
        !self.shared.is_waiting.load(Ordering::Relaxed)
    }

    /// Whether it has told what was wrong.
    pub fn is_distrusted(&self) -> bool {
        self.is_distrusted
    }

    /// A stage that may take long.
    pub(super) fn stage<R>(
        &mut self,
        op: Op,
        arguments: impl FnOnce(&mut Vec<u8>),
        answer: impl FnOnce(&mut &[u8]) -> Result<R>,
    ) -> Result<R> {
        self.shared.call(op, (Some(&mut self.watch), &mut Clock::default()), arguments, answer)
    }

    /// A stage that makes something which stays at the other end.
    pub(super) fn making(&mut self, op: Op, arguments: impl FnOnce(&mut Vec<u8>)) -> Result<Held> {
        let number = self.stage(op, arguments, u64::take)?;
        Ok(self.held(number))
    }

    fn held(&self, number: u64) -> Held {
        Held { number, shared: self.shared.clone() }
    }

    /// The number of what is held at the other end of this link.
    ///
    /// # Errors
    /// `Argument` where it is held at another.
    pub(super) fn number(&self, held: &Held) -> Result<u64> {
        if !Arc::ptr_eq(&held.shared, &self.shared) {
            return Err(Error::argument("engine", "was given what an engine of another process holds"));
        }
        Ok(held.number)
    }

    /// A question that is answered at once.
    fn ask<R: Wire>(&self, op: Op, arguments: impl FnOnce(&mut Vec<u8>)) -> Result<R> {
        self.shared.call(op, (None, &mut Clock::default()), arguments, R::take)
    }

    /// A buffer, and what else a stage tells.
    fn buffer<R: Wire>(&mut self, op: Op, arguments: impl FnOnce(&mut Vec<u8>)) -> Result<(Buffer, R)> {
        let (number, told) = self.stage(op, arguments, <(u64, R)>::take)?;
        Ok((Buffer::of(self.held(number)), told))
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        let mut message = Vec::new();
        Asked::End.put(&mut message);
        // A process that is gone needs no end.
        _ = self.shared.link.send(message);
    }
}

impl Worker for Remote {
    fn watch(&mut self, control: &Control) {
        self.watch = Watch { control: control.clone(), told: 0.0, is_new: true };
    }

    fn memory(&self) -> Result<u64> {
        self.ask(Op::Memory, |_| ())
    }

    fn limit_for(&self, bytes: u64) -> u64 {
        self.ask(Op::LimitFor, |to| bytes.put(to)).unwrap_or(bytes)
    }

    fn facts(&self) -> Facts {
        // Its memory is another, whatever it shares with its own host.
        Facts { shares_memory: false, wants_witness: true, ..self.greeting.facts }
    }

    fn weight(&self) -> u32 {
        self.greeting.weight
    }

    fn batching(&self) -> Batching {
        self.greeting.batching
    }

    fn rates(&self) -> Rates {
        self.greeting.rates
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn computed(&self) -> Vec<PlainPrime> {
        self.primes.values().cloned().collect()
    }

    fn distrust(&mut self) {
        self.is_distrusted = true;
    }
}

impl AnyEngine for Remote {
    fn prime_size(&self) -> PrimeSize {
        self.greeting.size
    }

    fn words_on_grid(&self, shape: &OnGridShape<'_>) -> Words {
        let OnGridShape { inputs, outputs, dims, grid, leaves_last } = *shape;
        let words = self.ask(Op::WordsOnGrid, |to| {
            (inputs, outputs).put(to);
            put_slice(dims, to);
            grid.put(to);
            leaves_last.put(to);
        });
        // Of a process that is gone the next stage says so.
        words.unwrap_or(Words { batch: shape.words(), scratch: 0 })
    }

    fn load(&mut self, table: &IntegerTable) -> Result<Input> {
        self.making(Op::Load, |to| table.put(to)).map(Input::of)
    }

    fn load_lists(&mut self, lists: &[List<'_>]) -> Result<Input> {
        self.load(&IntegerTable::flat(lists)?)
    }

    fn load_lists_told(&mut self, lists: &[List<'_>], control: &Control) -> Result<Input> {
        let table = IntegerTable::flat(lists)?;
        control.advance(0.5);
        self.load(&table)
    }

    fn begin(&mut self, grid: &Grid, primes: &[PlainPrime]) -> Result<Batch> {
        let arguments = |to: &mut Vec<u8>| {
            grid.put(to);
            put_slice(primes, to);
        };
        self.primes.extend(primes.iter().map(|prime| (prime.p, prime.clone())));
        self.making(Op::Begin, arguments).map(Batch::of)
    }

    fn reduce(&mut self, batch: &Batch, input: &Input) -> Result<Buffer> {
        let numbers = (self.number(batch.get()?)?, self.number(input.get()?)?);
        self.making(Op::Reduce, |to| numbers.put(to)).map(Buffer::of)
    }

    fn evaluate(&mut self, batch: &Batch, coefficients: Buffer, rows: u32, dims: &[u32]) -> Result<Buffer> {
        let numbers = (self.number(batch.get()?)?, self.number(coefficients.get()?)?);
        let arguments = |to: &mut Vec<u8>| {
            numbers.put(to);
            rows.put(to);
            put_slice(dims, to);
        };
        self.making(Op::Evaluate, arguments).map(Buffer::of)
    }

    fn interpolate(&mut self, batch: &Batch, values: Buffer, rows: u32) -> Result<Buffer> {
        let numbers = (self.number(batch.get()?)?, self.number(values.get()?)?);
        self.making(Op::Interpolate, |to| (numbers, rows).put(to)).map(Buffer::of)
    }

    fn vanish(&mut self, batch: &Batch, source: &Buffer, columns: &Columns) -> Result<Vec<bool>> {
        let numbers = (self.number(batch.get()?)?, self.number(source.get()?)?);
        let arguments = |to: &mut Vec<u8>| {
            numbers.put(to);
            columns.put(to);
        };
        self.stage(Op::Vanish, arguments, Wire::take)
    }

    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Residues> {
        self.making(Op::Residues, |to| (primes, coefficients).put(to)).map(Residues::of)
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
        let numbers = ((self.number(batch.get()?)?, self.number(source.get()?)?), self.number(into.get()?)?);
        let arguments = |to: &mut Vec<u8>| {
            numbers.put(to);
            put_slice(primes, to);
            columns.put(to);
            at.put(to);
        };
        self.stage(Op::Select, arguments, |_| Ok(()))
    }

    fn export(&mut self, residues: Residues) -> Result<PlainResidues> {
        let number = self.number(residues.get()?)?;
        self.stage(Op::Export, |to| number.put(to), PlainResidues::take)
    }

    fn import(&mut self, values: ResidueSlice<'_>, into: &mut Residues, at: usize) -> Result<()> {
        let number = self.number(into.get()?)?;
        let arguments = |to: &mut Vec<u8>| {
            (number, at).put(to);
            put_residues(values, to);
        };
        self.stage(Op::Import, arguments, |_| Ok(()))
    }

    fn split(&mut self, residues: Residues, ranges: &[Range<usize>]) -> Result<Vec<Residues>> {
        let width = ranges.last().map_or(0, |range| range.end);
        let values = self.export(residues)?;
        ranges.iter().map(|range| Ok(Residues::of(OnHost::cut(&values, width, range.clone())?))).collect()
    }

    fn join(&mut self, parts: &[&Residues]) -> Result<Residues> {
        if parts.iter().any(|part| part.get::<OnHost>().is_ok()) {
            return joined_on_host(self, parts);
        }
        let numbers = parts.iter().map(|part| self.number(part.get()?)).collect::<Result<Vec<u64>>>()?;
        self.making(Op::Join, |to| numbers.put(to)).map(Residues::of)
    }

    fn lift_memory(&self, primes: usize, coefficients: usize, how: Lift) -> u64 {
        // Of a process that is gone the next stage says so.
        self.ask(Op::LiftMemory, |to| ((primes, coefficients), how).put(to)).unwrap_or(0)
    }

    fn lift(
        &mut self,
        residues: Residues,
        moduli: &[u64],
        how: Lift,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Vec<Integer>> {
        self.watch(control);
        let number = self.number(residues.get()?)?;
        let arguments = |to: &mut Vec<u8>| {
            number.put(to);
            put_slice(moduli, to);
            how.put(to);
        };
        self.shared.call(Op::Lift, (Some(&mut self.watch), clock), arguments, Wire::take)
    }

    fn crt(&mut self, residues: Residues, moduli: &[u64], control: &Control) -> Result<Vec<Integer>> {
        self.watch(control);
        let number = self.number(residues.get()?)?;
        let arguments = |to: &mut Vec<u8>| {
            number.put(to);
            put_slice(moduli, to);
        };
        self.stage(Op::Crt, arguments, Wire::take)
    }

    fn crt_polynomials(
        &mut self,
        residues: Residues,
        moduli: &[u64],
        polynomials: &[Range<usize>],
        control: &Control,
    ) -> Result<Vec<Vec<Integer>>> {
        self.watch(control);
        let number = self.number(residues.get()?)?;
        let arguments = |to: &mut Vec<u8>| {
            number.put(to);
            put_slice(moduli, to);
            put_slice(polynomials, to);
        };
        self.stage(Op::CrtPolynomials, arguments, Wire::take)
    }

    fn measure(
        &mut self,
        residues: Residues,
        moduli: &[u64],
        polynomials: &[Range<usize>],
        at: FieldPoint,
        control: &Control,
    ) -> Result<Vec<Measured>> {
        self.watch(control);
        let number = self.number(residues.get()?)?;
        let arguments = |to: &mut Vec<u8>| {
            number.put(to);
            put_slice(moduli, to);
            put_slice(polynomials, to);
            at.put(to);
        };
        self.stage(Op::Measure, arguments, Wire::take)
    }

    fn has_room_for(&self, job: &ScalarJob) -> bool {
        self.ask(Op::HasRoomFor, |to| job.put(to)).unwrap_or(true)
    }

    fn scalars(&mut self, batch: &Batch, values: Buffer, job: &ScalarJob) -> Result<(Buffer, ScalarCounts)> {
        let numbers = (self.number(batch.get()?)?, self.number(values.get()?)?);
        self.buffer(Op::Scalars, |to| {
            numbers.put(to);
            job.put(to);
        })
    }

    fn begin_points(&mut self, coefficients: u32, primes: &[PlainPrime]) -> Result<Batch> {
        let arguments = |to: &mut Vec<u8>| {
            coefficients.put(to);
            put_slice(primes, to);
        };
        self.primes.extend(primes.iter().map(|prime| (prime.p, prime.clone())));
        self.making(Op::BeginPoints, arguments).map(Batch::of)
    }

    fn samples(&mut self, batch: &Batch) -> Result<Samples> {
        let number = self.number(batch.get()?)?;
        self.making(Op::Samples, |to| number.put(to)).map(Samples::of)
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
        let numbers = ((self.number(batch.get()?)?, self.number(coefficients.get()?)?), self.number(into.get()?)?);
        let arguments = |to: &mut Vec<u8>| {
            numbers.put(to);
            job.put(to);
            (points, repair).put(to);
        };
        self.stage(Op::Sample, arguments, SampleCounts::take)
    }

    fn interpolate_samples(&mut self, batch: &Batch, samples: Samples) -> Result<Buffer> {
        let numbers = (self.number(batch.get()?)?, self.number(samples.get()?)?);
        self.making(Op::InterpolateSamples, |to| numbers.put(to)).map(Buffer::of)
    }

    fn has_room_for_matrix(&self, job: &DeterminantJob) -> bool {
        self.ask(Op::HasRoomForMatrix, |to| job.put(to)).unwrap_or(true)
    }

    fn evaluates_last(&self, job: &DeterminantJob, dims: &[u32]) -> bool {
        let arguments = |to: &mut Vec<u8>| {
            job.put(to);
            put_slice(dims, to);
        };
        self.ask(Op::EvaluatesLast, arguments).unwrap_or(false)
    }

    fn determinants(&mut self, batch: &Batch, values: Buffer, job: &DeterminantJob) -> Result<(Buffer, ScalarCounts)> {
        let numbers = (self.number(batch.get()?)?, self.number(values.get()?)?);
        self.buffer(Op::Determinants, |to| {
            numbers.put(to);
            job.put(to);
        })
    }

    fn determinants_of(
        &mut self,
        batch: &Batch,
        coefficients: Buffer,
        dims: &[u32],
        job: &DeterminantJob,
    ) -> Result<(Buffer, ScalarCounts)> {
        let numbers = (self.number(batch.get()?)?, self.number(coefficients.get()?)?);
        self.buffer(Op::DeterminantsOf, |to| {
            numbers.put(to);
            put_slice(dims, to);
            job.put(to);
        })
    }

    fn tuples(&mut self, batch: &Batch, values: Buffer, job: &TupleJob) -> Result<(Buffer, ScalarCounts)> {
        let numbers = (self.number(batch.get()?)?, self.number(values.get()?)?);
        self.buffer(Op::Tuples, |to| {
            numbers.put(to);
            job.put(to);
        })
    }

    fn at_once(&self) -> usize {
        self.greeting.at_once
    }

    fn image_points(&self, degrees: (u32, u32)) -> u32 {
        self.ask(Op::ImagePoints, |to| degrees.put(to)).unwrap_or(0)
    }

    fn division_points(&self, divisions: &[Division]) -> u32 {
        self.ask(Op::DivisionPoints, |to| put_slice(divisions, to)).unwrap_or(0)
    }

    fn gcd_images(&mut self, batch: &Batch, residues: &Buffer, job: &GcdJob) -> Result<(Buffer, Vec<u32>)> {
        let numbers = (self.number(batch.get()?)?, self.number(residues.get()?)?);
        self.buffer(Op::GcdImages, |to| {
            numbers.put(to);
            job.put(to);
        })
    }

    fn gcd_points(&mut self, batch: &Batch, values: Buffer, job: &PointsJob) -> Result<(Buffer, Vec<PointDegrees>)> {
        let numbers = (self.number(batch.get()?)?, self.number(values.get()?)?);
        self.buffer(Op::GcdPoints, |to| {
            numbers.put(to);
            job.put(to);
        })
    }

    fn divide(
        &mut self,
        batch: &Batch,
        dividends: &Buffer,
        divisors: &Buffer,
        divisions: &[Division],
    ) -> Result<(Buffer, Vec<bool>)> {
        let numbers = ((self.number(batch.get()?)?, self.number(dividends.get()?)?), self.number(divisors.get()?)?);
        self.buffer(Op::Divide, |to| {
            numbers.put(to);
            put_slice(divisions, to);
        })
    }
}
