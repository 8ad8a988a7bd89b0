//! The needs of polynomials for their coefficients: the trait below [`Field`].

use super::field::Field;

/// A commutative ring with 1, one element per lane.
///
/// A `Ring` value holds the constants of the arithmetic, an element the numbers of all lanes, as with [`Field`]: one evaluator of
/// polynomials runs modulo primes, over the reals and over the complex numbers. Every [`Field`] is one; the operations are the
/// field's own. Rings of floating numbers ([`crate::floating`]) round, so that for them sums and products are associative up to
/// errors only.
///
/// A file imports [`Ring`] or [`Field`]: their methods have the same names.
///
/// ```
/// use gpu::arith::{Mont31, Ring};
/// use gpu::floating::{Complex, Double, Scalar};
///
/// /// x^2 + 3 x
/// fn polynomial<R: Ring>(ring: &R, x: R::Elem) -> R::Elem {
///     ring.mul_add(x, x, ring.times(x, 3))
/// }
///
/// let seven = Mont31::new(7).unwrap();
/// assert_eq!(seven.leave(polynomial(&seven, seven.enter(5))), 5); // 40 modulo 7
/// let complex = Complex(Double(Scalar));
/// assert_eq!(polynomial(&complex, [[1.0], [2.0]]), [[0.0], [10.0]]); // (1 + 2i)^2 + 3 (1 + 2i)
/// ```
pub trait Ring: Copy + Send + Sync + 'static {
    /// One number per lane.
    type Elem: Copy + Send + Sync + 'static;

    /// Number of lanes, at most 32.
    const LANES: u32;

    /// 0 in every lane.
    fn zero(&self) -> Self::Elem;
    /// 1 in every lane.
    fn one(&self) -> Self::Elem;
    /// a + b.
    fn add(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// a - b.
    fn sub(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;
    /// -a.
    fn neg(&self, a: Self::Elem) -> Self::Elem;
    /// a b.
    fn mul(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem;

    /// a^2.
    #[inline(always)]
    fn square(&self, a: Self::Elem) -> Self::Elem {
        self.mul(a, a)
    }

    /// a b + c.
    #[inline(always)]
    fn mul_add(&self, a: Self::Elem, b: Self::Elem, c: Self::Elem) -> Self::Elem {
        self.add(self.mul(a, b), c)
    }

    /// n a: the factor that an exponent brings into a derivative. At most 2 log2(n) sums here.
    #[inline(always)]
    fn times(&self, a: Self::Elem, n: u32) -> Self::Elem {
        let (mut sum, mut double, mut rest) = (self.zero(), a, n);
        while rest != 0 {
            if rest & 1 != 0 {
                sum = self.add(sum, double);
            }
            rest >>= 1;
            if rest != 0 {
                double = self.add(double, double);
            }
        }
        sum
    }

    /// a + n b.
    #[inline(always)]
    fn add_times(&self, a: Self::Elem, b: Self::Elem, n: u32) -> Self::Elem {
        self.add(a, self.times(b, n))
    }

    /// a^e with the same exponent in every lane; a^0 = 1, also for a = 0. At most 2 log2(e) products.
    #[inline(always)]
    fn pow(&self, a: Self::Elem, e: u32) -> Self::Elem {
        let (mut result, mut square, mut rest) = (self.one(), a, e);
        while rest != 0 {
            if rest & 1 != 0 {
                result = self.mul(result, square);
            }
            rest >>= 1;
            if rest != 0 {
                square = self.square(square);
            }
        }
        result
    }
}

impl<F: Field> Ring for F {
    type Elem = <F as Field>::Elem;
    const LANES: u32 = <F as Field>::LANES;

    #[inline(always)]
    fn zero(&self) -> Self::Elem {
        Field::zero(self)
    }
    #[inline(always)]
    fn one(&self) -> Self::Elem {
        Field::one(self)
    }
    #[inline(always)]
    fn add(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        Field::add(self, a, b)
    }
    #[inline(always)]
    fn sub(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        Field::sub(self, a, b)
    }
    #[inline(always)]
    fn neg(&self, a: Self::Elem) -> Self::Elem {
        Field::neg(self, a)
    }
    #[inline(always)]
    fn mul(&self, a: Self::Elem, b: Self::Elem) -> Self::Elem {
        Field::mul(self, a, b)
    }
    /// Two products and one reduction.
    #[inline(always)]
    fn mul_add(&self, a: Self::Elem, b: Self::Elem, c: Self::Elem) -> Self::Elem {
        Field::dot2(self, a, b, c, Field::one(self))
    }
    #[inline(always)]
    fn pow(&self, a: Self::Elem, e: u32) -> Self::Elem {
        Field::pow(self, a, e)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::{Bundle, Mont31, Mont31x4, Mont61};

    /// Every operation of a ring against plain numbers modulo p.
    fn check<R: Ring>(ring: &R, p: u64, put: impl Fn(u64) -> R::Elem, get: impl Fn(R::Elem) -> u64) {
        for a in [0, 1, 2, p / 2, p - 1] {
            for b in [0, 1, 3 % p, p - 1] {
                let (x, y) = (put(a), put(b));
                let mul = |a: u64, b: u64| (a as u128 * b as u128 % p as u128) as u64;
                assert_eq!(get(ring.add(x, y)), (a + b) % p);
                assert_eq!(get(ring.sub(x, y)), (a + p - b) % p);
                assert_eq!(get(ring.neg(x)), (p - a) % p);
                assert_eq!(get(ring.mul(x, y)), mul(a, b));
                assert_eq!(get(ring.square(x)), mul(a, a));
                assert_eq!(get(ring.mul_add(x, y, x)), (mul(a, b) + a) % p);
                for n in [0, 1, 2, 3, 255, u32::MAX] {
                    assert_eq!(get(ring.add_times(y, x, n)), (mul(a, n as u64 % p) + b) % p);
                    assert_eq!(get(ring.times(x, n)), mul(a, n as u64 % p));
                }
                assert_eq!(get(ring.pow(x, 0)), 1 % p);
                assert_eq!(get(ring.pow(x, 5)), mul(a, mul(mul(a, a), mul(a, a))));
            }
        }
        assert_eq!((get(ring.zero()), get(ring.one())), (0, 1));
    }

    #[test]
    fn fields_are_rings() {
        for p in [3, 1_431_655_751] {
            let m = Mont31::new(p).unwrap();
            check(&m, p as u64, |x| m.enter(x as u32), |x| m.leave(x) as u64);
            let four = Mont31x4::from_primes(&[m]).unwrap();
            let put = |x: u64| {
                let mut a = Ring::zero(&four);
                (0..4).for_each(|lane| Mont31x4::set_lane(&mut a, lane, m.enter(x as u32)));
                a
            };
            check(&four, p as u64, put, |x| m.leave(Mont31x4::lane(&x, 3)) as u64);
        }
        let m = Mont61::new((1 << 61) - 1).unwrap();
        check(&m, (1 << 61) - 1, |x| m.enter(x), |x| m.leave(x));
    }
}
