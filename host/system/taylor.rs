//! A polynomial around another point, exactly.

use crate::poly::systems::{Coefficient, Term};
use rug::Integer;
use std::collections::BTreeMap;

/// Exponents of all variables.
pub(super) type Monomial = Vec<u32>;

/// The coefficients of f(point + t) up to total degree `degree` in t; `None` where they are more than `most`.
///
/// # Complexity
/// For each term the product of its exponents plus 1, as far as `degree` allows.
pub(super) fn taylor(
    terms: &[Term],
    point: &[Coefficient],
    degree: u32,
    most: usize,
) -> Option<BTreeMap<Monomial, Coefficient>> {
    let mut sum: BTreeMap<Monomial, Coefficient> = BTreeMap::new();
    for term in terms {
        let mut product = vec![(vec![0; point.len()], term.coefficient.clone())];
        for &(v, e) in &term.exponents {
            // Binomial coefficients times powers of x_v, from t_v^0 on.
            let highest = e.min(degree);
            let mut power = point[v].power(e - highest);
            let mut powers = vec![power.clone()];
            for _ in 0..highest {
                power = power * point[v].clone();
                powers.push(power.clone());
            }
            let mut binomial = Integer::from(1);
            let mut longer = Vec::new();
            for k in 0..=highest {
                let factor = powers[(highest - k) as usize].clone() * Coefficient::from(binomial.clone());
                for (monomial, coefficient) in &product {
                    if monomial.iter().sum::<u32>() + k <= degree && !factor.is_zero() {
                        let mut monomial: Monomial = monomial.clone();
                        monomial[v] = k;
                        longer.push((monomial, coefficient.clone() * factor.clone()));
                    }
                }
                binomial = binomial * (e - k) / (k + 1);
            }
            product = longer;
            if product.len() > most {
                return None;
            }
        }
        for (monomial, coefficient) in product {
            let slot = sum.entry(monomial).or_default();
            *slot = std::mem::take(slot) + coefficient;
        }
        if sum.len() > most {
            return None;
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::super::System;
    use super::*;

    #[test]
    fn coefficients() {
        let system: System = "x^3*y - 2*y + i".parse().unwrap();
        let point = [Coefficient::from(2), Coefficient::unit()];
        let found = taylor(&system.polynomials()[0], &point, 2, 100).unwrap();
        // (2 + s)^3 (i + t) - 2 (i + t) + i = 7 i + 12 i s + 6 t + 6 i s^2 + 12 s t + ..
        let expected = [([0, 0], "7*i"), ([0, 1], "6"), ([1, 0], "12*i"), ([1, 1], "12"), ([2, 0], "6*i")];
        let found: Vec<_> = found.iter().map(|(m, c)| (m.clone(), c.to_string())).collect();
        assert_eq!(found, expected.map(|(m, c)| (m.to_vec(), c.to_owned())));
        assert!(taylor(&system.polynomials()[0], &point, 2, 4).is_none());
    }
}
