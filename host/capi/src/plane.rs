//! Solutions of two polynomials in the plane.

use crate::failure::{Failure, guarded};
use crate::function::Function;
use crate::handle::{Out, boxed, value};
use crate::options::Options;
use crate::process;
use crate::roots::{Number, Roots};
use crate::status::Status;
use crate::text::optional_text;
use eliminant::SolvePlane;
use std::ffi::c_char;

/// All real solutions of f = g = 0 in two variables, in ascending order of x, then of y. That there are no others is
/// proved, and so are multiplicities.
///
/// The solution of index i has the i-th number of `xs` and the i-th one of `ys`, both with its multiplicity; a number
/// stands there once for each solution. `common` is the common factor of f and g, which are 0 on its whole curve, and
/// NULL where there is none. `x` and `y` are the names of both variables, or both NULL: those that occur.
///
/// Options are `backend`, `devices`, `threads`, `memory_limit` and `seed`. Fails with `ELIMINANT_ARGUMENT` if both
/// polynomials are 0, or if not two variables occur and none are named. Free `xs` and `ys` with `eliminant_roots_free`,
/// and `common` with `eliminant_function_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_solve_plane(
    f: *const Function,
    g: *const Function,
    x: *const c_char,
    y: *const c_char,
    options: *const Options,
    xs: *mut *mut Roots,
    ys: *mut *mut Roots,
    common: *mut *mut Function,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { solve(f, g, [x, y], options, [xs, ys], common, false) }
}

/// All complex solutions of f = g = 0 in two variables: the real ones as `eliminant_solve_plane` gives them, then the
/// others, each and its conjugate. That there are no others is proved, and so are multiplicities.
///
/// Arguments and failures are those of `eliminant_solve_plane`, and the limits are those of `eliminant_complex_roots`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_solve_plane_complex(
    f: *const Function,
    g: *const Function,
    x: *const c_char,
    y: *const c_char,
    options: *const Options,
    xs: *mut *mut Roots,
    ys: *mut *mut Roots,
    common: *mut *mut Function,
) -> Status {
    // SAFETY: the rules of the header.
    unsafe { solve(f, g, [x, y], options, [xs, ys], common, true) }
}

/// Both functions. The rules are those of the header.
unsafe fn solve(
    f: *const Function,
    g: *const Function,
    [x, y]: [*const c_char; 2],
    options: *const Options,
    [xs, ys]: [*mut *mut Roots; 2],
    common: *mut *mut Function,
    complex: bool,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (of_x, of_y, of_common) =
            unsafe { (Out::handle("xs", xs)?, Out::handle("ys", ys)?, Out::handle("common", common)?) };
        // SAFETY: the rules of the header.
        let (f, g, options) = unsafe { (value("f", f)?, value("g", g)?, Options::given(options)) };
        // SAFETY: the rules of the header.
        let names = unsafe { (optional_text("x", x)?, optional_text("y", y)?) };
        process::check()?;
        let solve = SolvePlane::new(f.polynomial()?.numerator(), g.polynomial()?.numerator());
        let solve = match names {
            (Some(x), Some(y)) => solve.variables(x, y),
            (None, None) => solve,
            _ => return Err(Failure::argument("variables", "one is NULL; name both, or none")),
        };
        let answer = solve.complex(complex).run_options(Options::of_run(options)?).run()?;
        let mut coordinates: [Vec<(Number, u32)>; 2] = Default::default();
        let real = answer.solutions.into_iter().map(|s| ([s.x.into(), s.y.into()], s.multiplicity));
        let others = answer.others.into_iter().map(|s| ([s.x.into(), s.y.into()], s.multiplicity));
        for (point, multiplicity) in real.chain(others) {
            for (list, value) in coordinates.iter_mut().zip(point) {
                list.push((value, multiplicity));
            }
        }
        let [xs, ys] = coordinates.map(|list| boxed(Roots::of(list)));
        of_x.set(xs);
        of_y.set(ys);
        if let Some(h) = answer.common {
            of_common.set(Function::handle(h));
        }
        Ok(())
    })
}
