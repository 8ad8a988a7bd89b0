//! Sums, products and quotients of functions, values and derivatives of polynomials.

use crate::failure::{Failure, guarded};
use crate::function::Function;
use crate::handle::{Out, value};
use crate::status::Status;
use crate::terms::number;
use crate::text::{give, text, texts};
use eliminant::{Rational, RationalFunction, RationalPolynomial, Result as Outcome};
use std::ffi::c_char;

/// Gives the result of an operator on two functions.
///
/// # Safety
/// The rules of the header.
unsafe fn joined(
    f: *const Function,
    g: *const Function,
    result: *mut *mut Function,
    operator: fn(&RationalFunction, &RationalFunction) -> Outcome<RationalFunction>,
) -> Status {
    guarded(|| {
        // SAFETY: as the caller says.
        let (out, f, g) = unsafe { (Out::handle("result", result)?, value("f", f)?, value("g", g)?) };
        out.set(Function::handle(operator(&f.0, &g.0)?));
        Ok(())
    })
}

/// f + g.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_add(
    f: *const Function,
    g: *const Function,
    result: *mut *mut Function,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { joined(f, g, result, RationalFunction::checked_add) }
}

/// f - g.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_subtract(
    f: *const Function,
    g: *const Function,
    result: *mut *mut Function,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { joined(f, g, result, RationalFunction::checked_sub) }
}

/// f g.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_multiply(
    f: *const Function,
    g: *const Function,
    result: *mut *mut Function,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { joined(f, g, result, RationalFunction::checked_mul) }
}

/// f / g. Fails with `ELIMINANT_ARGUMENT` if g is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_divide(
    f: *const Function,
    g: *const Function,
    result: *mut *mut Function,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { joined(f, g, result, RationalFunction::checked_div) }
}

/// f^n.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_power(f: *const Function, n: u32, result: *mut *mut Function) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, f) = unsafe { (Out::handle("result", result)?, value("f", f)?) };
        out.set(Function::handle(power(&f.0, n)?));
        Ok(())
    })
}

fn power(f: &RationalFunction, mut n: u32) -> Outcome<RationalFunction> {
    if let Some(f) = f.as_polynomial() {
        return Ok(f.pow(n)?.into());
    }
    let (mut result, mut base) = (RationalFunction::from(RationalPolynomial::from(1)), f.clone());
    while n > 0 {
        if n % 2 == 1 {
            result = result.checked_mul(&base)?;
        }
        n /= 2;
        if n > 0 {
            base = base.checked_mul(&base)?;
        }
    }
    Ok(result)
}

/// Whether f and g are equal, over any lists of variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_equal(f: *const Function, g: *const Function, equal: *mut bool) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, f, g) = unsafe { (Out::new("equal", equal)?, value("f", f)?, value("g", g)?) };
        // Divisors that are products differ in writing, and so do lists of variables.
        out.set(f.0 == g.0 || f.0.checked_sub(&g.0)?.numerator().is_zero());
        Ok(())
    })
}

/// The derivative of a polynomial in a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_derivative(
    f: *const Function,
    variable: *const c_char,
    result: *mut *mut Function,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, f, variable) =
            unsafe { (Out::handle("result", result)?, value("f", f)?, text("variable", variable)?) };
        out.set(Function::handle(f.polynomial()?.derivative(variable)));
        Ok(())
    })
}

/// The polynomial f with the polynomial g in place of a variable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_substitute(
    f: *const Function,
    variable: *const c_char,
    g: *const Function,
    result: *mut *mut Function,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, f, g, variable) =
            unsafe { (Out::handle("result", result)?, value("f", f)?, value("g", g)?, text("variable", variable)?) };
        out.set(Function::handle(f.polynomial()?.substitute(variable, g.polynomial()?)?));
        Ok(())
    })
}

/// The value of a polynomial at a point, whose coordinates are integers or fractions in decimal digits, in the order of
/// the variables, `count` of them. Free the value with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_function_evaluate(
    f: *const Function,
    point: *const *const c_char,
    count: usize,
    result: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, f, point) =
            unsafe { (Out::handle("result", result)?, value("f", f)?, texts("point", point, count)?) };
        let f = f.polynomial()?;
        if count != f.vars().len() {
            let message = format!("has {count} coordinates for {} variables", f.vars().len());
            return Err(Failure::argument("point", message));
        }
        let point: Vec<Rational> = point.into_iter().map(|text| number("point", text)).collect::<Result<_, _>>()?;
        give(&out, f.evaluate(&point)?.to_string())
    })
}
