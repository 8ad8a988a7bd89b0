//! Objects of Python as functions and matrices.

use crate::errors::OrRaise;
use crate::function::PyRationalFunction;
use crate::matrix::PyMatrix;
use crate::numbers::to_rational;
use eliminant::poly::RationalFunctionMatrix;
use eliminant::{RationalFunction, RationalPolynomial};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString};
use std::sync::Arc;

/// A native value, a number or a text as a function; `None` for other objects.
pub fn known(object: &Bound<'_, PyAny>) -> PyResult<Option<Arc<RationalFunction>>> {
    if let Ok(native) = object.cast::<PyRationalFunction>() {
        return Ok(Some(native.get().function.clone()));
    }
    if let Ok(text) = object.cast::<PyString>() {
        let function = RationalFunction::parse(&text.to_cow()?).or_raise(object.py())?;
        return Ok(Some(Arc::new(function)));
    }
    Ok(to_rational(object)?.map(|number| Arc::new(RationalPolynomial::from(number).into())))
}

/// An object as a function: also what `eliminant/kinds.py` knows.
pub fn function(object: &Bound<'_, PyAny>) -> PyResult<Arc<RationalFunction>> {
    if let Some(function) = known(object)? {
        return Ok(function);
    }
    if object.is_instance_of::<PyFloat>() {
        return Err(no_function(object));
    }
    let native = object.py().import("eliminant.kinds")?.call_method1("native", (object,))?;
    known(&native)?.ok_or_else(|| no_function(object))
}

/// An object as a matrix.
pub fn matrix(object: &Bound<'_, PyAny>) -> PyResult<Arc<RationalFunctionMatrix>> {
    let native = match object.cast::<PyMatrix>() {
        Ok(native) => native.clone(),
        Err(_) => object.py().get_type::<PyMatrix>().call1((object,))?.cast_into::<PyMatrix>()?,
    };
    Ok(native.get().matrix.clone())
}

/// The error of an object of another type.
fn no_function(object: &Bound<'_, PyAny>) -> PyErr {
    let class = object.get_type().qualname().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    match object.is_instance_of::<PyFloat>() {
        true => PyTypeError::new_err(format!(
            "{object} is a float; exact answers need exact numbers: write Fraction(1, 3), or a text such as \"{object}\""
        )),
        false => PyTypeError::new_err(format!("a polynomial is wanted, and this is of the type {class}")),
    }
}
