//! Where there is no device.

use eliminant::{ErrorKind, Result};

/// The value that was made on a device. Without one, or in a build without kernels, the test is skipped with a printed
/// line, or fails with REQUIRE_GPU=1; any other error is a failure.
pub fn unless_absent<T>(made: Result<T>) -> Option<T> {
    use ErrorKind::{BuiltWithoutKernels, DriverUnavailable, NoDevice};
    match made {
        Ok(made) => Some(made),
        Err(error) => {
            let absent =
                matches!(error.kind(), DriverUnavailable { .. } | NoDevice { .. } | BuiltWithoutKernels { .. });
            assert!(absent, "the CUDA engine fails: {error}");
            assert!(std::env::var("REQUIRE_GPU").as_deref() != Ok("1"), "REQUIRE_GPU=1, but {error}");
            println!("skipped: {error}");
            None
        }
    }
}
