//! Values modulo an integer at a point, and substitution of a polynomial for a variable.

use rug::Integer;
use rug::integer::IntegerExt64;

use super::polynomial::{Polynomial, Term};
use super::variables::{embed, merged_vars};
use crate::error::{Error, Result};
use crate::plural::count;

/// Longest table of powers of a coordinate.
const TABLE: u32 = 1 << 16;

/// a b modulo m, any a, b < 2^64.
fn mul_mod(a: u64, b: u64, m: u64) -> u64 {
    // The remainder is below m, so it fits.
    (u128::from(a) * u128::from(b) % u128::from(m)) as u64
}

fn pow_mod(mut base: u64, mut exponent: u32, m: u64) -> u64 {
    let mut power = 1 % m;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = mul_mod(power, base, m);
        }
        base = mul_mod(base, base, m);
        exponent >>= 1;
    }
    power
}

/// Powers of one coordinate: a table up to the degree, or up to `TABLE` and squarings beyond.
struct Powers {
    base: u64,
    table: Vec<u64>,
}

impl Powers {
    fn new(base: u64, degree: u32, m: u64) -> Self {
        let powers = std::iter::successors(Some(1 % m), |&power| Some(mul_mod(power, base, m)));
        Powers { base, table: powers.take(degree.min(TABLE) as usize + 1).collect() }
    }

    fn get(&self, exponent: u32, m: u64) -> u64 {
        match self.table.get(exponent as usize) {
            Some(&power) => power,
            None => pow_mod(self.base, exponent, m),
        }
    }
}

impl Polynomial {
    /// The value modulo `p` at a point with one coordinate per variable, in 0..p; 0 for the polynomial 0 and for p = 1.
    ///
    /// The coordinates may be any 64-bit integers and `p` any modulus, prime or not, up to 64 bits. Products are formed in
    /// 128 bits, independently of the modular arithmetic of the engines, so that it serves to check them.
    ///
    /// # Errors
    /// `Argument` when the point has not one coordinate per variable, or `p` is 0.
    ///
    /// # Complexity
    /// One division per word of a coefficient and one product per variable and term.
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "x^2*y - 5".parse()?;
    /// assert_eq!(f.evaluate_mod(&[3, 2], 7)?, 6);
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn evaluate_mod(&self, point: &[u64], p: u64) -> Result<u64> {
        if point.len() != self.vars.len() {
            return Err(Error::argument(
                "point",
                format!(
                    "has {}; give one for each of {}",
                    count(point.len(), "coordinate"),
                    count(self.vars.len(), "variable")
                ),
            ));
        }
        if p == 0 {
            return Err(Error::argument("modulus", "is 0; give a modulus of at least 1"));
        }
        let powers: Vec<Powers> = point
            .iter()
            .enumerate()
            .map(|(index, &base)| Powers::new(base % p, self.degree_in(index).unwrap_or(0), p))
            .collect();
        let mut sum = 0u128;
        for term in &self.terms {
            let factors = powers.iter().zip(&term.exponents).filter(|(_, e)| **e > 0);
            let value =
                factors.fold(term.coefficient.mod_u64(p), |value, (powers, &e)| mul_mod(value, powers.get(e, p), p));
            // A list has fewer than 2^64 terms, each value is below 2^64: no overflow.
            sum += u128::from(value);
        }
        Ok((sum % u128::from(p)) as u64)
    }

    /// The polynomial with `value` in place of `var`. The list of variables stays when `value` has the same, else it is the
    /// union in alphabetical order; `var` stays in it.
    ///
    /// Horner's rule over the powers of `var` that occur.
    ///
    /// # Errors
    /// `Argument` when `var` is not in the list or an exponent would pass [`Polynomial::MAX_EXPONENT`]; `Limit` when a power
    /// of `value` is too large, see [`Polynomial::pow`].
    ///
    /// ```
    /// use eliminant::poly::Polynomial;
    /// let f: Polynomial = "x^2 + y".parse()?;
    /// assert_eq!(f.substitute("x", &"x + 1".parse()?)?.to_string(), "x^2 + 2*x + y + 1");
    /// # Ok::<(), eliminant::Error>(())
    /// ```
    pub fn substitute(&self, var: &str, value: &Polynomial) -> Result<Polynomial> {
        self.index_of(var)?;
        let vars = merged_vars(self, value);
        let (f, value) = (embed(self, &vars), embed(value, &vars));
        let index = f.index_of(var)?;
        let mut terms: Vec<Term> = f.terms;
        // Stable: terms of one power stay in order, and lose the same power.
        terms.sort_by_key(|term| std::cmp::Reverse(term.exponents[index]));
        let mut result = Polynomial::constant_in(&vars, Integer::new());
        let mut power = terms.first().map_or(0, |term| term.exponents[index]);
        let mut rest = terms.into_iter().peekable();
        while let Some(next) = rest.peek().map(|term| term.exponents[index]) {
            result = result.checked_mul(&value.pow(power - next)?)?;
            power = next;
            let mut row = Polynomial::constant_in(&vars, Integer::new());
            while let Some(mut term) = rest.next_if(|term| term.exponents[index] == next) {
                term.exponents[index] = 0;
                row.terms.push(term);
            }
            result = &result + &row;
        }
        result.checked_mul(&value.pow(power)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(text: &str) -> Polynomial {
        text.parse().unwrap()
    }

    #[test]
    fn values_at_the_ends_of_the_range() {
        let p = u64::MAX - 58; // the largest prime below 2^64
        assert_eq!(poly("-1").evaluate_mod(&[], p).unwrap(), p - 1);
        assert_eq!(poly("x^2147483647*y").evaluate_mod(&[p - 1, u64::MAX], p).unwrap(), p - 58);
        assert_eq!(poly("x + y").evaluate_mod(&[u64::MAX, u64::MAX], u64::MAX).unwrap(), 0);
        assert_eq!(poly("x^3 + 5").evaluate_mod(&[9], 1).unwrap(), 0);
        assert_eq!(poly("0*x").evaluate_mod(&[9], 7).unwrap(), 0);
        assert_eq!(poly("x^70000").evaluate_mod(&[3], 1_000_003).unwrap(), pow_mod(3, 70_000, 1_000_003));
        assert_eq!(pow_mod(0, 0, 5), 1);
        assert_eq!(Polynomial::parse_in("7", &["x"]).unwrap().evaluate_mod(&[0], 5).unwrap(), 2);
        assert!(poly("x").evaluate_mod(&[], 7).is_err() && poly("x").evaluate_mod(&[1], 0).is_err());
    }

    #[test]
    fn substitution() {
        let f = poly("x^5*y - 3*x^2 + y^2");
        assert_eq!(f.substitute("x", &poly("x")).unwrap(), f);
        assert_eq!(f.substitute("x", &poly("0")).unwrap().to_string(), "y^2");
        assert_eq!(f.substitute("x", &poly("2")).unwrap().to_string(), "y^2 + 32*y - 12");
        assert_eq!(f.substitute("y", &poly("z - x")).unwrap(), poly("x^5*(z - x) - 3*x^2 + (z - x)^2 + 0*y"));
        assert_eq!(poly("0*x").substitute("x", &poly("x + 1")).unwrap(), poly("0*x"));
        assert_eq!(poly("x^3").substitute("x", &poly("x + 1")).unwrap(), poly("(x + 1)^3"));
        assert!(f.substitute("z", &f).is_err());
        assert!(poly("x^2000000").substitute("x", &poly("x + 1")).is_err());
    }
}
