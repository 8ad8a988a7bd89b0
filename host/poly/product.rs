//! Products and powers of lists of terms.
//!
//! Three ways to multiply: into a dense array over the box of exponents when the box is not much larger than the number of
//! products, else by halving one factor and merging the two partial products, with exponents packed into words where there are many products
//! ([`super::packed`]). All keep memory near the size of the result.

use std::cmp::Ordering;
use std::convert::Infallible;

use rug::Integer;
use rug::ops::Pow;

use super::exponent_words::Packing;
use super::kronecker;
use super::packed::{Coefficient, Keys, Lists, Product, Words, has_room, sum_of_products};
use super::polynomial::{Exponents, Term};

/// The largest box for the dense way: 2^24 integers of 16 bytes before they hold anything.
const DENSE_CELLS: usize = 1 << 24;

/// Products of terms from which packing them pays, a guess: some microseconds.
const PACKED: usize = 256;

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
    let Ok(product) = mul_terms_watched(f, g, &|| Ok::<(), Infallible>(()));
    product
}

/// The same. `look` is called every few milliseconds where there are many products.
///
/// # Errors
/// Of `look`.
pub(super) fn mul_terms_watched<E: Send>(
    f: &[Term],
    g: &[Term],
    look: &(impl Fn() -> Result<(), E> + Sync),
) -> Result<Vec<Term>, E> {
    if f.is_empty() || g.is_empty() {
        return Ok(Vec::new());
    }
    if f.len() == 1 || g.len() == 1 {
        return Ok(mul_sparse(f, g));
    }
    let cells = exponent_range(f)
        .iter()
        .zip(&exponent_range(g))
        .try_fold(1usize, |cells, (a, b)| cells.checked_mul((a.1 - a.0) as usize + (b.1 - b.0) as usize + 1));
    let products = f.len().saturating_mul(g.len());
    match cells {
        Some(cells) if cells <= DENSE_CELLS && cells / 2 <= products => Ok(mul_dense(f, g)),
        _ if products >= PACKED => mul_packed(f, g, look),
        _ => Ok(mul_sparse(f, g)),
    }
}

/// The same with packed exponents; the factors are not empty.
///
/// # Errors
/// Of `look`.
fn mul_packed<E: Send>(f: &[Term], g: &[Term], look: &(impl Fn() -> Result<(), E> + Sync)) -> Result<Vec<Term>, E> {
    let degrees: Vec<u32> = exponent_range(f).iter().zip(&exponent_range(g)).map(|(a, b)| a.1 + b.1).collect();
    let packing = Packing::tight(&degrees);
    match packing.words() {
        1 => mul_keys(f, g, &Words::<1>(&packing), look),
        2 => mul_keys(f, g, &Words::<2>(&packing), look),
        3 | 4 => mul_keys(f, g, &Words::<4>(&packing), look),
        _ => mul_keys(f, g, &Lists, look),
    }
}

/// With the shortest coefficients that have room for all sums.
fn mul_keys<P: Keys, E: Send>(
    f: &[Term],
    g: &[Term],
    keys: &P,
    look: &(impl Fn() -> Result<(), E> + Sync),
) -> Result<Vec<Term>, E> {
    let bits = |terms: &[Term]| terms.iter().map(|term| term.coefficient.significant_bits()).max().unwrap_or(0);
    let terms = f.len().min(g.len()) as f64;
    match f64::from(bits(f)) + f64::from(bits(g)) + terms.log2() {
        bits if has_room::<i64>(bits) => mul_as::<P, i64, E>(f, g, keys, look),
        bits if has_room::<i128>(bits) => mul_as::<P, i128, E>(f, g, keys, look),
        _ => mul_as::<P, Integer, E>(f, g, keys, look),
    }
}

fn mul_as<P: Keys, C: Coefficient, E: Send>(
    f: &[Term],
    g: &[Term],
    keys: &P,
    look: &(impl Fn() -> Result<(), E> + Sync),
) -> Result<Vec<Term>, E> {
    let (f, g) = (keys.packed::<C>(f), keys.packed(g));
    let product = sum_of_products(&[Product { is_negative: false, f: &f, g: &g }], look)?;
    Ok(keys.unpacked(product, false))
}

/// Into an array with a cell for each monomial of the box.
fn mul_dense(f: &[Term], g: &[Term]) -> Vec<Term> {
    let (range_f, range_g) = (exponent_range(f), exponent_range(g));
    let sizes: Vec<usize> =
        range_f.iter().zip(&range_g).map(|(a, b)| (a.1 - a.0) as usize + (b.1 - b.0) as usize + 1).collect();
    // Mixed radix, first variable most significant: the order of cells is the lexicographic order.
    let place = |term: &Term, range: &[(u32, u32)]| {
        let digits = term.exponents.iter().zip(range).zip(&sizes);
        digits.fold(0, |at, ((&e, r), &size)| at * size + (e - r.0) as usize)
    };
    let places_f: Vec<_> = f.iter().map(|term| (place(term, &range_f), &term.coefficient)).collect();
    let places_g: Vec<_> = g.iter().map(|term| (place(term, &range_g), &term.coefficient)).collect();
    let cells = kronecker::product(&places_f, &places_g, sizes.iter().product());
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

    fn packed(f: &Polynomial, g: &Polynomial) -> Vec<Term> {
        let Ok(product) = mul_packed(f.terms(), g.terms(), &|| Ok::<(), Infallible>(()));
        product
    }

    proptest! {
        #[test]
        fn dense_and_sparse_agree(f in polynomial(12, 4), g in polynomial(12, 4)) {
            prop_assume!(!f.is_zero() && !g.is_zero());
            let sparse = mul_sparse(f.terms(), g.terms());
            prop_assert_eq!(&mul_dense(f.terms(), g.terms()), &sparse);
            prop_assert_eq!(packed(&f, &g), sparse);
        }
    }

    /// Coefficients of one word, of two, and longer, just below and above the room; exponents of one word to five and more.
    #[test]
    fn packed_products_of_any_size() {
        use rand::rngs::StdRng;
        use rand::{Rng, SeedableRng};
        let mut rng = StdRng::seed_from_u64(3);
        for variables in [1, 3, 40, 80, 300] {
            for bits in [1u32, 28, 29, 30, 31, 60, 61, 62, 63, 64, 90] {
                let mut random = |count: usize| {
                    let mut term = |_| {
                        let c = (Integer::from(1) << bits) - rng.random_range(0u32..2);
                        let c = if rng.random_range(0..2) == 0 { -c } else { c };
                        let e = (0..variables).map(|k| if k % 7 == 3 { 1 << 20 } else { rng.random_range(0..4) });
                        (c, e.collect())
                    };
                    let names: Vec<String> = (0..variables).map(|k| format!("x{k}")).collect();
                    Polynomial::from_terms(&names, (0..count).map(&mut term).collect::<Vec<_>>()).unwrap()
                };
                let (f, g) = (random(9), random(30));
                let expected = mul_sparse(f.terms(), g.terms());
                assert_eq!(packed(&f, &g), expected, "{variables} {bits}");
                assert_eq!(mul_terms(f.terms(), g.terms()), expected, "{variables} {bits}");
            }
        }
        // All products meet in one term with the largest sum.
        let ones = |count: u32, bits: u32| {
            let terms = (0..count).map(|k| (Integer::from(1) << bits, vec![k]));
            Polynomial::from_terms(&["x"], terms).unwrap()
        };
        for bits in 20..66 {
            let (f, g) = (ones(64, bits), ones(64, bits));
            assert_eq!(packed(&f, &g), mul_sparse(f.terms(), g.terms()), "{bits}");
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
