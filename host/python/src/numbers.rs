//! Integers and fractions, to Python and back.

use eliminant::{Integer, Rational};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAnyMethods, PyInt, PyString, PyType};

static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// `fractions.Fraction`.
fn fraction_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    FRACTION.import(py, "fractions", "Fraction")
}

/// A Python `int`.
pub fn int<'py>(py: Python<'py>, value: &Integer) -> PyResult<Bound<'py, PyAny>> {
    match value.to_i64() {
        Some(small) => Ok(small.into_pyobject(py)?.into_any()),
        // Digits of base 16 have no limit of length, and take linear time.
        None => py.get_type::<PyInt>().call1((value.to_string_radix(16), 16)),
    }
}

/// A Python `int` where the value is one, else a `Fraction`.
pub fn number<'py>(py: Python<'py>, numerator: &Integer, denominator: &Integer) -> PyResult<Bound<'py, PyAny>> {
    if *denominator == 1 {
        return int(py, numerator);
    }
    let value = Rational::from((numerator.clone(), denominator.clone()));
    match *value.denom() == 1 {
        true => int(py, value.numer()),
        false => fraction_class(py)?.call1((int(py, value.numer())?, int(py, value.denom())?)),
    }
}

/// The integer of an `int`, or of what has `__index__`; `None` for other objects.
pub fn to_integer(object: &Bound<'_, PyAny>) -> PyResult<Option<Integer>> {
    let py = object.py();
    if !object.is_instance_of::<PyInt>() && !object.hasattr(intern!(py, "__index__"))? {
        return Ok(None);
    }
    if let Ok(small) = object.extract::<i64>() {
        return Ok(Some(small.into()));
    }
    let object = match object.cast::<PyInt>() {
        Ok(integer) => integer.clone().into_any(),
        Err(_) => object.call_method0(intern!(py, "__index__"))?,
    };
    let digits = object.call_method1("__format__", ("x",))?.extract::<String>()?;
    Integer::from_str_radix(&digits, 16).map(Some).map_err(|error| PyTypeError::new_err(error.to_string()))
}

/// The number of an `int`, a `Fraction`, a `Decimal`, or of what has a numerator and a denominator that are integers; `None` for other objects.
pub fn to_rational(object: &Bound<'_, PyAny>) -> PyResult<Option<Rational>> {
    if let Some(integer) = to_integer(object)? {
        return Ok(Some(integer.into()));
    }
    let py = object.py();
    let part = |name: &Bound<'_, PyString>| match object.getattr(name) {
        Ok(part) => to_integer(&part),
        Err(_) => Ok(None),
    };
    if let Some(below) = part(intern!(py, "denominator"))? {
        let above = part(intern!(py, "numerator"))?;
        return Ok(above.filter(|_| below != 0).map(|above| Rational::from((above, below))));
    }
    // Other floats have a ratio too, but mostly not the one that is meant.
    if object.get_type().name()?.to_cow()? == "Decimal" {
        return to_rational(&fraction_class(py)?.call1((object,))?);
    }
    Ok(None)
}
