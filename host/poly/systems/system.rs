//! The type.

use super::coefficient::Coefficient;
use super::sum::{Exponents, Sum};
use crate::error::{Error, Result};
use crate::plural::count;
use crate::poly::lexer;
use crate::shorten::shortened;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A term: a coefficient that is not 0, and the variables that occur in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The coefficient.
    pub coefficient: Coefficient,
    /// Places of variables, ascending, each with its exponent, at least 1.
    pub exponents: Vec<(usize, u32)>,
}

impl Term {
    /// The sum of the exponents.
    pub fn degree(&self) -> u64 {
        self.exponents.iter().map(|&(_, e)| u64::from(e)).sum()
    }
}

/// m polynomials in n variables.
///
/// Terms of a polynomial are distinct, not 0, and in descending lexicographic order of their monomials, so that equal systems over the same
/// variables are equal values. A polynomial may be 0: it has no terms then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    variables: Vec<String>,
    polynomials: Vec<Vec<Term>>,
}

impl System {
    /// A system of terms in any order; like ones are added up.
    ///
    /// # Errors
    /// `Argument` for a variable that is no name (letters, digits and `_`, no digit first; not `i` or `I`) or is given twice, for a place
    /// beyond the variables, and for exponents of one variable in one term that add up to 2^32 or more.
    ///
    /// ```
    /// use eliminant::system::{System, Term};
    /// let term = |c: i32, exponents: &[(usize, u32)]| Term { coefficient: c.into(), exponents: exponents.to_vec() };
    /// let system = System::new(&["x", "y"], vec![vec![term(-1, &[]), term(2, &[(1, 3), (0, 1)])]])?;
    /// assert_eq!(system.to_string(), "2*x*y^3 - 1;\n");
    /// assert!(System::new(&["i"], vec![]).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn new<S: AsRef<str>>(variables: &[S], polynomials: Vec<Vec<Term>>) -> Result<Self> {
        let variables: Vec<String> = variables.iter().map(|name| name.as_ref().to_owned()).collect();
        check_names(&variables)?;
        let mut sums = Vec::with_capacity(polynomials.len());
        for terms in polynomials {
            let mut sum = Sum::default();
            for Term { coefficient, exponents } in terms {
                let mut product = Sum::constant(coefficient);
                for (place, e) in exponents {
                    if place >= variables.len() {
                        let message =
                            format!("place {place} is beyond {}, counted from 0", count(variables.len(), "variable"));
                        return Err(Error::argument("exponents", message));
                    }
                    let factor = Sum::variable(place as u32).power(e).and_then(|power| product.times(&power));
                    product = factor.map_err(|error| Error::argument("exponents", error.message()))?;
                }
                sum.add(product);
            }
            sums.push(sum);
        }
        Ok(System::of(variables, sums))
    }

    /// Terms over checked variables, as a system has them.
    pub(crate) fn of_terms(variables: Vec<String>, polynomials: Vec<Vec<Term>>) -> Self {
        System { variables, polynomials }
    }

    /// Sums over checked variables.
    pub(crate) fn of(variables: Vec<String>, sums: Vec<Sum>) -> Self {
        let terms = |sum: Sum| {
            let term = |(exponents, coefficient): (Exponents, Coefficient)| Term {
                coefficient,
                exponents: exponents.into_iter().map(|(Reverse(place), e)| (place as usize, e)).collect(),
            };
            sum.0.into_iter().rev().map(term).collect()
        };
        System { variables, polynomials: sums.into_iter().map(terms).collect() }
    }

    /// The number m of polynomials.
    pub fn len(&self) -> usize {
        self.polynomials.len()
    }

    /// There is no polynomial.
    pub fn is_empty(&self) -> bool {
        self.polynomials.is_empty()
    }

    /// The names of the n variables.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The polynomials, as their terms.
    pub fn polynomials(&self) -> &[Vec<Term>] {
        &self.polynomials
    }

    /// The total degree of each polynomial; 0 for constants and for 0.
    pub fn degrees(&self) -> Vec<u64> {
        self.polynomials.iter().map(|terms| terms.iter().map(Term::degree).max().unwrap_or(0)).collect()
    }

    /// The polynomials' exact values at a point.
    ///
    /// # Errors
    /// `Argument` where the point has not a number for every variable.
    ///
    /// # Complexity
    /// One product and power of rationals for each variable of each term: a reference, not the way to many values.
    ///
    /// ```
    /// use eliminant::system::{Coefficient, System};
    /// let system: System = "x^2 + i*y; x - 1/2".parse()?;
    /// let values = system.evaluate(&[Coefficient::unit(), 3.into()])?;
    /// assert_eq!([values[0].to_string(), values[1].to_string()], ["-1 + 3*i", "-1/2 + i"]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn evaluate(&self, point: &[Coefficient]) -> Result<Vec<Coefficient>> {
        if point.len() != self.variables.len() {
            let message =
                format!("has {} for {}", count(point.len(), "number"), count(self.variables.len(), "variable"));
            return Err(Error::argument("point", message));
        }
        let value = |term: &Term| {
            let factors = term.exponents.iter().map(|&(place, e)| point[place].power(e));
            factors.fold(term.coefficient.clone(), |product, factor| product * factor)
        };
        let sum = |terms: &Vec<Term>| terms.iter().map(value).fold(Coefficient::default(), |sum, x| sum + x);
        Ok(self.polynomials.iter().map(sum).collect())
    }

    /// The partial derivatives by one variable, as a system over the same variables.
    ///
    /// # Errors
    /// `Argument` where there is no variable at that place.
    ///
    /// ```
    /// use eliminant::system::System;
    /// let system: System = "x^3*y - 2*y; x".parse()?;
    /// assert_eq!(system.derivative(0)?.to_string(), "3*x^2*y;\n1;\n");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn derivative(&self, place: usize) -> Result<Self> {
        if place >= self.variables.len() {
            return Err(Error::argument(
                "place",
                format!("{place} is beyond {}, counted from 0", count(self.variables.len(), "variable")),
            ));
        }
        let derivative = |term: &Term| {
            let at = term.exponents.iter().position(|&(p, _)| p == place)?;
            let mut exponents = term.exponents.clone();
            let factor = exponents[at].1;
            exponents[at].1 -= 1;
            exponents.retain(|&(_, e)| e > 0);
            Some(Term { coefficient: term.coefficient.clone() * Coefficient::from(factor), exponents })
        };
        // Monomials that have the variable keep their order and stay distinct.
        let polynomials = self.polynomials.iter().map(|terms| terms.iter().filter_map(derivative).collect()).collect();
        Ok(System { variables: self.variables.clone(), polynomials })
    }
}

/// # Errors
/// `Argument` for a variable that is no name or is there twice.
pub(crate) fn check_names(variables: &[String]) -> Result<()> {
    let mut seen = BTreeSet::new();
    for name in variables {
        if !is_name(name) {
            let name = shortened(name);
            let message =
                format!("`{name}` is not a variable name; names have letters, digits and `_`, and are neither i nor I");
            return Err(Error::argument("variables", message));
        }
        if !seen.insert(name) {
            return Err(Error::argument("variables", format!("`{}` occurs twice", shortened(name))));
        }
    }
    Ok(())
}

/// The imaginary unit's names are no variables.
fn is_name(name: &str) -> bool {
    lexer::is_name(name) && !matches!(name, "i" | "I")
}
