//! Products of powers of polynomials: those of long integers, by Kronecker substitution.

use crate::error::{Error, ErrorKind, Result};
use crate::plan::exponents::{DEGREES, gcd};
use crate::poly::kronecker::{limbs_for, pack, unpack};
use crate::poly::{Exponents, Polynomial, Term};
use crate::run::memory;
use rug::Integer;
use rug::integer::{IntegerExt64, Order};
use rug::ops::Pow;

/// The product of these operands to these powers, times -1 where that is said, over the variables of all; modulo a prime with coefficients from 0 to p - 1.
///
/// # Errors
/// `Limit` for exponents from 2^31 on, and where it takes more than so many bytes of `memory`.
pub(super) fn product(
    (operands, negative): (&[(&Polynomial, u32)], bool),
    vars: &[String],
    modulus: Option<u64>,
    memory: u64,
) -> Result<Polynomial> {
    let Some(places) = Places::new(operands)? else { return Polynomial::constant(vars, Integer::new()) };
    memory::check(places.bytes(operands, modulus), memory)?;
    let mut coefficients = match modulus {
        Some(p) => places.product_modulo(operands, p)?,
        None => places.product(operands)?,
    };
    if negative {
        coefficients.iter_mut().for_each(|c| *c = -std::mem::take(c));
        if let Some(p) = modulus {
            coefficients.iter_mut().for_each(|c| *c = c.mod_u64(p).into());
        }
    }
    places.polynomial(vars, coefficients)
}

/// Bytes of memory that [`product`] takes.
///
/// # Errors
/// As there, for exponents.
pub(super) fn bytes(operands: &[(&Polynomial, u32)], modulus: Option<u64>) -> Result<u64> {
    Ok(Places::new(operands)?.map_or(0, |places| places.bytes(operands, modulus)))
}

/// Limbs of a coefficient of a product of powers.
fn limbs(operands: &[(&Polynomial, u32)]) -> u128 {
    let bits = operands.iter().map(|(f, e)| u128::from(norm_bits(f)) * u128::from(*e)).sum::<u128>();
    limbs_for(u64::try_from(bits).unwrap_or(u64::MAX)) as u128
}

/// 2^bits is at least the sum of the absolute values of the coefficients.
pub(super) fn norm_bits(f: &Polynomial) -> u32 {
    (f.norm1() - 1u32).significant_bits()
}

/// Where the coefficients of a product of powers lie: a box of exponents that begins at `low`, in steps of `step`.
struct Places {
    low: Vec<u32>,
    step: Vec<u32>,
    sides: Vec<usize>,
    count: usize,
}

impl Places {
    /// Of the product of these operands to these powers, over the same variables; `None` where it is 0.
    ///
    /// # Errors
    /// `Limit` for exponents from 2^31 on, and for more places than there are numbers.
    fn new(operands: &[(&Polynomial, u32)]) -> Result<Option<Self>> {
        let variables = operands.first().map_or(0, |(f, _)| f.vars().len());
        if operands.iter().any(|(f, e)| f.is_zero() && *e > 0) {
            return Ok(None);
        }
        let mut places = Places { low: Vec::new(), step: Vec::new(), sides: Vec::new(), count: 1 };
        for i in 0..variables {
            let (mut low, mut high, mut step) = (0u128, 0u128, 0);
            for (f, e) in operands {
                let least = lowest(f, i);
                low += u128::from(least) * u128::from(*e);
                high += u128::from(f.degree_in(i).unwrap_or(0)) * u128::from(*e);
                f.terms().iter().for_each(|term| step = gcd(term.exponents[i] - least, step));
            }
            if high >= DEGREES {
                return Err(
                    ErrorKind::Limit { what: "degree of the answer", needed: high, allowed: DEGREES - 1 }.into()
                );
            }
            let side = ((high - low) as u32).checked_div(step).unwrap_or(0) as usize + 1;
            places.low.push(low as u32);
            places.step.push(step.max(1));
            places.sides.push(side);
            places.count = places.count.checked_mul(side).ok_or_else(|| too_long(u128::MAX))?;
        }
        Ok(Some(places))
    }

    /// The places of the terms of an operand.
    fn of<'f>(&self, f: &'f Polynomial) -> impl Iterator<Item = (usize, &'f Integer)> {
        let low: Vec<u32> = (0..self.sides.len()).map(|i| lowest(f, i)).collect();
        f.terms().iter().map(move |term| {
            let digits = term.exponents.iter().zip(&low).zip(&self.step).zip(&self.sides);
            (digits.fold(0, |at, (((&e, low), step), side)| at * side + ((e - low) / step) as usize), &term.coefficient)
        })
    }

    /// Bytes that the product takes: digits, factors, what a multiplication takes, and coefficients.
    fn bytes(&self, operands: &[(&Polynomial, u32)], modulus: Option<u64>) -> u64 {
        let limbs = if modulus.is_some() { 3 * 8 } else { limbs(operands).saturating_mul(6) };
        let bytes = limbs.saturating_mul(self.count as u128).saturating_mul(8);
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }

    /// One product of long integers for each bit of the powers.
    fn product(&self, operands: &[(&Polynomial, u32)]) -> Result<Vec<Integer>> {
        let limbs = limbs(operands);
        let all = limbs.saturating_mul(self.count as u128);
        if all >= 1 << 31 {
            return Err(too_long(all));
        }
        let limbs = limbs as usize;
        let mut value = Integer::from(1);
        for (f, e) in operands {
            // Terms descend, so the first one has the last place.
            let last = self.of(f).next().map_or(0, |(place, _)| place);
            value *= pack(last + 1, limbs, self.of(f)).pow(*e);
        }
        unpack(&value, self.count, limbs).ok_or_else(|| too_long(all))
    }

    /// The same modulo a prime below 2^63, coefficient by coefficient in three limbs.
    fn product_modulo(&self, operands: &[(&Polynomial, u32)], p: u64) -> Result<Vec<Integer>> {
        if self.count >= 1 << 30 {
            return Err(too_long(self.count as u128));
        }
        let mut value = vec![1 % p];
        for (f, e) in operands {
            let last = self.of(f).next().map_or(0, |(place, _)| place);
            let mut base = vec![0; last + 1];
            self.of(f).for_each(|(place, c)| base[place] = c.mod_u64(p));
            for bit in (0..u32::BITS - e.leading_zeros()).map(|bit| e >> bit) {
                if bit & 1 == 1 {
                    value = multiply(&value, &base, p);
                }
                if bit > 1 {
                    base = multiply(&base, &base, p);
                }
            }
        }
        value.resize(self.count, 0);
        Ok(value.into_iter().map(Integer::from).collect())
    }

    /// The polynomial with these coefficients.
    fn polynomial(&self, names: &[String], coefficients: Vec<Integer>) -> Result<Polynomial> {
        let term = |(place, coefficient): (usize, Integer)| {
            let (mut exponents, mut rest) = (Exponents::from_slice(&self.low), place);
            for ((e, step), side) in exponents.iter_mut().zip(&self.step).zip(&self.sides).rev() {
                *e += (rest % side) as u32 * step;
                rest /= side;
            }
            Term { coefficient, exponents }
        };
        let coefficients = coefficients.into_iter().enumerate().rev().filter(|(_, c)| !c.is_zero());
        Polynomial::from_descending(names, coefficients.map(term).collect())
    }
}

/// The lowest exponent of variable number `i`; 0 for 0.
pub(super) fn lowest(f: &Polynomial, i: usize) -> u32 {
    f.terms().iter().map(|term| term.exponents[i]).min().unwrap_or(0)
}

fn too_long(needed: u128) -> Error {
    ErrorKind::Limit { what: "limbs of a power, zeros between included", needed, allowed: (1 << 31) - 1 }.into()
}

/// The product of polynomials with coefficients below p < 2^63: sums of up to 2^66 products are below 2^192.
fn multiply(a: &[u64], b: &[u64], p: u64) -> Vec<u64> {
    let spread = |f: &[u64]| Integer::from_digits(&f.iter().flat_map(|&c| [c, 0, 0]).collect::<Vec<u64>>(), Order::Lsf);
    let product = spread(a) * spread(b);
    let digits = product.as_limbs();
    let digit = |i: usize| digits.get(i).copied().unwrap_or(0);
    // The rest so far is below 2^63.
    let reduced = |rest: u64, digit: u64| ((u128::from(rest) << 64 | u128::from(digit)) % u128::from(p)) as u64;
    let places = 0..a.len() + b.len() - 1;
    places.map(|i| (0..3).rev().fold(0, |rest, limb| reduced(rest, digit(3 * i + limb)))).collect()
}
