//! Coefficients given by their mixed-radix digits, for the tests of both lifts.

use cuda_std::DevicePtr;
use eliminant::engine::cuda::{DeviceBuffer, Stream};
use eliminant::lift::MixedRadixTables;
use gpu::arith::{Mont31, prime::is_prime};

/// Equal words; a failure names the first place, not thousands of numbers.
pub fn assert_same(found: &[u32], expected: &[u32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    if let Some(at) = (0..found.len()).find(|&at| found[at] != expected[at]) {
        panic!("{what}: word {at} of {} is {}, not {}", found.len(), found[at], expected[at]);
    }
}

/// Constants of primes, four words each, and their address as the kernels take it.
pub fn constants(stream: &Stream, primes: &[Mont31]) -> (DeviceBuffer<u32>, DevicePtr<Mont31>) {
    let words: Vec<u32> = primes.iter().flat_map(|m| m.words()).collect();
    let buffer = stream.copy_of(&words).unwrap();
    let address = DevicePtr::from_raw(buffer.as_ptr().as_raw());
    (buffer, address)
}

/// Coefficients given by their digits, with their residues: both \[prime\]\[coefficient\].
pub struct Case {
    pub tables: MixedRadixTables,
    pub width: usize,
    pub digits: Vec<u32>,
    pub residues: Vec<u32>,
}

impl Case {
    /// `n` primes, the largest or the smallest odd ones, and `width` coefficients.
    pub fn new(n: usize, large: bool, width: usize) -> Self {
        let mut primes: Vec<u32> = if large {
            (3..=Mont31::MAX).rev().filter(|&p| is_prime(p)).take(n).collect()
        } else {
            (3..=Mont31::MAX).filter(|&p| is_prime(p)).take(n).collect()
        };
        primes.sort_unstable();
        let moduli: Vec<Mont31> = primes.iter().map(|&p| Mont31::new(p).unwrap()).collect();
        let mut digits = vec![0; n * width];
        let mut residues = vec![0; n * width];
        for k in 0..width {
            let column: Vec<u32> = (0..n).map(|i| Self::digit(primes[i], i, k, n, width)).collect();
            for i in 0..n {
                digits[i * width + k] = column[i];
                // Digits above i stand for multiples of the modulus.
                let m = primes[i] as u64;
                let value = (0..=i).rev().fold(0, |acc, j| (acc * primes[j] as u64 + column[j] as u64) % m);
                residues[i * width + k] = value as u32;
            }
        }
        Case { tables: MixedRadixTables::new(&moduli).unwrap(), width, digits, residues }
    }

    /// Digit `i` of coefficient `k`: the ends of the range and what is next to zero, then both signs and all lengths.
    fn digit(p: u32, i: usize, k: usize, n: usize, width: usize) -> u32 {
        match k {
            0 => 0,
            // 1 and -1.
            1 => (i == 0) as u32,
            2 => p - 1,
            // (M - 1) / 2 and -(M - 1) / 2.
            3 => p / 2,
            4 => p / 2 + (i == 0) as u32,
            // m_0 and -m_0: the complemented lowest digit and the one added to it carry.
            5 => (i == 1) as u32,
            6 if i > 0 => p - 1,
            6 => 0,
            _ => {
                let len = (n * (k - 6)).div_ceil(width - 7);
                let seed = (i as u32 + 1).wrapping_mul(2_654_435_761) ^ (k as u32).wrapping_mul(0x85eb_ca6b);
                match (i < len, k % 2) {
                    (true, _) => seed % p,
                    (false, 0) => 0,
                    (false, _) => p - 1,
                }
            }
        }
    }

    /// Number of primes.
    pub fn n(&self) -> usize {
        self.tables.moduli().len()
    }

    /// The case of a failure.
    pub fn what(&self, name: &str) -> String {
        format!("{name}, {} primes up to {:?}", self.n(), self.tables.moduli().last().map(|m| m.modulus()))
    }
}
