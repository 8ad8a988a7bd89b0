//! The messages.

use super::wire::{Wire, no_message, wire_enum, wire_struct};
use crate::engine::{Batching, Facts};
use crate::error::Result;
use crate::plan::cost::Rates;
use crate::plan::plain_primes::PrimeSize;

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

/// The first byte of a message to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// A stage: numbers of what is no longer held, whether a new control watches, an [`Op`], and its arguments.
    Stage,
    /// The stage under way is to end.
    Cancel,
    /// There will be no other.
    End,
}

/// The first byte of a message from the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// The fraction done of what the control watches.
    Progress,
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
}

wire_enum! {
    Asked { 0: Stage, 1: Cancel, 2: End }
    Told { 0: Progress, 1: Done, 2: Failed }
    Op {
        0: Memory, 1: LimitFor, 2: WordsOnGrid, 3: Load, 4: Begin, 5: Reduce, 6: Evaluate, 7: Interpolate, 8: Vanish, 9: Residues, 10: Select,
        11: Export, 12: Import, 13: LiftMemory, 14: Lift, 15: Crt, 16: CrtPolynomials, 17: Measure, 18: HasRoomFor, 19: Scalars, 20: BeginPoints,
        21: Samples, 22: Sample, 23: InterpolateSamples, 24: HasRoomForMatrix, 25: EvaluatesLast, 26: Determinants, 27: DeterminantsOf, 28: Tuples,
        29: ImagePoints, 30: DivisionPoints, 31: GcdImages, 32: GcdPoints, 33: Divide,
    }
}
