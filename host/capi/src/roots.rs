//! Real and complex roots of a polynomial.

use crate::failure::{Failure, guarded, valued};
use crate::function::Function;
use crate::handle::{Out, boxed, free, value};
use crate::options::Options;
use crate::process;
use crate::status::Status;
use crate::text::give;
use eliminant::{ComplexAlgebraic, ComplexRoot, ComplexRoots, RealAlgebraic, RealRoot, RealRoots};
use std::ffi::c_char;

/// Roots of a polynomial, each once: exact numbers, with any number of digits. They never change, so that threads may
/// share them.
///
/// Free them with `eliminant_roots_free`.
#[derive(Debug)]
pub struct Roots(Vec<(Number, u32)>);

/// A root, and how often it is one, stand together.
#[derive(Debug)]
pub(crate) enum Number {
    Real(RealAlgebraic),
    Other(ComplexAlgebraic),
}

impl From<RealAlgebraic> for Number {
    fn from(value: RealAlgebraic) -> Self {
        Number::Real(value)
    }
}

impl From<ComplexAlgebraic> for Number {
    fn from(value: ComplexAlgebraic) -> Self {
        match value.as_real() {
            Some(real) => Number::Real(real.clone()),
            None => Number::Other(value),
        }
    }
}

impl Roots {
    pub(crate) fn of(roots: Vec<(Number, u32)>) -> Self {
        Roots(roots)
    }

    fn root(&self, index: usize) -> Result<&(Number, u32), Failure> {
        self.0.get(index).ok_or_else(|| Failure::index(index, self.0.len()))
    }

    fn real(&self, index: usize) -> Result<&RealAlgebraic, Failure> {
        match &self.root(index)?.0 {
            Number::Real(value) => Ok(value),
            Number::Other(_) => {
                let advice = "ask for its parts with eliminant_roots_parts or eliminant_roots_point";
                Err(Failure::argument("index", format!("is {index}, and that root is not real; {advice}")))
            }
        }
    }
}

/// All real roots of a polynomial in one variable, in ascending order. That there are no others is proved, and so are
/// multiplicities.
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
        let number = |root: RealRoot| (root.value.into(), root.multiplicity);
        out.set(boxed(Roots(found.into_iter().map(number).collect())));
        Ok(())
    })
}

/// All complex roots of a polynomial in one variable: real ones in ascending order, then pairs, a root above the real
/// axis and its conjugate. That there are no others is proved, and so are multiplicities.
///
/// Options and failures are those of `eliminant_real_roots`; it fails with `ELIMINANT_LIMIT` for a squarefree factor of
/// a degree above 2^16.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_complex_roots(
    f: *const Function,
    options: *const Options,
    roots: *mut *mut Roots,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, f, options) = unsafe { (Out::handle("roots", roots)?, value("f", f)?, Options::given(options)) };
        process::check()?;
        let found = ComplexRoots::new(f.polynomial()?.numerator()).run_options(Options::of_run(options)?).run()?;
        let number = |root: ComplexRoot| (root.value.into(), root.multiplicity);
        out.set(boxed(Roots(found.into_iter().map(number).collect())));
        Ok(())
    })
}

/// The number of roots. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_count(roots: *const Roots) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { roots.as_ref() }.map_or(0, |roots| roots.0.len()))
}

/// Whether a root is real: one that is not fails in `_decimal`, `_double`, `_rational` and `_interval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_is_real(roots: *const Roots, index: usize, is_real: *mut bool) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, roots) = unsafe { (Out::new("is_real", is_real)?, value("roots", roots)?) };
        out.set(matches!(roots.root(index)?.0, Number::Real(_)));
        Ok(())
    })
}

/// Real and imaginary part of a root: the larger one with so many significant digits, the other one with as many places,
/// either within one unit of the last place. Free both texts with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_parts(
    roots: *const Roots,
    index: usize,
    digits: u32,
    re: *mut *mut c_char,
    im: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (of_re, of_im, roots) = unsafe { (Out::handle("re", re)?, Out::handle("im", im)?, value("roots", roots)?) };
        let [re, im] = match &roots.root(index)?.0 {
            Number::Real(value) => [value.to_decimal(digits), "0".to_owned()],
            Number::Other(value) => value.to_decimal(digits),
        };
        give(&of_re, re)?;
        give(&of_im, im)
    })
}

/// Real and imaginary part of a root as doubles, two of them: a `double complex`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_point(roots: *const Roots, index: usize, point: *mut f64) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, roots) = unsafe { (Out::new("point", point.cast::<[f64; 2]>())?, value("roots", roots)?) };
        out.set(match &roots.root(index)?.0 {
            Number::Real(value) => [value.to_f64(), 0.0],
            Number::Other(value) => {
                let point = value.to_complex64();
                [point.re, point.im]
            }
        });
        Ok(())
    })
}

/// A real root, by its index from 0, with so many significant digits, correctly rounded. Free the text with
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
        give(&out, roots.real(index)?.to_decimal(digits))
    })
}

/// The double that is nearest to a real root.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_double(roots: *const Roots, index: usize, number: *mut f64) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, roots) = unsafe { (Out::new("number", number)?, value("roots", roots)?) };
        out.set(roots.real(index)?.to_f64());
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
        out.set(roots.root(index)?.1);
        Ok(())
    })
}

/// A real root where it is an integer or a fraction, in decimal digits as `-3/4`; else the text is NULL, which is no
/// failure. Free the text with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_roots_rational(roots: *const Roots, index: usize, text: *mut *mut c_char) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, roots) = unsafe { (Out::handle("text", text)?, value("roots", roots)?) };
        match roots.real(index)?.as_rational() {
            Some(number) => give(&out, number.to_string()),
            None => Ok(()),
        }
    })
}

/// Two fractions around a real root, at most 2^-bits of its size apart; equal where it is rational. Free both texts with
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
        let [lower, upper] = roots.real(index)?.interval(bits);
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
