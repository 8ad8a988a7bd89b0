//! Products and exact quotients: term by term where one of the polynomials has few terms, otherwise as long integers.

use super::dense::Dense;
use super::{kronecker, schoolbook};
use crate::error::Result;
use rug::Integer;

/// Terms of a polynomial.
fn terms(f: &Dense) -> usize {
    f.coefficients.iter().filter(|c| !c.is_zero()).count()
}

/// Whether work term by term is no more than to look at `places` places once.
fn is_short(a: usize, b: usize, places: usize) -> bool {
    a.saturating_mul(b) <= places
}

/// a b, in at most `memory` bytes.
///
/// # Errors
/// `Limit` where it takes more.
pub(super) fn product(a: &Dense, b: &Dense, memory: u64) -> Result<Dense> {
    for (constant, other) in [(a, b), (b, a)] {
        if constant.is_constant() {
            return Ok(other.clone().scaled(&constant.coefficients[0]));
        }
    }
    let dims: Vec<usize> = a.dims.iter().zip(&b.dims).map(|(a, b)| a + b - 1).collect();
    match is_short(terms(a), terms(b), dims.iter().product()) {
        true => Ok(schoolbook::product(a, b, dims)),
        false => kronecker::product(a, b, dims, memory),
    }
}

/// a / b where b divides a; `None` where it does not. In at most `memory` bytes.
///
/// # Errors
/// `Limit` where it takes more.
pub(super) fn quotient(a: &Dense, b: &Dense, memory: u64) -> Result<Option<Dense>> {
    if b.is_constant() {
        let c = &b.coefficients[0];
        return Ok(a.coefficients.iter().all(|a| a.is_divisible(c)).then(|| a.clone().divided(c)));
    }
    let divides = |a: Option<&Integer>, b: Option<&Integer>| a.zip(b).is_some_and(|(a, b)| a.is_divisible(b));
    if a.dims.iter().zip(&b.dims).any(|(a, b)| a < b) || !divides(a.leading(), b.leading()) {
        return Ok(None);
    }
    let bits = kronecker::quotient_bits(a);
    if b.norm_bits() > bits {
        return Ok(None);
    }
    let dims: Vec<usize> = a.dims.iter().zip(&b.dims).map(|(a, b)| a - b + 1).collect();
    match is_short(terms(b), dims.iter().product(), a.coefficients.len()) {
        true => Ok(schoolbook::quotient(a, b, dims, bits)),
        false => kronecker::quotient(a, b, bits, memory),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use rug::integer::Order;

    const ENOUGH: u64 = 1 << 30;

    /// A polynomial of which about one coefficient in `sparsity` is not 0.
    fn random(dims: &[usize], bits: u32, sparsity: u32, rng: &mut StdRng) -> Dense {
        let mut coefficient = |_| {
            let digits: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.random()).collect();
            let c = Integer::from_digits(&digits, Order::Lsf) >> (bits.next_multiple_of(64) - bits);
            let c = if rng.random() { c } else { -c };
            if rng.random_ratio(1, sparsity) { c } else { Integer::new() }
        };
        let size: usize = dims.iter().product();
        let mut coefficients: Vec<Integer> = (0..size).map(&mut coefficient).collect();
        coefficients[size - 1] = 3.into();
        Dense::new(dims.to_vec(), coefficients).unwrap()
    }

    /// Both ways agree, on products and on quotients, of dense and of sparse polynomials.
    #[test]
    fn both_ways_agree() {
        let mut rng = StdRng::seed_from_u64(1);
        for (a, b, bits, sparsity) in [
            ([3, 1, 4], [2, 3, 1], 3, 1),
            ([2, 2, 2], [3, 3, 3], 64, 1),
            ([1, 1, 7], [1, 1, 1], 200, 1),
            ([4, 1, 2], [1, 5, 2], 63, 2),
            ([9, 7, 1], [8, 9, 1], 500, 20),
            ([20, 20, 3], [3, 30, 2], 70, 50),
        ] {
            let (a, b) = (random(&a, bits, sparsity, &mut rng), random(&b, bits, sparsity, &mut rng));
            let dims: Vec<usize> = a.dims.iter().zip(&b.dims).map(|(a, b)| a + b - 1).collect();
            let ab = schoolbook::product(&a, &b, dims.clone());
            assert_eq!(kronecker::product(&a, &b, dims, ENOUGH), Ok(ab.clone()));
            assert_eq!(product(&a, &b, ENOUGH), Ok(ab.clone()));
            let all = |a: &Dense, b: &Dense| {
                let dims = a.dims.iter().zip(&b.dims).map(|(a, b)| a - b + 1).collect();
                let bits = kronecker::quotient_bits(a);
                let both = [schoolbook::quotient(a, b, dims, bits), kronecker::quotient(a, b, bits, ENOUGH).unwrap()];
                assert_eq!(both[0], both[1]);
                assert_eq!(quotient(a, b, ENOUGH), Ok(both[0].clone()));
                both[0].clone()
            };
            if !b.is_constant() {
                assert_eq!((all(&ab, &a), all(&ab, &b)), (Some(b.clone()), Some(a.clone())));
                let mut other = ab.clone();
                other.coefficients[0] += 1;
                assert_eq!(all(&other, &b), None);
            }
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
        let q = quotient(&a, &b, ENOUGH).unwrap().unwrap();
        assert!(q.coefficients.iter().all(|c| *c == 1));
        assert_eq!(product(&q, &b, ENOUGH), Ok(a.clone()));
        assert_eq!(quotient(&a, &f(&[2, 1]), ENOUGH), Ok(None));
        // 64 bits and a sign.
        let large = Dense::constant(2, Integer::from(u64::MAX));
        let product = |a: &Dense, b: &Dense| product(a, b, ENOUGH).unwrap();
        assert_eq!(product(&product(&q, &large), &b), a.clone().scaled(&Integer::from(u64::MAX)));
    }

    /// Long integers are not made where there is no memory for them; few terms need none.
    #[test]
    fn memory_is_asked_first() {
        let mut rng = StdRng::seed_from_u64(2);
        let (a, b) = (random(&[30, 30], 100, 1, &mut rng), random(&[20, 20], 100, 1, &mut rng));
        let is_limit = |error: &crate::error::Error| matches!(error.kind(), ErrorKind::Limit { .. });
        assert!(product(&a, &b, 1000).is_err_and(|error| is_limit(&error)));
        let ab = product(&a, &b, ENOUGH).unwrap();
        assert!(quotient(&ab, &b, 1000).is_err_and(|error| is_limit(&error)));
        let mut coefficients = vec![Integer::new(); 1_000_000];
        for place in [0, 1, 1000, 999_999] {
            coefficients[place] = (Integer::from(1) << 100_000u32) + 1;
        }
        let sparse = Dense::new(vec![1000, 1000], coefficients).unwrap();
        assert_eq!(quotient(&sparse, &sparse, 1000), Ok(Some(Dense::one(2))));
    }
}
