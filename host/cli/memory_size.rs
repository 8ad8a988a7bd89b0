//! Sizes such as `8G`.

/// Bytes of a number with nothing, K, M, G or T behind it, or KiB and so on: powers of 1024. With kB, MB, GB or TB: powers of 1000.
pub fn memory_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => Some(1),
        "K" | "KIB" => Some(1 << 10),
        "M" | "MIB" => Some(1 << 20),
        "G" | "GIB" => Some(1 << 30),
        "T" | "TIB" => Some(1 << 40),
        "KB" => Some(1000),
        "MB" => Some(1_000_000),
        "GB" => Some(1_000_000_000),
        "TB" => Some(1_000_000_000_000u64),
        _ => None,
    };
    let number = if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse::<u64>().ok() } else { None };
    match (number, unit) {
        (Some(0), _) => Err("the limit must be positive".to_owned()),
        (Some(n), Some(unit)) => n.checked_mul(unit).ok_or_else(|| "that is more than 2^64 bytes".to_owned()),
        _ => Err("write a number of bytes such as 500M or 8G, with K, M, G or T for powers of 1024".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_powers_of_1024() {
        let sizes = [("1", 1), ("17K", 17 << 10), ("3m", 3 << 20), ("8G", 8 << 30), ("2T", 2 << 40), ("8GiB", 8 << 30)];
        let decimal = [("5B", 5), ("3kB", 3000), ("8GB", 8_000_000_000), ("1tb", 1_000_000_000_000)];
        for (text, bytes) in sizes.into_iter().chain(decimal) {
            assert_eq!(memory_size(text), Ok(bytes));
        }
        for text in ["", "G", "0", "0G", "8X", "8GG", "-1", "+1", "1.5G", "8 G", "16777216T", "18446744073709551616"] {
            assert!(memory_size(text).is_err(), "{text}");
        }
        assert_eq!(memory_size("18446744073709551615"), Ok(u64::MAX));
    }
}
