//! Complex numbers of doubles: the type of the crate `num-complex`, and the same numbers as engines have them.

/// A complex number of doubles, with `re` and `im`, arithmetic and functions: the type of the crate `num-complex`, so that other crates for
/// numbers take it as it is.
///
/// ```
/// use eliminant::Complex64;
/// let z = Complex64::new(3.0, -4.0);
/// assert_eq!((z.re, z.im, z.norm(), (z * z.conj()).re), (3.0, -4.0, 5.0, 25.0));
/// assert_eq!(z.to_string(), "3-4i");
/// ```
pub use num_complex::Complex64;

/// The numbers as lists of one double for each part, which is how [`Precision`](super::Precision) has them. Nothing is copied.
///
/// ```
/// use eliminant::floating::{Complex64, as_complex, as_parts};
/// let point = [Complex64::new(1.0, 2.0), 3.0.into()];
/// assert_eq!(as_parts(&point), [[[1.0], [2.0]], [[3.0], [0.0]]]);
/// assert_eq!(as_complex(as_parts(&point)), point);
/// ```
pub fn as_parts(numbers: &[Complex64]) -> &[[[f64; 1]; 2]] {
    // Both are two doubles, the real part first, without padding.
    bytemuck::cast_slice(numbers)
}

/// Numbers of one double for each part as complex numbers. Nothing is copied: [`as_parts`] is the way back.
pub fn as_complex(parts: &[[[f64; 1]; 2]]) -> &[Complex64] {
    bytemuck::cast_slice(parts)
}
