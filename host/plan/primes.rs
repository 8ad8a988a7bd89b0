//! The primes of a plan, with their roots of unity and coset shifts.

use super::axes::Grid;
use super::axis::Axis;
use super::plain_primes::PrimeSize;
use super::pool::{self, Known, Rooted};
use super::residues::{PlainResidues, ResidueSlice};
use crate::error::{ErrorKind, Result};
use bytemuck::Pod;
use gpu::arith::{Modulus, Mont31, Mont50, prime};
use rand::Rng;
use std::collections::HashSet;
use std::fmt::Debug;
use std::sync::Mutex;

/// A word for residues: the arithmetic modulo its primes, and which of these are taken.
pub trait Word: Modulus<Elem: Debug + Default + Pod> + Debug + Eq {
    /// Primes smaller than this carry too few bits to be worth a transform; beyond them the grid is split into more cosets.
    const LEAST: u64;
    /// How long its primes are.
    const SIZE: PrimeSize;

    /// The primes of this word that this process has found so far.
    fn known() -> &'static Known<Self>;

    /// Plain residues of its primes.
    fn residues(values: Vec<Self::Elem>) -> PlainResidues;

    /// Plain residues as its words; `None` where they are of primes of another size.
    fn words(residues: ResidueSlice<'_>) -> Option<&[Self::Elem]>;
}

impl Word for Mont31 {
    const LEAST: u64 = 1 << 29;
    const SIZE: PrimeSize = PrimeSize::Bits31;

    fn known() -> &'static Known<Self> {
        static KNOWN: Known<Mont31> = Mutex::new(Vec::new());
        &KNOWN
    }

    fn residues(values: Vec<u32>) -> PlainResidues {
        PlainResidues::Bits31(values)
    }

    fn words(residues: ResidueSlice<'_>) -> Option<&[u32]> {
        match residues {
            ResidueSlice::Bits31(values) => Some(values),
            ResidueSlice::Bits50(_) => None,
        }
    }
}

impl Word for Mont50 {
    const LEAST: u64 = 1 << 48;
    const SIZE: PrimeSize = PrimeSize::Bits50;

    fn known() -> &'static Known<Self> {
        static KNOWN: Known<Mont50> = Mutex::new(Vec::new());
        &KNOWN
    }

    fn residues(values: Vec<u64>) -> PlainResidues {
        PlainResidues::Bits50(values)
    }

    fn words(residues: ResidueSlice<'_>) -> Option<&[u64]> {
        match residues {
            ResidueSlice::Bits31(_) => None,
            ResidueSlice::Bits50(values) => Some(values),
        }
    }
}

/// One prime with what the grid needs of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prime<M: Word = Mont31> {
    /// The constants of its arithmetic.
    pub field: M,
    /// Per kept variable, and behind these of the products at a point.
    pub axes: Vec<AxisRoots<M>>,
}

/// Root of unity and coset shifts for one kept variable, in Montgomery form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AxisRoots<M: Word = Mont31> {
    /// A primitive root of unity w of order len.
    pub root: M::Elem,
    /// s_j, one per coset: not zero, and s_j^len pairwise distinct.
    pub shifts: Vec<M::Elem>,
}

impl<M: Word> AxisRoots<M> {
    /// Inverse of the Vandermonde matrix V(j, m) = t_j^m, t_j = s_j^len, row-major over (m, j), in Montgomery form.
    ///
    /// Column j holds the coefficients of the Lagrange polynomial prod_(i != j) (x - t_i) / (t_j - t_i): the quotient of prod_i (x - t_i)
    /// by x - t_j, over its value at t_j. O(c^2) for c cosets.
    pub fn unmix(&self, field: &M, len: u32) -> Vec<M::Elem> {
        let t: Vec<M::Elem> = self.shifts.iter().map(|&s| field.pow(s, len)).collect();
        let c = t.len();
        // prod_i (x - t_i), the constant term first.
        let mut master = vec![field.one()];
        for &root in &t {
            let minus = field.neg(root);
            master.push(field.zero());
            for m in (0..master.len()).rev() {
                let shifted = if m > 0 { master[m - 1] } else { field.zero() };
                master[m] = field.add(shifted, field.mul(minus, master[m]));
            }
        }
        let mut matrix = vec![field.zero(); c * c];
        for (j, &root) in t.iter().enumerate() {
            // Horner's rule leaves the coefficients of the quotient, the highest first; its value by another.
            let (mut coefficient, mut value) = (field.zero(), field.zero());
            for m in (0..c).rev() {
                coefficient = field.add(master[m + 1], field.mul(root, coefficient));
                value = field.add(coefficient, field.mul(root, value));
                matrix[m * c + j] = coefficient;
            }
            let scale = field.reciprocal(value);
            for m in 0..c {
                matrix[m * c + j] = field.mul(scale, matrix[m * c + j]);
            }
        }
        matrix
    }
}

/// Bits a product of primes surely has: the sum of log2 p, each rounded down to 2^-16.
pub fn product_bits(primes: impl IntoIterator<Item = u64>) -> f64 {
    primes.into_iter().map(|p| ((p as f64).log2() * 65536.0).floor() / 65536.0).sum()
}

/// How many of `primes`, from the first on, surely have a product above 2^`bits`: at least one, and all of them where they do not suffice.
pub(crate) fn enough(primes: impl IntoIterator<Item = u64>, bits: u64) -> usize {
    let (mut count, mut sum) = (0, 0.0);
    for p in primes {
        if count > 0 && sum > bits as f64 {
            break;
        }
        sum += product_bits([p]);
        count += 1;
    }
    count
}

/// An upper estimate of the bits of all primes between [`Word::LEAST`] and [`Modulus::MAX`].
pub fn available_bits<M: Word>() -> u64 {
    // pi(x) < 1.26 x / ln x (Rosser, Schoenfeld 1962).
    let (x, least) = (M::MAX as f64, M::LEAST as f64);
    ((1.26 * x / x.ln()) * x.log2() - (least / least.ln()) * least.log2()) as u64
}

/// The largest usable primes p = 1 mod `modulus`, p >= [`Word::LEAST`], whose product exceeds 2^`bits`, ascending, with roots of
/// unity of order `modulus`; `None` when there are too few. At least one prime.
pub fn largest<M: Word>(modulus: u32, bits: u64, usable: &(dyn Fn(u64) -> bool + Sync)) -> Option<Vec<Rooted<M>>> {
    // No search where even all candidates would be too few.
    let candidates = ((M::MAX - M::LEAST) / modulus as u64) as f64 + 1.0;
    let (most, least) = ((M::MAX as f64).log2(), (M::LEAST as f64).log2());
    if candidates * most < bits as f64 {
        return None;
    }
    let mut found: Vec<Rooted<M>> = Vec::with_capacity((bits as f64 / least) as usize + 1);
    let (mut seen, mut total) = (0, 0.0);
    pool::largest(M::known(), modulus, M::LEAST, |primes: &[Rooted<M>]| {
        for prime in &primes[seen..] {
            seen += 1;
            if usable(prime.field.p()) {
                found.push(*prime);
                total += product_bits([prime.field.p()]);
                if total > bits as f64 {
                    return 0;
                }
            }
        }
        ((bits as f64 - total) / most) as usize + 1
    })?;
    found.reverse();
    Some(found)
}

/// As [`largest`], of random primes, each with the same probability. `None` when draws do not find enough of them.
///
/// Who knows the largest primes can make up an input for which all of these are of no use.
pub fn random<M: Word>(
    modulus: u32,
    bits: u64,
    usable: &(dyn Fn(u64) -> bool + Sync),
    rng: &mut impl Rng,
) -> Option<Vec<Rooted<M>>> {
    // Odd candidates only.
    let step = if modulus.is_multiple_of(2) { u64::from(modulus) } else { 2 * u64::from(modulus) };
    let (first, last) = ((M::LEAST - 1).div_ceil(step), (M::MAX - 1) / step);
    let wanted = (bits as f64 / (M::LEAST as f64).log2()) as u64 + 1;
    // One in 17 or more is prime; where there are not many more than are wanted, most are drawn again and again.
    let draws = 64 * (wanted + 16);
    let (mut found, mut total, mut seen) = (Vec::new(), 0.0, HashSet::new());
    for _ in 0..if first <= last { draws } else { 0 } {
        let p = rng.random_range(first..=last) * step + 1;
        let Some(field) = M::of(p).filter(|_| prime::is_prime_for::<M>(p) && usable(p) && seen.insert(p)) else {
            continue;
        };
        found.push(Rooted { field, root: prime::root_of_unity(&field, modulus)? });
        total += product_bits([p]);
        if total > bits as f64 {
            found.sort_by_key(|prime| prime.field.p());
            return Some(found);
        }
    }
    None
}

/// Roots of unity and random coset shifts for `primes`.
///
/// # Errors
/// `Shape` when one of them is no odd number up to [`Modulus::MAX`], has no roots of unity of the grid's orders or too few cosets.
pub fn with_roots<M: Word>(primes: &[u64], grid: &Grid, rng: &mut impl Rng) -> Result<Vec<Prime<M>>> {
    let modulus = grid.modulus() as u32;
    let rooted = |&p: &u64| {
        let field = M::of(p).filter(|_| grid.fits(p))?;
        Some(Rooted { field, root: prime::root_of_unity(&field, modulus)? })
    };
    let broken = |p: u64| ErrorKind::Shape { what: "prime of the plan", expected: 1, found: p as usize };
    let primes = primes.iter().map(|p| rooted(p).ok_or_else(|| broken(*p).into())).collect::<Result<Vec<_>>>()?;
    Ok(on_grid(&primes, modulus, grid, rng))
}

/// As [`with_roots`], for primes with roots of unity of the order `modulus`, a common multiple of the grid's orders.
pub fn on_grid<M: Word>(primes: &[Rooted<M>], modulus: u32, grid: &Grid, rng: &mut impl Rng) -> Vec<Prime<M>> {
    let prime = |&Rooted { field, root }: &Rooted<M>| {
        let axis = |axis: &Axis| AxisRoots {
            root: if axis.len == modulus { root } else { field.pow(root, modulus / axis.len) },
            shifts: shifts(&field, axis.len, axis.cosets, rng),
        };
        let products = grid.products.map(|len| Axis { len, cosets: 1 });
        Prime { field, axes: grid.axes.iter().chain(&products).map(axis).collect() }
    };
    primes.iter().map(prime).collect()
}

/// `primes` without roots of unity, for arbitrary points.
pub fn without_roots<M: Word>(primes: &[Rooted<M>]) -> Vec<Prime<M>> {
    primes.iter().map(|prime| Prime { field: prime.field, axes: Vec::new() }).collect()
}

/// `cosets` shifts with pairwise distinct `len`-th powers: random ones, drawn again until they are.
fn shifts<M: Word>(field: &M, len: u32, cosets: u32, rng: &mut impl Rng) -> Vec<M::Elem> {
    let mut draw = || field.element(rng.random_range(1..field.p()));
    if cosets == 1 {
        return vec![draw()];
    }
    // There are (p - 1) / len cosets, as many as are asked for by `Grid::fits`: this ends, and soon, since most often they are
    // many more. `grid::modulo` leaves twice as many.
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

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Integer;

    /// The product of what is taken is above 2^bits, and that of one prime less is not.
    #[test]
    fn enough_primes_are_the_fewest_whose_product_is_above() {
        let primes: Vec<u64> =
            largest::<Mont31>(8, 3000, &|_| true).unwrap().iter().rev().map(|p| p.field.p()).collect();
        let product = |count: usize| primes[..count].iter().fold(Integer::from(1), |acc, &p| acc * p);
        for bits in [0, 1, 29, 30, 31, 61, 62, 64, 999, 2000, 2999] {
            let (count, bound) = (enough(primes.iter().copied(), bits), Integer::from(1) << bits as u32);
            assert!(product(count) > bound && (count == 1 || product(count - 1) <= bound), "{bits}: {count}");
            assert_eq!(largest::<Mont31>(8, bits, &|_| true).unwrap().len(), count, "{bits}");
        }
        assert_eq!(enough(primes[..3].iter().copied(), 3000), 3);
        assert_eq!(enough([], 5), 0);
    }
}
