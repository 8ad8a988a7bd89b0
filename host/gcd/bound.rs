//! Bounds on the coefficients of a divisor of known degree, and bits of primes.
//!
//! For h | f in Z\[x\], deg h = d: |h_i| <= C(d, i) M(h) with the Mahler measure M(h) = |lc(h)| prod max(1, |root|), and the roots of h
//! are roots of f, so M(h) / |lc(h)| <= M(f) / |lc(f)| <= |f|_2 / |lc(f)| (Mignotte). A common divisor's leading coefficient divides
//! those of both. The same holds for x^d h(1/x) with the trailing coefficients: the reversal trick of the GCD paper, section 4.1.

use super::pair::Pair;
use crate::engine::AnyEngine;
use rug::Integer;

/// log2 C(n, k) within 1, from above.
pub(super) fn log2_binomial(n: u64, k: u64) -> f64 {
    // Stirling: C(n, k) <= 2^(n H(k / n)), H the binary entropy.
    if k == 0 || k >= n {
        return 0.0;
    }
    let x = k as f64 / n as f64;
    n as f64 * (-x * x.log2() - (1.0 - x) * (1.0 - x).log2()) + 1e-6
}

/// log2 |f|_2, from above, for the magnitudes of its coefficients: 64-bit limbs, least significant first, no leading zeros.
pub(super) fn log2_norm<'a>(f: impl Iterator<Item = &'a [u64]>) -> f64 {
    let (mut sum, mut top) = (0.0f64, i64::MIN);
    // sum 2^(2 top) is the square of the norm.
    for c in f.filter(|c| !c.is_empty()) {
        let limb = |k: usize| c.len().checked_sub(k).map_or(0.0, |i| c[i] as f64);
        // Two limbs hold at least 65 bits.
        let mantissa = limb(1) + limb(2) * 2f64.powi(-64);
        let exponent = 64 * (c.len() as i64 - 1);
        if exponent > top {
            sum *= 2f64.powf((2 * (top.max(exponent - 1000) - exponent)) as f64);
            top = exponent;
        }
        sum += mantissa * mantissa * 2f64.powi((2 * (exponent - top)).max(-2000) as i32);
    }
    if top == i64::MIN { 0.0 } else { 0.5 * sum.log2() + top as f64 + 1e-6 }
}

/// log2 |c|, c not 0.
fn log2(c: &Integer) -> f64 {
    let (mantissa, exponent) = c.to_f64_exp();
    mantissa.abs().log2() + f64::from(exponent)
}

/// Bits that suffice for the absolute values of the coefficients of every divisor of f of degree `degree` whose trailing and
/// leading coefficients divide `trail` and `lead`. `f` are the magnitudes of f, `first` and `last` f(0) and lc(f); none of `trail`,
/// `lead`, `first`, `last` is 0.
pub(super) fn divisor_bits<'a>(
    f: impl Iterator<Item = &'a [u64]>,
    (first, last): (&Integer, &Integer),
    degree: u32,
    (trail, lead): (&Integer, &Integer),
) -> u64 {
    let ratio = (log2(lead) - log2(last)).min(log2(trail) - log2(first));
    let degree = u64::from(degree);
    (log2_binomial(degree, degree / 2) + log2_norm(f) + ratio).max(0.0).ceil() as u64 + 1
}

/// Bits that a content adds to the bits of coefficients.
pub(super) fn content_bits(content: &Integer) -> u64 {
    if *content == 1 { 0 } else { content.significant_bits().into() }
}

/// Bits by which the primes must exceed a candidate for a trial: one that is wrong is so small with probability 2^-`SLACK` per
/// coefficient.
pub(super) const SLACK: f64 = 10.0;

/// Bits of the primes with which a pair's GCD is usually known: those of the smaller polynomial, with the scale.
pub(super) fn usual_bits(pair: &Pair<'_>) -> u64 {
    pair.f.height.min(pair.g.height) + u64::from(pair.lead.significant_bits()) + SLACK as u64
}

/// log2 of the largest prime of an engine.
pub(super) fn word(engine: &dyn AnyEngine) -> f64 {
    (engine.prime_size().most() as f64).log2()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(f: &[i64], g: &[i64]) -> Vec<Integer> {
        let mut out = vec![Integer::new(); f.len() + g.len() - 1];
        for (i, a) in f.iter().enumerate() {
            for (j, b) in g.iter().enumerate() {
                out[i + j] += a * b;
            }
        }
        out
    }

    fn magnitudes(f: &[Integer]) -> Vec<Vec<u64>> {
        f.iter().map(|c| c.to_digits(rug::integer::Order::Lsf)).collect()
    }

    /// Divisors with larger coefficients than their multiples.
    #[test]
    fn divisors_are_within() {
        let cases: [(&[i64], &[i64]); 4] = [
            (&[1, 2, 3, 2, 1], &[1, -2, 1]),
            (&[1, -3, 3, -1], &[1, 3, 6, 7, 6, 3, 1]),
            (&[5, 1], &[7]),
            (&[1, 4, 6, 4, 1], &[-1, 4, -6, 4, -1]),
        ];
        for (h, cofactor) in cases {
            let f = product(h, cofactor);
            let height = h.iter().map(|c| 64 - c.unsigned_abs().leading_zeros()).max().unwrap();
            let (lead, trail) = (Integer::from(h[h.len() - 1]), Integer::from(h[0]));
            let bound = divisor_bits(
                magnitudes(&f).iter().map(|c| &c[..]),
                (&f[0], &f[f.len() - 1]),
                h.len() as u32 - 1,
                (&trail, &lead),
            );
            assert!(u64::from(height) <= bound, "{h:?}: {height} > {bound}");
        }
    }

    #[test]
    fn norms_of_any_size() {
        let tower: Vec<Integer> = [1u32, 5000, 3, 100_000].map(|bits| Integer::from(1) << bits).to_vec();
        let log2_norm = |f: &[Integer]| log2_norm(magnitudes(f).iter().map(|c| &c[..]));
        let norm = log2_norm(&tower);
        assert!((100_000.0..100_000.001).contains(&norm), "{norm}");
        let norm = log2_norm(&[3, 4].map(Integer::from));
        assert!((norm - 5f64.log2()).abs() < 1e-5, "{norm}");
        assert_eq!(log2_norm(&[]), 0.0);
    }

    #[test]
    fn binomials_are_bounded() {
        let (mut row, n) = (vec![Integer::from(1)], 60u64);
        for _ in 0..n {
            let next = row.windows(2).map(|w| Integer::from(&w[0] + &w[1]));
            row = [Integer::from(1)].into_iter().chain(next).chain([Integer::from(1)]).collect();
        }
        for (k, c) in row.iter().enumerate() {
            let bound = log2_binomial(n, k as u64);
            assert!(c.to_f64().log2() <= bound + 1e-9 && bound <= c.to_f64().log2() + 4.0, "{k}");
        }
    }
}
