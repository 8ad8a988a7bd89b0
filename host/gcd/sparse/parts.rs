//! The GCD and the cofactors from one of them, by exact division.

use super::progression::Target;
use crate::alone;
use crate::error::{Error, Result};
use crate::poly::Polynomial;

/// The GCD of f and g, f / gcd and g / gcd, where the candidate for one of them leads to a common divisor of these degrees; `None` where it does not. `quotient` is a / b if
/// b divides a.
///
/// # Errors
/// Of `quotient`.
pub(super) fn parts(
    (f, g): (&Polynomial, &Polynomial),
    (target, candidate): (Target, Polynomial),
    degrees: &[u32],
    quotient: impl Fn(&Polynomial, &Polynomial) -> Result<Option<Polynomial>> + Sync,
) -> Result<Option<[Polynomial; 3]>> {
    let parts = match target {
        Target::Gcd => {
            let (a, b) = alone::join(|| quotient(f, &candidate), || quotient(g, &candidate));
            a?.zip(b?).map(|(a, b)| [candidate, a, b])
        }
        Target::First => quotient(f, &candidate)?
            .map(|gcd| Ok::<_, Error>(quotient(g, &gcd)?.map(|b| [gcd, candidate, b])))
            .transpose()?
            .flatten(),
        Target::Second => quotient(g, &candidate)?
            .map(|gcd| Ok::<_, Error>(quotient(f, &gcd)?.map(|a| [gcd, a, candidate])))
            .transpose()?
            .flatten(),
    };
    let has_degrees =
        |gcd: &Polynomial| degrees.iter().enumerate().all(|(k, &degree)| gcd.degree_in(k) == Some(degree));
    Ok(parts.filter(|[gcd, ..]| has_degrees(gcd)))
}
