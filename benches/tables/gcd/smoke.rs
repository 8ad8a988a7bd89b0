//! Smoke mode: the inputs are what they should be, and small figures can be drawn.

use super::{figures, rows};
use crate::checksum;
use rug::Integer;

/// Of the files G1.txt and G2.txt that `benches/data/make_gcd_rows.py` writes.
const CHECKSUMS: [(&str, u64); 2] = [("G1", 0xcdde_aca1_057e_d271), ("G2", 0x799c_0205_879a_6059)];

/// Whether pairs have the degrees of their rows, are products, can be read again, and are those of the Python script.
pub fn run() -> Result<(), String> {
    for row in rows::all().iter().filter(|row| row.degrees.0 <= 1000) {
        let pair = row.pair(row.pairs - 1);
        let degrees = (pair.f.len() as u32 - 1, pair.g.len() as u32 - 1);
        if degrees != row.degrees || !row.gcd.contains(&(pair.common.len() as u32 - 1)) {
            return Err(format!("{}: degrees {degrees:?}", row.name));
        }
        for p in [&pair.f, &pair.g] {
            // f(3) is a multiple of h(3).
            let at_3 = |p: &[Integer]| p.iter().rev().fold(Integer::new(), |value, c| value * 3u32 + c);
            if !at_3(p).is_divisible(&at_3(&pair.common)) {
                return Err(format!("{}: no multiple of the common divisor", row.name));
            }
        }
        let mut text = Vec::new();
        rows::write(&pair, &mut text).map_err(|error| error.to_string())?;
        if rows::read(&text[..])? != [(pair.f, pair.g)] {
            return Err(format!("{}: other polynomials are read than were written", row.name));
        }
        let expected = CHECKSUMS.iter().find(|(name, _)| *name == row.name);
        let found = checksum::of_bytes(&text);
        if expected.is_some_and(|&(_, sum)| sum != found) {
            return Err(format!("{}: not the file of make_gcd_rows.py, {found:#018x}", row.name));
        }
        println!("{}: right", row.name);
    }
    figures::smoke::run()
}
