//! Random integers and random polynomials.

use eliminant::Polynomial;
use eliminant::plan::primes::{self, Word};
use gpu::arith::{Mont31, Mont50};
use rand::Rng;
use rand::rngs::StdRng;
use rug::Integer;
use std::sync::OnceLock;

/// One of the values.
pub fn pick<T: Copy>(rng: &mut StdRng, values: &[T]) -> T {
    values[rng.random_range(0..values.len())]
}

/// True once in so many times.
pub fn once_in(rng: &mut StdRng, times: u32) -> bool {
    rng.random_range(0..times) == 0
}

/// A prime that engines take early: one of the largest that leave 1 modulo a power of 2, most often of all of a word.
pub fn engine_prime(rng: &mut StdRng) -> u64 {
    static PRIMES: OnceLock<Vec<u64>> = OnceLock::new();
    let all = || {
        let mut all = first::<Mont31>(1);
        all.extend(first::<Mont50>(1));
        all.extend_from_within(..);
        all.extend([16, 1 << 8, 1 << 12].into_iter().flat_map(first::<Mont31>));
        all
    };
    pick(rng, PRIMES.get_or_init(all))
}

/// Some of the largest primes of a word that leave 1 modulo `modulus`.
fn first<M: Word>(modulus: u32) -> Vec<u64> {
    let bits = 2 * u64::from(M::MAX.ilog2()) + 2;
    let primes = primes::largest::<M>(modulus, bits, &|_| true).unwrap_or_default();
    primes.iter().map(|prime| prime.field.p()).collect()
}

/// A prime at which something may go wrong: small, at an end of the range of moduli, or one of an engine.
pub fn critical_prime(rng: &mut StdRng) -> u64 {
    match rng.random_range(0..8) {
        0..3 => pick(rng, &[2, 3, 5, 7]),
        3 => (1 << 31) - 1,
        _ => engine_prime(rng),
    }
}

/// A random integer of at most so many bits, not 0 unless `bits` is.
pub fn positive(rng: &mut StdRng, bits: u32) -> Integer {
    let mut value = Integer::new();
    for _ in 0..bits.div_ceil(64) {
        value = (value << 64) + rng.random::<u64>();
    }
    value.keep_bits_mut(bits);
    value.set_bit(rng.random_range(0..bits.max(1)), bits > 0);
    value
}

/// A coefficient of about `bits` bits at most, seldom 0, often one with few or special bits.
pub fn coefficient(rng: &mut StdRng, bits: u32) -> Integer {
    let few = rng.random_range(1..=bits);
    let value = match rng.random_range(0..16) {
        0..6 => positive(rng, bits),
        6..10 => positive(rng, few),
        10..12 => Integer::from(1),
        12 => Integer::from(1) << (few - 1),
        13 => (Integer::from(1) << few) - 1u32,
        14 => positive(rng, few) * critical_prime(rng),
        _ => Integer::from(rng.random_range(0..3)),
    };
    if rng.random() { -value } else { value }
}

/// All exponents within the degrees, each with probability `density`.
pub fn within(rng: &mut StdRng, vars: &[&str], degrees: &[u32], density: f64, bits: u32) -> Polynomial {
    let mut terms = Vec::new();
    let mut exponents = vec![0; degrees.len()];
    loop {
        if rng.random_bool(density) {
            terms.push((coefficient(rng, bits), exponents.clone()));
        }
        // The next exponents, the first counting fastest.
        let Some(k) = (0..degrees.len()).find(|&k| exponents[k] < degrees[k]) else { break };
        exponents[..k].fill(0);
        exponents[k] += 1;
    }
    of(vars, terms)
}

/// So many terms of any exponents within the degrees.
pub fn sparse(rng: &mut StdRng, vars: &[&str], degrees: &[u32], terms: u32, bits: u32) -> Polynomial {
    let term = |rng: &mut StdRng| (coefficient(rng, bits), degrees.iter().map(|&d| rng.random_range(0..=d)).collect());
    let terms = (0..terms).map(|_| term(rng)).collect();
    of(vars, terms)
}

/// The constant.
pub fn constant(vars: &[&str], value: Integer) -> Polynomial {
    of(vars, vec![(value, vec![0; vars.len()])])
}

/// coefficient * variable^exponent.
pub fn monomial(vars: &[&str], place: usize, exponent: u32, value: Integer) -> Polynomial {
    let mut exponents = vec![0; vars.len()];
    exponents[place] = exponent;
    of(vars, vec![(value, exponents)])
}

/// f with all exponents of the variable at `place` multiplied.
pub fn inflated(f: &Polynomial, place: usize, times: u32) -> Polynomial {
    mapped(f, |coefficient, exponents| {
        exponents[place] *= times;
        coefficient
    })
}

/// f with every term changed; terms may become 0 or alike.
pub fn mapped(f: &Polynomial, mut change: impl FnMut(Integer, &mut Vec<u32>) -> Integer) -> Polynomial {
    let vars: Vec<&str> = f.vars().iter().map(String::as_str).collect();
    let term = |term: &eliminant::poly::Term| {
        let mut exponents = term.exponents.to_vec();
        (change(term.coefficient.clone(), &mut exponents), exponents)
    };
    let terms = f.terms().iter().map(term).collect();
    of(&vars, terms)
}

/// The sum of the terms.
pub fn of(vars: &[&str], terms: Vec<(Integer, Vec<u32>)>) -> Polynomial {
    Polynomial::from_terms(vars, terms).expect("exponents for all variables")
}
