//! The Python package `eliminant`: its native module `eliminant._native`.
//!
//! Rust has the values, the calls and the errors; Python (`host/python/eliminant`) has what meets other packages: SymPy, python-flint, NumPy.
//! Importing the module starts no thread and opens no driver, so that a process may fork after it.

mod calls;
mod curves;
mod errors;
mod function;
mod job;
mod machine;
mod matrix;
mod nested;
mod numbers;
mod operand;
mod pictures;
mod plane;
mod polynomial;
mod roots;
mod solution;
mod subresultants;
mod system;
mod terms;
mod zeros;

use pyo3::prelude::*;

/// The native half of the package `eliminant`.
#[pymodule]
#[pyo3(name = "_native")]
fn eliminant_python(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<function::PyRationalFunction>()?;
    module.add_class::<polynomial::PyPolynomial>()?;
    module.add_class::<matrix::PyMatrix>()?;
    module.add_class::<system::PySystem>()?;
    module.add_class::<zeros::PySolutions>()?;
    module.add_class::<solution::PySolution>()?;
    module.add_class::<roots::PyRealRoot>()?;
    module.add_class::<subresultants::PySubresultantValues>()?;
    module.add_class::<curves::PyCurveGraph>()?;
    module.add_class::<roots::PyComplexRoot>()?;
    module.add_class::<pictures::PyPicture>()?;
    module.add_function(wrap_pyfunction!(calls::call, module)?)?;
    module.add_function(wrap_pyfunction!(calls::batch, module)?)?;
    module.add_function(wrap_pyfunction!(calls::plan, module)?)?;
    module.add_function(wrap_pyfunction!(calls::options, module)?)?;
    module.add_function(wrap_pyfunction!(nested::of_nested, module)?)?;
    module.add_function(wrap_pyfunction!(nested::nested, module)?)?;
    module.add_function(wrap_pyfunction!(nested::is_integral, module)?)?;
    module.add_function(wrap_pyfunction!(roots::real_roots, module)?)?;
    module.add_function(wrap_pyfunction!(curves::curve, module)?)?;
    module.add_function(wrap_pyfunction!(roots::complex_roots, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::picture_of_roots, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::picture_of_solutions, module)?)?;
    module.add_function(wrap_pyfunction!(plane::solve_plane, module)?)?;
    module.add_function(wrap_pyfunction!(zeros::solve, module)?)?;
    module.add_function(wrap_pyfunction!(zeros::decompose, module)?)?;
    module.add_function(wrap_pyfunction!(system::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(system::newton, module)?)?;
    module.add_function(wrap_pyfunction!(system::track, module)?)?;
    module.add_function(wrap_pyfunction!(machine::build_info, module)?)?;
    module.add_function(wrap_pyfunction!(machine::devices, module)?)?;
    module.add_function(wrap_pyfunction!(machine::doctor, module)?)?;
    Ok(())
}
