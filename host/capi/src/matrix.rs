//! Handles of matrices.

use crate::failure::{Failure, guarded, valued};
use crate::function::Function;
use crate::handle::{Out, boxed, free, list, value};
use crate::status::Status;
use crate::text::{give, text};
use eliminant::poly::RationalFunctionMatrix;
use eliminant::{RationalFunction, Result as Outcome};
use std::ffi::c_char;
use std::sync::Arc;

/// A matrix of polynomials and rational functions. It never changes, so that threads may share it.
///
/// Free it with `eliminant_matrix_free`.
#[derive(Debug, Clone)]
pub struct Matrix(pub(crate) Arc<RationalFunctionMatrix>);

impl Matrix {
    /// A new handle.
    fn handle(matrix: impl Into<RationalFunctionMatrix>) -> *mut Matrix {
        boxed(Matrix(Arc::new(matrix.into())))
    }
}

/// Reads a matrix, as most systems print it: `"[[x, y], [1, x]]"`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_parse(text: *const c_char, matrix: *mut *mut Matrix) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("matrix", matrix) }?;
        // SAFETY: the same.
        let text = unsafe { self::text("text", text) }?;
        out.set(Matrix::handle(RationalFunctionMatrix::parse(text)?));
        Ok(())
    })
}

/// Reads the JSON of `eliminant_matrix_to_json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_from_json(json: *const c_char, matrix: *mut *mut Matrix) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("matrix", matrix) }?;
        // SAFETY: the same.
        let json = unsafe { text("json", json) }?;
        out.set(Matrix::handle(RationalFunctionMatrix::from_json(json)?));
        Ok(())
    })
}

/// The matrix of `rows * columns` functions, row by row. The functions still belong to the caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_from_entries(
    entries: *const *const Function,
    rows: usize,
    columns: usize,
    matrix: *mut *mut Matrix,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("matrix", matrix) }?;
        let count = rows.checked_mul(columns).ok_or_else(|| Failure::argument("rows", "are too many"))?;
        if count == 0 && rows.max(columns) > 0 {
            return Err(Failure::argument("rows", format!("a matrix of {rows} x {columns} has no entries")));
        }
        // SAFETY: the same.
        let entries = unsafe { list("entries", entries, count) }?;
        let entry = |each: &*const Function| -> Result<RationalFunction, Failure> {
            // SAFETY: the same.
            Ok(unsafe { value("entries", *each) }?.0.as_ref().clone())
        };
        let row = |row: &[*const Function]| row.iter().map(entry).collect::<Result<Vec<_>, _>>();
        let rows: Vec<Vec<RationalFunction>> = entries.chunks(columns.max(1)).map(row).collect::<Result<_, _>>()?;
        out.set(Matrix::handle(RationalFunctionMatrix::new(rows)?));
        Ok(())
    })
}

/// The matrix whose determinant is the resultant of f and g in a variable. Both are polynomials with integer
/// coefficients.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_sylvester(
    f: *const Function,
    g: *const Function,
    variable: *const c_char,
    matrix: *mut *mut Matrix,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, f, g, variable) =
            unsafe { (Out::handle("matrix", matrix)?, value("f", f)?, value("g", g)?, text("variable", variable)?) };
        let integral = |f: &'static str, function: &Function| {
            let polynomial = function.polynomial()?;
            match polynomial.is_integral() {
                true => Ok(polynomial.numerator().clone()),
                false => Err(Failure::argument(f, "has coefficients that are no integers")),
            }
        };
        out.set(Matrix::handle(eliminant::Matrix::sylvester(&integral("f", f)?, &integral("g", g)?, variable)?));
        Ok(())
    })
}

/// Frees a matrix. Nothing happens where it is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_free(matrix: *mut Matrix) {
    // SAFETY: the rules of the header.
    valued((), || unsafe { free(matrix) });
}

/// The number of rows. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_rows(matrix: *const Matrix) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { matrix.as_ref() }.map_or(0, |matrix| matrix.0.rows()))
}

/// The number of columns. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_columns(matrix: *const Matrix) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { matrix.as_ref() }.map_or(0, |matrix| matrix.0.columns()))
}

/// An entry as a new function, over the variables of the matrix. Row and column are from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_entry(
    matrix: *const Matrix,
    row: usize,
    column: usize,
    entry: *mut *mut Function,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, matrix) = unsafe { (Out::handle("entry", entry)?, value("matrix", matrix)?) };
        let outside = || {
            let size = format!("{} x {}", matrix.0.rows(), matrix.0.columns());
            Failure::argument("row", format!("{row}, column {column} are outside of a matrix of {size}"))
        };
        out.set(Function::handle(matrix.0.entry(row, column).ok_or_else(outside)?.clone()));
        Ok(())
    })
}

/// The matrix as text, which `eliminant_matrix_parse` reads again. Free it with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_to_text(matrix: *const Matrix, text: *mut *mut c_char) -> Status {
    // SAFETY: the rules of the header.
    unsafe { written(matrix, text, RationalFunctionMatrix::to_string) }
}

/// The matrix as JSON on one line. Free the text with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_to_json(matrix: *const Matrix, json: *mut *mut c_char) -> Status {
    // SAFETY: the rules of the header.
    unsafe { written(matrix, json, RationalFunctionMatrix::to_json) }
}

/// Gives a text of a matrix.
///
/// # Safety
/// The rules of the header.
unsafe fn written(
    matrix: *const Matrix,
    text: *mut *mut c_char,
    write: fn(&RationalFunctionMatrix) -> String,
) -> Status {
    guarded(|| {
        // SAFETY: as the caller says.
        let (out, matrix) = unsafe { (Out::handle("text", text)?, value("matrix", matrix)?) };
        give(&out, write(&matrix.0))
    })
}

/// Gives the result of an operator on two matrices.
///
/// # Safety
/// The rules of the header.
unsafe fn joined(
    a: *const Matrix,
    b: *const Matrix,
    result: *mut *mut Matrix,
    operator: fn(&RationalFunctionMatrix, &RationalFunctionMatrix) -> Outcome<RationalFunctionMatrix>,
) -> Status {
    guarded(|| {
        // SAFETY: as the caller says.
        let (out, a, b) = unsafe { (Out::handle("result", result)?, value("a", a)?, value("b", b)?) };
        out.set(Matrix::handle(operator(&a.0, &b.0)?));
        Ok(())
    })
}

/// The sum of two matrices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_add(a: *const Matrix, b: *const Matrix, result: *mut *mut Matrix) -> Status {
    // SAFETY: the rules of the header.
    unsafe { joined(a, b, result, RationalFunctionMatrix::checked_add) }
}

/// The difference of two matrices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_subtract(
    a: *const Matrix,
    b: *const Matrix,
    result: *mut *mut Matrix,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { joined(a, b, result, RationalFunctionMatrix::checked_sub) }
}

/// The product of two matrices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_matrix_multiply(
    a: *const Matrix,
    b: *const Matrix,
    result: *mut *mut Matrix,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { joined(a, b, result, RationalFunctionMatrix::checked_mul) }
}
