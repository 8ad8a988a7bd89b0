//! Polynomials as lists of terms.

use crate::failure::{Failure, guarded, valued};
use crate::function::Function;
use crate::handle::{Out, list, value};
use crate::status::Status;
use crate::text::{give, texts};
use eliminant::{Integer, Polynomial, Rational, RationalPolynomial};
use std::ffi::c_char;

/// The number of a text: an integer or a fraction in decimal digits.
pub(crate) fn number(name: &str, text: &str) -> Result<Rational, Failure> {
    text.parse().map_err(|_| Failure::argument(name, format!("`{text}` is no integer or fraction, as -3/4")))
}

/// The polynomial of `term_count` terms in `variable_count` variables.
///
/// The term `i` has the coefficient `coefficients[i]`, an integer or a fraction in decimal digits as `"-3/4"`, and of
/// the variable `j` the exponent `exponents[i * variable_count + j]`. Terms come in any order; those of equal exponents
/// are added. Exponents are below 2^31.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_from_terms(
    variables: *const *const c_char,
    variable_count: usize,
    term_count: usize,
    exponents: *const u32,
    coefficients: *const *const c_char,
    function: *mut *mut Function,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("function", function) }?;
        let exponent_count = variable_count.checked_mul(term_count);
        let exponent_count = exponent_count.ok_or_else(|| Failure::argument("term_count", "is too large"))?;
        // SAFETY: the same.
        let (variables, exponents, coefficients) = unsafe {
            (
                texts("variables", variables, variable_count)?,
                list("exponents", exponents, exponent_count)?,
                texts("coefficients", coefficients, term_count)?,
            )
        };
        let coefficients = coefficients.into_iter().map(|text| number("coefficients", text));
        let coefficients: Vec<Rational> = coefficients.collect::<Result<_, _>>()?;
        let mut denominator = Integer::from(1);
        for coefficient in &coefficients {
            denominator.lcm_mut(coefficient.denom());
        }
        let integral = coefficients.iter().enumerate().map(|(i, coefficient)| {
            let factor = Integer::from(&denominator / coefficient.denom());
            let row = &exponents[i * variable_count..(i + 1) * variable_count];
            (factor * coefficient.numer(), row.to_vec())
        });
        let numerator = Polynomial::from_terms(&variables, integral)?;
        out.set(Function::handle(RationalPolynomial::new(numerator, denominator.clone())?));
        Ok(())
    })
}

/// The number of terms of a polynomial, or of the numerator of a rational function. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_term_count(function: *const Function) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { function.as_ref() }.map_or(0, |f| f.0.numerator().numerator().terms().len()))
}

/// A term of a polynomial, or of the numerator of a rational function, by its index from 0. Terms are in descending
/// lexicographic order.
///
/// `exponents` has room for `eliminant_function_variable_count` numbers; NULL where there are no variables, or
/// exponents are not wanted. The coefficient is an integer or a fraction in decimal digits; free it with
/// `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_term(
    function: *const Function,
    index: usize,
    exponents: *mut u32,
    coefficient: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, function) = unsafe { (Out::handle("coefficient", coefficient)?, value("function", function)?) };
        let f = function.0.numerator();
        let terms = f.numerator().terms();
        let term = terms.get(index).ok_or_else(|| Failure::index(index, terms.len()))?;
        give(&out, Rational::from((&term.coefficient, f.denominator())).to_string())?;
        if !exponents.is_null() {
            for (place, exponent) in term.exponents.iter().enumerate() {
                // SAFETY: the caller has room for as many numbers as there are variables, and a term has one for each.
                unsafe { exponents.add(place).write(*exponent) };
            }
        }
        Ok(())
    })
}
