//! Systems of this crate's polynomials, and back.

use crate::error::{Error, Result};
use crate::poly::systems::{System, Term};
use crate::poly::{Polynomial, RationalPolynomial};
use crate::shorten::shortened;
use rug::{Integer, Rational};
use std::collections::BTreeSet;

impl System {
    /// The system of polynomials with integer or rational coefficients. Its variables are those of the polynomials, in their order where all have the same list,
    /// else in alphabetical order.
    ///
    /// # Errors
    /// `Argument` where a variable is called `i` or `I`, which is the imaginary unit of systems.
    ///
    /// # Complexity
    /// O(t log t) comparisons of monomials for t terms.
    ///
    /// ```
    /// use eliminant::{Polynomial, RationalPolynomial, System};
    ///
    /// let f: Polynomial = "x^3 + y^3 - 3*x*y".parse()?;
    /// let singular = System::from_polynomials(&[f.derivative("x"), f.derivative("y")])?;
    /// assert_eq!(singular.to_string(), "3*x^2 - 3*y;\n-3*x + 3*y^2;\n");
    ///
    /// let polynomials: Vec<RationalPolynomial> = vec!["y^2/3 - z".parse()?, "x*y - 1".parse()?];
    /// let system = System::from_polynomials(&polynomials)?;
    /// assert_eq!(system.variables(), ["x", "y", "z"]);
    /// assert_eq!(system.to_string(), "1/3*y^2 - z;\nx*y - 1;\n");
    /// assert_eq!(system.to_polynomials()?[0].to_string(), "1/3*y^2 - z");
    /// assert!(System::from_polynomials(&["i + x".parse::<Polynomial>()?]).is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn from_polynomials<P: Clone + Into<RationalPolynomial>>(polynomials: &[P]) -> Result<Self> {
        let polynomials: Vec<RationalPolynomial> = polynomials.iter().cloned().map(Into::into).collect();
        let lists: BTreeSet<&[String]> = polynomials.iter().map(|f| f.numerator().vars()).collect();
        let names: Vec<String> = match lists.len() {
            1 => lists.into_iter().flatten().cloned().collect(),
            _ => lists.into_iter().flatten().cloned().collect::<BTreeSet<_>>().into_iter().collect(),
        };
        let terms = |f: &RationalPolynomial| {
            let (numerator, denominator) = (f.numerator(), f.denominator());
            let places: Vec<usize> =
                numerator.vars().iter().filter_map(|name| names.iter().position(|other| other == name)).collect();
            let term = |term: &crate::poly::Term| Term {
                coefficient: Rational::from((term.coefficient.clone(), denominator.clone())).into(),
                exponents: places.iter().copied().zip(term.exponents.iter().copied()).filter(|of| of.1 > 0).collect(),
            };
            numerator.terms().iter().map(term).collect::<Vec<_>>()
        };
        System::new(&names, polynomials.iter().map(terms).collect())
    }

    /// The polynomials, each over all variables of the system.
    ///
    /// # Errors
    /// `Unsupported` where a coefficient is not real, or an exponent is 2^31 or more: polynomials have neither.
    ///
    /// # Complexity
    /// A product of integers for each term, and the sort of the terms.
    pub fn to_polynomials(&self) -> Result<Vec<RationalPolynomial>> {
        let polynomial = |(number, terms): (usize, &Vec<Term>)| {
            let refuse = |what: &dyn std::fmt::Display, why: &str| {
                Err(Error::unsupported(format!("polynomial {}: {} {why}", number + 1, shortened(&what.to_string()))))
            };
            if let Some(term) = terms.iter().find(|term| !term.coefficient.im.is_zero()) {
                return refuse(&term.coefficient, "is not real; polynomials have rational coefficients");
            }
            let exponents = || terms.iter().flat_map(|term| &term.exponents);
            if let Some((_, e)) = exponents().find(|of| of.1 > Polynomial::MAX_EXPONENT) {
                return refuse(e, "is an exponent of 2^31 or more; those of polynomials are below");
            }
            let of = |term: &Term| term.coefficient.re.denom().clone();
            let denominator = terms.iter().fold(Integer::from(1), |lcm, term| lcm.lcm(&of(term)));
            let integral = terms.iter().map(|term| {
                let mut exponents = vec![0; self.variables().len()];
                term.exponents.iter().for_each(|&(place, e)| exponents[place] = e);
                let cofactor = denominator.clone().div_exact(term.coefficient.re.denom());
                (cofactor * term.coefficient.re.numer(), exponents)
            });
            RationalPolynomial::new(Polynomial::from_terms(self.variables(), integral)?, denominator.clone())
        };
        self.polynomials().iter().enumerate().map(polynomial).collect()
    }
}

/// A system of one polynomial.
impl TryFrom<&RationalPolynomial> for System {
    type Error = Error;

    fn try_from(f: &RationalPolynomial) -> Result<Self> {
        System::from_polynomials(std::slice::from_ref(f))
    }
}

/// A system of one polynomial.
impl TryFrom<&Polynomial> for System {
    type Error = Error;

    fn try_from(f: &Polynomial) -> Result<Self> {
        System::try_from(&RationalPolynomial::from(f.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let parse = |text: &str| text.parse::<RationalPolynomial>().unwrap();
        for list in [&["x^2*y/6 - 3/4*y + 7", "y^2147483647", "0", "1/5", "(x + z)^3"][..], &["0"], &[]] {
            let polynomials: Vec<RationalPolynomial> = list.iter().map(|text| parse(text)).collect();
            let system = System::from_polynomials(&polynomials).unwrap();
            let back = system.to_polynomials().unwrap();
            assert_eq!(System::from_polynomials(&back).unwrap(), system);
            for (a, b) in polynomials.iter().zip(&back) {
                assert_eq!(a.to_string(), b.to_string());
            }
        }
        // The text of a system means the same polynomials.
        let system: System = "x^2 - 1/2*y; 3*y".parse().unwrap();
        assert_eq!(System::from_polynomials(&[parse("x^2 - y/2"), parse("3*y")]).unwrap(), system);
        assert_eq!(System::try_from(&"x^2 - 1".parse::<Polynomial>().unwrap()).unwrap().to_string(), "x^2 - 1;\n");
    }

    #[test]
    fn variables_keep_their_order_where_it_is_the_same() {
        let f = RationalPolynomial::parse_in("y - 2*x", &["y", "x"]).unwrap();
        assert_eq!(System::from_polynomials(&[f.clone(), f.clone()]).unwrap().variables(), ["y", "x"]);
        let g = "x".parse().unwrap();
        assert_eq!(System::from_polynomials(&[f, g]).unwrap().variables(), ["x", "y"]);
    }

    #[test]
    fn what_polynomials_are_not() {
        let message = |text: &str| text.parse::<System>().unwrap().to_polynomials().unwrap_err().to_string();
        assert!(message("x; x + i*y").starts_with("polynomial 2: i is not real"));
        assert!(message("x^2147483648").starts_with("polynomial 1: 2147483648 is an exponent of 2^31 or more"));
        let unit = "I*x".parse::<RationalPolynomial>().unwrap();
        assert!(System::from_polynomials(&[unit]).unwrap_err().to_string().contains("`I` is not a variable name"));
    }
}
