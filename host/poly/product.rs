//! Products and powers of lists of terms.
//!
//! Two ways to multiply: into a dense array over the box of exponents when the box is not much larger than the number of
//! products, else by halving one factor and merging the two partial products. Both keep memory near the size of the
//! result.

use std::cmp::Ordering;

use rug::Integer;
use rug::ops::Pow;

use super::polynomial::{Exponents, Term};

/// The largest box for the dense way: 2^24 integers of 16 bytes before they hold anything.
const DENSE_CELLS: usize = 1 << 24;

/// Smallest and largest exponent of each variable; the list must not be empty.
pub(super) fn exponent_range(terms: &[Term]) -> Vec<(u32, u32)> {
    let mut range: Vec<(u32, u32)> = terms[0].exponents.iter().map(|&e| (e, e)).collect();
    for term in &terms[1..] {
        for (r, &e) in range.iter_mut().zip(&term.exponents) {
            *r = (r.0.min(e), r.1.max(e));
        }
    }
    range
}

/// The place of the first variable whose exponent in f * g would be larger than `most`.
pub(super) fn exponent_overflow(f: &[Term], g: &[Term], most: u32) -> Option<usize> {
    if f.is_empty() || g.is_empty() {
        return None;
    }
    let (f, g) = (exponent_range(f), exponent_range(g));
    f.iter().zip(&g).position(|(a, b)| u64::from(a.1) + u64::from(b.1) > u64::from(most))
}

/// f * g, where no exponent overflows ([`exponent_overflow`]).
pub(crate) fn mul_terms(f: &[Term], g: &[Term]) -> Vec<Term> {
    if f.is_empty() || g.is_empty() {
        return Vec::new();
    }
    if f.len() == 1 || g.len() == 1 {
        return mul_sparse(f, g);
    }
    let cells = exponent_range(f)
        .iter()
        .zip(&exponent_range(g))
        .try_fold(1usize, |cells, (a, b)| cells.checked_mul((a.1 - a.0) as usize + (b.1 - b.0) as usize + 1));
    match cells {
        Some(cells) if cells <= DENSE_CELLS && cells / 2 <= f.len().saturating_mul(g.len()) => mul_dense(f, g),
        _ => mul_sparse(f, g),
    }
}

/// One addition of a product into an array cell for each pair of terms.
fn mul_dense(f: &[Term], g: &[Term]) -> Vec<Term> {
    let (range_f, range_g) = (exponent_range(f), exponent_range(g));
    let sizes: Vec<usize> =
        range_f.iter().zip(&range_g).map(|(a, b)| (a.1 - a.0) as usize + (b.1 - b.0) as usize + 1).collect();
    // Mixed radix, first variable most significant: the order of cells is the lexicographic order.
    let places = |terms: &[Term], range: &[(u32, u32)]| -> Vec<usize> {
        let place = |term: &Term| {
            let digits = term.exponents.iter().zip(range).zip(&sizes);
            digits.fold(0, |at, ((&e, r), &size)| at * size + (e - r.0) as usize)
        };
        terms.iter().map(place).collect()
    };
    let (places_f, places_g) = (places(f, &range_f), places(g, &range_g));
    let mut cells = vec![Integer::new(); sizes.iter().product()];
    for (a, &at) in f.iter().zip(&places_f) {
        for (b, &by) in g.iter().zip(&places_g) {
            cells[at + by] += &a.coefficient * &b.coefficient;
        }
    }
    let mut result = Vec::new();
    for (at, coefficient) in cells.into_iter().enumerate().rev().filter(|(_, c)| !c.is_zero()) {
        let mut exponents = Exponents::from_elem(0, sizes.len());
        let mut rest = at;
        for i in (0..sizes.len()).rev() {
            exponents[i] = range_f[i].0 + range_g[i].0 + (rest % sizes[i]) as u32;
            rest /= sizes[i];
        }
        result.push(Term { coefficient, exponents });
    }
    result
}

/// Halves the shorter factor: O(m n log min(m, n)) comparisons, depth log min(m, n).
fn mul_sparse(f: &[Term], g: &[Term]) -> Vec<Term> {
    let (short, long) = if f.len() <= g.len() { (f, g) } else { (g, f) };
    match short {
        [] => Vec::new(),
        // A product with one term keeps the order, and Z has no zero divisors.
        [one] => long
            .iter()
            .map(|term| Term {
                coefficient: Integer::from(&one.coefficient * &term.coefficient),
                exponents: one.exponents.iter().zip(&term.exponents).map(|(a, b)| a + b).collect(),
            })
            .collect(),
        _ => {
            let (front, back) = short.split_at(short.len() / 2);
            merge(mul_sparse(front, long), mul_sparse(back, long))
        }
    }
}

/// The sum of two lists in order.
pub(super) fn merge(f: Vec<Term>, g: Vec<Term>) -> Vec<Term> {
    let mut result = Vec::with_capacity(f.len().max(g.len()));
    let (mut f, mut g) = (f.into_iter(), g.into_iter());
    let (mut next_f, mut next_g) = (f.next(), g.next());
    loop {
        match (next_f, next_g) {
            (Some(mut a), Some(b)) => match a.exponents.cmp(&b.exponents) {
                Ordering::Greater => {
                    result.push(a);
                    (next_f, next_g) = (f.next(), Some(b));
                }
                Ordering::Less => {
                    result.push(b);
                    (next_f, next_g) = (Some(a), g.next());
                }
                Ordering::Equal => {
                    a.coefficient += b.coefficient;
                    if !a.coefficient.is_zero() {
                        result.push(a);
                    }
                    (next_f, next_g) = (f.next(), g.next());
                }
            },
            (Some(a), None) => {
                result.push(a);
                result.extend(f);
                return result;
            }
            (None, Some(b)) => {
                result.push(b);
                result.extend(g);
                return result;
            }
            (None, None) => return result,
        }
    }
}

/// f^n for n >= 1, where no exponent overflows: n - 1 products with f, which for sparse f costs less than squarings.
pub(super) fn pow_terms(f: &[Term], n: u32) -> Vec<Term> {
    match f {
        [] => Vec::new(),
        [one] => vec![Term {
            coefficient: one.coefficient.clone().pow(n),
            exponents: one.exponents.iter().map(|e| e * n).collect(),
        }],
        _ => (1..n).fold(f.to_vec(), |power, _| mul_terms(&power, f)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::poly::Polynomial;
    use crate::poly::properties::polynomial;

    proptest! {
        #[test]
        fn dense_and_sparse_agree(f in polynomial(12, 4), g in polynomial(12, 4)) {
            prop_assume!(!f.is_zero() && !g.is_zero());
            prop_assert_eq!(mul_dense(f.terms(), g.terms()), mul_sparse(f.terms(), g.terms()));
        }
    }

    #[test]
    fn cancelled_terms_are_absent_in_both_ways() {
        let f = Polynomial::parse_in("x^7*y^3*(x + y)", &["x", "y"]).unwrap();
        let g = Polynomial::parse_in("x - y", &["x", "y"]).unwrap();
        let expected = Polynomial::parse_in("x^9*y^3 - x^7*y^5", &["x", "y"]).unwrap();
        assert_eq!(mul_dense(f.terms(), g.terms()), expected.terms());
        assert_eq!(mul_sparse(f.terms(), g.terms()), expected.terms());
    }
}
