//! Elements as words of 32 bits, the way kernels move them.

use super::{Field, Mont32, Mont61, Mont64, MontWords};

/// A statement for each word of an element of a field, as text: so that they are in registers.
macro_rules! limbs {
    ($field:ty, $k:ident $body:block) => {
        unrolled!($k {
            if ($k as u32) < <$field>::LIMBS {
                $body
            }
        }: 0 1 2 3 4 5 6 7)
    };
}

pub(crate) use limbs;

/// The field of one prime, of any length, whose elements are words of 32 bits in memory, the lowest first.
pub trait Limbs: Field {
    /// Words of an element.
    const LIMBS: u32;

    /// Word number `i` < [`Limbs::LIMBS`] of an element.
    fn limb(a: &Self::Elem, i: u32) -> u32;

    /// The element with these words.
    fn of_limbs(limb: impl Fn(u32) -> u32) -> Self::Elem;

    /// Montgomery form of the number with the words of `a`.
    fn enter_words(&self, a: Self::Elem) -> Self::Elem;

    /// The words of the number in [0, p) whose Montgomery form is `a`.
    fn leave_words(&self, a: Self::Elem) -> Self::Elem;

    /// 1 / a, and 0 for 0.
    fn reciprocal(&self, a: Self::Elem) -> Self::Elem;

    /// What is represented by a number: a first factor for [`Field::mul`] and nothing else, as it need not be below the prime. Its product with
    /// the Montgomery form of y is the plain number x y mod p.
    #[inline(always)]
    fn plain(x: u32) -> Self::Elem {
        Self::of_limbs(|i| if i == 0 { x } else { 0 })
    }

    /// a^e; a^0 = 1.
    #[inline(always)]
    fn power(&self, a: Self::Elem, e: u64) -> Self::Elem {
        let (mut result, mut square, mut rest) = (self.one(), a, e);
        while rest != 0 {
            if rest & 1 != 0 {
                result = self.mul(result, square);
            }
            square = self.mul(square, square);
            rest >>= 1;
        }
        result
    }
}

impl Limbs for Mont32 {
    const LIMBS: u32 = 1;
    #[inline(always)]
    fn limb(a: &u32, _: u32) -> u32 {
        *a
    }
    #[inline(always)]
    fn of_limbs(limb: impl Fn(u32) -> u32) -> u32 {
        limb(0)
    }
    #[inline(always)]
    fn enter_words(&self, a: u32) -> u32 {
        self.enter(a)
    }
    #[inline(always)]
    fn leave_words(&self, a: u32) -> u32 {
        self.leave(a)
    }
    #[inline(always)]
    fn reciprocal(&self, a: u32) -> u32 {
        self.inverse(a)
    }
}

macro_rules! of_one_word {
    ($($field:ident)*) => { $(
        impl Limbs for $field {
            const LIMBS: u32 = 2;
            #[inline(always)]
            fn limb(a: &u64, i: u32) -> u32 {
                (a >> (32 * i)) as u32
            }
            #[inline(always)]
            fn of_limbs(limb: impl Fn(u32) -> u32) -> u64 {
                limb(0) as u64 | (limb(1) as u64) << 32
            }
            #[inline(always)]
            fn enter_words(&self, a: u64) -> u64 {
                self.enter(a)
            }
            #[inline(always)]
            fn leave_words(&self, a: u64) -> u64 {
                self.leave(a)
            }
            #[inline(always)]
            fn reciprocal(&self, a: u64) -> u64 {
                self.inverse(a)
            }
        }
    )* };
}

of_one_word! { Mont61 Mont64 }

impl<const N: usize> Limbs for MontWords<N> {
    const LIMBS: u32 = 2 * N as u32;
    #[inline(always)]
    fn limb(a: &[u64; N], i: u32) -> u32 {
        (a[i as usize / 2] >> (32 * (i % 2))) as u32
    }
    #[inline(always)]
    fn of_limbs(limb: impl Fn(u32) -> u32) -> [u64; N] {
        let mut words = [0; N];
        four!(K {
            if K < N {
                words[K] = limb(2 * K as u32) as u64 | (limb(2 * K as u32 + 1) as u64) << 32;
            }
        });
        words
    }
    #[inline(always)]
    fn enter_words(&self, a: [u64; N]) -> [u64; N] {
        self.enter(&a)
    }
    #[inline(always)]
    fn leave_words(&self, a: [u64; N]) -> [u64; N] {
        self.leave(&a)
    }
    #[inline(always)]
    fn reciprocal(&self, a: [u64; N]) -> [u64; N] {
        self.inverse(&a)
    }
}
