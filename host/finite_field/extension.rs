//! Large extensions of the field of a prime: polynomials modulo an irreducible one, packed into a word.

use super::arithmetic::Arithmetic;
use super::dense::{difference, divided, gcd, product};
use super::prime::Field;
use crate::control::Control;
use crate::error::{Error, Result};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::IntegerExt64;

/// The field of p^e elements for a prime p < 2^31: e coefficients of `bits` bits each, 62 at most, the constant one lowest.
#[derive(Debug)]
pub(crate) struct Extension {
    p: u64,
    e: usize,
    /// Bits of a number below p.
    bits: u32,
    size: u64,
    /// -c_i for the polynomial x^e + c_(e-1) x^(e-1) + ... + c_0.
    minus: Vec<u64>,
    /// The same packed.
    packed: u64,
}

/// The least e with at least `least` elements, if they fit.
pub(crate) fn degree_of(p: u64, least: u64) -> Option<u32> {
    let bits = u64::BITS - (p - 1).leading_zeros();
    let e = (2..=62 / bits).find(|&e| u128::from(p).pow(e) >= u128::from(least))?;
    Some(e)
}

/// x^(p^i) modulo a polynomial, from x^(p^(i-1)).
fn to_the_p(field: Field, a: &[u64], modulus: &[u64], control: &Control) -> Result<Vec<u64>> {
    let times = |a: &[u64], b: &[u64]| {
        let (_, rest) = divided(field, product(field, a, b, control)?, modulus, control)?;
        Ok::<_, Error>(rest)
    };
    let mut power = vec![Field::one(field)];
    for bit in (0..u64::BITS - field.modulus().leading_zeros()).rev() {
        power = times(&power, &power)?;
        if field.modulus() >> bit & 1 != 0 {
            power = times(&power, a)?;
        }
    }
    Ok(power)
}

/// Whether a polynomial of positive degree e has no factor of a degree up to e / 2: these divide x^(p^i) - x for some i <= e / 2.
fn is_irreducible(field: Field, f: &[u64], control: &Control) -> Result<bool> {
    let x = vec![0, Field::one(field)];
    let mut power = x.clone();
    for _ in 0..(f.len() - 1) / 2 {
        power = to_the_p(field, &power, f, control)?;
        if gcd(field, f, &difference(field, &power, &x), control)?.len() != 1 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The lower coefficients, from the constant one up, of an irreducible polynomial of degree e with the leading coefficient 1, and how many polynomials were tried.
///
/// At least one in 2 e of all is irreducible, so that random ones end the search after some e trials. Polynomials in the order of their coefficients do not:
/// where 3 does not divide p - 1, all elements are cubes, and each of the p polynomials x^3 + c has a root. The seed is fixed: a field is the same in every run.
fn irreducible(field: Field, e: usize, control: &Control) -> Result<(Vec<u64>, usize)> {
    let p = field.modulus();
    let mut random = StdRng::seed_from_u64(p ^ (e as u64) << 32);
    let mut tried = 0;
    loop {
        control.check()?;
        tried += 1;
        let coefficients: Vec<u64> = (0..e).map(|_| random.random_range(0..p)).collect();
        // x divides those without a constant term.
        if coefficients[0] == 0 {
            continue;
        }
        let mut f: Vec<u64> = coefficients.iter().map(|&c| Field::enter(field, c)).collect();
        f.push(Field::one(field));
        if is_irreducible(field, &f, control)? {
            return Ok((coefficients, tried));
        }
    }
}

impl Extension {
    /// The field of p^e elements for e >= 2 as [`degree_of`] gives it.
    ///
    /// # Errors
    /// `Cancelled`.
    ///
    /// # Complexity
    /// O(e^3 log p) products of numbers for each of some e polynomials, most of which end after O(e^2 log p).
    pub fn new(p: u64, e: u32, control: &Control) -> Result<Self> {
        let bits = u64::BITS - (p - 1).leading_zeros();
        let (coefficients, _) = irreducible(Field::new(p), e as usize, control)?;
        let minus: Vec<u64> = coefficients.iter().map(|&c| if c == 0 { 0 } else { p - c }).collect();
        let packed = minus.iter().rev().fold(0, |all, &c| all << bits | c);
        Ok(Extension { p, e: e as usize, bits, size: p.pow(e), minus, packed })
    }
}

/// Computes in the extension.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packed<'t>(pub &'t Extension);

/// Most coefficients of a product.
const LENGTH: usize = 128;

impl Packed<'_> {
    fn coefficient(self, a: u64, i: usize) -> u64 {
        a >> (i as u32 * self.0.bits) & ((1 << self.0.bits) - 1)
    }

    /// The number below p that an element is, if it is one.
    pub fn number(self, a: u64) -> Option<u64> {
        (a >> self.0.bits == 0).then_some(a)
    }

    fn each(self, a: u64, b: u64, of: impl Fn(u64, u64) -> u64) -> u64 {
        let of = |i| of(self.coefficient(a, i), self.coefficient(b, i)) << (i as u32 * self.0.bits);
        (0..self.0.e).fold(0, |all, i| all | of(i))
    }

    /// a b for p = 2.
    fn mul_binary(self, a: u64, mut b: u64) -> u64 {
        let (mut product, mut multiple, top) = (0, a, 1 << (self.0.e - 1));
        while b != 0 {
            if b & 1 != 0 {
                product ^= multiple;
            }
            b >>= 1;
            multiple = if multiple & top == 0 { multiple << 1 } else { (multiple ^ top) << 1 ^ self.0.packed };
        }
        product
    }
}

impl Arithmetic for Packed<'_> {
    type Elem = u64;

    fn order(self) -> Integer {
        self.0.size.into()
    }

    fn size(self) -> u64 {
        self.0.size
    }

    fn element(self, mut number: u64) -> u64 {
        let mut element = 0;
        for i in 0..self.0.e as u32 {
            element |= (number % self.0.p) << (i * self.0.bits);
            number /= self.0.p;
        }
        element
    }

    fn enter(self, c: u64) -> u64 {
        c
    }

    fn residue(self, c: &Integer) -> u64 {
        c.mod_u64(self.0.p)
    }

    fn leave(self, a: u64) -> Option<Integer> {
        self.number(a).map(Integer::from)
    }

    fn one(self) -> u64 {
        1
    }

    fn add(self, a: u64, b: u64) -> u64 {
        let p = self.0.p;
        if p == 2 { a ^ b } else { self.each(a, b, |a, b| if a + b >= p { a + b - p } else { a + b }) }
    }

    fn sub(self, a: u64, b: u64) -> u64 {
        let p = self.0.p;
        if p == 2 { a ^ b } else { self.each(a, b, |a, b| if a >= b { a - b } else { a + p - b }) }
    }

    fn mul(self, a: u64, b: u64) -> u64 {
        let Extension { p, e, ref minus, .. } = *self.0;
        if p == 2 {
            return self.mul_binary(a, b);
        }
        // A sum of e products and of e - 1 more is below 2 e p^2. For e = 2 it is 3 p^2 < 2^64, as p < 2^31; for e >= 3, p <= 2^21 and e <= 31.
        let mut sums = [0u64; LENGTH];
        for i in 0..e {
            let c = self.coefficient(a, i);
            for j in 0..e {
                sums[i + j] += c * self.coefficient(b, j);
            }
        }
        for i in (e..2 * e - 1).rev() {
            let c = sums[i] % p;
            for (to, &m) in sums[i - e..].iter_mut().zip(minus) {
                *to += c * m;
            }
        }
        (0..e).fold(0, |all, i| all | (sums[i] % p) << (i as u32 * self.0.bits))
    }

    fn inverse(self, a: u64) -> u64 {
        self.pow(a, self.0.size - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::check_laws;
    use super::*;

    #[test]
    fn extensions_are_fields() {
        let sizes =
            [(2, 2), (2, 40), (2, 62), (3, 3), (3, 26), (3, 31), (5, 20), (7, 2), (43_051, 3), (2_147_483_647, 2)];
        for (p, e) in sizes {
            check_laws(Packed(&Extension::new(p, e, &Control::default()).unwrap()), p);
        }
    }

    /// Whatever p - 1 and the degree have in common.
    #[test]
    fn few_polynomials_are_tried() {
        for p in [2, 3, 5, 257, 1031, 43_051, 65_521, 65_537, 524_309, 524_287, 1_048_571, 1_048_573, 2_147_483_647] {
            let field = Field::new(p);
            for e in 2..=62 / (u64::BITS - (p - 1).leading_zeros()) {
                let (_, tried) = irreducible(field, e as usize, &Control::default()).unwrap();
                // Each trial fails with a probability of 1 - 1 / (2 e) at most: e^-16 for all of them.
                assert!(tried <= 32 * e as usize, "{tried} for {p}^{e}");
            }
        }
        let (coefficients, _) = irreducible(Field::new(1_048_571), 3, &Control::default()).unwrap();
        assert!(coefficients[1] != 0 || coefficients[2] != 0);
    }

    #[test]
    fn degrees() {
        assert_eq!(degree_of(2, 1 << 40), Some(40));
        assert_eq!(degree_of(3, 1 << 40), Some(26));
        assert_eq!(degree_of(2_147_483_647, 1 << 40), Some(2));
        assert_eq!(degree_of(2, 1 << 62), Some(62));
        assert_eq!(degree_of(43_051, u64::MAX), None);
        assert_eq!(degree_of(4_294_967_311, 5), None);
    }
}
