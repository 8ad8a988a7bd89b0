//! Units in which the coefficients of a system are about 1.

use crate::error::Result;
use crate::poly::systems::{Coefficient, System, Term};
use rug::{Integer, Rational};

/// A system in other units: x_j = 2^`scales[j]` y_j, each polynomial times a power of two.
pub(super) struct Balanced {
    /// In y. The largest coefficient of each polynomial is about 1.
    pub(super) system: System,
    pub(super) scales: Vec<i32>,
}

/// Keeps scales small where coefficients do not depend on them.
const RIDGE: f64 = 1e-9;

/// The largest scale, in bits.
const MOST: f64 = 1e6;

/// The units in which the logarithms of the coefficients of each polynomial differ least from their mean, in the sense of least squares over
/// all terms. Since that depends on the coefficients in the new units only, the answer in those units does not depend on the old ones, but for
/// rounding to powers of two.
///
/// PHCpack's SCLGEN does the same for two sums, of squares and of squared differences (K. Meintjes, A. P. Morgan, Chemical equilibrium systems as numerical
/// test problems, ACM Trans. Math. Softw. 16 (1990)); with a scale for each polynomial both have their least value where this one has.
///
/// # Complexity
/// n^2 operations for each term and n^3 for n variables, and a product for each coefficient.
pub(super) fn balanced(system: &System) -> Result<Balanced> {
    let n = system.variables().len();
    // (A + ridge) c = b, row by row with b.
    let mut rows = vec![vec![0.0; n + 1]; n];
    for terms in system.polynomials() {
        let count = terms.len() as f64;
        let logs: Vec<f64> = terms.iter().map(|term| log2(&term.coefficient)).collect();
        let mean = logs.iter().sum::<f64>() / count;
        let mut means = vec![0.0; n];
        for &(v, e) in terms.iter().flat_map(|term| &term.exponents) {
            means[v] += f64::from(e) / count;
        }
        for (term, log) in terms.iter().zip(&logs) {
            let mut centred: Vec<f64> = means.iter().map(|mean| -mean).collect();
            term.exponents.iter().for_each(|&(v, e)| centred[v] += f64::from(e));
            for (i, row) in rows.iter_mut().enumerate().filter(|(i, _)| centred[*i] != 0.0) {
                row.iter_mut().zip(&centred).for_each(|(x, c)| *x += centred[i] * c);
                row[n] -= centred[i] * (log - mean);
            }
        }
    }
    let scales: Vec<i32> = least(rows).iter().map(|c| c.clamp(-MOST, MOST).round() as i32).collect();
    let polynomial = |terms: &Vec<Term>| -> Vec<Term> {
        let shift = |term: &Term| term.exponents.iter().map(|&(v, e)| i64::from(scales[v]) * i64::from(e)).sum::<i64>();
        let most = terms.iter().map(|term| bits(&term.coefficient) + shift(term)).max().unwrap_or(0);
        let scaled = |term: &Term| Term {
            coefficient: shifted(&term.coefficient, shift(term) - most),
            exponents: term.exponents.clone(),
        };
        terms.iter().map(scaled).collect()
    };
    let polynomials = system.polynomials().iter().map(polynomial).collect();
    Ok(Balanced { system: System::new(system.variables(), polynomials)?, scales })
}

/// The solution of a positive definite system, by elimination, with a ridge that is small beside its diagonal.
fn least(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    let most = (0..n).map(|i| rows[i][i]).fold(1.0, f64::max);
    (0..n).for_each(|i| rows[i][i] += RIDGE * most);
    for k in 0..n {
        let (head, tail) = rows.split_at_mut(k + 1);
        let row = &head[k];
        for other in tail {
            let factor = other[k] / row[k];
            other[k..].iter_mut().zip(&row[k..]).for_each(|(x, y)| *x -= factor * y);
        }
    }
    let mut solution = vec![0.0; n];
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| rows[k][j] * solution[j]).sum();
        solution[k] = (rows[k][n] - known) / rows[k][k];
    }
    solution
}

/// Bits of the larger part: the exponent of its power of two, or one more.
fn bits(coefficient: &Coefficient) -> i64 {
    let bits = |x: &Rational| i64::from(x.numer().significant_bits()) - i64::from(x.denom().significant_bits());
    let parts = [&coefficient.re, &coefficient.im].into_iter().filter(|x| !x.is_zero());
    parts.map(bits).max().unwrap_or(0)
}

/// The logarithm to base 2 of the larger part.
fn log2(coefficient: &Coefficient) -> f64 {
    let part = |x: &Rational| {
        let (m, e) = rug::Float::with_val(53, x).to_f64_exp();
        m.abs().log2() + f64::from(e)
    };
    part(&coefficient.re).max(part(&coefficient.im))
}

/// The coefficient times 2^`shift`.
pub(super) fn shifted(coefficient: &Coefficient, shift: i64) -> Coefficient {
    let power = Rational::from(Integer::from(1) << shift.unsigned_abs() as u32);
    let power = if shift < 0 { power.recip() } else { power };
    Coefficient::new(Rational::from(&coefficient.re * &power), Rational::from(&coefficient.im * &power))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scales of `text` with x_j for 2^`units[j]` x_j are those of `text` less `units`, and the systems are the same.
    fn check(text: &str, units: &[i32]) {
        let system: System = text.parse().unwrap();
        let polynomial = |terms: &Vec<Term>| {
            let of = |term: &Term| {
                let shift = term.exponents.iter().map(|&(v, e)| i64::from(units[v]) * i64::from(e)).sum::<i64>();
                Term { coefficient: shifted(&term.coefficient, 40 + shift), exponents: term.exponents.clone() }
            };
            terms.iter().map(of).collect()
        };
        let other = System::new(system.variables(), system.polynomials().iter().map(polynomial).collect()).unwrap();
        let (a, b) = (balanced(&system).unwrap(), balanced(&other).unwrap());
        assert_eq!(a.system, b.system);
        assert!(a.scales.iter().zip(&b.scales).zip(units).all(|((a, b), unit)| a - b == *unit), "{:?}", b.scales);
    }

    #[test]
    fn units_do_not_matter() {
        check("x^3 - 6*x^2 + 11*x - 6", &[-30]);
        check("3*x^2*y - y + 7; x + y^3/1000 + 2*x*y - i/5", &[40, -17]);
        // Coefficients alone: x^3 - 6000 x^2 + ..
        let roots: System = "x^3 - 6000*x^2 + 11000000*x - 6000000000".parse().unwrap();
        assert_eq!(balanced(&roots).unwrap().scales, [11]);
    }
}
