//! Products, exact quotients and roots of answers, as dense tables of coefficients.
//!
//! A table row-major over exponents below `keep` is the polynomial in one variable t that x_k = t^(stride of k) gives
//! (Kronecker). That substitution respects sums and products, and it is one to one on polynomials with exponents below
//! `keep`: quotients and roots have such exponents, so they are computed in t alone.

use super::square_root::square_root;
use crate::plan::rows::Row;
use rug::Integer;

/// A polynomial in the kept variables that occur.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::resultant) struct Coefficients {
    /// Exponents per variable: all are below.
    pub keep: Vec<u32>,
    /// Row-major over exponents.
    pub values: Vec<Integer>,
}

/// The power of t that a monomial becomes.
fn place(exponents: &[u32], keep: &[u32]) -> usize {
    exponents.iter().zip(keep).fold(0, |acc, (&e, &n)| acc * n as usize + e as usize)
}

impl Coefficients {
    /// Minus this.
    pub fn negate(&mut self) {
        for value in &mut self.values {
            *value = -std::mem::take(value);
        }
    }

    /// The product with `factor`, m n products of integers for m coefficients and n terms.
    pub fn times(&self, factor: &Row) -> Coefficients {
        let keep: Vec<u32> = self.keep.iter().enumerate().map(|(k, &n)| n + factor.degree(k).unwrap_or(0)).collect();
        let mut values = vec![Integer::new(); keep.iter().map(|&n| n as usize).product()];
        let shifts: Vec<usize> = factor.terms.iter().map(|(_, exponents)| place(exponents, &keep)).collect();
        let mut exponents = vec![0; keep.len()];
        for value in &self.values {
            if !value.is_zero() {
                let at = place(&exponents, &keep);
                for ((coefficient, _), shift) in factor.terms.iter().zip(&shifts) {
                    values[at + shift] += value * coefficient;
                }
            }
            // The next exponents in row-major order.
            for (e, &n) in exponents.iter_mut().zip(&self.keep).rev() {
                *e += 1;
                if *e < n {
                    break;
                }
                *e = 0;
            }
        }
        Coefficients { keep, values }
    }

    /// The quotient by `divisor`; `None` when it is no polynomial over Z. m n products as [`Coefficients::times`].
    pub fn divided_by(mut self, divisor: &Row) -> Option<Coefficients> {
        if self.values.iter().all(Integer::is_zero) {
            return (!divisor.terms.is_empty()).then_some(self);
        }
        if self.keep.iter().enumerate().any(|(k, &n)| divisor.degree(k).is_none_or(|d| d >= n)) {
            return None;
        }
        let mut terms: Vec<(usize, &Integer)> =
            divisor.terms.iter().map(|(coefficient, exponents)| (place(exponents, &self.keep), coefficient)).collect();
        terms.sort_by_key(|&(at, _)| at);
        let (top, lead) = terms.pop()?;
        let mut quotient = vec![Integer::new(); self.values.len()];
        for i in (top..self.values.len()).rev() {
            let value = std::mem::take(&mut self.values[i]);
            if value.is_zero() {
                continue;
            }
            if !value.is_divisible(lead) {
                return None;
            }
            let value = value.div_exact(lead);
            for &(at, coefficient) in &terms {
                self.values[i - top + at] -= &value * coefficient;
            }
            quotient[i - top] = value;
        }
        self.values.iter().all(Integer::is_zero).then_some(Coefficients { keep: self.keep, values: quotient })
    }

    /// The square root with a positive leading coefficient in lexicographic order; `None` when there is none over Z.
    pub fn square_root(&self) -> Option<Coefficients> {
        Some(Coefficients { keep: self.keep.clone(), values: square_root(&self.values)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(i64, &[u32])]) -> Row {
        Row { terms: terms.iter().map(|(c, e)| (Integer::from(*c), (*e).into())).collect() }
    }

    fn table(keep: &[u32], values: &[i64]) -> Coefficients {
        Coefficients { keep: keep.to_vec(), values: values.iter().map(|&v| v.into()).collect() }
    }

    #[test]
    fn products_and_quotients_in_no_one_and_two_variables() {
        let three = row(&[(3, &[])]);
        assert_eq!(table(&[], &[-5]).times(&three), table(&[], &[-15]));
        assert_eq!(table(&[], &[-15]).divided_by(&three), Some(table(&[], &[-5])));
        assert_eq!(table(&[], &[-14]).divided_by(&three), None);
        // (x - 2)(3 x^2 + 1)
        let factor = row(&[(-2, &[0]), (1, &[1])]);
        let product = table(&[3], &[1, 0, 3]).times(&factor);
        assert_eq!(product, table(&[4], &[-2, 1, -6, 3]));
        assert_eq!(product.clone().divided_by(&factor), Some(table(&[4], &[1, 0, 3, 0])));
        assert_eq!(product.divided_by(&row(&[(-1, &[0]), (1, &[1])])), None);
        // (x y + 2)(x - y), both orders of exponents.
        let factor = row(&[(1, &[1, 0]), (-1, &[0, 1])]);
        let product = table(&[2, 2], &[2, 0, 0, 1]).times(&factor);
        assert_eq!(product, table(&[3, 3], &[0, -2, 0, 2, 0, -1, 0, 1, 0]));
        assert_eq!(product.divided_by(&factor), Some(table(&[3, 3], &[2, 0, 0, 0, 1, 0, 0, 0, 0])));
    }

    #[test]
    fn zero_and_divisors_of_higher_degree() {
        let x = row(&[(1, &[1])]);
        assert_eq!(table(&[1], &[0]).divided_by(&x), Some(table(&[1], &[0])));
        assert_eq!(table(&[1], &[7]).divided_by(&x), None);
        assert_eq!(table(&[1], &[0]).divided_by(&Row::default()), None);
        assert_eq!(table(&[2], &[7, 1]).times(&Row::default()), table(&[2], &[0, 0]));
    }

    #[test]
    fn roots_in_two_variables() {
        // (x - y)^2 = x^2 - 2 x y + y^2
        let root = table(&[3, 3], &[0, 0, 1, 0, -2, 0, 1, 0, 0]).square_root();
        assert_eq!(root, Some(table(&[3, 3], &[0, -1, 0, 1, 0, 0, 0, 0, 0])));
        assert_eq!(table(&[2], &[1, 2]).square_root(), None);
    }

    #[test]
    fn negation() {
        let mut f = table(&[2], &[1, -2]);
        f.negate();
        assert_eq!(f, table(&[2], &[-1, 2]));
    }
}
