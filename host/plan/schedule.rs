//! The degrees of the remainder sequence, from a few random points.

use crate::control::Control;
use crate::error::{Error, Result};
use crate::plan::prime61::Prime61;
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
        let field = modulus.map_or_else(|| Prime61::random(rng), |p| Prime61::new(u64::from(p)));
        let point: Vec<u64> = (0..f.kept).map(|_| field.element(rng)).collect();
        let sequence = degrees(field, field.specialise(large, &point), field.specialise(small, &point), control)?;
        best = best.max(sequence);
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

/// Degrees of the Euclidean remainder sequence of `a`, `b` (constant term first, formal degrees); ends early where the
/// leading coefficient of b vanishes.
///
/// # Errors
/// `Cancelled`.
fn degrees(field: Prime61, mut a: Vec<u64>, mut b: Vec<u64>, control: &Control) -> Result<Vec<u32>> {
    let mut degrees = vec![a.len() as u32 - 1, b.len() as u32 - 1];
    while b.len() > 1 {
        let Some(&lead) = b.last().filter(|&&lead| lead != 0) else { return Ok(degrees) };
        divide(field, &mut a, &b, field.inverse(lead), control)?;
        while a.last() == Some(&0) {
            a.pop();
        }
        if a.is_empty() {
            return Ok(degrees);
        }
        degrees.push(a.len() as u32 - 1);
        std::mem::swap(&mut a, &mut b);
    }
    Ok(degrees)
}

/// Element steps between two looks at the control: a few milliseconds.
const LOOK: usize = 1 << 20;

/// Leaves of `a` the remainder by `b`, below the degree of `b`, perhaps with leading zeros; `inverse` is that of the leading
/// coefficient of `b`. Constant terms come first. O(deg b) steps for each degree that `a` loses.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn divide(field: Prime61, a: &mut Vec<u64>, b: &[u64], inverse: u64, control: &Control) -> Result<()> {
    let mut steps = 0;
    // With the look at the beginning, a sequence of short divisions looks often enough.
    control.check()?;
    while a.len() >= b.len() {
        let Some(top) = a.pop() else { break };
        let off = a.len() + 1 - b.len();
        let factor = field.mul(top, inverse);
        for (x, &y) in a[off..].iter_mut().zip(b) {
            *x = field.sub(*x, field.mul(factor, y));
        }
        steps += b.len();
        if steps >= LOOK {
            control.check()?;
            steps = 0;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use std::time::{Duration, Instant};

    #[test]
    fn an_even_modulus_is_refused() {
        let (f, mut rng) = (Rows { kept: 1, rows: Vec::new() }, StdRng::seed_from_u64(2));
        let error = schedule(&f, &f, Some(2), &mut rng, &Control::default()).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument { .. }), "{error}");
    }

    /// Some 10^10 steps, of which a second sees a tenth at most.
    #[test]
    fn cancelled_within_a_second() {
        let mut rng = StdRng::seed_from_u64(1);
        let field = Prime61::random(&mut rng);
        let [a, b] = [100_001, 100_000].map(|n| (0..n).map(|_| field.element(&mut rng)).collect::<Vec<u64>>());
        let control = Control::default();
        let canceller = control.clone();
        let found = std::thread::scope(|scope| {
            let at = scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                canceller.cancel();
                Instant::now()
            });
            let found = degrees(field, a, b, &control);
            assert!(at.join().unwrap().elapsed() < Duration::from_secs(1));
            found
        });
        assert_eq!(*found.unwrap_err().kind(), ErrorKind::Cancelled);
    }
}
