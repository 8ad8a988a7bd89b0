//! Device standard library under Rust-CUDA's names, over rustc's own `nvptx64-nvidia-cuda` backend.
//!
//! | module | on the device | on the host |
//! |---|---|---|
//! | [`arith`] | single instructions (`mad.wide.u32`, `fma.rn`, ...) | the same function in plain Rust |
//! | [`tensor`] | the product of small matrices of bytes that a warp computes | the same by the tables of its fragments |
//! | [`param`] | types a kernel may take | the same, with the typed argument lists that [`kernel`] makes |
//! | `thread`, `warp`, `shared`, `atomic` | indices, barriers, collectives, memory | absent: there is no such thing |
//!
//! So mathematics that stays within [`arith`] is one source for both sides, and code that needs threads cannot be called on
//! the host by accident. These are the only intrinsics and the only assembly of the project.
//!
//! Everything is `#[inline(always)]`: the PTX of a kernel family is the assembly of one crate, and nothing links the code of
//! other crates into it.
//!
//! # Safety model
//! 1. Indices, identities and barriers are safe: they touch no memory of ours. A barrier must be reached by every thread of
//!    the block; else the kernel hangs or faults, which the host reports.
//! 2. Warp collectives are `unsafe`: every lane named in the mask must execute the same call.
//! 3. Shared and atomic accesses are `unsafe`: the address must lie in the launch's shared block, or in a live buffer.
#![no_std]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(stdarch_nvptx, asm_experimental_arch, link_llvm_intrinsics),
    allow(internal_features)
)]

// `f32::mul_add` and `f64::mul_add`, the host's fused multiply-add, live in `std`.
#[cfg(not(target_arch = "nvptx64"))]
extern crate std;

pub mod arith;
pub mod param;
pub mod tensor;

#[cfg(target_arch = "nvptx64")]
pub mod atomic;
#[cfg(target_arch = "nvptx64")]
pub mod shared;
#[cfg(target_arch = "nvptx64")]
pub mod thread;
#[cfg(target_arch = "nvptx64")]
pub mod warp;

pub use eliminant_cuda_std_macros::{kernel, kernel_param};
pub use param::{DevicePtr, Kernel, KernelParam};

/// The imports of a kernel file: `use cuda_std::prelude::*;`.
pub mod prelude {
    pub use crate::param::{DevicePtr, Kernel, KernelParam};
    #[cfg(target_arch = "nvptx64")]
    pub use crate::shared::{self, SharedPtr, dynamic_shared_mem};
    #[cfg(target_arch = "nvptx64")]
    pub use crate::{atomic, thread, warp};
    pub use eliminant_cuda_std_macros::{kernel, kernel_param};
}

/// The items that every PTX module needs once: the launch-sized shared block and the panic handler. Invoke it in the
/// root of the crate that holds the kernels; it expands to nothing on the host.
///
/// A panic traps. With immediate aborts (`-Cpanic=immediate-abort`) no code reaches the handler; `core` asks for one.
#[macro_export]
macro_rules! ptx_module {
    () => {
        #[cfg(target_arch = "nvptx64")]
        ::core::arch::global_asm!(".extern .shared .align 16 .b8 eliminant_shared[];");

        #[cfg(target_arch = "nvptx64")]
        #[panic_handler]
        fn panic(_: &::core::panic::PanicInfo<'_>) -> ! {
            $crate::thread::trap()
        }
    };
}
