//! Products and exact quotients term by term, for polynomials of which one has few terms.

use super::dense::{Dense, each_place, place_in};
use rug::Integer;

/// Places in a box of `dims` and coefficients of the terms of a polynomial, ascending.
fn terms<'a>(f: &'a Dense, dims: &[usize]) -> Vec<(usize, &'a Integer)> {
    let mut terms = Vec::new();
    each_place(&f.dims, |place, exponents| {
        let c = &f.coefficients[place];
        if !c.is_zero() {
            terms.push((place_in(dims, exponents), c));
        }
    });
    terms
}

/// a b in a box of `dims`: as many products of coefficients as there are pairs of terms.
pub(super) fn product(a: &Dense, b: &Dense, dims: Vec<usize>) -> Dense {
    let mut coefficients = vec![Integer::new(); dims.iter().product()];
    let (a, b) = (terms(a, &dims), terms(b, &dims));
    for &(at, c) in &a {
        for &(by, d) in &b {
            // Exponents add, and so do places: no sum of exponents leaves the box.
            coefficients[at + by] += c * d;
        }
    }
    Dense { dims, coefficients }
}

/// a / b, whose coefficients have at most `bits` bits, in a box of `dims`, that of a less the degrees of b; `None` where b does not
/// divide a. For every term of the quotient as many products as b has terms.
pub(super) fn quotient(a: &Dense, b: &Dense, dims: Vec<usize>, bits: u64) -> Option<Dense> {
    let b = terms(b, &a.dims);
    let (&(top, lead), below) = b.split_last()?;
    let mut rest = a.coefficients.clone();
    let mut coefficients = vec![Integer::new(); dims.iter().product()];
    // Lexicographic order, the greatest term first: the quotient has the term of what is left over that of b.
    let places: Vec<usize> = {
        let mut places = Vec::with_capacity(coefficients.len());
        each_place(&dims, |_, exponents| places.push(place_in(&a.dims, exponents)));
        places
    };
    for (to, &place) in coefficients.iter_mut().zip(&places).rev() {
        let c = std::mem::take(&mut rest[place + top]);
        if c.is_zero() {
            continue;
        }
        if !c.is_divisible(lead) {
            return None;
        }
        let c = c.div_exact(lead);
        if u64::from(c.significant_bits()) > bits {
            return None;
        }
        for &(by, d) in below {
            rest[place + by] -= &c * d;
        }
        *to = c;
    }
    rest.iter().all(Integer::is_zero).then(|| Dense::new(dims, coefficients))?
}
