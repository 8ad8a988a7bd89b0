//! Exact resultants and discriminants for the tests of the bounds: determinants of the Sylvester matrix at small integers,
//! then Newton interpolation. And the inputs of those tests.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rug::Integer;
use rug::ops::Pow;

use super::rows::{Exponents, Row, Rows};

/// `cases` cases from a fixed seed.
pub(super) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(2013), failure_persistence: None, ..ProptestConfig::default() }
}

/// A polynomial in one kept variable from dense coefficients: `table[i][k]` belongs to y^i x^k.
pub(super) fn univariate<C: Clone + Into<Integer>>(table: &[Vec<C>]) -> Rows {
    let row = |coefficients: &Vec<C>| {
        let terms =
            coefficients.iter().enumerate().map(|(k, c)| (c.clone().into(), Exponents::from_slice(&[k as u32])));
        Row { terms: terms.filter(|(c, _)| !c.is_zero()).collect() }
    };
    let mut rows: Vec<Row> = table.iter().map(row).collect();
    while rows.last().is_some_and(|row| row.terms.is_empty()) {
        rows.pop();
    }
    Rows { kept: 1, rows }
}

/// A sparse polynomial in one kept variable: (coefficient, power of x, power of y).
pub(crate) fn sparse(terms: &[(i64, u32, usize)]) -> Rows {
    let mut rows = vec![Row::default(); terms.iter().map(|t| t.2 + 1).max().unwrap_or(0)];
    for &(c, k, i) in terms {
        rows[i].terms.push((c.into(), Exponents::from_slice(&[k])));
    }
    Rows { kept: 1, rows }
}

/// A coefficient with exactly `bits` bits and any sign, from 64 random bits.
fn integer(bits: u32, noise: u64) -> Integer {
    if bits == 0 {
        return Integer::new();
    }
    let magnitude = Integer::from(noise | 1).pow(bits / 8 + 1).keep_bits(bits - 1) + (Integer::from(1) << (bits - 1));
    if noise >> 63 == 0 { magnitude } else { -magnitude }
}

/// Dense polynomials of exact degrees with coefficients of `bits` bits.
pub(super) fn dense(deg_y: usize, deg_x: usize, bits: u32) -> impl Strategy<Value = Rows> {
    let row = prop::collection::vec(any::<u64>().prop_map(move |noise| integer(bits, noise)), deg_x + 1);
    prop::collection::vec(row, deg_y + 1).prop_map(|table| univariate(&table))
}

/// Any shape: rows of different lengths and sizes, many zeros, zero rows at either end, the zero polynomial.
pub(super) fn ragged(deg_y: usize, deg_x: usize) -> impl Strategy<Value = Rows> {
    let bits = prop_oneof![3 => Just(0u32), 3 => 1..6u32, 1 => 40..60u32, 1 => 900..1000u32];
    let coefficient = (bits, any::<u64>()).prop_map(|(bits, noise)| integer(bits, noise));
    let row = prop_oneof![1 => Just(Vec::new()), 3 => prop::collection::vec(coefficient, 0..=deg_x + 1)];
    prop::collection::vec(row, 0..=deg_y + 1).prop_map(|table| univariate(&table))
}

/// x_1 -> x, x_2 -> x^step.
pub(super) fn substitute(f: &Rows, step: u32) -> Rows {
    let term = |(c, e): &(Integer, Exponents)| (c.clone(), Exponents::from_slice(&[e[0] + step * e[1]]));
    let rows = f.rows.iter().map(|row| Row { terms: row.terms.iter().map(term).collect() });
    Rows { kept: 1, rows: rows.collect() }
}

/// res_y(f, g), coefficients from x^0 up, without leading zeros. One kept variable.
pub(crate) fn resultant(f: &Rows, g: &Rows) -> Vec<Integer> {
    if f.rows.is_empty() || g.rows.is_empty() {
        return Vec::new();
    }
    let (p, q) = (f.rows.len() - 1, g.rows.len() - 1);
    let degree = |h: &Rows| h.rows.iter().filter_map(|row| row.degree(0)).max().unwrap_or(0) as usize;
    let points = q * degree(f) + p * degree(g) + 1;
    let at = |h: &Rows, x: u32| -> Vec<Integer> {
        let value =
            |row: &Row| row.terms.iter().fold(Integer::new(), |sum, (c, e)| sum + c * Integer::from(x).pow(e[0]));
        h.rows.iter().map(value).collect()
    };
    let values = (0..points).map(|x| determinant(sylvester(&at(f, x as u32), &at(g, x as u32)))).collect();
    interpolate(values)
}

/// disc_y(f) = (-1)^(n(n-1)/2) res(f, f') / lc(f), up to sign, for n >= 1.
pub(crate) fn discriminant(f: &Rows) -> Vec<Integer> {
    let mut rest = resultant(f, &f.derivative());
    // The last row is the leading coefficient, so it is not 0 and has a degree.
    let lead_row = &f.rows[f.rows.len() - 1];
    let mut lead = vec![Integer::new(); lead_row.degree(0).unwrap() as usize + 1];
    lead_row.terms.iter().for_each(|(c, e)| lead[e[0] as usize] += c);
    let mut quotient = vec![Integer::new(); (rest.len() + 1).saturating_sub(lead.len())];
    for k in (0..quotient.len()).rev() {
        let (digit, remainder) = rest[k + lead.len() - 1].clone().div_rem(lead[lead.len() - 1].clone());
        assert!(remainder.is_zero());
        lead.iter().enumerate().for_each(|(i, c)| rest[k + i] -= Integer::from(&digit * c));
        quotient[k] = digit;
    }
    assert!(rest.iter().all(Integer::is_zero));
    trim(quotient)
}

/// The number of bits of the largest coefficient.
pub(super) fn height(polynomial: &[Integer]) -> u64 {
    polynomial.iter().map(|c| u64::from(c.significant_bits())).max().unwrap_or(0)
}

/// |c| <= 2^bits for all coefficients.
pub(super) fn fits(polynomial: &[Integer], bits: u64) -> bool {
    polynomial.iter().all(|c| c.clone().abs() <= (Integer::from(1) << bits as usize))
}

fn sylvester(f: &[Integer], g: &[Integer]) -> Vec<Vec<Integer>> {
    let (p, q) = (f.len() - 1, g.len() - 1);
    let row = |h: &[Integer], shift: usize| {
        let mut row = vec![Integer::new(); p + q];
        h.iter().rev().enumerate().for_each(|(k, c)| row[shift + k] = c.clone());
        row
    };
    (0..q).map(|r| row(f, r)).chain((0..p).map(|r| row(g, r))).collect()
}

/// Bareiss: every division is exact.
fn determinant(mut m: Vec<Vec<Integer>>) -> Integer {
    let (n, mut negative, mut previous) = (m.len(), false, Integer::from(1));
    for k in 0..n {
        let Some(pivot) = (k..n).find(|r| !m[*r][k].is_zero()) else { return Integer::new() };
        negative ^= pivot != k;
        m.swap(k, pivot);
        let (done, rest) = m.split_at_mut(k + 1);
        let top = &done[k];
        for row in rest {
            let first = row[k].clone();
            for (entry, above) in row[k..].iter_mut().zip(&top[k..]) {
                *entry = (Integer::from(&*entry * &top[k]) - Integer::from(&first * above)).div_exact(&previous);
            }
        }
        previous = top[k].clone();
    }
    if negative { -previous } else { previous }
}

/// The polynomial with the values at 0, 1, 2, ...: divided differences of integer polynomials at integers are integers.
fn interpolate(mut values: Vec<Integer>) -> Vec<Integer> {
    for step in 1..values.len() {
        for k in (step..values.len()).rev() {
            let difference = Integer::from(&values[k] - &values[k - 1]);
            let (quotient, remainder) = difference.div_rem(Integer::from(step));
            assert!(remainder.is_zero());
            values[k] = quotient;
        }
    }
    let mut result: Vec<Integer> = Vec::new();
    for (node, coefficient) in values.into_iter().enumerate().rev() {
        // result <- result (x - node) + coefficient
        let shifted: Vec<Integer> = std::iter::once(coefficient).chain(result.iter().cloned()).collect();
        let lowered = result.iter().map(|c| Integer::from(c * node as u64)).chain([Integer::new()]);
        result = shifted.into_iter().zip(lowered).map(|(a, b)| a - b).collect();
    }
    trim(result)
}

fn trim(mut polynomial: Vec<Integer>) -> Vec<Integer> {
    while polynomial.last().is_some_and(Integer::is_zero) {
        polynomial.pop();
    }
    polynomial
}
