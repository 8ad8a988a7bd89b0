//! Complex algebraic numbers.

use super::disc::Disc;
use super::value::Evaluated;
use crate::error::Result;
use crate::floating::{Complex64, exponent_of_ten};
use crate::poly::UnivariatePolynomial;
use crate::roots::RealAlgebraic;
use crate::roots::decimal::at_place;
use crate::system::Number;
use rug::{Float, Rational};
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

/// A complex root of a polynomial over Z: a real one, or a disc above or below the real axis with one root of a squarefree polynomial.
///
/// ```
/// use eliminant::Polynomial;
/// let roots = "x^3 - 2".parse::<Polynomial>()?.complex_roots()?;
/// assert!(roots[0].value.as_real().is_some() && roots[1].value.as_real().is_none());
/// assert_eq!(roots[1].value.to_decimal(20), ["-0.6299605249474365824", "1.0911236359717214036"]);
/// assert_eq!(roots[2].value.to_string(), "-0.6299605249474365824 - 1.0911236359717214036*i");
/// # Ok::<(), eliminant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ComplexAlgebraic(Kind);

#[derive(Debug, Clone)]
enum Kind {
    Real(RealAlgebraic),
    Other(Above, bool),
}

/// A root above the real axis. The flag beside it says whether its conjugate is meant.
#[derive(Debug, Clone)]
pub struct Above {
    pub f: Arc<Evaluated>,
    pub disc: Disc,
}

impl ComplexAlgebraic {
    pub(crate) fn real(value: RealAlgebraic) -> Self {
        ComplexAlgebraic(Kind::Real(value))
    }

    /// The number, if it is real.
    pub(crate) fn into_real(self) -> Option<RealAlgebraic> {
        match self.0 {
            Kind::Real(value) => Some(value),
            Kind::Other(..) => None,
        }
    }

    /// A root and its conjugate.
    pub(super) fn pair(above: Above) -> [Self; 2] {
        [false, true].map(|is_below| ComplexAlgebraic(Kind::Other(above.clone(), is_below)))
    }

    /// The number, if it is real.
    pub fn as_real(&self) -> Option<&RealAlgebraic> {
        match &self.0 {
            Kind::Real(value) => Some(value),
            Kind::Other(..) => None,
        }
    }

    /// The conjugate number.
    pub fn conjugate(&self) -> Self {
        match &self.0 {
            Kind::Real(_) => self.clone(),
            Kind::Other(above, is_below) => ComplexAlgebraic(Kind::Other(above.clone(), !is_below)),
        }
    }

    /// A squarefree polynomial over Z with this root.
    ///
    /// # Errors
    /// As [`RealAlgebraic::polynomial`].
    pub fn polynomial(&self) -> Result<UnivariatePolynomial> {
        match &self.0 {
            Kind::Real(value) => value.polynomial(),
            Kind::Other(above, _) => Ok(UnivariatePolynomial::new(above.f.f.clone())),
        }
    }

    /// The middle of the disc, or of the interval, that is at hand: after [`ComplexAlgebraic::refine`] within 2^-bits of the number.
    pub(crate) fn at_hand(&self, precision: u32) -> Number {
        match &self.0 {
            Kind::Real(value) => {
                let [lower, upper] = value.ends(precision);
                Number { re: Float::with_val(precision, (lower + upper) / 2), im: Float::new(precision) }
            }
            Kind::Other(above, is_below) => {
                let center = above.disc.center.at(precision);
                if *is_below { Number { im: -center.im, ..center } } else { center }
            }
        }
    }

    /// Makes the disc, or the interval, smaller: its radius, or length, is at most 2^-bits of the number.
    pub fn refine(&mut self, bits: u32) {
        let Ok(()) = self.refine_watched(bits, || Ok::<(), Infallible>(()));
    }

    /// The same.
    ///
    /// # Errors
    /// Of `look`, which is called before each step.
    pub(crate) fn refine_watched<E>(&mut self, bits: u32, look: impl Fn() -> Result<(), E>) -> Result<(), E> {
        match &mut self.0 {
            Kind::Real(value) => value.refine_watched(bits, look),
            Kind::Other(above, _) => above.disc.refine(&above.f, bits, look),
        }
    }

    /// A rectangle with the root and no other root of the [`ComplexAlgebraic::polynomial`]: both ends of the real part, and of the imaginary part. Its sides are at
    /// most 2^(2-bits) of the root. A real root has the imaginary part 0.
    ///
    /// ```
    /// use eliminant::Polynomial;
    /// let root = "x^2 + 2".parse::<Polynomial>()?.complex_roots()?.remove(0).value;
    /// let [re, im] = root.rectangle(100);
    /// assert!(re[0] < 0 && re[1] > 0 && im[0].clone() * &im[0] < 2 && im[1].clone() * &im[1] > 2);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn rectangle(&self, bits: u32) -> [[Rational; 2]; 2] {
        let mut number = self.clone();
        number.refine(bits);
        match &number.0 {
            Kind::Real(value) => [value.ends(bits), [Rational::new(), Rational::new()]],
            Kind::Other(above, is_below) => {
                let [re, [lower, upper]] = above.disc.square();
                [re, if *is_below { [-upper, -lower] } else { [lower, upper] }]
            }
        }
    }

    /// Real and imaginary part as decimal numbers: the larger one has so many significant digits, at least one, and the other one as many places. Either is within one
    /// unit of its last place. A part that is smaller than that is `0`, which does not say that it is exactly 0; that of a real root is.
    pub fn to_decimal(&self, digits: u32) -> [String; 2] {
        let digits = digits.max(1);
        let Kind::Other(above, is_below) = &self.0 else {
            return [self.as_real().map_or(String::new(), |value| value.to_decimal(digits)), "0".to_owned()];
        };
        let mut disc = above.disc.clone();
        // log2(10) < 3.33; with these bits the radius is below 2^-14 of a unit.
        let Ok(()) = disc.refine(&above.f, digits.saturating_mul(10) / 3 + 16, || Ok::<(), Infallible>(()));
        let part = |x: &Float| x.to_rational().unwrap_or_default();
        let (re, im) = (part(&disc.center.re), part(&disc.center.im));
        let larger = re.clone().abs().max(im.clone());
        let place = exponent_of_ten(&larger) + 1 - i64::from(digits);
        [at_place(&re, place), at_place(&if *is_below { -im } else { im }, place)]
    }

    /// Both parts as doubles. The error of either is at most 2^-52 of the larger part; 0 and infinities beyond their range.
    pub fn to_complex64(&self) -> Complex64 {
        match &self.0 {
            Kind::Real(value) => value.to_f64().into(),
            Kind::Other(above, is_below) => {
                let mut disc = above.disc.clone();
                let Ok(()) = disc.refine(&above.f, 60, || Ok::<(), Infallible>(()));
                let (re, im) = (disc.center.re.to_f64(), disc.center.im.to_f64());
                Complex64::new(re, if *is_below { -im } else { im })
            }
        }
    }
}

/// A real number as [`RealAlgebraic`]; else 20 digits, as `1.5 - 2*i`.
impl fmt::Display for ComplexAlgebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Real(value) => value.fmt(f),
            Kind::Other(..) => {
                let [re, im] = self.to_decimal(20);
                match im.strip_prefix('-') {
                    Some(im) => write!(f, "{re} - {im}*i"),
                    None => write!(f, "{re} + {im}*i"),
                }
            }
        }
    }
}
