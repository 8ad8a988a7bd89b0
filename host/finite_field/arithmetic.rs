//! What polynomials over a finite field need of it.

/// A finite field of less than 2^63 elements, each of which is a number; 0 stands for 0.
pub(crate) trait Arithmetic: Copy + Send + Sync {
    /// How many elements there are.
    fn size(self) -> u64;

    /// An element for each number below [`Self::size`], none of them twice.
    fn element(self, number: u64) -> u64;

    /// The element that a number below the characteristic is.
    fn enter(self, c: u64) -> u64;

    /// The number below the characteristic that an element is, if it is one.
    fn leave(self, a: u64) -> Option<u64>;

    fn one(self) -> u64;

    fn add(self, a: u64, b: u64) -> u64;

    fn sub(self, a: u64, b: u64) -> u64;

    fn mul(self, a: u64, b: u64) -> u64;

    /// 1 / a for a that is not 0.
    fn inverse(self, a: u64) -> u64;
}

/// Checks the laws of a field on some of its elements.
#[cfg(test)]
pub(crate) fn check_laws<K: Arithmetic>(field: K, p: u64) {
    use rand::{Rng, SeedableRng};
    let mut rng = rand::rngs::StdRng::seed_from_u64(p);
    let mut element = || field.element(rng.random_range(0..field.size()));
    let sum = |count: u64, a: u64| (0..count).fold(0, |sum, _| field.add(sum, a));
    for _ in 0..200 {
        let (a, b, c) = (element(), element(), element());
        assert_eq!(field.add(a, b), field.add(b, a));
        assert_eq!(field.mul(a, b), field.mul(b, a));
        assert_eq!(field.add(field.add(a, b), c), field.add(a, field.add(b, c)));
        assert_eq!(field.mul(field.mul(a, b), c), field.mul(a, field.mul(b, c)));
        assert_eq!(field.mul(field.add(a, b), c), field.add(field.mul(a, c), field.mul(b, c)));
        assert_eq!(field.add(field.sub(a, b), b), a);
        assert_eq!((field.add(a, 0), field.mul(a, field.one()), field.mul(a, 0)), (a, a, 0));
        if a != 0 {
            assert_eq!(field.mul(a, field.inverse(a)), field.one());
        }
        if p < 100 {
            assert_eq!(sum(p, a), 0);
        }
    }
    for c in (0..p).take(200) {
        assert_eq!(field.leave(field.enter(c)), Some(c));
        assert_eq!(field.add(field.enter(c), field.one()), field.enter((c + 1) % p));
    }
    let count = field.size().min(5000);
    let in_prime = (0..count).filter(|&i| field.leave(field.element(i)).is_some()).count() as u64;
    assert!(in_prime <= p && (count < field.size() || in_prime == p));
}
