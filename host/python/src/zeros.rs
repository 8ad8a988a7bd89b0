//! All zeros of a system: `Solutions` and `Solution`.

use crate::calls::run_options;
use crate::job::wait_for;
use crate::system::system;
use eliminant::system::{Reality, Solution, SolveAnswer};
use eliminant::{Complex64, Solve};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyComplex, PyDict, PyTuple};
use std::sync::Arc;

/// More digits than any bounds prove.
const MOST_DIGITS: u32 = 200;

/// The zeros of a system, as a sequence of `Solution`, and what became of the paths.
#[pyclass(name = "Solutions", module = "eliminant", frozen, sequence)]
pub struct PySolutions {
    answer: Arc<SolveAnswer>,
}

/// A zero of a system.
///
/// `point` has its coordinates; `certified` says whether it is proved that there is exactly one zero near; `real` is True or False where that is
/// proved, else None.
#[pyclass(name = "Solution", module = "eliminant", frozen)]
pub struct PySolution {
    answer: Arc<SolveAnswer>,
    place: usize,
}

/// Complex coordinates as bytes: NumPy's complex128.
pub fn complex_bytes<'py, 'a>(py: Python<'py>, points: impl Iterator<Item = &'a Complex64>) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = points.flat_map(|x| [x.re, x.im]).flat_map(f64::to_ne_bytes).collect();
    PyBytes::new(py, &bytes)
}

impl PySolution {
    fn zero(&self) -> &Solution {
        &self.answer.solutions[self.place]
    }
}

#[pymethods]
impl PySolution {
    /// The coordinates, as complex numbers.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.zero().point.iter().map(|x| PyComplex::from_doubles(py, x.re, x.im)))
    }

    /// The coordinates of a zero that is proved to be real, as floats; else None.
    #[getter]
    fn real_point<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.zero().real_point().map(|point| PyTuple::new(py, point)).transpose()
    }

    /// Whether it is proved that there is exactly one zero near the point.
    #[getter]
    fn certified(&self) -> bool {
        self.zero().is_certified()
    }

    /// Whether the zero is proved to be real (True) or not to be (False); None where neither is.
    #[getter]
    fn real(&self) -> Option<bool> {
        match self.zero().root()?.reality {
            Reality::Real => Some(true),
            Reality::NotReal => Some(false),
            Reality::Undecided => None,
        }
    }

    /// Paths that end there.
    #[getter]
    fn multiplicity(&self) -> usize {
        self.zero().multiplicity
    }

    /// Whether the Jacobian matrix has an inverse there.
    #[getter]
    fn regular(&self) -> bool {
        self.zero().regular
    }

    /// For each coordinate how far the exact zero is at most from the point, in real and imaginary part; None where it is not certified.
    #[getter]
    fn error_bounds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.zero().error_bounds().map(|bounds| PyTuple::new(py, bounds)).transpose()
    }

    /// Real and imaginary part of each coordinate as texts, with all digits that are proved: ask for more with `bits`. None where the zero is not
    /// certified.
    fn decimals(&self) -> Option<Vec<(String, String)>> {
        let coordinates = &self.zero().root()?.coordinates;
        let decimals = coordinates.iter().map(|coordinate| coordinate.to_decimal(MOST_DIGITS));
        Some(decimals.map(|[re, im]| (re, im)).collect())
    }

    /// The coordinates by the names of the variables: floats where the zero is proved to be real.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let is_real = self.zero().is_real();
        for (name, x) in self.answer.variables.iter().zip(&self.zero().point) {
            match is_real {
                true => dict.set_item(name, x.re)?,
                false => dict.set_item(name, PyComplex::from_doubles(py, x.re, x.im))?,
            }
        }
        Ok(dict)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let dict = self.to_dict(py)?;
        dict.get_item(name)?.ok_or_else(|| {
            pyo3::exceptions::PyKeyError::new_err(format!(
                "`{name}` is no variable; variables are {}",
                self.answer.variables.join(", ")
            ))
        })
    }

    fn __repr__(&self) -> String {
        format!("<Solution {}>", self.zero())
    }
}

#[pymethods]
impl PySolutions {
    /// The names of the variables, in the order of the coordinates.
    #[getter]
    fn vars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.answer.variables)
    }

    /// Whether the end of every path was found: evidence, and no proof, that no isolated zero is missing.
    #[getter]
    fn complete(&self) -> bool {
        self.answer.is_complete()
    }

    /// Paths that were followed.
    #[getter]
    fn paths(&self) -> u64 {
        self.answer.paths
    }

    /// Paths that go to infinity.
    #[getter]
    fn at_infinity(&self) -> u64 {
        self.answer.at_infinity
    }

    /// Paths whose end was not found.
    #[getter]
    fn failed(&self) -> u64 {
        self.answer.failed
    }

    /// Points in which zeros are not isolated, each with the number of paths that end there.
    #[getter]
    fn not_isolated<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyTuple>, usize)>> {
        let point = |(point, paths): &(Vec<Complex64>, usize)| {
            Ok((PyTuple::new(py, point.iter().map(|x| PyComplex::from_doubles(py, x.re, x.im)))?, *paths))
        };
        self.answer.not_isolated.iter().map(point).collect()
    }

    /// Where paths were followed: `cpu` or `cuda`.
    #[getter]
    fn backend(&self) -> &'static str {
        self.answer.backend
    }

    /// JSON on one line, as the program writes it.
    fn to_json(&self) -> String {
        self.answer.to_json()
    }

    /// All points, and the number of zeros, as bytes of complex128.
    fn _points<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        complex_bytes(py, self.answer.solutions.iter().flat_map(|zero| &zero.point))
    }

    /// The points of zeros that are proved to be real, as bytes of float64.
    fn _real_points<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self.answer.real_points().flatten().flat_map(f64::to_ne_bytes).collect();
        PyBytes::new(py, &bytes)
    }

    /// All zeros as an array of complex numbers, a row each. Needs NumPy.
    #[getter]
    fn points<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("eliminant.arrays")?.call_method1("points", (slf,))
    }

    /// The zeros that are proved to be real as an array of floats, a row each. Needs NumPy.
    #[getter]
    fn real_points<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("eliminant.arrays")?.call_method1("real_points", (slf,))
    }

    fn __len__(&self) -> usize {
        self.answer.solutions.len()
    }

    fn __getitem__(&self, place: isize) -> PyResult<PySolution> {
        let count = self.answer.solutions.len();
        let at = if place < 0 { count.checked_sub(place.unsigned_abs()) } else { Some(place.unsigned_abs()) };
        match at.filter(|at| *at < count) {
            Some(place) => Ok(PySolution { answer: self.answer.clone(), place }),
            None => Err(PyIndexError::new_err(format!("there is no zero {place} of {count}"))),
        }
    }

    fn __str__(&self) -> String {
        self.answer.to_string()
    }

    fn __repr__(&self) -> String {
        let certified = self.answer.solutions.iter().filter(|zero| zero.is_certified()).count();
        format!("<Solutions: {} zeros, {certified} certified>", self.answer.solutions.len())
    }
}

/// The isolated zeros of a system: so many bits of certified ones, and the options of `eliminant.solve_system`.
#[pyfunction]
pub fn solve<'py>(
    py: Python<'py>,
    equations: &Bound<'py, PyAny>,
    bits: Option<u32>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<PySolutions> {
    let system = system(equations)?;
    let (mut run, progress) = run_options(py, options)?;
    let answer = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        let solve = Solve::new(&system).run_options(run);
        bits.map_or(solve.clone(), |bits| solve.bits(bits)).run()
    })?;
    Ok(PySolutions { answer: Arc::new(answer) })
}
