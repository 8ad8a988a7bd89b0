//! The attributes [`macro@kernel`] and [`macro@kernel_param`].
//!
//! A kernel's signature is written once. On the device the attribute makes it the entry point of that name; on the host it
//! makes a struct with one field per parameter that knows the name, the family and the geometry. So an argument list that
//! differs between the two sides cannot be written.

mod expand;
mod signature;

use proc_macro::TokenStream;

/// Declares a kernel: `#[kernel(family = "ntt", block = 128, min_blocks = 2)]` before an `unsafe fn`.
///
/// - `family`: the PTX module, that is the file under `kernels/`, in which the kernel stands;
/// - `block`: threads of a block, or its shape `(x, y)` or `(x, y, z)`; product 1 to 1024;
/// - `min_blocks` (1 if left out): blocks that must fit on a multiprocessor together; bounds the registers.
///
/// Parameters are `*const T`, `*mut T`, `u32`, `u64`, `f64`, or structs that [`macro@kernel_param`] declares. Nothing is
/// returned. On nvptx64 the function is the entry point of its own name. Elsewhere it is a struct of that name in CamelCase,
/// with the parameters as public fields (pointers as `DevicePtr<T>`), which implements `cuda_std::Kernel`; the body is left out.
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::kernel(attribute.into(), item.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Declares a struct that kernels take: `#[kernel_param]` before it.
///
/// It gets the layout of C, is copied and compared, is printed on the host, where alone there is something to print to, and
/// implements `KernelParam`. Its fields are `u32`, `u64`, `f64` and such structs, without padding between them, or it does not compile.
#[proc_macro_attribute]
pub fn kernel_param(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::kernel_param(attribute.into(), item.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}
