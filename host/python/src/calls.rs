//! The exact operations: `call` and `plan` of `eliminant._native`.

use crate::errors::{OrRaise, exception, named, of_problem};
use crate::function::wrap;
use crate::job::{at_once_or_wait, wait_for};
use crate::operand::{function, matrix};
use eliminant::{ErrorKind, RationalFunction, RunOptions};
use eliminant_calls::{Answer, Call, Operation, Options, set_run};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};

/// The value of an option as the library reads it: lists have commas, and None is the default.
fn text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Some(flag.is_true().to_string()));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let parts: Vec<String> = value.try_iter()?.map(|part| part?.str()?.extract()).collect::<PyResult<_>>()?;
        return Ok(Some(parts.join(",")));
    }
    value.str()?.extract().map(Some)
}

/// Options, and the function that is told progress.
struct Choices<'py> {
    options: Options,
    progress: Option<Bound<'py, PyAny>>,
}

impl<'py> Choices<'py> {
    fn of(py: Python<'py>, operation: Operation, given: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let mut choices = Choices { options: Options::new(operation), progress: None };
        for (name, value) in given.into_iter().flatten() {
            let name = name.cast::<PyString>()?.to_cow()?.into_owned();
            match (name.as_str(), text(&value)?) {
                ("progress", _) => choices.progress = reporter(&value)?,
                (_, None) => {}
                (name, Some(value)) => choices.options.set(name, &value).or_raise(py)?,
            }
        }
        Ok(choices)
    }
}

/// The run options of a function whose other options are read already, and what is told progress.
pub fn run_options<'py>(
    py: Python<'py>,
    given: Option<&Bound<'py, PyDict>>,
) -> PyResult<(RunOptions, Option<Bound<'py, PyAny>>)> {
    let (mut run, mut progress) = (RunOptions::default(), None);
    for (name, value) in given.into_iter().flatten() {
        let name = name.cast::<PyString>()?.to_cow()?.into_owned();
        match (name.as_str(), text(&value)?) {
            ("progress", _) => progress = reporter(&value)?,
            (_, None) => {}
            (name, Some(value)) => {
                if !set_run(&mut run, name, &value).or_raise(py)? {
                    return Err(named(py, "ArgumentError", format!("option: `{name}` is none of this function")));
                }
            }
        }
    }
    Ok((run, progress))
}

/// A function of the finished fraction: the caller's, or a bar for `True`.
fn reporter<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if value.is_none() {
        return Ok(None);
    }
    match value.cast::<PyBool>() {
        Ok(flag) if !flag.is_true() => Ok(None),
        Ok(_) => value.py().import("eliminant.progress")?.call_method0("bar").map(Some),
        Err(_) => Ok(Some(value.clone())),
    }
}

/// The name of a variable: a text, or what prints as one.
fn name(var: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    match var {
        Some(var) if !var.is_none() => var.str()?.extract().map(Some),
        _ => Ok(None),
    }
}

/// The operation of this name.
fn operation(py: Python<'_>, name: &str) -> PyResult<Operation> {
    Operation::of_name(name).ok_or_else(|| named(py, "ArgumentError", format!("operation: `{name}` is none")))
}

/// A call of an operation on these objects.
fn prepared(
    operation: Operation,
    operands: &[&Bound<'_, PyAny>],
    var: Option<&Bound<'_, PyAny>>,
    options: Options,
) -> PyResult<Call> {
    let variable = name(var)?;
    let (functions, matrix) = match (operation.is_of_matrix(), operands) {
        (true, [only]) => (Vec::new(), Some(matrix(only)?)),
        (true, [first, rest @ ..]) if operation.has_functions() => {
            (rest.iter().map(|operand| function(operand)).collect::<PyResult<_>>()?, Some(matrix(first)?))
        }
        _ => (operands.iter().map(|operand| function(operand)).collect::<PyResult<_>>()?, None),
    };
    Ok(Call { operation, functions, matrix, variable, options })
}

/// An answer: one function, or a tuple; of squarefree decompositions the content and pairs.
fn unwrapped<'py>(py: Python<'py>, operation: Operation, answer: Answer) -> PyResult<Bound<'py, PyAny>> {
    let Answer { values, multiplicities, .. } = answer;
    let wrapped = |value: RationalFunction| wrap(py, value);
    let mut values = values.into_iter();
    match (operation, values.len()) {
        (Operation::Squarefree, _) => {
            let content = values.next().map(wrapped).transpose()?;
            let pairs = values.zip(multiplicities).map(|(factor, m)| Ok((wrap(py, factor)?, m)));
            let pairs: Vec<(Bound<'py, PyAny>, i32)> = pairs.collect::<PyResult<_>>()?;
            Ok((content, pairs).into_pyobject(py)?.into_any())
        }
        // Functions, and numbers of rows, columns or unknowns.
        (Operation::Rank | Operation::LinearSystem, _) => {
            let all: Vec<Bound<'py, PyAny>> = values.map(wrapped).collect::<PyResult<_>>()?;
            Ok((PyList::new(py, all)?, PyList::new(py, multiplicities)?).into_pyobject(py)?.into_any())
        }
        (Operation::GcdBatch | Operation::Subresultants | Operation::SturmHabicht | Operation::Adjugate, _) => {
            let all: Vec<Bound<'py, PyAny>> = values.map(wrapped).collect::<PyResult<_>>()?;
            Ok(PyList::new(py, all)?.into_any())
        }
        (_, 1) => values.next().map_or_else(|| Ok(py.None().into_bound(py)), wrapped),
        _ => {
            let all: Vec<Bound<'py, PyAny>> = values.map(wrapped).collect::<PyResult<_>>()?;
            Ok(PyTuple::new(py, all)?.into_any())
        }
    }
}

/// Computes and waits.
fn computed<'py>(
    py: Python<'py>,
    operation: Operation,
    operands: &[&Bound<'py, PyAny>],
    var: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Answer> {
    let Choices { options, progress } = Choices::of(py, operation, options)?;
    let call = prepared(operation, operands, var, options)?;
    at_once_or_wait(py, progress.as_ref(), call.is_tiny(), move |control| call.run(control))
}

/// The answer of an operation on functions.
pub fn of_functions<'py>(
    operation: Operation,
    operands: &[&Bound<'py, PyAny>],
    var: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = operands[0].py();
    unwrapped(py, operation, computed(py, operation, operands, var, options)?)
}

/// The answer of an operation, with its report as JSON where that is wanted.
#[pyfunction]
#[pyo3(signature = (operation, operands, var, options, report=false))]
pub fn call<'py>(
    py: Python<'py>,
    operation: &str,
    operands: Vec<Bound<'py, PyAny>>,
    var: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
    report: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let operation = self::operation(py, operation)?;
    let operands: Vec<&Bound<'py, PyAny>> = operands.iter().collect();
    told(py, operation, computed(py, operation, &operands, var, options)?, report)
}

/// An answer, with its report as JSON where that is wanted.
fn told<'py>(py: Python<'py>, operation: Operation, answer: Answer, report: bool) -> PyResult<Bound<'py, PyAny>> {
    let text = if report { answer.report.json().or_raise(py)? } else { String::new() };
    let value = unwrapped(py, operation, answer)?;
    if report { Ok((value, text).into_pyobject(py)?.into_any()) } else { Ok(value) }
}

/// The answers of an operation for each of many lists of operands, with their reports as JSON where these are wanted.
#[pyfunction]
#[pyo3(signature = (operation, problems, var, options, report=false))]
pub fn batch<'py>(
    py: Python<'py>,
    operation: &str,
    problems: Vec<Vec<Bound<'py, PyAny>>>,
    var: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
    report: bool,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let operation = self::operation(py, operation)?;
    let Choices { options, progress } = Choices::of(py, operation, options)?;
    if options.has_checkpoint() {
        return Err(named(py, "ArgumentError", "checkpoint: is for one problem".to_owned()));
    }
    let call = |operands: &Vec<Bound<'py, PyAny>>| {
        let operands: Vec<&Bound<'_, PyAny>> = operands.iter().collect();
        prepared(operation, &operands, var, options.clone())
    };
    let calls: Vec<Call> = problems.iter().map(call).collect::<PyResult<_>>()?;
    let answers = wait_for(py, progress.as_ref(), move |control| Ok(Call::run_all(&calls, control)))?;
    let answers = answers.map_err(|(index, error)| match error.kind() {
        ErrorKind::Cancelled => exception(py, &error),
        _ => of_problem(py, index, &error),
    })?;
    answers.into_iter().map(|answer| told(py, operation, answer, report)).collect()
}

/// The plan of an operation as JSON.
#[pyfunction]
pub fn plan<'py>(
    py: Python<'py>,
    operation: &str,
    operands: Vec<Bound<'py, PyAny>>,
    var: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<String> {
    let operation = self::operation(py, operation)?;
    let operands: Vec<&Bound<'py, PyAny>> = operands.iter().collect();
    let call = prepared(operation, &operands, var, Choices::of(py, operation, options)?.options)?;
    wait_for(py, None, move |_| call.plan())
}

/// The names of the options of an operation.
#[pyfunction]
pub fn options(py: Python<'_>, operation: &str) -> PyResult<Vec<&'static str>> {
    Ok(self::operation(py, operation)?.options().collect())
}
