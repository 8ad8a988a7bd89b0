//! Integers as a lift finds them.

use crate::lift::crt::from_twos_complement;
use rayon::prelude::*;
use rug::Integer;
use std::ops::Range;

/// Integers that have given residues modulo some primes: v with |v| < M, M their product, almost always |v| <= M / 2.
///
/// Where only sizes and residues of them are wanted, they are not made into big integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifted<'a> {
    /// Big integers, |v| <= (M - 1) / 2.
    Integers(&'a [Integer]),
    /// Two's complement, `len` words each, least significant first.
    Words {
        /// The words of all of them.
        words: &'a [u64],
        /// Words of one, at least 1.
        len: usize,
    },
}

/// Integers that one thread takes at a time.
const CHUNK: usize = 512;

impl<'a> Lifted<'a> {
    /// How many.
    pub fn count(self) -> usize {
        match self {
            Lifted::Integers(integers) => integers.len(),
            Lifted::Words { words, len } => words.len() / len,
        }
    }

    /// Those in `range`.
    pub fn part(self, range: Range<usize>) -> Lifted<'a> {
        match self {
            Lifted::Integers(integers) => Lifted::Integers(&integers[range]),
            Lifted::Words { words, len } => Lifted::Words { words: &words[range.start * len..range.end * len], len },
        }
    }

    /// A bound h on them: |v| < 2^h, and |v| >= 2^(h - 2) for one, unless all are 0.
    pub fn height(self) -> u64 {
        let bits = |i: usize| match self {
            Lifted::Integers(integers) => u64::from(integers[i].significant_bits()),
            Lifted::Words { words, len } => {
                let words = &words[i * len..][..len];
                let flip = if words[len - 1] >> 63 != 0 { u64::MAX } else { 0 };
                let top = words.iter().rposition(|&word| word != flip);
                let bits = top.map_or(0, |top| 64 * (top as u64 + 1) - u64::from((words[top] ^ flip).leading_zeros()));
                // |v| = !v + 1 for v < 0.
                bits + (flip & 1)
            }
        };
        (0..self.count()).into_par_iter().with_min_len(CHUNK).map(bits).max().unwrap_or(0)
    }

    /// Big integers.
    pub fn integers(self) -> Vec<Integer> {
        match self {
            Lifted::Integers(integers) => integers.to_vec(),
            Lifted::Words { words, len } => {
                let integer = |words: &[u64]| from_twos_complement(&mut words.to_vec());
                words.par_chunks(len).with_min_len(CHUNK).map(integer).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::prime61::Prime61;
    use rand::SeedableRng;

    /// Both forms of the same integers: heights, integers, values at a point.
    #[test]
    fn words_are_integers() {
        let mut integers: Vec<Integer> = Vec::new();
        for bits in [0u32, 1, 2, 63, 64, 65, 127, 128, 190] {
            let power = Integer::from(1) << bits;
            integers.extend([power.clone(), -power.clone(), power.clone() - 1, 1 - power]);
        }
        let (count, len) = (integers.len(), 3);
        let words = |v: &Integer| -> [u64; 3] {
            let wrapped = if *v < 0 { (Integer::from(1) << 192) + v } else { v.clone() };
            std::array::from_fn(|k| Integer::from(&wrapped >> (64 * k as u32)).to_u64_wrapping())
        };
        let words: Vec<u64> = integers.iter().flat_map(words).collect();
        let (in_words, plain) = (Lifted::Words { words: &words, len }, Lifted::Integers(&integers));
        assert_eq!((in_words.count(), plain.count()), (count, count));
        assert_eq!(in_words.integers(), integers);
        assert_eq!(plain.part(3..9).integers(), integers[3..9]);
        assert_eq!(in_words.part(3..9).integers(), integers[3..9]);
        for (i, v) in integers.iter().enumerate() {
            let (bits, found) = (u64::from(v.significant_bits()), in_words.part(i..i + 1).height());
            assert_eq!(plain.part(i..i + 1).height(), bits);
            assert!(found >= bits && (*v == 0 || found < bits + 2), "{v}: {found}");
        }
        assert_eq!(in_words.part(0..0).height(), 0);
        let mut rng = rand::rngs::StdRng::seed_from_u64(5);
        for field in [Prime61::random(&mut rng), Prime61::new(3), Prime61::new(65537)] {
            let (point, keep) = ([field.element(&mut rng)], [count as u32]);
            let expected = field.evaluate(&integers[..], &keep, &point);
            assert_eq!(field.evaluate(&in_words, &keep, &point), expected);
            assert_eq!(field.evaluate(&plain, &keep, &point), expected);
            let table = crate::engine::input::IntegerTable::flat(&[&integers[..]]).unwrap();
            assert_eq!(field.evaluate(&(&table, 0..count), &keep, &point), expected);
        }
    }
}
