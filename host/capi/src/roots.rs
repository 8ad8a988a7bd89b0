//! Real roots of a polynomial.

use crate::failure::{Failure, guarded, valued};
use crate::function::Function;
use crate::handle::{Out, boxed, free, value};
use crate::options::Options;
use crate::process;
use crate::status::Status;
use crate::text::give;
use eliminant::{RealRoot, RealRoots};
use std::ffi::c_char;

/// The real roots of a polynomial in ascending order, each once: exact numbers, with any number of digits. They never
/// change, so that threads may share them.
///
/// Free them with `eliminant_roots_free`.
#[derive(Debug)]
pub struct Roots(Vec<RealRoot>);

impl Roots {
    pub(crate) fn of(roots: Vec<RealRoot>) -> Self {
        Roots(roots)
    }

    fn root(&self, index: usize) -> Result<&RealRoot, Failure> {
        self.0.get(index).ok_or_else(|| Failure::index(index, self.0.len()))
    }
}

/// All real roots of a polynomial in one variable. That there are no others is proved, and so are multiplicities.
///
/// Options are `backend`, `devices`, `threads`, `memory_limit` and `seed`. Fails with `ELIMINANT_ARGUMENT` if the
/// polynomial is 0 or has several variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_real_roots(
    f: *const Function,
    options: *const Options,
    roots: *mut *mut Roots,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, f, options) = unsafe { (Out::handle("roots", roots)?, value("f", f)?, Options::given(options)) };
        process::check()?;
        let found = RealRoots::new(f.polynomial()?.numerator()).run_options(Options::of_run(options)?).run()?;
        out.set(boxed(Roots(found)));
        Ok(())
    })
}

/// The number of roots. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_count(roots: *const Roots) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { roots.as_ref() }.map_or(0, |roots| roots.0.len()))
}

/// A root, by its index from 0, with so many significant digits, correctly rounded. Free the text with
/// `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_decimal(
    roots: *const Roots,
    index: usize,
    digits: u32,
    text: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, roots) = unsafe { (Out::handle("text", text)?, value("roots", roots)?) };
        give(&out, roots.root(index)?.value.to_decimal(digits))
    })
}

/// The double that is nearest to a root.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_double(roots: *const Roots, index: usize, number: *mut f64) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, roots) = unsafe { (Out::new("number", number)?, value("roots", roots)?) };
        out.set(roots.root(index)?.value.to_f64());
        Ok(())
    })
}

/// How often a root is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_multiplicity(
    roots: *const Roots,
    index: usize,
    multiplicity: *mut u32,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, roots) = unsafe { (Out::new("multiplicity", multiplicity)?, value("roots", roots)?) };
        out.set(roots.root(index)?.multiplicity);
        Ok(())
    })
}

/// A root where it is an integer or a fraction, in decimal digits as `-3/4`; else the text is NULL, which is no
/// failure. Free the text with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_rational(roots: *const Roots, index: usize, text: *mut *mut c_char) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, roots) = unsafe { (Out::handle("text", text)?, value("roots", roots)?) };
        match roots.root(index)?.value.as_rational() {
            Some(number) => give(&out, number.to_string()),
            None => Ok(()),
        }
    })
}

/// Two fractions around a root, at most 2^-bits of its size apart; equal where it is rational. Free both texts with
/// `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_interval(
    roots: *const Roots,
    index: usize,
    bits: u32,
    lower: *mut *mut c_char,
    upper: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (below, above, roots) =
            unsafe { (Out::handle("lower", lower)?, Out::handle("upper", upper)?, value("roots", roots)?) };
        let [lower, upper] = roots.root(index)?.value.interval(bits);
        give(&below, lower.to_string())?;
        give(&above, upper.to_string())
    })
}

/// Frees roots. Nothing happens where they are NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_free(roots: *mut Roots) {
    // SAFETY: the rules of the header.
    valued((), || unsafe { free(roots) });
}
