//! The C library of Eliminant. Its header is `include/eliminant.h`, which cbindgen makes of these sources.
//!
//! Values are handles: boxes of Rust that C sees as pointers to types without members. Each function is `extern "C"`,
//! reads its arguments, calls the library, and gives a `Status`. Text of the last failure is kept per thread. No panic
//! reaches C.
//!
//! The Rust library has a name of its own, since the main crate is `eliminant`: cargo writes both into one folder.
//! `make install-c` renames the files, and the shared library knows itself as `libeliminant.so` already (`build.rs`).

// The rules for pointers are those of all functions, and stand at the top of the header once.
#![expect(clippy::missing_safety_doc, reason = "the rules for pointers are at the top of the header")]

mod failure;
mod handle;
mod process;

// In the order of the header.
mod last_error;
mod library;
mod status;
mod text;

mod function;
mod terms;

mod arithmetic;
mod matrix;

mod control;
mod options;

mod operations;

mod answer;
mod curves;
mod plane;
mod roots;
mod subresultants;
mod system;
mod zeros;

pub use answer::*;
pub use arithmetic::*;
pub use control::*;
pub use function::*;
pub use last_error::*;
pub use library::*;
pub use matrix::*;
pub use operations::*;
pub use options::*;
pub use plane::*;
pub use roots::*;
pub use status::*;
pub use subresultants::*;
pub use system::*;
pub use terms::*;
pub use text::*;
pub use zeros::*;
