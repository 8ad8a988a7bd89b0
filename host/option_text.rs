//! Values of options that are written as text: sizes such as `8G`, devices, a modulus. The program, the Python package and the C library read them alike.

use crate::poly::Polynomial;
use crate::run::modulus::Modulus;
use crate::run::options::Devices;

/// Bytes of a number with nothing behind it, with K, M, G, T or KiB, MiB, GiB, TiB: powers of 1024, or with KB, MB, GB, TB: powers of 1000.
pub fn memory_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text[digits.len()..].to_ascii_uppercase();
    let (letter, base) = match unit.strip_suffix("IB").map(|letter| (letter, 1024)) {
        Some(binary) => binary,
        None => unit.strip_suffix('B').map_or((&unit[..], 1024), |letter| (letter, 1000)),
    };
    let power = match letter {
        "" if unit.len() < 2 => Some(0),
        "K" => Some(1),
        "M" => Some(2),
        "G" => Some(3),
        "T" => Some(4),
        _ => None,
    };
    let number = if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse::<u64>().ok() } else { None };
    match (number, power) {
        (Some(0), _) => Err("the limit must be positive".to_owned()),
        (Some(n), Some(power)) => {
            n.checked_mul(u64::pow(base, power)).ok_or_else(|| "that is more than 2^64 bytes".to_owned())
        }
        _ => Err("write a number of bytes such as 500M, 8GiB (powers of 1024) or 8GB (powers of 1000)".to_owned()),
    }
}

/// Numbers of devices.
pub fn devices(text: &str) -> Result<Devices, String> {
    let numbers = || text.split(',').map(str::parse).collect::<Result<_, _>>();
    match text {
        "all" => Ok(Devices::All),
        _ => numbers().map(Devices::Numbers).map_err(|_| "write numbers from 0 with commas between, or all".to_owned()),
    }
}

/// The number of `--modulus`: digits, or an expression such as 2^31-1. Whether it is a prime is for the computation to say.
pub fn modulus(text: &str) -> Result<Modulus, String> {
    let wrong = || "write a prime of at most 256 bits, such as 998244353 or 2^31-1".to_owned();
    let f: Polynomial = text.parse().map_err(|_| wrong())?;
    f.as_constant().filter(|value| !value.is_negative()).map(|value| Modulus::from(&value)).ok_or_else(wrong)
}

/// A number of threads or of attempts.
pub fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err("write an integer from 1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_powers_of_1024() {
        let sizes = [
            ("1", 1),
            ("17K", 17 << 10),
            ("3m", 3 << 20),
            ("8G", 8 << 30),
            ("2T", 2 << 40),
            ("8GiB", 8 << 30),
            ("8gb", 8_000_000_000),
            ("5B", 5),
        ];
        for (text, bytes) in sizes {
            assert_eq!(memory_size(text), Ok(bytes));
        }
        for text in [
            "",
            "G",
            "0",
            "0G",
            "8X",
            "8GG",
            "8iB",
            "8GBB",
            "-1",
            "+1",
            "1.5G",
            "8 G",
            "16777216T",
            "18446744073709551616",
        ] {
            assert!(memory_size(text).is_err(), "{text}");
        }
        assert_eq!(memory_size("18446744073709551615"), Ok(u64::MAX));
    }
}
