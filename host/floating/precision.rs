//! Which arithmetic a number of so many doubles has.

use bytemuck::Pod;
use gpu::floating::{Double, DoubleDouble, Float, QuadDouble, Real};
use std::fmt::Debug;

/// A real number as 1, 2 or 4 doubles, the leading one first: `[f64; 1]`, `[f64; 2]` and `[f64; 4]`.
///
/// A complex number of that precision is `[R; 2]`, real part first: what values, points and Jacobians are made of, without padding, so that
/// lists of doubles are lists of numbers by `bytemuck::cast_slice`.
///
/// ```
/// use eliminant::floating::Precision;
///
/// fn name<R: Precision>(_: &[[R; 2]]) -> &'static str {
///     R::NAME
/// }
/// assert_eq!(name(&[[[1.0, 0.0], [0.0, 0.0]]]), "dd");
/// ```
pub trait Precision: Pod + AsRef<[f64]> + AsMut<[f64]> + Debug + Default + PartialEq + Send + Sync {
    /// The arithmetic, with the doubles in lanes.
    type Reals<F: Float>: Real<Float = F>;

    /// `d`, `dd` or `qd`.
    const NAME: &'static str;
    /// Doubles of a number.
    const PARTS: usize;

    /// The arithmetic for lanes of this kind.
    fn reals<F: Float>(float: F) -> Self::Reals<F>;
}

macro_rules! precisions {
    ($($parts:literal, $name:literal, $reals:ident;)*) => { $(
        impl Precision for [f64; $parts] {
            type Reals<F: Float> = $reals<F>;
            const NAME: &'static str = $name;
            const PARTS: usize = $parts;

            #[inline(always)]
            fn reals<F: Float>(float: F) -> $reals<F> {
                $reals(float)
            }
        }
    )* };
}

precisions! {
    1, "d", Double;
    2, "dd", DoubleDouble;
    4, "qd", QuadDouble;
}
