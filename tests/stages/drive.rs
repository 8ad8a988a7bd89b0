//! Grids and primes made by hand, and the stages of an engine one after the other.

use crate::naive::Modulus;
use eliminant::Control;
use eliminant::engine::Engine;
use eliminant::engine::input::IntegerTable;
use eliminant::lift::MixedRadixTables;
use eliminant::plan::grid::{Axis, Grid};
use eliminant::plan::primes::{Prime, with_roots};
use gpu::arith::Mont31;
use gpu::arith::prime::is_prime;
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::Order;

/// A grid with these (length, cosets) per axis.
pub fn grid(axes: &[(u32, u32)]) -> Grid {
    Grid { axes: axes.iter().map(|&(len, cosets)| Axis { len, cosets }).collect() }
}

/// The `count` largest primes below `end` that have the grid, ascending.
pub fn primes_below(end: u32, grid: &Grid, count: usize, rng: &mut StdRng) -> Vec<Prime> {
    let fits = |&p: &u32| grid.axes.iter().all(|axis| (p - 1) % axis.len == 0);
    // All are odd: 1 modulo the longest transform.
    let step = grid.axes.iter().map(|axis| axis.len).max().unwrap_or(1);
    let candidates = (1..=(end - 2) / step).rev().map(|k| k * step + 1);
    let mut found: Vec<u32> = candidates.filter(|&p| p > 2).filter(fits).filter(|&p| is_prime(p)).take(count).collect();
    assert_eq!(found.len(), count, "primes below {end}");
    found.reverse();
    with_roots(&found, grid, rng).expect("primes with roots of unity")
}

/// The `count` largest primes that have the grid.
pub fn primes(grid: &Grid, count: usize, rng: &mut StdRng) -> Vec<Prime> {
    primes_below(Mont31::MAX, grid, count, rng)
}

/// The modulus of a prime.
pub fn modulus(prime: &Prime) -> Modulus {
    Modulus(prime.field.p as u64)
}

/// The points s_j w^i of axis k, coset by coset.
pub fn points(grid: &Grid, prime: &Prime, k: usize) -> Vec<u64> {
    let m = modulus(prime);
    let root = prime.field.leave(prime.axes[k].root) as u64;
    let cosets = prime.axes[k].shifts.iter().map(|&shift| prime.field.leave(shift) as u64);
    let coset = |shift| {
        let powers = std::iter::successors(Some(shift), move |&x| Some(m.mul(x, root)));
        powers.take(grid.axes[k].len as usize)
    };
    let points: Vec<u64> = cosets.flat_map(coset).collect();
    assert_eq!(points.len(), grid.axes[k].points() as usize);
    points
}

/// The table of `integers`, [row][exponents].
pub fn table(rows: u32, dims: &[u32], integers: &[Integer]) -> IntegerTable {
    assert_eq!(integers.len(), dims.iter().product::<u32>() as usize * rows as usize);
    let mut table =
        IntegerTable { rows, dims: dims.to_vec(), offsets: vec![0], limbs: Vec::new(), negative: Vec::new() };
    for integer in integers {
        table.limbs.extend(integer.to_digits::<u32>(Order::Lsf));
        table.offsets.push(table.limbs.len() as u32);
        table.negative.push(*integer < 0);
    }
    table
}

/// The integer of least absolute value or near it with these residues; the sign varies with `index`.
pub fn chinese(primes: &[Prime], residues: impl Iterator<Item = u64>, index: usize) -> Integer {
    let (mut value, mut product) = (Integer::new(), Integer::from(1));
    for (prime, residue) in primes.iter().zip(residues) {
        let m = modulus(prime);
        let p = prime.field.p;
        let step = m.mul(m.sub(residue, value.mod_u(p) as u64), m.inverse(product.mod_u(p) as u64));
        value += Integer::from(&product * step);
        product *= p;
    }
    if index % 3 == 1 && value != 0 { value - product } else { value }
}

/// Residues [prime][coefficient] from the mixed-radix digits of the engine.
pub fn residues_of_digits(primes: &[Prime], digits: &[u32], width: usize) -> Vec<Vec<u64>> {
    assert_eq!(digits.len(), primes.len() * width);
    let residue = |i: usize, k: usize| {
        let p = primes[i].field.p as u64;
        (0..=i).rev().fold(0, |value, j| (value * (primes[j].field.p as u64 % p) + digits[j * width + k] as u64) % p)
    };
    (0..primes.len()).map(|i| (0..width).map(|k| residue(i, k)).collect()).collect()
}

/// Runs reduce, `middle` and store on batches of `batch` primes, then digits; returns the residues [prime][kept coefficient].
pub fn stages<E: Engine>(
    engine: &mut E,
    (grid, primes, batch): (&Grid, &[Prime], usize),
    table: &IntegerTable,
    keep: &[u32],
    middle: impl FnMut(&mut E, &E::Batch, E::Buffer) -> E::Buffer,
) -> Vec<Vec<u64>> {
    let width = keep.iter().product::<u32>() as usize;
    residues_of_digits(primes, &digits(engine, (grid, primes, batch), table, keep, middle), width)
}

/// The same, but returns the digits.
pub fn digits<E: Engine>(
    engine: &mut E,
    set: (&Grid, &[Prime], usize),
    table: &IntegerTable,
    keep: &[u32],
    middle: impl FnMut(&mut E, &E::Batch, E::Buffer) -> E::Buffer,
) -> Vec<u32> {
    let all = stored(engine, set, table, keep, middle);
    engine.digits(&all, &MixedRadixTables::new(&fields(set.1)).expect("ascending primes")).expect("digits")
}

/// The same, but returns the integers of explicit remaindering.
pub fn integers<E: Engine>(
    engine: &mut E,
    set: (&Grid, &[Prime], usize),
    table: &IntegerTable,
    keep: &[u32],
) -> Vec<Integer> {
    let all = stored(engine, set, table, keep, |_, _, residues| residues);
    engine.crt(all, &fields(set.1), &Control::default()).expect("integers")
}

/// The arithmetic of each prime.
pub fn fields(primes: &[Prime]) -> Vec<Mont31> {
    primes.iter().map(|prime| prime.field).collect()
}

/// Runs reduce, `middle` and store on batches of `batch` primes; the residues stay on the engine.
fn stored<E: Engine>(
    engine: &mut E,
    (grid, primes, batch): (&Grid, &[Prime], usize),
    table: &IntegerTable,
    keep: &[u32],
    mut middle: impl FnMut(&mut E, &E::Batch, E::Buffer) -> E::Buffer,
) -> E::Residues {
    let width = keep.iter().product::<u32>() as usize;
    let input = engine.load(table).expect("load");
    let mut all = engine.residues(primes.len(), width).expect("residues");
    for (i, chunk) in primes.chunks(batch).enumerate() {
        let tables = engine.begin(grid, chunk).expect("begin");
        let residues = engine.reduce(&tables, &input).expect("reduce");
        let coefficients = middle(engine, &tables, residues);
        engine.store(&tables, coefficients, keep, &mut all, i * batch).expect("store");
    }
    all
}
