//! Kept variables as powers of two: polynomials become integers, and so does the answer.
//!
//! Put x_k = 2^(64 L s_k) with the strides s_k of a box of exponents whose sides are above all degrees of the input and of the answer, and L limbs
//! that hold a coefficient of any of them with its sign. Then a polynomial is 0 only where its value is (Kronecker), so leading coefficients do not
//! vanish, degrees in the eliminated variable stay, and the value of the resultant is the resultant of the values. Its
//! balanced digits are the coefficients.

use crate::error::{ErrorKind, Result};
use crate::plan::rows::{Exponents, Row, Rows};
use crate::plan::support::Support;
use crate::poly::kronecker::{limbs_for, pack, unpack};
use rug::Integer;

/// The powers.
pub(super) struct Packing {
    /// Sides of the box, the last one innermost.
    sides: Vec<u64>,
    /// Limbs of a coefficient.
    limbs: usize,
}

/// Most limbs of a value of the answer: a product of two such integers takes a second or so, and is not cancelled.
const LIMBS: u64 = 1 << 22;

impl Packing {
    /// For these polynomials and an answer of this support whose coefficients have `bits` bits at most; `None` where its value is too long.
    pub fn new(polynomials: &[&Rows], support: &Support, bits: u64) -> Option<Self> {
        let terms = || polynomials.iter().flat_map(|f| &f.rows).flat_map(|row| &row.terms);
        let longest = terms().map(|(c, _)| u64::from(c.significant_bits())).max().unwrap_or(0);
        let mut sides: Vec<u64> = support.sides().iter().map(|&n| u64::from(n)).collect();
        for (_, exponents) in terms() {
            sides.iter_mut().zip(exponents).for_each(|(side, &e)| *side = (*side).max(u64::from(e) + 1));
        }
        // A bit more: |c| = 2^bits may be.
        let limbs = limbs_for(bits.max(longest) + 1);
        let count = sides.iter().try_fold(1u64, |count, &side| count.checked_mul(side))?;
        (count.checked_mul(limbs as u64)? <= LIMBS).then_some(Packing { sides, limbs })
    }

    /// Coefficients in the box.
    fn count(&self) -> usize {
        self.sides.iter().product::<u64>() as usize
    }

    /// Limbs of the value of an answer.
    pub fn size(&self) -> usize {
        self.count() * self.limbs
    }

    fn place(&self, exponents: &[u32]) -> usize {
        self.sides.iter().zip(exponents).fold(0, |at, (&side, &e)| at * side as usize + e as usize)
    }

    fn value(&self, row: &Row) -> Integer {
        let places = || row.terms.iter().map(|(c, exponents)| (self.place(exponents), c));
        let count = places().map(|(place, _)| place + 1).max().unwrap_or(0);
        pack(count, self.limbs, places())
    }

    /// The values of the coefficients of a polynomial, the constant one first.
    pub fn values(&self, f: &Rows) -> Vec<Integer> {
        f.rows.iter().map(|row| self.value(row)).collect()
    }

    /// The bits of the longest of them.
    pub fn bits(&self, f: &Rows) -> u64 {
        let of_term = |(c, exponents): &(Integer, Exponents)| {
            64 * (self.place(exponents) * self.limbs) as u64 + u64::from(c.significant_bits())
        };
        f.rows.iter().flat_map(|row| &row.terms).map(of_term).max().unwrap_or(0)
    }

    /// The coefficients of the answer with this value, those of its support in order.
    ///
    /// # Errors
    /// `Verification` where there is a coefficient that cannot be.
    pub fn coefficients(&self, value: &Integer, support: &Support, operation: &'static str) -> Result<Vec<Integer>> {
        let wrong = || {
            let message = "the integer that the kept variables were packed into has coefficients outside of the bounds";
            ErrorKind::Verification { what: operation, prime: 0, message: message.into() }
        };
        let mut all = unpack(value, self.count(), self.limbs).ok_or_else(wrong)?;
        let nonzero = all.iter().filter(|c| !c.is_zero()).count();
        let mut found = Vec::with_capacity(support.len() as usize);
        let mut exponents = vec![0; self.sides.len()];
        for line in support.lines(0..support.len() as usize) {
            if let Some((last, outer)) = exponents.split_last_mut() {
                *last = line.from;
                outer.iter_mut().rev().zip(support.outer(line.number)).for_each(|(to, e)| *to = e);
            }
            let from = self.place(&exponents);
            found.extend(all[from..from + line.len].iter_mut().map(std::mem::take));
        }
        match found.iter().filter(|c| !c.is_zero()).count() == nonzero {
            true => Ok(found),
            false => Err(wrong().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(terms: &[(i64, [u32; 2])]) -> Rows {
        let row = |&(c, e): &(i64, [u32; 2])| Row { terms: vec![(c.into(), Exponents::from_slice(&e))] };
        Rows { kept: 2, rows: terms.iter().map(row).collect() }
    }

    #[test]
    fn values_are_those_of_the_polynomials() {
        let f = rows(&[(-3, [2, 0]), (5, [0, 4]), (-(1 << 40), [1, 1])]);
        let support = Support::whole(vec![2, 3]);
        let packing = Packing::new(&[&f], &support, 100).unwrap();
        // Sides 3 and 5 as the degrees of f are larger, two limbs.
        assert_eq!((packing.size(), packing.bits(&f)), (15 * 2, 64 * 20 + 2));
        let power = |e: u32| Integer::from(1) << (128 * e);
        let expected = [power(10) * -3, power(4) * 5, power(6) * -(1i64 << 40)];
        assert_eq!(packing.values(&f), expected);
        let value = -power(0) + power(2) * 7 - power(5);
        let found = packing.coefficients(&value, &support, "resultant").unwrap();
        assert_eq!(found, [-1, 0, 7, -1, 0, 0].map(Integer::from));
        // x^2, outside of the support, and beyond the box.
        for beyond in [10, 15, 16] {
            assert!(packing.coefficients(&(power(beyond) + 1), &support, "resultant").is_err());
        }
        assert!(Packing::new(&[&f], &Support::whole(vec![1 << 11, 1 << 11]), 100).is_none());
        assert!(Packing::new(&[&f], &Support::whole(vec![1 << 31, 1 << 31]), 1).is_none());
    }

    #[test]
    fn parts_of_a_box() {
        let support = Support::bounded(vec![30, 30], &[1, 1], 29);
        assert!(!support.is_whole());
        let packing = Packing::new(&[], &support, 10).unwrap();
        let at = |i: u32, j: u32, c: i64| Integer::from(c) << (64 * (30 * i + j));
        let found = packing.coefficients(&(at(2, 3, -5) + at(29, 0, 4)), &support, "resultant").unwrap();
        let mut exponents = [0; 2];
        for (index, c) in found.iter().enumerate() {
            support.exponents(index, &mut exponents);
            let expected = match exponents {
                [2, 3] => -5,
                [29, 0] => 4,
                _ => 0,
            };
            assert_eq!(*c, expected);
        }
        assert!(packing.coefficients(&at(29, 1, 1), &support, "resultant").is_err());
    }
}
