//! Integers from mixed-radix digits, in the symmetric range.
//!
//! The Horner scheme X = alpha_0 + m_0 (alpha_1 + m_1 (...)) of P. Emeliyanenko, J. Parallel Distrib. Comput. 73 (2013),
//! section 5.8, takes O(N^2) word products. The default halves the digits instead, X = low + (product of the low moduli)
//! times high, with products shared by all coefficients and leaves of 32 digits by Horner on machine words, so that large
//! coefficients profit from fast multiplication.
//!
//! Signs are read off the digits as in [`gpu::integers::recover`]: digits of a negative number are complemented, and leading zeros
//! of |v| are dropped before anything is multiplied.

use super::tables::{LEAF, MixedRadixTables, Products};
use crate::alone::prelude::*;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::tasks::Tasks;
use gpu::arith::Mont31;
use gpu::integers::recover::{is_negative, magnitude_digit};
use rug::Integer;
use rug::integer::Order;

/// Coefficients that are read together: a cache line of digits.
const PANEL: usize = 16;

/// The integers v, |v| <= (M - 1) / 2, with the given digits, laid out \[prime\]\[coefficient\]. Digit i of a coefficient
/// is below modulus i.
///
/// All cores. O(M(D) log D) per coefficient of D digits after leading zeros (of |v|), M(D) the cost of a product.
///
/// # Errors
/// When there are not `coefficients` digits per modulus.
///
/// # Examples
/// See [`MixedRadixTables`].
pub fn recover(tables: &MixedRadixTables, digits: &[u32], coefficients: usize) -> Result<Vec<Integer>> {
    recover_watched(tables, digits, coefficients, &Control::default())
}

/// [`recover`], which looks at a control.
///
/// # Errors
/// As it; `Cancelled`.
pub(crate) fn recover_watched(
    tables: &MixedRadixTables,
    digits: &[u32],
    coefficients: usize,
    control: &Control,
) -> Result<Vec<Integer>> {
    let products = tables.products();
    columns(tables, digits, coefficients, control, |magnitude| tree(tables.moduli(), products, magnitude))
}

/// The same by the Horner scheme of the paper: one product of an integer and a modulus per digit.
///
/// # Errors
/// When there are not `coefficients` digits per modulus.
pub fn recover_horner(tables: &MixedRadixTables, digits: &[u32], coefficients: usize) -> Result<Vec<Integer>> {
    let moduli = tables.moduli();
    columns(tables, digits, coefficients, &Control::default(), |magnitude| {
        let horner = |value: Integer, (m, &digit): (&Mont31, &u32)| value * m.modulus() + digit;
        moduli.iter().zip(magnitude).rev().fold(Integer::new(), horner)
    })
}

/// Takes every coefficient apart into sign and digits of the magnitude, without leading zeros, and puts it together.
fn columns(
    tables: &MixedRadixTables,
    digits: &[u32],
    coefficients: usize,
    control: &Control,
    value: impl Fn(&[u32]) -> Integer + Sync,
) -> Result<Vec<Integer>> {
    let moduli = tables.moduli();
    if Some(digits.len()) != moduli.len().checked_mul(coefficients) {
        let expected = moduli.len().saturating_mul(coefficients);
        return Err(ErrorKind::Shape { what: "mixed-radix digits", expected, found: digits.len() }.into());
    }
    let mut integers = vec![Integer::new(); coefficients];
    let tasks = Tasks::new(control, 1.0, coefficients);
    integers.par_chunks_mut(PANEL).enumerate().try_for_each(|(panel, integers)| {
        control.check()?;
        let count = integers.len();
        let mut local = vec![vec![0; moduli.len()]; integers.len()];
        for (i, row) in digits.chunks_exact(coefficients).enumerate() {
            for (column, &digit) in local.iter_mut().zip(&row[panel * PANEL..]) {
                column[i] = digit;
            }
        }
        for (integer, column) in integers.iter_mut().zip(&mut local) {
            let negative = is_negative(moduli, &&mut column[..]);
            for (digit, m) in column.iter_mut().zip(moduli) {
                *digit = magnitude_digit(m, *digit, negative);
            }
            let len = column.iter().rposition(|&digit| digit != 0).map_or(0, |top| top + 1);
            let magnitude = value(&column[..len]);
            // -v = (M - 1 - X) + 1, and the complemented digits are those of M - 1 - X.
            *integer = if negative { -(magnitude + 1u32) } else { magnitude };
        }
        tasks.done(count);
        Ok::<(), Error>(())
    })?;
    Ok(integers)
}

/// The number with these digits by the product tree.
fn tree(moduli: &[Mont31], products: &Products, digits: &[u32]) -> Integer {
    let leaves = digits.chunks(LEAF).zip(moduli.chunks(LEAF)).zip(products.pairs.chunks(LEAF / 2));
    let mut values: Vec<Integer> = leaves.map(|((digits, moduli), pairs)| leaf(digits, moduli, pairs)).collect();
    for level in &products.levels {
        if values.len() <= 1 {
            break;
        }
        // A last value without a partner is the low half of its parent.
        let mut above = Vec::with_capacity(values.len().div_ceil(2));
        let mut below = values.into_iter();
        let mut even = level.iter().step_by(2);
        while let Some(low) = below.next() {
            above.push(match (below.next(), even.next()) {
                (Some(high), Some(product)) => high * product + low,
                _ => low,
            });
        }
        values = above;
    }
    values.pop().unwrap_or_default()
}

/// Horner on 64-bit words, two digits at a time: a pair of digits is below the product of its moduli, below 2^61.
fn leaf(digits: &[u32], moduli: &[Mont31], pairs: &[u64]) -> Integer {
    let mut words = [0u64; LEAF / 2];
    let mut len = 0;
    for ((digits, moduli), &pair) in digits.chunks(2).zip(moduli.chunks(2)).zip(pairs).rev() {
        let high = digits.get(1).map_or(0, |&digit| digit as u64);
        let mut carry = digits[0] as u64 + moduli[0].modulus() as u64 * high;
        for word in &mut words[..len] {
            // (2^64 - 1) 2^61 + 2^64 < 2^128.
            let t = *word as u128 * pair as u128 + carry as u128;
            *word = t as u64;
            carry = (t >> 64) as u64;
        }
        // k pairs need at most 61 k bits: LEAF / 2 words are enough.
        if carry != 0 {
            words[len] = carry;
            len += 1;
        }
    }
    Integer::from_digits(&words[..len], Order::Lsf)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::engine::cpu::{Cpu, Residues};
    use crate::engine::{LiftEngine, MixedRadix};
    use gpu::arith::prime::is_prime;
    use gpu::integers::recover::{limbs_len, recover_limbs};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn primes(n: usize, large: bool) -> Vec<Mont31> {
        let pick = |p: &u32| is_prime(*p);
        let mut primes: Vec<u32> = if large {
            (3..=Mont31::MAX).rev().filter(pick).take(n).collect()
        } else {
            (3..=Mont31::MAX).filter(pick).take(n).collect()
        };
        primes.sort_unstable();
        primes.into_iter().map(|p| Mont31::new(p).unwrap()).collect()
    }

    /// 0, +-1, +-2, the ends of the range and their neighbours, powers of two and random numbers of all lengths.
    fn integers(product: &Integer, count: usize, seed: u64) -> Vec<Integer> {
        let mut rng = StdRng::seed_from_u64(seed);
        let end: Integer = Integer::from(product - 1u32) / 2;
        let mut all = vec![Integer::new(), end.clone(), Integer::from(&end - 1u32), Integer::from(&end / 2)];
        all.extend([1, 2, 3].map(Integer::from));
        all.extend(
            (0..end.significant_bits())
                .step_by(end.significant_bits() as usize / 12 + 1)
                .map(|k| Integer::from(1) << k),
        );
        for i in 0..count {
            let bits = end.significant_bits() as usize * (i + 1) / count;
            let words: Vec<u64> = (0..bits / 64 + 1).map(|_| rng.random()).collect();
            all.push(Integer::from_digits(&words, Order::Lsf));
        }
        let mut signed: Vec<Integer> = all.into_iter().map(|v| v % (Integer::from(&end + 1u32))).collect();
        signed.extend(signed.clone().into_iter().map(|v| -v));
        signed
    }

    /// Residues [prime][coefficient], by division.
    fn residues(primes: &[Mont31], integers: &[Integer]) -> Residues {
        let rows = primes.iter().flat_map(|m| integers.iter().map(|v| v.mod_u(m.modulus())));
        Residues { coefficients: integers.len(), values: rows.collect() }
    }

    /// Digits by division of X, the definition.
    fn divided(primes: &[Mont31], product: &Integer, integers: &[Integer]) -> Vec<u32> {
        let mut digits = vec![0; primes.len() * integers.len()];
        for (k, v) in integers.iter().enumerate() {
            let mut x = if *v < 0 { Integer::from(v + product) } else { v.clone() };
            for (i, m) in primes.iter().enumerate() {
                digits[i * integers.len() + k] = x.mod_u(m.modulus());
                x /= m.modulus();
            }
            assert_eq!(x, 0);
        }
        digits
    }

    fn sets() -> impl Iterator<Item = Vec<Mont31>> {
        let small = [1, 2, 3, 31, 32, 33, 63, 64, 65, 97].into_iter();
        small.flat_map(|n| [primes(n, true), primes(n, false)])
    }

    fn round_trip(primes: &[Mont31], count: usize) {
        let tables = MixedRadixTables::new(primes).unwrap();
        let product = primes.iter().fold(Integer::from(1), |acc, m| acc * m.modulus());
        assert_eq!(*tables.product(), product);
        let expected = integers(&product, count, primes.len() as u64);
        let mut engine = Cpu::new(1 << 30, Control::default());
        let digits = engine.digits(residues(primes, &expected), &tables, crate::lift::Lift::MixedRadix).unwrap();
        assert_eq!(digits, divided(primes, &product, &expected));
        assert!(recover(&tables, &digits, expected.len()).unwrap() == expected, "{} primes", primes.len());
    }

    fn crt_round_trip(primes: &[Mont31], count: usize) {
        let product = primes.iter().fold(Integer::from(1), |acc, m| acc * m.modulus());
        let expected = integers(&product, count, primes.len() as u64);
        let found = Cpu::new(1 << 30, Control::default()).crt(residues(primes, &expected), primes, &Control::default());
        assert!(found.unwrap() == expected, "{} primes up to {}", primes.len(), primes[primes.len() - 1].modulus());
    }

    #[test]
    fn explicit_remainders() {
        for n in (1..70).chain([97, 128, 129, 300]) {
            crt_round_trip(&primes(n, true), 8);
            crt_round_trip(&primes(n, false), 8);
        }
        crt_round_trip(&primes(1037, true), 4);
    }

    #[test]
    fn explicit_remainders_check_shapes_and_control() {
        let primes = primes(5, true);
        let mut engine = Cpu::new(1 << 30, Control::default());
        let mut of = |coefficients, len| {
            engine.crt(Residues { coefficients, values: vec![0; len] }, &primes, &Control::default())
        };
        assert_eq!(of(0, 0).unwrap(), Vec::<Integer>::new());
        assert_eq!(of(2, 10).unwrap(), [0, 0]);
        assert!(of(2, 9).is_err() && of(3, 10).is_err());
        let cancelled = Control::default();
        cancelled.cancel();
        let error = engine.crt(Residues { coefficients: 2, values: vec![0; 10] }, &primes, &cancelled).unwrap_err();
        assert_eq!(*error.kind(), crate::error::ErrorKind::Cancelled);
    }

    #[test]
    fn residues_to_integers() {
        for primes in sets() {
            round_trip(&primes, 20);
        }
    }

    #[test]
    fn a_thousand_primes() {
        round_trip(&primes(1037, true), 4);
    }

    #[test]
    fn horner_agrees() {
        for primes in sets() {
            let tables = MixedRadixTables::new(&primes).unwrap();
            let expected = integers(tables.product(), 10, 1);
            let digits = divided(&primes, tables.product(), &expected);
            assert_eq!(recover_horner(&tables, &digits, expected.len()).unwrap(), expected);
        }
    }

    #[test]
    fn device_limbs_agree() {
        for primes in sets() {
            let tables = MixedRadixTables::new(&primes).unwrap();
            let expected = integers(tables.product(), 10, 2);
            let digits = divided(&primes, tables.product(), &expected);
            for (k, v) in expected.iter().enumerate() {
                let mut column: Vec<u32> = digits.iter().skip(k).step_by(expected.len()).copied().collect();
                let mut limbs = vec![u32::MAX; limbs_len(primes.len())];
                let negative = recover_limbs(&primes, &&mut column[..], &mut &mut limbs[..]);
                let magnitude = Integer::from_digits(&limbs, Order::Lsf);
                assert_eq!(if negative { -magnitude } else { magnitude }, *v);
            }
        }
    }

    #[test]
    fn shapes_are_checked() {
        let tables = MixedRadixTables::new(&primes(3, true)).unwrap();
        assert!(recover(&tables, &[0; 7], 2).is_err());
        assert!(recover(&tables, &[], usize::MAX).is_err());
        assert_eq!(recover(&tables, &[], 0).unwrap(), Vec::<Integer>::new());
        let mut descending = primes(3, true);
        descending.reverse();
        assert!(MixedRadixTables::new(&descending).is_err());
        assert!(MixedRadixTables::new(&[]).is_err());
    }
}
