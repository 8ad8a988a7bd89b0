//! Half-gcd on a CPU, as plans have to know it: the degrees from which it is faster, and the lengths of its transforms.

/// Points of the transforms for polynomials of degree `degree`: 15 2^a.
pub fn half_gcd_points(degree: u32) -> u32 {
    15 * (degree / 15 + 1).next_power_of_two()
}

/// Degree of the shorter polynomial from which half-gcd of a full bundle is the faster way to a resultant in one variable, modulo primes
/// below 2^32 / 3.
// 1400 on a Zen 3 with AVX2, 1400 and 2000 on a Xeon.
pub(crate) const HALF_RESULTANT_31: u32 = 1500;

/// The same modulo primes below 2^50.
pub(crate) const HALF_RESULTANT_50: u32 = 4000;

/// The same for primes that are sure to have so many bits.
pub(crate) const fn half_resultant(prime_bits: u32) -> u32 {
    if prime_bits > 31 { HALF_RESULTANT_50 } else { HALF_RESULTANT_31 }
}
