//! Small extensions of the field of a prime, by logarithms.
//!
//! With a generator x every element but 0 is x^i for one i < q - 1. Exponents add in products, and x^i + x^j = x^i (1 + x^(j - i)) takes one look at
//! a table, which has the logarithm of 1 + x^d for each d (Zech's logarithm).
//!
//! Source: Lidl and Niederreiter, Finite Fields, section 2.5 and table B.

use super::arithmetic::Arithmetic;
use rug::Integer;
use rug::integer::IntegerExt64;

/// Most elements of a field that has tables: what a core's second cache holds.
pub(crate) const MOST: u64 = 1 << 20;

/// The field of q = p^e elements, e >= 2. The number of an element that is not 0 is its logarithm and one.
#[derive(Debug)]
pub(crate) struct Tables {
    /// q - 1.
    order: u32,
    /// The number of 1 + x^d for each d.
    sums: Vec<u32>,
    /// The number of -1.
    minus: u32,
    /// The number of each c below p.
    entering: Vec<u32>,
    /// The c that x^(i s) is, where s is (q - 1) / (p - 1): these powers are all that are in the field of p elements.
    leaving: Vec<u32>,
}

impl Tables {
    /// The field of p^e elements, at most [`MOST`], for a prime p.
    pub fn new(p: u64, e: u32) -> Self {
        let q = p.pow(e);
        debug_assert!(e >= 2 && q <= MOST);
        // x is a generator for one in some e log q of all polynomials that it may be a root of.
        let powers = (1..q).find_map(|polynomial| powers(p as u32, e, polynomial as u32));
        // For every p and e the nonzero elements of the field are a cyclic group, so that there is a generator; its least polynomial is one of these.
        let powers = powers.expect("a primitive polynomial of each degree");
        let order = powers.len() as u32;
        let mut number = vec![0; q as usize];
        for (i, &digits) in powers.iter().enumerate() {
            number[digits as usize] = i as u32 + 1;
        }
        let p = p as u32;
        let plus_one = |digits: u32| if digits % p == p - 1 { digits - (p - 1) } else { digits + 1 };
        let sums = powers.iter().map(|&digits| number[plus_one(digits) as usize]).collect();
        let entering = number[..p as usize].to_vec();
        let step = (order / (p - 1)) as usize;
        let leaving = powers.iter().step_by(step).copied().collect();
        Tables { order, sums, minus: number[p as usize - 1], entering, leaving }
    }
}

/// The powers of a root x of x^e + c_(e-1) x^(e-1) + ... + c_0, in digits to the base p as c is given, if they are all elements but 0.
fn powers(p: u32, e: u32, polynomial: u32) -> Option<Vec<u32>> {
    if polynomial.is_multiple_of(p) {
        return None;
    }
    let (top, order) = (p.pow(e - 1), p.pow(e) - 1);
    let coefficients: Vec<u32> = (0..e).map(|i| polynomial / p.pow(i) % p).collect();
    let mut powers = Vec::with_capacity(order as usize);
    let mut power = 1;
    loop {
        powers.push(power);
        let lead = power / top;
        power = power % top * p;
        if lead > 0 {
            let (mut rest, mut unit, mut sum) = (power, 1, 0);
            for &c in &coefficients {
                sum += (rest % p + lead * (p - c)) % p * unit;
                rest /= p;
                unit = unit.wrapping_mul(p);
            }
            power = sum;
        }
        if power == 1 {
            return (powers.len() == order as usize).then_some(powers);
        }
    }
}

/// Computes with the tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tabled<'t>(pub &'t Tables);

impl Tabled<'_> {
    /// x^(i + j) from numbers that are one more than i and j.
    fn power(self, a: u64, b: u64) -> u64 {
        let (sum, order) = (a + b - 1, u64::from(self.0.order));
        if sum > order { sum - order } else { sum }
    }

    /// The number below p that an element is, if it is one.
    pub fn number(self, a: u64) -> Option<u64> {
        let step = u64::from(self.0.order) / self.0.leaving.len() as u64;
        match a {
            0 => Some(0),
            _ if (a - 1).is_multiple_of(step) => Some(self.0.leaving[((a - 1) / step) as usize].into()),
            _ => None,
        }
    }
}

impl Arithmetic for Tabled<'_> {
    type Elem = u64;

    fn order(self) -> Integer {
        self.size().into()
    }

    fn size(self) -> u64 {
        u64::from(self.0.order) + 1
    }

    fn element(self, number: u64) -> u64 {
        number
    }

    fn enter(self, c: u64) -> u64 {
        self.0.entering[c as usize].into()
    }

    fn residue(self, c: &Integer) -> u64 {
        self.enter(c.mod_u64(self.0.entering.len() as u64))
    }

    fn leave(self, a: u64) -> Option<Integer> {
        self.number(a).map(Integer::from)
    }

    fn one(self) -> u64 {
        1
    }

    fn add(self, a: u64, b: u64) -> u64 {
        if a == 0 || b == 0 {
            return a | b;
        }
        let difference = if b >= a { b - a } else { b + u64::from(self.0.order) - a };
        match self.0.sums[difference as usize] {
            0 => 0,
            sum => self.power(a, sum.into()),
        }
    }

    fn sub(self, a: u64, b: u64) -> u64 {
        self.add(a, self.mul(b, self.0.minus.into()))
    }

    fn mul(self, a: u64, b: u64) -> u64 {
        if a == 0 || b == 0 { 0 } else { self.power(a, b) }
    }

    fn inverse(self, a: u64) -> u64 {
        if a == 1 { 1 } else { u64::from(self.0.order) + 2 - a }
    }
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::check_laws;
    use super::*;

    #[test]
    fn tables_are_fields() {
        for (p, e) in [(2, 2), (2, 12), (3, 2), (3, 8), (5, 3), (7, 5), (11, 2), (101, 2), (61, 3), (1021, 2)] {
            check_laws(Tabled(&Tables::new(p, e)), p);
        }
    }
}
