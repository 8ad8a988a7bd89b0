//! The multiplicity of an isolated zero, by its dual space.
//!
//! The differential conditions of order up to d that all multiples of the polynomials fulfil at a zero are the kernel of a matrix: the Taylor
//! coefficients, up to total degree d, of t^a f_i for all |a| < d. Where its dimension is the same for d and d + 1 the zero is isolated and the
//! dimension is its multiplicity; on a curve of zeros it grows for ever (F. S. Macaulay, The Algebraic Theory of Modular Systems, 1916;
//! B. Dayton, Z. Zeng, Computing the multiplicity structure in solving polynomial systems, ISSAC 2005). Since no more paths end in an isolated
//! zero than its multiplicity, a larger dimension than there are paths shows that it is not isolated (D. Bates, J. Hauenstein, C. Peterson,
//! A. Sommese, A numerical local dimension test, SIAM J. Numer. Anal. 47 (2009)).

use super::super::taylor::{Monomial, taylor};
use super::super::{Coefficient, System, Term};
use super::number::Number;
use std::collections::BTreeMap;

/// Bits of the numbers of a matrix.
const PRECISION: u32 = 384;

/// Pivots that are so much larger than the error of the point are 0 yet, where terms of the polynomials are about 1; in bits.
const ABOVE_ERROR: f64 = 24.0;

/// Pivots below that are rounding errors.
const ROUNDING: f64 = -330.0;

/// Most columns of a matrix.
const COLUMNS: usize = 150;

/// Most Taylor coefficients of a polynomial.
const COEFFICIENTS: usize = 10_000;

/// The multiplicity of a zero, as far as it is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::system) enum Local {
    /// It is isolated, with this multiplicity.
    Isolated(usize),
    /// Its multiplicity is larger than was asked for, or it is not isolated.
    Larger,
    /// The matrix would be too large.
    Unknown,
}

/// The multiplicity of a zero, if it is at most `most`. `error` is that of the coordinates, relative to their sizes, in bits.
pub(in crate::system) fn local(system: &System, point: &[Coefficient], most: usize, error: f64) -> Local {
    let zero = (error + ABOVE_ERROR).max(ROUNDING);
    let mut before = 1;
    for degree in 1.. {
        let columns = monomials(point.len(), degree);
        if columns.len() > COLUMNS {
            return Local::Unknown;
        }
        let Some(matrix) = matrix(system, point, degree, &columns) else { return Local::Unknown };
        let dimension = columns.len() - rank(matrix, zero);
        if dimension > most {
            return Local::Larger;
        }
        if dimension == before {
            return Local::Isolated(dimension);
        }
        before = dimension;
    }
    Local::Unknown
}

/// All monomials in n variables of total degree up to `degree`.
fn monomials(n: usize, degree: u32) -> Vec<Monomial> {
    let mut all: Vec<Monomial> = vec![vec![]];
    for _ in 0..n {
        let longer = |monomial: Monomial| {
            let rest = degree - monomial.iter().sum::<u32>();
            (0..=rest).map(move |e| monomial.iter().copied().chain([e]).collect::<Monomial>())
        };
        all = all.into_iter().flat_map(longer).collect();
        if all.len() > COLUMNS {
            break;
        }
    }
    all
}

/// The rows t^a f_i.
fn matrix(system: &System, point: &[Coefficient], degree: u32, columns: &[Monomial]) -> Option<Vec<Vec<Number>>> {
    let place: BTreeMap<&Monomial, usize> = columns.iter().zip(0..).collect();
    let units: Vec<f64> = point.iter().map(|x| Number::nearest(x, PRECISION).size().max(0.0).ceil()).collect();
    let size = |exponents: &mut dyn Iterator<Item = (usize, u32)>| {
        exponents.map(|(v, e)| f64::from(e) * units[v]).sum::<f64>()
    };
    let mut rows = Vec::new();
    for terms in system.polynomials() {
        let of_term = |term: &Term| {
            Number::nearest(&term.coefficient, PRECISION).size() + size(&mut term.exponents.iter().copied())
        };
        let largest = terms.iter().map(of_term).fold(f64::NEG_INFINITY, f64::max).ceil();
        let scaled = |(monomial, coefficient): (Monomial, Coefficient)| {
            let unit = size(&mut monomial.iter().copied().enumerate());
            let number = Number::nearest(&coefficient, PRECISION).shifted((unit - largest) as i32);
            (monomial, number)
        };
        let taylor: Vec<_> = taylor(terms, point, degree, COEFFICIENTS)?.into_iter().map(scaled).collect();
        for shift in columns.iter().filter(|a| a.iter().sum::<u32>() < degree) {
            let mut row = vec![Number::zero(PRECISION); columns.len()];
            for (monomial, coefficient) in &taylor {
                let product: Monomial = monomial.iter().zip(shift).map(|(a, b)| a + b).collect();
                if let Some(&at) = place.get(&product) {
                    row[at] = coefficient.clone();
                }
            }
            rows.push(row);
        }
    }
    Some(rows)
}

/// The numerical rank, by elimination with complete pivoting, where pivots below `zero` are 0.
fn rank(mut rows: Vec<Vec<Number>>, zero: f64) -> usize {
    let columns = rows.first().map_or(0, Vec::len);
    let mut order: Vec<usize> = (0..columns).collect();
    for k in 0..columns.min(rows.len()) {
        let mut best = (f64::NEG_INFINITY, k, k);
        for (i, row) in rows.iter().enumerate().skip(k) {
            for (at, &j) in order.iter().enumerate().skip(k) {
                let size = row[j].size();
                if size > best.0 {
                    best = (size, i, at);
                }
            }
        }
        if best.0 < zero {
            return k;
        }
        rows.swap(k, best.1);
        order.swap(k, best.2);
        let (head, tail) = rows.split_at_mut(k + 1);
        let (row, inverse) = (&head[k], head[k][order[k]].inverse());
        for other in tail {
            let factor = other[order[k]].times(&inverse);
            if factor.size() > f64::NEG_INFINITY {
                order[k..].iter().for_each(|&j| other[j].subtract(&factor.times(&row[j])));
            }
        }
    }
    columns.min(rows.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiplicities() {
        let at = |text: &str, point: &[i32], most: usize| {
            let system: System = text.parse().unwrap();
            local(&system, &point.iter().map(|&x| Coefficient::from(x)).collect::<Vec<_>>(), most, -154.0)
        };
        assert_eq!(at("(x - 1)^3*(x - 2)^2", &[1], 10), Local::Isolated(3));
        assert_eq!(at("(x - 1)^3*(x - 2)^2", &[2], 10), Local::Isolated(2));
        assert_eq!(at("(x - 3)^9", &[3], 10), Local::Isolated(9));
        assert_eq!(at("x^2 + y^2 - 2; x*y - 1", &[1, 1], 4), Local::Isolated(2));
        assert_eq!(at("29/16*x^3 - 2*x*y; y - x^2", &[0, 0], 4), Local::Isolated(3));
        assert_eq!(at("x^2; y^3", &[0, 0], 6), Local::Isolated(6));
        assert_eq!(at("x^2; y^3", &[0, 0], 5), Local::Larger);
        assert_eq!(at("x - 5; y + 1", &[5, -1], 1), Local::Isolated(1));
        // Curves of zeros.
        assert_eq!(at("x*y; x*(y - 1)", &[0, 7], 8), Local::Larger);
        assert_eq!(at("x^2 + y^2 - 25; (x^2 + y^2 - 25)*(x + y)", &[3, 4], 12), Local::Larger);
        assert_eq!(at("x^9 - y; z; x^9 - y", &[0, 0, 0], 100), Local::Unknown);
    }
}
