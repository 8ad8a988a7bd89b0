//! Points of a finite field, in an order that an input cannot be made up for.

use crate::finite_field::Arithmetic;
use rand::Rng;
use rand::rngs::StdRng;
use rug::Integer;

/// All elements of a field, each of them once: numbers in arithmetic progression modulo that of all. Of a field with more than 2^64 - 1 elements they are that many.
pub(super) struct Points<K> {
    field: K,
    size: u64,
    next: u64,
    step: u64,
    left: u64,
}

impl<K: Arithmetic> Points<K> {
    pub fn new(field: K, random: &mut StdRng) -> Self {
        let size = field.size();
        let step = loop {
            let step = random.random_range(1..size);
            // Then all multiples of it are different modulo the size.
            if Integer::from(step).gcd(&Integer::from(size)) == 1 {
                break step;
            }
        };
        Points { field, size, next: random.random_range(0..size), step, left: size }
    }
}

impl<K: Arithmetic> Iterator for Points<K> {
    type Item = K::Elem;

    fn next(&mut self) -> Option<K::Elem> {
        self.left = self.left.checked_sub(1)?;
        let point = self.next;
        // Both are below the size, which may be 2^64 - 1.
        let (sum, is_long) = point.overflowing_add(self.step);
        self.next = if is_long || sum >= self.size { sum.wrapping_sub(self.size) } else { sum };
        Some(self.field.element(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite_field::Field;
    use crate::finite_field::{Tabled, Tables, Words, words};
    use gpu::arith::MontWords;
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

    /// Sums of numbers beyond 2^64, and a field with more elements than a word tells.
    #[test]
    fn points_of_large_fields() {
        fn check<const N: usize>(p: Integer) {
            let constants = MontWords::<N>::new(words(&p)).unwrap();
            let field = Words(&constants);
            let mut points = Points::new(field, &mut StdRng::seed_from_u64(4));
            let size = u128::from(field.size());
            let (first, step) = (u128::from(points.next), u128::from(points.step));
            for i in 0..1000 {
                let number = (first + i * step) % size;
                assert_eq!(points.next(), Some(field.element(number as u64)), "{i} modulo {p}");
            }
        }
        check::<1>((Integer::from(1) << 64u32).prev_prime());
        check::<2>((Integer::from(1) << 64u32).next_prime());
        check::<4>((Integer::from(1) << 255u32) - 19u32);
    }
}
