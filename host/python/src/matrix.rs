//! The class `Matrix`.

use crate::calls::of_functions;
use crate::errors::OrRaise;
use crate::function::wrap;
use crate::operand::function;
use eliminant::RationalFunction;
use eliminant::poly::RationalFunctionMatrix;
use eliminant_calls::Operation;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::sync::Arc;

/// A matrix of polynomials or rational functions: `Matrix([["x", 1], [2, "1/y"]])`, or of a text as most systems print it.
///
/// Operators are + - and * or @ with matrices, and * with a polynomial or a number. `m[i, j]` is an entry, both from 0.
///
/// >>> from eliminant import Matrix
/// >>> m = Matrix("[[x, y], [1, x]]")
/// >>> m.det(), m.charpoly("t"), m[0, 1], m.shape
/// (Polynomial('x^2 - y'), Polynomial('t^2 - 2*t*x + x^2 - y'), Polynomial('y', vars=['x', 'y']), (2, 2))
#[pyclass(name = "Matrix", module = "eliminant", frozen)]
pub struct PyMatrix {
    pub matrix: Arc<RationalFunctionMatrix>,
}

/// The matrix of nested lists, or of an object with a method `tolist`.
fn of_rows(rows: &Bound<'_, PyAny>) -> PyResult<RationalFunctionMatrix> {
    let mut entries: Vec<Vec<RationalFunction>> = Vec::new();
    for row in rows.try_iter()? {
        let row = row?;
        if row.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "a matrix is a list of rows, and a row a list of entries: [[\"x\", 1], [2, \"y\"]]",
            ));
        }
        let row: Vec<RationalFunction> =
            row.try_iter()?.map(|entry| Ok(function(&entry?)?.as_ref().clone())).collect::<PyResult<_>>()?;
        entries.push(row);
    }
    RationalFunctionMatrix::new(entries).or_raise(rows.py())
}

impl PyMatrix {
    fn made(py: Python<'_>, matrix: RationalFunctionMatrix) -> PyResult<Bound<'_, PyAny>> {
        Ok(Bound::new(py, PyMatrix { matrix: Arc::new(matrix) })?.into_any())
    }

    /// The result of an operator on two matrices.
    fn joined<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operator: impl FnOnce(&RationalFunctionMatrix, &RationalFunctionMatrix) -> eliminant::Result<RationalFunctionMatrix>
        + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<PyMatrix>() else { return Ok(py.NotImplemented().into_bound(py)) };
        let (own, other) = (&self.matrix, &other.get().matrix);
        PyMatrix::made(py, py.detach(|| operator(own, other)).or_raise(py)?)
    }
}

#[pymethods]
impl PyMatrix {
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = value.py();
        let matrix = if let Ok(native) = value.cast::<PyMatrix>() {
            return Ok(PyMatrix { matrix: native.get().matrix.clone() });
        } else if let Ok(text) = value.cast::<PyString>() {
            RationalFunctionMatrix::parse(&text.to_cow()?).or_raise(py)?
        } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            of_rows(value)?
        } else {
            of_rows(&py.import("eliminant.kinds")?.call_method1("rows", (value,))?)?
        };
        Ok(PyMatrix { matrix: Arc::new(matrix) })
    }

    /// The n x n matrix with 1 on its diagonal.
    #[staticmethod]
    fn identity(py: Python<'_>, n: usize) -> PyResult<Bound<'_, PyAny>> {
        PyMatrix::made(py, RationalFunctionMatrix::identity(n).or_raise(py)?)
    }

    /// The matrix whose determinant is the resultant of f and g.
    #[staticmethod]
    fn sylvester<'py>(f: &Bound<'py, PyAny>, g: &Bound<'py, PyAny>, var: &str) -> PyResult<Bound<'py, PyAny>> {
        let py = f.py();
        let polynomials = [f, g].map(function);
        let [f, g] = polynomials;
        let integral = |f: Arc<RationalFunction>| match f.as_polynomial() {
            Some(f) if f.is_integral() => Ok(f.numerator().clone()),
            _ => Err(PyTypeError::new_err(format!(
                "{f} has divisors; the matrix is of polynomials with integer coefficients"
            ))),
        };
        let matrix = eliminant::Matrix::sylvester(&integral(f?)?, &integral(g?)?, var).or_raise(py)?;
        PyMatrix::made(py, matrix.into())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.matrix.rows(), self.matrix.columns())
    }

    /// The names of the variables, in order.
    #[getter]
    fn vars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.matrix.vars())
    }

    /// The rows, as lists of polynomials and rational functions.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Vec<Vec<Bound<'py, PyAny>>>> {
        let entry = |row, column| wrap(py, self.matrix[(row, column)].clone());
        (0..self.matrix.rows())
            .map(|row| (0..self.matrix.columns()).map(|column| entry(row, column)).collect())
            .collect()
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.matrix.rows()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, place: (isize, isize)) -> PyResult<Bound<'py, PyAny>> {
        let at = |place: isize, size: usize| match place {
            0.. => usize::try_from(place).ok().filter(|place| *place < size),
            _ => size.checked_sub(place.unsigned_abs()),
        };
        let found = at(place.0, self.matrix.rows()).zip(at(place.1, self.matrix.columns()));
        let entry = found.and_then(|(row, column)| self.matrix.entry(row, column));
        match entry {
            Some(entry) => wrap(py, entry.clone()),
            None => {
                let (rows, columns) = self.shape();
                Err(PyIndexError::new_err(format!("{place:?} is outside of a matrix of {rows} x {columns}")))
            }
        }
    }

    /// The transposed matrix.
    #[getter(T)]
    fn transposed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PyMatrix::made(py, self.matrix.transposed())
    }

    /// The determinant, as `eliminant.det`.
    #[pyo3(signature = (**options))]
    fn det<'py>(slf: &Bound<'py, Self>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        of_functions(Operation::Determinant, &[slf.as_any()], None, options)
    }

    /// The characteristic polynomial in a new variable, as `eliminant.charpoly`.
    #[pyo3(signature = (var="t", **options))]
    fn charpoly<'py>(
        slf: &Bound<'py, Self>,
        var: &str,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let var = PyString::new(slf.py(), var);
        of_functions(Operation::CharacteristicPolynomial, &[slf.as_any()], Some(var.as_any()), options)
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, |a, b| a.checked_add(b))
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, |a, b| a.checked_sub(b))
    }

    fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.joined(other, |a, b| a.checked_mul(b))
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if other.is_instance_of::<PyMatrix>() {
            return self.__matmul__(other);
        }
        let Some(factor) = crate::operand::known(other)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let own = &self.matrix;
        PyMatrix::made(py, py.detach(|| own.checked_scale(&factor)).or_raise(py)?)
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }

    fn __neg__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let minus = RationalFunction::from(eliminant::RationalPolynomial::from(-1));
        PyMatrix::made(py, self.matrix.checked_scale(&minus).or_raise(py)?)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyMatrix>() else { return Ok(false) };
        let (own, other) = (&self.matrix, &other.get().matrix);
        if own == other {
            return Ok(true);
        }
        if (own.rows(), own.columns()) != (other.rows(), other.columns()) {
            return Ok(false);
        }
        let difference = own.checked_sub(other);
        Ok(difference.is_ok_and(|difference| difference.entries().iter().all(|entry| entry.numerator().is_zero())))
    }

    fn __hash__(&self) -> isize {
        // Equal matrices may be over different lists of variables.
        (self.matrix.rows() * 31 + self.matrix.columns()) as isize
    }

    fn __str__(&self) -> String {
        self.matrix.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Matrix({})", PyString::new(py, &self.matrix.to_string()).repr()?))
    }

    /// Text as LaTeX reads it.
    fn to_latex(&self) -> String {
        let columns = self.matrix.columns().max(1);
        let row = |row: &[RationalFunction]| row.iter().map(RationalFunction::to_latex).collect::<Vec<_>>().join(" & ");
        let rows: Vec<String> = self.matrix.entries().chunks(columns).map(row).collect();
        format!("\\begin{{pmatrix}} {} \\end{{pmatrix}}", rows.join(" \\\\ "))
    }

    fn _repr_latex_(&self) -> String {
        format!("${}$", self.to_latex())
    }

    fn _sympy_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("eliminant.kinds")?.call_method1("to_sympy", (slf,))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rows = slf.get().tolist(slf.py())?;
        let class = slf.py().import("eliminant")?.getattr("Matrix")?;
        Ok((class, (rows,)).into_pyobject(slf.py())?.into_any())
    }
}
