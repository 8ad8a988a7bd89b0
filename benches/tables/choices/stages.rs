//! Stages whose input is used up: it is made anew for every run, outside of the time.

use super::inputs::{Rows, primes};
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{LiftEngine, ResultantEngine};
use eliminant::plan::columns::Columns;
use eliminant::{Clock, Control, Lift, Result};
use gpu::arith::{Modulus, Mont31};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::Order;
use std::time::{Duration, Instant};

/// Evaluation and scalars; `wait` waits for an engine that works by itself.
pub fn scalars<E: ResultantEngine>(engine: &mut E, rows: &Rows<E>, wait: impl Fn() -> Result<()>) -> Result<Duration> {
    let residues = engine.reduce(&rows.batch, &rows.input)?;
    wait()?;
    let start = Instant::now();
    let values = engine.evaluate(&rows.batch, residues, rows.job.rows(), rows.table.dims())?;
    engine.scalars(&rows.batch, values, &rows.job)?;
    wait()?;
    Ok(start.elapsed())
}

/// Integers to be lifted.
pub struct Integers<E: LiftEngine> {
    batch: E::Batch,
    input: E::Input,
    moduli: Vec<E::Modulus>,
    width: usize,
}

impl<E: LiftEngine<Modulus = Mont31>> Integers<E> {
    /// `width` integers of nearly all bits that `count` primes can hold.
    pub fn new(engine: &mut E, count: usize, width: usize) -> Result<Self> {
        let (grid, primes) = primes::<E>(0, count)?;
        let bits = primes.iter().map(|prime| prime.field.p().ilog2()).sum::<u32>() - 2;
        let mut rng = StdRng::seed_from_u64(count as u64);
        let mut integer = || {
            let words: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.random()).collect();
            Integer::from_digits(&words, Order::Lsf).keep_bits(bits)
        };
        let integers: Vec<Integer> = (0..width).map(|_| integer()).collect();
        let input = engine.load(&IntegerTable::of(1, &[width as u32], &integers)?)?;
        let batch = engine.begin(&grid, &primes)?;
        Ok(Integers { batch, input, moduli: primes.iter().map(|prime| prime.field).collect(), width })
    }

    /// The lift in one of both ways.
    pub fn lift(&self, engine: &mut E, how: Lift, wait: impl Fn() -> Result<()>) -> Result<Duration> {
        let mut all = engine.residues(self.moduli.len(), self.width)?;
        let residues = engine.reduce(&self.batch, &self.input)?;
        let rows: Vec<u32> = (0..self.moduli.len() as u32).collect();
        let columns = Columns::range(0..self.width);
        engine.select(&self.batch, &residues, &rows, &columns, &mut all, 0)?;
        wait()?;
        let start = Instant::now();
        engine.lift(all, &self.moduli, how, &Control::default(), &mut Clock::default())?;
        Ok(start.elapsed())
    }
}
