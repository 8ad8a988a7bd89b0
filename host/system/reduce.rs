//! Polynomials whose leading forms are linearly independent.

use crate::poly::systems::{Coefficient, System, Term};
use std::collections::BTreeMap;

type Exponents = Vec<(usize, u32)>;

/// Terms by their exponents.
type Sum = BTreeMap<Exponents, Coefficient>;

/// A system with the same zeros, each as often: where the forms of highest degree of polynomials of one degree depend on each other linearly, one
/// of these polynomials becomes the combination in which they cancel. Its degree is less, so that there are fewer paths, and far zeros are not hidden by zeros at
/// infinity that only these forms have. A combination that is a constant is left alone.
///
/// # Complexity
/// Gaussian elimination of the polynomials of each degree.
pub(super) fn reduced(system: System) -> System {
    let mut sums: Vec<Sum> = system.polynomials().iter().map(|terms| terms.iter().map(as_entry).collect()).collect();
    let mut changed = false;
    while let Some((i, sum)) = lower(&sums) {
        sums[i] = sum;
        changed = true;
    }
    if !changed {
        return system;
    }
    let terms = |sum: Sum| sum.into_iter().map(|(exponents, coefficient)| Term { coefficient, exponents }).collect();
    let polynomials = sums.into_iter().map(terms).collect();
    System::new(system.variables(), polynomials).unwrap_or(system)
}

fn as_entry(term: &Term) -> (Exponents, Coefficient) {
    (term.exponents.clone(), term.coefficient.clone())
}

fn degree(exponents: &[(usize, u32)]) -> u64 {
    exponents.iter().map(|&(_, e)| u64::from(e)).sum()
}

/// The first polynomial that can be replaced, and by what.
fn lower(sums: &[Sum]) -> Option<(usize, Sum)> {
    // Combinations of the polynomials so far, by degree, each with a leading monomial that the later ones do not have.
    let mut pivots: BTreeMap<u64, Vec<(Exponents, Sum)>> = BTreeMap::new();
    for (i, sum) in sums.iter().enumerate() {
        let d = sum.keys().map(|exponents| degree(exponents)).max().unwrap_or(0);
        let pivots = pivots.entry(d).or_default();
        let mut rest = sum.clone();
        for (monomial, pivot) in &*pivots {
            let Some(factor) = rest.get(monomial).cloned() else { continue };
            let Some(inverse) = pivot[monomial].inverse() else { continue };
            let factor = -(factor * inverse);
            for (exponents, coefficient) in pivot {
                let slot = rest.entry(exponents.clone()).or_default();
                *slot = std::mem::take(slot) + coefficient.clone() * factor.clone();
            }
            rest.retain(|_, coefficient| !coefficient.is_zero());
        }
        match rest.keys().find(|exponents| degree(exponents) == d).cloned() {
            Some(monomial) => pivots.push((monomial, rest)),
            None if rest.keys().any(|exponents| !exponents.is_empty()) => return Some((i, rest)),
            None => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_forms_become_independent() {
        let two: System = "y^2 - x^2 - 2; y - x - 1 + 3*y^2 - 3*x^2".parse().unwrap();
        assert_eq!(reduced(two).polynomials()[1], "y - x + 5".parse::<System>().unwrap().polynomials()[0]);
        // Three, of which each pair is independent, and two steps.
        let three: System = "x^2 + y; y^2 + z; x^2 + y^2 + 3*z + y + 1".parse().unwrap();
        assert_eq!(reduced(three).degrees(), [2, 2, 1]);
        let twice: System = "x^2 + x; x^2 + x + i*y; y - 2".parse().unwrap();
        assert_eq!(reduced(twice).degrees(), [2, 1, 1]);
        // Independent ones, and combinations that are constants or 0, stay.
        for text in ["x^2 + y; x^2 + y^2 + x", "x + y - 1; x + y - 2", "x + y - 1; 2*x + 2*y - 2"] {
            let system: System = text.parse().unwrap();
            assert_eq!(reduced(system.clone()), system);
        }
    }
}
