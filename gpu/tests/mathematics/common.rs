//! Common parts of the tests of the shared mathematics: plain residues in and out of every field, a generator of random
//! numbers with a seed, primes, and determinants by Gaussian elimination.

use gpu::Field;
use gpu::arith::{Float24, Float31, Lanes16, Mont31, Mont31x16};

/// A field that takes plain residues.
pub trait Plain: Field {
    /// The prime of each lane.
    fn primes(&self) -> Vec<u32>;
    /// From one plain residue per lane.
    fn enter_all(&self, x: &[u32]) -> Self::Elem;
    /// To one plain residue per lane.
    fn leave_all(&self, x: Self::Elem) -> Vec<u32>;
}

impl Plain for Mont31 {
    fn primes(&self) -> Vec<u32> {
        vec![self.modulus()]
    }
    fn enter_all(&self, x: &[u32]) -> u32 {
        self.enter(x[0])
    }
    fn leave_all(&self, x: u32) -> Vec<u32> {
        vec![self.leave(x)]
    }
}

impl Plain for Mont31x16 {
    fn primes(&self) -> Vec<u32> {
        (0..16).map(|i| self.prime(i).modulus()).collect()
    }
    fn enter_all(&self, x: &[u32]) -> Lanes16 {
        Lanes16(std::array::from_fn(|i| self.prime(i).enter(x[i])))
    }
    fn leave_all(&self, x: Lanes16) -> Vec<u32> {
        (0..16).map(|i| self.prime(i).leave(x.0[i])).collect()
    }
}

impl Plain for Float24 {
    fn primes(&self) -> Vec<u32> {
        vec![self.modulus()]
    }
    fn enter_all(&self, x: &[u32]) -> u32 {
        x[0]
    }
    fn leave_all(&self, x: u32) -> Vec<u32> {
        vec![x]
    }
}

impl Plain for Float31 {
    fn primes(&self) -> Vec<u32> {
        vec![self.modulus()]
    }
    fn enter_all(&self, x: &[u32]) -> u32 {
        x[0]
    }
    fn leave_all(&self, x: u32) -> Vec<u32> {
        vec![x]
    }
}

/// xorshift64*.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }
    pub fn below(&mut self, n: u32) -> u32 {
        (self.word() % n as u64) as u32
    }
}

/// Trial division: independent of what is tested, fast enough for a few hundred numbers.
pub fn is_prime(n: u32) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n as u64).all(|d| !(n as u64).is_multiple_of(d))
}

/// The `count` primes next below `start`, `start` included.
pub fn primes_below(start: u32, count: usize) -> Vec<u32> {
    (2..=start).rev().filter(|&n| is_prime(n)).take(count).collect()
}

/// The `count` primes next above `start`, `start` included.
pub fn primes_above(start: u32, count: usize) -> Vec<u32> {
    (start..).filter(|&n| is_prime(n)).take(count).collect()
}

pub fn mul_mod(a: u32, b: u32, p: u32) -> u32 {
    (a as u64 * b as u64 % p as u64) as u32
}

pub fn pow_mod(mut a: u32, mut e: u32, p: u32) -> u32 {
    let mut r = 1 % p;
    while e > 0 {
        if e & 1 == 1 {
            r = mul_mod(r, a, p);
        }
        a = mul_mod(a, a, p);
        e >>= 1;
    }
    r
}

/// x^-1 modulo the prime p, 0 for 0.
pub fn inverse_mod(x: u32, p: u32) -> u32 {
    pow_mod(x, p - 2, p)
}

pub type Matrix = Vec<Vec<u32>>;

/// Rank and determinant modulo the prime p (the determinant of square matrices only).
pub fn eliminate(mut m: Matrix, p: u32) -> (usize, u32) {
    let (rows, columns) = (m.len(), m.first().map_or(0, Vec::len));
    let mut rank = 0;
    let mut determinant = 1 % p;
    for column in 0..columns {
        let Some(pivot) = (rank..rows).find(|&r| m[r][column] != 0) else {
            determinant = 0;
            continue;
        };
        if pivot != rank {
            m.swap(pivot, rank);
            determinant = (p - determinant) % p;
        }
        determinant = mul_mod(determinant, m[rank][column], p);
        let inverse = inverse_mod(m[rank][column], p);
        for r in rank + 1..rows {
            let factor = p - mul_mod(m[r][column], inverse, p);
            let (above, below) = m.split_at_mut(r);
            for (x, &y) in below[0].iter_mut().zip(&above[rank]).skip(column) {
                *x = ((*x as u64 + factor as u64 * y as u64) % p as u64) as u32;
            }
        }
        rank += 1;
    }
    (rank, determinant)
}

/// The Sylvester matrix of f, g (lowest coefficient first) of formal degrees len - 1: q rows of f, then p rows of g.
pub fn sylvester(f: &[u32], g: &[u32]) -> Matrix {
    let (p, q) = (f.len() - 1, g.len() - 1);
    let mut m = vec![vec![0; p + q]; p + q];
    for r in 0..q {
        for (i, &x) in f.iter().rev().enumerate() {
            m[r][r + i] = x;
        }
    }
    for r in 0..p {
        for (i, &x) in g.iter().rev().enumerate() {
            m[q + r][r + i] = x;
        }
    }
    m
}

/// res(f, g) by its definition; 1 for two constants.
pub fn resultant_by_definition(f: &[u32], g: &[u32], p: u32) -> u32 {
    eliminate(sylvester(f, g), p).1
}

/// `count` random residues for every prime, by prime.
pub fn random_polynomials(primes: &[u32], len: usize, random: &mut Random) -> Vec<Vec<u32>> {
    primes.iter().map(|&p| (0..len).map(|_| random.below(p)).collect()).collect()
}

/// One polynomial per lane as elements.
pub fn pack<F: Plain>(field: &F, lanes: &[Vec<u32>]) -> Vec<F::Elem> {
    (0..lanes[0].len()).map(|i| field.enter_all(&lanes.iter().map(|l| l[i]).collect::<Vec<_>>())).collect()
}
