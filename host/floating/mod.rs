//! Floating numbers of one, two and four doubles on the host: SIMD lanes for them, exact values, decimal text.
//!
//! A number is the exact sum of its doubles, the leading one first: two carry about 32 digits, four about 64. Here are
//!
//! - [`Precision`]: numbers of one, two or four doubles, as systems are computed with;
//! - [`Complex64`]: complex numbers of doubles; [`as_parts`], [`as_complex`]: the same numbers as engines have them;
//! - [`nearest`], [`exact`]: between fractions and numbers of N doubles;
//! - [`decimal`]: decimal text to an exact fraction; [`parse`]: to N doubles; [`print()`]: back, with as many digits as it takes.
//!
//! ```
//! use eliminant::floating::{exact, nearest, parse, print};
//!
//! let third = parse::<4>("0.3333333333333333333333333333333333333333333333333333333333333333333")?;
//! assert_eq!(parse(&print(&third))?, third);
//! let error = exact(&third).unwrap() - rug::Rational::from((1, 3));
//! assert!(error.abs() < 1e-60);
//! assert_eq!(nearest::<1>(&exact(&third).unwrap()), Some([1.0 / 3.0]));
//! # Ok::<(), eliminant::Error>(())
//! ```

mod complex;
mod decimal;
pub(crate) mod interval;
mod lanes;
mod precision;
mod round;

pub use complex::{Complex64, as_complex, as_parts};
pub use decimal::{decimal, parse, print, print_rounded};
pub(crate) use decimal::{exponent_of_ten, power_of_ten, to_digits};
pub use lanes::Lanes;
pub use precision::Precision;
pub(crate) use precision::{Lane, OfPrecisions, lane, of_lane, relative_error};
pub use round::{exact, nearest};
