//! The class `Polynomial`.

use crate::calls::of_functions;
use crate::errors::{OrRaise, named};
use crate::function::{PyRationalFunction, wrap};
use crate::numbers::{number, to_rational};
use crate::operand::function;
use eliminant::{Rational, RationalFunction, RationalPolynomial};
use eliminant_calls::Operation;
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

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

    /// The polynomial of an array of integers, whose entry `[i, j]` is the coefficient of x^i y^j; it has as many dimensions as there are
    /// variables. Needs NumPy.
    ///
    /// >>> from eliminant import Polynomial
    /// >>> Polynomial.from_array([[0, 1], [2, 0]], "x y")
    /// Polynomial('2*x + y')
    #[staticmethod]
    fn from_array<'py>(values: &Bound<'py, PyAny>, vars: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        values.py().import("eliminant.arrays")?.call_method1("polynomial", (values, vars))
    }

    /// The coefficients as an array, whose entry `[i, j]` is that of x^i y^j: of int64 where all fit, else of objects. Needs NumPy.
    ///
    /// >>> from eliminant import Polynomial
    /// >>> Polynomial("2*x + y").to_array().tolist()
    /// [[0, 1], [2, 0]]
    fn to_array<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("eliminant.arrays")?.call_method1("coefficients", (slf,))
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
