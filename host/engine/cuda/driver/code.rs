//! Which image of a kernel family a device gets: an assembled one made for it, or the PTX, which its driver compiles.

use crate::error::Result;
use cust::error::{CudaError, CudaResult};
use std::fmt;

/// How a kernel family came onto a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelCode {
    /// Assembled when this program was built, for this architecture's number (90 for `sm_90`).
    Cubin {
        /// The number.
        arch: u32,
    },
    /// Compiled by the driver from PTX.
    Ptx,
}

impl fmt::Display for KernelCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KernelCode::Cubin { arch } => write!(f, "assembled for sm_{arch}"),
            KernelCode::Ptx => f.write_str("compiled by the driver on first use, and kept by it"),
        }
    }
}

/// The greatest of these architectures whose code runs on a device of this compute capability: the same major version, and a
/// minor one not above the device's. CUDA promises no more for assembled code.
pub fn best(architectures: impl Iterator<Item = u32>, (major, minor): (u32, u32)) -> Option<u32> {
    architectures.filter(|arch| arch / 10 == major && arch % 10 <= minor).max()
}

/// Whether a driver refuses an assembled image as one that it or its device cannot run, so that the PTX is to be tried: an image of
/// another format, none for this device (also where the driver is told to compile everything), not recognised as assembled at all, or of
/// a newer tool chain.
fn is_incompatible(error: CudaError) -> bool {
    matches!(
        error,
        CudaError::InvalidImage
            | CudaError::NoBinaryForGpu
            | CudaError::InvalidPtx
            | CudaError::InvalidSource
            | CudaError::UnsupportedPtxVersion
    )
}

/// The module of the assembled image `C`, if there is one and the driver takes it, else that of the PTX. `assembled` returns the
/// module or the driver's refusal.
///
/// # Errors
/// As the two loads; a refusal that says nothing of compatibility goes through `refused`.
pub fn load_first<C, M>(
    cubin: Option<(u32, C)>,
    assembled: impl FnOnce(C) -> Result<CudaResult<M>>,
    compiled: impl FnOnce() -> Result<M>,
    refused: impl FnOnce(CudaError) -> crate::error::Error,
) -> Result<(M, KernelCode)> {
    if let Some((arch, image)) = cubin {
        match assembled(image)? {
            Ok(module) => return Ok((module, KernelCode::Cubin { arch })),
            Err(error) if is_incompatible(error) => {}
            Err(error) => return Err(refused(error)),
        }
    }
    Ok((compiled()?, KernelCode::Ptx))
}

#[cfg(test)]
mod tests {
    use super::super::error::refusal;
    use super::*;
    use crate::error::ErrorKind;
    use cust::error::to_result;
    use std::cell::Cell;

    #[test]
    fn a_device_is_told_whether_its_driver_compiles() {
        assert_eq!(KernelCode::Cubin { arch: 90 }.to_string(), "assembled for sm_90");
        assert_eq!(KernelCode::Ptx.to_string(), "compiled by the driver on first use, and kept by it");
    }

    #[test]
    fn assembled_code_runs_on_its_major_version_from_its_minor_one_on() {
        let all = [80, 86, 89, 90, 100, 120];
        let pick = |capability| best(all.into_iter(), capability);
        assert_eq!(pick((8, 0)), Some(80));
        assert_eq!(pick((8, 6)), Some(86));
        assert_eq!(pick((8, 7)), Some(86));
        assert_eq!(pick((8, 9)), Some(89));
        assert_eq!(pick((9, 0)), Some(90));
        assert_eq!(pick((10, 3)), Some(100));
        assert_eq!(pick((12, 1)), Some(120));
        // Too old, between, too new.
        for none in [(7, 5), (11, 0), (13, 0)] {
            assert_eq!(pick(none), None, "{none:?}");
        }
        assert_eq!(best([86, 89].into_iter(), (8, 0)), None);
        assert_eq!(best(std::iter::empty(), (9, 0)), None);
    }

    /// Loads with a driver that answers `code` to assembled images.
    fn load(cubin: bool, code: u32) -> (Result<(&'static str, KernelCode)>, bool) {
        let compiled = Cell::new(false);
        let cubin = cubin.then_some((90, &b"image"[..]));
        let result = load_first(
            cubin,
            |image| {
                assert_eq!(image, b"image");
                Ok(to_result(code).map(|()| "cubin"))
            },
            || {
                compiled.set(true);
                Ok("ptx")
            },
            |error| refusal(error, "cuModuleLoadDataEx"),
        );
        (result, compiled.get())
    }

    #[test]
    fn what_the_driver_cannot_run_is_compiled() {
        assert_eq!(load(true, 0), (Ok(("cubin", KernelCode::Cubin { arch: 90 })), false));
        assert_eq!(load(false, 0), (Ok(("ptx", KernelCode::Ptx)), true));
        for code in [200, 209, 218, 222, 300] {
            assert_eq!(load(true, code), (Ok(("ptx", KernelCode::Ptx)), true), "{code}");
        }
        // Out of memory, an invalid context, a fault: no reason to compile.
        for code in [2, 201, 700, 999] {
            let (result, compiled) = load(true, code);
            assert!(matches!(result.unwrap_err().kind(), ErrorKind::Driver { code: c, .. } if *c == code) && !compiled);
        }
    }
}
