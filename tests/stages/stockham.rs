//! The evaluation of the 2020 paper: tensors of 0 to 4 variables, lengths from 1 to 8192, cosets; and its values in natural order.

use crate::drive::{grid, modulus, points, primes, stages, table};
use crate::{axes, transforms};
use eliminant::engine::{LiftEngine, ResultantEngine};
use eliminant::plan::grid::Grid;
use eliminant::{ErrorKind, Evaluation};
use gpu::arith::Modulus as _;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rug::Integer;

/// (length, cosets) per axis.
type Axes<'a> = &'a [(u32, u32)];

fn stockham(axes: Axes) -> Grid {
    grid(axes).evaluated_by(Evaluation::Stockham)
}

/// Resultants in 0 to 4 kept variables of different degrees, 1 to 3 cosets, all of the points kept and fewer.
pub fn tensors<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(81);
    let cases: [(Axes, &[u32], (u32, u32)); 10] = [
        (&[], &[], (2, 3)),
        (&[(1, 1)], &[1], (2, 2)),
        (&[(2, 1)], &[1], (2, 2)),
        (&[(16, 1)], &[5], (2, 1)),
        (&[(8, 2)], &[4], (2, 3)),
        (&[(8, 1), (16, 1)], &[2, 4], (2, 3)),
        (&[(1, 1), (8, 3)], &[1, 5], (3, 2)),
        (&[(8, 3), (2, 1)], &[4, 1], (3, 3)),
        (&[(4, 2), (16, 1), (2, 3)], &[2, 4, 2], (2, 2)),
        (&[(4, 1), (1, 1), (2, 2), (8, 1)], &[2, 1, 2, 3], (1, 2)),
    ];
    for (axes, dims, degrees) in cases {
        transforms::resultant(engine, &stockham(axes), dims, degrees, (5, 3), &mut rng);
    }
}

/// Values and the coefficients back: the longest transforms, many short ones, more coefficients than points.
pub fn values_and_back<E: ResultantEngine + LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(82);
    let cases: [(Axes, &[u32]); 13] = [
        (&[(1, 1)], &[7]),
        (&[(2, 1)], &[2]),
        (&[(16, 1)], &[50]),
        (&[(4, 3)], &[40]),
        (&[(1, 5)], &[5]),
        (&[(1024, 3)], &[3000]),
        (&[(8192, 1)], &[8192]),
        (&[(8192, 3)], &[20_000]),
        (&[(8, 2), (16, 1)], &[16, 16]),
        (&[(4, 1), (2, 3)], &[9, 11]),
        (&[(2, 2), (4, 3), (4, 1)], &[4, 12, 4]),
        (&[(2048, 1), (64, 2)], &[1500, 100]),
        (&[(2, 1), (4096, 1), (2, 1)], &[2, 4096, 2]),
    ];
    for (axes, dims) in cases {
        transforms::values(engine, &stockham(axes), dims, 12, &mut rng);
    }
}

/// Along one axis of a tensor, which becomes the last one for that.
pub fn axes<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(83);
    type Case = ((usize, usize), (u32, u32), usize);
    let cases: [Case; 9] = [
        ((1, 1), (1, 1), 1),
        ((5, 3), (2, 2), 4),
        ((2, 33), (32, 1), 15),
        ((40, 1), (16, 2), 20),
        ((1, 100), (16, 3), 48),
        ((1, 300), (2, 2), 3),
        ((2, 70), (128, 1), 128),
        ((1, 3), (8192, 1), 300),
        ((1, 7), (1, 3), 3),
    ];
    for (around, axis, n) in cases {
        axes::one(engine, around, &stockham(&[axis]), n, 2, &mut rng);
    }
    axes::one(engine, (3, 37), &stockham(&[(16, 1)]), 8, 45, &mut rng);
}

/// Value number i of an axis is that at s_j w^(i mod len), j = i / len, unlike the default's.
pub fn natural_order<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(84);
    let (grid, dims) = (stockham(&[(4, 2), (2, 1), (8, 1)]), [3, 2, 5]);
    let primes = primes::<E::Modulus>(&grid, 3, &mut rng);
    let integers: Vec<i64> = (0..30).map(|_| rng.random_range(-1 << 40..1 << 40)).collect();
    let table = table(1, &dims, &integers.iter().map(|&v| v.into()).collect::<Vec<Integer>>());
    let found = stages(engine, (&grid, &primes, 3), &table, &[8, 2, 8], |engine, tables, residues| {
        engine.evaluate(tables, residues, 1, &dims).expect("evaluate")
    });
    for (prime, found) in primes.iter().zip(&found) {
        let (m, [x, y, z]) = (modulus(prime), [0, 1, 2].map(|k| points(&grid, prime, k)));
        let residues: Vec<u64> = integers.iter().map(|&v| v.rem_euclid(prime.field.p() as i64) as u64).collect();
        for (i, &value) in found.iter().enumerate() {
            assert_eq!(value, m.value(&residues, &dims, &[x[i / 16], y[i / 8 % 2], z[i % 8]]), "point {i}");
        }
    }
}

/// Lengths that are no power of two, or too long.
pub fn refused<E: LiftEngine>(engine: &mut E) {
    let mut rng = StdRng::seed_from_u64(85);
    for axis in [(6, 1), (16_384, 1)] {
        let primes = primes::<E::Modulus>(&grid(&[axis]), 1, &mut rng);
        let error = engine.begin(&stockham(&[axis]), &primes).err().expect("an error");
        assert!(matches!(error.kind(), ErrorKind::Shape { what: "length of a transform", .. }), "{error}");
        assert!(engine.begin(&grid(&[axis]), &primes).is_ok());
    }
}
