//! Polynomials over the kept variables on an engine, and where H and its cofactors of [`super::multiples`] have coefficients.

use super::dense::{Dense, PARALLEL, Rows, box_of};
use super::primitive::Primitive;
use super::shape::usual_bits;
use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::AnyEngine;
use crate::engine::any::Input;
use crate::engine::input::List;
use crate::error::Result;
use crate::plan::columns::Columns;
use crate::plan::grid::Grid;
use crate::run::checkpoint::Fingerprint;
use rug::Integer;
use std::ops::Range;

/// Boxes of exponents of the kept variables for the rows that come out.
pub(super) struct Boxes {
    /// Sizes for H, F and G.
    dims: [Vec<u32>; 3],
    /// Rows of each.
    rows: [u32; 3],
}

impl Boxes {
    /// Their shape, for images of a degree.
    pub fn fingerprint(&self, degree: u32) -> u128 {
        let mut fingerprint = Fingerprint::new("boxes");
        fingerprint.number(degree.into()).numbers(&self.rows);
        self.dims.iter().for_each(|dims| _ = fingerprint.numbers(dims));
        fingerprint.value()
    }

    /// Columns inside, in order.
    pub fn inside(&self, grid: &Grid) -> Columns {
        self.columns(|columns, rows, dims| grid.push_inside(columns, rows, dims))
    }

    /// All others.
    pub fn outside(&self, grid: &Grid) -> Columns {
        self.columns(|columns, rows, dims| grid.push_outside(columns, rows, dims))
    }

    fn columns(&self, push: impl Fn(&mut Columns, Range<u64>, &[u32])) -> Columns {
        let mut columns = Columns::new();
        let mut end = 0;
        for (dims, &rows) in self.dims.iter().zip(&self.rows) {
            let start = end;
            end += u64::from(rows);
            push(&mut columns, start..end, dims);
        }
        columns
    }

    /// Coefficients inside.
    pub fn len(&self) -> usize {
        let size = |dims: &Vec<u32>| dims.iter().map(|&n| n as usize).product::<usize>();
        self.dims.iter().zip(&self.rows).map(|(dims, &rows)| rows as usize * size(dims)).sum()
    }
}

/// The problem on an engine.
pub(super) struct Loaded<'p, 'a> {
    pub problem: &'p Primitive<'a>,
    pub input: Input,
    /// Kept variables that occur.
    kept: Vec<usize>,
    /// Words of 32 bits of all integers.
    pub words: u64,
    /// Coefficients per kept variable of the table, the least numbers of points: no less than s f and s g have.
    pub dims: Vec<u32>,
}

/// The top of some rows.
fn box_of_rows(rows: &Rows, variables: usize) -> Vec<usize> {
    rows.iter().flatten().fold(vec![1; variables], |all, row| box_of(&all, &row.dims))
}

impl<'p, 'a> Loaded<'p, 'a> {
    /// Brings it to the engine; `control` is told of it.
    pub fn new(engine: &mut dyn AnyEngine, problem: &'p Primitive<'a>, control: &Control) -> Result<Self> {
        let [f, g] = problem.rows;
        let variables = problem.lead.dims.len();
        let both = box_of(&box_of_rows(f, variables), &box_of_rows(g, variables));
        let table_box = box_of(&both, &problem.lead.dims);
        let kept: Vec<usize> = (0..variables).filter(|&k| table_box[k] > 1).collect();
        let zero = Integer::new();
        let size: usize = table_box.iter().product();
        let rows: Vec<Option<&Dense>> = f.iter().chain(g).map(Option::as_ref).chain([Some(problem.lead)]).collect();
        let mut integers = vec![&zero; size * rows.len()];
        let filled = integers.par_chunks_mut(size).with_min_len(PARALLEL.div_ceil(size)).zip(&rows);
        filled.for_each(|(into, row)| row.iter().for_each(|row| row.pad(&table_box, into)));
        control.advance(0.1);
        let words = 2 * integers.par_iter().map(|c| c.as_limbs().len() as u64).sum::<u64>();
        let input = engine.load_lists_told(&[List::of(&&integers[..])], control)?;
        let dims = kept.iter().map(|&k| table_box[k] as u32).collect();
        Ok(Loaded { problem, input, kept, words, dims })
    }

    /// Coefficients of s f or s g, number `i`, per kept variable.
    fn dims_of(&self, i: usize) -> Vec<usize> {
        let all = box_of_rows(self.problem.rows[i], self.problem.lead.dims.len());
        self.kept.iter().map(|&k| all[k]).collect()
    }

    /// Boxes for H of degree `degree` and its cofactors: those that are right whatever the degrees are, or with the degrees of the GCD
    /// as large as the bounds.
    pub fn boxes(&self, degree: u32, certain: bool) -> Boxes {
        let [f, g] = [self.dims_of(0), self.dims_of(1)];
        // The degree of e is at most this.
        let over = |k: usize| if self.problem.integer { 0 } else { self.problem.lead.dims[self.kept[k]] as u32 - 1 };
        // deg h <= deg f = deg s f - deg s.
        let bound = |k: usize| (self.problem.bounds[self.kept[k]] as u32).min(f[k].min(g[k]) as u32 - 1 - over(k));
        let all = 0..self.kept.len();
        // deg H + deg F = deg s f, and deg H >= deg h.
        let cofactor =
            |h: &[usize]| all.clone().map(|k| h[k] as u32 - if certain { 0 } else { bound(k) }).collect::<Vec<u32>>();
        let multiple = all.clone().map(|k| over(k) + bound(k) + 1).collect();
        let [p, q] = self.problem.rows.map(|rows| rows.len() as u32 - 1);
        Boxes { dims: [multiple, cofactor(&f), cofactor(&g)], rows: [degree, p - degree + 1, q - degree + 1] }
    }

    /// The polynomials with these coefficients, row by row; the last row of H is c.
    pub fn polynomials(&self, boxes: &Boxes, values: Vec<Integer>) -> [Rows; 3] {
        let variables = self.problem.lead.dims.len();
        let mut values = values.into_iter();
        let mut rows = |i: usize| -> Rows {
            let mut dims = vec![1; variables];
            self.kept.iter().zip(&boxes.dims[i]).for_each(|(&k, &n)| dims[k] = n as usize);
            let size = dims.iter().product();
            let row = |_| Dense::new(dims.clone(), values.by_ref().take(size).collect());
            (0..boxes.rows[i]).map(row).collect()
        };
        let mut multiple = rows(0);
        multiple.push(Some(self.problem.lead.clone()));
        [multiple, rows(1), rows(2)]
    }

    /// Bits that the product of the primes must exceed so that H F = s f and H G = s g over Z; `None` where degrees exceed the
    /// numbers of points, which is when the polynomials are wrong.
    pub fn certain_bits(&self, [multiple, f, g]: &[Rows; 3]) -> Option<u64> {
        let variables = self.problem.lead.dims.len();
        let top = box_of_rows(multiple, variables);
        let norm = |rows: &Rows| {
            let bits: Vec<u64> = rows.par_iter().flatten().map(Dense::norm_bits).collect();
            let sum: Integer = bits.into_iter().map(|bits| Integer::from(1) << bits as u32).sum();
            u64::from(sum.significant_bits())
        };
        let height = |rows: &Rows| rows.par_iter().flatten().map(Dense::height).max().unwrap_or(0);
        let mut bits = 0;
        for (input, cofactor) in self.problem.rows.into_iter().zip([f, g]) {
            let other = box_of_rows(cofactor, variables);
            if self.kept.iter().zip(&self.dims).any(|(&k, &n)| top[k] + other[k] - 1 > n as usize) {
                return None;
            }
            // |H F - s f| < 2^(max + 1).
            bits = bits.max((norm(multiple) + height(cofactor)).max(height(input)) + 1);
        }
        Some(bits)
    }

    /// Bits of the primes that usually suffice.
    pub fn usual_bits(&self) -> u64 {
        let height = |rows: &Rows| rows.iter().flatten().map(Dense::height).max().unwrap_or(0);
        let [f, g] = self.problem.rows;
        usual_bits(height(f).max(height(g)), self.problem.bounds)
    }
}
