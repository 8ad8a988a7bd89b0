//! Fractions to doubles and back.

use rug::{Integer, Rational};

/// The N doubles nearest to `x`: each is what is left of `x` by the earlier ones, rounded to nearest even.
///
/// So `nearest::<1>` is the correctly rounded double, and for N = 2 and 4 the error is at most half a last place of the last part. `None`
/// where `x` rounds to an infinity.
///
/// ```
/// use eliminant::floating::{exact, nearest};
/// use rug::Rational;
///
/// let third = Rational::from((1, 3));
/// let [high, low] = nearest::<2>(&third).unwrap();
/// assert_eq!(high, 1.0 / 3.0);
/// let error = third - exact(&[high, low]).unwrap();
/// assert!(error.abs() < Rational::from((1, rug::Integer::from(1) << 108)));
/// ```
pub fn nearest<const N: usize>(x: &Rational) -> Option<[f64; N]> {
    let mut parts = [0.0; N];
    let mut rest = x.clone();
    for part in &mut parts {
        *part = nearest_double(&rest)?;
        rest -= Rational::from_f64(*part)?;
    }
    Some(parts)
}

/// The sum of `parts`; `None` where one of them is not finite.
///
/// ```
/// use eliminant::floating::exact;
/// assert_eq!(exact(&[0.5, -0.125]).unwrap(), rug::Rational::from((3, 8)));
/// assert_eq!(exact(&[f64::NAN, 0.0]), None);
/// ```
pub fn exact(parts: &[f64]) -> Option<Rational> {
    parts.iter().map(|&part| Rational::from_f64(part)).sum()
}

/// x rounded to nearest even, subnormal numbers included; `None` where that is an infinity.
fn nearest_double(x: &Rational) -> Option<f64> {
    if x.is_zero() {
        return Some(0.0);
    }
    let (numerator, denominator) = (x.numer().clone().abs(), x.denom());
    // 2^k <= |x| < 2^(k + 1)
    let mut k = i64::from(numerator.significant_bits()) - i64::from(denominator.significant_bits());
    if scaled(&numerator, -k) < scaled(denominator, k) {
        k -= 1;
    }
    // The last place of a double of that size, and |x| in such places: at most 2^53.
    let place = (k - 52).max(-1074);
    let (n, d) = (scaled(&numerator, -place), scaled(denominator, place));
    let (mut quotient, remainder) = n.div_rem(d.clone());
    let twice = remainder << 1u32;
    if twice > d || (twice == d && quotient.is_odd()) {
        quotient += 1;
    }
    // With the highest bit as part of the exponent: subnormal numbers and a round up to the next power of two come out right. Places
    // above 2^971 are beyond the largest double; one below may round up to infinity.
    let place = u64::try_from(place + 1074).ok().filter(|&place| place < 2046)?;
    let size = Some(f64::from_bits((place << 52) + quotient.to_u64()?)).filter(|size| size.is_finite())?;
    Some(if x.is_negative() { -size } else { size })
}

/// `x` 2^e for e > 0, else x.
fn scaled(x: &Integer, e: i64) -> Integer {
    match usize::try_from(e) {
        Ok(e) => x.clone() << e,
        Err(_) => x.clone(),
    }
}
