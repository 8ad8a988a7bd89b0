//! The problem at one level of the recursion.

use super::dense::{Dense, Rows};
use crate::run::checkpoint::Fingerprint;

/// Polynomials over the kept variables, primitive in the main one and of positive degree in it.
pub(super) struct Primitive<'a> {
    /// The main variable.
    pub var: usize,
    /// s f and s g by its powers.
    pub rows: [&'a Rows; 2],
    /// c = gcd(lc f, lc g).
    pub lead: &'a Dense,
    /// Whether e is taken to be an integer, and s is one; else s = c.
    pub integer: bool,
    /// Bounds on the degrees of the GCD, in the main variable positive.
    pub bounds: &'a [usize],
}

impl Primitive<'_> {
    /// The data that determine its images.
    pub fn fingerprint(&self) -> u128 {
        let mut fingerprint = Fingerprint::new("primitive");
        fingerprint.number(self.var as u64).number(self.integer.into());
        let rows = self.rows.into_iter().flat_map(|rows| rows.iter().map(Option::as_ref).chain([None]));
        for dense in rows.chain([Some(self.lead)]) {
            let (dims, coefficients) = dense.map_or((&[][..], &[][..]), |dense| (&dense.dims, &dense.coefficients));
            fingerprint.numbers(&dims.iter().map(|&n| n as u32).collect::<Vec<u32>>());
            coefficients.iter().for_each(|c| _ = fingerprint.integer(c));
        }
        fingerprint.value()
    }
}
