//! Where there is no device.

use eliminant::{Error, ErrorKind};

/// Whether the error says that there is no device to compute on, or no kernel in this program; all others are failures.
pub fn is_absence(error: &Error) -> bool {
    use ErrorKind::{BuiltWithoutKernels, DriverUnavailable, NoDevice};
    // A device that is asked for beside others which are there is a mistake of who asked.
    matches!(error.kind(), BuiltWithoutKernels { .. } | DriverUnavailable { .. } | NoDevice { count: 0, .. })
}

/// Leaves something out with a printed line, for what is missing.
///
/// # Errors
/// With REQUIRE_GPU=1.
pub fn skip(what: &str, missing: &str) -> Result<(), String> {
    if std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1") {
        return Err(format!("{what}: {missing}"));
    }
    eprintln!("skipped: {what}: {missing}");
    Ok(())
}
