//! Columns of a table of residues in an order: boxes of tensors, one behind the other.
//!
//! A box is a place in a row of the table and axes, the last one innermost: the element with the digits d_0 .. d_(r-1), d_i below the
//! count of axis i, is d_0 s_0 + .. + d_(r-1) s_(r-1) elements behind the first one, s_i the stride of the axis. Boxes go through their
//! elements in lexicographic order. All numbers have 64 bits.

use cuda_std::prelude::*;

/// Elements of a box that one team takes, at most: long boxes are cut, so that they keep a device busy.
pub const PIECE: u64 = 2048;

/// An axis of a box.
#[kernel_param]
#[derive(Eq)]
pub struct BoxAxis {
    /// Elements along it, at least one.
    pub count: u64,
    /// From one to the next.
    pub stride: u64,
}

/// A box, and its place among all.
#[kernel_param]
#[derive(Eq)]
pub struct TensorBox {
    /// The first element, in a row of the table.
    pub first: u64,
    /// Elements, at least one.
    pub len: u64,
    /// Elements of the boxes before.
    pub before: u64,
    /// Pieces of the boxes before.
    pub pieces: u64,
    /// Axes of the boxes before.
    pub axes: u64,
    /// Its axes; at least one.
    pub rank: u64,
}

impl BoxAxis {
    /// Its numbers in the order of its fields, for uploads.
    pub const fn words(&self) -> [u64; 2] {
        let &BoxAxis { count, stride } = self;
        [count, stride]
    }
}

impl TensorBox {
    /// Its numbers in the order of its fields, for uploads.
    pub const fn words(&self) -> [u64; 6] {
        let &TensorBox { first, len, before, pieces, axes, rank } = self;
        [first, len, before, pieces, axes, rank]
    }

    /// Its number of pieces.
    pub const fn count(&self) -> u64 {
        self.len.div_ceil(PIECE)
    }

    /// Place of element `number` < len in a row of the table; `axis(i)` is its axis number i.
    #[inline(always)]
    pub fn place(&self, number: u64, axis: impl Fn(u64) -> BoxAxis) -> u64 {
        let (mut place, mut left, mut i) = (self.first, number, self.rank);
        while i > 1 && left > 0 {
            i -= 1;
            let BoxAxis { count, stride } = axis(i);
            let above = quotient(left, count);
            place += (left - above * count) * stride;
            left = above;
        }
        // Of the outermost axis nothing is left over: `left` is 0 unless i is 1.
        if left > 0 { place + left * axis(0).stride } else { place }
    }
}

/// The number of the box that has piece `piece`: the last of `count` > 0 boxes that begin with it or before, by bisection.
#[inline(always)]
pub fn box_of(piece: u64, count: u32, first_piece: impl Fn(u32) -> u64) -> u32 {
    let (mut low, mut high) = (0, count);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if first_piece(middle) <= piece {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// a / b: 32 bits are divided several times as fast as 64.
#[inline(always)]
const fn quotient(a: u64, b: u64) -> u64 {
    if (a | b) >> 32 == 0 { (a as u32 / b as u32) as u64 } else { a / b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_in_order() {
        let axes = [(3, 1000), (1, 7), (4, 50), (5, 2)].map(|(count, stride)| BoxAxis { count, stride });
        let all = TensorBox { first: 9, len: 60, before: 0, pieces: 0, axes: 0, rank: 4 };
        let digits = (0..3).flat_map(|i| (0..4).flat_map(move |j| (0..5).map(move |k| (i, j, k))));
        for (number, (i, j, k)) in digits.enumerate() {
            assert_eq!(all.place(number as u64, |i| axes[i as usize]), 9 + 1000 * i + 50 * j + 2 * k);
        }
        let one = TensorBox { rank: 1, len: 3, ..all };
        assert_eq!([0, 1, 2].map(|number| one.place(number, |_| axes[0])), [9, 1009, 2009]);
    }

    #[test]
    fn numbers_beyond_32_bits() {
        let axes = [(1 << 20, 1 << 40), ((1 << 33) + 5, 1)].map(|(count, stride)| BoxAxis { count, stride });
        let all = TensorBox { first: 1 << 50, len: 1 << 54, before: 0, pieces: 0, axes: 0, rank: 2 };
        let number = 77 * ((1 << 33) + 5) + (1 << 33) + 4;
        assert_eq!(all.place(number, |i| axes[i as usize]), (1 << 50) + (77 << 40) + (1 << 33) + 4);
        assert_eq!(all.place((1 << 32) + 1, |i| axes[i as usize]), (1 << 50) + (1 << 32) + 1);
        assert_eq!((all.count(), TensorBox { len: 2049, ..all }.count()), (1 << 43, 2));
    }

    /// Kernels read them as structs: fields in the order of their places.
    #[test]
    fn words_are_the_fields_in_place() {
        use core::mem::offset_of;
        let one = TensorBox { first: 10, len: 11, before: 12, pieces: 13, axes: 14, rank: 15 };
        let [first, last] = [offset_of!(TensorBox, first), offset_of!(TensorBox, rank)].map(|at| one.words()[at / 8]);
        let [len, before] = [offset_of!(TensorBox, len), offset_of!(TensorBox, before)].map(|at| one.words()[at / 8]);
        let [pieces, axes] = [offset_of!(TensorBox, pieces), offset_of!(TensorBox, axes)].map(|at| one.words()[at / 8]);
        assert_eq!([first, len, before, pieces, axes, last], [10, 11, 12, 13, 14, 15]);
        let axis = BoxAxis { count: 20, stride: 21 };
        let [count, stride] = [offset_of!(BoxAxis, count), offset_of!(BoxAxis, stride)].map(|at| axis.words()[at / 8]);
        assert_eq!([count, stride], [20, 21]);
    }

    #[test]
    fn boxes_of_pieces() {
        let firsts = [0, 3, 4, 9];
        let found: Vec<u32> = (0..12).map(|piece| box_of(piece, 4, |i| firsts[i as usize])).collect();
        assert_eq!(found, [0, 0, 0, 1, 2, 2, 2, 2, 2, 3, 3, 3]);
        assert_eq!(box_of(5, 1, |_| 0), 0);
    }
}
