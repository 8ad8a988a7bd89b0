//! Options of computations.

use crate::control::Control;
use crate::failure::{Failure, guarded, valued};
use crate::handle::{Out, boxed, free, value, value_mut};
use crate::status::Status;
use crate::text::{give, text};
use eliminant::RunOptions;
use eliminant_calls::{Operation, set_run};
use std::ffi::c_char;

/// Options of computations: pairs of a name and a text, and a control. What is not set has its default.
///
/// Options can be used for any number of computations, at the same time too while nobody changes them. Free them with
/// `eliminant_options_free`.
#[derive(Debug, Default)]
pub struct Options {
    pairs: Vec<(String, String)>,
    control: eliminant::Control,
}

impl Options {
    /// Those that were given, or the defaults.
    ///
    /// # Safety
    /// The pointer is NULL or valid as long as the reference lives.
    pub(crate) unsafe fn given<'a>(options: *const Options) -> Option<&'a Options> {
        // SAFETY: as the caller says.
        unsafe { options.as_ref() }
    }

    /// Those of an operation.
    pub(crate) fn of(options: Option<&Options>, operation: Operation) -> Result<eliminant_calls::Options, Failure> {
        let mut read = eliminant_calls::Options::new(operation);
        for (name, value) in options.into_iter().flat_map(|options| &options.pairs) {
            read.set(name, value)?;
        }
        Ok(read)
    }

    /// Those of roots and zeros: where and how they are computed.
    pub(crate) fn of_run(options: Option<&Options>) -> Result<RunOptions, Failure> {
        let mut run = RunOptions::default();
        for (name, value) in options.into_iter().flat_map(|options| &options.pairs) {
            if !set_run(&mut run, name, value)? {
                return Err(Failure::argument("option", format!("`{name}` is none of this function")));
            }
        }
        run.control = Options::control(options);
        Ok(run)
    }

    /// Their control.
    pub(crate) fn control(options: Option<&Options>) -> eliminant::Control {
        options.map(|options| options.control.clone()).unwrap_or_default()
    }
}

/// New options, all with their defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_options_new(options: *mut *mut Options) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let out = unsafe { Out::handle("options", options) }?;
        out.set(boxed(Options::default()));
        Ok(())
    })
}

/// Sets an option: `("backend", "cpu")`, `("threads", "8")`, `("memory_limit", "8G")`. Both texts are copied; a later
/// value replaces an earlier one.
///
/// Fails with `ELIMINANT_ARGUMENT` if no operation has such an option. Whether the operation has it, and whether its
/// value can be, is seen by the computation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_options_set(
    options: *mut Options,
    name: *const c_char,
    value: *const c_char,
) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (options, name, value) =
            unsafe { (value_mut("options", options)?, text("name", name)?, text("value", value)?) };
        if !Operation::ALL.into_iter().flat_map(Operation::options).any(|known| known == name) {
            return Err(Failure::argument("option", format!("`{name}` is none of any operation")));
        }
        options.pairs.retain(|pair| pair.0 != name);
        options.pairs.push((name.to_owned(), value.to_owned()));
        Ok(())
    })
}

/// Sets the control of computations with these options. The control still belongs to the caller, and may be freed
/// before the options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_options_set_control(options: *mut Options, control: *const Control) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (options, control) = unsafe { (value_mut("options", options)?, value("control", control)?) };
        options.control = control.control.clone();
        Ok(())
    })
}

/// Frees options. Nothing happens where they are NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_options_free(options: *mut Options) {
    // SAFETY: the rules of the header.
    valued((), || unsafe { free(options) });
}

/// The names of the options of an operation, with commas between them. Free the text with `eliminant_string_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eliminant_operation_options(operation: *const c_char, names: *mut *mut c_char) -> Status {
    guarded(|| {
        // SAFETY: the rules of the header.
        let (out, operation) = unsafe { (Out::handle("names", names)?, text("operation", operation)?) };
        let names: Vec<&str> = crate::operations::operation(operation)?.options().collect();
        give(&out, names.join(","))
    })
}
