//! Subresultants by their values.

use crate::calls::run_options;
use crate::errors::{OrRaise, named};
use crate::function::wrap;
use crate::job::wait_for;
use crate::operand::function;
use eliminant::{ListOptions, Polynomial, RationalFunction, SubresultantValues, Subresultants};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, PoisonError};

/// Subresultants of two polynomials with integer coefficients as a source of values modulo primes; without the second one the Sturm-Habicht sequence of the first.
///
/// >>> from eliminant import SubresultantValues
/// >>> values = SubresultantValues("y^3 - x", "y^2 + x*y + 1", "y")
/// >>> values.kept, len(values)
/// (('x',), 3)
/// >>> values.at(1, [3], 101), values.principal_at([[3], [4]], 101)
/// ([0, 8], [[64, 8, 1], [23, 15, 1]])
/// >>> values.polynomial(1)
/// Polynomial('x^2*y - y')
#[pyclass(name = "SubresultantValues", module = "eliminant", frozen)]
pub struct PySubresultantValues {
    values: Arc<Mutex<SubresultantValues>>,
    /// Called with the finished fraction of a polynomial.
    progress: Option<Py<PyAny>>,
}

/// A polynomial with integer coefficients.
fn integral(object: &Bound<'_, PyAny>) -> PyResult<Polynomial> {
    let function = function(object)?;
    match function.as_polynomial().filter(|f| f.is_integral()) {
        Some(f) => Ok(f.numerator().clone()),
        None => {
            let message = format!("polynomial: {function} has fractions; multiply it by their denominator");
            Err(named(object.py(), "ArgumentError", message))
        }
    }
}

impl PySubresultantValues {
    /// Does `work` on another thread.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&mut SubresultantValues) -> eliminant::Result<T> + Send + 'static,
    ) -> PyResult<T> {
        let values = Arc::clone(&self.values);
        wait_for(py, progress, move |control| {
            // What was found is whole, also behind a panic.
            let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
            values.set_control(control.clone());
            work(&mut values)
        })
    }
}

#[pymethods]
impl PySubresultantValues {
    #[new]
    #[pyo3(signature = (f, g, var, **options))]
    fn new(
        py: Python<'_>,
        f: &Bound<'_, PyAny>,
        g: Option<&Bound<'_, PyAny>>,
        var: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut chosen = ListOptions::default();
        let progress;
        (chosen.run, progress) = run_options(py, options)?;
        let var: String = var.str()?.extract()?;
        let (mut f, mut g) = (integral(f)?, g.map(integral).transpose()?);
        // Constants are over no variable, and so not over a wrong one.
        if f.vars().is_empty() && g.as_ref().is_none_or(|g| g.vars().is_empty()) {
            f = f.with_vars(&[&var]).or_raise(py)?;
            g = g.map(|g| g.with_vars(&[&var])).transpose().or_raise(py)?;
        }
        let builder = match &g {
            Some(g) => Subresultants::new(&f, g, &var),
            None => Subresultants::sturm_habicht(&f, &var),
        };
        let values = builder.options(chosen).values().or_raise(py)?;
        let values = Arc::new(Mutex::new(values));
        Ok(PySubresultantValues { values, progress: progress.map(Bound::unbind) })
    }

    /// The names of the kept variables: a point has a coordinate for each.
    #[getter]
    fn kept<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        let kept = self.ask(py, None, |values| Ok(values.kept().to_vec()))?;
        pyo3::types::PyTuple::new(py, kept)
    }

    /// How many subresultants there are.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.ask(py, None, |values| Ok(values.count()))
    }

    /// S_k at a point modulo a prime: coefficients of 1, y, .., y^k.
    fn at(&self, py: Python<'_>, k: u32, point: Vec<u64>, prime: u64) -> PyResult<Vec<u64>> {
        self.ask(py, None, move |values| values.at(k, &point, prime))
    }

    /// S_0, S_1, .. at a point modulo a prime.
    fn chain_at(&self, py: Python<'_>, point: Vec<u64>, prime: u64) -> PyResult<Vec<Vec<u64>>> {
        self.ask(py, None, move |values| values.chain_at(&point, prime))
    }

    /// The principal coefficients at each of some points modulo a prime.
    fn principal_at(&self, py: Python<'_>, points: Vec<Vec<u64>>, prime: u64) -> PyResult<Vec<Vec<u64>>> {
        self.ask(py, None, move |values| values.principal_at(&points, prime))
    }

    /// S_k as a polynomial, computed when it is asked for first.
    fn polynomial<'py>(&self, py: Python<'py>, k: u32) -> PyResult<Bound<'py, PyAny>> {
        let progress = self.progress.as_ref().map(|progress| progress.bind(py));
        let found = self.ask(py, progress, move |values| values.polynomial(k).cloned())?;
        wrap(py, RationalFunction::from(found))
    }
}
