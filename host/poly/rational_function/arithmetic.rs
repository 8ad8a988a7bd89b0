//! Sum, difference, product, quotient and sign of rational functions.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::RationalFunction;
use crate::error::Result;
use crate::poly::rational::RationalPolynomial;
use crate::poly::{Polynomial, union_vars};

/// The powers of divisors that those of all functions divide, where different divisors count as coprime. All are over the same variables.
pub(in crate::poly) fn common_divisors<'a>(
    functions: impl Iterator<Item = &'a RationalFunction>,
) -> Vec<(Polynomial, u32)> {
    let mut common: Vec<(Polynomial, u32)> = Vec::new();
    for (divisor, exponent) in functions.flat_map(RationalFunction::divisors) {
        match common.iter_mut().find(|(known, _)| known == divisor) {
            Some((_, most)) => *most = (*most).max(*exponent),
            None => common.push((divisor.clone(), *exponent)),
        }
    }
    common
}

/// Powers of divisors whose exponents are as [`RationalFunction::over`] takes them.
fn powers(divisors: &[(Polynomial, u32)]) -> impl Iterator<Item = (Polynomial, u64)> {
    divisors.iter().map(|(divisor, exponent)| (divisor.clone(), u64::from(*exponent)))
}

/// Both functions over the union of their variables when these differ.
fn over_same_vars(f: &RationalFunction, g: &RationalFunction) -> (RationalFunction, RationalFunction) {
    if f.vars() == g.vars() {
        return (f.clone(), g.clone());
    }
    let vars = union_vars(f.numerator.numerator(), g.numerator.numerator()).into();
    (f.clone().onto(&vars), g.clone().onto(&vars))
}

impl RationalFunction {
    /// The numerator over these powers of divisors, which have those of the function among them.
    pub(in crate::poly) fn numerator_over(&self, common: &[(Polynomial, u32)]) -> Result<RationalPolynomial> {
        common.iter().try_fold(self.numerator.clone(), |product, (divisor, most)| {
            let own = self.divisors.iter().find(|(known, _)| known == divisor).map_or(0, |(_, exponent)| *exponent);
            match most - own {
                0 => Ok(product),
                missing => product.checked_mul(&divisor.pow(missing)?.into()),
            }
        })
    }

    fn combined(
        &self,
        other: &Self,
        combine: impl Fn(&RationalPolynomial, &RationalPolynomial) -> RationalPolynomial,
    ) -> Result<Self> {
        let (f, g) = over_same_vars(self, other);
        let common = common_divisors([&f, &g].into_iter());
        let numerator = combine(&f.numerator_over(&common)?, &g.numerator_over(&common)?);
        RationalFunction::over(numerator, powers(&common))
    }

    /// The sum, over the union of the variables when they differ, and over the divisors of both.
    ///
    /// # Errors
    /// As [`Polynomial::pow`] and [`Polynomial::checked_mul`] of the divisors that one of both lacks.
    ///
    /// ```
    /// use eliminant::poly::RationalFunction;
    /// let (f, g): (RationalFunction, RationalFunction) = ("1/x".parse()?, "x/(x + y)".parse()?);
    /// assert_eq!(f.checked_add(&g)?.to_string(), "(x^2 + x + y)/(x*(x + y))");
    /// assert_eq!(f.checked_div(&g)?.to_string(), "(x + y)/x^2");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn checked_add(&self, other: &Self) -> Result<Self> {
        self.combined(other, |f, g| f + g)
    }

    /// The difference, as [`RationalFunction::checked_add`].
    ///
    /// # Errors
    /// As there.
    pub fn checked_sub(&self, other: &Self) -> Result<Self> {
        self.combined(other, |f, g| f - g)
    }

    /// The product, over the union of the variables when they differ.
    ///
    /// # Errors
    /// As [`Polynomial::checked_mul`]; `Limit` when an exponent of a divisor passes [`Polynomial::MAX_EXPONENT`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        let (f, g) = over_same_vars(self, other);
        let numerator = f.numerator.checked_mul(&g.numerator)?;
        RationalFunction::over(numerator, powers(&f.divisors).chain(powers(&g.divisors)))
    }

    /// The quotient, over the union of the variables when they differ.
    ///
    /// # Errors
    /// `Argument` when the divisor is 0; as [`RationalFunction::checked_mul`].
    pub fn checked_div(&self, other: &Self) -> Result<Self> {
        let (f, g) = over_same_vars(self, other);
        let (divisor, denominator) = g.numerator.into_parts();
        let above = RationalPolynomial::from(Polynomial::constant_in(&divisor.vars, denominator));
        let above = RationalFunction { numerator: above, divisors: Vec::new() }.numerator_over(&g.divisors)?;
        let numerator = f.numerator.checked_mul(&above)?;
        RationalFunction::over(numerator, powers(&f.divisors).chain([(divisor, 1)]))
    }
}

/// An operator that panics where the checked method has an error.
macro_rules! operator {
    ($trait:ident $method:ident $checked:ident) => {
        operator!($trait $method $checked, RationalFunction, RationalFunction);
        operator!($trait $method $checked, &RationalFunction, RationalFunction);
        operator!($trait $method $checked, RationalFunction, &RationalFunction);
        operator!($trait $method $checked, &RationalFunction, &RationalFunction);
    };
    ($trait:ident $method:ident $checked:ident, $left:ty, $right:ty) => {
        #[doc = concat!("As [`RationalFunction::", stringify!($checked), "`].\n\n# Panics\nWhere that is an error.")]
        impl $trait<$right> for $left {
            type Output = RationalFunction;

            fn $method(self, other: $right) -> RationalFunction {
                let (left, right): (&RationalFunction, &RationalFunction) = (&self, &other);
                match left.$checked(right) {
                    Ok(result) => result,
                    // An operator has no error to return.
                    Err(error) => panic!("{error}"),
                }
            }
        }
    };
}

operator!(Add add checked_add);
operator!(Sub sub checked_sub);
operator!(Mul mul checked_mul);
operator!(Div div checked_div);

/// The sign changed.
impl Neg for &RationalFunction {
    type Output = RationalFunction;

    fn neg(self) -> RationalFunction {
        RationalFunction { numerator: -&self.numerator, divisors: self.divisors.clone() }
    }
}

/// The sign changed.
impl Neg for RationalFunction {
    type Output = RationalFunction;

    fn neg(self) -> RationalFunction {
        -&self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operators do what the text says.
    #[test]
    fn operators_are_those_of_the_text() {
        let parsed = |text: &str| RationalFunction::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for f in ["1/x", "x/(2*x*y - 4*y)", "(x - 1)^-2", "3/4*z - 1", "0"] {
            for g in ["1/x", "(x + y)/(x - 1)", "-2/3", "x*y/(x - 2)^3"] {
                let (a, b) = (parsed(f), parsed(g));
                let text = |operator: &str| parsed(&format!("({f}) {operator} ({g}) + 0*x*y*z"));
                let same = |found: RationalFunction, expected: RationalFunction| {
                    let difference = &found - &expected;
                    assert!(difference.numerator().numerator().is_zero(), "{f}, {g}: {found}, {expected}");
                };
                same(&a + &b, text("+"));
                same(&a - &b, text("-"));
                same(&a * &b, text("*"));
                same(&a / &b, text("/"));
                same(-a.clone() + &a, parsed("0"));
            }
        }
        assert!(parsed("x").checked_div(&parsed("0")).is_err());
    }
}
