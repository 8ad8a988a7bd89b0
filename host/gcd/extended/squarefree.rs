//! Squarefree decompositions modulo a prime.
//!
//! With f = prod a_i^i monic, c = gcd(f, f') has a_i to the power i - 1, or i where p divides i, and w = f / c is the product of the a_i with p no divisor of
//! i. gcd(w, c) takes those of multiplicity 1 out, then those of 2, and so on. What is left of c is a p-th power, whose root has the coefficients
//! themselves, as a^p = a: its factors have p times their multiplicities.
//!
//! Source: von zur Gathen and Gerhard, Modern Computer Algebra, section 14.6 and exercise 14.30.

use super::dense::{derivative, divided, extended, monic, product};
use super::residues::{coefficients, field, lifted, reduced, variable};
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::gcd::squarefree::Squarefree;
use crate::poly::Polynomial;
use rug::Integer;

/// The decomposition of the image of f modulo a prime p below 2^63: the content is the leading coefficient, factors have the leading coefficient 1.
///
/// # Errors
/// As [`super::ExtendedGcd::run`].
pub(in crate::gcd) fn decomposed(f: &Polynomial, p: u64, control: &Control) -> Result<Squarefree> {
    let field = field(p)?;
    let var = variable(f, f, "squarefree decompositions modulo a prime")?;
    let image = reduced(field, &coefficients(f, var.as_deref())?);
    let Some(&lead) = image.last() else {
        return Ok(Squarefree { content: Integer::new(), factors: Vec::new() });
    };
    let whole = monic(field, &image);
    let gcd = |a: &[u64], b: &[u64]| extended(field, a, b, control).map(|[gcd, ..]| gcd);
    let quotient = |a: &[u64], b: &[u64]| divided(field, a.to_vec(), b, control).map(|(quotient, _)| quotient);
    let mut factors: Vec<(Vec<u64>, u32)> = Vec::new();
    let (mut rest, mut power) = (whole.clone(), 1u64);
    while rest.len() > 1 {
        let mut c = gcd(&rest, &derivative(field, &rest))?;
        let mut w = quotient(&rest, &c)?;
        let mut multiplicity = 0;
        while w.len() > 1 {
            multiplicity += 1;
            let y = gcd(&w, &c)?;
            let factor = quotient(&w, &y)?;
            if factor.len() > 1 {
                // The degree is below 2^17, and so is every multiplicity.
                factors.push((factor, (multiplicity * power) as u32));
            }
            c = quotient(&c, &y)?;
            w = y;
        }
        // A p-th power; p is no more than its degree, unless that is 0.
        rest = c.iter().step_by(usize::try_from(p).unwrap_or(usize::MAX)).copied().collect();
        power = power.saturating_mul(p);
    }
    factors.sort_by_key(|&(_, multiplicity)| multiplicity);
    let mut all = vec![field.one()];
    for (factor, multiplicity) in &factors {
        for _ in 0..*multiplicity {
            all = product(field, &all, factor, control)?;
        }
    }
    if all != whole {
        let message = "the product of the factors differs from the polynomial".to_owned();
        return Err(ErrorKind::Verification { what: "squarefree decomposition", prime: p, message }.into());
    }
    let over = |(factor, multiplicity): (Vec<u64>, u32)| {
        Ok::<_, Error>((lifted(field, f.vars(), var.as_deref(), &factor)?, multiplicity))
    };
    let factors = factors.into_iter().map(over).collect::<Result<_>>()?;
    Ok(Squarefree { content: field.leave(lead).into(), factors })
}
