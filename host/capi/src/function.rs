//! Handles of polynomials and rational functions: text, JSON, properties.

use crate::failure::{Failure, guarded, valued};
use crate::handle::{Out, boxed, free, value};
use crate::status::Status;
use crate::text::{give, optional_text, text, texts};
use eliminant::{RationalFunction, RationalPolynomial};
use std::ffi::c_char;
use std::sync::Arc;

/// A polynomial with rational coefficients in any number of variables, or a quotient of two. It never changes, so that
/// threads may share it.
///
/// Free it with `eliminant_function_free`.
#[derive(Debug, Clone)]
pub struct Function(pub(crate) Arc<RationalFunction>);

impl Function {
    /// A new handle.
    pub(crate) fn handle(function: impl Into<RationalFunction>) -> *mut Function {
        boxed(Function(Arc::new(function.into())))
    }

    /// The polynomial that it is.
    pub(crate) fn polynomial(&self) -> Result<&RationalPolynomial, Failure> {
        self.0.as_polynomial().ok_or_else(|| {
            let divisor = self.0.divisor().unwrap_or_default();
            Failure::argument("function", format!("is divided by {divisor}, and no polynomial"))
        })
    }
}

/// Reads a polynomial or a rational function: `"3*x^2*y - y/2"`, `"1/(x + 1)"`. Its variables are those that occur, in
/// alphabetical order.
///
/// Fails with `ELIMINANT_PARSE` if the text is none, with `ELIMINANT_LIMIT` if its products would be too large.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_parse(text: *const c_char, function: *mut *mut Function) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("function", function) }?;
        // SAFETY: the same.
        let text = unsafe { self::text("text", text) }?;
        out.set(Function::handle(RationalFunction::parse(text)?));
        Ok(())
    })
}

/// As `eliminant_function_parse`, over `count` variables that are given, in this order. Those that do not occur in the
/// text may be among them; `ELIMINANT_PARSE` if another one occurs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_parse_in(
    text: *const c_char,
    variables: *const *const c_char,
    count: usize,
    function: *mut *mut Function,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("function", function) }?;
        // SAFETY: the same.
        let (text, variables) = unsafe { (self::text("text", text)?, texts("variables", variables, count)?) };
        out.set(Function::handle(RationalFunction::parse_within(text, Some(&variables), u64::MAX)?));
        Ok(())
    })
}

/// Reads the JSON of `eliminant_function_to_json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_from_json(json: *const c_char, function: *mut *mut Function) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("function", function) }?;
        // SAFETY: the same.
        let json = unsafe { text("json", json) }?;
        out.set(Function::handle(RationalFunction::from_json(json)?));
        Ok(())
    })
}

/// Another handle of the same function, in no time. Both are to be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_copy(function: *const Function, copy: *mut *mut Function) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("copy", copy) }?;
        // SAFETY: the same.
        let function = unsafe { value("function", function) }?;
        out.set(boxed(function.clone()));
        Ok(())
    })
}

/// Frees a function. Nothing happens where it is NULL. Answers and matrices that it came from, or that were made of it,
/// stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_free(function: *mut Function) {
    // SAFETY: the rules of the header.
    valued((), || unsafe { free(function) });
}

/// The function as text, which `eliminant_function_parse` reads again. Free it with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_to_text(function: *const Function, text: *mut *mut c_char) -> Status {
    // SAFETY: the rules of the header.
    unsafe { written(function, text, RationalFunction::to_string) }
}

/// The function as LaTeX reads it. Free the text with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_to_latex(function: *const Function, text: *mut *mut c_char) -> Status {
    // SAFETY: the rules of the header.
    unsafe { written(function, text, RationalFunction::to_latex) }
}

/// The function as JSON on one line, with its list of variables. Free the text with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_to_json(function: *const Function, json: *mut *mut c_char) -> Status {
    // SAFETY: the rules of the header.
    unsafe { written(function, json, RationalFunction::to_json) }
}

/// Gives a text of a function.
///
/// # Safety
/// The rules of the header.
unsafe fn written(function: *const Function, text: *mut *mut c_char, write: fn(&RationalFunction) -> String) -> Status {
    guarded(|| {
        // SAFETY: as the caller says.
        let out = unsafe { Out::handle("text", text) }?;
        // SAFETY: the same.
        let function = unsafe { value("function", function) }?;
        give(&out, write(&function.0))
    })
}

/// The number of variables of a function, of which some may not occur. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_variable_count(function: *const Function) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { function.as_ref() }.map_or(0, |function| function.0.vars().len()))
}

/// The name of a variable, by its index from 0. Free it with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_variable(
    function: *const Function,
    index: usize,
    name: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("name", name) }?;
        // SAFETY: the same.
        let variables = unsafe { value("function", function) }?.0.vars();
        let name = variables.get(index).ok_or_else(|| Failure::index(index, variables.len()))?;
        give(&out, name.as_str())
    })
}

/// Whether a function is a polynomial: whether it has no divisors. `false` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_is_polynomial(function: *const Function) -> bool {
    // SAFETY: the rules of the header.
    valued(false, || unsafe { function.as_ref() }.is_some_and(|function| function.0.as_polynomial().is_some()))
}

/// Whether a function is 0. `false` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_is_zero(function: *const Function) -> bool {
    // SAFETY: the rules of the header.
    valued(false, || unsafe { function.as_ref() }.is_some_and(|function| function.0.numerator().is_zero()))
}

/// The degree of a polynomial in a variable, or its total degree where `variable` is NULL; -1 of the polynomial 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_degree(
    function: *const Function,
    variable: *const c_char,
    degree: *mut i64,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::new("degree", degree) }?;
        // SAFETY: the same.
        let (function, variable) = unsafe { (value("function", function)?, optional_text("variable", variable)?) };
        let f = function.polynomial()?;
        let degree = match variable {
            Some(variable) => f.degree(variable).map(i64::from),
            None => f.total_degree().and_then(|degree| i64::try_from(degree).ok()),
        };
        // A variable that is not in the list has degree 0.
        out.set(if f.is_zero() { -1 } else { degree.unwrap_or(0) });
        Ok(())
    })
}

/// The numerator of a function, a polynomial with rational coefficients. That of a polynomial is itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_numerator(
    function: *const Function,
    numerator: *mut *mut Function,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("numerator", numerator) }?;
        // SAFETY: the same.
        let function = unsafe { value("function", function) }?;
        out.set(Function::handle(function.0.numerator().clone()));
        Ok(())
    })
}

/// The number of different divisors of a function: 0 of a polynomial, and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_divisor_count(function: *const Function) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { function.as_ref() }.map_or(0, |function| function.0.divisors().len()))
}

/// A divisor of a function, a polynomial with integer coefficients, and how often it divides. Its index is from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_divisor(
    function: *const Function,
    index: usize,
    divisor: *mut *mut Function,
    exponent: *mut u32,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, power) = unsafe { (Out::handle("divisor", divisor)?, Out::new("exponent", exponent)?) };
        // SAFETY: the same.
        let divisors = unsafe { value("function", function) }?.0.divisors();
        let (divisor, exponent) = divisors.get(index).ok_or_else(|| Failure::index(index, divisors.len()))?;
        power.set(*exponent);
        out.set(Function::handle(divisor.clone()));
        Ok(())
    })
}
