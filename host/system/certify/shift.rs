//! The system around a point, times the inverse of its Jacobian there: a system whose Jacobian is about the identity.
//!
//! Its zeros are those of the system, since the test proves its Jacobian to be regular and so that inverse, whatever it is exactly. Where zeros are close
//! together, so that doubles cannot tell the Jacobian from a singular one, here they can.

use super::super::precise::{Number, solve};
use super::super::taylor::taylor;
use super::super::{Coefficient, System, Term};

/// Bits of the inverse.
const PRECISION: u32 = 320;

/// Most coefficients of a polynomial.
const MOST: usize = 2000;

/// The system in t = x - `centre`; `None` where the Jacobian has no inverse, or polynomials would have too many terms.
pub(super) fn shifted(system: &System, centre: &[Coefficient]) -> Option<System> {
    let n = centre.len();
    let all = u32::try_from(system.degrees().into_iter().max().unwrap_or(0)).ok()?;
    let polynomials: Vec<_> =
        system.polynomials().iter().map(|terms| taylor(terms, centre, all, MOST)).collect::<Option<_>>()?;
    let unit = |v: usize| (0..n).map(|j| u32::from(j == v)).collect::<Vec<u32>>();
    let number = |x: &Coefficient| Number::nearest(x, PRECISION);
    let (zero, one) = (number(&Coefficient::default()), number(&Coefficient::from(1)));
    let mut rows: Vec<Vec<Number>> = polynomials
        .iter()
        .enumerate()
        .map(|(i, polynomial)| {
            let derivatives = (0..n).map(|v| polynomial.get(&unit(v)).map_or_else(|| zero.clone(), number));
            derivatives.chain((0..n).map(|j| if i == j { one.clone() } else { zero.clone() })).collect()
        })
        .collect();
    solve(&mut rows, n)?;
    let combined = |row: &Vec<Number>| -> Vec<Term> {
        let factors: Vec<Coefficient> = row[n..].iter().map(Number::exact).collect();
        let of = |(factor, polynomial): (&Coefficient, &std::collections::BTreeMap<Vec<u32>, Coefficient>)| {
            let term = |(monomial, coefficient): (&Vec<u32>, &Coefficient)| Term {
                coefficient: coefficient.clone() * factor.clone(),
                exponents: monomial.iter().copied().enumerate().filter(|&(_, e)| e > 0).collect(),
            };
            polynomial.iter().map(term).collect::<Vec<_>>()
        };
        factors.iter().zip(&polynomials).filter(|(factor, _)| !factor.is_zero()).flat_map(of).collect()
    };
    System::new(system.variables(), rows.iter().map(combined).collect()).ok()
}
