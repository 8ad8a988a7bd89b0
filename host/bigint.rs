//! Conversions of coefficients from and to the crate `num-bigint`, with the feature of that name.
//!
//! ```
//! use eliminant::Polynomial;
//! use eliminant::bigint::{BigInt, from_bigint, to_bigint};
//!
//! let large = BigInt::from(10).pow(30);
//! let f = Polynomial::from_terms(&["x"], [(from_bigint(&large), vec![2])])? - Polynomial::from(BigInt::from(7));
//! assert_eq!(f.to_string(), "1000000000000000000000000000000*x^2 - 7");
//! let coefficients: Vec<BigInt> = f.terms().iter().map(|term| to_bigint(&term.coefficient)).collect();
//! assert_eq!(coefficients, [large, BigInt::from(-7)]);
//! # Ok::<(), eliminant::Error>(())
//! ```

use crate::poly::Polynomial;
use num_bigint::Sign;
use rug::Integer;
use rug::integer::Order;

pub use num_bigint::BigInt;

/// The same integer of `num-bigint`.
pub fn to_bigint(value: &Integer) -> BigInt {
    let sign = match value.cmp0() {
        std::cmp::Ordering::Less => Sign::Minus,
        std::cmp::Ordering::Equal => Sign::NoSign,
        std::cmp::Ordering::Greater => Sign::Plus,
    };
    // Digits are those of the absolute value.
    BigInt::from_slice(sign, &value.to_digits::<u32>(Order::Lsf))
}

/// The same integer of `rug`.
pub fn from_bigint(value: &BigInt) -> Integer {
    let (sign, digits) = value.to_u32_digits();
    let size = Integer::from_digits(&digits, Order::Lsf);
    if sign == Sign::Minus { -size } else { size }
}

/// A constant, without variables.
impl From<BigInt> for Polynomial {
    fn from(value: BigInt) -> Self {
        from_bigint(&value).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        for text in [
            "0",
            "1",
            "-1",
            "4294967295",
            "-4294967296",
            "18446744073709551616",
            "-340282366920938463463374607431768211457",
        ] {
            let value: Integer = text.parse().unwrap();
            let big = to_bigint(&value);
            assert_eq!((big.to_string(), from_bigint(&big)), (text.to_owned(), value));
        }
    }
}
