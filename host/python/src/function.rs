//! The classes `RationalFunction` and `Polynomial`.

use crate::calls::of_functions;
use crate::errors::{OrRaise, named};
use crate::numbers::{number, to_integer, to_rational};
use crate::operand::{function, known};
use eliminant::{Integer, Polynomial, Rational, RationalFunction, RationalPolynomial};
use eliminant_calls::Operation;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
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

/// A polynomial with rational coefficients in any number of variables: `Polynomial("x^2/2 - y")`.
///
/// It is made of a text, of a number, or of a dict {exponents: coefficient} with the names of the variables. Operators are + - * / and ** with
/// integers; a quotient that is no polynomial is a `RationalFunction`.
///
/// >>> from eliminant import Polynomial
/// >>> f = Polynomial("(x + y)^2/2")
/// >>> f
/// Polynomial('1/2*x^2 + x*y + 1/2*y^2')
/// >>> Polynomial({(2, 0): 1, (0, 1): -3}, ["x", "y"])
/// Polynomial('x^2 - 3*y')
/// >>> f.vars, f.degree("x"), f(x=1, y=3)
/// (('x', 'y'), 2, 8)
#[pyclass(name = "Polynomial", module = "eliminant", extends = PyRationalFunction, frozen)]
pub struct PyPolynomial;

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

/// Names of variables: a list of texts, or one text with commas or blanks between them.
fn names(vars: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match vars.extract::<String>() {
        Ok(text) => Ok(text.replace(',', " ").split_whitespace().map(str::to_owned).collect()),
        Err(_) => vars.try_iter()?.map(|name| name?.str()?.extract()).collect(),
    }
}

/// The polynomial of a dict {exponents: coefficient}.
fn of_terms(terms: &Bound<'_, PyDict>, vars: &[String]) -> PyResult<RationalPolynomial> {
    let py = terms.py();
    let mut denominator = Integer::from(1);
    let mut read: Vec<(Rational, Vec<u32>)> = Vec::with_capacity(terms.len());
    for (exponents, coefficient) in terms {
        let exponents = match exponents.extract::<Vec<u32>>() {
            Ok(exponents) => exponents,
            Err(_) => vec![exponents.extract::<u32>().map_err(|_| {
                PyTypeError::new_err(format!(
                    "exponents are tuples of integers from 0 to 2^31 - 1, and not {exponents}"
                ))
            })?],
        };
        let coefficient = to_rational(&coefficient)?
            .ok_or_else(|| PyTypeError::new_err(format!("coefficients are int or Fraction, and not {coefficient}")))?;
        if *coefficient.denom() != 1 {
            denominator.lcm_mut(coefficient.denom());
        }
        read.push((coefficient, exponents));
    }
    let integral = read.into_iter().map(|(coefficient, exponents)| {
        let (above, below) = coefficient.into_numer_denom();
        let factor = if denominator == 1 { Integer::from(1) } else { Integer::from(&denominator / &below) };
        (above * factor, exponents)
    });
    let numerator = Polynomial::from_terms(vars, integral).or_raise(py)?;
    RationalPolynomial::new(numerator, denominator.clone()).or_raise(py)
}

/// The function of what a constructor is given.
fn read(value: &Bound<'_, PyAny>, vars: Option<&Bound<'_, PyAny>>) -> PyResult<Arc<RationalFunction>> {
    let (py, vars) = (value.py(), vars.map(names).transpose()?);
    if let Ok(terms) = value.cast::<PyDict>() {
        let vars = vars.ok_or_else(|| {
            PyTypeError::new_err("a dict of terms needs the names of its variables: vars=[\"x\", \"y\"]")
        })?;
        return Ok(Arc::new(of_terms(terms, &vars)?.into()));
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
    fn polynomial(&self, py: Python<'_>) -> PyResult<&RationalPolynomial> {
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
    fn new<'py>(
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

#[pymethods]
impl PyPolynomial {
    #[new]
    #[pyo3(signature = (value=None, vars=None))]
    fn new<'py>(
        py: Python<'py>,
        value: Option<&Bound<'py, PyAny>>,
        vars: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let native = PyRationalFunction::new(py, value, vars)?;
        if let Some(divisor) = native.function.divisor() {
            let text = format!("this is divided by {divisor}, and no polynomial; take RationalFunction");
            return Err(named(py, "ArgumentError", text));
        }
        Ok(PyClassInitializer::from(native).add_subclass(PyPolynomial))
    }

    /// A polynomial in the binary format of the program.
    #[staticmethod]
    fn from_bytes<'py>(py: Python<'py>, data: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, RationalFunction::from(RationalPolynomial::read_binary(data).or_raise(py)?))
    }

    /// The binary format of the program.
    fn to_bytes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        let (py, mut bytes) = (slf.py(), Vec::new());
        slf.as_super().get().polynomial(py)?.write_binary(&mut bytes).or_raise(py)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The terms in descending order, `[(exponents, coefficient), ...]`.
    fn terms<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<(Bound<'py, PyTuple>, Bound<'py, PyAny>)>> {
        let py = slf.py();
        let f = slf.as_super().get().polynomial(py)?;
        let term = |term: &eliminant::poly::Term| {
            Ok((PyTuple::new(py, &term.exponents)?, number(py, &term.coefficient, f.denominator())?))
        };
        f.numerator().terms().iter().map(term).collect()
    }

    /// The terms as a dict, `{exponents: coefficient}`.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(slf.py());
        for (exponents, coefficient) in PyPolynomial::terms(slf)? {
            dict.set_item(exponents, coefficient)?;
        }
        Ok(dict)
    }

    /// The number of terms.
    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(slf.as_super().get().polynomial(slf.py())?.numerator().terms().len())
    }

    /// The degree in `var`, or in all variables together; -1 of the polynomial 0.
    #[pyo3(signature = (var=None))]
    fn degree(slf: &Bound<'_, Self>, var: Option<&Bound<'_, PyAny>>) -> PyResult<i64> {
        let f = slf.as_super().get().polynomial(slf.py())?;
        let degree = match var {
            Some(var) => f.degree(&var.str()?.to_cow()?).map(i64::from),
            None => f.total_degree().map(|degree| degree as i64),
        };
        match (degree, f.is_zero()) {
            (Some(degree), false) => Ok(degree),
            (_, true) => Ok(-1),
            (None, false) => Ok(0),
        }
    }

    /// The coefficient of a product of powers: `f.coefficient(x=2, y=1)`, and the constant one of `f.coefficient()`.
    #[pyo3(signature = (**powers))]
    fn coefficient<'py>(slf: &Bound<'py, Self>, powers: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let mut named: Vec<(String, u32)> = Vec::new();
        for (name, exponent) in powers.into_iter().flatten() {
            named.push((name.extract()?, exponent.extract()?));
        }
        let powers: Vec<(&str, u32)> = named.iter().map(|(name, exponent)| (name.as_str(), *exponent)).collect();
        let value = slf.as_super().get().polynomial(py)?.coefficient(&powers);
        number(py, value.numer(), value.denom())
    }

    /// The coefficients of a polynomial in one variable, the constant one first.
    fn coefficients<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = slf.py();
        let f = slf.as_super().get().polynomial(py)?;
        let coefficients = f.numerator().dense_coefficients().or_raise(py)?;
        coefficients.iter().map(|coefficient| number(py, coefficient, f.denominator())).collect()
    }

    /// The derivative in `var`; that may be left out where there is one variable.
    #[pyo3(signature = (var=None))]
    fn diff<'py>(slf: &Bound<'py, Self>, var: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let f = slf.as_super().get().polynomial(py)?;
        let derivative = match (var, f.vars()) {
            (Some(var), _) => f.derivative(&var.str()?.to_cow()?),
            (None, [only]) => f.derivative(only),
            (None, vars) => {
                let text = format!("var: is missing; name one of {}", vars.join(", "));
                return Err(named(py, "ArgumentError", text));
            }
        };
        wrap(py, RationalFunction::from(derivative))
    }

    /// The polynomial with other polynomials, numbers or texts in place of variables: `f.subs({"x": "t^2", "y": 3})`. All are replaced at once.
    fn subs<'py>(slf: &Bound<'py, Self>, values: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let f = slf.as_super().get().polynomial(py)?;
        wrap(py, RationalFunction::from(replaced(f, values)?))
    }

    /// The value at numbers, as `f(x=1, y=Fraction(1, 2))` or, in the order of the variables, `f(1, 2)`. Where some variables have no value it is a
    /// polynomial in these.
    #[pyo3(signature = (*point, **values))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        point: &Bound<'py, PyTuple>,
        values: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let f = slf.as_super().get().polynomial(py)?;
        if point.len() > f.vars().len() {
            let text = format!("point: has {} coordinates for {} variables", point.len(), f.vars().len());
            return Err(named(py, "ArgumentError", text));
        }
        let all = PyDict::new(py);
        for (name, value) in f.vars().iter().zip(point) {
            all.set_item(name, value)?;
        }
        for (name, value) in values.into_iter().flatten() {
            if all.contains(&name)? {
                return Err(PyTypeError::new_err(format!("{name} has two values")));
            }
            all.set_item(name, value)?;
        }
        let numbers = f.vars().iter().map(|name| match all.get_item(name)? {
            Some(value) => to_rational(&value),
            None => Ok(None),
        });
        let numbers: Vec<Option<Rational>> = numbers.collect::<PyResult<_>>()?;
        if let Some(point) = numbers.into_iter().collect::<Option<Vec<Rational>>>() {
            check_names(f, &all)?;
            let value = f.evaluate(&point).or_raise(py)?;
            return number(py, value.numer(), value.denom());
        }
        wrap(py, RationalFunction::from(replaced(f, &all)?))
    }

    /// The content in `var`, as `eliminant.content`.
    #[pyo3(signature = (var=None, **options))]
    fn content<'py>(
        slf: &Bound<'py, Self>,
        var: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        of_functions(Operation::Content, &[slf.as_any()], var, options)?.get_item(0)
    }
}

/// Refuses names that are no variables.
fn check_names(f: &RationalPolynomial, values: &Bound<'_, PyDict>) -> PyResult<()> {
    for name in values.keys() {
        let text: String = name.str()?.extract()?;
        if !f.vars().contains(&text) {
            return Err(PyKeyError::new_err(format!("`{text}` is no variable; variables are {}", f.vars().join(", "))));
        }
    }
    Ok(())
}

/// Other polynomials in place of variables, all at once: first by new names, which no value has.
fn replaced(f: &RationalPolynomial, values: &Bound<'_, PyDict>) -> PyResult<RationalPolynomial> {
    let py = values.py();
    check_names(f, values)?;
    let mut news = Vec::with_capacity(values.len());
    let mut taken: Vec<String> = f.vars().to_vec();
    for (name, value) in values {
        let value = function(&value)?;
        let Some(polynomial) = value.as_polynomial() else {
            let text = format!("{name}: is divided by {}; a polynomial is wanted", value.divisor().unwrap_or_default());
            return Err(named(py, "ArgumentError", text));
        };
        taken.extend(polynomial.vars().iter().cloned());
        news.push((name.str()?.extract::<String>()?, polynomial.clone()));
    }
    let substituted = || {
        let (mut result, mut gone, mut placed) = (f.clone(), Vec::new(), Vec::with_capacity(news.len()));
        for (name, value) in &news {
            let fresh = (0..).map(|number| format!("new{number}")).find(|fresh| !taken.contains(fresh));
            let fresh = fresh.unwrap_or_default();
            taken.push(fresh.clone());
            result = result.substitute(name, &RationalPolynomial::var(&fresh)?)?;
            gone.extend([name.clone(), fresh.clone()]);
            placed.push((fresh, value));
        }
        for (fresh, value) in placed {
            result = result.substitute(&fresh, value)?;
        }
        let is_left = |name: &&String| !gone.contains(name) || result.numerator().contains(name);
        let left: Vec<String> = result.vars().iter().filter(is_left).cloned().collect();
        result.with_vars(&left)
    };
    py.detach(substituted).or_raise(py)
}
