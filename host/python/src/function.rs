//! The class `RationalFunction`.

use crate::calls::of_functions;
use crate::errors::{OrRaise, named};
use crate::numbers::{number, to_integer};
use crate::operand::known;
use crate::polynomial::PyPolynomial;
use crate::terms::read;
use eliminant::{Rational, RationalFunction, RationalPolynomial};
use eliminant_calls::Operation;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

/// A quotient of polynomials with rational coefficients: `RationalFunction("x/(y + 1)")`.
///
/// What is a polynomial is a `Polynomial`, which is a subclass. Operators are + - * / and ** with integers.
///
/// >>> from eliminant import RationalFunction
/// >>> RationalFunction("1/x + 1/y")
/// RationalFunction('(x + y)/(x*y)')
/// >>> RationalFunction("(x^2 - 1)/(x - 1)")
/// Polynomial('x + 1')
#[pyclass(name = "RationalFunction", module = "eliminant", frozen, subclass)]
pub struct PyRationalFunction {
    pub function: Arc<RationalFunction>,
}

/// An object of the class that fits.
pub fn wrap(py: Python<'_>, function: impl Into<Arc<RationalFunction>>) -> PyResult<Bound<'_, PyAny>> {
    let function = function.into();
    let is_polynomial = function.as_polynomial().is_some();
    let native = PyClassInitializer::from(PyRationalFunction { function });
    match is_polynomial {
        true => Ok(Bound::new(py, native.add_subclass(PyPolynomial))?.into_any()),
        false => Ok(Bound::new(py, native)?.into_any()),
    }
}

/// How two operands are joined.
type Operator = fn(&RationalFunction, &RationalFunction) -> eliminant::Result<RationalFunction>;

impl PyRationalFunction {
    /// The result of an operator; `NotImplemented` where the other operand is of a type that is not known.
    fn joined<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: impl FnOnce(&RationalFunction, &RationalFunction) -> eliminant::Result<RationalFunction> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if other.is_instance_of::<PyString>() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let Some(other) = known(other)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let own = &self.function;
        let result = py.detach(|| operator(own, &other)).or_raise(py)?;
        wrap(py, result)
    }

    /// The polynomial, of an object that is none.
    pub fn polynomial(&self, py: Python<'_>) -> PyResult<&RationalPolynomial> {
        self.function.as_polynomial().ok_or_else(|| {
            named(
                py,
                "ArgumentError",
                "this is for polynomials; take the numerator and the divisors of a rational function".to_owned(),
            )
        })
    }

    /// The number that the function is.
    fn constant(&self) -> Option<Rational> {
        self.function.as_polynomial().and_then(RationalPolynomial::as_constant)
    }
}

const ADD: Operator = |f, g| f.checked_add(g);
const SUBTRACT: Operator = |f, g| f.checked_sub(g);
const MULTIPLY: Operator = |f, g| f.checked_mul(g);
const DIVIDE: Operator = |f, g| f.checked_div(g);

/// f^n, also for negative n.
fn power(f: &RationalFunction, n: i64) -> eliminant::Result<RationalFunction> {
    let one = || RationalFunction::from(RationalPolynomial::from(1));
    if n < 0 {
        return power(&one().checked_div(f)?, n.checked_neg().unwrap_or(i64::MAX));
    }
    if let (Some(f), Ok(n)) = (f.as_polynomial(), u32::try_from(n)) {
        return Ok(f.pow(n)?.into());
    }
    let (mut result, mut base, mut n) = (one(), f.clone(), n);
    while n > 0 {
        if n % 2 == 1 {
            result = result.checked_mul(&base)?;
        }
        n /= 2;
        if n > 0 {
            base = base.checked_mul(&base)?;
        }
    }
    Ok(result)
}

#[pymethods]
impl PyRationalFunction {
    #[new]
    #[pyo3(signature = (value=None, vars=None))]
    pub fn new<'py>(
        py: Python<'py>,
        value: Option<&Bound<'py, PyAny>>,
        vars: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        match value {
            Some(value) => Ok(PyRationalFunction { function: read(value, vars)? }),
            None => Ok(PyRationalFunction { function: read(&0i32.into_pyobject(py)?.into_any(), vars)? }),
        }
    }

    /// The names of the variables, in order.
    #[getter]
    fn vars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.function.vars())
    }

    /// The numerator, a `Polynomial`.
    #[getter]
    fn numerator<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, RationalFunction::from(self.function.numerator().clone()))
    }

    /// The divisors with their exponents, `[(Polynomial, int), ...]`: none of a polynomial.
    #[getter]
    fn divisors<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, u32)>> {
        let divisors = self.function.divisors().iter();
        divisors
            .map(|(divisor, exponent)| Ok((wrap(py, RationalFunction::from(divisor.clone()))?, *exponent)))
            .collect()
    }

    /// The same function without common factors of numerator and divisors.
    fn reduced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let own = &self.function;
        wrap(py, py.detach(|| own.as_ref().clone().reduced()).or_raise(py)?)
    }

    /// Text as LaTeX reads it.
    fn to_latex(&self) -> String {
        self.function.to_latex()
    }

    fn _repr_latex_(&self) -> String {
        format!("${}$", self.function.to_latex())
    }

    fn __str__(&self) -> String {
        self.function.to_string()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let function = &slf.get().function;
        let text = function.to_string();
        let class = if function.as_polynomial().is_some() { "Polynomial" } else { "RationalFunction" };
        // A text alone has its variables in alphabetical order.
        let is_same = RationalFunction::parse(&text).is_ok_and(|read| read.vars() == function.vars());
        let text = PyString::new(slf.py(), &text).repr()?;
        match is_same {
            true => Ok(format!("{class}({text})")),
            false => Ok(format!("{class}({text}, vars={})", PyList::new(slf.py(), function.vars())?.repr()?)),
        }
    }

    /// Equal polynomials are equal over any lists of variables.
    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if other.is_instance_of::<PyString>() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let Some(other) = known(other)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let is_same = match self.function.vars() == other.vars() && *self.function == *other {
            true => true,
            // Divisors that are products differ in writing.
            false => self.function.checked_sub(&other).or_raise(py)?.numerator().is_zero(),
        };
        Ok(is_same.into_pyobject(py)?.to_owned().into_any())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(value) = self.constant() {
            return number(py, value.numer(), value.denom())?.hash();
        }
        // Over the variables that occur, in alphabetical order, since those of equal functions may differ.
        let mut occurring: Vec<&str> = self.function.numerator().numerator().occurring().collect();
        occurring.extend(self.function.divisors().iter().flat_map(|(divisor, _)| divisor.occurring()));
        occurring.sort_unstable();
        occurring.dedup();
        let reduced = match self.function.as_polynomial() {
            Some(_) => self.function.as_ref().clone(),
            None => self.function.as_ref().clone().reduced().or_raise(py)?,
        };
        let mut plain = reduced.with_vars(&occurring).or_raise(py)?.to_string();
        if self.function.as_polynomial().is_none() {
            // Divisors are in any order.
            plain = occurring.join(" ");
        }
        Ok(BuildHasherDefault::<DefaultHasher>::default().hash_one(plain) as isize)
    }

    fn __bool__(&self) -> bool {
        !self.function.numerator().is_zero()
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.constant() {
            Some(value) if *value.denom() == 1 => number(py, value.numer(), value.denom()),
            _ => Err(PyTypeError::new_err(format!("{} is no integer", self.function))),
        }
    }

    fn __float__(&self) -> PyResult<f64> {
        self.constant()
            .map(|value| value.to_f64())
            .ok_or_else(|| PyTypeError::new_err(format!("{} is no number", self.function)))
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, ADD)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, ADD)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, SUBTRACT)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, |f, g| g.checked_sub(f))
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, MULTIPLY)
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, MULTIPLY)
    }

    fn __truediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, DIVIDE)
    }

    fn __rtruediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, |f, g| g.checked_div(f))
    }

    fn __neg__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let zero = RationalFunction::from(RationalPolynomial::default());
        wrap(py, zero.checked_sub(&self.function).or_raise(py)?)
    }

    fn __pos__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, self.function.clone())
    }

    fn __pow__<'py>(
        &self,
        exponent: &Bound<'py, PyAny>,
        modulus: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = exponent.py();
        if modulus.is_some() {
            return Err(PyTypeError::new_err("powers have no modulus"));
        }
        let Some(n) = to_integer(exponent)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let n = n.to_i64().ok_or_else(|| PyValueError::new_err("the exponent is too large"))?;
        let own = &self.function;
        wrap(py, py.detach(|| power(own, n)).or_raise(py)?)
    }

    fn _sympy_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("eliminant.kinds")?.call_method1("to_sympy", (slf,))
    }

    /// The resultant of this function and `other`, as `eliminant.resultant`.
    #[pyo3(signature = (other, var=None, **options))]
    fn resultant<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        var: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_functions(Operation::Resultant, &[slf.as_any(), other], var, options)
    }

    /// The discriminant of this function, as `eliminant.discriminant`.
    #[pyo3(signature = (var=None, **options))]
    fn discriminant<'py>(
        slf: &Bound<'py, Self>,
        var: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_functions(Operation::Discriminant, &[slf.as_any()], var, options)
    }

    /// The greatest common divisor of this function and `other`, as `eliminant.gcd`.
    #[pyo3(signature = (other, **options))]
    fn gcd<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_functions(Operation::Gcd, &[slf.as_any(), other], None, options)
    }

    /// The least common multiple of this function and `other`, as `eliminant.lcm`.
    #[pyo3(signature = (other, **options))]
    fn lcm<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_functions(Operation::Lcm, &[slf.as_any(), other], None, options)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, function) = (slf.py(), &slf.get().function);
        let module = py.import("eliminant")?;
        let reduced = match function.as_polynomial() {
            Some(polynomial) => {
                let mut bytes = Vec::new();
                polynomial.write_binary(&mut bytes).or_raise(py)?;
                let make = module.getattr("Polynomial")?.getattr("from_bytes")?;
                (make, PyTuple::new(py, [PyBytes::new(py, &bytes)])?)
            }
            None => {
                let arguments = (function.to_string(), PyList::new(py, function.vars())?).into_pyobject(py)?;
                (module.getattr("RationalFunction")?, arguments)
            }
        };
        Ok(reduced.into_pyobject(py)?.into_any())
    }
}
