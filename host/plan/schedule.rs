//! The degrees of the remainder sequence, from a few random points.

use crate::control::Control;
use crate::error::{Error, Result};
use crate::plan::prime61::Prime61;
use crate::plan::remainders::Remainders;
use crate::plan::rows::{Exponents, Rows};
use gpu::Field;
use gpu::arith::Mont31;
use rand::Rng;
use rug::Integer;

/// Degrees d_0 >= d_1 > d_2 > ... that nearly every specialisation follows, as [`gpu::resultant::remainder::resultant`] wants them,
/// where d_0 = max(deg f, deg g). The schedule is a matter of speed only: lanes check it.
///
/// Degrees of a specialisation never exceed the generic ones while leading coefficients survive, so of a few random points
/// modulo random primes the lexicographically largest sequence is the generic one.
/// Primes are of 31 bits, modulo which that takes less time (`plan/remainders.rs`).
///
/// One point suffices when its degrees fall by one in every step: no sequence is larger.
///
/// With `modulus`, the sequence modulo that odd prime; a few points more, as a small field has more bad ones.
///
/// # Errors
/// `Cancelled`; `Argument` for a modulus that is even.
pub fn schedule(f: &Rows, g: &Rows, modulus: Option<u32>, rng: &mut impl Rng, control: &Control) -> Result<Vec<u32>> {
    if let Some(p) = modulus.filter(|p| p % 2 == 0) {
        return Err(Error::argument("modulus", format!("{p}: must be an odd prime")));
    }
    let (large, small) = if f.rows.len() >= g.rows.len() { (f, g) } else { (g, f) };
    let mut best = vec![large.rows.len() as u32 - 1, small.rows.len() as u32 - 1];
    for _ in 0..modulus.map_or(3, |_| 8) {
        let field = modulus.map_or_else(|| Prime61::random_short(rng), |p| Prime61::new(u64::from(p)));
        let point: Vec<u64> = (0..f.kept).map(|_| field.element(rng)).collect();
        let [a, b] = [large, small].map(|h| field.specialise(h, &point));
        // Degrees are those of f and g.
        if [&a, &b].iter().any(|h| h.last() == Some(&0)) {
            continue;
        }
        best = best.max(Remainders::new(field, a, b, control)?.degrees);
        if best.len() == best[1] as usize + 2 {
            break;
        }
    }
    Ok(best)
}

/// The coefficients of the specialisation at `point` (Montgomery form), constant term first.
pub(crate) fn values(polynomial: &Rows, field: &Mont31, point: &[u32]) -> Vec<u32> {
    let term = |(coefficient, exponents): &(Integer, Exponents)| {
        let start = field.enter(coefficient.mod_u(field.modulus()));
        point.iter().zip(exponents).fold(start, |acc, (&x, &e)| field.mul(acc, field.pow(x, e)))
    };
    polynomial.rows.iter().map(|row| row.terms.iter().fold(0, |sum, t| field.add(sum, term(t)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn an_even_modulus_is_refused() {
        let (f, mut rng) = (Rows { kept: 1, rows: Vec::new() }, StdRng::seed_from_u64(2));
        let error = schedule(&f, &f, Some(2), &mut rng, &Control::default()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "{error}");
    }
}
