//! Inverses of many elements by one inversion per lane (Montgomery's trick).

use super::bundle::Tables;
use super::word::{CpuWord, Lanes};

/// The products of the elements before each, and of all.
pub(super) struct Prefixes<E> {
    before: Vec<E>,
    /// The product of all elements.
    pub product: E,
}

impl<E: Copy> Prefixes<E> {
    /// One product an element.
    #[inline(always)]
    pub fn new<B: Lanes<Elem = E, Modulus: CpuWord>>(field: &B, elements: impl ExactSizeIterator<Item = E>) -> Self {
        let mut before = Vec::with_capacity(elements.len());
        let mut product = field.one();
        for element in elements {
            before.push(product);
            product = field.mul(product, element);
        }
        Prefixes { before, product }
    }

    /// 1 / x of each of the same elements, none of which is 0 in a lane that holds a prime. One inversion, and two products an element.
    #[inline(always)]
    pub fn inverses<B: Lanes<Elem = E, Modulus: CpuWord>>(
        self,
        tables: &Tables<B>,
        elements: impl DoubleEndedIterator<Item = E> + ExactSizeIterator,
    ) -> Vec<E> {
        let field = &tables.field;
        let mut inverse = tables.inverse(self.product);
        let mut all = self.before;
        for (before, element) in all.iter_mut().zip(elements).rev() {
            *before = field.mul(inverse, *before);
            inverse = field.mul(inverse, element);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::grid::{self, Grid};
    use gpu::Field;
    use gpu::arith::{Mont31, Mont31x4};
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn each_has_its_inverse() {
        let mut rng = StdRng::seed_from_u64(1);
        let (_, primes) = grid::choose::<Mont31>(&[4], 60, &|_| true, &mut rng).unwrap();
        let tables = Tables::<Mont31x4>::new(&Grid::new(Vec::new()), &primes[..2]).unwrap();
        for count in [0, 1, 2, 9] {
            let elements: Vec<_> =
                (1..=count).map(|i| tables.gather(|lane| tables.primes[lane].enter(7 * i))).collect();
            let all = || elements.iter().copied();
            let inverses = Prefixes::new(&tables.field, all()).inverses(&tables, all());
            assert_eq!(inverses.len(), elements.len());
            for (&x, inverse) in elements.iter().zip(inverses) {
                let rest = tables.field.sub(tables.field.mul(x, inverse), tables.field.one());
                assert_eq!(tables.field.zeros(rest), <Mont31x4 as Field>::ALL);
            }
        }
    }
}
