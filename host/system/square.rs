//! As many polynomials as are wanted, in place of more.

use super::homotopy::coefficient;
use super::start::{angle, on_circle};
use crate::poly::systems::{Coefficient, System, Term};
use rand::rngs::StdRng;
use std::cmp::Reverse;

/// `rows` combinations of the polynomials with random coefficients; nothing where there are fewer polynomials, or more independent linear forms.
///
/// With probability one their zeros are those of all polynomials and, outside of these, a set of which each part has the codimension `rows`: isolated zeros of the
/// system are isolated zeros of the combinations, if `rows` is the number of variables (A. J. Sommese, C. W. Wampler, The Numerical Solution of Systems
/// of Polynomials Arising in Engineering and Science, 2005, section 13.5). Linear polynomials stay as they are, as far as they are independent, and the others
/// are combined in the order of their degrees, with those of lower degree: degrees are the largest ones.
pub(super) fn squared(system: &System, rows: usize, random: &mut StdRng) -> Option<System> {
    let degrees = system.degrees();
    let linear = independent(system, &degrees);
    let mut others: Vec<usize> = (0..system.len()).filter(|k| !linear.contains(k)).collect();
    others.sort_by_key(|&k| Reverse(degrees[k]));
    let combined = rows.checked_sub(linear.len()).filter(|&combined| combined <= others.len())?;
    let (first, rest) = others.split_at(combined);
    let mut polynomials: Vec<Vec<Term>> = Vec::with_capacity(rows);
    for &k in first {
        let mut terms = system.polynomials()[k].clone();
        for &other in rest {
            let factor = coefficient(on_circle(angle(random)));
            let times = |term: &Term| Term {
                coefficient: term.coefficient.clone() * factor.clone(),
                exponents: term.exponents.clone(),
            };
            terms.extend(system.polynomials()[other].iter().map(times));
        }
        polynomials.push(terms);
    }
    polynomials.extend(linear.into_iter().map(|k| system.polynomials()[k].clone()));
    System::new(system.variables(), polynomials).ok()
}

/// Polynomials of degree 1 whose linear forms do not depend on those before.
fn independent(system: &System, degrees: &[u64]) -> Vec<usize> {
    let n = system.variables().len();
    // Forms with a pivot 1 that no other one of them has.
    let mut pivots: Vec<(usize, Vec<Coefficient>)> = Vec::new();
    let mut found = Vec::new();
    for k in (0..system.len()).filter(|&k| degrees[k] == 1) {
        let mut row = vec![Coefficient::default(); n];
        let linear = system.polynomials()[k].iter().filter(|term| !term.exponents.is_empty());
        linear.for_each(|term| row[term.exponents[0].0] = term.coefficient.clone());
        for (at, pivot) in &pivots {
            let factor = -row[*at].clone();
            row.iter_mut().zip(pivot).for_each(|(x, y)| *x = std::mem::take(x) + factor.clone() * y.clone());
        }
        let Some(at) = row.iter().position(|x| !x.is_zero()) else { continue };
        let Some(inverse) = row[at].inverse() else { continue };
        row.iter_mut().for_each(|x| *x = std::mem::take(x) * inverse.clone());
        pivots.push((at, row));
        found.push(k);
    }
    found
}

/// The system without polynomials that are 0.
pub(super) fn without_zeros(system: &System) -> System {
    let polynomials = system.polynomials().iter().filter(|terms| !terms.is_empty()).cloned().collect();
    System::of_terms(system.variables().to_vec(), polynomials)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn combined(text: &str, rows: usize) -> Option<System> {
        squared(&text.parse().unwrap(), rows, &mut StdRng::seed_from_u64(1))
    }

    #[test]
    fn linear_polynomials_stay() {
        let found = combined("x^2 + y; x + y - z; y^3 - 1; 2*x + 2*y - 2*z + 1; z^2; y - z", 3).unwrap();
        assert_eq!(found.degrees(), [3, 1, 1]);
        let linear: System = "x - x; y - y; x + y - z; y - z".parse().unwrap();
        assert_eq!(found.polynomials()[1..], linear.polynomials()[2..]);
        // A common zero stays one, and others do not.
        let found = combined("x^2 - 1; x^3 - x; x^2 + x - 2", 1).unwrap();
        let value = |x: i32| found.evaluate(&[x.into()]).unwrap().remove(0);
        assert!(value(1).is_zero() && !value(-1).is_zero() && found.degrees() == [3]);
    }

    #[test]
    fn too_few_or_too_many() {
        assert_eq!(combined("x^2 - y", 2), None);
        assert_eq!(combined("x; y; x*y", 1), None);
        assert_eq!(combined("x - 1; x - 2", 1).unwrap(), "x - 1".parse().unwrap());
    }
}
