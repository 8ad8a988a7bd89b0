//! Mixed cells of the supports of a system, and the mixed volumes that they add up to: bounds of the number of isolated zeros.
//!
//! - `supports.rs`: exponents with random weights.
//! - `cell.rs`: a cell and the matrix of its edges.
//! - `walk.rs`: cells that are followed while weights move.
//! - `all.rs`: all cells of a system.
//! - `whole.rs`: integers of one word or two.

mod all;
mod cell;
mod supports;
mod walk;
mod whole;

pub(super) use all::{MixedCell, MixedCells, mixed_cells, volume};
pub(super) use walk::{Limits, Trouble, step};

use super::System;

/// The exponents of a polynomial, each once.
pub(super) struct Exponents {
    points: Vec<Vec<i64>>,
    /// The place of 0 where the polynomial has no constant term, and it was added.
    origin: Option<usize>,
}

/// The exponents of the polynomials of a square system, in the order of their terms, and 0 after them where it is not among them.
pub(super) fn exponents(system: &System) -> Vec<Exponents> {
    let n = system.variables().len();
    let of = |terms: &Vec<super::Term>| {
        let dense = |term: &super::Term| {
            let mut exponents = vec![0; n];
            term.exponents.iter().for_each(|&(v, e)| exponents[v] = i64::from(e));
            exponents
        };
        let mut points: Vec<Vec<i64>> = terms.iter().map(dense).collect();
        let origin = terms.iter().all(|term| !term.exponents.is_empty()).then_some(points.len());
        points.extend(origin.map(|_| vec![0; n]));
        Exponents { points, origin }
    };
    system.polynomials().iter().map(of).collect()
}

impl Exponents {
    /// Their number, without an origin that was added.
    pub(super) fn own(&self) -> usize {
        self.origin.unwrap_or(self.points.len())
    }

    /// Their number, with an origin that was added.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// The exponents at a place.
    pub(super) fn point(&self, place: usize) -> &[i64] {
        &self.points[place]
    }
}
