//! The zeros of a system.

use crate::failure::{Failure, guarded, valued};
use crate::handle::{Out, free, value};
use crate::status::Status;
use crate::text::give;
use eliminant::system::Reality;
use eliminant::{Solution, SolveAnswer};
use std::ffi::c_char;

/// The zeros of a system, those that are proved to be real first, and what became of the paths. They never change, so
/// that threads may share them.
///
/// Free them with `eliminant_zeros_free`.
#[derive(Debug)]
pub struct Zeros(pub(crate) SolveAnswer);

impl Zeros {
    fn zero(&self, index: usize) -> Result<&Solution, Failure> {
        self.0.solutions.get(index).ok_or_else(|| Failure::index(index, self.0.solutions.len()))
    }
}

/// Writes numbers into an array of the caller.
///
/// # Safety
/// The array is NULL, or has room for them.
unsafe fn write(name: &str, array: *mut f64, numbers: impl Iterator<Item = f64>) -> Result<(), Failure> {
    if array.is_null() {
        return Err(Failure::argument(name, "is NULL"));
    }
    for (place, number) in numbers.enumerate() {
        // SAFETY: as the caller says.
        unsafe { array.add(place).write(number) };
    }
    Ok(())
}

/// The number of zeros. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_count(zeros: *const Zeros) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { zeros.as_ref() }.map_or(0, |zeros| zeros.0.solutions.len()))
}

/// The number of coordinates of a zero, which are those of the variables of the system. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_dimension(zeros: *const Zeros) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { zeros.as_ref() }.map_or(0, |zeros| zeros.0.variables.len()))
}

/// The coordinates of a zero, by its index from 0: real and imaginary part of each. `point` has room for two numbers a
/// coordinate, and may be an array of `double complex`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_point(zeros: *const Zeros, index: usize, point: *mut f64) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let zero = unsafe { value("zeros", zeros) }?.zero(index)?;
        // SAFETY: the caller has room for two numbers a coordinate.
        unsafe { write("point", point, zero.point.iter().flat_map(|x| [x.re, x.im])) }
    })
}

/// For each coordinate of a zero how far the exact one is at most from it, in real and imaginary part. `bounds` has
/// room for a number a coordinate. Fails with `ELIMINANT_ARGUMENT` if the zero is not certified.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_error_bounds(zeros: *const Zeros, index: usize, bounds: *mut f64) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let zero = unsafe { value("zeros", zeros) }?.zero(index)?;
        let missing = || Failure::argument("index", format!("is {index}, a zero that is not certified"));
        let found = zero.error_bounds().ok_or_else(missing)?;
        // SAFETY: the caller has room for a number a coordinate.
        unsafe { write("bounds", bounds, found.into_iter()) }
    })
}

/// Whether it is proved that there is exactly one zero near the point. `false` where there is no such zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_is_certified(zeros: *const Zeros, index: usize) -> bool {
    valued(false, || {
        // SAFETY: the rules of the header.
        let zeros = unsafe { zeros.as_ref() };
        zeros.and_then(|zeros| zeros.0.solutions.get(index)).is_some_and(Solution::is_certified)
    })
}

/// 1 where a zero is proved to be real, 0 where it is proved not to be, -1 where neither is, and where there is no such
/// zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_is_real(zeros: *const Zeros, index: usize) -> i32 {
    valued(-1, || {
        // SAFETY: the rules of the header.
        let zeros = unsafe { zeros.as_ref() };
        let root = zeros.and_then(|zeros| zeros.0.solutions.get(index)).and_then(Solution::root);
        match root.map(|root| root.reality) {
            Some(Reality::Real) => 1,
            Some(Reality::NotReal) => 0,
            Some(Reality::Undecided) | None => -1,
        }
    })
}

/// The number of paths that end in a zero: its multiplicity, where all of them were followed to their end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_multiplicity(
    zeros: *const Zeros,
    index: usize,
    multiplicity: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, zeros) = unsafe { (Out::new("multiplicity", multiplicity)?, value("zeros", zeros)?) };
        out.set(zeros.zero(index)?.multiplicity);
        Ok(())
    })
}

/// Whether the end of every path was found: evidence, and no proof, that no isolated zero is missing. `false` for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_is_complete(zeros: *const Zeros) -> bool {
    // SAFETY: the rules of the header.
    valued(false, || unsafe { zeros.as_ref() }.is_some_and(|zeros| zeros.0.is_complete()))
}

/// The zeros as JSON on one line, as the program writes them: also their boxes, and paths that go to infinity or were
/// lost. Free the text with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_to_json(zeros: *const Zeros, json: *mut *mut c_char) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, zeros) = unsafe { (Out::handle("json", json)?, value("zeros", zeros)?) };
        give(&out, zeros.0.to_json())
    })
}

/// Frees zeros. Nothing happens where they are NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_zeros_free(zeros: *mut Zeros) {
    // SAFETY: the rules of the header.
    valued((), || unsafe { free(zeros) });
}
