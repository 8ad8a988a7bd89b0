//! A stage with a grid: integers to residues, residues to values, the operation's middle, and values to coefficients.

use super::batches::{Cost, Stage};
use crate::clock::Clock;
use crate::control::Control;
use crate::engine::{Engine, OnGridShape};
use crate::error::Result;
use crate::plan::grid::Grid;

/// What an operation does with the values at the points.
pub(crate) trait Middle<E: Engine> {
    /// What it tells of a batch besides values.
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

    /// Values \[prime\]\[row\]\[point\] of the answer from those of the input.
    fn run(&self, engine: &mut E, batch: &E::Batch, values: E::Buffer) -> Result<(E::Buffer, Self::Found)>;
}

/// The stage of a middle.
pub(crate) struct OnGrid<'a, E: Engine, M> {
    /// The middle.
    pub middle: M,
    /// Polynomials in the kept variables, as many as the middle takes rows.
    pub input: &'a E::Input,
    /// Their coefficients per kept variable.
    pub dims: &'a [u32],
    /// The points.
    pub grid: &'a Grid,
    /// Coefficients of the answer that are kept.
    pub kept: u64,
}

impl<E: Engine, M: Middle<E>> Stage<E> for OnGrid<'_, E, M> {
    type Found = M::Found;

    fn grid(&self) -> &Grid {
        self.grid
    }

    fn cost(&self, engine: &E) -> Cost {
        let shape = OnGridShape {
            inputs: u64::from(self.middle.inputs()),
            outputs: u64::from(self.middle.outputs()),
            dims: self.dims,
            grid: self.grid,
        };
        let steps = self.middle.steps().saturating_mul(self.grid.points());
        Cost { words: engine.words_on_grid(&shape), kept: self.kept, steps }
    }

    fn run(
        &self,
        engine: &mut E,
        batch: &E::Batch,
        _: usize,
        control: &Control,
        clock: &mut Clock,
    ) -> Result<(E::Buffer, M::Found)> {
        let (rates, inputs, outputs) = (engine.rates(), self.middle.inputs(), self.middle.outputs());
        let points = self.grid.points() as f64;
        let integers = self.dims.iter().fold(f64::from(inputs), |all, &n| all * f64::from(n));
        let reduction = rates.integer * integers;
        let evaluation = rates.value * points * f64::from(inputs);
        let middle = rates.step * points * self.middle.predicted_steps() as f64;
        let interpolation = rates.interpolated * points * f64::from(outputs);
        engine.watch(&control.next_of(reduction, evaluation + middle + interpolation));
        let residues = clock.time("reduce", || engine.reduce(batch, self.input))?;
        // What is evaluated later tells of it later: the middle has what is left.
        engine.watch(&control.next_of(evaluation, middle + interpolation));
        let values = clock.time("evaluate", || engine.evaluate(batch, residues, inputs, self.dims))?;
        control.check()?;
        engine.watch(&control.next_of(middle + evaluation, interpolation));
        let (values, found) = clock.time(M::NAME, || self.middle.run(engine, batch, values))?;
        control.check()?;
        engine.watch(&control.next(1.0));
        Ok((clock.time("interpolate", || engine.interpolate(batch, values, outputs))?, found))
    }
}
