//! The class `System`, and what is computed at given points. Points are the bytes of NumPy's complex128: `eliminant/arrays.py` makes them.

use crate::calls::run_options;
use crate::errors::{OrRaise, named};
use crate::function::wrap;
use crate::job::wait_for;
use crate::operand::function;
use crate::zeros::complex_bytes;
use eliminant::system::{Evaluator, EvaluatorOptions, Newton, NewtonOptions, Track, TrackOptions};
use eliminant::{Complex64, RationalFunction, RationalPolynomial, System};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use std::sync::Arc;

/// A system of polynomials with complex coefficients: of a text in any format that the program reads, or of a list of polynomials.
///
/// >>> from eliminant import System
/// >>> circle = System(["x^2 + y^2 - 5", "x*y - 2"])
/// >>> circle.vars, len(circle), circle.degrees
/// (('x', 'y'), 2, (2, 2))
/// >>> [zero.real_point for zero in circle.solve()]
/// [(-2.0, -1.0), (-1.0, -2.0), (1.0, 2.0), (2.0, 1.0)]
#[pyclass(name = "System", module = "eliminant", frozen)]
pub struct PySystem {
    system: Arc<System>,
}

/// An object as a system.
pub fn system(object: &Bound<'_, PyAny>) -> PyResult<Arc<System>> {
    match object.cast::<PySystem>() {
        Ok(native) => Ok(native.get().system.clone()),
        Err(_) => read(object).map(Arc::new),
    }
}

fn read(object: &Bound<'_, PyAny>) -> PyResult<System> {
    let py = object.py();
    if let Ok(text) = object.cast::<PyString>() {
        return System::numerators(&text.to_cow()?).map(|(system, _)| system).or_raise(py);
    }
    // Of texts alone in their own grammar, in which i is the imaginary unit.
    let equations = object
        .try_iter()
        .map_err(|_| PyTypeError::new_err(format!("a system is a text or a list of polynomials, and not {object}")))?;
    let list: Vec<Bound<'_, PyAny>> = equations.collect::<PyResult<_>>()?;
    if let Ok(texts) = list.iter().map(|text| text.extract::<String>()).collect::<PyResult<Vec<String>>>() {
        return System::numerators(&texts.join(";\n")).map(|(system, _)| system).or_raise(py);
    }
    let polynomials: Vec<RationalPolynomial> =
        list.iter().map(|f| Ok(function(f)?.numerator().clone())).collect::<PyResult<_>>()?;
    System::from_polynomials(&polynomials).or_raise(py)
}

#[pymethods]
impl PySystem {
    #[new]
    fn new(equations: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(PySystem { system: system(equations)? })
    }

    /// The names of the variables, in order.
    #[getter]
    fn vars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.system.variables())
    }

    /// The total degrees of the polynomials.
    #[getter]
    fn degrees<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.system.degrees())
    }

    /// The polynomials, where all coefficients are real.
    fn polynomials<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let polynomials = self.system.to_polynomials().or_raise(py)?;
        polynomials.into_iter().map(|f| wrap(py, RationalFunction::from(f))).collect()
    }

    /// The isolated zeros, as `eliminant.solve_system`.
    #[pyo3(signature = (**options))]
    fn solve<'py>(slf: &Bound<'py, Self>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("eliminant")?.getattr("solve_system")?.call((slf,), options)
    }

    /// The components of all zeros, as `eliminant.decompose`.
    #[pyo3(signature = (**options))]
    fn decompose<'py>(slf: &Bound<'py, Self>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("eliminant")?.getattr("decompose")?.call((slf,), options)
    }

    fn __len__(&self) -> usize {
        self.system.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PySystem>().is_ok_and(|other| self.system == other.get().system)
    }

    fn __hash__(&self) -> isize {
        (self.system.len() * 31 + self.system.variables().len()) as isize
    }

    fn __str__(&self) -> String {
        self.system.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.system.to_string().trim_end().replace('\n', " ");
        Ok(format!("System({})", PyString::new(py, &text).repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let make = slf.py().import("eliminant")?.getattr("System")?.getattr("from_bytes")?;
        let mut bytes = Vec::new();
        slf.get().system.write_binary(&mut bytes).or_raise(slf.py())?;
        Ok((make, (PyBytes::new(slf.py(), &bytes),)).into_pyobject(slf.py())?.into_any())
    }

    /// A system in the binary format of the program.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        Ok(PySystem { system: Arc::new(System::read_binary(data).or_raise(py)?) })
    }
}

/// Points from the bytes of an array of complex numbers.
fn points(py: Python<'_>, bytes: &[u8]) -> PyResult<Vec<Complex64>> {
    let (numbers, []) = bytes.as_chunks::<16>() else {
        return Err(named(py, "ArgumentError", "points: are no whole number of complex128".to_owned()));
    };
    let half = |bytes: &[u8; 16], at: usize| {
        let mut number = [0; 8];
        number.copy_from_slice(&bytes[at..at + 8]);
        f64::from_ne_bytes(number)
    };
    Ok(numbers.iter().map(|bytes| Complex64::new(half(bytes, 0), half(bytes, 8))).collect())
}

/// Numbers of one double, as the library computes with them.
fn parts(points: &[Complex64]) -> Vec<[[f64; 1]; 2]> {
    points.iter().map(|x| [[x.re], [x.im]]).collect()
}

/// The bytes of such numbers.
fn bytes_of<'py>(py: Python<'py>, numbers: &[[[f64; 1]; 2]]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = numbers.iter().flatten().flatten().flat_map(|x| x.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}

/// Values and Jacobians of a system at points: bytes of complex128.
#[pyfunction]
pub fn evaluate<'py>(
    py: Python<'py>,
    equations: &Bound<'py, PyAny>,
    at: &[u8],
    jacobians: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let (system, at) = (system(equations)?, parts(&points(py, at)?));
    let (mut run, progress) = run_options(py, options)?;
    let found = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        let mut options = EvaluatorOptions::default();
        (options.run, options.values_only) = (run, !jacobians);
        Evaluator::new(&system.compile()?).options(options).run(&at)
    })?;
    Ok((bytes_of(py, &found.values), bytes_of(py, &found.jacobians)))
}

/// Points improved by Newton's method, and how each ended.
#[pyfunction]
pub fn newton<'py>(
    py: Python<'py>,
    equations: &Bound<'py, PyAny>,
    at: &[u8],
    iterations: Option<u32>,
    tolerance: Option<f64>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let (system, at) = (system(equations)?, parts(&points(py, at)?));
    let (mut run, progress) = run_options(py, options)?;
    let answer = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        let mut options = NewtonOptions::default();
        options.iterations = iterations.unwrap_or(options.iterations);
        (options.run, options.tolerance) = (run, tolerance);
        Newton::new(&system.compile()?).options(options).run(&at)
    })?;
    let states = answer.reports.iter().map(|report| report.status.to_string()).collect();
    Ok((bytes_of(py, &answer.points), states))
}

/// Zeros followed from parameters to others: \[end\]\[zero\]\[variable\], and how each path ended.
#[pyfunction]
pub fn track<'py>(
    py: Python<'py>,
    equations: &Bound<'py, PyAny>,
    parameters: Vec<String>,
    at: &[u8],
    start: &[u8],
    ends: &[u8],
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let system = system(equations)?;
    let (at, start, ends) = (points(py, at)?, points(py, start)?, points(py, ends)?);
    let (mut run, progress) = run_options(py, options)?;
    let answer = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        let mut options = TrackOptions::default();
        options.run = run;
        let compiled = system.with_parameters(&parameters)?.compile()?;
        Track::new(&compiled, &start, &ends).options(options).run(&at)
    })?;
    let states = answer.reports.iter().map(|report| report.status.to_string()).collect();
    Ok((complex_bytes(py, answer.points.iter()), states))
}
