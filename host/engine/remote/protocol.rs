//! The messages.

use super::link::Link;
use super::serve::Served;
use super::wire::{Wire, no_message, wire_enum, wire_struct};
use crate::engine::{Batching, Facts};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::cost::Rates;
use crate::plan::plain_primes::PrimeSize;
use std::time::Duration;

/// How often a message is looked for that may be long in coming.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// How often a process that computes says that it is there, at least.
pub(super) const ALIVE: Duration = Duration::from_secs(1);

/// How long nothing comes from a process that computes before it is taken for gone: its machine or the network is down, or it was stopped.
pub(super) const SILENCE: Duration = Duration::from_secs(10);

/// How long a process may take to begin: a connection is made, a device is made ready.
const BEGINNING: Duration = Duration::from_secs(60);

/// What both ends must have in common: the version, and the order of bytes.
const PROGRAM: (&str, [u8; 4]) = (env!("CARGO_PKG_VERSION"), 0x0102_0304_u32.to_ne_bytes());

/// What an engine says of itself, once.
#[derive(Debug, Clone)]
pub(crate) struct Greeting {
    pub size: PrimeSize,
    pub facts: Facts,
    pub weight: u32,
    pub batching: Batching,
    pub rates: Rates,
    pub at_once: usize,
}

wire_struct! {
    Greeting { size, facts, weight, batching, rates, at_once }
}

impl Greeting {
    /// Of an engine.
    pub fn of(engine: &mut Served<'_>) -> Self {
        // Systems have no primes.
        let (size, at_once) = match engine {
            Served::Exact(engine) => (engine.prime_size(), engine.at_once()),
            Served::Systems(_) => (PrimeSize::Bits31, 0),
        };
        let worker = engine.worker();
        Greeting {
            size,
            facts: worker.facts(),
            weight: worker.weight(),
            batching: worker.batching(),
            rates: worker.rates(),
            at_once,
        }
    }
}

/// The first byte of a message to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// A stage: numbers of what is no longer held, whether a new control watches, an [`Op`], and its arguments.
    Stage,
    /// The stage under way is to end.
    Cancel,
    /// There will be no other of this computation.
    End,
    /// A computation begins, and says what engine it wants.
    Begin,
    /// There will be no other computation.
    Quit,
}

/// The first byte of a message from the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// The fraction done of what the control watches.
    Progress,
    /// The stage is not yet done.
    Alive,
    /// Times of stages, and what the stage gives.
    Done,
    /// An error.
    Failed,
}

/// A stage, or a question: the method of [`AnyEngine`](crate::engine::AnyEngine) or [`Worker`](crate::engine::Worker) of this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    Memory,
    LimitFor,
    WordsOnGrid,
    Load,
    Begin,
    Reduce,
    Evaluate,
    Interpolate,
    Vanish,
    Residues,
    Select,
    Export,
    Import,
    Join,
    LiftMemory,
    Lift,
    Crt,
    CrtPolynomials,
    Measure,
    HasRoomFor,
    Scalars,
    BeginPoints,
    Samples,
    Sample,
    InterpolateSamples,
    HasRoomForMatrix,
    EvaluatesLast,
    Determinants,
    DeterminantsOf,
    Tuples,
    ImagePoints,
    DivisionPoints,
    GcdImages,
    GcdPoints,
    Divide,
    LoadSystem,
    EvaluateSystem,
    RefinePoints,
    TrackPaths,
}

wire_enum! {
    Asked { 0: Stage, 1: Cancel, 2: End, 3: Begin, 4: Quit }
    Told { 0: Progress, 1: Done, 2: Failed, 5: Alive }
    Op {
        0: Memory, 1: LimitFor, 2: WordsOnGrid, 3: Load, 4: Begin, 5: Reduce, 6: Evaluate, 7: Interpolate, 8: Vanish, 9: Residues, 10: Select,
        11: Export, 12: Import, 13: LiftMemory, 14: Lift, 15: Crt, 16: CrtPolynomials, 17: Measure, 18: HasRoomFor, 19: Scalars, 20: BeginPoints,
        21: Samples, 22: Sample, 23: InterpolateSamples, 24: HasRoomForMatrix, 25: EvaluatesLast, 26: Determinants, 27: DeterminantsOf, 28: Tuples,
        29: ImagePoints, 30: DivisionPoints, 31: GcdImages, 32: GcdPoints, 33: Divide, 34: LoadSystem, 35: EvaluateSystem, 36: RefinePoints, 37: TrackPaths, 38: Join,
    }
}

/// Asks a process for an engine, with `arguments` that say which.
///
/// # Errors
/// `Process`: it is gone.
pub(crate) fn ask_for_engine(link: &dyn Link, arguments: impl FnOnce(&mut Vec<u8>)) -> Result<()> {
    let mut message = Vec::new();
    Asked::Begin.put(&mut message);
    PROGRAM.0.to_owned().put(&mut message);
    PROGRAM.1.to_vec().put(&mut message);
    arguments(&mut message);
    link.send(message)
}

/// What the engine that was asked for says of itself.
///
/// # Errors
/// `Process`: the process is gone; why it has no such engine.
pub(crate) fn greeting(link: &dyn Link) -> Result<Greeting> {
    let Some(message) = link.receive(BEGINNING)? else {
        let message = format!("has not begun within {} seconds", BEGINNING.as_secs());
        return Err(ErrorKind::Process { number: link.number(), message }.into());
    };
    let from = &mut &message[..];
    match Told::take(from)? {
        Told::Done => Greeting::take(from),
        Told::Failed => Err(Error::take(from)?),
        Told::Progress | Told::Alive => Err(no_message()),
    }
}

/// Ends a process.
///
/// # Errors
/// `Process`: it is gone.
pub(crate) fn quit(link: &dyn Link) -> Result<()> {
    let mut message = Vec::new();
    Asked::Quit.put(&mut message);
    link.send(message)
}

/// The arguments of the next computation that asks for an engine; none where there will be no other.
///
/// # Errors
/// `Process`: process 0 is gone; `Argument`: it is another program.
pub(crate) fn next_computation(link: &dyn Link) -> Result<Option<Vec<u8>>> {
    loop {
        let message = next(link)?;
        let from = &mut &message[..];
        match Asked::take(from)? {
            Asked::Begin => {
                let (version, order) = <(String, Vec<u8>)>::take(from)?;
                return if (&version[..], &order[..]) == (PROGRAM.0, &PROGRAM.1) {
                    Ok(Some(from.to_vec()))
                } else {
                    Err(no_message())
                };
            }
            Asked::Quit => return Ok(None),
            // Of a computation whose engine could not be made.
            Asked::End => {}
            Asked::Stage | Asked::Cancel => return Err(no_message()),
        }
    }
}

/// Tells process 0 of the engine that it asked for.
///
/// # Errors
/// `Process`: process 0 is gone.
pub(crate) fn greet(link: &dyn Link, engine: &mut Served<'_>) -> Result<()> {
    let mut message = Vec::new();
    Told::Done.put(&mut message);
    Greeting::of(engine).put(&mut message);
    link.send(message)
}

/// Tells process 0 why there is no such engine.
///
/// # Errors
/// `Process`: process 0 is gone.
pub(crate) fn refuse(link: &dyn Link, error: &Error) -> Result<()> {
    let mut message = Vec::new();
    Told::Failed.put(&mut message);
    error.put(&mut message);
    link.send(message)
}

/// The next message, whenever it comes.
fn next(link: &dyn Link) -> Result<Vec<u8>> {
    loop {
        if let Some(message) = link.receive(LOOK)? {
            return Ok(message);
        }
    }
}
