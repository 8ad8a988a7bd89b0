//! Logarithms of small numbers in a finite field.
//!
//! Source: D. Shanks, Class number, a theory of factorization, and genera, Proc. Symp. Pure Math. 20 (1971).

use crate::finite_field::Arithmetic;
use std::collections::HashMap;

/// Powers of an element w.
pub(crate) struct Logarithms<K: Arithmetic> {
    field: K,
    /// The numbers i < m of all w^i.
    small: HashMap<K::Elem, u64>,
    /// w^-m.
    step: K::Elem,
    /// w^most.
    offset: K::Elem,
    most: u64,
}

impl<K: Arithmetic> Logarithms<K> {
    /// For numbers from -`most` to `most`. O(sqrt(`most`)) products and memory.
    pub fn new(field: K, w: K::Elem, most: u64) -> Self {
        let m = (2 * most + 1).isqrt() + 1;
        let powers = std::iter::successors(Some(field.one()), |&power| Some(field.mul(power, w)));
        let small = powers.zip(0..m).collect();
        Logarithms { field, small, step: field.inverse(field.pow(w, m)), offset: field.pow(w, most), most }
    }

    /// N with w^N = x; `None` where there is none. O(sqrt(`most`)) products.
    pub fn number(&self, x: K::Elem) -> Option<i64> {
        let m = self.small.len() as u64;
        let mut rest = self.field.mul(x, self.offset);
        for above in (0..=2 * self.most).step_by(m as usize) {
            if let Some(&i) = self.small.get(&rest) {
                // Both are below 2^62.
                return Some((above + i) as i64 - self.most as i64).filter(|number| number.unsigned_abs() <= self.most);
            }
            rest = self.field.mul(rest, self.step);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite_field::Field;

    #[test]
    fn small_numbers() {
        let field = Field::new((1 << 61) - 1);
        let w = field.enter(37);
        for most in [0, 1, 2, 10, 1000] {
            let logarithms = Logarithms::new(field, w, most);
            for n in 0..=most {
                let power = field.pow(w, n);
                assert_eq!(logarithms.number(power), Some(n as i64));
                assert_eq!(logarithms.number(field.inverse(power)), Some(-(n as i64)));
            }
            assert_eq!(logarithms.number(field.pow(w, most + 1)), None);
            assert_eq!(logarithms.number(0), None);
        }
    }
}
