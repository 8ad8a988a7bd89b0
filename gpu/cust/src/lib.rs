//! The CUDA driver under the names of Rust-CUDA's `cust`, opened at run time.
//!
//! | module | contents | differences from the published crate |
//! |---|---|---|
//! | [`context`], [`device`], [`stream`] | primary contexts, devices, queues of work | only what is used here |
//! | [`error`] | [`CudaError`](error::CudaError), matched by the same names | a number: codes of every driver are kept; names and texts need no driver |
//! | [`sys`] | functions and types of `cuda.h` | the functions forward to the opened library; codes are `u32` |
//!
//! The published `cust` links `libcuda`: a program does not link without a CUDA toolkit, nor start without a driver. With this
//! crate it does both. The driver's library is opened when its first function is called; where there is none, every call is the error
//! [`CudaError::LibraryNotFound`](error::CudaError::LibraryNotFound), whose text says what was tried.
//!
//! ```no_run
//! use cust::stream::{Stream, StreamFlags};
//!
//! let context = cust::quick_init()?;
//! let stream = Stream::new(StreamFlags::NON_BLOCKING, None)?;
//! stream.synchronize()?;
//! # Ok::<(), cust::error::CudaError>(())
//! ```

pub mod context;
pub mod device;
pub mod error;
mod library;
pub mod stream;
pub mod sys;

use context::Context;
use device::Device;
use error::{CudaResult, to_result};

/// Flags of [`init`]. The driver has none so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CudaFlags(u32);

impl CudaFlags {
    /// No flags.
    pub const fn empty() -> Self {
        CudaFlags(0)
    }

    /// The driver's number.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// Opens the driver and initialises it, before anything else is asked of it. Later calls do nothing.
///
/// # Errors
/// `LibraryNotFound` without a driver, `NoDevice` when it finds none; the driver's other answers.
pub fn init(flags: CudaFlags) -> CudaResult<()> {
    // SAFETY: takes no addresses.
    to_result(unsafe { sys::cuInit(flags.bits()) })
}

/// Initialises the driver, and makes the context of the first device current on this thread.
///
/// # Errors
/// As [`init`] and [`Context::new`].
pub fn quick_init() -> CudaResult<Context> {
    init(CudaFlags::empty())?;
    Context::new(Device::get_device(0)?)
}

/// The version of CUDA that a driver was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CudaApiVersion {
    /// 1000 major + 10 minor.
    version: i32,
}

impl CudaApiVersion {
    /// That of this machine's driver.
    ///
    /// # Errors
    /// `LibraryNotFound` without a driver; the driver's other answers.
    pub fn get() -> CudaResult<Self> {
        let mut version = 0;
        // SAFETY: a valid place.
        to_result(unsafe { sys::cuDriverGetVersion(&mut version) })?;
        Ok(CudaApiVersion { version })
    }

    /// The 12 of 12.4.
    pub const fn major(self) -> i32 {
        self.version / 1000
    }

    /// The 4 of 12.4.
    pub const fn minor(self) -> i32 {
        self.version % 1000 / 10
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use error::CudaError;

    #[test]
    fn versions_have_two_parts() {
        let version = CudaApiVersion { version: 12_040 };
        assert_eq!((version.major(), version.minor()), (12, 4));
        assert!(version < CudaApiVersion { version: 13_000 });
    }

    /// Without a driver every function is the same error; with one none is.
    #[test]
    fn functions_need_the_library() {
        let absent = sys::load().is_err();
        let answers = [init(CudaFlags::empty()), quick_init().map(drop), CudaApiVersion::get().map(drop)];
        for answer in answers {
            assert_eq!(answer == Err(CudaError::LibraryNotFound), absent, "{answer:?}");
        }
        assert_eq!(CudaError::LibraryNotFound.to_string().contains("tried libcuda.so.1: "), absent);
    }
}
