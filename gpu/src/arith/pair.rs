//! Two residues modulo the same prime, side by side: a thread that computes with both has one index, one power of a root and one address
//! for them.

use super::field::Field;

/// Arithmetic on pairs of elements of a field.
#[derive(Clone, Copy)]
pub struct Pair<F>(pub F);

impl<F: Field> Field for Pair<F> {
    type Elem = [F::Elem; 2];
    const LANES: u32 = 2 * F::LANES;

    #[inline(always)]
    fn zero(&self) -> Self::Elem {
        [self.0.zero(); 2]
    }
    #[inline(always)]
    fn one(&self) -> Self::Elem {
        [self.0.one(); 2]
    }
    #[inline(always)]
    fn add(&self, [a, b]: Self::Elem, [c, d]: Self::Elem) -> Self::Elem {
        [self.0.add(a, c), self.0.add(b, d)]
    }
    #[inline(always)]
    fn sub(&self, [a, b]: Self::Elem, [c, d]: Self::Elem) -> Self::Elem {
        [self.0.sub(a, c), self.0.sub(b, d)]
    }
    #[inline(always)]
    fn sub_loose(&self, [a, b]: Self::Elem, [c, d]: Self::Elem) -> Self::Elem {
        [self.0.sub_loose(a, c), self.0.sub_loose(b, d)]
    }
    #[inline(always)]
    fn add_loose(&self, [a, b]: Self::Elem, [c, d]: Self::Elem) -> Self::Elem {
        [self.0.add_loose(a, c), self.0.add_loose(b, d)]
    }
    #[inline(always)]
    fn neg(&self, [a, b]: Self::Elem) -> Self::Elem {
        [self.0.neg(a), self.0.neg(b)]
    }
    #[inline(always)]
    fn mul(&self, [a, b]: Self::Elem, [c, d]: Self::Elem) -> Self::Elem {
        [self.0.mul(a, c), self.0.mul(b, d)]
    }
    #[inline(always)]
    fn dot2(&self, a0: Self::Elem, b0: Self::Elem, a1: Self::Elem, b1: Self::Elem) -> Self::Elem {
        [self.0.dot2(a0[0], b0[0], a1[0], b1[0]), self.0.dot2(a0[1], b0[1], a1[1], b1[1])]
    }
    #[inline(always)]
    fn dot3(
        &self,
        a0: Self::Elem,
        b0: Self::Elem,
        a1: Self::Elem,
        b1: Self::Elem,
        a2: Self::Elem,
        b2: Self::Elem,
    ) -> Self::Elem {
        [self.0.dot3(a0[0], b0[0], a1[0], b1[0], a2[0], b2[0]), self.0.dot3(a0[1], b0[1], a1[1], b1[1], a2[1], b2[1])]
    }
    #[inline(always)]
    fn zeros(&self, [a, b]: Self::Elem) -> u32 {
        self.0.zeros(a) | self.0.zeros(b) << F::LANES
    }
    #[inline(always)]
    fn select(&self, mask: u32, [a, b]: Self::Elem, [c, d]: Self::Elem) -> Self::Elem {
        [self.0.select(mask, a, c), self.0.select(mask >> F::LANES, b, d)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::Mont31;

    /// Each operation is that of the field on both.
    #[test]
    fn both_are_computed_with() {
        let m = Mont31::new(1_000_003).unwrap();
        let pair = Pair(m);
        let element = |i: u32| m.enter(i.wrapping_mul(2_654_435_761) % 1_000_003 * (i % 5));
        let e = |i: u32| [element(2 * i), element(2 * i + 1)];
        let both = |f: &dyn Fn(usize) -> u32| [f(0), f(1)];
        for i in 0..200 {
            let [a, b, c, d, x, y] = [0, 1, 2, 3, 4, 5].map(|k| e(6 * i + k));
            assert_eq!(pair.add(a, b), both(&|k| m.add(a[k], b[k])));
            assert_eq!(pair.sub(a, b), both(&|k| m.sub(a[k], b[k])));
            assert_eq!(pair.neg(a), both(&|k| m.neg(a[k])));
            assert_eq!(pair.mul(a, b), both(&|k| m.mul(a[k], b[k])));
            assert_eq!(pair.mul(pair.sub_loose(a, b), c), both(&|k| m.mul(m.sub(a[k], b[k]), c[k])));
            assert_eq!(pair.mul(pair.add_loose(a, b), c), both(&|k| m.mul(m.add(a[k], b[k]), c[k])));
            assert_eq!(pair.dot2(a, b, c, d), both(&|k| m.dot2(a[k], b[k], c[k], d[k])));
            assert_eq!(pair.dot3(a, b, c, d, x, y), both(&|k| m.dot3(a[k], b[k], c[k], d[k], x[k], y[k])));
            assert_eq!(pair.zeros(a), u32::from(a[0] == 0) | u32::from(a[1] == 0) << 1);
            for mask in 0..4 {
                let from = |k: usize| if mask >> k & 1 == 1 { a[k] } else { b[k] };
                assert_eq!(pair.select(mask, a, b), both(&from));
            }
        }
        assert_eq!((pair.zero(), pair.one(), Pair::<Mont31>::ALL), ([0; 2], [m.one(); 2], 3));
    }
}
