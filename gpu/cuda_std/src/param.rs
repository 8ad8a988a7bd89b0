//! Arguments from host to kernel: parameter types and typed argument lists.
//!
//! The layout rule is narrow on purpose, because the kernel ABI of aggregates has changed between compilers more than once:
//! device pointers, `u32`, `u64`, `f64`, and `#[repr(C)]` structs of them without padding.

use core::ffi::c_void;
#[cfg(not(target_arch = "nvptx64"))]
use core::fmt;
use core::marker::PhantomData;

/// A type that a kernel may take by value.
///
/// # Safety
/// The type is `u32`, `u64`, `f64`, [`DevicePtr`], or a `#[repr(C)]` struct of such without padding: the layouts on which host and device
/// agree. [`kernel_param`](crate::kernel_param) declares such structs.
///
/// # Examples
/// ```
/// #[cuda_std::kernel_param]
/// struct Shape {
///     rows: u32,
///     columns: u32,
/// }
/// ```
/// ```compile_fail
/// #[cuda_std::kernel_param]
/// struct Padded {
///     rows: u32,
///     address: u64,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a kernel parameter",
    note = "kernels take pointers, u32, u64, f64, and structs that #[kernel_param] declares"
)]
pub unsafe trait KernelParam: Copy {}

// SAFETY: these are the scalar layouts of the rule.
unsafe impl KernelParam for u32 {}
// SAFETY: as above.
unsafe impl KernelParam for u64 {}
// SAFETY: as above.
unsafe impl KernelParam for f64 {}
// SAFETY: a transparent `u64`.
unsafe impl<T> KernelParam for DevicePtr<T> {}
// SAFETY: a pointer is 64 bits on both sides; on the host it appears as `DevicePtr`.
#[cfg(target_arch = "nvptx64")]
unsafe impl<T> KernelParam for *const T {}
// SAFETY: as above.
#[cfg(target_arch = "nvptx64")]
unsafe impl<T> KernelParam for *mut T {}

/// The address of a `T` in device memory, as the host holds it: a number, never dereferenced there.
#[repr(transparent)]
pub struct DevicePtr<T> {
    address: u64,
    element: PhantomData<fn() -> T>,
}

impl<T> DevicePtr<T> {
    /// The null address, for an empty buffer.
    pub const NULL: Self = Self::from_raw(0);

    /// The pointer to `address`.
    #[inline(always)]
    pub const fn from_raw(address: u64) -> Self {
        DevicePtr { address, element: PhantomData }
    }

    /// The address.
    #[inline(always)]
    pub const fn as_raw(self) -> u64 {
        self.address
    }

    /// The address of the element `count` further on, modulo 2^64.
    #[inline(always)]
    pub const fn wrapping_add(self, count: usize) -> Self {
        Self::from_raw(self.address.wrapping_add((count as u64).wrapping_mul(size_of::<T>() as u64)))
    }
}

// By hand: a pointer is `Copy` whatever it points to.
impl<T> Clone for DevicePtr<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for DevicePtr<T> {}

// `Debug` formats, and formatting has no place in device code.
#[cfg(not(target_arch = "nvptx64"))]
impl<T> fmt::Debug for DevicePtr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.address)
    }
}

/// One launch's arguments, as [`kernel`](crate::kernel) declares them on the host: the name and geometry of the entry point,
/// and its parameters in order.
pub trait Kernel {
    /// The symbol in the PTX.
    const NAME: &'static str;
    /// The family, that is the PTX module, that holds it.
    const FAMILY: &'static str;
    /// Threads of a block.
    const BLOCK: u32;
    /// The block's shape, with product `BLOCK`.
    const BLOCK_DIM: (u32, u32, u32);
    /// Blocks that must fit on a multiprocessor together: the compiler bounds registers by it.
    const MIN_BLOCKS: u32;

    /// Calls `f` with one address per parameter, in order: what the driver's launch call takes. The addresses are valid
    /// during the call and are only read.
    fn with_params<R>(&self, f: impl FnOnce(&mut [*mut c_void]) -> R) -> R;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_step_by_elements() {
        let p = DevicePtr::<u64>::from_raw(0x1000);
        assert_eq!(p.wrapping_add(3).as_raw(), 0x1018);
        assert_eq!(size_of::<DevicePtr<u64>>(), 8);
        assert_eq!(std::format!("{p:?}"), "0x1000");
    }
}
