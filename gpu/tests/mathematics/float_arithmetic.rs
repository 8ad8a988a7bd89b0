//! The 24-bit and 31-bit arithmetic through floats and the Montgomery inverses, on edges, at the ends of the ranges and at
//! random.

use crate::common::*;
use gpu::Field;
use gpu::arith::inverse::{Invert, invert_batch, montgomery_inverse_24, montgomery_inverse_31};
use gpu::arith::word_inverse::word_inverse;
use gpu::arith::{Bundle, Float24, Float31, Mont31, Mont31x4, Mont31x16};

/// Residues near 0, m / 2, m and powers of two.
fn edges(m: u32) -> Vec<u32> {
    let mut list = vec![];
    for centre in [0, m / 3, m / 2, m - 1, 1 << 8, 1 << 12, 1 << 16, 1 << 20, 1 << 22, 1 << 23, 1 << 29, 1 << 30] {
        list.extend((centre as i64 - 3..=centre as i64 + 3).filter(|x| (0..m as i64).contains(x)).map(|x| x as u32));
    }
    // Products that end just below and just above a multiple of m.
    for x in [2, 3, 5, 257, 65537, 100_003] {
        list.push(inverse_mod(x % m, m));
        list.push((m - inverse_mod(x % m, m)) % m);
    }
    list.sort();
    list.dedup();
    list
}

fn agree<F: Field<Elem = u32>>(field: &F, m: u32, a: u32, b: u32, c: u32, d: u32) {
    let exact = mul_mod(a, b, m);
    assert_eq!(field.mul(a, b), exact, "{a} * {b} mod {m}");
    let sum = (exact + mul_mod(c, d, m)) % m;
    assert_eq!(field.dot2(a, b, c, d), sum, "{a} * {b} + {c} * {d} mod {m}");
    let more = ((sum as u64 + mul_mod(a, d, m) as u64) % m as u64) as u32;
    assert_eq!(field.dot3(a, b, c, d, a, d), more, "{a} * {b} + {c} * {d} + {a} * {d} mod {m}");
    assert_eq!(field.add(a, b) as u64, (a as u64 + b as u64) % m as u64);
    assert_eq!(field.sub(a, b) as u64, (a as u64 + m as u64 - b as u64) % m as u64);
}

fn suite<F: Field<Elem = u32>>(m: u32, field: &F, random: &mut Random, rounds: u32) {
    let edges = edges(m);
    for &a in &edges {
        for &b in &edges {
            agree(field, m, a, b, b, a);
            agree(field, m, a, b, m - 1, m - 1);
            agree(field, m, a, b, m - 1 - a, b);
        }
    }
    for _ in 0..rounds {
        // Near m, where the errors of the quotient are largest, and anywhere.
        let near = |random: &mut Random| m - 1 - random.below(5000.min(m));
        let (a, b, c, d) = (near(random), near(random), near(random), near(random));
        agree(field, m, a, b, c, d);
        let (a, b, c, d) = (random.below(m), random.below(m), random.below(m), random.below(m));
        agree(field, m, a, b, c, d);
    }
}

#[test]
fn float24_on_edges_and_at_random() {
    let mut random = Random::new(10);
    let mut primes = primes_below(Float24::MAX, 12);
    primes.extend(primes_above(Float24::MIN, 12));
    // Around the powers of two and of the square root of two where the proof changes its case.
    for start in [1 << 22, 1 << 23, 11_863_283, 11_965_845] {
        primes.extend(primes_above(start, 2));
        primes.extend(primes_below(start - 1, 2));
    }
    for m in primes {
        suite(m, &Float24::new(m).unwrap(), &mut random, 3000);
    }
    // Not prime, but where Listing 1 as printed fails: a b - l m is 2.32 m.
    let field = Float24::new(11_965_845).unwrap();
    assert_eq!(field.mul_mod(11_963_880, 11_963_889), mul_mod(11_963_880, 11_963_889, 11_965_845));
}

#[test]
fn float31_on_edges_and_at_random() {
    let mut random = Random::new(11);
    let mut primes = primes_below(Float31::MAX, 12);
    primes.extend(primes_above(Float31::MIN, 12));
    primes.extend(primes_above(1 << 30, 4));
    primes.extend(primes_below(1 << 30, 4));
    primes.extend(primes_below(Mont31::MAX, 4));
    for m in primes {
        suite(m, &Float31::new(m).unwrap(), &mut random, 3000);
    }
}

#[test]
fn float24_all_pairs_with_one_factor() {
    let m = primes_below(Float24::MAX, 1)[0];
    let field = Float24::new(m).unwrap();
    for a in (0..m).step_by(29) {
        for b in [m - 1, m / 2, 4097] {
            assert_eq!(field.mul_mod(a, b), mul_mod(a, b, m), "{a} * {b} mod {m}");
        }
    }
}

#[test]
fn ranges_are_checked() {
    assert!(Float24::new(Float24::MIN - 2).is_none() && Float24::new(Float24::MAX + 2).is_none());
    assert!(
        Float24::new(1 << 20).is_none() && Float24::new(Float24::MIN).is_some() && Float24::new(Float24::MAX).is_some()
    );
    assert!(Float31::new(Float31::MIN - 2).is_none() && Float31::new(Float31::MAX + 2).is_none());
    assert!(
        Float31::new(1 << 30).is_none() && Float31::new(Float31::MIN).is_some() && Float31::new(Float31::MAX).is_some()
    );
}

fn inverse_is_right(x: u32, m: u32) {
    let mu = word_inverse(m);
    let expected = inverse_mod(x, m);
    assert_eq!(montgomery_inverse_31(x, m, mu), expected, "1 / {x} mod {m}");
    if m < 1 << 24 {
        assert_eq!(montgomery_inverse_24(x, m, mu & 0xff_ffff), expected, "1 / {x} mod {m}");
    }
    if let Some(field) = Mont31::new(m) {
        assert_eq!(field.leave(field.invert(field.enter(x))), expected, "1 / {x} mod {m}");
    }
}

#[test]
fn inverses_of_everything_modulo_small_primes() {
    for m in [3, 5, 7, 11, 13, 127, 251, 257, 8191, 65521, 65537] {
        for x in 0..m {
            inverse_is_right(x, m);
        }
    }
}

#[test]
fn inverses_modulo_small_composites() {
    for m in [9u32, 15, 21, 45, 105, 1155, 32767] {
        for x in 1..m {
            let y = montgomery_inverse_31(x, m, word_inverse(m));
            let z = montgomery_inverse_24(x, m, word_inverse(m) & 0xff_ffff);
            let (mut a, mut b) = (x, m);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            if a == 1 {
                assert_eq!((mul_mod(x, y, m), y), (1, z), "1 / {x} mod {m}");
                assert!(y < m);
            }
        }
    }
}

#[test]
fn inverses_on_edges_and_at_random() {
    let mut random = Random::new(12);
    let mut primes = vec![];
    for top in [1 << 12, 1 << 16, 1 << 20, 1 << 23, 1 << 24, 1 << 29, 1 << 30, Mont31::MAX, (1 << 31) - 1] {
        primes.extend(primes_below(top, 6));
        if top < 1 << 31 {
            primes.extend(primes_above(top, 6));
        }
    }
    for m in primes.into_iter().filter(|&m| m < 1 << 31) {
        for x in edges(m) {
            inverse_is_right(x, m);
        }
        for _ in 0..500 {
            inverse_is_right(random.below(m), m);
        }
    }
}

fn batch<F: Invert + Plain>(field: &F) {
    let mut random = Random::new(13);
    let primes = field.primes();
    for len in [0usize, 1, 2, 31, 32, 33, 100] {
        let mut lanes = random_polynomials(&primes, len.max(1), &mut random);
        for (lane, values) in lanes.iter_mut().enumerate() {
            for (i, value) in values.iter_mut().enumerate() {
                if (i + lane) % 7 == 0 || lane == 3 {
                    *value = 0;
                }
            }
        }
        let mut values = pack(field, &lanes);
        let mut prefix = vec![field.one(); len];
        invert_batch(field, &mut &mut values[..], &mut &mut prefix[..], len as u32);
        for (i, &value) in values.iter().enumerate() {
            for (lane, (&x, &p)) in field.leave_all(value).iter().zip(&primes).enumerate() {
                let expected = if i < len { inverse_mod(lanes[lane][i], p) } else { lanes[lane][i] };
                assert_eq!(x, expected, "lane {lane}, element {i} of {len}");
            }
        }
    }
}

#[test]
fn batches_skip_zeros() {
    batch(&Mont31::new(primes_below(Mont31::MAX, 1)[0]).unwrap());
    batch(&Float24::new(primes_below(Float24::MAX, 1)[0]).unwrap());
    batch(&Float31::new(primes_below(Float31::MAX, 1)[0]).unwrap());
    let primes: Vec<_> = primes_below(Mont31::MAX, 16).iter().map(|&p| Mont31::new(p).unwrap()).collect();
    batch(&Mont31x16::from_primes(&primes).unwrap());
    let four = Mont31x4::from_primes(&primes[..4]).unwrap();
    let a = gpu::arith::Lanes4([1, 0, 12345, 7]);
    let inverse = four.invert(a);
    let product = four.mul(a, inverse);
    assert_eq!(four.zeros(four.sub(product, four.one())), 0b1101);
    assert_eq!(inverse.0[1], 0);
}
