//! Roots that lie together, found at once.
//!
//! Where a disc with center z has k roots near its center and all others are far away, f(z + R x) is about c_k x^k: |c_k| exceeds the sum of the other |c_j|. Then
//! the disc |x| <= 1 has exactly k roots, and where |c_k| r^k exceeds the sum of the other |c_j| r^j they are in |x| < r (Rouche's theorem, Pellet's test).
//! The mean of the k roots is about -c_(k-1) / (k c_k). So the bits in which the roots of a cluster are known to agree double from step to step, as in Newton's
//! method.
//!
//! Source: Becker, Sagraloff, Sharma, Yap, A near-optimal subdivision algorithm for complex root isolation based on the Pellet test and Newton iteration, 2018.

use super::local::Local;
use rug::{Float, Integer};

/// Bits of numbers that need no more.
const PRECISION: u32 = 64;

/// Expected roots.
pub struct Expected {
    /// How many lie together.
    pub count: u32,
    /// Where, if the interval is that from 0 to 1.
    pub place: Float,
}

/// A cluster, from f on an interval with a cluster: near k roots at z is f/f' about (x - z)/k. Both ends give k and z.
pub fn expected(local: &Local) -> Option<Expected> {
    let c = local.rows.numbers();
    let (mut value, mut slope) = (Integer::new(), Integer::new());
    c.iter().enumerate().for_each(|(k, c)| {
        value += c;
        slope += Integer::from(c * k as u64);
    });
    let precision = PRECISION.max(local.accuracy());
    let ratio = |value: &Integer, slope: &Integer| {
        (!slope.is_zero()).then(|| Float::with_val(precision, value) / Float::with_val(precision, slope))
    };
    let [below, above] = [ratio(c.first()?, c.get(1)?)?, ratio(&value, &slope)?];
    let count = Float::with_val(precision, 1 / Float::with_val(precision, &above - &below));
    let place = -below * &count;
    let count = count.to_f64().round();
    let fits = (1.0..=c.len() as f64).contains(&count);
    fits.then_some(Expected { count: count as u32, place })
}

/// The roots of f in the disc around the center of an interval z - R, z + R: k of them, all with |x - z| <= R / 2^closer.
pub struct Together {
    pub count: u32,
    pub closer: u32,
}

/// -c_(k-1) / (k c_k): the mean of k roots near the center, for f(z + R x) whose largest coefficient is c_k.
pub fn mean(c: &[Integer], k: u32) -> Option<Float> {
    let lead = c.get(k as usize).filter(|lead| c.iter().all(|c| c.cmp_abs(lead).is_le()))?;
    let below = c.get(k.checked_sub(1)? as usize)?;
    let precision = PRECISION.max(lead.significant_bits());
    Some(-Float::with_val(precision, below) / Float::with_val(precision, lead) / k)
}

/// Pellet's test of f(z + R x), which has so many coefficients.
pub fn together(local: &Local, coefficients: usize) -> Option<Together> {
    let c = local.rows.numbers();
    let error = Integer::from(local.error);
    let largest = (0..c.len()).max_by_key(|&k| c[k].clone().abs())?;
    let mut others = Integer::from(&error * (coefficients as u64));
    c.iter().enumerate().filter(|(k, _)| *k != largest).for_each(|(_, c)| others += c.clone().abs());
    // At most half for the sum over j > k at r = 1, so that it is at most a fourth for r <= 1/2; then half is left for j < k.
    let lead = c[largest].clone().abs() - &error;
    if Integer::from(&others * 2u32) >= lead {
        return None;
    }
    // |c_j| r^j <= |c_k| r^k / (4 k) for j < k.
    let log2 = |c: &Integer| {
        let (mantissa, exponent) = c.to_f64_exp();
        mantissa.log2() + f64::from(exponent)
    };
    let wanted = log2(&lead) - (4.0 * largest as f64).log2() - 0.001;
    let closer = |j: usize| (wanted - log2(&(c[j].clone().abs() + &error))) / (largest - j) as f64;
    let closer = (0..largest).map(closer).fold(f64::from(u32::MAX), f64::min).max(0.0);
    Some(Together { count: largest as u32, closer: closer as u32 })
}
