//! Dual numbers a + b t with t^2 = 0 over any ring: numbers with their derivatives in one direction.
//!
//! A program that computes f gives f(x) + (f'(x) v) t at x + v t, and one that computes the gradient of f by going backward gives the gradient
//! plus (H v) t, with the Hessian matrix H: forward over reverse, A. Griewank, A. Walther, Evaluating Derivatives, 2nd ed., chapter 5.

use super::ring::Ring;

/// Arithmetic on `[a, b]`, which stands for a + b t.
#[derive(Clone, Copy)]
pub struct Dual<R>(pub R);

impl<R: Ring> Ring for Dual<R> {
    type Elem = [R::Elem; 2];
    const LANES: u32 = R::LANES;

    #[inline(always)]
    fn zero(&self) -> Self::Elem {
        [self.0.zero(); 2]
    }
    #[inline(always)]
    fn one(&self) -> Self::Elem {
        [self.0.one(), self.0.zero()]
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
    fn neg(&self, [a, b]: Self::Elem) -> Self::Elem {
        [self.0.neg(a), self.0.neg(b)]
    }
    /// Three products.
    #[inline(always)]
    fn mul(&self, [a, b]: Self::Elem, [c, d]: Self::Elem) -> Self::Elem {
        [self.0.mul(a, c), self.0.add(self.0.mul(a, d), self.0.mul(b, c))]
    }
    /// a^2 + 2 a b t.
    #[inline(always)]
    fn square(&self, [a, b]: Self::Elem) -> Self::Elem {
        let half = self.0.mul(a, b);
        [self.0.square(a), self.0.add(half, half)]
    }
    #[inline(always)]
    fn times(&self, [a, b]: Self::Elem, n: u32) -> Self::Elem {
        [self.0.times(a, n), self.0.times(b, n)]
    }
    #[inline(always)]
    fn add_times(&self, [a, b]: Self::Elem, [c, d]: Self::Elem, n: u32) -> Self::Elem {
        [self.0.add_times(a, c, n), self.0.add_times(b, d, n)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::Mont31;

    #[test]
    fn products_have_their_derivative() {
        let field = Mont31::new(1_000_003).unwrap();
        let of = |a: u32, b: u32| [field.enter(a), field.enter(b)];
        let ring = Dual(field);
        let (x, y) = (of(3, 5), of(7, 11));
        // (3 + 5 t) (7 + 11 t), (3 + 5 t)^2, (3 + 5 t)^10 with 10 * 3^9 * 5.
        assert_eq!(ring.mul(x, y), of(21, 68));
        assert_eq!(ring.square(x), of(9, 30));
        assert_eq!(ring.pow(x, 10), of(59049, 984_150));
        assert_eq!(ring.mul(x, ring.one()), x);
        assert_eq!(ring.sub(ring.add(x, y), y), x);
        assert_eq!(ring.add(ring.neg(x), x), ring.zero());
        assert_eq!((ring.times(x, 4), ring.add_times(y, x, 4)), (of(12, 20), of(19, 31)));
    }
}
