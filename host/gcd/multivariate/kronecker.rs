//! Products and exact quotients by Kronecker substitution: polynomials as long integers.
//!
//! The variables become powers of 2^(64 L), with exponents in mixed radix, so that coefficients of L limbs lie side by side. Quotients
//! rest on Mahler's inequality: for q b = a with degrees d_i of a, |q|_1 |b|_1 <= 2^(d_1 + ... + d_n) |a|_1 (On some inequalities for
//! polynomials in several variables, 1962).

use super::dense::{Dense, each_place};
use rug::Integer;
use rug::integer::Order;

/// The value of `f` where the variables are powers of 2^(64 `limbs`), a box of `dims`; |coefficients| < 2^(64 limbs).
fn pack(f: &Dense, dims: &[usize], limbs: usize) -> Integer {
    let size: usize = dims.iter().product::<usize>() * limbs;
    let (mut plus, mut minus) = (vec![0u64; size], Vec::new());
    each_place(&f.dims, |place, exponents| {
        let c = &f.coefficients[place];
        if c.is_zero() {
            return;
        }
        let at = limbs * dims.iter().zip(exponents).fold(0, |at, (&n, &e)| at * n + e);
        if c.is_negative() && minus.is_empty() {
            minus.resize(size, 0);
        }
        let side = if c.is_negative() { &mut minus } else { &mut plus };
        let digits = c.as_limbs();
        side[at..at + digits.len()].copy_from_slice(digits);
    });
    Integer::from_digits(&plus, Order::Lsf) - Integer::from_digits(&minus, Order::Lsf)
}

/// The coefficients whose value is `value`, |coefficients| < 2^(64 limbs - 1), in a box of `dims`; `None` when it has no room for them.
fn unpack(value: &Integer, dims: &[usize], limbs: usize) -> Option<Vec<Integer>> {
    let count: usize = dims.iter().product();
    let negative = value.is_negative();
    let digits = value.as_limbs();
    let mut coefficients = Vec::with_capacity(count);
    let mut carry = false;
    let modulus = Integer::from(1) << (64 * limbs) as u32;
    for i in 0..count {
        let at = (i * limbs).min(digits.len());
        let mut c = Integer::from_digits(&digits[at..(at + limbs).min(digits.len())], Order::Lsf);
        if carry {
            c += 1;
        }
        // Balanced digits: from 2^(64 L - 1) on they are negative.
        carry = c.significant_bits() as usize >= 64 * limbs;
        if carry {
            c -= &modulus;
        }
        coefficients.push(if negative { -c } else { c });
    }
    (!carry && digits.len() <= count * limbs).then_some(coefficients)
}

/// Limbs for |coefficients| < 2^bits, with a sign.
fn limbs_for(bits: u64) -> usize {
    bits as usize / 64 + 1
}

/// a b. One product of long integers.
pub(super) fn product(a: &Dense, b: &Dense) -> Dense {
    for (constant, other) in [(a, b), (b, a)] {
        if constant.is_constant() {
            return other.clone().scaled(&constant.coefficients[0]);
        }
    }
    let dims: Vec<usize> = a.dims.iter().zip(&b.dims).map(|(a, b)| a + b - 1).collect();
    let limbs = limbs_for(a.norm_bits() + b.height());
    let value = pack(a, &dims, limbs) * pack(b, &dims, limbs);
    let coefficients = unpack(&value, &dims, limbs).unwrap_or_default();
    debug_assert_eq!(coefficients.len(), dims.iter().product::<usize>());
    // Degrees add, so the box is tight.
    Dense { dims, coefficients }
}

/// a / b where b divides a; `None` where it does not. One division of long integers, and proved: integers and degrees fit, and
/// |q b| < 2^(64 L - 1) since |q|_1 |b|_1 is.
pub(super) fn quotient(a: &Dense, b: &Dense) -> Option<Dense> {
    if b.is_constant() {
        let c = &b.coefficients[0];
        return a.coefficients.iter().all(|a| a.is_divisible(c)).then(|| a.clone().divided(c));
    }
    if a.dims.iter().zip(&b.dims).any(|(a, b)| a < b) || !a.leading()?.is_divisible(b.leading()?) {
        return None;
    }
    let degrees: u64 = a.dims.iter().map(|&n| n as u64 - 1).sum();
    let bits = a.norm_bits() + degrees;
    if b.norm_bits() > bits {
        return None;
    }
    let limbs = limbs_for(bits + 1);
    let (value, rest) = pack(a, &a.dims, limbs).div_rem(pack(b, &a.dims, limbs));
    if !rest.is_zero() {
        return None;
    }
    let q = Dense::new(a.dims.clone(), unpack(&value, &a.dims, limbs)?)?;
    let fits = a.dims.iter().zip(&b.dims).zip(&q.dims).all(|((a, b), q)| q + b - 1 == *a);
    (fits && q.norm_bits() + b.norm_bits() < 64 * limbs as u64).then_some(q)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn random(dims: &[usize], bits: u32, rng: &mut StdRng) -> Dense {
        let coefficient = |_| {
            let digits: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.random()).collect();
            let c = Integer::from_digits(&digits, Order::Lsf) >> (bits.next_multiple_of(64) - bits);
            if rng.random() { c } else { -c }
        };
        let size: usize = dims.iter().product();
        Dense::new(dims.to_vec(), (0..size).map(coefficient).collect()).unwrap()
    }

    fn schoolbook(a: &Dense, b: &Dense) -> Dense {
        let dims: Vec<usize> = a.dims.iter().zip(&b.dims).map(|(a, b)| a + b - 1).collect();
        let mut coefficients = vec![Integer::new(); dims.iter().product()];
        each_place(&a.dims, |i, e| {
            each_place(&b.dims, |j, f| {
                let at = dims.iter().zip(e).zip(f).fold(0, |at, ((&n, e), f)| at * n + e + f);
                coefficients[at] += &a.coefficients[i] * &b.coefficients[j];
            })
        });
        Dense::new(dims, coefficients).unwrap()
    }

    #[test]
    fn products_and_quotients() {
        let mut rng = StdRng::seed_from_u64(1);
        for (a, b, bits) in [
            ([3, 1, 4], [2, 3, 1], 3),
            ([2, 2, 2], [3, 3, 3], 64),
            ([1, 1, 7], [1, 1, 1], 200),
            ([4, 1, 2], [1, 5, 2], 63),
        ] {
            let (a, b) = (random(&a, bits, &mut rng), random(&b, bits, &mut rng));
            let ab = product(&a, &b);
            assert_eq!(ab, schoolbook(&a, &b));
            assert_eq!((quotient(&ab, &a).as_ref(), quotient(&ab, &b).as_ref()), (Some(&b), Some(&a)));
            if b.is_constant() {
                continue;
            }
            let mut other = ab.clone();
            other.coefficients[0] += 1;
            assert_eq!(quotient(&other, &b), None);
        }
    }

    /// A quotient with coefficients larger than those of both polynomials.
    #[test]
    fn large_quotients() {
        let f = |coefficients: &[i32]| {
            Dense::new(vec![1, coefficients.len()], coefficients.iter().map(|&c| c.into()).collect()).unwrap()
        };
        // (x^105 - 1) / (x - 1) has ones; by a cyclotomic factor with a 2.
        let mut coefficients = vec![0; 106];
        (coefficients[0], coefficients[105]) = (-1, 1);
        let a = f(&coefficients);
        let b = f(&[-1, 1]);
        let q = quotient(&a, &b).unwrap();
        assert!(q.coefficients.iter().all(|c| *c == 1));
        assert_eq!(product(&q, &b), a);
        assert_eq!(quotient(&a, &f(&[2, 1])), None);
        // 64 bits and a sign.
        let large = Dense::constant(2, Integer::from(u64::MAX));
        assert_eq!(product(&product(&q, &large), &b), a.clone().scaled(&Integer::from(u64::MAX)));
    }
}
