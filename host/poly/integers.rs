//! Lists of integers, wherever they are, and the 32-bit words of their magnitudes.

use rug::Integer;
use std::borrow::Borrow;
use std::mem::take;
use std::ops::Range;

/// A list of integers, wherever they are.
pub trait Integers: Sync {
    /// How many.
    fn count(&self) -> usize;

    /// Integer `i` < count.
    fn at(&self, i: usize) -> &Integer;

    /// Words of 32 bits of the magnitudes of the integers in `range`.
    // Provided here, as the next, so that a list is gone through without a call for each integer.
    fn words(&self, range: Range<usize>) -> usize {
        range.map(|i| words(self.at(i))).sum()
    }

    /// Writes of each integer in `range`, or of its negative, where its words end, the first of which is number `start`, the words, and
    /// 1 where it is negative.
    fn pack(&self, range: Range<usize>, negate: bool, start: usize, (ends, limbs, signs): Parts<'_>) {
        let (mut limbs, mut end) = (limbs, start);
        for ((i, offset), sign) in range.zip(ends).zip(signs) {
            let c = self.at(i);
            let n = words(c);
            end += n;
            *offset = end as u32;
            *sign = (n > 0 && c.is_negative() != negate).into();
            split(c.as_limbs(), first(&mut limbs, n));
        }
    }
}

/// Ends, words and signs of integers.
pub type Parts<'a> = (&'a mut [u32], &'a mut [u32], &'a mut [u8]);

impl<L: Integers + ?Sized> Integers for &L {
    fn count(&self) -> usize {
        (**self).count()
    }

    fn at(&self, i: usize) -> &Integer {
        (**self).at(i)
    }
}

impl Integers for Integer {
    fn count(&self) -> usize {
        1
    }

    fn at(&self, _: usize) -> &Integer {
        self
    }
}

impl<C: Borrow<Integer> + Sync> Integers for [C] {
    fn count(&self) -> usize {
        self.len()
    }

    fn at(&self, i: usize) -> &Integer {
        self[i].borrow()
    }
}

impl Integers for Vec<Integer> {
    fn count(&self) -> usize {
        self.len()
    }

    fn at(&self, i: usize) -> &Integer {
        &self[i]
    }
}

/// 32-bit words of the magnitude.
pub(crate) fn words(integer: &Integer) -> usize {
    // The upper half of the last limb, which is not 0, may be.
    let high = integer.as_limbs().last().is_some_and(|&limb| limb >> 32 == 0);
    2 * integer.as_limbs().len() - usize::from(high)
}

/// The words of a magnitude, as many as there is room for: all, or all but the upper half of the last limb.
#[inline(always)]
pub(crate) fn split(limbs: &[u64], to: &mut [u32]) {
    let (pairs, last) = to.as_chunks_mut::<2>();
    for (pair, limb) in pairs.iter_mut().zip(limbs) {
        *pair = [*limb as u32, (limb >> 32) as u32];
    }
    if let ([last], [.., limb]) = (last, limbs) {
        *last = *limb as u32;
    }
}

/// The first `count` elements, which are taken away.
pub(crate) fn first<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = take(slice).split_at_mut(count);
    *slice = rest;
    first
}
