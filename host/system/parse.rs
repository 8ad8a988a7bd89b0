//! Text to systems.

use crate::error::{Error, Result};
use crate::poly::systems::sum::{Exponents, Sum};
use crate::poly::systems::{Coefficient, System};
use crate::poly::{Equations, RationalPolynomial, equations, error_at};
use rug::Rational;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::str::FromStr;

/// A polynomial of a system that is the numerator of a rational function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divided {
    /// The place of the polynomial in the system, from 0.
    pub place: usize,
    /// The denominator of the rational function, as text.
    pub divisor: String,
}

/// Our text, PHCpack's where the first line is one or two integers and more follows, msolve's where the first line has names and the second one the
/// characteristic, or Bertini's where variables and functions are declared. The text of a polynomial is that of [`crate::poly`], with `i` or `I`
/// for the imaginary unit. Polynomials stand between `;`, between commas, one on a line, or in a list, `[f, g]`.
impl FromStr for System {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if super::phc::has_count_line(text) {
            return System::from_phc(text);
        }
        match of_other_program(text)? {
            Some(system) => Ok(system),
            None => plain(text),
        }
    }
}

/// The system of a text in the format of msolve or of Bertini; `None` for another one.
fn of_other_program(text: &str) -> Result<Option<System>> {
    match super::msolve::system(text)? {
        Some(system) => Ok(Some(system)),
        None => super::bertini::system(text),
    }
}

/// The system of our text, which is never taken for PHCpack's.
pub(super) fn plain(text: &str) -> Result<System> {
    whole(text, read(text)?)
}

impl System {
    /// Reads a text in which polynomials may be rational functions, and takes their numerators: a zero of the functions is one of the numerators, and a zero of the
    /// numerators at which no divisor is 0 is one of the functions.
    ///
    /// # Errors
    /// As `parse`, but for divisors.
    ///
    /// ```
    /// use eliminant::system::System;
    /// let (system, divided) = System::numerators("x = 1/y, x + y = 2")?;
    /// assert_eq!(system.to_string(), "x*y - 1;\nx + y - 2;\n");
    /// assert_eq!((divided.len(), divided[0].place, &*divided[0].divisor), (1, 0, "y"));
    /// assert!("x = 1/y".parse::<System>().is_err());
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn numerators(text: &str) -> Result<(Self, Vec<Divided>)> {
        if super::phc::has_count_line(text) {
            return Ok((System::from_phc(text)?, Vec::new()));
        }
        if let Some(system) = of_other_program(text)? {
            return Ok((system, Vec::new()));
        }
        let found = read(text)?;
        let divided = found.list.iter().enumerate().filter_map(|(place, equation)| {
            equation.divisor.as_ref().map(|(divisor, _)| Divided { place, divisor: divisor.clone() })
        });
        let divided = divided.collect();
        Ok((system(found), divided))
    }
}

fn read(text: &str) -> Result<Equations> {
    let found = equations(text, 0..text.len())?;
    match found.list.is_empty() {
        true => Err(error_at(text, text.len(), "there is no polynomial; write for example x^2 + y - 1;")),
        false => Ok(found),
    }
}

/// The system of polynomials.
///
/// # Errors
/// `Parse` at the first divisor that is no constant.
pub(super) fn whole(text: &str, found: Equations) -> Result<System> {
    match found.list.iter().find_map(|equation| equation.divisor.as_ref()) {
        Some(&(_, offset)) => Err(error_at(
            text,
            offset,
            "a divisor must be a constant here, such as 2 in x/2; multiply by this one, and give the numerator",
        )),
        None => Ok(system(found)),
    }
}

/// The numerators as a system.
fn system(Equations { variables, list, .. }: Equations) -> System {
    let places: HashMap<&str, u32> = variables.iter().zip(0..).map(|(name, place)| (name.as_str(), place)).collect();
    let sums = list.iter().map(|equation| sum(&equation.numerators, &places)).collect();
    System::of(variables.clone(), sums)
}

/// Polynomials over variables of their own, the imaginary unit among them, as terms of the system.
fn sum(list: &[RationalPolynomial], places: &HashMap<&str, u32>) -> Sum {
    let mut sum = Sum::default();
    for f in list {
        // The one name that has no place is that of the imaginary unit.
        let order: Vec<Option<u32>> =
            f.numerator().vars().iter().map(|name| places.get(name.as_str()).copied()).collect();
        for term in f.numerator().terms() {
            let value = Rational::from((&term.coefficient, f.denominator()));
            let is_imaginary = order.iter().zip(&term.exponents).any(|(place, &e)| place.is_none() && e == 1);
            let coefficient = match is_imaginary {
                true => Coefficient::new(Rational::new(), value),
                false => Coefficient::from(value),
            };
            let powers = order.iter().zip(&term.exponents).filter(|(_, e)| **e > 0);
            let mut exponents: Exponents = powers.filter_map(|(place, &e)| Some((Reverse((*place)?), e))).collect();
            // By place: the larger `Reverse` is the earlier variable.
            exponents.sort_by_key(|&(place, _)| Reverse(place));
            sum.add_term(exponents, coefficient);
        }
    }
    sum
}
