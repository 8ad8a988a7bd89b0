//! The primes of a plan, with their roots of unity and coset shifts.

use super::grid::{Axis, Grid};
use super::pool::{self, Rooted};
use crate::error::{ErrorKind, Result};
use gpu::Field;
use gpu::arith::{Mont31, prime};
use rand::Rng;

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

/// The largest usable primes p = 1 mod `modulus`, p >= `least`, whose product exceeds 2^`bits`, ascending, with roots of
/// unity of order `modulus`; `None` when there are too few. At least one prime.
pub fn largest(modulus: u32, least: u32, bits: u64, usable: &(dyn Fn(u32) -> bool + Sync)) -> Option<Vec<Rooted>> {
    // No search where even all candidates would be too few.
    let candidates = (Mont31::MAX.saturating_sub(least) / modulus) as f64 + 1.0;
    if candidates * 30.5 < bits as f64 {
        return None;
    }
    let mut found: Vec<Rooted> = Vec::with_capacity((bits / 30) as usize + 1);
    let (mut seen, mut total) = (0, 0.0);
    pool::largest(modulus, least, |primes| {
        for prime in &primes[seen..] {
            seen += 1;
            if usable(prime.field.p) {
                found.push(*prime);
                total += product_bits([prime.field.p]);
                if total > bits as f64 {
                    return 0;
                }
            }
        }
        ((bits as f64 - total) / 30.0) as usize + 1
    })?;
    found.reverse();
    Some(found)
}

/// Roots of unity and random coset shifts for `primes`.
///
/// # Errors
/// `Shape` when one of them is no odd number below 2^32 / 3 or has no roots of unity of the grid's orders.
pub fn with_roots(primes: &[u32], grid: &Grid, rng: &mut impl Rng) -> Result<Vec<Prime>> {
    let modulus = grid.modulus() as u32;
    let rooted = |&p: &u32| {
        let field = Mont31::new(p)?;
        Some(Rooted { field, root: prime::root_of_unity(&field, modulus)? })
    };
    let broken = |p: u32| ErrorKind::Shape { what: "prime of the plan", expected: 1, found: p as usize };
    let primes = primes.iter().map(|p| rooted(p).ok_or_else(|| broken(*p).into())).collect::<Result<Vec<_>>>()?;
    Ok(on_grid(&primes, modulus, grid, rng))
}

/// As [`with_roots`], for primes with roots of unity of the order `modulus`, a common multiple of the grid's orders.
pub fn on_grid(primes: &[Rooted], modulus: u32, grid: &Grid, rng: &mut impl Rng) -> Vec<Prime> {
    let prime = |&Rooted { field, root }: &Rooted| {
        let axis = |axis: &Axis| AxisRoots {
            root: if axis.len == modulus { root } else { field.pow(root, modulus / axis.len) },
            shifts: shifts(&field, axis.len, axis.cosets, rng),
        };
        Prime { field, axes: grid.axes.iter().map(axis).collect() }
    };
    primes.iter().map(prime).collect()
}

/// `primes` without roots of unity, for arbitrary points.
pub fn without_roots(primes: &[Rooted]) -> Vec<Prime> {
    primes.iter().map(|prime| Prime { field: prime.field, axes: Vec::new() }).collect()
}

/// `cosets` shifts with pairwise distinct `len`-th powers: random ones, drawn again until they are.
fn shifts(field: &Mont31, len: u32, cosets: u32, rng: &mut impl Rng) -> Vec<u32> {
    // A uniform element is as good in Montgomery form.
    let mut draw = || rng.random_range(1..field.p);
    if cosets == 1 {
        return vec![draw()];
    }
    // There are (p - 1) / len cosets and p >= 2^29 leaves many more of them than are asked for, so this ends soon.
    let mut shifts = Vec::with_capacity(cosets as usize);
    let mut powers = Vec::with_capacity(cosets as usize);
    while shifts.len() < cosets as usize {
        let s = draw();
        let power = field.pow(s, len);
        if !powers.contains(&power) {
            powers.push(power);
            shifts.push(s);
        }
    }
    shifts
}
