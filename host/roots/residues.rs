//! A polynomial modulo a number, by which most points are known to be no roots.

use rug::Integer;

/// The first modulus that is tried, a prime.
const FIRST: u32 = (1 << 31) - 1;

/// Coefficients modulo an odd number.
pub struct Residues {
    modulus: u32,
    coefficients: Vec<u32>,
}

impl Residues {
    /// Of a polynomial other than 0.
    pub fn of(f: &[Integer]) -> Self {
        let odd = (0..FIRST / 2).map(|k| FIRST - 2 * k);
        let modulus = odd.into_iter().find(|&m| f.last().is_none_or(|lead| lead.mod_u(m) != 0)).unwrap_or(FIRST);
        Residues { modulus, coefficients: f.iter().map(|c| c.mod_u(modulus)).collect() }
    }

    /// Whether m / 2^scale may be a root: any root may, and of the others one in 2^31.
    pub fn may_be_root(&self, m: &Integer, scale: i64) -> bool {
        let modulus = u64::from(self.modulus);
        let base = if scale < 0 { 2 } else { modulus.div_ceil(2) };
        let mut power = u64::from(m.mod_u(self.modulus));
        let (mut square, mut left) = (base, scale.unsigned_abs());
        while left > 0 {
            if left % 2 == 1 {
                power = power * square % modulus;
            }
            (square, left) = (square * square % modulus, left / 2);
        }
        self.coefficients.iter().rev().fold(0, |value, &c| (value * power + u64::from(c)) % modulus) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::UnivariatePolynomial;

    #[test]
    fn roots_and_others() {
        for factor in [Integer::from(1), Integer::from(FIRST), Integer::from(FIRST) * (FIRST - 2)] {
            let f = UnivariatePolynomial::from_roots([3, 40]) * &UnivariatePolynomial::new([-5, 8]) * factor;
            let residues = Residues::of(f.coefficients());
            for (m, scale) in [(3, 0), (12, 2), (5, 3), (10, 4), (5, -3), (40, 0)] {
                assert!(residues.may_be_root(&m.into(), scale), "{m} {scale}");
            }
            for (m, scale) in [(4, 0), (3, 1), (3, -1), (5, 0), (39, 0), (41, 70), (1, -200)] {
                assert!(!residues.may_be_root(&m.into(), scale), "{m} {scale}");
            }
        }
    }
}
