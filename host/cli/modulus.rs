//! Moduli such as `2^31-1`.

use eliminant::RationalPolynomial;

/// The number that an expression of integers is.
pub fn modulus(text: &str) -> Result<u64, String> {
    let wrong = || "write a prime below 2^63, such as 7, 2^31-1 or 10^9+7".to_owned();
    let value = RationalPolynomial::parse(text).map_err(|_| wrong())?;
    let number = value.numerator().as_constant().filter(|_| value.is_integral());
    number.and_then(|number| number.to_u64()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_integers() {
        for (text, value) in
            [("7", 7), ("2^31-1", (1 << 31) - 1), ("10**9 + 7", 1_000_000_007), ("0", 0), ("1e9+7", 1_000_000_007)]
        {
            assert_eq!(modulus(text), Ok(value));
        }
        for text in ["", "x", "7/2", "-5", "2^64", "2^^3", "7 8"] {
            assert!(modulus(text).is_err(), "{text}");
        }
    }
}
