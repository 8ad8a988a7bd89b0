//! Integers as a lift leaves them.

use crate::lift::crt::from_twos_complement;
use rayon::prelude::*;
use rug::Integer;
use std::ops::Range;

/// Integers that have given residues modulo some primes: v with |v| < M, M their product, almost always |v| <= M / 2.
///
/// Where only sizes and residues of them are wanted, they are not made into big integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lifted {
    /// Big integers, |v| <= (M - 1) / 2.
    Integers(Vec<Integer>),
    /// Two's complement, `len` words each, least significant first.
    Words {
        /// The words of all of them.
        words: Vec<u64>,
        /// Words of one, at least 1.
        len: usize,
    },
}

/// Integers that one thread takes at a time.
const CHUNK: usize = 512;

impl Lifted {
    /// How many.
    pub fn count(&self) -> usize {
        match self {
            Lifted::Integers(integers) => integers.len(),
            Lifted::Words { words, len } => words.len() / len,
        }
    }

    /// A bound h on the integers in `range`: |v| < 2^h, and |v| >= 2^(h - 2) for one of them, unless all are 0.
    pub fn height(&self, range: Range<usize>) -> u64 {
        let bits = |i: usize| match self {
            Lifted::Integers(integers) => u64::from(integers[i].significant_bits()),
            Lifted::Words { words, len } => {
                let words = &words[i * len..][..*len];
                let flip = if words[len - 1] >> 63 != 0 { u64::MAX } else { 0 };
                let top = words.iter().rposition(|&word| word != flip);
                let bits = top.map_or(0, |top| 64 * (top as u64 + 1) - u64::from((words[top] ^ flip).leading_zeros()));
                // |v| = !v + 1 for v < 0.
                bits + (flip & 1)
            }
        };
        range.into_par_iter().with_min_len(CHUNK).map(bits).max().unwrap_or(0)
    }

    /// The integers in `range`.
    pub fn integers(&self, range: Range<usize>) -> Vec<Integer> {
        match self {
            Lifted::Integers(integers) => integers[range].to_vec(),
            Lifted::Words { words, len } => {
                let integer = |words: &[u64]| from_twos_complement(&mut words.to_vec());
                let words = &words[range.start * len..range.end * len];
                words.par_chunks(*len).with_min_len(CHUNK).map(integer).collect()
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
        for bits in [0u32, 1, 2, 63, 64, 65, 127, 128, 190, 191] {
            let power = Integer::from(1) << bits;
            integers.extend([power.clone(), -power.clone(), power.clone() - 1, 1 - power]);
        }
        let len = 3;
        let words = |v: &Integer| -> [u64; 3] {
            let wrapped = Integer::from(v.keep_bits_ref(192));
            std::array::from_fn(|k| Integer::from(&wrapped >> (64 * k as u32)).to_u64_wrapping())
        };
        integers.retain(|v| v.significant_bits() < 192);
        let in_words = Lifted::Words { words: integers.iter().flat_map(words).collect(), len };
        let plain = Lifted::Integers(integers.clone());
        assert_eq!((in_words.count(), plain.count()), (integers.len(), integers.len()));
        assert_eq!(in_words.integers(0..integers.len()), integers);
        assert_eq!(plain.integers(3..9), integers[3..9]);
        for (i, v) in integers.iter().enumerate() {
            let (bits, found) = (u64::from(v.significant_bits()), in_words.height(i..i + 1));
            assert_eq!(plain.height(i..i + 1), bits);
            assert!(found >= bits && (*v == 0 || found < bits + 2), "{v}: {found}");
        }
        assert_eq!(in_words.height(0..0), 0);
        let mut rng = rand::rngs::StdRng::seed_from_u64(5);
        for field in [Prime61::random(&mut rng), Prime61::new(3), Prime61::new(65537)] {
            let point = [field.element(&mut rng)];
            let keep = [integers.len() as u32];
            let expected = field.evaluate(&integers[..], &keep, &point);
            assert_eq!(field.evaluate(&(&in_words, 0..integers.len()), &keep, &point), expected);
            assert_eq!(field.evaluate(&(&plain, 0..integers.len()), &keep, &point), expected);
            let table = crate::engine::input::IntegerTable::flat(&[&integers[..]]).unwrap();
            assert_eq!(field.evaluate(&(&table, 0..integers.len()), &keep, &point), expected);
        }
    }
}
