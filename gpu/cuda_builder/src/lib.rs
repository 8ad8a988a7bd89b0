//! Builds a crate of Rust kernels to PTX, from a build script, with rustc's own `nvptx64-nvidia-cuda` backend, behind the
//! interface of Rust-CUDA's `CudaBuilder`.
//!
//! ```no_run
//! use cuda_builder::{CudaBuilder, Outcome};
//!
//! let out = std::path::PathBuf::from(std::env::var("OUT_DIR")?);
//! match CudaBuilder::new("gpu").arch("sm_75").copy_to(&out).build()? {
//!     Outcome::Built(mut kernels) => {
//!         kernels.assemble(&out)?;
//!         kernels.write_index(&out.join("kernels.rs"))?;
//!     }
//!     Outcome::NoToolchain(message) => println!("cargo::warning={message}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate is compiled once per *family*: the files under its `src/kernels/`, each of which becomes one PTX module. A device
//! tool chain is any rustc of the pinned version or later together with its own library sources ([`Toolchain`]); where there
//! is none, the build goes on without kernels and says which command installs one. Each module is also assembled for the CUDA devices of
//! the machine that builds, where NVIDIA's assembler is found, or for the architectures that are asked for ([`Kernels::assemble`]).
//! A program carries all of that compressed ([`Kernels::write_index`]).

mod assemble;
mod builder;
mod compile;
mod decision;
mod devices;
mod error;
#[cfg(test)]
mod folder;
mod image;
mod kernels;
mod lanes;
mod module;
mod paths;
mod ptx;
mod toolchain;
mod wish;

pub use assemble::{Assembler, Cubin};
pub use builder::{CudaBuilder, Outcome};
pub use error::BuildError;
pub use kernels::Kernels;
pub use module::PtxModule;
pub use ptx::{Entry, entries};
pub use toolchain::{Search, Toolchain};
