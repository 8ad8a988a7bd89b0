//! Resultants and discriminants of rational functions that are polynomials in the eliminated variable.
//!
//! For f = F / d and g = G / e, where y does not occur in the polynomials d and e, p = deg_y F and q = deg_y G,
//!
//! > res_y(f, g) = res_y(F, G) / (d^q e^p), disc_y(f) = disc_y(F) / d^(2p - 2) for p >= 1.

use super::builder::{Discriminant, Resultant};
use super::describe::ResultantPlan;
use super::options::ResultantOptions;
use super::report::ResultantAnswer;
use crate::error::{Error, Result};
use crate::gcd::divided;
use crate::poly::{Polynomial, RationalFunction, RationalPolynomial};
use crate::shorten::shortened;

/// The degree of the numerator, 0 where it is 0 or does not have the variable.
fn degree(f: &RationalFunction, var: &str) -> u64 {
    f.numerator().numerator().degree(var).unwrap_or(0).into()
}

/// The divisors of a function to a power, by which the answer is divided.
fn powers(
    name: &'static str,
    f: &RationalFunction,
    exponent: u64,
    (var, options): (&str, &ResultantOptions),
) -> Result<Vec<(Polynomial, u64)>> {
    let Some(divisor) = f.divisor() else { return Ok(Vec::new()) };
    let divisor = shortened(&divisor);
    if options.modulus.is_some() {
        let message = format!("is for polynomials, and {name} is divided by {divisor}; take the numerator");
        return Err(Error::argument("modulus", message));
    }
    if !f.is_polynomial_in(var) {
        let var = shortened(var);
        let message = format!(
            "its divisor {divisor} has the eliminated variable `{var}`; take the numerator: then a zero of that divisor may be an extra zero of the answer"
        );
        return Err(Error::argument(name, message));
    }
    Ok(f.divisors().iter().map(|(divisor, e)| (divisor.clone(), u64::from(*e) * exponent)).collect())
}

impl<'a> Resultant<'a, RationalFunction> {
    /// A builder for res_y(`f`, `g`), y = `var`, of rational functions no divisor of which has y, with the conventions of [`mod@crate::resultant`] for
    /// constants and 0. The answer is a rational function in the kept variables.
    ///
    /// # Examples
    /// ```
    /// use eliminant::Resultant;
    /// use eliminant::poly::RationalFunction;
    /// let f = RationalFunction::parse("y^2 + y/x - 1")?;
    /// let g = RationalFunction::parse("y - 1/(x + 1)")?;
    /// let answer = Resultant::of_functions(&f, &g, "y").run()?.polynomial;
    /// assert_eq!(answer.to_string(), "(-x^3 - 2*x^2 + x + 1)/(x*(x + 1)^2)");
    /// assert!(Resultant::of_functions(&f, &g, "x").run().is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_functions(f: &'a RationalFunction, g: &'a RationalFunction, var: &'a str) -> Self {
        Resultant { f, g, var, options: ResultantOptions::default() }
    }

    fn powers(&self) -> Result<Vec<(Polynomial, u64)>> {
        let choices = (self.var, &self.options);
        let mut all = powers("f", self.f, degree(self.g, self.var), choices)?;
        all.extend(powers("g", self.g, degree(self.f, self.var), choices)?);
        Ok(all)
    }

    fn of_numerators(&self) -> Resultant<'a, RationalPolynomial> {
        Resultant::of_rational(self.f.numerator(), self.g.numerator(), self.var).options(self.options.clone())
    }
}

impl<'a> Discriminant<'a, RationalFunction> {
    /// A builder for disc_y(`f`), y = `var`, of a rational function no divisor of which has y, as [`Resultant::of_functions`].
    ///
    /// # Examples
    /// ```
    /// use eliminant::Discriminant;
    /// use eliminant::poly::RationalFunction;
    /// let f = RationalFunction::parse("y^2 + y/x - 1")?;
    /// assert_eq!(Discriminant::of_functions(&f, "y").run()?.polynomial.to_string(), "(4*x^2 + 1)/x^2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn of_functions(f: &'a RationalFunction, var: &'a str) -> Self {
        Discriminant { f, var, options: ResultantOptions::default() }
    }

    fn powers(&self) -> Result<Vec<(Polynomial, u64)>> {
        let exponent = (2 * degree(self.f, self.var)).saturating_sub(2);
        powers("f", self.f, exponent, (self.var, &self.options))
    }

    fn of_numerators(&self) -> Discriminant<'a, RationalPolynomial> {
        Discriminant::of_rational(self.f.numerator(), self.var).options(self.options.clone())
    }
}

/// The methods of both builders.
macro_rules! computes {
    ($builder:ident) => {
        impl $builder<'_, RationalFunction> {
            /// Computes the plan for the numerators alone: bounds, grid, primes, schedule and memory, nothing of the answer.
            ///
            /// # Errors
            /// As [`Self::run`], except for faults of a device.
            pub fn plan(&self) -> Result<ResultantPlan> {
                self.powers()?;
                self.of_numerators().plan()
            }

            /// Computes and verifies the answer for the numerators, and divides it by the powers of the divisors. The quotient is in lowest terms, as
            /// [`RationalFunction::reduced`] has it. The report is that of the numerators.
            ///
            /// # Errors
            /// As over Q, and
            /// - `Argument`: a divisor has the eliminated variable, or there are divisors and a modulus.
            /// - `Limit`: a divisor has an exponent of 2^31 or more in the answer.
            pub fn run(&self) -> Result<ResultantAnswer<RationalFunction>> {
                let powers = self.powers()?;
                let ResultantAnswer { polynomial, report } = self.of_numerators().run()?;
                Ok(ResultantAnswer { polynomial: divided(polynomial, powers, &self.options.run)?, report })
            }
        }
    };
}

computes!(Resultant);
computes!(Discriminant);

#[cfg(test)]
mod tests {
    use super::*;

    fn function(text: &str) -> RationalFunction {
        RationalFunction::parse(&format!("{text} + 0*y")).unwrap()
    }

    /// Values of functions in x, y at x = 3, and of the answer: the resultant of polynomials over Q in y.
    #[test]
    fn values_are_resultants_of_values() {
        let at_3 = |text: &str| format!("{text} + 0*y").replace('x', "(3)").parse::<RationalPolynomial>().unwrap();
        let inputs =
            ["y^2 + y/x - 1", "(x + 1)/(x - 1)*y^3 - y/(x^2 - 1) + x", "1/x^2", "y/(2*x*(x + 1)) - 1", "x*y^2 + 2"];
        for f in inputs {
            for g in inputs {
                let (a, b) = (function(f), function(g));
                let answer = a.resultant(&b, "y").unwrap();
                let expected = at_3(f).resultant(&at_3(g), "y").unwrap();
                assert_eq!(at_3(&answer.to_string()).to_string(), expected.to_string(), "{f}, {g}: {answer}");
            }
            let (answer, expected) = (function(f).discriminant("y").unwrap(), at_3(f).discriminant("y").unwrap());
            assert_eq!(at_3(&answer.to_string()).to_string(), expected.to_string(), "{f}: {answer}");
        }
    }

    #[test]
    fn divisors_that_are_in_the_way_are_named() {
        let (f, g) = (function("x - (1 - t^2)/(1 + t^2)"), function("t - y/x"));
        let error = f.resultant(&g, "t").unwrap_err().to_string();
        assert!(error.starts_with("f: its divisor (t^2 + 1) has the eliminated variable `t`"), "{error}");
        let error = g.resultant(&f, "t").unwrap_err().to_string();
        assert!(error.starts_with("g: its divisor"), "{error}");
        let error = Discriminant::of_functions(&g, "t").modulus(7).run().unwrap_err().to_string();
        assert!(error.starts_with("modulus: is for polynomials, and f is divided by x"), "{error}");
        // Polynomials have answers modulo primes.
        let f = function("t^2 - y");
        assert_eq!(Discriminant::of_functions(&f, "t").modulus(7).run().unwrap().polynomial.to_string(), "4*y");
        assert!(Discriminant::of_functions(&f, "t").plan().is_ok());
    }
}
