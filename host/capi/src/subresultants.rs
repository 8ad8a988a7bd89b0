//! Subresultants by their values at points modulo primes.

use crate::failure::{Failure, guarded, valued};
use crate::function::Function;
use crate::handle::{Out, boxed, free, list, value};
use crate::process;
use crate::status::Status;
use crate::text::text;
use eliminant::{Polynomial, Subresultants};
use std::ffi::c_char;

/// Subresultants of two polynomials with integer coefficients as a source of values. It never changes, so that threads may share it.
///
/// Free it with `eliminant_subresultant_values_free`.
#[derive(Debug)]
pub struct SubresultantValues(eliminant::SubresultantValues);

/// A polynomial with integer coefficients.
fn integral<'a>(name: &str, function: &'a Function) -> Result<&'a Polynomial, Failure> {
    match function.polynomial()? {
        f if f.is_integral() => Ok(f.numerator()),
        _ => Err(Failure::argument(name, "has fractions; multiply it by their denominator")),
    }
}

/// The subresultants of f and g in a variable as a source of values; where g is NULL the Sturm-Habicht sequence of f.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_subresultant_values_new(
    f: *const Function,
    g: *const Function,
    variable: *const c_char,
    values: *mut *mut SubresultantValues,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("values", values) }?;
        // SAFETY: the same.
        let (f, variable) = unsafe { (integral("f", value("f", f)?)?, text("variable", variable)?) };
        // SAFETY: the same.
        let builder = match unsafe { g.as_ref() } {
            Some(g) => Subresultants::new(f, integral("g", g)?, variable),
            None => Subresultants::sturm_habicht(f, variable),
        };
        process::check()?;
        out.set(boxed(SubresultantValues(builder.values()?)));
        Ok(())
    })
}

/// How many subresultants there are. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_subresultant_values_count(values: *const SubresultantValues) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { values.as_ref() }.map_or(0, |values| values.0.count()))
}

/// How many kept variables there are, and so coordinates of a point: those of f in their order, and then others of g, without the eliminated one. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_subresultant_values_kept(values: *const SubresultantValues) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { values.as_ref() }.map_or(0, |values| values.0.kept().len()))
}

/// S_k at a point modulo a prime below 2^63. `coefficients` has room for k + 1 numbers: those of 1, y, .., y^k, below the prime.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_subresultant_values_at(
    values: *const SubresultantValues,
    k: u32,
    point: *const u64,
    prime: u64,
    coefficients: *mut u64,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let values = unsafe { &value("values", values)?.0 };
        // SAFETY: the same: a point has as many coordinates as there are kept variables.
        let point = unsafe { list("point", point, values.kept().len()) }?;
        process::check()?;
        // SAFETY: the same: the room is as large as is said above.
        unsafe { write("coefficients", coefficients, &values.at(k, point, prime)?) }
    })
}

/// The principal coefficients of all subresultants at a point modulo a prime below 2^63. `coefficients` has room for as many numbers as there are subresultants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_subresultant_values_principal(
    values: *const SubresultantValues,
    point: *const u64,
    prime: u64,
    coefficients: *mut u64,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let values = unsafe { &value("values", values)?.0 };
        // SAFETY: the same: a point has as many coordinates as there are kept variables.
        let point = unsafe { list("point", point, values.kept().len()) }?;
        process::check()?;
        let found = values.principal_at(&[point.to_vec()], prime)?;
        // SAFETY: the same: the room is as large as is said above.
        unsafe { write("coefficients", coefficients, &found.concat()) }
    })
}

/// Frees a source of values. Nothing happens where it is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_subresultant_values_free(values: *mut SubresultantValues) {
    // SAFETY: the rules of the header.
    valued((), || unsafe { free(values) });
}

/// Writes numbers to the caller's room.
///
/// # Safety
/// The pointer is NULL or valid for writing so many.
unsafe fn write(name: &str, room: *mut u64, numbers: &[u64]) -> Result<(), Failure> {
    if numbers.is_empty() {
        return Ok(());
    }
    if room.is_null() {
        return Err(Failure::argument(name, "is NULL"));
    }
    // SAFETY: as the caller says; what was read is not there.
    unsafe { std::ptr::copy_nonoverlapping(numbers.as_ptr(), room, numbers.len()) };
    Ok(())
}
