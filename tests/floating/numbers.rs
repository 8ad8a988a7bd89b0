//! Random numbers of N doubles, most of them awkward.

use eliminant::floating::{exact, nearest};
use gpu::floating::{Real, Scalar};
use rand::Rng;
use rand::rngs::StdRng;
use rug::{Integer, Rational};

/// Real numbers of N doubles, one at a time.
pub trait Reals<const N: usize>: Real<Elem = [f64; N], Float = Scalar> {}
impl<const N: usize, R: Real<Elem = [f64; N], Float = Scalar>> Reals<N> for R {}

/// A double of about 2^e whose digits are random, few, many ones, or one.
pub fn double(rng: &mut StdRng, e: i32) -> f64 {
    let word: u64 = rng.random();
    let mantissa = match rng.random_range(0..6) {
        0 => 0,
        1 => u64::MAX,
        2 => 1,
        3 => u64::MAX << rng.random_range(0..52),
        4 => 1 << rng.random_range(0..52),
        _ => word,
    };
    let size = f64::from_bits(((1023 + e) as u64) << 52 | mantissa & ((1 << 52) - 1));
    if word >> 63 == 0 { size } else { -size }
}

/// A number of about 2^e: parts next to each other, or far apart, or none from somewhere on.
pub fn number<const N: usize>(rng: &mut StdRng, e: i32) -> [f64; N] {
    let mut sum = Rational::new();
    let mut at = e;
    for _ in 0..N {
        if rng.random_range(0..12) == 0 {
            break;
        }
        sum += Rational::from_f64(double(rng, at)).unwrap();
        at -= match rng.random_range(0..4) {
            0 => rng.random_range(40..120),
            1 => 54,
            _ => 53,
        };
    }
    nearest(&sum).unwrap()
}

/// A number near -a: its negative, changed in a part or by a little.
pub fn near_negative<const N: usize>(rng: &mut StdRng, a: &[f64; N]) -> [f64; N] {
    let mut sum = -exact(a).unwrap();
    let places = rng.random_range(0..54 * N as u32);
    let change = sum.clone() * i32::from(rng.random_range(-3i8..=3));
    sum += change / Rational::from(Integer::from(1) << places);
    let mut b = nearest(&sum).unwrap();
    if rng.random_range(0..3) == 0 {
        b = a.map(|part| -part);
        let i = rng.random_range(0..N);
        b[i] *= 1.0 + f64::EPSILON;
        b = nearest(&exact(&b).unwrap()).unwrap();
    }
    b
}

/// No part overlaps what follows it: each is a multiple of a power of two above that.
pub fn apart(parts: &[f64]) -> bool {
    (0..parts.len()).all(|i| {
        let rest = exact(&parts[i + 1..]).unwrap().abs();
        let part = Rational::from_f64(parts[i]).unwrap();
        if part.is_zero() {
            return true;
        }
        // The last set bit: of the numerator of an odd denominator, or one over the denominator.
        let bit = match part.numer().find_one(0) {
            Some(zeros) if *part.denom() == 1 => Rational::from(Integer::from(1) << zeros),
            _ => Rational::from((1, part.denom().clone())),
        };
        rest < bit
    })
}
