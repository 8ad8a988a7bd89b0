//! Floating numbers of one, two and four doubles on the host: SIMD lanes for them, exact values, decimal text.
//!
//! The arithmetic is [`gpu::floating`], the same source for CPU and GPU. Here are
//!
//! - [`Lanes`]: doubles in the lanes of a register; [`Precision`]: the arithmetic of a number of so many doubles;
//! - [`Complex64`]: complex numbers of doubles; [`as_parts`], [`as_complex`]: the same numbers as engines have them;
//! - [`nearest`], [`exact`]: between fractions and numbers of N doubles;
//! - [`decimal`]: decimal text to an exact fraction; [`parse`]: to N doubles; [`print()`]: back, with as many digits as it takes.
//!
//! ```
//! use eliminant::floating::{parse, print};
//! use gpu::arith::Ring;
//! use gpu::floating::{QuadDouble, Real, Scalar};
//!
//! let reals = QuadDouble(Scalar);
//! let root = reals.sqrt(parse("2")?);
//! assert!(print(&root).starts_with("1.41421356237309504880168872420969807856967187537694807317667"));
//! assert_eq!(parse(&print(&root))?, root);
//! # Ok::<(), eliminant::Error>(())
//! ```

mod complex;
mod decimal;
mod lanes;
mod precision;
mod round;

pub use complex::{Complex64, as_complex, as_parts};
pub use decimal::{decimal, parse, print};
pub use lanes::Lanes;
pub use precision::Precision;
pub(crate) use precision::{Lane, OfPrecisions, lane, of_lane, relative_error};
pub use round::{exact, nearest};
