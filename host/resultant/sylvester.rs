//! The scalar as the determinant of the Sylvester matrix at a point: a method that shares nothing with remainder sequences.
//!
//! For formal degrees p and q the matrix S has q rows with the coefficients of f, the highest first, each shifted by one column against
//! the one above, then p rows of g alike, and res(f, g) = det S whatever vanishes at a point. Its (p + q)^2 elements are the p + q + 2
//! coefficients and zeros.
//!
//! The first column of the matrix of f and f' has lc(f) in the first row and n lc(f) in the first one of f', n = deg f. So with S' the
//! same matrix with 1 and n there,
//!
//! > disc(f) = (-1)^(n (n - 1) / 2) det S',
//!
//! also where lc(f) vanishes, and nothing is divided.

use super::modular::Modular;
use super::options::{Method, ResultantOptions};
use crate::engine::{DeterminantJob, DeterminantMethod, MatrixShape, ScalarKind};
use crate::error::Result;
use crate::plan::blocks::Block;
use crate::plan::rows::{Exponents, Row, Rows};
use crate::run::pointwise::determinant_job;
use gpu::determinant::matrix::entry;
use rand::rngs::StdRng;
use rug::Integer;

impl Modular {
    /// Number of rows of the matrix.
    pub fn rows_of_matrix(&self) -> usize {
        self.f.rows.len() + self.g.rows.len() - 2
    }

    /// The input beside f and g: the elements of a matrix that are no coefficients, 1 and n for a discriminant.
    pub fn constants(&self, options: &ResultantOptions) -> Rows {
        let row = |value: usize| Row { terms: vec![(Integer::from(value), Exponents::from_elem(0, self.f.kept))] };
        let rows = match self.kind {
            ScalarKind::Discriminant if options.method == Method::Sylvester => vec![row(1), row(self.f.rows.len() - 1)],
            _ => Vec::new(),
        };
        Rows { kept: self.f.kept, rows }
    }

    /// The determinant at a point from the values of f, g and [`Self::constants`], with the pivots of this pair over Z or modulo a prime.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn matrix_job(
        &self,
        options: &ResultantOptions,
        modulus: Option<u32>,
        rng: &mut StdRng,
    ) -> Result<DeterminantJob> {
        let how = (DeterminantMethod::Elimination, MatrixShape::Auto);
        let tables = [&self.f, &self.g, &self.constants(options)];
        let mut job = determinant_job(&[self.matrix()], &tables, how, modulus, &options.run, rng)?;
        let n = self.f.rows.len() - 1;
        job.negative ^= self.kind == ScalarKind::Discriminant && !(n * (n - 1) / 2).is_multiple_of(2);
        Ok(job)
    }

    /// S, or S'.
    fn matrix(&self) -> Block {
        let (size, p, q) = (self.rows_of_matrix(), self.f.rows.len() - 1, self.g.rows.len() - 1);
        let mut elements = vec![0; size * size];
        let mut fill = |first: usize, count: usize, h: &Rows, values: usize| {
            for shift in 0..count {
                for (power, _) in h.rows.iter().enumerate().filter(|(_, row)| !row.terms.is_empty()) {
                    let column = shift + h.rows.len() - 1 - power;
                    elements[(first + shift) * size + column] = entry((values + power) as u32, false);
                }
            }
        };
        fill(0, q, &self.f, 0);
        fill(q, p, &self.g, p + 1);
        if self.kind == ScalarKind::Discriminant {
            let constants = (p + q + 2) as u32;
            elements[0] = entry(constants, false);
            elements[q * size] = entry(constants + 1, false);
        }
        Block { size, elements }
    }
}
