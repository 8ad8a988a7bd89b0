//! Evaluation and interpolation: tensors of 0 to 3 variables, cosets, lengths beyond a block's shared memory.

use crate::drive::{chinese, grid, modulus, points, primes, stages, table};
use eliminant::ScalarShape;
use eliminant::engine::input::IntegerTable;
use eliminant::engine::{LiftEngine, ResultantEngine, ScalarJob, ScalarKind, ScalarMethod};
use eliminant::plan::grid::Grid;
use eliminant::plan::primes::{Prime, Word};
use gpu::arith::Modulus as _;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;
use rug::integer::IntegerExt64;

/// (length, cosets) per axis.
type Axes<'a> = &'a [(u32, u32)];

/// Random integers of up to 80 bits with signs, and their table.
fn random_table(rows: u32, dims: &[u32], rng: &mut StdRng) -> (Vec<Integer>, IntegerTable) {
    let count = rows as usize * dims.iter().product::<u32>() as usize;
    let integer = |rng: &mut StdRng| Integer::from(rng.random::<i128>() >> rng.random_range(48..128));
    let integers: Vec<Integer> = (0..count).map(|_| integer(rng)).collect();
    let table = table(rows, dims, &integers);
    (integers, table)
}

fn residues<M: Word>(prime: &Prime<M>, integers: &[Integer]) -> Vec<u64> {
    integers.iter().map(|c| c.mod_u64(prime.field.p())).collect()
}

/// Resultant res_(p,q) of random rows through all stages against the formula at random points, which need not be points
/// of the grid: the answer's degrees are below `keep`.
pub fn resultant<E: ResultantEngine + LiftEngine>(
    engine: &mut E,
    grid: &Grid,
    dims: &[u32],
    (p, q): (u32, u32),
    (count, batch): (usize, usize),
    rng: &mut StdRng,
) {
    let primes = primes::<E::Modulus>(grid, count, rng);
    let (integers, table) = random_table(p + q + 2, dims, rng);
    let keep: Vec<u32> = dims.iter().map(|&n| (p + q) * (n - 1) + 1).collect();
    for (&n, axis) in keep.iter().zip(&grid.axes) {
        assert!(u64::from(n) <= axis.points(), "the test's grid is too small");
    }
    let schedule: Vec<u32> = std::iter::once(p.max(q)).chain((0..=p.min(q)).rev()).collect();
    let (kind, method, shape) = (ScalarKind::Resultant, ScalarMethod::Remainder, ScalarShape::Auto);
    let job = ScalarJob { kind, p, q, schedule, method, shape };
    let found = stages(engine, (grid, &primes, batch), &table, &keep, |engine, tables, residues| {
        let values = engine.evaluate(tables, residues, table.rows(), table.dims()).expect("evaluate");
        let (scalars, _) = engine.scalars(tables, values, &job).expect("scalars");
        engine.interpolate(tables, scalars, 1).expect("interpolate")
    });
    for (prime, answer) in primes.iter().zip(&found) {
        let m = modulus(prime);
        let rows = residues(prime, &integers);
        for _ in 0..4 {
            let point: Vec<u64> = dims.iter().map(|_| rng.random_range(0..m.0)).collect();
            let width = dims.iter().product::<u32>() as usize;
            let mut f: Vec<u64> = rows.chunks(width).map(|row| m.value(row, dims, &point)).collect();
            let g = f.split_off(p as usize + 1);
            assert_eq!(m.value(answer, &keep, &point), m.resultant(&f, &g), "{grid:?}, at {point:?}");
        }
    }
}

/// 0, 1, 2 and 3 kept variables of different degrees, 1 to 3 cosets, all of the points kept and fewer.
pub fn tensors<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(21);
    let cases: [(Axes, &[u32], (u32, u32)); 14] = [
        (&[], &[], (2, 3)),
        (&[(1, 1)], &[1], (2, 2)),
        (&[(1, 3)], &[2], (1, 1)),
        (&[(20, 1)], &[5], (2, 1)),
        (&[(8, 2)], &[4], (2, 3)),
        (&[(6, 3)], &[6], (1, 2)),
        (&[(9, 1), (5, 1)], &[3, 2], (2, 2)),
        (&[(1, 1), (12, 2)], &[1, 5], (3, 2)),
        (&[(10, 2), (3, 3)], &[4, 2], (3, 3)),
        (&[(4, 3), (27, 1)], &[3, 6], (2, 3)),
        (&[(6, 1), (4, 1), (9, 1)], &[2, 1, 3], (2, 2)),
        (&[(3, 2), (2, 3), (8, 1)], &[3, 2, 4], (1, 1)),
        (&[(4, 2), (9, 1), (5, 3)], &[2, 3, 4], (2, 2)),
        (&[(2, 1), (2, 2), (2, 3)], &[1, 2, 3], (1, 1)),
    ];
    for (axes, dims, degrees) in cases {
        resultant(engine, &grid(axes), dims, degrees, (5, 3), &mut rng);
    }
}

/// Lengths that do not fit in the shared memory of a block (58,112 words on the largest), with every radix and both parities
/// of powers of two.
pub fn long_transforms<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(22);
    resultant(engine, &grid(&[(64800, 1)]), &[32400], (1, 1), (1, 1), &mut rng);
    resultant(engine, &grid(&[(131_072, 1)]), &[65536], (1, 1), (1, 1), &mut rng);
}

/// A resultant on two cosets of long transforms.
pub fn long_cosets<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    resultant(engine, &grid(&[(64800, 2)]), &[64800], (1, 1), (1, 1), &mut StdRng::seed_from_u64(27));
}

/// A resultant with long transforms at a stride.
pub fn long_outer_axis<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    resultant(engine, &grid(&[(64800, 1), (3, 1)]), &[32000, 2], (1, 1), (1, 1), &mut StdRng::seed_from_u64(23));
}

/// A resultant with several long transforms a row.
pub fn long_inner_axis<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    resultant(engine, &grid(&[(1, 3), (65536, 1)]), &[2, 32768], (1, 1), (1, 1), &mut StdRng::seed_from_u64(28));
}

/// The values themselves, in whatever order, and the coefficients back. Coefficients beyond the number of points are folded:
/// the interpolant is the same at every point.
pub fn values<E: ResultantEngine + LiftEngine>(
    engine: &mut E,
    grid: &Grid,
    dims: &[u32],
    samples: usize,
    rng: &mut StdRng,
) {
    let primes = primes::<E::Modulus>(grid, 2, rng);
    let (integers, table) = random_table(1, dims, rng);
    let keep: Vec<u32> = grid.axes.iter().map(|axis| axis.points() as u32).collect();
    let batch = (grid, &primes[..], 1);
    let found = stages(engine, batch, &table, &keep, |engine, tables, residues| {
        engine.evaluate(tables, residues, 1, dims).expect("evaluate")
    });
    let back = stages(engine, batch, &table, &keep, |engine, tables, residues| {
        let values = engine.evaluate(tables, residues, 1, dims).expect("evaluate");
        engine.interpolate(tables, values, 1).expect("interpolate")
    });
    for ((prime, mut found), back) in primes.iter().zip(found).zip(back) {
        let m = modulus(prime);
        let coefficients = residues(prime, &integers);
        found.sort_unstable();
        let sample = |rng: &mut StdRng| -> Vec<u64> {
            (0..dims.len()).map(|k| points(grid, prime, k)[rng.random_range(0..keep[k] as usize)]).collect()
        };
        for _ in 0..samples {
            let point = sample(rng);
            let value = m.value(&coefficients, dims, &point);
            assert!(found.binary_search(&value).is_ok(), "{grid:?}, no value {value} for {point:?}");
            assert_eq!(m.value(&back, &keep, &point), value, "{grid:?}, interpolated at {point:?}");
        }
        if dims == keep {
            assert!(back == coefficients, "{grid:?}");
        }
    }
}

/// Values of one row on grids of one to three axes.
pub fn values_and_back<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(24);
    let cases: [(Axes, &[u32]); 12] = [
        (&[(1, 1)], &[1]),
        (&[(1, 1)], &[7]),
        (&[(15, 1)], &[15]),
        (&[(16, 1)], &[50]),
        (&[(9, 2)], &[18]),
        (&[(5, 3)], &[40]),
        (&[(1, 5)], &[5]),
        (&[(1000, 3)], &[3000]),
        (&[(6, 2), (10, 1)], &[12, 10]),
        (&[(4, 1), (3, 2)], &[9, 11]),
        (&[(2, 2), (3, 3), (4, 1)], &[4, 9, 4]),
        (&[(65536, 1), (1, 2)], &[65536, 2]),
    ];
    for (axes, dims) in cases {
        values(engine, &grid(axes), dims, 12, &mut rng);
    }
}

/// More vectors along an axis than a grid of blocks has in its second dimension, with cosets to be taken apart.
pub fn many_vectors<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    values(engine, &grid(&[(1, 2), (270, 1), (250, 1)]), &[2, 270, 250], 3, &mut StdRng::seed_from_u64(25));
}

/// Whole-grid check of a resultant at every point of a small tensor, coefficients given by the residues of each prime.
pub fn every_point<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(26);
    let (dims, axes) = ([2u32, 3], [(3u32, 2u32), (8, 1)]);
    let grid: Grid = grid(&axes);
    let primes = primes::<E::Modulus>(&grid, 3, &mut rng);
    let rows = 5;
    let residues: Vec<Vec<u64>> =
        primes.iter().map(|p| (0..rows * 6).map(|_| rng.random_range(0..p.field.p())).collect()).collect();
    let integers: Vec<Integer> = (0..rows * 6).map(|i| chinese(&primes, residues.iter().map(|r| r[i]), i)).collect();
    let table = table(rows as u32, &dims, &integers);
    let (kind, method, shape) = (ScalarKind::Resultant, ScalarMethod::Remainder, ScalarShape::Auto);
    let job = ScalarJob { kind, p: 2, q: 1, schedule: vec![2, 1, 0], method, shape };
    let found = stages(engine, (&grid, &primes, 2), &table, &[6, 8], |engine, tables, residues| {
        let values = engine.evaluate(tables, residues, rows as u32, &dims).expect("evaluate");
        let (scalars, _) = engine.scalars(tables, values, &job).expect("scalars");
        engine.interpolate(tables, scalars, 1).expect("interpolate")
    });
    for ((prime, rows), answer) in primes.iter().zip(&residues).zip(&found) {
        let m = modulus(prime);
        for &x in &points(&grid, prime, 0) {
            for &y in &points(&grid, prime, 1) {
                let mut f: Vec<u64> = rows.chunks(6).map(|row| m.value(row, &dims, &[x, y])).collect();
                let g = f.split_off(3);
                assert_eq!(m.value(answer, &[6, 8], &[x, y]), m.resultant(&f, &g));
            }
        }
    }
}
