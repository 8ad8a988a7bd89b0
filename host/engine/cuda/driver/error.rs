//! Answers of the driver as errors of this crate.

use crate::error::{Error, ErrorKind, Result};
use cust::error::{CudaError, CudaResult};

/// The error of `call`, which the driver answered with `error`.
pub fn refusal(error: CudaError, call: &'static str) -> Error {
    ErrorKind::Driver { code: error.code(), call, name: error.name() }.into()
}

/// An answer to `call` as a result of this crate.
pub fn from_cust<T>(answer: CudaResult<T>, call: &'static str) -> Result<T> {
    answer.map_err(|error| refusal(error, call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_errors_with_their_names() {
        assert_eq!(from_cust(Ok(1), "cuInit"), Ok(1));
        let error = from_cust::<()>(Err(CudaError::IllegalAddress), "cuStreamSynchronize").unwrap_err();
        assert_eq!(error.to_string(), "cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (700)");
        let error = refusal(CudaError::from_code(12345), "cuInit");
        assert_eq!(error.to_string(), "cuInit failed: unknown code (12345)");
    }
}
