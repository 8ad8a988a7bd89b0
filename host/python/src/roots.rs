//! Real and complex roots of a polynomial.

use crate::calls::run_options;
use crate::errors::{OrRaise, named};
use crate::function::wrap;
use crate::job::{at_once_or_wait, wait_for};
use crate::numbers::{number, to_rational};
use crate::operand::function;
use eliminant::{
    ComplexAlgebraic, ComplexRoots, Rational, RationalFunction, RealAlgebraic, RealRoots, UnivariatePolynomial, tiny,
};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyDict};
use std::cmp::Ordering;
use std::sync::Arc;

/// Digits that take no longer than the number as a float does.
const FEW_DIGITS: u32 = 20;

/// Bits of as many digits.
const FEW_BITS: u32 = 64;

/// Bits of the interval of a root that is pickled. More would only take room: it has no other root.
const BITS_KEPT: u32 = 64;

/// A real root of a polynomial: an exact number, with any number of digits.
///
/// >>> from eliminant import real_roots
/// >>> low, high = real_roots("x^2 - 2")
/// >>> high.decimal(30)
/// '1.41421356237309504880168872421'
/// >>> low < high, high.multiplicity, float(high)
/// (True, 1, 1.4142135623730951)
#[pyclass(name = "RealRoot", module = "eliminant", frozen)]
pub struct PyRealRoot {
    value: RealAlgebraic,
    #[pyo3(get)]
    multiplicity: u32,
}

impl PyRealRoot {
    pub fn new(value: RealAlgebraic, multiplicity: u32) -> Self {
        PyRealRoot { value, multiplicity }
    }
}

#[pymethods]
impl PyRealRoot {
    /// The root with so many digits, correctly rounded.
    #[pyo3(signature = (digits=20))]
    fn decimal(&self, py: Python<'_>, digits: u32) -> PyResult<String> {
        let value = self.value.clone();
        at_once_or_wait(py, None, digits <= FEW_DIGITS, move |_| Ok(value.to_decimal(digits)))
    }

    /// The root where it is an integer or a fraction, else None.
    #[getter]
    fn rational<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.value.as_rational().map(|value| number(py, value.numer(), value.denom())).transpose()
    }

    /// Two fractions around the root, at most 2^-bits of its size apart.
    #[pyo3(signature = (bits=53))]
    fn interval<'py>(&self, py: Python<'py>, bits: u32) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let value = self.value.clone();
        let [lower, upper] = at_once_or_wait(py, None, bits <= FEW_BITS, move |_| Ok(value.interval(bits)))?;
        Ok((number(py, lower.numer(), lower.denom())?, number(py, upper.numer(), upper.denom())?))
    }

    /// A squarefree polynomial with integer coefficients that has this root.
    #[pyo3(signature = (var="x"))]
    fn polynomial<'py>(&self, py: Python<'py>, var: &str) -> PyResult<Bound<'py, PyAny>> {
        let f = self.value.polynomial().or_raise(py)?.to_polynomial(var).or_raise(py)?;
        wrap(py, RationalFunction::from(f))
    }

    fn __float__(&self) -> f64 {
        self.value.to_f64()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<PyRealRoot>() else { return Ok(py.NotImplemented()) };
        let order = self.value.compare(&other.get().value).or_raise(py)?;
        Ok(operator.matches(order).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> isize {
        self.value.to_f64().to_bits() as isize
    }

    fn __bool__(&self) -> bool {
        self.value.sign() != Ordering::Equal
    }

    fn __str__(&self) -> String {
        match self.value.as_rational() {
            Some(value) => value.to_string(),
            None => self.value.to_decimal(17),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, root) = (slf.py(), slf.get());
        let kept = (root.polynomial(py, "x")?, root.interval(py, BITS_KEPT)?, root.multiplicity);
        Ok((slf.get_type().getattr("_kept")?, kept).into_pyobject(py)?.into_any())
    }

    /// What `__reduce__` has taken apart.
    #[staticmethod]
    fn _kept(f: &Bound<'_, PyAny>, interval: [Bound<'_, PyAny>; 2], multiplicity: u32) -> PyResult<Self> {
        let py = f.py();
        let f = UnivariatePolynomial::try_from(function(f)?.numerator().numerator()).or_raise(py)?;
        let ends = fractions(&interval)?;
        let value = wait_for(py, None, move |_| RealAlgebraic::root_between(&f, &ends))?;
        Ok(PyRealRoot { value, multiplicity })
    }

    fn __repr__(&self) -> String {
        match self.multiplicity {
            1 => format!("<RealRoot {}>", self.__str__()),
            m => format!("<RealRoot {}, multiplicity {m}>", self.__str__()),
        }
    }
}

/// Both ends of an interval that was pickled.
fn fractions([lower, upper]: &[Bound<'_, PyAny>; 2]) -> PyResult<[Rational; 2]> {
    Ok([to_rational(lower)?.unwrap_or_default(), to_rational(upper)?.unwrap_or_default()])
}

/// A number, or `None` for an interval without an end there.
type End<'py> = Option<Bound<'py, PyAny>>;

/// The real roots of a polynomial in one variable, in ascending order, each once. All are proved, and none is missing.
///
/// >>> from eliminant import real_roots
/// >>> real_roots("(x - 1)^2*(x^2 - 3)")
/// [<RealRoot -1.7320508075688773>, <RealRoot 1, multiplicity 2>, <RealRoot 1.7320508075688773>]
#[pyfunction]
#[pyo3(signature = (f, between=(None, None), **options))]
pub fn real_roots<'py>(
    py: Python<'py>,
    f: &Bound<'py, PyAny>,
    between: (End<'py>, End<'py>),
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<PyRealRoot>> {
    let f = numerator(py, f)?;
    let end = |end: End<'py>| match end {
        None => Ok(None),
        Some(end) => to_rational(&end)?.map(Some).ok_or_else(|| {
            named(py, "ArgumentError", format!("between: {end} is no exact number; give an integer or a fraction"))
        }),
    };
    let (lower, upper) = (end(between.0)?, end(between.1)?);
    let (mut run, progress) = run_options(py, options)?;
    let is_tiny = tiny::real_roots(&run, f.numerator().numerator());
    let roots = at_once_or_wait(py, progress.as_ref(), is_tiny, move |control| {
        run.control = control.clone();
        RealRoots::new(f.numerator().numerator()).between(lower, upper).run_options(run).run()
    })?;
    Ok(roots.into_iter().map(|root| PyRealRoot { value: root.value, multiplicity: root.multiplicity }).collect())
}

/// A complex root of a polynomial: an exact number, with any number of digits.
///
/// >>> from eliminant import complex_roots
/// >>> root = complex_roots("x^2 + 2")[0]
/// >>> root.decimal(30)
/// ('0', '1.41421356237309504880168872421')
/// >>> root.is_real, root.multiplicity, complex(root).imag
/// (False, 1, 1.4142135623730951)
#[pyclass(name = "ComplexRoot", module = "eliminant", frozen)]
pub struct PyComplexRoot {
    value: ComplexAlgebraic,
    #[pyo3(get)]
    multiplicity: u32,
}

impl PyComplexRoot {
    pub fn new(value: ComplexAlgebraic, multiplicity: u32) -> Self {
        PyComplexRoot { value, multiplicity }
    }
}

#[pymethods]
impl PyComplexRoot {
    /// Real and imaginary part: the larger one with so many digits, the other one with as many places, either within one unit of the last place.
    #[pyo3(signature = (digits=20))]
    fn decimal(&self, py: Python<'_>, digits: u32) -> PyResult<(String, String)> {
        let value = self.value.clone();
        let [re, im] = wait_for(py, None, move |_| Ok(value.to_decimal(digits)))?;
        Ok((re, im))
    }

    /// Whether the root is real.
    #[getter]
    fn is_real(&self) -> bool {
        self.value.as_real().is_some()
    }

    /// The root as a `RealRoot`, if it is real, else None.
    #[getter]
    fn real_root(&self) -> Option<PyRealRoot> {
        self.value.as_real().map(|value| PyRealRoot::new(value.clone(), self.multiplicity))
    }

    /// The conjugate root.
    fn conjugate(&self) -> Self {
        PyComplexRoot::new(self.value.conjugate(), self.multiplicity)
    }

    /// Two fractions around the real part and two around the imaginary part, at most 2^(2-bits) of the root's size apart.
    #[pyo3(signature = (bits=53))]
    fn rectangle<'py>(&self, py: Python<'py>, bits: u32) -> PyResult<Bound<'py, PyAny>> {
        let value = self.value.clone();
        let parts = wait_for(py, None, move |_| Ok(value.rectangle(bits)))?;
        let [re, im] = parts.map(|[lower, upper]| {
            Ok::<_, PyErr>((number(py, lower.numer(), lower.denom())?, number(py, upper.numer(), upper.denom())?))
        });
        Ok((re?, im?).into_pyobject(py)?.into_any())
    }

    fn __complex__<'py>(&self, py: Python<'py>) -> Bound<'py, PyComplex> {
        let value = self.value.to_complex64();
        PyComplex::from_doubles(py, value.re, value.im)
    }

    /// A squarefree polynomial with integer coefficients that has this root.
    #[pyo3(signature = (var="x"))]
    fn polynomial<'py>(&self, py: Python<'py>, var: &str) -> PyResult<Bound<'py, PyAny>> {
        let f = self.value.polynomial().or_raise(py)?.to_polynomial(var).or_raise(py)?;
        wrap(py, RationalFunction::from(f))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, root) = (slf.py(), slf.get());
        let kept = (root.polynomial(py, "x")?, root.rectangle(py, BITS_KEPT)?, root.multiplicity);
        Ok((slf.get_type().getattr("_kept")?, kept).into_pyobject(py)?.into_any())
    }

    /// What `__reduce__` has taken apart.
    #[staticmethod]
    fn _kept(f: &Bound<'_, PyAny>, rectangle: [[Bound<'_, PyAny>; 2]; 2], multiplicity: u32) -> PyResult<Self> {
        let py = f.py();
        let f = UnivariatePolynomial::try_from(function(f)?.numerator().numerator()).or_raise(py)?;
        let [re, im] = &rectangle;
        let rectangle = [fractions(re)?, fractions(im)?];
        let value = wait_for(py, None, move |_| ComplexAlgebraic::root_in(&f, &rectangle))?;
        Ok(PyComplexRoot { value, multiplicity })
    }

    fn __str__(&self) -> String {
        self.value.to_string()
    }

    fn __repr__(&self) -> String {
        match self.multiplicity {
            1 => format!("<ComplexRoot {}>", self.value),
            m => format!("<ComplexRoot {}, multiplicity {m}>", self.value),
        }
    }
}

/// All complex roots of a polynomial in one variable, each once: real ones in ascending order, then pairs of conjugates. All are proved, and none is missing.
///
/// >>> from eliminant import complex_roots
/// >>> complex_roots("(x - 1)^2*(x^2 + 4)")[0]
/// <ComplexRoot 1, multiplicity 2>
#[pyfunction]
#[pyo3(signature = (f, **options))]
pub fn complex_roots<'py>(
    py: Python<'py>,
    f: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<PyComplexRoot>> {
    let f = numerator(py, f)?;
    let (mut run, progress) = run_options(py, options)?;
    let roots = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        ComplexRoots::new(f.numerator().numerator()).run_options(run).run()
    })?;
    Ok(roots.into_iter().map(|root| PyComplexRoot::new(root.value, root.multiplicity)).collect())
}

/// The argument, which is not to be divided.
pub fn numerator(py: Python<'_>, f: &Bound<'_, PyAny>) -> PyResult<Arc<RationalFunction>> {
    let f = function(f)?;
    match f.divisor() {
        None => Ok(f),
        Some(divisor) => {
            let text = format!("f: is divided by {divisor}; take the roots of its numerator");
            Err(named(py, "ArgumentError", text))
        }
    }
}
