//! Real plane curves.

use crate::calls::run_options;
use crate::errors::named;
use crate::job::wait_for;
use crate::numbers::number;
use crate::operand::function;
use crate::pictures::{PyPicture, Sides, Subject, window};
use crate::roots::PyRealRoot;
use eliminant::{Arrangement, CurveGraph, EdgeEnd, Plot, Polynomial, RationalFunction, RealAlgebraic};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::sync::Arc;

/// The topology of curves, which `eliminant/curves.py` shows.
#[pyclass(name = "CurveGraph", module = "eliminant._native", frozen)]
pub struct PyCurveGraph {
    graph: Arc<CurveGraph>,
}

fn root(py: Python<'_>, value: &RealAlgebraic) -> PyResult<Py<PyRealRoot>> {
    Py::new(py, PyRealRoot::new(value.clone(), 1))
}

#[pymethods]
impl PyCurveGraph {
    #[getter]
    fn variables(&self) -> [String; 2] {
        self.graph.variables.clone()
    }

    /// Both coordinates, the kind, the curves and the branches on either side of each vertex.
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = PyList::empty(py);
        for vertex in &self.graph.vertices {
            all.append((
                root(py, &vertex.x)?,
                root(py, &vertex.y)?,
                vertex.kind.name(),
                &vertex.curves,
                vertex.branches,
            ))?;
        }
        Ok(all)
    }

    /// Both ends and the curves of each edge. An end is the number of a vertex, or the coordinate that is not bounded with its limit, and the number of its vertical line.
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let infinity = f64::INFINITY;
        let end = |end: &EdgeEnd| -> PyResult<Bound<'py, PyAny>> {
            Ok(match end {
                EdgeEnd::Vertex(vertex) => vertex.into_pyobject(py)?.into_any(),
                EdgeEnd::Left => ("x", -infinity).into_pyobject(py)?.into_any(),
                EdgeEnd::Right => ("x", infinity).into_pyobject(py)?.into_any(),
                EdgeEnd::Down(line) => ("y", -infinity, line).into_pyobject(py)?.into_any(),
                EdgeEnd::Up(line) => ("y", infinity, line).into_pyobject(py)?.into_any(),
            })
        };
        let all = PyList::empty(py);
        for edge in &self.graph.edges {
            let [from, to] = &edge.ends;
            all.append(((end(from)?, end(to)?), &edge.curves))?;
        }
        Ok(all)
    }

    /// A point of each face, the signs of the polynomials there, and whether it is bounded.
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = PyList::empty(py);
        for face in &self.graph.faces {
            let [x, y] = face.point.each_ref().map(|value| number(py, value.numer(), value.denom()));
            let signs: Vec<i32> = face.signs.iter().map(|&sign| sign as i32).collect();
            all.append(((x?, y?), signs, face.is_bounded))?;
        }
        Ok(all)
    }

    /// The vertices and edges of each component, whether it is bounded, and an oval.
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = PyList::empty(py);
        for component in &self.graph.components {
            all.append((&component.vertices, &component.edges, component.is_bounded, component.is_oval))?;
        }
        Ok(all)
    }

    /// Where each vertical line is, and whether it is a part of a curve.
    fn asymptotes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = PyList::empty(py);
        for line in &self.graph.asymptotes {
            all.append((root(py, &line.x)?, line.is_part))?;
        }
        Ok(all)
    }

    /// The picture of the curves.
    fn picture(&self) -> PyPicture {
        PyPicture::of(Subject::Curves(self.graph.clone()))
    }

    /// For each edge its points as doubles, x and y in turn.
    fn polygons<'py>(&self, py: Python<'py>, sides: Sides) -> PyResult<Bound<'py, PyList>> {
        let graph = self.graph.clone();
        let Some(window) = window(py, Some(sides))? else { return Ok(PyList::empty(py)) };
        let polygons = wait_for(py, None, move |control| graph.polygons(&window, control))?;
        let bytes = |polygon: Vec<[f64; 2]>| {
            PyBytes::new(py, &polygon.iter().flatten().flat_map(|x| x.to_ne_bytes()).collect::<Vec<_>>())
        };
        PyList::new(py, polygons.into_iter().map(bytes))
    }
}

/// The graph of the curves of some functions without divisors; with `graph` that of y = f(x) and y = 0 where f in one variable is the only function.
#[pyfunction]
pub fn curve(
    py: Python<'_>,
    curves: Vec<Bound<'_, PyAny>>,
    vars: Option<(String, String)>,
    graph: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyCurveGraph> {
    let mut all: Vec<Arc<RationalFunction>> = Vec::with_capacity(curves.len());
    for object in &curves {
        let f = function(object)?;
        if let Some(divisor) = f.divisor() {
            let text = format!("polynomials: one is divided by {divisor}; take the curve of its numerator");
            return Err(named(py, "ArgumentError", text));
        }
        all.push(f);
    }
    let (mut run, progress) = run_options(py, options)?;
    let graph = wait_for(py, progress.as_ref(), move |control| {
        run.control = control.clone();
        let mut polynomials: Vec<&Polynomial> = all.iter().map(|f| f.numerator().numerator()).collect();
        let both = match &polynomials[..] {
            [f] if graph && vars.is_none() && f.occurring().count() == 1 => Some(Plot::graph_of(f)?),
            _ => None,
        };
        if let Some(both) = &both {
            polynomials = both.iter().collect();
        }
        let arrangement = Arrangement::new(&polynomials).run_options(run);
        vars.map_or(arrangement.clone(), |(x, y)| arrangement.variables(&x, &y)).run()
    })?;
    Ok(PyCurveGraph { graph: Arc::new(graph) })
}
