//! A 2 x 2 matrix of polynomials times a pair of them, on tensor cores.
//!
//! A coefficient i of M_00 A + M_01 B and of M_10 A + M_11 B, with entries of degree k at most, is a sum over the coefficients of A and of B from
//! i - k to i: a row of numbers, the same for all i, times a *window* of 8 `PARTS` words that lie one after the other in memory, whose bytes are a
//! column of the right factor of a product ([`crate::tensor`]). Eight columns are windows that begin two words apart. Of each eight words a lane has two neighbours, which it
//! loads together: a product does not care for the order of its terms, if both factors have the same. Rows are (output, c, e): both
//! outputs, digits e = 0 .. 3, and the coefficients at c = 0 and c = 1 words from the last but one of a window, for which the row's numbers are
//! moved by c places. So a product gives 16 coefficients of both outputs, and k = 8 `PARTS` - 2.
//!
//! Fragments are those of [`cuda_std::tensor`]: lane 4 g + q has of a product the columns 2 q and 2 q + 1 of the rows g = (output, c, e) for
//! e = 0 or 1 and g + 8, which is the same with e + 2. The lane with the other e lacks just what this one has of one of the columns: they
//! exchange it, and each has four sums of one coefficient ([`Coefficient`]).
//!
//! Ranges: the sum of a coefficient, of 2 (k + 1) products of four bytes with multiples below p, is below 2 (k + 1) 4 255 p < 2^18 p for k <= 126,
//! far below the 2^32 p that a reduction takes. A sum of one digit has 8 (k + 1) products of two bytes.

use super::{Digits, Warps};
use crate::arith::Mont31;
use crate::arith::wide::mad_wide;
use crate::memory::{Pairs, Row};
use cuda_std::tensor::{A, B, C};

/// Products side by side by a warp: their sums are in registers.
pub const TILES: u32 = 4;

/// Coefficients that a warp computes together.
pub const WIDTH: u32 = 16 * TILES;

/// Largest degree of an entry for windows of 8 `parts` words.
pub const fn degree(parts: usize) -> u32 {
    8 * parts as u32 - 2
}

/// Words that digits of a matrix take: of four entries of k + 1 coefficients, with a zero at both ends, four words each.
pub const fn digits(parts: usize) -> u32 {
    16 * (degree(parts) + 3)
}

/// Where a lane is in products.
#[derive(Clone, Copy)]
pub struct Place {
    g: u32,
    q: u32,
    /// Whether its coefficients are of the second output.
    pub second: bool,
    c: u32,
    e: u32,
}

impl Place {
    /// Of lane `lane` of a warp.
    #[inline(always)]
    pub fn new(lane: u32) -> Self {
        let (g, q) = (lane / 4, lane % 4);
        Place { g, q, second: g >= 4, c: g / 2 % 2, e: g % 2 }
    }

    /// The word that the lane reads first of windows for the coefficients from `first` on, if coefficient 0 is word k.
    #[inline(always)]
    pub fn window(&self, first: u32) -> u32 {
        // That of column g begins k words below the first coefficient of its product; the lane has words 2 q and 2 q + 1 of each eight.
        first + 2 * (self.g + self.q)
    }

    /// The lane's coefficient in a product, from its sums, and how far that is behind the product's first one. All lanes call it.
    #[inline(always)]
    pub fn coefficient<T: Warps>(&self, team: T, [low, low_behind, high, high_behind]: C) -> (Coefficient, u32) {
        // Digits e and e + 2 of columns 2 q and 2 q + 1: the lane keeps column 2 q + e and gives the other. Bits are exchanged, since a choice would take
        // twice as many instructions.
        let mask = self.e.wrapping_neg();
        let (bits, bits_high) = ((low ^ low_behind) & mask, (high ^ high_behind) & mask);
        let own = [low ^ bits, high ^ bits_high];
        let other = [team.swap(low_behind ^ bits, 4), team.swap(high_behind ^ bits_high, 4)];
        (Coefficient { own, other, e: self.e }, 2 * (2 * self.q + self.e) + self.c)
    }
}

/// A coefficient by its digits S_0 .. S_3, sums of products of two bytes.
#[derive(Clone, Copy)]
pub struct Coefficient {
    /// S_e and S_(e + 2).
    own: [u32; 2],
    /// S_(1 - e) and S_(3 - e).
    other: [u32; 2],
    /// 0 or 1.
    e: u32,
}

impl Coefficient {
    /// S_0 + 2^8 S_1 + 2^16 S_2 + 2^24 S_3 for sums of at most [`MOST_PRODUCTS`](super::MOST_PRODUCTS) products: S_0 + 2^8 S_1 and S_2 + 2^8 S_3 are words then.
    #[inline(always)]
    pub fn joined(&self) -> u64 {
        let word = |half: usize| (self.own[half] << (8 * self.e)) + (self.other[half] << (8 - 8 * self.e));
        mad_wide(word(1), 1 << 16, word(0) as u64)
    }

    /// The same for sums of any number of products.
    #[inline(always)]
    pub fn joined_far(&self) -> u64 {
        let (own, other) = (1 << (8 * self.e), 1 << (8 - 8 * self.e));
        let low = mad_wide(self.other[0], other, mad_wide(self.own[0], own, 0));
        mad_wide(self.other[1], other << 16, mad_wide(self.own[1], own << 16, low))
    }
}

/// The digits of a matrix whose entries have degrees of at most [`degree`]`(PARTS)`: in `memory` [`digits`]`(PARTS)` words from `first` on.
#[derive(Clone, Copy)]
pub struct Table<N, const PARTS: usize> {
    digits: Digits,
    memory: N,
    first: u32,
}

impl<N: Row<u32> + Copy, const PARTS: usize> Table<N, PARTS> {
    const ENTRY: u32 = degree(PARTS) + 3;

    /// Nothing is written yet.
    #[inline(always)]
    pub fn new(field: &Mont31, memory: N, first: u32) -> Self {
        Table { digits: Digits::new(field), memory, first }
    }

    /// Where the digits are: word (column, e / 2, t + 1, row, e % 2), so that the lanes of a warp meet in no bank.
    #[inline(always)]
    fn place(&self, column: u32, half: u32, coefficient: u32) -> u32 {
        self.first + 4 * ((2 * column + half) * Self::ENTRY + coefficient)
    }

    /// Writes the digits of the coefficients t of M_(row, column), as `entry(row, column, t)` has them.
    #[inline(always)]
    pub fn write<T: Warps>(&self, field: &Mont31, team: T, entry: impl Fn(u32, u32, u32) -> u32) {
        let mut memory = self.memory;
        let mut at = team.thread();
        while at < 4 * Self::ENTRY {
            let (number, coefficient) = (at % 4, at / 4);
            let (row, column) = (number % 2, number / 2);
            let inside = coefficient > 0 && coefficient < Self::ENTRY - 1;
            let x = if inside { entry(row, column, coefficient - 1) } else { 0 };
            let words = self.digits.of(field, x);
            four!(E {
                let place = self.place(column, E as u32 / 2, coefficient);
                memory.set(place + 2 * row + E as u32 % 2, words[E]);
            });
            at += team.threads();
        }
    }

    /// The left factors of a lane: for A and B and each eight words of a window, four times from number `part` on as far as there are.
    #[inline(always)]
    pub fn factors(&self, lane: &Place, part: usize) -> [[A; 4]; 2] {
        // Word w of a window takes coefficient t = c + k - w, which is number t + 1; from the last word on downwards.
        let last = lane.c + degree(PARTS) + 1 - 2 * lane.q - 8 * part as u32;
        let within = 2 * u32::from(lane.second) + lane.e;
        let of =
            |column: u32, half: u32, behind: u32| self.memory.get(self.place(column, half, last - behind) + within);
        let mut factors = [[[0; 4]; 4]; 2];
        four!(V {
            if part + V < PARTS {
                let v = 8 * V as u32;
                unrolled!(X {
                    let x = X as u32;
                    factors[X][V] = [of(x, 0, v), of(x, 1, v), of(x, 0, v + 1), of(x, 1, v + 1)];
                }: 0 1);
            }
        });
        factors
    }
}

/// `sums` and the products of `PARTS` <= 4 times eight words of the windows of one operand, the first of which begins at word `first` of the row for
/// the lane.
#[inline(always)]
pub fn add<T: Warps, R: Pairs<u32>, const PARTS: usize>(
    team: T,
    factors: &[A; 4],
    row: &R,
    first: u32,
    mut sums: [C; 4],
) -> [C; 4] {
    const { assert!(PARTS <= 4 && PARTS + 2 * (TILES as usize - 1) <= 10) };
    // Product U takes window 2 U + V for V = 0, 1, ..: loads in the order in which they are wanted, so that the four products of a V are under way
    // together.
    let mut windows: [B; 10] = [[0; 2]; 10];
    four!(V {
        if V < PARTS {
            four!(U {
                const I: usize = 2 * U + V;
                if V < 2 || U == TILES as usize - 1 {
                    let at = first + 8 * I as u32;
                    windows[I] = row.pair(at);
                }
            });
            four!(U { sums[U] = team.product(factors[V], windows[2 * U + V], sums[U]) });
        }
    });
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::MOST_PRODUCTS;

    #[test]
    fn digits_are_joined() {
        let joined = |digits: [u32; 4], e: usize| {
            let [own, other] = [e, 1 - e].map(|first| [digits[first], digits[first + 2]]);
            Coefficient { own, other, e: e as u32 }
        };
        let sum = MOST_PRODUCTS * 255 * 255;
        for e in [0, 1] {
            assert_eq!(joined([1, 2, 3, 4], e).joined(), 0x0403_0201);
            assert_eq!(joined([1, 2, 3, 4], e).joined_far(), 0x0403_0201);
            assert_eq!(joined([sum; 4], e).joined(), u64::from(sum) * 0x0101_0101);
            assert_eq!(joined([u32::MAX; 4], e).joined_far(), u64::from(u32::MAX) * 0x0101_0101);
        }
    }
}
