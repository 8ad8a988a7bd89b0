//! Grids and primes made by hand, and the stages of an engine one after the other.

use crate::naive::Modulus;
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{LiftEngine, TupleEngine, TupleJob};
use eliminant::plan::columns::Columns;
use eliminant::plan::grid::{Axis, Grid};
use eliminant::plan::primes::{Prime, Word, with_roots};
use eliminant::plan::residues::PlainResidues;
use eliminant::{Clock, Control, Lift};
use gpu::arith::Modulus as _;
use gpu::arith::prime::is_prime_for;
use rand::rngs::StdRng;
use rug::Integer;
use rug::integer::IntegerExt64;

/// A grid with these (length, cosets) per axis.
pub fn grid(axes: &[(u32, u32)]) -> Grid {
    Grid::new(axes.iter().map(|&(len, cosets)| Axis { len, cosets }).collect())
}

/// The `count` largest primes below `end` that have the grid, ascending.
pub fn primes_below<M: Word>(end: u64, grid: &Grid, count: usize, rng: &mut StdRng) -> Vec<Prime<M>> {
    let fits = |&p: &u64| grid.axes.iter().all(|axis| (p - 1) % axis.len as u64 == 0);
    // All are odd: 1 modulo the longest transform.
    let step = grid.axes.iter().map(|axis| axis.len).max().unwrap_or(1) as u64;
    let candidates = (1..=(end - 2) / step).rev().map(|k| k * step + 1);
    let prime = |&p: &u64| is_prime_for::<M>(p);
    let mut found: Vec<u64> = candidates.filter(|&p| p > 2).filter(fits).filter(prime).take(count).collect();
    assert_eq!(found.len(), count, "primes below {end}");
    found.reverse();
    with_roots(&found, grid, rng).expect("primes with roots of unity")
}

/// The `count` largest primes that have the grid.
pub fn primes<M: Word>(grid: &Grid, count: usize, rng: &mut StdRng) -> Vec<Prime<M>> {
    primes_below(M::MAX, grid, count, rng)
}

/// The modulus of a prime.
pub fn modulus<M: Word>(prime: &Prime<M>) -> Modulus {
    Modulus(prime.field.p())
}

/// The points s_j w^i of axis k, coset by coset.
pub fn points<M: Word>(grid: &Grid, prime: &Prime<M>, k: usize) -> Vec<u64> {
    let m = modulus(prime);
    let root = prime.field.number(prime.axes[k].root);
    let cosets = prime.axes[k].shifts.iter().map(|&shift| prime.field.number(shift));
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
    IntegerTable::of(rows, dims, integers).expect("a table")
}

/// The integer of least absolute value or near it with these residues; the sign varies with `index`.
pub fn chinese<M: Word>(primes: &[Prime<M>], residues: impl Iterator<Item = u64>, index: usize) -> Integer {
    let (mut value, mut product) = (Integer::new(), Integer::from(1));
    for (prime, residue) in primes.iter().zip(residues) {
        let m = modulus(prime);
        let p = prime.field.p();
        let step = m.mul(m.sub(residue, value.mod_u64(p)), m.inverse(product.mod_u64(p)));
        value += Integer::from(&product * step);
        product *= p;
    }
    if index % 3 == 1 && value != 0 { value - product } else { value }
}

/// Runs reduce, `middle` and store on batches of `batch` primes, then the lift; returns the residues
/// [prime][kept coefficient].
pub fn stages<E: LiftEngine>(
    engine: &mut E,
    (grid, primes, batch): (&Grid, &[Prime<E::Modulus>], usize),
    table: &IntegerTable,
    keep: &[u32],
    middle: impl FnMut(&mut E, &E::Batch, E::Buffer) -> E::Buffer,
) -> Vec<Vec<u64>> {
    let all = stored(engine, (grid, primes, batch), table, keep, middle);
    let integers =
        engine.lift(all, &fields(primes), Lift::Auto, &Control::default(), &mut Clock::default()).expect("integers");
    assert_eq!(integers.len(), keep.iter().product::<u32>() as usize);
    primes.iter().map(|prime| integers.iter().map(|v| v.mod_u64(prime.field.p())).collect()).collect()
}

/// The arithmetic of each prime.
pub fn fields<M: Word>(primes: &[Prime<M>]) -> Vec<M> {
    primes.iter().map(|prime| prime.field).collect()
}

/// Runs reduce, `middle` and store on batches of `batch` primes; the residues stay on the engine.
pub fn stored<E: LiftEngine>(
    engine: &mut E,
    (grid, primes, batch): (&Grid, &[Prime<E::Modulus>], usize),
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
        let rows: Vec<u32> = (0..chunk.len() as u32).collect();
        engine.select(&tables, &coefficients, &rows, &grid.inside(keep), &mut all, i * batch).expect("select");
    }
    all
}

/// Values of the outputs of a job with several at all points of a grid of one axis, \[prime\]\[output\]\[point\], of polynomials of degree below `dim` in the kept variable, and the
/// number of repairs.
pub fn values_of_tuples<E: TupleEngine>(
    engine: &mut E,
    job: &TupleJob,
    (dim, integers): (u32, &[Integer]),
    (len, primes): (u32, &[Prime<E::Modulus>]),
) -> (Vec<Vec<Vec<u64>>>, u64) {
    let grid = grid(&[(len, 1)]);
    let (rows, outputs) = (job.rows(), job.outputs());
    let input = engine.load(&table(rows, &[dim], integers)).unwrap();
    let batch = engine.begin(&grid, primes).unwrap();
    let residues = engine.reduce(&batch, &input).unwrap();
    let values = engine.evaluate(&batch, residues, rows, &[dim]).unwrap();
    let (found, counts) = engine.tuples(&batch, values, job).unwrap();
    assert_eq!(counts.scalars, u64::from(len) * primes.len() as u64);
    let coefficients = engine.interpolate(&batch, found, outputs).unwrap();
    let width = (outputs * len) as usize;
    let mut all = engine.residues(primes.len(), width).unwrap();
    let numbers: Vec<u32> = (0..primes.len() as u32).collect();
    engine.select(&batch, &coefficients, &numbers, &Columns::range(0..width), &mut all, 0).unwrap();
    let plain: Vec<u64> = match E::Modulus::residues(engine.export(all).unwrap()) {
        PlainResidues::Bits31(residues) => residues.into_iter().map(u64::from).collect(),
        PlainResidues::Bits50(residues) => residues,
    };
    let at_points = |(prime, found): (&Prime<E::Modulus>, &[u64])| {
        let m = modulus(prime);
        let points = points(&grid, prime, 0);
        found.chunks(len as usize).map(|c| points.iter().map(|&x| m.horner(c, x)).collect()).collect()
    };
    (primes.iter().zip(plain.chunks(width)).map(at_points).collect(), counts.repairs)
}
