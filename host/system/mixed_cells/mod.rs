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
    /// The place of 0 where the polynomial has no constant term and it was added.
    origin: Option<usize>,
}

/// Whether no zero has a coordinate 0, whatever the coefficients are: for each variable there is a polynomial of which nothing but a constant
/// remains where the variable is 0.
fn have_no_zero_coordinates(system: &System) -> bool {
    let is_constant_at_0 = |terms: &Vec<super::Term>, v: usize| {
        let has = |term: &super::Term| term.exponents.iter().any(|factor| factor.0 == v);
        terms.iter().any(|term| term.exponents.is_empty()) && terms.iter().all(|t| t.exponents.is_empty() || has(t))
    };
    (0..system.variables().len()).all(|v| system.polynomials().iter().any(|terms| is_constant_at_0(terms, v)))
}

/// The exponents of the polynomials of a square system, in the order of their terms, and 0 after them where it is not among them. Where no zero can have a
/// coordinate 0 it is not added: the stable mixed volume is the mixed volume then.
pub(super) fn exponents(system: &System) -> Vec<Exponents> {
    let n = system.variables().len();
    let adds_origins = !have_no_zero_coordinates(system);
    let of = |terms: &Vec<super::Term>| {
        let dense = |term: &super::Term| {
            let mut exponents = vec![0; n];
            term.exponents.iter().for_each(|&(v, e)| exponents[v] = i64::from(e));
            exponents
        };
        let mut points: Vec<Vec<i64>> = terms.iter().map(dense).collect();
        let has_origin = terms.iter().any(|term| term.exponents.is_empty());
        let origin = (adds_origins && !has_origin).then_some(points.len());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_added_where_they_matter() {
        let origins = |text: &str| {
            let system: System = text.parse().unwrap();
            exponents(&system).iter().filter(|of| of.origin.is_some()).count()
        };
        // x y = 1: neither is 0.
        assert_eq!(origins("x + y; x*y - 1"), 0);
        // y may be 0, and x.
        assert_eq!(origins("x^2 + x*y; x - 1"), 1);
        assert_eq!(origins("x^2 + y; x*y + y^2"), 2);
        assert_eq!(origins("x^2 - 2; x*y - y + 1"), 0);
    }
}
