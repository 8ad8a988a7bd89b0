//! The primes of a plan, with their roots of unity and coset shifts.

use super::grid::Grid;
use crate::error::{ErrorKind, Result};
use gpu::Field;
use gpu::arith::{Mont31, prime};
use rand::Rng;
use rayon::prelude::*;

/// One prime with what the grid needs of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prime {
    /// The constants of its arithmetic.
    pub field: Mont31,
    /// Per kept variable.
    pub axes: Vec<AxisRoots>,
}

/// Root of unity and coset shifts for one kept variable, in Montgomery form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AxisRoots {
    /// A primitive root of unity w of order len.
    pub root: u32,
    /// s_j, one per coset: not zero, and s_j^len pairwise distinct.
    pub shifts: Vec<u32>,
}

impl AxisRoots {
    /// Inverse of the Vandermonde matrix V(j, m) = t_j^m, t_j = s_j^len, row-major over (m, j), in Montgomery form.
    ///
    /// Column j holds the coefficients of the Lagrange polynomial prod_(i != j) (x - t_i) / (t_j - t_i). O(c^3) for c cosets.
    pub fn unmix(&self, field: &Mont31, len: u32) -> Vec<u32> {
        let t: Vec<u32> = self.shifts.iter().map(|&s| field.pow(s, len)).collect();
        let c = t.len();
        let mut matrix = vec![0; c * c];
        for j in 0..c {
            let mut lagrange = vec![field.one()];
            let mut denominator = field.one();
            for i in (0..c).filter(|&i| i != j) {
                let minus = field.neg(t[i]);
                lagrange.push(0);
                for m in (0..lagrange.len()).rev() {
                    let shifted = if m > 0 { lagrange[m - 1] } else { 0 };
                    lagrange[m] = field.add(shifted, field.mul(minus, lagrange[m]));
                }
                denominator = field.mul(denominator, field.sub(t[j], t[i]));
            }
            let scale = field.inverse(denominator);
            for (m, &coefficient) in lagrange.iter().enumerate() {
                matrix[m * c + j] = field.mul(scale, coefficient);
            }
        }
        matrix
    }
}

/// Bits a product of primes surely has: the sum of log2 p, each rounded down to 2^-16.
pub fn product_bits(primes: impl IntoIterator<Item = u32>) -> f64 {
    primes.into_iter().map(|p| ((p as f64).log2() * 65536.0).floor() / 65536.0).sum()
}

/// An upper estimate of the bits of all primes between `least` and [`Mont31::MAX`].
pub fn available_bits(least: u32) -> u64 {
    // pi(x) < 1.26 x / ln x (Rosser, Schoenfeld 1962).
    let x = Mont31::MAX as f64;
    ((1.26 * x / x.ln()) * x.log2() - (least as f64 / (least as f64).ln()) * (least as f64).log2()) as u64
}

/// The largest usable primes p = 1 mod `modulus`, p >= `least`, whose product exceeds 2^`bits`, ascending; `None` when
/// there are too few. At least one prime.
pub fn largest(modulus: u32, least: u32, bits: u64, usable: &(dyn Fn(u32) -> bool + Sync)) -> Option<Vec<u32>> {
    // Odd candidates only: with an odd modulus every second one.
    let step = if modulus.is_multiple_of(2) { modulus } else { modulus.checked_mul(2)? };
    let first = (Mont31::MAX - 1) / step;
    let last = (least - 1).div_ceil(step);
    if first < last {
        return None;
    }
    let candidates = (first - last + 1) as f64;
    if candidates * 30.5 < bits as f64 {
        return None;
    }
    const BLOCK: u32 = 4096;
    let mut found = Vec::new();
    let mut total = 0.0;
    let mut high = first;
    loop {
        let low = high.saturating_sub(BLOCK - 1).max(last);
        let block: Vec<u32> = (low..high + 1)
            .into_par_iter()
            .with_min_len(64)
            .map(|k| k * step + 1)
            .filter(|&p| prime::is_prime(p) && usable(p))
            .collect();
        for &p in block.iter().rev() {
            found.push(p);
            total += product_bits([p]);
            if total > bits as f64 {
                found.reverse();
                return Some(found);
            }
        }
        if low == last {
            return None;
        }
        high = low - 1;
    }
}

/// Roots of unity and random coset shifts for `primes`.
pub fn with_roots(primes: &[u32], grid: &Grid, rng: &mut impl Rng) -> Result<Vec<Prime>> {
    let seeds: Vec<u64> = primes.iter().map(|_| rng.random()).collect();
    primes
        .par_iter()
        .zip(seeds)
        .with_min_len(16)
        .map(|(&p, seed)| {
            let broken = || ErrorKind::Shape { what: "prime of the plan", expected: 1, found: p as usize };
            let field = Mont31::new(p).ok_or_else(broken)?;
            let mut axes = Vec::with_capacity(grid.axes.len());
            for (k, axis) in grid.axes.iter().enumerate() {
                let root = prime::root_of_unity(&field, axis.len).ok_or_else(broken)?;
                let shifts = shifts(&field, axis.len, axis.cosets, seed ^ k as u64);
                axes.push(AxisRoots { root, shifts });
            }
            Ok(Prime { field, axes })
        })
        .collect()
}

/// `primes` without roots of unity, for arbitrary points.
pub fn without_roots(primes: &[u32]) -> Result<Vec<Prime>> {
    let prime = |&p: &u32| match Mont31::new(p) {
        Some(field) => Ok(Prime { field, axes: Vec::new() }),
        None => Err(ErrorKind::Shape { what: "prime of the plan", expected: 1, found: p as usize }.into()),
    };
    primes.iter().map(prime).collect()
}

/// `cosets` shifts with pairwise distinct `len`-th powers: random ones, drawn again until they are.
fn shifts(field: &Mont31, len: u32, cosets: u32, seed: u64) -> Vec<u32> {
    // There are (p - 1) / len cosets and p >= 2^29 leaves many more of them than are asked for, so this ends soon.
    use rand::SeedableRng;
    let mut rng = rand::rngs::StdRng::seed_from_u64(seed);
    let mut shifts = Vec::with_capacity(cosets as usize);
    let mut powers = Vec::with_capacity(cosets as usize);
    while shifts.len() < cosets as usize {
        let s = field.enter(rng.random_range(1..field.p));
        let power = field.pow(s, len);
        if !powers.contains(&power) {
            powers.push(power);
            shifts.push(s);
        }
    }
    shifts
}
