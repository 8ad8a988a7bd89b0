//! What functions are made of: texts, numbers, and dicts of terms.

use crate::errors::OrRaise;
use crate::numbers::to_rational;
use crate::operand::function;
use eliminant::{Integer, Polynomial, Rational, RationalFunction, RationalPolynomial};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;

/// Names of variables: a list of texts, or one text with commas or blanks between them.
fn names(vars: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match vars.extract::<String>() {
        Ok(text) => Ok(text.replace(',', " ").split_whitespace().map(str::to_owned).collect()),
        Err(_) => vars.try_iter()?.map(|name| name?.str()?.extract()).collect(),
    }
}

/// The exponents of a term: a tuple, or the only one.
pub fn exponents(object: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    match object.extract::<Vec<u32>>() {
        Ok(exponents) => Ok(exponents),
        Err(_) => Ok(vec![object.extract::<u32>().map_err(|_| {
            PyTypeError::new_err(format!("exponents are tuples of integers from 0 to 2^31 - 1, and not {object}"))
        })?]),
    }
}

/// The coefficient of a term.
pub fn coefficient(object: &Bound<'_, PyAny>) -> PyResult<Rational> {
    to_rational(object)?
        .ok_or_else(|| PyTypeError::new_err(format!("coefficients are int or Fraction, and not {object}")))
}

/// The sum of terms.
pub fn sum<S: AsRef<str>>(
    py: Python<'_>,
    terms: Vec<(Rational, Vec<u32>)>,
    vars: &[S],
) -> PyResult<RationalPolynomial> {
    let mut denominator = Integer::from(1);
    for (coefficient, _) in terms.iter().filter(|(coefficient, _)| *coefficient.denom() != 1) {
        denominator.lcm_mut(coefficient.denom());
    }
    let integral = terms.into_iter().map(|(coefficient, exponents)| {
        let (mut above, below) = coefficient.into_numer_denom();
        if denominator != 1 {
            above *= Integer::from(&denominator / &below);
        }
        (above, exponents)
    });
    let numerator = Polynomial::from_terms(vars, integral).or_raise(py)?;
    RationalPolynomial::new(numerator, denominator.clone()).or_raise(py)
}

/// The function of what a constructor is given.
pub fn read(value: &Bound<'_, PyAny>, vars: Option<&Bound<'_, PyAny>>) -> PyResult<Arc<RationalFunction>> {
    let (py, vars) = (value.py(), vars.map(names).transpose()?);
    if let Ok(terms) = value.cast::<PyDict>() {
        let vars = vars.ok_or_else(|| {
            PyTypeError::new_err("a dict of terms needs the names of its variables: vars=[\"x\", \"y\"]")
        })?;
        let term = |(powers, number)| Ok((coefficient(&number)?, exponents(&powers)?));
        let terms = terms.iter().map(term).collect::<PyResult<_>>()?;
        return Ok(Arc::new(sum(py, terms, &vars)?.into()));
    }
    if let (Ok(text), Some(vars)) = (value.cast::<PyString>(), &vars) {
        let function = RationalFunction::parse_within(&text.to_cow()?, Some(vars), u64::MAX).or_raise(py)?;
        return Ok(Arc::new(function));
    }
    let function = function(value)?;
    match vars {
        Some(vars) => Ok(Arc::new(function.as_ref().clone().with_vars(&vars).or_raise(py)?)),
        None => Ok(function),
    }
}
