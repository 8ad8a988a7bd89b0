//! Complex numbers with rational parts.

use crate::error::{Error, Result};
use rug::Rational;
use std::fmt;
use std::ops::{Add, Mul, Neg};

/// re + im i, exactly.
///
/// ```
/// use eliminant::system::Coefficient;
/// use rug::Rational;
///
/// let a = Coefficient::new(Rational::from((1, 2)), Rational::from(-3));
/// assert_eq!(a.to_string(), "1/2 - 3*i");
/// assert_eq!((a.clone() * a.inverse().unwrap()).to_string(), "1");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Coefficient {
    /// The real part.
    pub re: Rational,
    /// The imaginary part.
    pub im: Rational,
}

impl Coefficient {
    /// re + im i.
    pub fn new(re: Rational, im: Rational) -> Self {
        Coefficient { re, im }
    }

    /// The imaginary unit.
    pub fn unit() -> Self {
        Coefficient::new(Rational::new(), Rational::from(1))
    }

    /// It is 0.
    pub fn is_zero(&self) -> bool {
        self.re.is_zero() && self.im.is_zero()
    }

    /// 1 / (re + im i); `None` for 0.
    pub fn inverse(&self) -> Option<Self> {
        let norm = self.re.clone().square() + self.im.clone().square();
        let Coefficient { re, im } = self.clone();
        (!norm.is_zero()).then(|| Coefficient::new(re / &norm, -im / norm))
    }

    /// The n-th power; 1 for n = 0.
    pub fn power(&self, n: u32) -> Self {
        let (mut result, mut square, mut rest) = (Coefficient::from(1), self.clone(), n);
        while rest > 0 {
            if rest & 1 == 1 {
                result = result * square.clone();
            }
            rest >>= 1;
            if rest > 0 {
                square = square.clone() * square;
            }
        }
        result
    }

    /// The nearest numbers of N doubles, `[re, im]`: what the evaluators compute with.
    ///
    /// # Errors
    /// `Argument` where a part is beyond the range of a double.
    ///
    /// ```
    /// use eliminant::system::Coefficient;
    /// let third = Coefficient::new((1, 3).into(), 2.into());
    /// assert_eq!(third.nearest::<1>()?, [[1.0 / 3.0], [2.0]]);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn nearest<const N: usize>(&self) -> Result<[[f64; N]; 2]> {
        let part = |x: &Rational| {
            crate::floating::nearest(x)
                .ok_or_else(|| Error::argument("coefficient", "is beyond the range of a double, 1.8e308"))
        };
        Ok([part(&self.re)?, part(&self.im)?])
    }

    /// The larger of the parts' sizes, in bits.
    pub(super) fn bits(&self) -> u64 {
        let size = |x: &Rational| u64::from(x.numer().significant_bits()) + u64::from(x.denom().significant_bits());
        size(&self.re).max(size(&self.im))
    }
}

impl<T: Into<Rational>> From<T> for Coefficient {
    fn from(re: T) -> Self {
        Coefficient::new(re.into(), Rational::new())
    }
}

impl Add for Coefficient {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Coefficient::new(self.re + other.re, self.im + other.im)
    }
}

impl Neg for Coefficient {
    type Output = Self;
    fn neg(self) -> Self {
        Coefficient::new(-self.re, -self.im)
    }
}

impl Mul for Coefficient {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if self.im.is_zero() && other.im.is_zero() {
            return Coefficient::from(self.re * other.re);
        }
        let re = self.re.clone() * &other.re - self.im.clone() * &other.im;
        Coefficient::new(re, self.re * other.im + self.im * other.re)
    }
}

/// `1/2 - 3*i`, `-i`, `7`; 0 is `0`.
impl fmt::Display for Coefficient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.im.is_zero() {
            return write!(f, "{}", self.re);
        }
        let size = self.im.clone().abs();
        let (mut sign, mut between) = (if self.im.is_negative() { "-" } else { "" }, "");
        if !self.re.is_zero() {
            write!(f, "{}", self.re)?;
            (sign, between) = (if self.im.is_negative() { "-" } else { "+" }, " ");
        }
        write!(f, "{between}{sign}{between}")?;
        if size == 1 { f.write_str("i") } else { write!(f, "{size}*i") }
    }
}
