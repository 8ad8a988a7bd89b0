//! Points of a finite field, in an order that an input cannot be made up for.

use crate::finite_field::Arithmetic;
use rand::Rng;
use rand::rngs::StdRng;
use rug::Integer;

/// All elements of a field, each of them once: numbers in arithmetic progression modulo that of all.
pub(super) struct Points<K> {
    field: K,
    next: u64,
    step: u64,
    left: u64,
}

impl<K: Arithmetic<Elem = u64>> Points<K> {
    pub fn new(field: K, random: &mut StdRng) -> Self {
        let size = field.size();
        let step = loop {
            let step = random.random_range(1..size);
            // It is enough that the characteristic does not divide it.
            if Integer::from(step).gcd(&Integer::from(size)) == 1 {
                break step;
            }
        };
        Points { field, next: random.random_range(0..size), step, left: size }
    }
}

impl<K: Arithmetic<Elem = u64>> Iterator for Points<K> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.left = self.left.checked_sub(1)?;
        let point = self.next;
        // Both are below 2^63.
        self.next = (self.next + self.step) % self.field.size();
        Some(self.field.element(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite_field::Field;
    use crate::finite_field::{Tabled, Tables};
    use rand::SeedableRng;

    #[test]
    fn each_element_once() {
        fn check<K: Arithmetic<Elem = u64>>(field: K) {
            let mut all: Vec<u64> = Points::new(field, &mut StdRng::seed_from_u64(3)).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len() as u64, field.size());
        }
        check(Field::new(2));
        check(Field::new(1031));
        check(Tabled(&Tables::new(3, 4)));
        check(Tabled(&Tables::new(2, 7)));
    }
}
