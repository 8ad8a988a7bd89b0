//! Bytes of integers, terms, polynomials and matrices.

use super::matrix::{Matrix, RationalMatrix};
use super::polynomial::{Exponents, Polynomial, Term};
use rug::Integer;

/// Bytes that an allocator takes for a block: it rounds up, by an eighth at most.
pub(crate) fn block(bytes: u64) -> u64 {
    if bytes == 0 { 0 } else { bytes.saturating_add(bytes / 8).saturating_add(8) }
}

/// Bytes of `count` integers of `bits` bits.
pub(crate) fn integers(count: u64, bits: u64) -> u64 {
    // A limb more for a carry.
    let limbs = if bits == 0 { 0 } else { bits / 64 + 2 };
    count.saturating_mul(size_of::<Integer>() as u64 + block(limbs.saturating_mul(8)))
}

/// Bytes of `count` terms besides the coefficients, of polynomials in so many variables.
pub(crate) fn terms(count: u64, variables: usize) -> u64 {
    count.saturating_mul((size_of::<Term>() - size_of::<Integer>()) as u64 + beside(0, variables))
}

/// Bytes of a coefficient with its exponents.
pub(crate) fn term(coefficient: &Integer, exponents: &[u32]) -> u64 {
    size_of::<Term>() as u64 + beside(coefficient.as_limbs().len() as u64, exponents.len())
}

/// Bytes of a term besides itself: those of the limbs of its coefficient, and of more exponents than a term has inside.
pub(crate) fn beside(limbs: u64, exponents: usize) -> u64 {
    let exponents = if exponents > Exponents::new().inline_size() { block(4 * exponents as u64) } else { 0 };
    block(8 * limbs) + exponents
}

/// Bytes of a polynomial.
pub(crate) fn polynomial(f: &Polynomial) -> u64 {
    of_terms(f.terms())
}

/// Bytes of terms.
pub(crate) fn of_terms(terms: &[Term]) -> u64 {
    terms.iter().map(|t| term(&t.coefficient, &t.exponents)).sum()
}

/// Bytes of a polynomial and of its place in a list.
pub(crate) fn entry(f: &Polynomial) -> u64 {
    size_of::<Polynomial>() as u64 + polynomial(f)
}

/// Bytes of a matrix.
pub(crate) fn matrix(m: &Matrix) -> u64 {
    m.entries().iter().map(entry).sum()
}

/// Bytes of a matrix of fractions.
pub(crate) fn rational_matrix(m: &RationalMatrix) -> u64 {
    let denominator = |d: &Integer| size_of::<Integer>() as u64 + block(8 * d.as_limbs().len() as u64);
    m.entries().iter().map(|f| entry(f.numerator()) + denominator(f.denominator())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_integers_and_terms() {
        assert_eq!((integers(10, 0), integers(1, 64)), (160, 16 + 24 + 3 + 8));
        let f: Polynomial = "x^2*y - 5".parse().unwrap();
        assert_eq!(polynomial(&f), 2 * (size_of::<Term>() as u64 + 17));
        // Seven exponents are not inside their term.
        let many: Polynomial = "a*b*c*d*e*f*g".parse().unwrap();
        assert_eq!(polynomial(&many), size_of::<Term>() as u64 + 17 + block(28));
        let m = Matrix::new(vec![vec![f.clone(), many.clone()]]).unwrap();
        // Over the union of nine variables the terms of f are longer.
        let longer = polynomial(&f) + 2 * block(36);
        assert_eq!(matrix(&m), 2 * size_of::<Polynomial>() as u64 + longer + polynomial(&many) + block(36) - block(28));
        // Each of the two denominators has one limb.
        assert_eq!(rational_matrix(&m.clone().into()), matrix(&m) + 2 * (16 + 17));
    }
}
