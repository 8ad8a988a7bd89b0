//! Coefficients of fixed length, side by side in one list.

use rug::Integer;
use rug::integer::Order;
use std::slice::ChunksExact;

/// Numbers of `limbs` words each, in two's complement.
#[derive(Debug, Clone)]
pub struct Rows {
    limbs: usize,
    words: Vec<u64>,
}

impl Rows {
    /// As short as the largest number allows.
    pub fn of(numbers: &[Integer]) -> Self {
        let bits = numbers.iter().map(Integer::significant_bits).max().unwrap_or(0) as usize;
        let limbs = bits / 64 + 1;
        let mut words = vec![0; limbs * numbers.len()];
        for (row, number) in words.chunks_exact_mut(limbs).zip(numbers) {
            let digits = number.as_limbs();
            row[..digits.len()].copy_from_slice(digits);
            if number.is_negative() {
                negate(row);
            }
        }
        Rows { limbs, words }
    }

    /// The number of numbers.
    pub fn len(&self) -> usize {
        self.words.len() / self.limbs
    }

    /// Significant bits of the largest one; 0 where all are 0.
    pub fn bits(&self) -> u32 {
        // Those of -x - 1 for x < 0: one less than the right ones for powers of 2.
        let of = |row: &[u64]| {
            let sign = sign(row);
            let high = row.iter().rposition(|word| *word != sign);
            high.map_or(0, |at| at as u32 * 64 + 64 - (row[at] ^ sign).leading_zeros())
        };
        self.rows().map(of).max().unwrap_or(0)
    }

    /// Whether the first one is negative.
    pub fn is_first_negative(&self) -> bool {
        self.rows().next().is_some_and(|row| sign(row) != 0)
    }

    /// All of them.
    pub fn numbers(&self) -> Vec<Integer> {
        let of = |row: &[u64]| {
            let magnitude = Integer::from_digits(row, Order::Lsf);
            if sign(row) == 0 { magnitude } else { magnitude - (Integer::from(1) << (64 * row.len()) as u32) }
        };
        self.rows().map(of).collect()
    }

    fn rows(&self) -> ChunksExact<'_, u64> {
        self.words.chunks_exact(self.limbs)
    }

    /// All numbers over 2^`bits`, which is about the largest: within 2^-52 of each of them.
    pub fn over(&self, bits: u32) -> Vec<f64> {
        let mut magnitude = vec![0; self.limbs];
        let places: Vec<f64> =
            (0..self.limbs as i32).map(|at| 2f64.powi((64 * at).saturating_sub_unsigned(bits))).collect();
        let of = |row: &[u64]| {
            magnitude.copy_from_slice(row);
            let negative = sign(row) != 0;
            if negative {
                negate(&mut magnitude);
            }
            // From the smallest on: words lie apart by 2^64, so all but the largest two change nothing.
            let value = magnitude.iter().zip(&places).fold(0.0, |sum, (word, place)| sum + *word as f64 * place);
            if negative { -value } else { value }
        };
        self.words.chunks_exact(self.limbs).map(of).collect()
    }

    /// The numbers c_k / 2^k, rounded down.
    pub fn halved(&self) -> Self {
        let mut rows = self.clone();
        rows.words.chunks_exact_mut(self.limbs).enumerate().for_each(|(k, row)| shift_right(row, k));
        rows
    }

    /// The coefficients of q((1 + x)/2) from n coefficients of q: each is too small by less than n/64 + 1.
    ///
    /// Horner's rule: r becomes r (1 + x)/2 + c_k. The division by 2 waits for 64 steps, which are additions, and is a word left out then.
    pub fn upper(&self) -> Self {
        let (count, old) = (self.len(), self.limbs);
        // The sum of all numbers fits into one more word, and 64 steps take another one.
        let limbs = old + 2;
        let mut words = vec![0u64; count * limbs];
        let add = match limbs {
            3 => add_before::<3>,
            4 => add_before::<4>,
            5 => add_before::<5>,
            6 => add_before::<6>,
            7 => add_before::<7>,
            8 => add_before::<8>,
            _ => add_before::<0>,
        };
        let mut shifted = vec![0; limbs];
        for (at, row) in self.rows().rev().enumerate() {
            let steps = at % 64;
            if at > 0 {
                add(&mut words, limbs, at);
                if steps == 0 {
                    words[..at * limbs + limbs].chunks_exact_mut(limbs).for_each(|row| shift_right(row, 64));
                }
            }
            shifted.fill(sign(row));
            // Of 64 steps `steps` are done.
            shifted[..old].copy_from_slice(row);
            shift_left(&mut shifted, steps);
            add_to(&mut words[..limbs], &shifted);
        }
        let steps = count.saturating_sub(1) % 64;
        words.chunks_exact_mut(limbs).for_each(|row| shift_right(row, steps));
        let mut rows = Rows { limbs, words };
        rows.shorten();
        rows
    }

    /// All numbers over 2^by, rounded down.
    pub fn shift_right(&mut self, by: u32) {
        self.words.chunks_exact_mut(self.limbs).for_each(|row| shift_right(row, by as usize));
        self.shorten();
    }

    /// Leaves out the last numbers while they are 0 or -1.
    pub fn trim(&mut self) {
        let rest = self.rows().rposition(|row| {
            let sign = sign(row);
            row.iter().any(|word| *word != sign)
        });
        self.words.truncate(rest.map_or(0, |at| at + 1) * self.limbs);
    }

    /// Leaves out the words that no number needs.
    pub fn shorten(&mut self) {
        let limbs = self.bits() as usize / 64 + 1;
        if limbs < self.limbs {
            self.words = self.rows().flat_map(|row| &row[..limbs]).copied().collect();
            self.limbs = limbs;
        }
    }
}

/// All ones of a negative number.
#[inline]
fn sign(row: &[u64]) -> u64 {
    row.last().map_or(0, |word| (*word as i64 >> 63) as u64)
}

fn negate(row: &mut [u64]) {
    let mut carry = true;
    for word in row {
        (*word, carry) = (!*word).overflowing_add(carry.into());
    }
}

/// Over 2^by, rounded down.
fn shift_right(row: &mut [u64], by: usize) {
    let (words, bits, sign) = (by / 64, by % 64, sign(row));
    let kept = row.len().saturating_sub(words);
    row.copy_within(row.len() - kept.., 0);
    row[kept..].fill(sign);
    if bits > 0 {
        let mut high = sign;
        for word in row.iter_mut().rev() {
            (*word, high) = (*word >> bits | high << (64 - bits), *word);
        }
    }
}

/// Times 2^bits, bits < 64, where there is room.
fn shift_left(row: &mut [u64], bits: usize) {
    if bits > 0 {
        for at in (0..row.len()).rev() {
            row[at] = row[at] << bits | if at > 0 { row[at - 1] >> (64 - bits) } else { 0 };
        }
    }
}

#[inline]
fn add_to(row: &mut [u64], other: &[u64]) {
    let mut carry = false;
    for (word, other) in row.iter_mut().zip(other) {
        (*word, carry) = word.carrying_add(*other, carry);
    }
}

/// Adds to each of the rows `last` to 1 the one before it. `N` is their length, if it is not 0.
fn add_before<const N: usize>(words: &mut [u64], limbs: usize, last: usize) {
    // The loop over words has a length that the compiler knows.
    let limbs = if N == 0 { limbs } else { N };
    for row in (1..=last).rev() {
        let (before, from) = words.split_at_mut(row * limbs);
        add_to(&mut from[..limbs], &before[(row - 1) * limbs..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Both halves are q(x/2) and q((1 + x)/2) times a power of 2, but for roundings.
    #[test]
    fn halves_are_compositions() {
        let mut rng = StdRng::seed_from_u64(1);
        for count in [1usize, 2, 3, 63, 64, 65, 66, 128, 129, 300] {
            for bits in [1u32, 40, 63, 64, 200, 700] {
                let mut number = || {
                    let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.random()).collect();
                    let magnitude = Integer::from_digits(&words, Order::Lsf).keep_bits(bits);
                    if rng.random() { magnitude } else { -magnitude }
                };
                let q: Vec<Integer> = (0..count).map(|_| number()).collect();
                let rows = Rows::of(&q);
                assert_eq!(rows.len(), count);
                assert_eq!(rows.numbers(), q);
                let size = q.iter().map(Integer::significant_bits).max().unwrap();
                assert!(rows.bits() == size || rows.bits() + 1 == size);
                for (k, value) in rows.over(size).into_iter().enumerate() {
                    let off = rug::Float::with_val(2000, &q[k])
                        - rug::Float::with_val(2000, value) * (rug::Float::with_val(2000, 1) << size);
                    assert!(off.abs() <= rug::Float::with_val(53, &q[k]).abs() * 2f64.powi(-51));
                }
                let halved: Vec<Integer> = q.iter().zip(0u32..).map(|(c, k)| Integer::from(c >> k)).collect();
                assert_eq!(rows.halved().numbers(), halved);
                let upper = rows.upper().numbers();
                // 2^(count - 1) q((1 + x)/2), by Horner's rule.
                let mut r = vec![Integer::new(); count];
                for (at, c) in q.iter().rev().enumerate() {
                    for j in (1..count).rev() {
                        let before = r[j - 1].clone();
                        r[j] += before;
                    }
                    r[0] += Integer::from(c << at as u32);
                }
                for (k, value) in r.iter().enumerate() {
                    let off = value - Integer::from(&upper[k] << (count - 1) as u32);
                    assert!(
                        off >= 0 && off < Integer::from(count / 64 + 1) << (count - 1) as u32,
                        "{count} {bits} {k}"
                    );
                }
            }
        }
        let mut rows = Rows::of(&[5, -1, 0, -1].map(Integer::from));
        rows.trim();
        assert_eq!((rows.len(), rows.bits()), (1, 3));
    }
}
