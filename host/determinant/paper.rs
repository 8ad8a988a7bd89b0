//! The prediction of the 2020 paper.

use super::describe::DeterminantPlan;
use crate::plan::cost::Rates;
use serde::Serialize;

/// The time of a determinant by the model of the 2020 paper, section 5, (14): evaluation of all different entries, and nothing else,
///
/// > T = C_p r^2 mean(T_e) mu,  mean(T_e) = (sum over 0 <= i <= r^2 - 1 of T_(e_i)) / r^2,  mu = k / r^2.
///
/// As printed the sum runs to e_r - 1, a letter that the paper does not define; it is over all r^2 elements. The paper rounds the mean to
/// hundredths of a second, which makes 0 of most times here: it is not rounded. And the paper measures T_e once for each shape; it is not constant
/// even for equal degrees, so it is predicted from the rates of the engine and the transforms of this plan.
///
/// Scalars, interpolation and lift are left out by the paper, which says that they weigh little; see [`crate::GridPlan::predict`] for a
/// prediction with them. r is the number of rows of the matrix, and k the number of entries that are evaluated: different ones, up to
/// their sign, of the blocks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PaperPrediction {
    /// C_p, the number of primes.
    pub primes: u64,
    /// r, the number of rows.
    pub rows: usize,
    /// Milliseconds to evaluate one entry modulo one prime on the grid, mean(T_e).
    pub entry_milliseconds: f64,
    /// mu, the replication factor.
    pub replication: f64,
    /// T, in milliseconds.
    pub milliseconds: f64,
}

impl DeterminantPlan {
    /// The paper's prediction for an engine with these rates; `None` where the answer is known without computation.
    ///
    /// # Complexity
    /// O(variables) operations.
    ///
    /// # Examples
    /// ```
    /// use eliminant::{Determinant, Matrix, plan::cost::CORE_31};
    ///
    /// // Two different entries of four.
    /// let matrix: Matrix = "[[x + 2, x - 1], [x - 1, x + 2]]".parse()?;
    /// let paper = Determinant::new(&matrix).plan()?.paper(&CORE_31).expect("it is to be computed");
    /// assert_eq!((paper.rows, paper.replication), (2, 0.5));
    /// let all = paper.primes as f64 * 4.0 * paper.entry_milliseconds * paper.replication;
    /// assert!((paper.milliseconds / all - 1.0).abs() < 1e-9);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn paper(&self, rates: &Rates) -> Option<PaperPrediction> {
        let (work, primes) = self.on_grid.work_for(rates)?;
        let (rows, entries) = (self.size, self.entries.max(1) as f64);
        let elements = (rows * rows) as f64;
        let (entry_milliseconds, replication) = (rates.evaluation(work) * 1e-6 / entries, entries / elements);
        let milliseconds = primes as f64 * elements * entry_milliseconds * replication;
        Some(PaperPrediction { primes, rows, entry_milliseconds, replication, milliseconds })
    }
}
