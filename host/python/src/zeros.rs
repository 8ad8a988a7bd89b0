//! All zeros of a system: `Solutions`.

use crate::calls::run_options;
use crate::errors::OrRaise;
use crate::job::wait_for;
use crate::solution::{PySolution, complex, tuple};
use crate::system::system;
use eliminant::system::{Decompose, SolveAnswer, StartSystem};
use eliminant::{Complex64, Solve};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use std::sync::Arc;

/// The zeros of a system, as a sequence of `Solution`, and what became of the paths.
#[pyclass(name = "Solutions", module = "eliminant", frozen, sequence)]
pub struct PySolutions {
    vars: Arc<Vec<String>>,
    zeros: Vec<Py<PySolution>>,
    /// Whether the end of every path was found: evidence that no isolated zero is missing.
    #[pyo3(get)]
    complete: bool,
    /// Of which isolated zeros it is proved that all were found: `all`, `without zero coordinates`, or None.
    #[pyo3(get)]
    proved: Option<String>,
    /// Paths that were followed.
    #[pyo3(get)]
    paths: u64,
    /// Paths that go to infinity.
    #[pyo3(get)]
    at_infinity: u64,
    /// Paths whose end was not found.
    #[pyo3(get)]
    failed: u64,
    /// Paths to zeros of combinations of the polynomials that are no zeros of all of them.
    #[pyo3(get)]
    nonsolutions: u64,
    not_isolated: Vec<(Vec<Complex64>, usize)>,
    /// Where paths were followed: `cpu` or `cuda`.
    #[pyo3(get)]
    backend: String,
    texts: Texts,
}

/// What the program writes of the zeros.
enum Texts {
    /// Of this answer, when it is asked for.
    Of(Arc<SolveAnswer>),
    Kept {
        json: String,
        text: String,
    },
}

/// Complex coordinates as bytes: NumPy's complex128.
pub fn complex_bytes<'py, 'a>(py: Python<'py>, points: impl Iterator<Item = &'a Complex64>) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = points.flat_map(|x| [x.re, x.im]).flat_map(f64::to_ne_bytes).collect();
    PyBytes::new(py, &bytes)
}

impl PySolutions {
    fn of(py: Python<'_>, answer: SolveAnswer) -> PyResult<Self> {
        let (vars, answer) = (Arc::new(answer.variables.clone()), Arc::new(answer));
        let zero = |place| Py::new(py, PySolution::of(&answer, &vars, place));
        Ok(PySolutions {
            zeros: (0..answer.solutions.len()).map(zero).collect::<PyResult<_>>()?,
            complete: answer.is_complete(),
            proved: answer.proved().map(|of| of.name().to_owned()),
            paths: answer.paths,
            at_infinity: answer.at_infinity,
            failed: answer.failed,
            nonsolutions: answer.nonsolutions,
            not_isolated: answer.not_isolated.clone(),
            backend: answer.backend.to_owned(),
            texts: Texts::Of(answer),
            vars,
        })
    }

    /// The answer of which these zeros are; None after pickling.
    pub fn answer(&self) -> Option<Arc<SolveAnswer>> {
        match &self.texts {
            Texts::Of(answer) => Some(answer.clone()),
            Texts::Kept { .. } => None,
        }
    }

    fn coordinates<'a>(&'a self, is_wanted: impl Fn(&PySolution) -> bool + 'a) -> impl Iterator<Item = &'a Complex64> {
        self.zeros.iter().map(Py::get).filter(move |zero| is_wanted(zero)).flat_map(|zero| &zero.point)
    }
}

#[pymethods]
impl PySolutions {
    /// The names of the variables, in the order of the coordinates.
    #[getter]
    fn vars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.vars.iter())
    }

    /// Points in which zeros are not isolated, each with the number of paths that end there.
    #[getter]
    fn not_isolated<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyTuple>, usize)>> {
        self.not_isolated.iter().map(|(point, paths)| Ok((tuple(py, point)?, *paths))).collect()
    }

    /// JSON on one line, as the program writes it.
    fn to_json(&self) -> String {
        match &self.texts {
            Texts::Of(answer) => answer.to_json(),
            Texts::Kept { json, .. } => json.clone(),
        }
    }

    /// All points as bytes of complex128.
    fn _points<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        complex_bytes(py, self.coordinates(|_| true))
    }

    /// The points of zeros that are proved to be real, as bytes of float64.
    fn _real_points<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self.coordinates(PySolution::is_real).flat_map(|x| x.re.to_ne_bytes()).collect();
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
        self.zeros.len()
    }

    fn __getitem__(&self, py: Python<'_>, place: isize) -> PyResult<Py<PySolution>> {
        let count = self.zeros.len();
        let at = if place < 0 { count.checked_sub(place.unsigned_abs()) } else { Some(place.unsigned_abs()) };
        match at.and_then(|at| self.zeros.get(at)) {
            Some(zero) => Ok(zero.clone_ref(py)),
            None => Err(PyIndexError::new_err(format!("there is no zero {place} of {count}"))),
        }
    }

    fn __str__(&self) -> String {
        match &self.texts {
            Texts::Of(answer) => answer.to_string(),
            Texts::Kept { text, .. } => text.clone(),
        }
    }

    fn __repr__(&self) -> String {
        let certified = self.zeros.iter().filter(|zero| zero.get().certified).count();
        format!("<Solutions: {} zeros, {certified} certified>", self.zeros.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let zeros = PyList::new(py, own.zeros.iter().map(|zero| zero.clone_ref(py)))?;
        let counts = (own.complete, &own.proved, own.paths, own.at_infinity, own.failed, own.nonsolutions);
        let told = (&own.backend, own.to_json(), own.__str__());
        let kept = (own.vars(py)?, zeros, counts, own.not_isolated(py)?, told);
        Ok((slf.get_type().getattr("_kept")?, kept).into_pyobject(py)?.into_any())
    }

    /// What `__reduce__` has taken apart.
    #[staticmethod]
    fn _kept(
        vars: Vec<String>,
        zeros: Vec<Py<PySolution>>,
        counts: (bool, Option<String>, u64, u64, u64, u64),
        not_isolated: Vec<(Vec<Bound<'_, PyAny>>, usize)>,
        told: (String, String, String),
    ) -> PyResult<Self> {
        let (complete, proved, paths, at_infinity, failed, nonsolutions) = counts;
        let (backend, json, text) = told;
        let point = |(point, paths): (Vec<Bound<'_, PyAny>>, usize)| {
            Ok((point.iter().map(complex).collect::<PyResult<_>>()?, paths))
        };
        Ok(PySolutions {
            vars: Arc::new(vars),
            zeros,
            complete,
            proved,
            paths,
            at_infinity,
            failed,
            nonsolutions,
            not_isolated: not_isolated.into_iter().map(point).collect::<PyResult<_>>()?,
            backend,
            texts: Texts::Kept { json, text },
        })
    }
}

/// The isolated zeros of a system: so many bits of certified ones, the start system, and the options of `eliminant.solve_system`.
#[pyfunction]
pub fn solve<'py>(
    py: Python<'py>,
    equations: &Bound<'py, PyAny>,
    bits: Option<u32>,
    start: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<PySolutions> {
    let system = system(equations)?;
    let start: StartSystem = start.parse().or_raise(py)?;
    let (mut run, progress) = run_options(py, options)?;
    let answer = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        let solve = Solve::new(&system).run_options(run).start(start);
        bits.map_or(solve.clone(), |bits| solve.bits(bits)).run()
    })?;
    PySolutions::of(py, answer)
}

/// The components of a system's zeros, as JSON and as text, and the isolated zeros, by the options of `eliminant.decompose`.
#[pyfunction]
pub fn decompose<'py>(
    py: Python<'py>,
    equations: &Bound<'py, PyAny>,
    start: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(String, String, PySolutions)> {
    let system = system(equations)?;
    let start: StartSystem = start.parse().or_raise(py)?;
    let (mut run, progress) = run_options(py, options)?;
    let answer = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        Decompose::new(&system).run_options(run).start(start).run()
    })?;
    Ok((answer.to_json(), answer.to_string(), PySolutions::of(py, answer.isolated)?))
}
