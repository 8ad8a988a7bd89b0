//! The stages of all operations, a bundle of primes each.

use super::bundle::Watch;
use super::grid::orbits::Pending;
use super::grid::{columns, evaluate, interpolate};
use super::integers::reduce::{self, Digits};
use super::stages::Stage;
use super::word::CpuWord;
use super::{Batch, Buffer, Cpu, Residues, memory};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::input::IntegerTable;
use crate::engine::{Along, Batching, Engine, Facts, OnGridShape, Words, Worker, rows_at};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::columns::Columns;
use crate::plan::cost::{self, Rates};
use crate::plan::grid::{Evaluation, Grid};
use crate::plan::primes::Prime;
use crate::plan::residues::zeros;
use gpu::Field;

/// Element steps of a batch: some ten seconds of one core; stages look at the control themselves.
const STEPS: u64 = 100_000_000_000;

/// Bytes of a batch beyond which more primes gain nothing: from 8 MiB on all are alike, and a batch of hundreds is slower
/// (`benches/results/2026-11-23-epyc-memory.txt`). Many cores want more bundles than two.
const ENOUGH: u64 = 1 << 26;

impl<M: CpuWord> Worker for Cpu<M> {
    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    fn memory(&self) -> Result<u64> {
        Ok(self.memory)
    }

    fn facts(&self) -> Facts {
        Facts { shares_memory: true, wants_witness: false, is_asynchronous: false, has_half_gcd: true }
    }

    fn weight(&self) -> u32 {
        1
    }

    fn batching(&self) -> Batching {
        Batching {
            word: size_of::<M::Elem>() as u64,
            wide: u64::from(M::Wide::LANES),
            narrow: u64::from(M::Narrow::LANES),
            at_once: self.threads() as u64,
            enough: ENOUGH,
            steps: STEPS,
        }
    }

    fn rates(&self) -> Rates {
        match M::DIGIT_BITS > 32 {
            true => cost::CORE_50,
            false if cfg!(target_arch = "x86_64") => cost::CORE_31_AVX2,
            false => cost::CORE_31,
        }
    }
}

impl<M: CpuWord> Cpu<M> {
    /// The control of a whole stage.
    pub(super) fn whole(&self) -> Watch<'_> {
        Watch { control: &self.control, part: 1.0 }
    }
}

impl<M: CpuWord> Engine for Cpu<M> {
    type Modulus = M;
    type Input = Digits;
    type Batch = Batch<M>;
    type Buffer = Buffer<M>;
    type Residues = Residues<M>;

    fn words_on_grid(&self, shape: &OnGridShape<'_>) -> Words {
        memory::words_on_grid(shape, self.thresholds.direct)
    }

    fn load(&mut self, table: &IntegerTable) -> Result<Digits> {
        Ok(Digits::new(table, M::DIGIT_BITS))
    }

    fn begin(&mut self, grid: &Grid, primes: &[Prime<M>]) -> Result<Batch<M>> {
        grid.check_lens()?;
        Batch::new(grid, grid, primes)
    }

    fn reduce(&mut self, batch: &Batch<M>, input: &Digits) -> Result<Buffer<M>> {
        batch.run(&Stage::Reduce(reduce::Reduce { input }), None, self.whole())
    }

    fn evaluate(&mut self, batch: &Batch<M>, coefficients: Buffer<M>, rows: u32, dims: &[u32]) -> Result<Buffer<M>> {
        batch.grid.check_axes(dims)?;
        coefficients.check_len(dims.iter().fold(rows as usize, |all, &n| all.saturating_mul(n as usize)))?;
        if batch.grid.evaluation == Evaluation::Stockham {
            return batch.evaluate_stockham(coefficients, dims, self.whole());
        }
        let mut data = coefficients;
        // The work on an axis is in proportion to the values behind it.
        let axes = || dims.iter().zip(&batch.grid.axes);
        let growth: Vec<f64> = axes().map(|(&n, axis)| axis.points() as f64 / f64::from(n)).collect();
        let size = |k: usize| growth[..=k].iter().product::<f64>();
        let all: f64 = (0..dims.len()).map(size).sum();
        let mut outer = rows as usize;
        let mut inner: usize = dims.iter().map(|&n| n as usize).product();
        for (k, &n) in dims.iter().enumerate() {
            inner /= n as usize;
            if k + 1 == dims.len() && n as usize <= self.thresholds.direct {
                data.pending =
                    Some(Pending { rows: rows as usize, before: outer / rows.max(1) as usize, n: n as usize });
                break;
            }
            data = batch.run(
                &Stage::Evaluate(evaluate::Evaluate { axis: k, outer, coefficients: n as usize, inner }),
                Some(&data),
                self.whole().part(size(k) / all),
            )?;
            outer *= batch.grid.axes[k].points() as usize;
        }
        Ok(data)
    }

    fn interpolate(&mut self, batch: &Batch<M>, values: Buffer<M>, rows: u32) -> Result<Buffer<M>> {
        values.check(batch, rows)?;
        if batch.grid.evaluation == Evaluation::Stockham {
            return batch.interpolate_stockham(values, self.whole());
        }
        let rows = rows as usize;
        let mut data = match values.pending {
            Some(_) => batch.finished(&values, &self.control)?.into_owned(),
            None => values,
        };
        let points: Vec<usize> = batch.grid.axes.iter().map(|axis| axis.points() as usize).collect();
        for k in 0..points.len() {
            let outer = rows * points[..k].iter().product::<usize>();
            let inner = points[k + 1..].iter().product();
            let watch = self.whole().part(1.0 / points.len() as f64);
            data = batch.run(
                &Stage::Interpolate(interpolate::Interpolate { axis: k, outer, inner }),
                Some(&data),
                watch,
            )?;
        }
        Ok(data)
    }

    fn evaluate_axis(&mut self, batch: &Batch<M>, coefficients: &Buffer<M>, along: Along) -> Result<Buffer<M>> {
        let axis = along.axis_of(&batch.grid)?;
        let source = &*batch.finished(coefficients, &self.control)?;
        source.check_len(along.elements(axis.points())?.0)?;
        let Along { axis, outer, n: coefficients, inner } = along;
        if batch.grid.evaluation == Evaluation::Stockham {
            return batch.along_stockham(source, (axis, coefficients, inner), false, self.whole());
        }
        let stage = Stage::Evaluate(evaluate::Evaluate { axis, outer, coefficients, inner });
        batch.run(&stage, Some(source), self.whole())
    }

    fn interpolate_axis(&mut self, batch: &Batch<M>, values: Buffer<M>, along: Along) -> Result<Buffer<M>> {
        let points = along.axis_of(&batch.grid)?.points() as usize;
        if along.n != points {
            return Err(ErrorKind::Shape { what: "points of an axis", expected: points, found: along.n }.into());
        }
        let values = batch.finished(&values, &self.control)?;
        values.check_len(along.elements(points as u64)?.0)?;
        let Along { axis, outer, inner, .. } = along;
        if batch.grid.evaluation == Evaluation::Stockham {
            return batch.along_stockham(&values, (axis, points, inner), true, self.whole());
        }
        let stage = Stage::Interpolate(interpolate::Interpolate { axis, outer, inner });
        batch.run(&stage, Some(&values), self.whole())
    }

    fn vanish(&mut self, batch: &Batch<M>, source: &Buffer<M>, columns: &Columns) -> Result<Vec<bool>> {
        let source = &*batch.finished(source, &self.control)?;
        source.check_columns(columns)?;
        let wide = batch.wide.iter().zip(&source.wide).map(|(t, s)| columns::vanish(t, s, columns));
        let narrow = batch.narrow.iter().zip(&source.narrow).map(|(t, s)| columns::vanish(t, s, columns));
        Ok(wide.chain(narrow).collect::<Vec<_>>().concat())
    }

    fn residues(&mut self, primes: usize, coefficients: usize) -> Result<Residues<M>> {
        let values = zeros(primes, coefficients)?;
        Ok(Residues { coefficients, values })
    }

    fn select(
        &mut self,
        batch: &Batch<M>,
        source: &Buffer<M>,
        primes: &[u32],
        columns: &Columns,
        into: &mut Residues<M>,
        at: usize,
    ) -> Result<()> {
        let source = &*batch.finished(source, &self.control)?;
        source.check_columns(columns)?;
        let (width, found) = (into.coefficients, columns.len());
        if found != width {
            return Err(ErrorKind::Shape { what: "selected columns", expected: width, found }.into());
        }
        if let Some(&prime) = primes.iter().find(|&&prime| prime as usize >= batch.len()) {
            return Err(Error::argument("primes", format!("number {prime} of a batch of {}", batch.len())));
        }
        let (rows, needed) = (into.values.len() / width.max(1), at.saturating_add(primes.len()));
        if width > 0 && rows < needed {
            return Err(ErrorKind::Shape { what: "rows of residues", expected: needed, found: rows }.into());
        }
        let wide_primes: usize = batch.wide.iter().map(|tables| tables.primes.len()).sum();
        let (wide_lanes, narrow_lanes) = (M::Wide::LANES as usize, M::Narrow::LANES as usize);
        into.values[at * width..].par_chunks_mut(width.max(1)).zip(primes).for_each(|(row, &prime)| {
            let prime = prime as usize;
            match prime.checked_sub(wide_primes) {
                None => {
                    let (bundle, lane) = (prime / wide_lanes, prime % wide_lanes);
                    columns::copy(&batch.wide[bundle], &source.wide[bundle], lane, columns, row);
                }
                Some(prime) => {
                    let (bundle, lane) = (prime / narrow_lanes, prime % narrow_lanes);
                    columns::copy(&batch.narrow[bundle], &source.narrow[bundle], lane, columns, row);
                }
            }
        });
        Ok(())
    }

    fn export(&mut self, residues: Residues<M>) -> Result<Vec<M::Elem>> {
        Ok(residues.values)
    }

    fn import(&mut self, values: &[M::Elem], into: &mut Residues<M>, at: usize) -> Result<()> {
        let range = rows_at(values.len(), (into.coefficients, into.values.len()), at)?;
        into.values[range].copy_from_slice(values);
        Ok(())
    }
}
