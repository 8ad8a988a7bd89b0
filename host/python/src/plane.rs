//! Solutions of two polynomials in the plane.

use crate::calls::run_options;
use crate::errors::named;
use crate::function::wrap;
use crate::job::wait_for;
use crate::operand::function;
use crate::roots::{PyComplexRoot, PyRealRoot};
use eliminant::{RationalFunction, SolvePlane};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The real solutions as pairs of roots with multiplicities, the others if they are wanted, the numbers of complex ones with multiplicities and without, the common factor, and the variables.
#[pyfunction]
pub fn solve_plane<'py>(
    py: Python<'py>,
    f: &Bound<'py, PyAny>,
    g: &Bound<'py, PyAny>,
    vars: Option<(String, String)>,
    complex: bool,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (f, g) = (function(f)?, function(g)?);
    if let Some(divisor) = f.divisor().or_else(|| g.divisor()) {
        let text = format!("polynomials: one is divided by {divisor}; take the solutions of its numerator");
        return Err(named(py, "ArgumentError", text));
    }
    let (mut run, progress) = run_options(py, options)?;
    let answer = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        let solve =
            SolvePlane::new(f.numerator().numerator(), g.numerator().numerator()).complex(complex).run_options(run);
        vars.map_or(solve.clone(), |(x, y)| solve.variables(&x, &y)).run()
    })?;
    let solutions = PyList::empty(py);
    for solution in answer.solutions {
        let [x, y] = [solution.x, solution.y].map(|value| Py::new(py, PyRealRoot::new(value, solution.multiplicity)));
        solutions.append((x?, y?, solution.multiplicity))?;
    }
    let others = PyList::empty(py);
    for solution in answer.others {
        let [x, y] =
            [solution.x, solution.y].map(|value| Py::new(py, PyComplexRoot::new(value, solution.multiplicity)));
        others.append((x?, y?, solution.multiplicity))?;
    }
    let common = answer.common.map(|h| wrap(py, RationalFunction::from(h))).transpose()?;
    let [x, y] = answer.variables;
    Ok((solutions, others, answer.complex, answer.different, common, (x, y)).into_pyobject(py)?.into_any())
}
