//! Few integers from their residues modulo many 50-bit primes: a product tree, which needs no table of cofactors.
//!
//! With M the product of the primes and y_i = x_i (M / p_i)^-1 mod p_i, the sum of all y_i M / p_i is put together by n P = n' P'' + n'' P'.
//! M / p_i modulo p_i is known from M modulo p_i^2, which comes down the same tree.
//!
//! Source: D. J. Bernstein, Fast multiplication and its applications (2008), sections 18 and 23.

use crate::alone::prelude::*;
use crate::control::Control;
use crate::engine::cpu::Residues;
use crate::error::Result;
use crate::plan::cost::CORE_50;
use crate::tasks::Tasks;
use gpu::Field;
use gpu::arith::{Modulus, Mont50};
use rug::Integer;
use rug::integer::IntegerExt64;

/// Whether the integers are few: then this is faster than a table, whose size is the square of the number of primes.
pub(super) fn suits(primes: usize, coefficients: usize) -> bool {
    CORE_50.lifts_by_tree(coefficients, primes)
}

/// Bytes of the tree, of remainders on two of its levels, and of the sums of an integer for each thread.
pub(super) fn bytes(primes: u64) -> u64 {
    let levels = u64::from(u64::BITS - primes.leading_zeros()) + 1;
    primes.saturating_mul(8 * levels + 160 + 64 * rayon::current_num_threads() as u64)
}

/// The products of one, two, four and so on of the moduli; the last level has one node.
fn products(moduli: &[Mont50], control: &Control) -> Result<Vec<Vec<Integer>>> {
    let mut level: Vec<Integer> = moduli.iter().map(|m| Integer::from(m.modulus())).collect();
    let mut levels = Vec::new();
    while level.len() > 1 {
        control.check()?;
        let next = level.par_chunks(2).map(|pair| pair.iter().product()).collect();
        levels.push(std::mem::replace(&mut level, next));
    }
    levels.push(level);
    Ok(levels)
}

/// (M / p_i)^-1 in Montgomery form.
fn inverses(moduli: &[Mont50], levels: &[Vec<Integer>], control: &Control) -> Result<Vec<u64>> {
    // M modulo the squares of the products, from the last level to the first.
    let mut rests = levels.last().cloned().unwrap_or_default();
    for level in levels.iter().rev().skip(1) {
        control.check()?;
        let rest = |(i, product): (usize, &Integer)| &rests[i / 2] % Integer::from(product.square_ref());
        rests = level.par_iter().enumerate().map(rest).collect();
    }
    // A single prime is M itself, and M modulo its square too.
    let inverse = |(m, rest): (&Mont50, &Integer)| {
        let cofactor = Integer::from(rest / m.modulus());
        m.reciprocal(m.element(cofactor.mod_u64(m.modulus())))
    };
    Ok(moduli.iter().zip(&rests).map(inverse).collect())
}

/// The integers v, |v| < M / 2, with residues \[prime\]\[coefficient\]; the primes are distinct, at least one.
///
/// O(M(H) log N) for each integer, and as much for the primes, where the product of the N primes has H bits.
///
/// # Errors
/// `Cancelled`.
pub(super) fn crt(residues: &Residues<Mont50>, moduli: &[Mont50], control: &Control) -> Result<Vec<Integer>> {
    let width = residues.coefficients;
    let tasks = Tasks::new(control, 1.0, width);
    let levels = products(moduli, control)?;
    let inverses = inverses(moduli, &levels, control)?;
    let (inner, all) = levels.split_at(levels.len() - 1);
    let all = &all[0][0];
    let integer = |coefficient: usize| {
        let y = |(i, (m, &inverse)): (usize, (&Mont50, &u64))| {
            let x = m.element(residues.values[i * width + coefficient]);
            Integer::from(m.number(m.mul(x, inverse)))
        };
        let mut sums: Vec<Integer> = moduli.iter().zip(&inverses).enumerate().map(y).collect();
        for products in inner {
            if control.is_stopped() {
                return Integer::new();
            }
            let both = |(sums, products): (&[Integer], &[Integer])| match (sums, products) {
                ([a, b], [p, q]) => Integer::from(a * q) + Integer::from(b * p),
                _ => sums[0].clone(),
            };
            sums = sums.chunks(2).zip(products.chunks(2)).map(both).collect();
        }
        let value = Integer::from(&sums[0] % all);
        tasks.done(1);
        if Integer::from(&value << 1) > *all { value - all } else { value }
    };
    let integers = (0..width).into_par_iter().map(integer).collect();
    control.check()?;
    Ok(integers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use gpu::arith::prime::is_prime_for;

    /// The largest primes, or the least.
    fn primes(n: usize, large: bool) -> Vec<Mont50> {
        let prime = |p: &u64| is_prime_for::<Mont50>(*p);
        let of = |p| Mont50::new(p).unwrap();
        match large {
            true => (3..=Mont50::MAX).rev().filter(prime).take(n).map(of).collect(),
            false => (3..=Mont50::MAX).filter(prime).take(n).map(of).collect(),
        }
    }

    #[test]
    fn residues_to_integers() {
        for n in [1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 65, 300, 1025] {
            for large in [true, false] {
                let moduli = primes(n, large);
                let product: Integer = moduli.iter().map(|m| Integer::from(m.modulus())).product();
                let end = (product - 1u32) / 2u32;
                let mut expected = vec![Integer::new(), Integer::from(1), end.clone(), Integer::from(&end / 3u32)];
                expected.extend(expected.clone().into_iter().map(|v| -v));
                let residue = |m: &Mont50| expected.iter().map(|v| v.mod_u64(m.modulus())).collect::<Vec<u64>>();
                let values = moduli.iter().flat_map(residue).collect();
                let residues = Residues { coefficients: expected.len(), values };
                assert!(crt(&residues, &moduli, &Control::default()).unwrap() == expected, "{n} primes");
            }
        }
        let (residues, control) = (Residues { coefficients: 1, values: vec![1, 1] }, Control::default());
        control.cancel();
        assert_eq!(*crt(&residues, &primes(2, true), &control).unwrap_err().kind(), ErrorKind::Cancelled);
    }

    #[test]
    fn few_integers_of_many_primes() {
        assert!(suits(65, 1) && !suits(64, 1) && suits(8000, 124) && !suits(8000, 125) && !suits(9, usize::MAX));
    }
}
