//! The type: sparse, terms in descending lexicographic order.

use rug::Integer;

/// One term: a coefficient, not zero, and an exponent for each variable of the polynomial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The coefficient.
    pub coefficient: Integer,
    /// Exponents in the order of the polynomial's variables.
    pub exponents: Vec<u32>,
}

/// A polynomial over Z.
///
/// Invariant: terms are in strictly descending lexicographic order of exponents, none has coefficient zero, and each has
/// as many exponents as there are variables. Zero has no terms. A variable need not occur.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Polynomial {
    vars: Vec<String>,
    terms: Vec<Term>,
}

impl Polynomial {
    /// The variables, in order.
    pub fn vars(&self) -> &[String] {
        &self.vars
    }

    /// The terms, in descending lexicographic order.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}
