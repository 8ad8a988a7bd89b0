//! Numbers modulo a prime below 2^63.

use super::arithmetic::{Arithmetic, remainder_by_products, remainder_by_quotients};
use gpu::arith::Mont61;
use rug::Integer;
use rug::integer::IntegerExt64;

/// The field of a prime: in Montgomery form where the prime is odd and below 2^61, else by divisions of 128 bits.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Field {
    /// x stands for x / 2^64.
    Montgomery(Mont61),
    /// x stands for itself.
    Plain(u64),
}

impl Field {
    /// The field of `p`, a prime below 2^63.
    pub fn new(p: u64) -> Self {
        Mont61::new(p).map_or(Field::Plain(p), Field::Montgomery)
    }

    pub fn modulus(self) -> u64 {
        match self {
            Field::Montgomery(field) => field.modulus(),
            Field::Plain(p) => p,
        }
    }

    /// The element that stands for x < p.
    pub fn enter(self, x: u64) -> u64 {
        match self {
            Field::Montgomery(field) => field.enter(x),
            Field::Plain(_) => x,
        }
    }

    /// The number below p that x stands for.
    pub fn leave(self, x: u64) -> u64 {
        match self {
            Field::Montgomery(field) => field.leave(x),
            Field::Plain(_) => x,
        }
    }

    pub fn one(self) -> u64 {
        self.enter(1 % self.modulus())
    }

    /// a - b for a, b < p.
    pub fn sub(self, a: u64, b: u64) -> u64 {
        // p < 2^63: nothing wraps but what is meant to.
        if a >= b { a - b } else { a + self.modulus() - b }
    }

    /// a + b for a, b < p.
    pub fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.modulus() { sum - self.modulus() } else { sum }
    }

    pub fn mul(self, a: u64, b: u64) -> u64 {
        match self {
            Field::Montgomery(field) => field.mul(a, b),
            Field::Plain(p) => (u128::from(a) * u128::from(b) % u128::from(p)) as u64,
        }
    }

    /// 1 / a for a that is not 0: a^(p - 2).
    pub fn inverse(self, a: u64) -> u64 {
        Arithmetic::pow(self, a, self.modulus() - 2)
    }
}

impl Arithmetic for Field {
    type Elem = u64;

    fn order(self) -> Integer {
        self.modulus().into()
    }

    fn size(self) -> u64 {
        self.modulus()
    }

    fn element(self, number: u64) -> u64 {
        // Numbers below p stand for all elements, in either form.
        number
    }

    fn enter(self, c: u64) -> u64 {
        Field::enter(self, c)
    }

    fn residue(self, c: &Integer) -> u64 {
        Field::enter(self, c.mod_u64(self.modulus()))
    }

    fn leave(self, a: u64) -> Option<Integer> {
        Some(Field::leave(self, a).into())
    }

    fn one(self) -> u64 {
        Field::one(self)
    }

    fn add(self, a: u64, b: u64) -> u64 {
        Field::add(self, a, b)
    }

    fn sub(self, a: u64, b: u64) -> u64 {
        Field::sub(self, a, b)
    }

    fn mul(self, a: u64, b: u64) -> u64 {
        Field::mul(self, a, b)
    }

    fn inverse(self, a: u64) -> u64 {
        Field::inverse(self, a)
    }

    fn leave_remainder(self, a: &mut Vec<u64>, b: &[u64], quotient: &mut Vec<u64>) {
        match self {
            Field::Montgomery(field) => remainder_by_products(&field, a, b, quotient),
            Field::Plain(_) => remainder_by_quotients(self, a, b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_fields() {
        for p in [2, 3, 5, 97, 4_294_967_291, (1 << 61) - 1, 2_305_843_009_213_693_967, 9_223_372_036_854_775_783] {
            let (field, wide) = (Field::new(p), u128::from(p));
            let numbers = [0, 1, 2, p / 3, p / 2, p - 2, p - 1].map(|x| x % p);
            for a in numbers {
                for b in numbers {
                    let of = |f: fn(Field, u64, u64) -> u64| {
                        u128::from(field.leave(f(field, field.enter(a), field.enter(b))))
                    };
                    let (x, y) = (u128::from(a), u128::from(b));
                    assert_eq!(of(Field::add), (x + y) % wide, "{a} + {b} modulo {p}");
                    assert_eq!(of(Field::sub), (x + wide - y) % wide, "{a} - {b} modulo {p}");
                    assert_eq!(of(Field::mul), x * y % wide, "{a} {b} modulo {p}");
                }
                if a > 0 {
                    let a = field.enter(a);
                    assert_eq!(field.mul(a, field.inverse(a)), field.one(), "modulo {p}");
                }
            }
        }
    }
}
