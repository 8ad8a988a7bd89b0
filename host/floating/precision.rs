//! Which arithmetic a number of so many doubles has.

use bytemuck::Pod;
use gpu::arith::Ring;
use gpu::floating::{Double, DoubleDouble, Float, QuadDouble, Real, Scalar};
use std::fmt::Debug;

/// A real number as 1, 2 or 4 doubles, the leading one first: `[f64; 1]`, `[f64; 2]` and `[f64; 4]`.
///
/// A complex number of that precision is `[R; 2]`, real part first: what values, points and Jacobians are made of, without padding, so that
/// lists of doubles are lists of numbers by `bytemuck::cast_slice`.
///
/// There are these three, and no others: their arithmetic is compiled in this crate, once, and not by each crate that
/// calls it.
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
    #[doc(hidden)]
    type Reals<F: Float>: Real<Float = F>;

    /// `d`, `dd` or `qd`.
    const NAME: &'static str;
    /// Doubles of a number.
    const PARTS: usize;

    /// The arithmetic for lanes of this kind.
    #[doc(hidden)]
    fn reals<F: Float>(float: F) -> Self::Reals<F>;

    /// The one of three that belongs to this precision.
    #[doc(hidden)]
    fn choose<T: OfPrecisions>() -> T::Of<Self>;
}

/// Something that code has for each precision: what is generic over the precision finds it by [`Precision::choose`].
pub trait OfPrecisions {
    /// Its type.
    type Of<R>;
    /// That of one double.
    fn d() -> Self::Of<[f64; 1]>;
    /// That of two.
    fn dd() -> Self::Of<[f64; 2]>;
    /// That of four.
    fn qd() -> Self::Of<[f64; 4]>;
}

macro_rules! precisions {
    ($($parts:literal, $name:ident, $reals:ident;)*) => { $(
        impl Precision for [f64; $parts] {
            type Reals<F: Float> = $reals<F>;
            const NAME: &'static str = stringify!($name);
            const PARTS: usize = $parts;

            #[inline(always)]
            fn reals<F: Float>(float: F) -> $reals<F> {
                $reals(float)
            }

            fn choose<T: OfPrecisions>() -> T::Of<Self> {
                T::$name()
            }
        }
    )* };
}

precisions! {
    1, d, Double;
    2, dd, DoubleDouble;
    4, qd, QuadDouble;
}

/// A number of one lane.
pub(crate) type Lane<R> = <<R as Precision>::Reals<Scalar> as Ring>::Elem;

/// A number as the arithmetic has it.
pub(crate) fn lane<R: Precision>(number: &R) -> Lane<R> {
    let mut lane = R::reals(Scalar).zero();
    lane.as_mut().copy_from_slice(number.as_ref());
    lane
}

/// A number that the arithmetic gave.
pub(crate) fn of_lane<R: Precision>(lane: Lane<R>) -> R {
    let mut number = R::default();
    number.as_mut().copy_from_slice(lane.as_ref());
    number
}

/// The relative error of an operation.
pub(crate) fn relative_error<R: Precision>() -> f64 {
    <R::Reals<Scalar> as Real>::ERROR
}
