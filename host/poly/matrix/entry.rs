//! The entries of matrices.

use std::fmt::{Debug, Display};
use std::sync::Arc;

use super::onto;
use crate::error::Result;
use crate::poly::parse::not_integral;
use crate::poly::{Notation, Polynomial, RationalFunction, RationalPolynomial, size};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Polynomial {}
    impl Sealed for super::RationalPolynomial {}
    impl Sealed for super::RationalFunction {}
}

/// The entries of a [`MatrixOver`](super::MatrixOver): [`Polynomial`], [`RationalPolynomial`] or [`RationalFunction`]. No other type can be one.
pub trait Entry: Clone + Debug + Display + PartialEq + From<Polynomial> + sealed::Sealed {
    /// The polynomials that it is made of, all over the same list of variables.
    #[doc(hidden)]
    fn parts(&self) -> impl Iterator<Item = &Polynomial>;

    /// The same entry over a list that has all its variables.
    #[doc(hidden)]
    fn over(self, vars: &Arc<[String]>) -> Self;

    /// The entry that was read as a rational function, or what would be right.
    #[doc(hidden)]
    fn of_function(function: RationalFunction) -> std::result::Result<Self, String>;

    #[doc(hidden)]
    fn checked_sum(&self, other: &Self) -> Result<Self>;

    #[doc(hidden)]
    fn checked_difference(&self, other: &Self) -> Result<Self>;

    #[doc(hidden)]
    fn checked_product(&self, other: &Self) -> Result<Self>;

    #[doc(hidden)]
    fn negative(&self) -> Self;

    #[doc(hidden)]
    fn in_notation(&self, notation: Notation) -> String;
}

/// Bytes of an entry's terms.
pub(super) fn bytes(entry: &impl Entry) -> u64 {
    entry.parts().map(size::polynomial).sum()
}

/// The variables that occur in an entry.
pub(super) fn occurring<E: Entry>(entry: &E) -> impl Iterator<Item = &str> {
    entry.parts().flat_map(Polynomial::occurring)
}

impl Entry for Polynomial {
    fn parts(&self) -> impl Iterator<Item = &Polynomial> {
        std::iter::once(self)
    }

    fn over(self, vars: &Arc<[String]>) -> Self {
        onto(self, vars)
    }

    fn of_function(function: RationalFunction) -> std::result::Result<Self, String> {
        let f = RationalPolynomial::of_function(function)?;
        if f.is_integral() { Ok(f.into_parts().0) } else { Err(not_integral(f.denominator())) }
    }

    fn checked_sum(&self, other: &Self) -> Result<Self> {
        Ok(self + other)
    }

    fn checked_difference(&self, other: &Self) -> Result<Self> {
        Ok(self - other)
    }

    fn checked_product(&self, other: &Self) -> Result<Self> {
        self.checked_mul(other)
    }

    fn negative(&self) -> Self {
        self.negate()
    }

    fn in_notation(&self, notation: Notation) -> String {
        self.to_text(notation)
    }
}

impl Entry for RationalPolynomial {
    fn parts(&self) -> impl Iterator<Item = &Polynomial> {
        std::iter::once(self.numerator())
    }

    fn over(self, vars: &Arc<[String]>) -> Self {
        self.rewritten(|f| onto(f, vars))
    }

    fn of_function(function: RationalFunction) -> std::result::Result<Self, String> {
        match function.divisors().is_empty() {
            true => Ok(function.into_numerator()),
            false => Err(NOT_CONSTANT.to_owned()),
        }
    }

    fn checked_sum(&self, other: &Self) -> Result<Self> {
        Ok(self + other)
    }

    fn checked_difference(&self, other: &Self) -> Result<Self> {
        Ok(self - other)
    }

    fn checked_product(&self, other: &Self) -> Result<Self> {
        self.checked_mul(other)
    }

    fn negative(&self) -> Self {
        -self
    }

    fn in_notation(&self, notation: Notation) -> String {
        self.to_text(notation)
    }
}

/// The message about a divisor of a polynomial.
pub(in crate::poly) const NOT_CONSTANT: &str =
    "a divisor must be a constant here, such as 2 in x/2; multiply by this one, and give the numerator";

impl Entry for RationalFunction {
    fn parts(&self) -> impl Iterator<Item = &Polynomial> {
        std::iter::once(self.numerator().numerator()).chain(self.divisors().iter().map(|(divisor, _)| divisor))
    }

    fn over(self, vars: &Arc<[String]>) -> Self {
        self.onto(vars)
    }

    fn of_function(function: RationalFunction) -> std::result::Result<Self, String> {
        Ok(function)
    }

    fn checked_sum(&self, other: &Self) -> Result<Self> {
        self.checked_add(other)
    }

    fn checked_difference(&self, other: &Self) -> Result<Self> {
        self.checked_sub(other)
    }

    fn checked_product(&self, other: &Self) -> Result<Self> {
        self.checked_mul(other)
    }

    fn negative(&self) -> Self {
        -self
    }

    fn in_notation(&self, notation: Notation) -> String {
        self.to_text(notation)
    }
}
