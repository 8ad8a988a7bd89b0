//! Rows of which a resultant or discriminant is computed.

use super::exponents::Thinning;
use super::options::ResultantOptions;
use crate::engine::ScalarKind;
use crate::plan::height;
use crate::plan::rows::Rows;
use crate::run::threads::MANY;

/// Largest degree in the eliminated variable: exponents of the denominators, at most (deg / 2)^2, stay below 2^32.
pub(super) const MAX_DEGREE: usize = 100_000;

/// The input of the modular computation.
pub(super) struct Modular {
    /// Resultant of f and g, or discriminant of f.
    pub kind: ScalarKind,
    /// f by powers of the eliminated variable, with small exponents of the kept variables that have an axis.
    pub f: Rows,
    /// g, or f'.
    pub g: Rows,
    /// How the exponents were made small.
    pub thinning: Thinning,
}

/// Terms and pairs of rows below which a problem is small: waking a thread takes longer than what it would do for the rows, the
/// bounds or the schedule. Two idle cores plan 600 and more 13 to 20 percent sooner than one, but not beside other programs: table `small` of
/// `tables choices`, `benches/results/2026-11-23-epyc-choices.txt`.
pub(super) const SMALL: usize = 2048;

impl Modular {
    /// Whether one thread sets it up as fast as several.
    pub fn is_small(&self, options: &ResultantOptions) -> bool {
        let terms: usize = self.f.rows.iter().chain(&self.g.rows).map(|row| row.terms.len()).sum();
        let (small, few) = options.small.map_or((SMALL, MANY), |small| (small, u64::MAX));
        terms + self.f.rows.len() * self.g.rows.len() < small && self.coefficients() < few
    }

    /// A bound on the bits of the answer's coefficients that is found at once.
    pub fn plain_height_bound(&self) -> u64 {
        match self.kind {
            ScalarKind::Resultant => height::resultant_height(&self.f, &self.g, |_| false),
            ScalarKind::Discriminant => height::discriminant_height(&self.f, |_| false),
        }
    }

    /// A bound on the number of coefficients of the answer: its degrees are at most those of one input, as often as the other has degrees in the
    /// eliminated variable.
    fn coefficients(&self) -> u64 {
        let most = |h: &Rows, axis| h.rows.iter().filter_map(|row| row.degree(axis)).max().map_or(0, u64::from);
        let [p, q] = [&self.f, &self.g].map(|h| h.rows.len().saturating_sub(1) as u64);
        let of_axis = |axis| (q * most(&self.f, axis)).saturating_add(p * most(&self.g, axis)).saturating_add(1);
        (0..self.f.kept).map(of_axis).fold(1, u64::saturating_mul)
    }
}
