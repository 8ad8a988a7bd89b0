//! A stage with a grid: integers to residues, residues to values, the operation's point stage, and values to coefficients. On the whole grid,
//! or on one slab after the other.

use super::batches::{Cost, Stage};
use super::coefficients::Coefficients;
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::any::{Batch, Buffer, Input};
use crate::engine::{AnyEngine, OnGridShape};
use crate::error::{ErrorKind, Result};
use crate::plan::columns::Columns;
use crate::plan::cost::Rates;
use crate::plan::grid::{Evaluation, Grid};
use crate::plan::plain_primes::{PlainPrime, PrimeSize};
use crate::plan::residues::PlainResidues;
use crate::plan::slabs::{Cut, Slabs};
use crate::run::checkpoint::Kept;
use crate::run::memory::{self, Footprint};
use crate::run::options::RunOptions;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A slab that takes less time is not worth to be kept.
const WORTH: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_secs(1) };

/// The stage of an operation that takes the values at the points.
pub(crate) trait PointStage {
    /// Its findings of a batch besides values.
    type Found;

    /// Its name among the times of a report.
    const NAME: &'static str;

    /// Rows of values that go in.
    fn inputs(&self) -> u32;

    /// Rows of values that come out.
    fn outputs(&self) -> u32;

    /// Element steps at one point; 0 where they are not known, and it looks at the control itself.
    fn steps(&self) -> u64;

    /// The same, as progress is measured by them.
    fn predicted_steps(&self) -> u64 {
        self.steps()
    }

    /// Whether it evaluates the input itself, which has `dims` coefficients per kept variable, and never has values at all points of the last.
    fn leaves_last(&self, _engine: &dyn AnyEngine, _dims: &[u32]) -> bool {
        false
    }

    /// Values \[prime\]\[row\]\[point\] of the answer from those of the input, or from its coefficients where [`PointStage::leaves_last`].
    fn run(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        values: Buffer,
        dims: &[u32],
    ) -> Result<(Buffer, Self::Found)>;

    /// Joins to what it told of some slabs what it tells of another one.
    fn include(all: &mut Self::Found, slab: Self::Found);

    /// The finding for prime number `i` of a batch, as far as the answer depends on it.
    fn tag(found: &Self::Found, i: usize) -> u64;

    /// The findings, from the tags of all primes.
    fn of_tags(tags: &[u64]) -> Self::Found;
}

/// The stage of a point stage.
pub(crate) struct OnGrid<'a, M> {
    /// The point stage.
    pub point_stage: M,
    /// Polynomials in the kept variables, as many as the point stage takes rows.
    pub input: &'a Input,
    /// Their coefficients per kept variable.
    pub dims: &'a [u32],
    /// Words of 32 bits of all of these, as progress is measured.
    pub words: u64,
    /// By which it is measured.
    pub rates: Rates,
    /// The points.
    pub grid: &'a Grid,
    /// How they are cut into slabs.
    pub cut: &'a Cut,
    /// Coefficients of the answer that are kept.
    pub kept: u64,
    /// Bytes of the host for coefficients of a batch in slabs, where the engine has memory of its own.
    pub host: u64,
    /// Where slabs are kept, if they are.
    pub saved: Option<&'a Kept>,
}

/// The cost of a prime with a point stage of so many `steps` a point, on a grid that is cut.
pub(crate) fn cost(engine: &dyn AnyEngine, shape: &OnGridShape<'_>, cut: &Cut, steps: u64, kept: u64) -> Cost {
    let (points, steps) = (shape.grid.points(), steps.saturating_mul(shape.grid.points()));
    if cut.is_none() {
        return Cost { words: engine.words_on_grid(shape), kept, steps };
    }
    let grid = &cut.of(shape.grid).grid();
    let mut words = engine.words_on_grid(&OnGridShape { grid, ..*shape });
    // The coefficients of a slab once more, as plain residues; on the host those of all slabs.
    let plain = if engine.facts().shares_memory { grid.points().saturating_add(points) } else { grid.points() };
    words.batch = words.batch.saturating_add(shape.outputs.saturating_mul(plain));
    Cost { words, kept, steps }
}

/// The part of a grid that is known before its primes.
pub(crate) struct Planned<'a> {
    /// Rows of values that go in, and that come out.
    pub rows: (u32, u32),
    /// Coefficients of the input per kept variable.
    pub dims: &'a [u32],
    /// Points that are needed per kept variable.
    pub points: &'a [u32],
    /// Primes, about.
    pub primes: usize,
    /// Coefficients of the answer that are kept.
    pub kept: u64,
    /// Bytes of the host for coefficients in slabs, where the engine has memory of its own.
    pub host: u64,
}

impl Planned<'_> {
    /// The cost of one prime on a grid that is cut like this, and bytes of the host for its coefficients.
    fn cost(&self, engine: &dyn AnyEngine, cut: &Cut) -> (Cost, u64) {
        let mut grid = cut.grid(self.points, Evaluation::Auto);
        // Where primes are few the grid has more points, by up to an eighth.
        if let (true, Some(last)) = (cut.is_none(), grid.axes.last_mut()) {
            last.len = last.len.saturating_add(last.len / 8);
        }
        let (inputs, outputs) = (u64::from(self.rows.0), u64::from(self.rows.1));
        let shape = OnGridShape { inputs, outputs, dims: self.dims, grid: &grid, leaves_last: false };
        let on_host = (engine.prime_size().bytes() as u64).saturating_mul(outputs).saturating_mul(grid.points());
        (cost(engine, &shape, cut, 0, self.kept), on_host)
    }

    /// Bytes of the engine that it takes at least with a grid that is cut like this; more than there are where the host lacks them.
    fn least(&self, engine: &dyn AnyEngine, cut: &Cut) -> u64 {
        let (cost, on_host) = self.cost(engine, cut);
        match cut.is_none() || engine.facts().shares_memory || on_host <= self.host {
            true => engine.batching().least(&cost, self.primes),
            false => u64::MAX,
        }
    }

    /// The coarsest cut for which the engine has the memory.
    ///
    /// # Errors
    /// `Limit` when it has for none; of the engine.
    pub fn cut(&self, engine: &dyn AnyEngine, run: &RunOptions) -> Result<Cut> {
        let memory = engine.memory()?;
        if run.slabs > 1 {
            let cut = Cut::into_slabs(self.points, run.slabs);
            if self.least(engine, &cut) <= memory {
                return Ok(cut);
            }
        }
        let mut needed = u64::MAX;
        for cut in Cut::all(self.points) {
            let least = self.least(engine, &cut);
            if least <= memory {
                return Ok(cut);
            }
            needed = needed.min(least);
        }
        Err(ErrorKind::Limit { what: memory::WHAT, needed: needed.into(), allowed: memory.into() }.into())
    }

    /// Bytes of the engine that it takes with that cut, and at least with any.
    ///
    /// # Errors
    /// As [`Planned::cut`].
    pub fn footprint(&self, engine: &dyn AnyEngine, run: &RunOptions) -> Result<Footprint> {
        let (cost, _) = self.cost(engine, &self.cut(engine, run)?);
        let batching = engine.batching();
        let batch = batching.len(&cost, engine.memory()?, self.primes)?;
        let usual = batching.kept(&cost, self.primes).saturating_add(batching.bytes(&cost, batch as u64));
        let least = Cut::all(self.points).map(|cut| self.least(engine, &cut)).min().unwrap_or(usual);
        Ok(Footprint { least: least.min(usual), usual, batch })
    }
}

impl<M: PointStage> OnGrid<'_, M> {
    /// Columns of the coefficients on some grid.
    ///
    /// # Errors
    /// `Limit` when no memory has as many.
    pub(super) fn columns(&self, grid: &Grid) -> Result<usize> {
        let needed = u128::from(grid.points()) * u128::from(self.point_stage.outputs());
        let allowed = isize::MAX as u128;
        let limit = ErrorKind::Limit { what: "coefficients modulo a prime", needed, allowed };
        usize::try_from(needed).ok().filter(|_| needed <= allowed).ok_or_else(|| limit.into())
    }

    /// Coefficients on a grid: the whole, or a slab.
    fn on(
        &self,
        engine: &mut dyn AnyEngine,
        (grid, batch): (&Grid, &Batch),
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(Buffer, M::Found)> {
        let (rates, inputs, outputs) = (&self.rates, self.point_stage.inputs(), self.point_stage.outputs());
        let points = grid.points() as f64;
        let integers = self.dims.iter().fold(f64::from(inputs), |all, &n| all * f64::from(n));
        let reduction = rates.reduction.each * integers + rates.reduction.further * self.words as f64;
        let axes = grid.axes.len().max(1) as f64;
        let evaluation = rates.value() * axes * points * f64::from(inputs);
        let point_stage = rates.step() * points * self.point_stage.predicted_steps() as f64;
        let interpolation = rates.interpolated() * axes * points * f64::from(outputs);
        engine.watch(&control.next_of(reduction, evaluation + point_stage + interpolation));
        let residues = clock.time("reduce", || engine.reduce(batch, self.input))?;
        // Values that are evaluated later report their progress later: the rest is the point stage's.
        engine.watch(&control.next_of(evaluation, point_stage + interpolation));
        let values = clock.time("evaluate", || match self.point_stage.leaves_last(engine, self.dims) {
            true => Ok(residues),
            false => engine.evaluate(batch, residues, inputs, self.dims),
        })?;
        control.check()?;
        engine.watch(&control.next_of(point_stage + evaluation, interpolation));
        let (values, found) = clock.time(M::NAME, || self.point_stage.run(engine, batch, values, self.dims))?;
        control.check()?;
        engine.watch(&control.next(1.0));
        Ok((clock.time("interpolate", || engine.interpolate(batch, values, outputs))?, found))
    }

    /// Partial coefficients of one slab, as plain residues \[prime\]\[row\]\[exponents\].
    pub(crate) fn on_slab(
        &self,
        engine: &mut dyn AnyEngine,
        (slabs, slab): (&Slabs<'_>, usize),
        primes: &[PlainPrime],
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(PlainResidues, M::Found)> {
        let grid = slabs.grid();
        let primes = slabs.primes(primes, slab);
        let batch = clock.time("tables", || engine.begin(&grid, &primes))?;
        let (coefficients, found) = self.on(engine, (&grid, &batch), control, clock)?;
        let columns = self.columns(&grid)?;
        let rows: Vec<u32> = (0..primes.len() as u32).collect();
        let partial = clock.time("slabs", || {
            let mut partial = engine.residues(primes.len(), columns)?;
            engine.select(&batch, &coefficients, &rows, &Columns::range(0..columns), &mut partial, 0)?;
            drop(coefficients);
            engine.export(partial)
        })?;
        Ok((partial, found))
    }

    /// Every `step`th slab from number `first` on: puts its partial coefficients where they belong among `all`, those of all slabs. What
    /// the point stage told, if there is one.
    pub fn some_slabs(
        &self,
        engine: &mut dyn AnyEngine,
        (first, step): (usize, usize),
        primes: &[PlainPrime],
        all: &Mutex<&mut PlainResidues>,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<Option<M::Found>> {
        let (slabs, width) = (self.cut.of(self.grid), self.columns(self.grid)?);
        let mut found = None;
        for slab in (first..slabs.count()).step_by(step) {
            control.check()?;
            let behind = (slabs.count() - slab - 1) / step;
            let part = control.next_of(1.0, behind as f64);
            let (partial, of_slab) = match self.restored(engine.prime_size(), primes, (&slabs, slab), clock)? {
                Some(known) => known,
                None => {
                    let begin = Instant::now();
                    let found = self.on_slab(engine, (&slabs, slab), primes, &part, clock)?;
                    if begin.elapsed() >= WORTH {
                        clock.time("checkpoint", || self.keep(primes, (&slabs, slab), &found))?;
                    }
                    found
                }
            };
            clock.time("slabs", || {
                let columns = partial.len() / primes.len().max(1);
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.place((&slabs, slab), width, &partial, columns)
            })?;
            match &mut found {
                None => found = Some(of_slab),
                Some(all) => M::include(all, of_slab),
            }
            part.finish();
        }
        Ok(found)
    }
}

/// Coefficients on all slabs together modulo primes of some size, `width` a prime, on the host. `compute` has the partial ones put into a table, by
/// [`OnGrid::some_slabs`] of one engine or of several.
pub(crate) fn of_slabs<F>(
    (slabs, width, size): (&Slabs<'_>, usize, PrimeSize),
    primes: &[PlainPrime],
    clock: &mut Clock,
    compute: impl FnOnce(&Mutex<&mut PlainResidues>, &mut Clock) -> Result<F>,
) -> Result<(Coefficients, F)> {
    let mut all = PlainResidues::zeros(size, primes.len(), width)?;
    let found = compute(&Mutex::new(&mut all), clock)?;
    clock.time("slabs", || all.combine(slabs, width, primes))?;
    Ok((Coefficients::OnHost(all, width), found))
}

impl<M: PointStage> Stage for OnGrid<'_, M> {
    type Found = M::Found;
    type Coefficients = Coefficients;

    fn grid(&self) -> &Grid {
        self.grid
    }

    fn cost(&self, engine: &dyn AnyEngine) -> Cost {
        let shape = OnGridShape {
            inputs: u64::from(self.point_stage.inputs()),
            outputs: u64::from(self.point_stage.outputs()),
            dims: self.dims,
            grid: self.grid,
            leaves_last: self.point_stage.leaves_last(engine, self.dims),
        };
        let mut cost = cost(engine, &shape, self.cut, self.point_stage.steps(), self.kept);
        // One prime at a time is copied to be saved.
        cost.words.batch = cost.words.batch.saturating_add(if self.saved.is_some() { self.kept } else { 0 });
        cost
    }

    fn most(&self, engine: &dyn AnyEngine) -> Result<usize> {
        if self.cut.is_none() || engine.facts().shares_memory {
            return Ok(usize::MAX);
        }
        let each = (engine.prime_size().bytes() as u64).saturating_mul(self.columns(self.grid)? as u64).max(1);
        memory::check(each, self.host)?;
        Ok(usize::try_from(self.host / each).unwrap_or(usize::MAX))
    }

    fn begin(&self, engine: &mut dyn AnyEngine, primes: &[PlainPrime]) -> Result<Batch> {
        match self.cut.is_none() {
            true => engine.begin(self.grid, primes),
            // Each slab has tables of its own.
            false => engine.begin(&Grid::new(Vec::new()), primes),
        }
    }

    fn run(
        &self,
        engine: &mut dyn AnyEngine,
        batch: &Batch,
        primes: &[PlainPrime],
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(Coefficients, M::Found)> {
        if !self.cut.is_none() {
            let slabs = (&self.cut.of(self.grid), self.columns(self.grid)?, engine.prime_size());
            let (coefficients, found) = of_slabs(slabs, primes, clock, |all, clock| {
                self.some_slabs(engine, (0, 1), primes, all, control, clock)
            })?;
            let none = ErrorKind::Shape { what: "slabs", expected: 1, found: 0 };
            return Ok((coefficients, found.ok_or(none)?));
        }
        self.columns(self.grid)?;
        let (coefficients, found) = self.on(engine, (self.grid, batch), control, clock)?;
        Ok((Coefficients::OnEngine(coefficients), found))
    }
}
