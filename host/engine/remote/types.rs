//! What the stages of an engine take and tell, as bytes.

use super::wire::{Wire, bytes, no_message, put_slice, wire_enum, wire_struct};
use crate::clock::StageTime;
use crate::engine::SystemMethod;
use crate::engine::gcd::{Division, GcdJob, GcdMethod, GcdPair, GcdShape, PointDegrees, PointsJob, PointsShape};
use crate::engine::input::IntegerTable;
use crate::engine::lift::{FieldPoint, Measured};
use crate::engine::status::{NewtonReport, NewtonStatus, TrackStatus};
use crate::engine::{
    Batching, DeterminantJob, DeterminantMethod, Facts, MatrixJob, MatrixShape, MatrixWanted, SampleCounts,
    ScalarCounts, ScalarJob, ScalarKind, ScalarMethod, ScalarShape, SubresultantJob, TupleJob, Words,
};
use crate::error::{Error, ErrorKind, Result};
use crate::lift::Lift;

use crate::plan::columns::Columns;
use crate::plan::cost::Rates;
use crate::plan::evaluation::Evaluation;
use crate::plan::grid::{Axis, Grid};
use crate::plan::plain_primes::{PlainPrime, PlainRoots, PrimeSize};
use crate::plan::residues::{PlainResidues, ResidueSlice};
use crate::poly::systems::{Coefficient, Compiled};
use gpu::arith::Mont61;
use gpu::columns::BoxAxis;
use gpu::resultant::subresultants::Wanted;
use gpu::system::Factor;
use gpu::system::newton::Stop;
use gpu::system::track::Choices;
use rug::integer::Order;
use rug::{Integer, Rational};
use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

wire_struct! {
    Axis { len, cosets }
    Batching { word, wide, narrow, at_once, enough, steps }
    BoxAxis { count, stride }
    DeterminantJob { values, sizes, rank, entries, negative, method, shape }
    Division { dividend, n, divisor, d }
    Facts { shares_memory, wants_witness, is_asynchronous, has_half_gcd }
    GcdJob { pairs, method, shape, expected }
    GcdPair { f, p, g, q, lead }
    Grid { axes, evaluation, products }
    MatrixJob { values, rows, columns, entries, wanted, rank, pivots }
    Measured { height, value }
    PlainPrime { p, axes }
    PlainRoots { root, shifts }
    PointDegrees { least, most }
    PointsJob { p, q, degree, shape }
    SampleCounts { scalars, dropped, most_dropped, least }
    ScalarCounts { scalars, repairs }
    ScalarJob { kind, p, q, schedule, method, shape }
    StageTime { stage, milliseconds }
    Choices { attempts, least, correction, prediction, contraction, noise, bound, decays }
    Coefficient { re, im }
    Compiled {
        variables, power_starts, powers, polynomial_starts, term_starts, factors, column_starts, columns, slot_starts, slots, coefficients
    }
    Factor { variable, power, exponent, slot }
    NewtonReport { status, residual, step, iterations, pivots }
    Stop { tolerance, root, iterations }
    SubresultantJob { p, q, schedule, wanted }
    Wanted { low, high, principal }
    Words { batch, scratch }
}

wire_enum! {
    NewtonStatus { 0: Converged, 1: Stagnated, 2: Iterations, 3: Singular, 4: Overflow }
    SystemMethod { 0: Auto, 1: Paper }
    TrackStatus { 0: End, 1: SmallSteps, 2: Steps, 3: Diverged, 4: Start }
    DeterminantMethod { 0: Auto, 1: Elimination, 2: Condensation }
    Evaluation { 0: Auto, 1: Stockham }
    GcdMethod { 0: Remainder, 1: Schur }
    GcdShape { 0: Auto, 1: Block, 2: Rounds, 3: Long }
    Lift { 0: Auto, 1: Crt, 2: MixedRadix, 3: MixedRadixThread }
    MatrixShape { 0: Auto, 1: Thread, 2: Lanes4, 3: Lanes32, 4: Block256, 5: Registers, 6: Global, 7: Panels }
    MatrixWanted { 0: Adjugate, 1: Solution, 2: Characteristic }
    PlainResidues { 0: Bits31(values), 1: Bits50(values) }
    PointsShape { 0: Auto, 1: Thread, 2: Lanes4, 3: Lanes32, 4: Block, 5: Global }
    PrimeSize { 0: Bits31, 1: Bits50 }
    ScalarKind { 0: Resultant, 1: Discriminant }
    ScalarMethod { 0: Remainder, 1: Schur, 2: Schur2010 }
    ScalarShape {
        0: Auto, 1: Thread, 2: Columns2, 3: Columns4, 4: Columns8, 5: Lanes4, 6: Lanes8, 7: Lanes16, 8: Lanes32, 9: Block64, 10: Block128,
        11: Block256, 12: Global, 13: Blocks,
    }
    TupleJob { 0: Subresultants(job), 1: Matrix(job) }
    ErrorKind {
        0: Parse { line, column, message, source_line },
        1: Binary { byte, message },
        2: Argument { what, message },
        3: Unsupported { message },
        4: Shape { what, expected, found },
        5: Limit { what, needed, allowed },
        6: DriverUnavailable { tried },
        7: BuiltWithoutKernels { message },
        8: NoDevice { ordinal, count },
        9: UnsupportedDevice { device, built_for },
        10: Ptx { family, log },
        11: Driver { code, call, name },
        12: OutOfMemory { bytes, free, others },
        13: Device { kernel, message },
        14: Verification { what, prime, message },
        15: Cancelled,
        16: File { path, message },
        17: Checkpoint { file, message },
        18: Process { number, message },
    }
}

impl Wire for Error {
    fn put(&self, to: &mut Vec<u8>) {
        self.kind().put(to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        ErrorKind::take(from).map(Error::from)
    }
}

/// Names of stages, kernels and limits: as many as the program has, so that each is kept once and for all.
impl Wire for &'static str {
    fn put(&self, to: &mut Vec<u8>) {
        put_slice(self.as_bytes(), to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        static KEPT: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
        let name = String::take(from)?;
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.get(&name[..]) {
            return Ok(found);
        }
        let name: &'static str = name.leak();
        kept.insert(name);
        Ok(name)
    }
}

impl Wire for Rates {
    fn put(&self, to: &mut Vec<u8>) {
        // Numbers, which always have a text.
        serde_json::to_string(self).unwrap_or_default().put(to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        serde_json::from_str(&String::take(from)?).map_err(|_| no_message())
    }
}

impl Wire for Columns {
    fn put(&self, to: &mut Vec<u8>) {
        self.boxes().len().put(to);
        for tensor in self.boxes() {
            tensor.first.put(to);
            put_slice(&self.axes()[tensor.axes as usize..][..tensor.rank as usize], to);
        }
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        let mut columns = Columns::new();
        for _ in 0..usize::take(from)? {
            let (first, axes) = <(u64, Vec<BoxAxis>)>::take(from)?;
            columns.push(first, &axes);
        }
        Ok(columns)
    }
}

impl Wire for FieldPoint {
    fn put(&self, to: &mut Vec<u8>) {
        self.field.modulus().put(to);
        self.point.put(to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        let (p, point) = <(u64, u64)>::take(from)?;
        Ok(FieldPoint { field: Mont61::new(p).ok_or_else(no_message)?, point })
    }
}

/// Residues that are read where they are.
pub(super) fn put_residues(values: ResidueSlice<'_>, to: &mut Vec<u8>) {
    match values {
        ResidueSlice::Bits31(values) => {
            to.push(0);
            put_slice(values, to);
        }
        ResidueSlice::Bits50(values) => {
            to.push(1);
            put_slice(values, to);
        }
    }
}

/// A sign, and the bytes of the magnitude, the least significant first.
impl Wire for Integer {
    fn put(&self, to: &mut Vec<u8>) {
        let count = self.significant_digits::<u8>();
        ((count as u64) << 1 | u64::from(self.is_negative())).put(to);
        let at = to.len();
        to.resize(at + count, 0);
        self.write_digits(&mut to[at..], Order::Lsf);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        let head = u64::take(from)?;
        let count = usize::try_from(head >> 1).map_err(|_| no_message())?;
        let magnitude = Integer::from_digits(bytes(from, count)?, Order::Lsf);
        Ok(if head & 1 == 1 { -magnitude } else { magnitude })
    }
}

impl Wire for Rational {
    fn put(&self, to: &mut Vec<u8>) {
        self.numer().put(to);
        self.denom().put(to);
    }

    fn take(from: &mut &[u8]) -> Result<Self> {
        let (numerator, denominator) = <(Integer, Integer)>::take(from)?;
        if denominator.is_zero() { Err(no_message()) } else { Ok(Rational::from((numerator, denominator))) }
    }
}

impl Wire for IntegerTable {
    fn put(&self, to: &mut Vec<u8>) {
        let IntegerTable { rows, dims, offsets, limbs, negative } = self;
        rows.put(to);
        dims.put(to);
        offsets.put(to);
        limbs.put(to);
        negative.put(to);
    }

    /// Kernels trust a table: each of its claims is looked at.
    fn take(from: &mut &[u8]) -> Result<Self> {
        let (rows, dims) = <(u32, Vec<u32>)>::take(from)?;
        let (offsets, limbs) = <(Vec<u32>, Vec<u32>)>::take(from)?;
        let negative: Vec<bool> = Wire::take(from)?;
        let count = dims.iter().try_fold(rows as usize, |all, &n| all.checked_mul(n as usize));
        let is_whole = |pair: &[u32]| {
            // The last word of a magnitude is not 0.
            pair[0] == pair[1] || pair[0] < pair[1] && limbs.get(pair[1] as usize - 1).is_some_and(|&limb| limb != 0)
        };
        let has_zero = || offsets.windows(2).zip(&negative).any(|(pair, &negative)| negative && pair[0] == pair[1]);
        let is_right = count == Some(negative.len())
            && offsets.len() == negative.len() + 1
            && (offsets.first(), offsets.last().map(|&end| end as usize)) == (Some(&0), Some(limbs.len()))
            && offsets.windows(2).all(is_whole)
            && !has_zero();
        if is_right { Ok(IntegerTable { rows, dims, offsets, limbs, negative }) } else { Err(no_message()) }
    }
}
