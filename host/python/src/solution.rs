//! The class `Solution`.

use eliminant::Complex64;
use eliminant::system::{Reality, SolveAnswer};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyDict, PyTuple};
use std::sync::{Arc, OnceLock};

/// More digits than any bounds prove.
const MOST_DIGITS: u32 = 200;

/// Real and imaginary part of each coordinate.
type Decimals = Option<Vec<(String, String)>>;

/// A zero of a system.
///
/// `point` has its coordinates; `certified` says whether it is proved that there is exactly one zero near; `real` is True or False where that is
/// proved, else None. It is made of its coordinates by the names of the variables, and of what is known of it.
///
/// >>> from eliminant import solve_system
/// >>> zero = solve_system("x^2 - 4; y - 3")[1]
/// >>> zero
/// Solution({'x': 2.0, 'y': 3.0}, certified=True, real=True, error_bounds=(...))
/// >>> zero["x"], zero.point
/// (2.0, ((2+0j), (3+0j)))
#[pyclass(name = "Solution", module = "eliminant", frozen, eq)]
pub struct PySolution {
    vars: Arc<Vec<String>>,
    pub point: Vec<Complex64>,
    /// Whether it is proved that there is exactly one zero near the point.
    #[pyo3(get)]
    pub certified: bool,
    /// Whether the zero is proved to be real (True) or not to be (False); None where neither is.
    #[pyo3(get)]
    real: Option<bool>,
    /// Paths that end there.
    #[pyo3(get)]
    multiplicity: usize,
    /// Whether the Jacobian matrix has an inverse there.
    #[pyo3(get)]
    regular: bool,
    bounds: Option<Vec<f64>>,
    decimals: OnceLock<Decimals>,
    /// Where the digits come from: the answer, and the place in it.
    source: Option<(Arc<SolveAnswer>, usize)>,
}

/// Digits are left out: they may not be known yet, and say nothing against the rest.
impl PartialEq for PySolution {
    fn eq(&self, other: &Self) -> bool {
        self.vars == other.vars
            && self.point == other.point
            && (self.certified, self.real, self.multiplicity, self.regular)
                == (other.certified, other.real, other.multiplicity, other.regular)
            && self.bounds == other.bounds
    }
}

impl PySolution {
    /// A zero of an answer.
    pub fn of(answer: &Arc<SolveAnswer>, vars: &Arc<Vec<String>>, place: usize) -> Self {
        let zero = &answer.solutions[place];
        let real = zero.root().and_then(|root| match root.reality {
            Reality::Real => Some(true),
            Reality::NotReal => Some(false),
            Reality::Undecided => None,
        });
        PySolution {
            vars: vars.clone(),
            point: zero.point.clone(),
            certified: zero.is_certified(),
            real,
            multiplicity: zero.multiplicity,
            regular: zero.regular,
            bounds: zero.error_bounds(),
            decimals: OnceLock::new(),
            source: Some((answer.clone(), place)),
        }
    }

    pub fn is_real(&self) -> bool {
        self.real == Some(true)
    }

    fn known_decimals(&self) -> &Decimals {
        self.decimals.get_or_init(|| {
            let (answer, place) = self.source.as_ref()?;
            let coordinates = &answer.solutions[*place].root()?.coordinates;
            Some(coordinates.iter().map(|coordinate| coordinate.to_decimal(MOST_DIGITS).into()).collect())
        })
    }

    /// The arguments that make it, without the coordinates and without those that have their defaults.
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arguments = PyDict::new(py);
        if self.certified {
            arguments.set_item("certified", true)?;
        }
        if self.real.is_some() {
            arguments.set_item("real", self.real)?;
        }
        if self.multiplicity != 1 {
            arguments.set_item("multiplicity", self.multiplicity)?;
        }
        if !self.regular {
            arguments.set_item("regular", false)?;
        }
        if let Some(bounds) = &self.bounds {
            arguments.set_item("error_bounds", PyTuple::new(py, bounds)?)?;
        }
        Ok(arguments)
    }
}

/// Complex coordinates as a tuple.
pub fn tuple<'py>(py: Python<'py>, point: &[Complex64]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, point.iter().map(|x| PyComplex::from_doubles(py, x.re, x.im)))
}

/// A number as a complex one.
pub fn complex(value: &Bound<'_, PyAny>) -> PyResult<Complex64> {
    let value = value.py().get_type::<PyComplex>().call1((value,))?.cast_into::<PyComplex>()?;
    Ok(Complex64::new(value.real(), value.imag()))
}

#[pymethods]
impl PySolution {
    #[new]
    #[pyo3(signature = (point, *, certified=false, real=None, multiplicity=1, regular=true, error_bounds=None, decimals=None))]
    fn new(
        point: &Bound<'_, PyDict>,
        certified: bool,
        real: Option<bool>,
        multiplicity: usize,
        regular: bool,
        error_bounds: Option<Vec<f64>>,
        decimals: Decimals,
    ) -> PyResult<Self> {
        let (mut vars, mut coordinates) = (Vec::with_capacity(point.len()), Vec::with_capacity(point.len()));
        for (name, value) in point {
            vars.push(name.extract()?);
            coordinates.push(complex(&value)?);
        }
        Ok(PySolution {
            vars: Arc::new(vars),
            point: coordinates,
            certified,
            real,
            multiplicity,
            regular,
            bounds: error_bounds,
            decimals: OnceLock::from(decimals),
            source: None,
        })
    }

    /// The coordinates, as complex numbers.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.point)
    }

    /// The coordinates of a zero that is proved to be real, as floats; else None.
    #[getter]
    fn real_point<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.is_real().then(|| PyTuple::new(py, self.point.iter().map(|x| x.re))).transpose()
    }

    /// For each coordinate how far the exact zero is at most from the point, in real and imaginary part; None where it is not certified.
    #[getter]
    fn error_bounds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.bounds.as_ref().map(|bounds| PyTuple::new(py, bounds)).transpose()
    }

    /// Real and imaginary part of each coordinate as texts, with all digits that are proved: ask for more with `bits`. None where the zero is not
    /// certified.
    fn decimals(&self) -> Decimals {
        self.known_decimals().clone()
    }

    /// The coordinates by the names of the variables: floats where the zero is proved to be real.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, x) in self.vars.iter().zip(&self.point) {
            match self.is_real() {
                true => dict.set_item(name, x.re)?,
                false => dict.set_item(name, PyComplex::from_doubles(py, x.re, x.im))?,
            }
        }
        Ok(dict)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item(name)?.ok_or_else(|| {
            PyKeyError::new_err(format!("`{name}` is no variable; variables are {}", self.vars.join(", ")))
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        tuple(py, &self.point)?.hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("Solution({}", self.to_dict(py)?.repr()?);
        for (name, value) in self.arguments(py)? {
            text += &format!(", {name}={}", value.repr()?);
        }
        Ok(text + ")")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, zero) = (slf.py(), slf.get());
        let arguments = zero.arguments(py)?;
        arguments.set_item("decimals", zero.decimals())?;
        let make = py.import("functools")?.getattr("partial")?.call((slf.get_type(),), Some(&arguments))?;
        Ok((make, (zero.to_dict(py)?,)).into_pyobject(py)?.into_any())
    }
}
