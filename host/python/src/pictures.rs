//! Pictures of curves, complex roots and solutions.

use crate::calls::run_options;
use crate::errors::{OrRaise, named};
use crate::job::wait_for;
use crate::roots::numerator;
use crate::zeros::PySolutions;
use eliminant::{ComplexRoot, ComplexRoots, CurveGraph, Plot, SolveAnswer, Window};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;

/// A window of four numbers: the least and the largest x and y.
pub type Sides = (f64, f64, f64, f64);

pub fn window(py: Python<'_>, sides: Option<Sides>) -> PyResult<Option<Window>> {
    sides.map(|(left, right, bottom, top)| Window::new([left, right], [bottom, top]).or_raise(py)).transpose()
}

/// The objects that are drawn.
pub enum Subject {
    Curves(Arc<CurveGraph>),
    /// The variable, and its values.
    Roots(String, Vec<ComplexRoot>),
    /// All zeros, and the unknowns of both axes.
    Solutions(Arc<SolveAnswer>, Option<[String; 2]>),
}

/// A picture, which `eliminant/pictures.py` shows.
#[pyclass(name = "Picture", module = "eliminant._native", frozen)]
pub struct PyPicture {
    subject: Arc<Subject>,
}

impl Subject {
    fn plot(&self) -> eliminant::Result<Plot<'_>> {
        match self {
            Subject::Curves(graph) => Ok(Plot::new(graph)),
            Subject::Roots(variable, roots) => Ok(Plot::of_roots(variable, roots)),
            Subject::Solutions(answer, axes) => {
                Plot::of_solutions(answer, axes.as_ref().map(|axes| axes.each_ref().map(String::as_str)))
            }
        }
    }
}

impl PyPicture {
    pub fn of(subject: Subject) -> Self {
        PyPicture { subject: Arc::new(subject) }
    }

    /// What is drawn, on a thread of the pool.
    fn drawn<T: Send + 'static>(
        &self,
        py: Python<'_>,
        sides: Option<Sides>,
        size: (u32, u32),
        draw: impl FnOnce(Plot<'_>) -> eliminant::Result<T> + Send + 'static,
    ) -> PyResult<T> {
        let (subject, window) = (self.subject.clone(), window(py, sides)?);
        wait_for(py, None, move |control| {
            let plot = subject.plot()?.size(size.0, size.1)?.control(control.clone());
            draw(window.map_or(plot.clone(), |window| plot.window(window)))
        })
    }
}

#[pymethods]
impl PyPicture {
    /// The window that is shown unless another one is named.
    fn window(&self, py: Python<'_>) -> PyResult<Sides> {
        let window = self.drawn(py, None, (800, 600), |plot| plot.shown())?;
        Ok((window.x[0], window.x[1], window.y[0], window.y[1]))
    }

    fn svg(&self, py: Python<'_>, sides: Option<Sides>, size: (u32, u32)) -> PyResult<String> {
        self.drawn(py, sides, size, |plot| plot.svg())
    }

    fn html(&self, py: Python<'_>, sides: Option<Sides>, size: (u32, u32)) -> PyResult<String> {
        self.drawn(py, sides, size, |plot| plot.html())
    }

    fn png<'py>(&self, py: Python<'py>, sides: Option<Sides>, size: (u32, u32)) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.drawn(py, sides, size, |plot| plot.png())?))
    }
}

/// The picture of the complex roots of a polynomial in one variable.
#[pyfunction]
pub fn picture_of_roots(
    py: Python<'_>,
    f: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyPicture> {
    let f = numerator(py, f)?;
    let (mut run, progress) = run_options(py, options)?;
    let subject = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        let f = f.numerator().numerator();
        let roots = ComplexRoots::new(f).run_options(run).run()?;
        Ok(Subject::Roots(f.occurring().next().unwrap_or("x").to_owned(), roots))
    })?;
    Ok(PyPicture::of(subject))
}

/// The picture of the real zeros among those of `eliminant.solve_system`, and the number of the others.
#[pyfunction]
pub fn picture_of_solutions(
    py: Python<'_>,
    zeros: &PySolutions,
    axes: Option<[String; 2]>,
) -> PyResult<(PyPicture, usize)> {
    let Some(answer) = zeros.answer() else {
        let text = "system: zeros that were pickled are not drawn; take the equations".to_owned();
        return Err(named(py, "ArgumentError", text));
    };
    let hidden = answer.solutions.iter().filter(|zero| !zero.may_be_real()).count();
    let subject = Subject::Solutions(answer, axes);
    subject.plot().or_raise(py)?;
    Ok((PyPicture::of(subject), hidden))
}
