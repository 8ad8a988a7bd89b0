//! Polynomials as nested lists of coefficients, as SymPy has them: the highest power of the first variable comes first.
//!
//! A list of depth 2 has the coefficients by two variables. If there are more, a coefficient is a polynomial in the others.

use crate::errors::OrRaise;
use crate::function::{PyRationalFunction, wrap};
use crate::numbers::int;
use crate::terms::{coefficient, exponents, sum};
use eliminant::poly::Term;
use eliminant::{Integer, Rational, RationalFunction};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::borrow::Cow;

/// Adds the terms of a list, which begin with these exponents.
fn read(
    list: &Bound<'_, PyAny>,
    depth: usize,
    first: &mut Vec<u32>,
    terms: &mut Vec<(Rational, Vec<u32>)>,
) -> PyResult<()> {
    if depth > 0 {
        let list = list.cast::<PyList>()?;
        let powers = (0..u32::try_from(list.len())?).rev();
        for (power, entry) in powers.zip(list) {
            first.push(power);
            read(&entry, depth - 1, first, terms)?;
            first.pop();
        }
    } else if let Ok(others) = list.cast::<PyDict>() {
        for (last, number) in others {
            terms.push((coefficient(&number)?, [&first[..], &exponents(&last)?].concat()));
        }
    } else {
        let number = coefficient(list)?;
        if number != 0 {
            terms.push((number, first.clone()));
        }
    }
    Ok(())
}

/// The polynomial of a nested list of this depth, whose coefficients are numbers, or dicts {exponents: number}.
#[pyfunction]
pub fn of_nested<'py>(list: &Bound<'py, PyAny>, depth: usize, vars: Vec<PyBackedStr>) -> PyResult<Bound<'py, PyAny>> {
    let mut terms = Vec::new();
    read(list, depth, &mut Vec::with_capacity(vars.len()), &mut terms)?;
    wrap(list.py(), RationalFunction::from(sum(list.py(), terms, &vars)?))
}

/// What makes a nested list.
struct Writer<'a, 'py> {
    depth: usize,
    denominator: &'a Integer,
    zero: &'a Bound<'py, PyAny>,
    number: &'a Bound<'py, PyAny>,
    element: Option<&'a Bound<'py, PyAny>>,
}

impl<'py> Writer<'_, 'py> {
    fn number(&self, numerator: &Integer) -> PyResult<Bound<'py, PyAny>> {
        let py = self.number.py();
        if *self.denominator == 1 {
            return self.number.call1((int(py, numerator)?,));
        }
        let value = Rational::from((numerator, self.denominator));
        self.number.call1((int(py, value.numer())?, int(py, value.denom())?))
    }

    /// The list of terms whose first exponents, so many, are the same; a coefficient where that is the depth.
    fn written(&self, terms: &[Term], same: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = self.zero.py();
        if same < self.depth {
            return Ok(self.list(terms, same)?.into_any());
        }
        let Some(element) = self.element else {
            return terms.first().map_or_else(|| Ok(self.zero.clone()), |only| self.number(&only.coefficient));
        };
        let inner = PyDict::new(py);
        for term in terms {
            inner.set_item(PyTuple::new(py, &term.exponents[same..])?, self.number(&term.coefficient)?)?;
        }
        element.call1((inner,))
    }

    fn list(&self, terms: &[Term], same: usize) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(self.zero.py());
        let Some(first) = terms.first() else {
            // The zero of several variables is [[]].
            if same + 1 < self.depth {
                list.append(self.list(terms, same + 1)?)?;
            }
            return Ok(list);
        };
        let mut rest = terms;
        for power in (0..=first.exponents[same]).rev() {
            let (here, below) = rest.split_at(rest.partition_point(|term| term.exponents[same] == power));
            list.append(self.written(here, same + 1)?)?;
            rest = below;
        }
        Ok(list)
    }
}

/// The nested list of this depth of a polynomial over these variables. `zero` is a coefficient; others are what `number` makes of a numerator
/// and perhaps a denominator, or `element` of a dict {exponents: number}.
#[pyfunction]
#[pyo3(signature = (polynomial, vars, depth, zero, number, element))]
pub fn nested<'py>(
    polynomial: &Bound<'py, PyRationalFunction>,
    vars: Vec<PyBackedStr>,
    depth: usize,
    zero: &Bound<'py, PyAny>,
    number: &Bound<'py, PyAny>,
    element: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = polynomial.py();
    let own = polynomial.get().polynomial(py)?;
    let is_over = own.vars().iter().map(String::as_str).eq(vars.iter().map(|name| -> &str { name }));
    let over = if is_over { Cow::Borrowed(own) } else { Cow::Owned(own.clone().with_vars(&vars).or_raise(py)?) };
    let writer = Writer { depth: depth.min(vars.len()), denominator: over.denominator(), zero, number, element };
    writer.written(over.numerator().terms(), 0)
}

/// Whether all coefficients of a polynomial are integers.
#[pyfunction]
pub fn is_integral(polynomial: &Bound<'_, PyRationalFunction>) -> PyResult<bool> {
    Ok(polynomial.get().polynomial(polynomial.py())?.is_integral())
}
