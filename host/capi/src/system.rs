//! Systems of polynomials.

use crate::failure::{Failure, guarded, valued};
use crate::function::Function;
use crate::handle::{Out, boxed, free, list, value};
use crate::options::Options;
use crate::process;
use crate::status::Status;
use crate::text::{give, text};
use crate::zeros::Zeros;
use eliminant::system::Decompose;
use eliminant::{RationalPolynomial, Solve};
use std::ffi::c_char;

/// A system of polynomials with complex coefficients. It never changes, so that threads may share it.
///
/// Free it with `eliminant_system_free`.
#[derive(Debug)]
pub struct System(eliminant::System);

/// Reads a system, in any format that the program reads: `"x^2 + y^2 - 5; x*y - 2"`. The imaginary unit is `i`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_system_parse(text: *const c_char, system: *mut *mut System) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("system", system) }?;
        // SAFETY: the same.
        let text = unsafe { self::text("text", text) }?;
        out.set(boxed(System(eliminant::System::numerators(text)?.0)));
        Ok(())
    })
}

/// The system of `count` polynomials. They still belong to the caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_system_from_functions(
    functions: *const *const Function,
    count: usize,
    system: *mut *mut System,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, all) = unsafe { (Out::handle("system", system)?, list("functions", functions, count)?) };
        let polynomial = |each: &*const Function| -> Result<RationalPolynomial, Failure> {
            // SAFETY: the same.
            Ok(unsafe { value("functions", *each) }?.polynomial()?.clone())
        };
        let polynomials: Vec<RationalPolynomial> = all.iter().map(polynomial).collect::<Result<_, _>>()?;
        out.set(boxed(System(eliminant::System::from_polynomials(&polynomials)?)));
        Ok(())
    })
}

/// The system as text, which `eliminant_system_parse` reads again. Free it with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_system_to_text(system: *const System, text: *mut *mut c_char) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, system) = unsafe { (Out::handle("text", text)?, value("system", system)?) };
        give(&out, system.0.to_string())
    })
}

/// The number of polynomials. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_system_size(system: *const System) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { system.as_ref() }.map_or(0, |system| system.0.len()))
}

/// The number of variables. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_system_variable_count(system: *const System) -> usize {
    // SAFETY: the rules of the header.
    valued(0, || unsafe { system.as_ref() }.map_or(0, |system| system.0.variables().len()))
}

/// The name of a variable, by its index from 0: the order of the coordinates of zeros. Free it with
/// `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_system_variable(
    system: *const System,
    index: usize,
    name: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, system) = unsafe { (Out::handle("name", name)?, value("system", system)?) };
        let variables = system.0.variables();
        let name = variables.get(index).ok_or_else(|| Failure::index(index, variables.len()))?;
        give(&out, name.as_str())
    })
}

/// Frees a system. Nothing happens where it is NULL. Its zeros stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_system_free(system: *mut System) {
    // SAFETY: the rules of the header.
    valued((), || unsafe { free(system) });
}

/// The isolated zeros of a system. Certificates prove `bits` bits of each coordinate, those of a double where `bits` is
/// 0. Where there are more polynomials than variables no zero is certified.
///
/// Options are `backend`, `devices`, `threads`, `memory_limit` and `seed`. Fails with `ELIMINANT_ARGUMENT` if the
/// system has fewer polynomials than variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_solve(
    system: *const System,
    bits: u32,
    options: *const Options,
    zeros: *mut *mut Zeros,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, system, options) =
            unsafe { (Out::handle("zeros", zeros)?, value("system", system)?, Options::given(options)) };
        process::check()?;
        let solve = Solve::new(&system.0).run_options(Options::of_run(options)?);
        let solve = if bits > 0 { solve.bits(bits) } else { solve };
        out.set(boxed(Zeros(solve.run()?)));
        Ok(())
    })
}

/// All zeros of a system as JSON on one line: its components of each dimension, with degrees, points and slices, and its
/// isolated zeros. Free the text with `eliminant_string_free`.
///
/// Options are those of `eliminant_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_decompose(
    system: *const System,
    options: *const Options,
    json: *mut *mut c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, system, options) =
            unsafe { (Out::handle("json", json)?, value("system", system)?, Options::given(options)) };
        process::check()?;
        let decompose = Decompose::new(&system.0).run_options(Options::of_run(options)?);
        give(&out, decompose.run()?.to_json())
    })
}
