//! Integers and fractions, to Python and back.

use eliminant::{Integer, Rational};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAnyMethods, PyFloat, PyInt, PyType};

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
    if let Ok(small) = object.extract::<i64>() {
        return Ok(if object.is_instance_of::<PyFloat>() { None } else { Some(small.into()) });
    }
    let object = match object.cast::<PyInt>() {
        Ok(integer) => integer.clone().into_any(),
        Err(_) if object.hasattr("__index__")? => object.call_method0("__index__")?,
        Err(_) => return Ok(None),
    };
    let digits = object.call_method1("__format__", ("x",))?.extract::<String>()?;
    Integer::from_str_radix(&digits, 16).map(Some).map_err(|error| PyTypeError::new_err(error.to_string()))
}

/// The number of an `int`, a `Fraction`, a `Decimal`, or of what has a numerator and a denominator that are integers; `None` for other objects.
pub fn to_rational(object: &Bound<'_, PyAny>) -> PyResult<Option<Rational>> {
    if let Some(integer) = to_integer(object)? {
        return Ok(Some(integer.into()));
    }
    // Other floats have a ratio too, but mostly not the one that is meant.
    if object.get_type().name()?.to_cow()? == "Decimal" {
        return to_rational(&fraction_class(object.py())?.call1((object,))?);
    }
    let part = |name: &str| match object.getattr(name) {
        Ok(part) => to_integer(&part),
        Err(_) => Ok(None),
    };
    match (part("numerator")?, part("denominator")?) {
        (Some(above), Some(below)) if below != 0 => Ok(Some(Rational::from((above, below)))),
        _ => Ok(None),
    }
}
