//! The end that has the engine.

use super::link::Link;
use super::protocol::{ALIVE, Asked, LOOK, Op, Told};
use super::systems::{self, Systems};
use super::wire::{Wire, no_message};
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::any::{Batch, Buffer, Input, Residues, Samples};
use crate::engine::{AnyEngine, AnySystems, OnGridShape, Worker};
use crate::error::{Error, Result};
use crate::plan::residues::PlainResidues;
use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// What is held for the other end, by its numbers.
#[derive(Default)]
struct Table {
    next: u64,
    inputs: HashMap<u64, Input>,
    batches: HashMap<u64, Batch>,
    buffers: HashMap<u64, Buffer>,
    samples: HashMap<u64, Samples>,
    residues: HashMap<u64, Residues>,
    systems: Systems,
}

impl Table {
    /// A number for something new.
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn free(&mut self, number: u64) {
        self.inputs.remove(&number);
        self.batches.remove(&number);
        self.buffers.remove(&number);
        self.samples.remove(&number);
        self.residues.remove(&number);
        self.systems.remove(&number);
    }

    fn buffer(&mut self, from: &mut &[u8]) -> Result<Buffer> {
        self.buffers.remove(&u64::take(from)?).ok_or_else(no_message)
    }

    fn residues(&mut self, from: &mut &[u8]) -> Result<Residues> {
        self.residues.remove(&u64::take(from)?).ok_or_else(no_message)
    }
}

/// Something that is held, by its number.
fn held<'t, T>(table: &'t HashMap<u64, T>, from: &mut &[u8]) -> Result<&'t T> {
    table.get(&u64::take(from)?).ok_or_else(no_message)
}

/// The same, to be changed.
fn changed<'t, T>(table: &'t mut HashMap<u64, T>, from: &mut &[u8]) -> Result<&'t mut T> {
    table.get_mut(&u64::take(from)?).ok_or_else(no_message)
}

/// An engine for the other end.
pub(crate) enum Served<'e> {
    /// For exact operations.
    Exact(&'e mut dyn AnyEngine),
    /// For systems of polynomials.
    Systems(&'e mut dyn AnySystems),
}

impl Served<'_> {
    /// What is common to both.
    pub fn worker(&mut self) -> &mut dyn Worker {
        match self {
            Served::Exact(engine) => &mut **engine,
            Served::Systems(engine) => &mut **engine,
        }
    }
}

/// Does what the other end of the link asks of the engine, until it ends.
///
/// # Errors
/// `Process`: the other end is gone. Errors of the engine are told to the other end.
pub(crate) fn serve_engine(link: &Arc<dyn Link>, engine: Served<'_>) -> Result<()> {
    let (to, stages) = channel();
    let teller = &Arc::new(Teller { link: link.clone(), is_open: Mutex::new(false) });
    std::thread::scope(|scope| {
        // When it returns there are no more stages.
        let listening = scope.spawn(move || listen(teller, &to));
        let done = stages_of(teller, engine, stages);
        listening.join().unwrap_or_else(|panic| resume_unwind(panic)).and(done)
    })
}

/// A stage that is asked for, and a flag that it is to end.
type Stage = (Vec<u8>, Arc<AtomicBool>);

/// Tells the other end of a stage while that waits for it.
struct Teller {
    link: Arc<dyn Link>,
    /// There is a stage.
    is_open: Mutex<bool>,
}

impl Teller {
    fn open(&self, is_open: bool) {
        *self.is_open.lock().unwrap_or_else(PoisonError::into_inner) = is_open;
    }

    /// Tells something where there is a stage.
    fn tell(&self, told: Told, what: impl FnOnce(&mut Vec<u8>)) {
        let is_open = self.is_open.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_open {
            let mut message = Vec::new();
            told.put(&mut message);
            what(&mut message);
            // A process that is gone is found by the answer.
            _ = self.link.send(message);
        }
    }
}

/// Passes stages on, and ends the last one where that is asked for, or nobody waits for it any more.
fn listen(teller: &Teller, to: &Sender<Stage>) -> Result<()> {
    let (mut stop, mut told) = (Arc::default(), Instant::now());
    loop {
        if told.elapsed() > ALIVE {
            teller.tell(Told::Alive, |_| ());
            told = Instant::now();
        }
        let message = match teller.link.receive(LOOK) {
            Ok(Some(message)) => message,
            Ok(None) => continue,
            Err(error) => {
                AtomicBool::store(&stop, true, Ordering::Relaxed);
                return Err(error);
            }
        };
        match Asked::take(&mut &message[..])? {
            Asked::Stage => {
                stop = Arc::default();
                _ = to.send((message, stop.clone()));
            }
            Asked::Cancel => AtomicBool::store(&stop, true, Ordering::Relaxed),
            Asked::End => return Ok(()),
            Asked::Begin | Asked::Quit => return Err(no_message()),
        }
    }
}

/// Does the stages, one after the other.
fn stages_of(teller: &Arc<Teller>, mut engine: Served<'_>, stages: Receiver<Stage>) -> Result<()> {
    let (mut table, mut control) = (Table::default(), Control::default());
    for (message, stop) in stages {
        let from = &mut &message[1..];
        let (mut answer, mut clock) = (Vec::new(), Clock::default());
        teller.open(true);
        let done = (|| {
            for number in Vec::<u64>::take(from)? {
                table.free(number);
            }
            if bool::take(from)? {
                let teller = teller.clone();
                let progress = move |fraction: f64| teller.tell(Told::Progress, |to| fraction.put(to));
                control = Control::with_progress(progress).begin();
            }
            let control = control.stopped_by(stop);
            engine.worker().watch(&control);
            let op = Op::take(from)?;
            match (op, &mut engine) {
                (Op::Memory, engine) => engine.worker().memory()?.put(&mut answer),
                (Op::LimitFor, engine) => engine.worker().limit_for(u64::take(from)?).put(&mut answer),
                (_, Served::Exact(engine)) => {
                    stage(*engine, &mut table, (&control, &mut clock), op, from, &mut answer)?;
                }
                (_, Served::Systems(engine)) => {
                    systems::stage(*engine, (&mut table.systems, &mut table.next), op, from, &mut answer)?;
                }
            }
            if from.is_empty() { Ok(()) } else { Err(no_message()) }
        })();
        teller.open(false);
        let mut told = Vec::with_capacity(answer.len() + 64);
        match done {
            Ok(()) => {
                Told::Done.put(&mut told);
                clock.into_stages().put(&mut told);
                told.append(&mut answer);
            }
            Err(error) => {
                Told::Failed.put(&mut told);
                Error::put(&error, &mut told);
            }
        }
        teller.link.send(told)?;
    }
    Ok(())
}

/// Does one stage, whose arguments are at the front; what it gives is appended to `answer`.
fn stage(
    engine: &mut dyn AnyEngine,
    table: &mut Table,
    (control, clock): (&Control, &mut Clock),
    op: Op,
    from: &mut &[u8],
    answer: &mut Vec<u8>,
) -> Result<()> {
    /// Keeps something, and tells its number.
    macro_rules! keep {
        ($kind:ident, $value:expr) => {{
            let value = $value;
            let number = table.number();
            table.$kind.insert(number, value);
            number.put(answer);
        }};
    }
    match op {
        Op::WordsOnGrid => {
            let (inputs, outputs) = Wire::take(from)?;
            let dims: Vec<u32> = Wire::take(from)?;
            let (grid, leaves_last) = Wire::take(from)?;
            engine.words_on_grid(&OnGridShape { inputs, outputs, dims: &dims, grid: &grid, leaves_last }).put(answer);
        }
        Op::Load => keep!(inputs, engine.load(&Wire::take(from)?)?),
        Op::Begin => {
            let (grid, primes): (_, Vec<_>) = Wire::take(from)?;
            keep!(batches, engine.begin(&grid, &primes)?);
        }
        Op::Reduce => {
            let (batch, input) = (held(&table.batches, from)?, held(&table.inputs, from)?);
            keep!(buffers, engine.reduce(batch, input)?);
        }
        Op::Evaluate => {
            let batch = u64::take(from)?;
            let coefficients = table.buffer(from)?;
            let (rows, dims): (_, Vec<u32>) = Wire::take(from)?;
            let batch = table.batches.get(&batch).ok_or_else(no_message)?;
            keep!(buffers, engine.evaluate(batch, coefficients, rows, &dims)?);
        }
        Op::Interpolate => {
            let batch = u64::take(from)?;
            let values = table.buffer(from)?;
            let batch = table.batches.get(&batch).ok_or_else(no_message)?;
            keep!(buffers, engine.interpolate(batch, values, Wire::take(from)?)?);
        }
        Op::Vanish => {
            let (batch, source) = (held(&table.batches, from)?, held(&table.buffers, from)?);
            engine.vanish(batch, source, &Wire::take(from)?)?.put(answer);
        }
        Op::Residues => {
            let (primes, coefficients) = Wire::take(from)?;
            keep!(residues, engine.residues(primes, coefficients)?);
        }
        Op::Select => {
            let (batch, source) = (held(&table.batches, from)?, held(&table.buffers, from)?);
            let into = changed(&mut table.residues, from)?;
            let (primes, columns): (Vec<u32>, _) = Wire::take(from)?;
            engine.select(batch, source, &primes, &columns, into, Wire::take(from)?)?;
        }
        Op::Export => engine.export(table.residues(from)?)?.put(answer),
        Op::Import => {
            let into = changed(&mut table.residues, from)?;
            let (at, values): (_, PlainResidues) = Wire::take(from)?;
            engine.import(values.all(), into, at)?;
        }
        Op::Join => {
            let numbers: Vec<u64> = Wire::take(from)?;
            let parts = numbers.iter().map(|number| table.residues.get(number).ok_or_else(no_message));
            let joined = engine.join(&parts.collect::<Result<Vec<_>>>()?)?;
            keep!(residues, joined);
        }
        Op::LiftMemory => {
            let ((primes, coefficients), how) = Wire::take(from)?;
            engine.lift_memory(primes, coefficients, how).put(answer);
        }
        Op::Lift => {
            let residues = table.residues(from)?;
            let (moduli, how): (Vec<u64>, _) = Wire::take(from)?;
            engine.lift(residues, &moduli, how, control, clock)?.put(answer);
        }
        Op::Crt => {
            let residues = table.residues(from)?;
            let moduli: Vec<u64> = Wire::take(from)?;
            engine.crt(residues, &moduli, control)?.put(answer);
        }
        Op::CrtPolynomials => {
            let residues = table.residues(from)?;
            let (moduli, polynomials): (Vec<u64>, Vec<_>) = Wire::take(from)?;
            engine.crt_polynomials(residues, &moduli, &polynomials, control)?.put(answer);
        }
        Op::Measure => {
            let residues = table.residues(from)?;
            let (moduli, polynomials): (Vec<u64>, Vec<_>) = Wire::take(from)?;
            engine.measure(residues, &moduli, &polynomials, Wire::take(from)?, control)?.put(answer);
        }
        Op::HasRoomFor => engine.has_room_for(&Wire::take(from)?).put(answer),
        Op::Scalars => {
            let batch = u64::take(from)?;
            let values = table.buffer(from)?;
            let batch = table.batches.get(&batch).ok_or_else(no_message)?;
            let (scalars, counts) = engine.scalars(batch, values, &Wire::take(from)?)?;
            keep!(buffers, scalars);
            counts.put(answer);
        }
        Op::BeginPoints => {
            let (coefficients, primes): (_, Vec<_>) = Wire::take(from)?;
            keep!(batches, engine.begin_points(coefficients, &primes)?);
        }
        Op::Samples => {
            let samples = engine.samples(held(&table.batches, from)?)?;
            keep!(samples, samples);
        }
        Op::Sample => {
            let (batch, coefficients) = (held(&table.batches, from)?, held(&table.buffers, from)?);
            let into = changed(&mut table.samples, from)?;
            let job = Wire::take(from)?;
            let (points, repair) = Wire::take(from)?;
            engine.sample(batch, coefficients, &job, points, repair, into)?.put(answer);
        }
        Op::InterpolateSamples => {
            let batch = u64::take(from)?;
            let samples = table.samples.remove(&u64::take(from)?).ok_or_else(no_message)?;
            let batch = table.batches.get(&batch).ok_or_else(no_message)?;
            keep!(buffers, engine.interpolate_samples(batch, samples)?);
        }
        Op::HasRoomForMatrix => engine.has_room_for_matrix(&Wire::take(from)?).put(answer),
        Op::EvaluatesLast => {
            let (job, dims): (_, Vec<u32>) = Wire::take(from)?;
            engine.evaluates_last(&job, &dims).put(answer);
        }
        Op::Determinants => {
            let batch = u64::take(from)?;
            let values = table.buffer(from)?;
            let batch = table.batches.get(&batch).ok_or_else(no_message)?;
            let (scalars, counts) = engine.determinants(batch, values, &Wire::take(from)?)?;
            keep!(buffers, scalars);
            counts.put(answer);
        }
        Op::DeterminantsOf => {
            let batch = u64::take(from)?;
            let coefficients = table.buffer(from)?;
            let (dims, job): (Vec<u32>, _) = Wire::take(from)?;
            let batch = table.batches.get(&batch).ok_or_else(no_message)?;
            let (scalars, counts) = engine.determinants_of(batch, coefficients, &dims, &job)?;
            keep!(buffers, scalars);
            counts.put(answer);
        }
        Op::Tuples => {
            let batch = u64::take(from)?;
            let values = table.buffer(from)?;
            let batch = table.batches.get(&batch).ok_or_else(no_message)?;
            let (found, counts) = engine.tuples(batch, values, &Wire::take(from)?)?;
            keep!(buffers, found);
            counts.put(answer);
        }
        Op::ImagePoints => engine.image_points(Wire::take(from)?).put(answer),
        Op::DivisionPoints => engine.division_points(&Vec::take(from)?).put(answer),
        Op::GcdImages => {
            let (batch, residues) = (held(&table.batches, from)?, held(&table.buffers, from)?);
            let (images, degrees) = engine.gcd_images(batch, residues, &Wire::take(from)?)?;
            keep!(buffers, images);
            degrees.put(answer);
        }
        Op::GcdPoints => {
            let batch = u64::take(from)?;
            let values = table.buffer(from)?;
            let batch = table.batches.get(&batch).ok_or_else(no_message)?;
            let (found, degrees) = engine.gcd_points(batch, values, &Wire::take(from)?)?;
            keep!(buffers, found);
            degrees.put(answer);
        }
        Op::Divide => {
            let batch = held(&table.batches, from)?;
            let (dividends, divisors) = (held(&table.buffers, from)?, held(&table.buffers, from)?);
            let divisions: Vec<_> = Wire::take(from)?;
            let (quotients, exact) = engine.divide(batch, dividends, divisors, &divisions)?;
            keep!(buffers, quotients);
            exact.put(answer);
        }
        Op::Memory | Op::LimitFor | Op::LoadSystem | Op::EvaluateSystem | Op::RefinePoints | Op::TrackPaths => {
            return Err(no_message());
        }
    }
    Ok(())
}
