//! Real plane curves.

use crate::failure::{Failure, guarded};
use crate::function::Function;
use crate::handle::Out;
use crate::operations::functions;
use crate::options::Options;
use crate::process;
use crate::status::Status;
use crate::text::{give, optional_text};
use eliminant::{Arrangement, CurveGraph, Plot};
use std::ffi::c_char;

/// The topology of some curves.
///
/// # Safety
/// The pointers are those of the header.
unsafe fn graph(
    curves: *const *const Function,
    count: usize,
    [x, y]: [*const c_char; 2],
    options: *const Options,
) -> Result<CurveGraph, Failure> {
    // SAFETY: as the caller says.
    let (curves, options) = unsafe { (functions(curves, count)?, Options::given(options)) };
    // SAFETY: the same.
    let names = unsafe { (optional_text("x", x)?, optional_text("y", y)?) };
    process::check()?;
    let mut polynomials = Vec::with_capacity(curves.len());
    for f in &curves {
        if f.divisor().is_some() {
            return Err(Failure::argument("curves", "have one that is divided; take its numerator"));
        }
        polynomials.push(f.numerator().numerator());
    }
    let arrangement = Arrangement::new(&polynomials).run_options(Options::of_run(options)?);
    let arrangement = match names {
        (Some(x), Some(y)) => arrangement.variables(x, y),
        (None, None) => arrangement,
        _ => return Err(Failure::argument("variables", "one is NULL; name both, or none")),
    };
    Ok(arrangement.run()?)
}

/// The topology of the real curves f = 0 of some polynomials in two variables, proved, as JSON: an object with the keys
/// `asymptotes`, `components`, `edges`, `faces`, `variables` and `vertices`. Coordinates have so many significant
/// digits, and fractions around them. `x` and `y` are the names of both variables, or both NULL: those that occur.
///
/// Options are `backend`, `devices`, `threads`, `memory_limit` and `seed`. Fails with `ELIMINANT_ARGUMENT` if there is
/// no polynomial or one is 0, or if not two variables occur and none are named. Free the text with
/// `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_curve(
    curves: *const *const Function,
    count: usize,
    x: *const c_char,
    y: *const c_char,
    digits: u32,
    options: *const Options,
    json: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("json", json)? };
        // SAFETY: the rules of the header.
        let graph = unsafe { graph(curves, count, [x, y], options)? };
        give(&out, graph.to_json(digits.max(1)).to_string())
    })
}

/// A picture of the same curves with all vertices and bounded edges, so many pixels large, as SVG, or as a page of HTML
/// that can be moved and enlarged if `page` is true.
///
/// Options and errors are those of `eliminant_curve`; `ELIMINANT_ARGUMENT` also if a side has less than 100 or more than
/// 20,000 pixels. Free the text with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_plot(
    curves: *const *const Function,
    count: usize,
    x: *const c_char,
    y: *const c_char,
    width: u32,
    height: u32,
    page: bool,
    options: *const Options,
    picture: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("picture", picture)? };
        // SAFETY: the rules of the header.
        let graph = unsafe { graph(curves, count, [x, y], options)? };
        let plot = Plot::new(&graph).size(width, height)?;
        give(&out, if page { plot.html()? } else { plot.svg()? })
    })
}
